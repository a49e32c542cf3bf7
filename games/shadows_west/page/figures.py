"""Figures, markers and crews as the board shows them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from math import atan2, degrees
from typing import Final

from msgspec import Struct

from boomtown.core import (
    Seat,
    View,
)
from shadows_west.content.ranks import GRIT
from shadows_west.state import Figure, Gone, Kind, Table, Token, West
from shadows_west.terrain.ground import buildings_inside, ground, surface_ids, surfaces_at

RANK_ICONS: Final = {rank: f"rank-{grit.order + 1}" for rank, grit in GRIT.items()}
BADGE: Final = 54
"""How wide an icon on a plate is."""
LETTER: Final = 25
"""How wide a letter on a plate is."""


class Badge(Struct, frozen=True):
    """An icon on the plate of a figure."""

    icon: str
    x: int
    tone: str


class Plate(Struct, frozen=True):
    """What hangs below a figure: icons, and its height above the ground."""

    width: int
    badges: list[Badge]
    text: int
    """Where the height is written."""


class State(StrEnum):
    """The one word that says most about a figure."""

    GONE = "gone"
    RESERVE = "reserve"
    DOWNED = "downed"
    ACTING = "acting"
    LOOKOUT = "lookout"
    DONE = "done"
    SHAKEN = "shaken"
    WAITING = "waiting"
    HELD = "held"
    FREE = "free"


STATE_ICONS: Final = {
    State.GONE: "skull",
    State.RESERVE: "clock",
    State.DOWNED: "downed",
    State.ACTING: "boots",
    State.LOOKOUT: "eye",
    State.DONE: "check",
    State.SHAKEN: "shaken",
    State.WAITING: "clock",
    State.HELD: "lock",
    State.FREE: "stand",
}
STATE_TONES: Final = {
    State.DOWNED: "b",
    State.SHAKEN: "b",
    State.ACTING: "g",
    State.LOOKOUT: "i",
    State.HELD: "b",
}


class Arm(Struct, frozen=True):
    """A weapon in somebody's hand."""

    kind: str
    jammed: bool


SILHOUETTES: Final = {
    "bow": "bow",
    "buffalo_gun": "rifle",
    "carbine": "rifle",
    "repeater": "rifle",
    "rifle": "rifle",
    "shotgun": "shotgun",
}
"""By kind of weapon, how it looks in somebody's hands; any other is a pistol."""
LOOKS: Final = ("bow", "rifle", "shotgun", "pistol")
"""Of several weapons the first of these is seen."""


class Fig(Struct):
    """A figure on the map and in the lists."""

    id: str
    kind: str
    seat: Seat | None
    letter: str
    archetype: str
    rank: str
    rank_icon: str
    leader: bool
    x: int
    y: int
    """Downwards, as the map is drawn."""
    z: int
    turned: int
    """Degrees, as the map is drawn."""
    radius: int
    mounted: bool
    shaken: bool
    downed: bool
    omen: bool
    state: State
    icon: str
    tone: str
    gone: str
    arms: list[Arm]
    sticks: int
    loot: bool
    holds: str | None
    held_by: str | None
    inside: str | None
    """The building whose room it is in."""
    above: str | None
    """The piece it stands on, above the ground."""
    roof: int | None
    """The height of the nearest floor or roof above it."""
    active: bool
    plate: Plate

    @property
    def drawn(self) -> list[str]:
        """What stands on the base, from back to front: somebody, and what is in their hands."""
        if self.kind != Kind.MODEL:
            return [self.kind]
        looks = [SILHOUETTES.get(arm.kind, "pistol") for arm in self.arms]
        longest = min(looks, key=LOOKS.index, default=None)
        held = [] if longest is None else [longest]
        return [self.rank, *held, *(["dynamite"] if self.sticks else [])]


