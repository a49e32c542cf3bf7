"""A table as an example writes it: seats, characters, roles, life points and arrows."""

from __future__ import annotations

import re

from bang_dice.content import GHOST_RENEGADE, ROLE_OF, Role, RoleCard
from bang_dice.rules.characters import CHARACTERS
from bang_dice.state import BangOptions, Cowboy, Town
from boomtown.core import Seat, Secret
from boomtown.testing.examples import ExampleFailed

LETTERS = "ABCDEFGH"


def seat_of(letter: str) -> Seat:
    """A seat by its letter."""
    if len(letter) != 1 or letter not in LETTERS:
        raise ExampleFailed(f"no seat is called {letter!r}")
    return Seat(LETTERS.index(letter))


def read_arrows(text: str) -> tuple[int, bool]:
    """``a2+C``, ``2+C`` or ``2``: regular arrows, and whether the chief's is there."""
    found = re.fullmatch(r"a?(\d+)(\+C)?", text)
    if found is None:
        raise ExampleFailed(f"these are no arrows: {text}")
    return int(found.group(1)), found.group(2) is not None


def read_table(text: str, options: BangOptions) -> Town:
    """The table before."""
    cowboys: list[Cowboy] = []
    fields: dict[str, str] = {}
    ghost: Seat | None = None
    for part in (piece.split() for piece in text.split("|")):
        if len(part) == 2 and part[0] in ("pile", "turn"):
            fields[part[0]] = part[1]
            continue
        letter, character, role, life, *arrows = part
        if character not in CHARACTERS:
            raise ExampleFailed(f"nobody is called {character!r}")
        card = RoleCard(role.split(":")[-1])
        cowboy = Cowboy(Secret(card, "role"), character, 0, 0)
        if life in ("out", "ghost"):
            cowboy.out = True
            ghost = seat_of(letter) if life == "ghost" else ghost
        else:
            cowboy.life, cowboy.cap = (int(number) for number in life.split("/"))
            cowboy.arrows, cowboy.chief = read_arrows(arrows[0] if arrows else "a0")
        cowboys.append(cowboy)
    count = len(cowboys)
    for seat, cowboy in enumerate(cowboys):
        cowboy.role.seats = 1 << seat
        sheriff = ROLE_OF[cowboy.role.value] is Role.SHERIFF
        cowboy.role.public = cowboy.out or sheriff or count == 3
    pile, chief = read_arrows(fields["pile"])
    town = Town(
        cowboys,
        [],
        options,
        {cowboy.character: Seat(s) for s, cowboy in enumerate(cowboys) if cowboy.character},
        pile=pile,
        chief_in_pile=chief,
        active=seat_of(fields["turn"]),
        ghost=ghost,
    )
    if ghost is not None and town.role(ghost) is Role.RENEGADE:
        town.ghost_role = GHOST_RENEGADE[count]
    return town
