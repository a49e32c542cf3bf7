"""Tables of BANG! dice with the Ghost, as a test needs them."""

from typing import Any

from bang_dice import GAME
from bang_dice.content import Face
from bang_dice.notation.table import read_table
from bang_dice.rules.turn import Turn, Turns
from bang_dice.state import BangOptions, GhostToken, Town
from boomtown.core import Match, Seat
from boomtown.testing import LoadedChance, arranged
from saloon import table


def play(before: str, **options: Any) -> Match[Town]:
    """A table with the Ghost module."""
    return table(before, ghost=True, **options)


def haunted(
    before: str, holder: Seat, face: Face, *, double: bool = False, **options: Any
) -> Match[Town]:
    """A table at which the Ghost has already given a token."""
    town = read_table(before, BangOptions(ghost=True, **options))
    town.token = GhostToken(holder, face, double)
    return arranged(
        GAME,
        town,
        Turn(),
        Turns(),
        seats=len(town.cowboys),
        chance=LoadedChance(),
        options={"ghost": True, **options},
    )


LIVING = (
    "A paul sheriff 9/11 | B rose outlaw {b} | C lucky outlaw {c} | D willy renegade {d}"
    " | E black_jack deputy {e} | pile 9 | turn {turn}"
)


def town_of(b: str = "9/9", c: str = "8/8", d: str = "7/8", e: str = "8/8", turn: str = "A") -> str:
    """Five players, with life points to choose; one with `ghost` is the Ghost."""
    return LIVING.format(b=b, c=c, d=d, e=e, turn=turn)