def figure_of(table: Table, figure: Figure, acting: Iterable[str]) -> Fig:
    active = figure.id in acting
    state = state_of(figure, active=active)
    return Fig(
        id=figure.id,
        kind=figure.kind.value,
        seat=figure.seat,
        letter="T" if figure.seat is None else "ABCD"[figure.seat],
        archetype=figure.archetype or figure.kind.value,
        rank=figure.rank.value,
        rank_icon=RANK_ICONS[figure.rank],
        leader=figure.leader,
        x=figure.x,
        y=ground(table).size - figure.y,
        z=figure.z,
        turned=-round(degrees(atan2(figure.fy, figure.fx))),
        radius=figure.radius,
        mounted=figure.mounted,
        shaken=figure.shaken,
        downed=figure.downed,
        omen=figure.omen,
        state=state,
        icon=STATE_ICONS[state],
        tone=STATE_TONES.get(state, ""),
        gone=figure.gone.value,
        arms=[Arm(weapon.kind, weapon.jammed) for weapon in figure.weapons],
        sticks=figure.sticks,
        loot=figure.loot is not None,
        holds=figure.holds,
        held_by=figure.held_by,
        inside=next(iter(buildings_inside(ground(table), figure.x, figure.y, figure.z)), None),
        above=_stands_on(table, figure),
        roof=_roof(table, figure),
        active=active,
        plate=_plate(figure),
    )


def _stands_on(table: Table, figure: Figure) -> str | None:
    if not figure.z:
        return None
    return next(iter(sorted(surface_ids(ground(table), figure.x, figure.y, figure.z))), None)


def _roof(table: Table, figure: Figure) -> int | None:
    heights = surfaces_at(ground(table), figure.x, figure.y)
    return min((z for z in heights if z > figure.z), default=None)


def state_of(figure: Figure, *, active: bool) -> State:
    """What a list says of a figure in one word."""
    if figure.gone is Gone.WAITING:
        return State.RESERVE
    if figure.gone is not Gone.NO:
        return State.GONE
    if figure.held_by is not None:
        return State.HELD
    if figure.kind is not Kind.MODEL:
        return State.FREE
    if figure.downed:
        return State.DOWNED
    if active:
        return State.ACTING
    if figure.token is not Token.NONE:
        return State(figure.token.value)
    return State.SHAKEN if figure.shaken else State.WAITING


def _plate(figure: Figure) -> Plate:
    """Rank, leader's hat, how it is, its token, a jam; and its height."""
    icons: list[tuple[str, str]] = []
    if figure.kind is Kind.MODEL:
        icons.append((RANK_ICONS[figure.rank], ""))
    if figure.leader:
        icons.append(("godfather", ""))
    if figure.downed:
        icons.append(("downed", "bad"))
    if figure.shaken:
        icons.append(("shaken", "bad"))
    if figure.token is Token.LOOKOUT:
        icons.append(("eye", "look"))
    if figure.token is Token.DONE:
        icons.append(("check", "plain"))
    if any(weapon.jammed for weapon in figure.weapons):
        icons.append(("no", "bad"))
    written = len(f"▲{figure.z / 100:g}″") * LETTER + 16 if figure.z else 0
    width = len(icons) * BADGE + written + 16 if icons or written else 0
    left = 12 - width // 2
    badges = [Badge(icon, left + BADGE * place, tone) for place, (icon, tone) in enumerate(icons)]
    return Plate(width, badges, left + BADGE * len(icons))


class Lump(Struct, frozen=True):
    """A marker on the map."""

    id: str
    kind: str
    x: int
    y: int
    z: int


def markers_of(table: Table) -> list[Lump]:
    size = ground(table).size
    return [
        Lump(marker.id, marker.kind, marker.x, size - marker.y, marker.z)
        for marker in table.markers.values()
        if not marker.gone
    ]


class Crew(Struct):
    """The figures of one gang in a list."""

    seat: Seat | None
    kind: str
    figures: list[Fig]


def crews_of(view: View[West], figures: dict[str, Fig]) -> list[Crew]:
    """The viewer's own gang first, then the others clockwise, then the townsfolk."""
    west = view.state
    first = view.seat or Seat(0)
    order = [Seat((first + place) % view.seats) for place in range(view.seats)]
    crews = [
        Crew(
            seat,
            west.gangs[seat].kind,
            [
                fig
                for fig in figures.values()
                if fig.seat == seat and (fig.kind == Kind.MODEL or not fig.gone)
            ],
        )
        for seat in order
    ]
    folk = [fig for fig in figures.values() if fig.kind == Kind.FOLK and not fig.gone]
    return [*crews, *([Crew(None, "", folk)] if folk else [])]
