"""How a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from boomtown.core.seats import Seat


class Outcome(Struct, frozen=True):
    """Who won, by which rule, and where everybody ended up.

    ``side`` is the name of the party that won (``outlaws``), where a game has parties;
    ``teams`` says who belonged to which. ``ranks`` has one number per seat, 1 for the best,
    ties sharing a rank; ``scores`` one number per seat where a game counts points.
    """

    rule: str
    winners: tuple[Seat, ...]
    side: str | None = None
    teams: dict[str, tuple[Seat, ...]] = {}
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def draw(self) -> bool:
        """Whether nobody won."""
        return not self.winners


class Part(Struct, frozen=True):
    """What somebody was in a match that is over: a noun and a name of the language files.

    Seats of one ``side`` win and lose together; whoever plays alone has none.
    """

    noun: str = ""
    name: str = ""
    side: str = ""


def ranks_by(scores: Sequence[int] | Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from scores, the highest first; equal scores share a rank.

    A score may be a tuple: what decides among equals comes after.

    >>> ranks_by([3, 7, 3, 1])
    (2, 1, 2, 4)
    >>> ranks_by([(3, 1), (3, 2)])
    (2, 1)
    """
    values: Sequence[Any] = scores
    return tuple(1 + sum(other > value for other in values) for value in values)
