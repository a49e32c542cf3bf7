"""Who sits where, as one viewer may see it: life, arrows, roles that are face up."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from bang_dice.content import ROLE_OF, Face, RoleCard
from bang_dice.rules.moments import character_of
from bang_dice.state import Loss, Town
from boomtown.core import Seat, Secret, View


class Side(StrEnum):
    """Which way round the table somebody is nearer."""

    LEFT = "left"
    RIGHT = "right"
    EITHER = "either"


class Shown(Struct):
    """What lies at a place for all to see: it is drawn once, whoever looks."""

    seat: Seat
    character: str | None
    ability: str
    """The rule of the character's ability."""
    life: int
    cap: int
    arrows: int
    chief: bool
    role: str | None
    """The role card, if it lies face up."""
    badge: str
    """The icon of its type."""
    goal: str
    """What whoever has it is after; of a card face down, that nobody knows."""
    out: bool
    ghost: bool
    ghost_role: str | None
    token: Face | None
    token_double: bool
    active: bool
    hits: int
    """Life points about to be lost."""
    full: str
    empty: str
    """Outlines of the bullets that are there and of those that were lost."""


class Plate(Struct):
    """A place at the table, and where it is from the viewer's."""

    seat: Seat
    shown: Shown
    place: int
    """Clockwise from the viewer's own place, which is 0."""
    away: int = 0
    """Places from the viewer, among the living; 0 where that means nothing."""
    side: Side | None = None


BULLET = "m2 10c0-5 2-8 4-9c2 1 4 4 4 9zm0 1.500h8v8.500h-8zm-.8 9.500h9.600v2h-9.600z"
BULLET_WIDTH = 13


@lru_cache(maxsize=512)
def bullets(first: int, count: int) -> str:
    """The outline of some bullets side by side, from the first one's place on."""
    return "".join(f"M{(first + n) * BULLET_WIDTH} 0{BULLET}" for n in range(count))


def plates_of(view: View[Town]) -> list[Plate]:
    """Everybody, clockwise from the viewer."""
    town = view.state
    first = view.seat or Seat(0)
    order = [Seat((first + place) % view.seats) for place in range(view.seats)]
    blow = town.losses[-1] if town.losses else None
    plates = [Plate(seat, shown_at(town, seat, blow), place) for place, seat in enumerate(order)]
    if view.seat is not None and town.is_living(view.seat) and view.outcome is None:
        measure(plates[1:])
    return plates


def shown_at(town: Town, seat: Seat, blow: Loss | None) -> Shown:
    cowboy = town.cowboys[seat]
    token = town.token if town.token is not None and town.token.holder == seat else None
    ghost = seat == town.ghost
    struck = blow is not None and not blow.lost
    return Shown(
        seat=seat,
        character=cowboy.character,
        ability=character_of(cowboy).rule,
        life=cowboy.life,
        cap=cowboy.cap,
        arrows=cowboy.arrows,
        chief=cowboy.chief,
        role=cowboy.role.value.value if cowboy.role.public else None,
        badge=badge_of(cowboy.role),
        goal=goal_of(cowboy.role.value, len(town.cowboys)) if cowboy.role.public else "hidden",
        out=cowboy.out,
        ghost=ghost,
        ghost_role=town.ghost_role.value if ghost and town.ghost_role is not None else None,
        token=None if token is None else token.face,
        token_double=token is not None and token.double,
        active=seat == town.active,
        hits=blow.hits.get(seat, 0) if struck and blow is not None else 0,
        full=bullets(0, cowboy.life),
        empty=bullets(cowboy.life, max(0, cowboy.cap - cowboy.life)),
    )


def badge_of(role: Secret[RoleCard]) -> str:
    """The icon of a role card as everybody sees it."""
    return f"role-{ROLE_OF[role.value]}" if role.public else "role-hidden"


def goal_of(role: RoleCard, seats: int) -> str:
    """The name of a goal: that of the role's type, or the target in a game of three."""
    kind = ROLE_OF[role]
    return f"{kind}_of_three" if seats == 3 else str(kind)


def measure(others: list[Plate]) -> None:
    """How far away the living are from the viewer, and which way round (bang.shot.distance)."""
    living = [plate for plate in others if not plate.shown.out]
    for index, plate in enumerate(living):
        left, right = index + 1, len(living) - index
        plate.away = min(left, right)
        plate.side = Side.EITHER if left == right else Side.LEFT if left < right else Side.RIGHT
