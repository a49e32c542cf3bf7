"""What a bot has thought through on a table as it stands, kept for its next questions.

It is asked what a model does, and then how: both times it looks at the same moves and shots. What
is kept hangs on nothing but what is asked for and the table, which is public.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.msgpack import encode

from shadows_west.bot.attacks import Shot, best_shot
from shadows_west.moves.ready import ReadyMove, ready_moves
from shadows_west.state import Figure, West
from shadows_west.terrain.ground import ground
from shadows_west.terrain.pieces import Ground

TABLES = 4
"""For so many tables thoughts are kept: about as many as there are gangs that think."""


class Prospect(Struct, frozen=True):
    """What the end of a move is worth by itself, and what the next action is from there."""

    gain: float
    follow: float


class Thoughts:
    """All about one table."""

    def __init__(self) -> None:
        self.moves: dict[tuple[str, str | None], list[ReadyMove]] = {}
        """By model, and by whom it reacts to."""
        self.shots: dict[tuple[str, tuple[str, ...], str | None], Shot] = {}
        """By model, the weapons that have been fired, and the one that may be shot at."""
        self.prospects: dict[tuple[str, tuple[str, ...], bytes, float], Prospect] = {}
        """By model, the weapons that have been fired, order, and what a second fight counts."""


def thoughts(west: West) -> Thoughts:
    """What is known of the table as it stands; nothing, if it is new."""
    return _about(ground(west.table), encode(west.table), west.scenario, len(west.gangs))


@lru_cache(maxsize=TABLES)
def _about(land: Ground, table: bytes, scenario: str, gangs: int) -> Thoughts:
    return Thoughts()


def moves_of(
    known: Thoughts, west: West, figure: Figure, reaction_to: str | None = None
) -> list[ReadyMove]:
    """The ready-made moves of a model."""
    key = figure.id, reaction_to
    if key not in known.moves:
        known.moves[key] = ready_moves(west.table, figure, reaction_to)
    return known.moves[key]


def shot_of(
    known: Thoughts, west: West, figure: Figure, fired: list[str], *, at: str | None = None
) -> Shot:
    """The best shot of a model that has fired some weapons already."""
    key = figure.id, tuple(fired), at
    if key not in known.shots:
        known.shots[key] = best_shot(west.table, figure, fired, at=at)
    return known.shots[key]
