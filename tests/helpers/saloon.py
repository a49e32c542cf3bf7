"""A table of BANG! dice as a test needs it, in the notation of the worked examples.

match = table("A jesse sheriff 6/11 a1 | B rose outlaw 7/9 a3 | … | pile 1 | turn A")
throw(match, "arrow arrow dyn 1 beer")      # the active player begins and throws these
reroll(match, {1: "gat", 2: "beer"})        # die 1 and 2 are thrown again and show this
stop(match)
answer(match, "A", {"4": C})                # any other question, by the letter of the seat
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bang_dice import GAME
from bang_dice.notation.table import read_table, seat_of
from bang_dice.rules.turn import Turn, Turns
from bang_dice.state import BangOptions, Cowboy, Town
from boomtown.core import PASS, LoadedChance, Match, SealedAsk, Seat
from boomtown.testing import arranged

A, B, C, D, E, F, G, H = (Seat(seat) for seat in range(8))


EVERYTHING = {
    "saloon_dice": True,
    "chief": True,
    "special_roles": "mixed",
    "new_characters": True,
    "ghost": True,
}
"""All modules at once."""
OTHERS = "B rose outlaw 9/9 | C lucky outlaw 8/8 | D kit renegade 7/7"
"""Three players beside A."""


def table(before: str, **options: Any) -> Match[Town]:
    """The active player is about to begin a turn; no die is loaded yet."""
    town = read_table(before, BangOptions(**options))
    return arranged(
        GAME, town, Turn(), Turns(), seats=len(town.cowboys), chance=LoadedChance(), options=options
    )


def load(match: Match[Town], faces: str | Iterable[str]) -> None:
    """The faces that the next dice will show."""
    assert isinstance(match.chance, LoadedChance)
    match.chance.dice += faces.split() if isinstance(faces, str) else list(faces)


def throw(match: Match[Town], faces: str) -> None:
    """The active player says "throw", and the dice show these faces."""
    load(match, faces)
    match.answer(match.state.active, "throw")


def reroll(match: Match[Town], dice: Mapping[int, str]) -> None:
    """Some dice, counted from 1, are thrown again and show these faces."""
    load(match, [dice[die] for die in sorted(dice)])
    match.answer(match.state.active, sorted(dice))


def stop(match: Match[Town]) -> None:
    """The active player throws no more."""
    match.answer(match.state.active, [])


def answer(match: Match[Town], letter: str, value: Any) -> None:
    """An answer by the letter of the seat."""
    match.answer(seat_of(letter), value)


def window(match: Match[Town], **used: str) -> None:
    """Everybody in a sealed window passes, but who is named: ``window(match, C="doctor")``."""
    assert isinstance(match.agenda[-1], SealedAsk), match.agenda[-1]
    for seat in match.asked():
        match.answer(seat, used.get("ABCDEFGH"[seat], PASS))


def question(match: Match[Town]) -> str:
    """The name of the step that waits: ``OfferReroll``, ``Shoot``, ``Drink`` …"""
    return "over" if match.outcome else type(match.agenda[-1]).__name__


def nobody(match: Match[Town]) -> None:
    """Everybody passes until something else is asked."""
    while question(match).endswith("Window"):
        window(match)


def five(
    b: str = "outlaw",
    c: str = "outlaw",
    d: str = "renegade",
    e: str = "deputy",
    turn: str = "A",
) -> str:
    """Five players, one of them a Deputy."""
    return (
        f"A paul sheriff 9/11 a1 | B rose {b} 9/9 | C black_jack {c} 8/8 | D kit {d} 7/7 a2"
        f" | E willy {e} 8/8 | pile 6 | turn {turn}"
    )


def cowboy(match: Match[Town], letter: str) -> Cowboy:
    """A player by letter."""
    return match.state.cowboys[seat_of(letter)]


def life(match: Match[Town]) -> dict[str, int]:
    """Life points of the living, by letter."""
    return {"ABCDEFGH"[seat]: match.state.cowboys[seat].life for seat in match.state.living()}


def told(match: Match[Town]) -> list[str]:
    """The rules that the log cites."""
    return [entry.rule for entry in match.log]
