"""Tables of BANG! dice with special roles, as a test needs them."""

from typing import Any

from bang_dice.state import Town
from boomtown.core import Match, Seat
from saloon import question, table, window


def play(before: str, **options: Any) -> Match[Town]:
    """A table with special roles."""
    return table(before, special_roles="mixed", **options)


def four(b: str = "outlaw", c: str = "outlaw", d: str = "renegade", turn: str = "A") -> str:
    """Four players: there is no Deputy, so neither the Doctor nor the Judge is about."""
    return (
        f"A paul sheriff 9/11 | B rose {b} 9/9 | C bart {c} 8/8 | D kit {d} 7/7"
        f" | pile 9 | turn {turn}"
    )


def turn_up(match: Match[Town], *seats: Seat) -> None:
    """These cards have been turned face up earlier."""
    for seat in seats:
        match.state.cowboys[seat].role.public = True


def nobody_gambles(match: Match[Town]) -> None:
    """Everybody passes in the window after a throw."""
    assert question(match) == "ThrowWindow"
    window(match)
