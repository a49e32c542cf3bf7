"""Whether a match can go on: it is playable, of another version, gone with its game, or faulty."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from boomtown.core.errors import Refusal, Refused

RULE = "boomtown.table.stopped"


class Standing(StrEnum):
    """Why a match cannot go on."""

    OTHER_VERSION = "version"
    """It was played with rules that the installed version of its game does not play."""
    GONE = "gone"
    """Its game is not installed, or cannot be loaded."""
    FAULTY = "faulty"
    """It is parked: its game failed, or its answers are damaged."""
    CLOSED = "closed"
    """Its table was closed before the match was over."""


class Stopped(Struct, frozen=True):
    """A match that cannot go on, with what the operator wants to know."""

    standing: Standing
    game: str
    version: str = ""
    """The version of the game that played it."""
    problem: str = ""
    """For the operator and the author of the game; players are not told."""
    number: int | None = None
    """How many of its answers are good, where that is known."""

    @property
    def refusal(self) -> Refusal:
        """The same as a sentence for players."""
        return Refusal(RULE, self.standing.value, game=self.game, version=self.version)


class MatchStopped(Refused):
    """Something that only a match that goes on can do. The match is unchanged."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(stopped.refusal)
        self.stopped = stopped
