"""The record of a match: what it takes to play it again.

Game and version, seats, options, the commitment to the seed, the players' contributions and the
answers in order. Replay, scrubbing and branching are all "play the first n lines". Where a new
version of the game took over, a line begins a new chapter (``boomtown.core.chapter``).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from boomtown.core.chance import SEED_BYTES, Chance, commitment_to, mixed_key
from boomtown.core.chapter import Chapter, Opening
from boomtown.core.choice import Answer
from boomtown.core.errors import InvalidRecord, VersionMismatch
from boomtown.core.game import Game
from boomtown.core.seats import Seat


class By(StrEnum):
    """Who gave an answer."""

    PLAYER = "player"
    BOT = "bot"
    CLOCK = "clock"
    """Nobody: the time was up, and the rule's default stands."""
    RULE = "rule"
    """Nobody was asked: there was only one legal answer, or the seat had filed it before."""
    UNDO = "undo"
    """The seat took its last answer back."""
    CHAPTER = "chapter"
    """No answer: a new version of the game goes on. The seat of such a line means nothing."""


class Line(Struct, frozen=True):
    """One line of a record: an answer, and the hash of the state it led to."""

    seat: Seat
    by: By
    answer: Any  # plain JSON, whatever the choice was
    hash: str


class Heading(Struct, frozen=True, kw_only=True):
    """The first line of a record: everything that was fixed before the first answer."""

    game: str
    version: str
    seats: int
    options: dict[str, Any]  # plain JSON, as the game's options encode
    commitment: str
    contributions: tuple[str, ...] = ()
    start: str = ""
    """The hash of the state that the set-up led to."""
    format: int = 1
    lesson: str | UnsetType = UNSET
    """The lesson that it is played in, if it is one."""


class Record(Struct):
    """A match as it was played. The seed stays with the server until the match is over."""

    heading: Heading
    seed: str
    lines: list[Line] = []

    @classmethod
    def opened(
        cls,
        game: Game[Any, Any],
        seats: int,
        options: object,
        seed: bytes,
        contributions: Iterable[str],
    ) -> Record:
        """The record of a match that is about to begin."""
        heading = Heading(
            game=game.id,
            version=game.version,
            seats=seats,
            options=msgspec.to_builtins(options),
            commitment=commitment_to(seed),
            contributions=tuple(contributions),
        )
        return cls(heading, seed.hex())

    def chance(self) -> Chance:
        """The stream of this match, from its beginning."""
        try:
            seed = bytes.fromhex(self.seed)
        except ValueError:
            raise InvalidRecord("seed", "not a hexadecimal number") from None
        if len(seed) != SEED_BYTES:
            raise InvalidRecord("seed", f"{len(seed)} bytes instead of {SEED_BYTES}")
        if commitment_to(seed) != self.heading.commitment:
            raise InvalidRecord("seed", "it is not the one that was committed to")
        return Chance(mixed_key(seed, self.heading.contributions))

    def chapters(self, upto: int | None = None) -> list[Chapter]:
        """The chapters that the first lines lie in, in order."""
        lines = self.lines[:upto]
        begun = [number for number, line in enumerate(lines) if line.by is By.CHAPTER]
        ends = [*begun, len(lines)]
        found = [Chapter(self.heading.version, 0, ends[0])]
        for number, end in zip(begun, ends[1:], strict=True):
            opening = Opening.read(lines[number].answer, f"answer {number + 1}")
            found.append(Chapter(opening.version, number + 1, end, opening))
        return found

    def check_version(self, game: Game[Any, Any], chapter: Chapter) -> None:
        """Refuses a chapter that other rules would play differently."""
        if self.heading.game != game.id:
            raise InvalidRecord("heading", f"a match of {self.heading.game}, not of {game.id}")
        if not game.plays(chapter.version):
            raise VersionMismatch(
                "heading", f"played with {game.id} {chapter.version}; installed is {game.version}"
            )

    def playable(self, game: Game[Any, Any]) -> list[Chapter]:
        """The chapters that this version plays to the letter; without any, it is refused."""
        chapters = self.chapters()
        known = [chapter for chapter in chapters if game.plays(chapter.version)]
        self.check_version(game, known[-1] if known else chapters[-1])
        return known

    @property
    def last_by(self) -> By | None:
        """Who gave the last answer that still stands; None where none does."""
        standing = self.standing()
        return standing[-1][1].by if standing else None

    def standing(self, upto: int | None = None) -> list[tuple[int, Line]]:
        """The answers that still stand after the first lines, each with its line number.

        A line taken back is gone, and so is the line that took it back. What begins a chapter
        stands, and so does everything before it.
        """
        standing: list[tuple[int, Line]] = []
        settled = 0
        for number, line in enumerate(self.lines[:upto]):
            if line.by is not By.UNDO:
                standing.append((number, line))
                settled = len(standing) if line.by is By.CHAPTER else settled
            elif len(standing) > settled:
                standing.pop()
            else:
                raise InvalidRecord(f"answer {number + 1}", "there is nothing to take back")
        return standing


def plain(answer: Answer) -> Any:
    """An answer as plain JSON, free of a game's enums."""
    return msgspec.to_builtins(answer, str_keys=True)
