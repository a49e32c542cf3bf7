"""The parts of a preview: what its template prints and the page is told. South is down.

Everything is plain data; lengths are whole hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees
from typing import Any, Final

from msgspec import Struct

from boomtown.core import Answer, Refusal
from shadows_west.shooting.targets import MODEL
from shadows_west.state import Figure, Table
from shadows_west.terrain.ground import ground, surfaces_at

Draft = dict[str, Any]
"""What the page sends: ``do`` says what is drafted, the rest is by kind."""


class Why(Struct, frozen=True):
    """A refusal, as the template and the page can have it."""

    rule: str
    key: str
    args: dict[str, Any]


def why(refusal: Refusal | None) -> Why | None:
    """The refusal as plain data."""
    return None if refusal is None else Why(refusal.rule, refusal.key, dict(refusal.args))


# --- drawings ------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """A line of sight: clear, or blocked at a point."""

    x1: int
    y1: int
    x2: int
    y2: int
    cross: tuple[int, int] | None = None
    by: str = ""
    """The piece or figure that is in the way there."""


class Ring(Struct, frozen=True):
    """A ring round a place, or along an outline."""

    x: int
    y: int
    radius: int
    points: str = ""


class Arc(Struct, frozen=True):
    """The border of a range band in front of a shooter."""

    path: str
    x: int
    y: int
    inches: int


class Mark(Struct, frozen=True):
    """A figure that is not there yet."""

    id: str
    letter: str
    x: int
    y: int
    z: int
    radius: int
    turned: int
    bad: bool


# --- shots ---------------------------------------------------------------------------------------


class Die(Struct, frozen=True):
    """A line in the sum of a pool: dice that a rule adds or takes."""

    rule: str
    key: str
    dice: int


class Shot(Struct, kw_only=True):
    """One way to shoot at a target."""

    weapon: str
    kind: str
    fired: str
    """The weapon as which it is fired: itself, or what its second barrel is."""
    mode: str
    target: str
    what: str
    """The kind of target: ``model``, ``folk``, ``horse``, ``tnt`` or ``explosive``."""
    archetype: str
    free: bool
    refusal: Why | None
    gap: int | None
    band: str | None
    bounds: tuple[int, int]
    cover: list[str]
    """Pieces and figures, figures by their ids."""
    sums: list[Die]
    dice: int | None
    sides: int
    hit: int | None
    hurt: int | None
    down: int | None
    jam: int | None
    answer: Answer

    @property
    def rank(self) -> tuple[bool, bool, bool, int]:
        """The best one first: legal, at a model, without spotting, most likely to bring it down."""
        return (self.refusal is not None, self.what != MODEL, not self.free, -(self.down or 0))


class Aim(Struct, kw_only=True):
    """Everything that a model could shoot at, the best first."""

    shooter: str
    shots: list[Shot]
    """At one target, with every weapon."""
    seen: list[Shot]
    """The best shot at each target in sight; if none is in range, the nearest ones."""


# --- moves ---------------------------------------------------------------------------------------


class Step(Struct, frozen=True):
    """A leg of a way, as it is drawn and summed up."""

    mode: str
    path: str
    x: int
    y: int
    length: int
    """What it would cost on open ground."""
    slow: int
    """What difficult ground adds."""
    total: int
    bad: bool
    save: int | None
    fall: int
    cacti: list[str]


class Way(Struct, kw_only=True):
    """A Move as it would come out."""

    steps: list[Step]
    cost: int
    allowance: int
    length: int
    slow: int
    deeds: list[tuple[str, str]]
    charged: list[str]
    fight: str | None
    left: list[str]
    exits: bool
    reach: list[str]
    """Outlines of where the model can get to."""
    sticks: list[tuple[int, int]] = []
    """Where dynamite would be laid."""


class Doing(Struct, frozen=True):
    """Something that could be done at the end of a way, and the order that does it."""

    verb: str
    what: str
    order: str


# --- fights --------------------------------------------------------------------------------------


class Fight(Struct, frozen=True):
    """A fight before it is fought: both pools, and who wins how often."""

    other: str
    sums: list[Die]
    dice: int
    sides: int
    other_dice: int
    other_sides: int
    win: int
    lose: int


# --- gangs ---------------------------------------------------------------------------------------


class Gun(Struct, frozen=True):
    """A weapon with its numbers."""

    kind: str
    bands: list[tuple[int, int]]
    """How far each range band goes, and how many dice a shot has in it; none for a corridor."""
    shots: int
    jam: int
    jammed: bool


class Gear(Struct, frozen=True):
    """Something that a model has or could have, and the gang with it changed."""

    id: str
    cost: int
    count: int
    special: bool
    hands: str
    gun: Gun | None = None


class Hired(Struct, frozen=True):
    """A model of the gang."""

    archetype: str
    rank: str
    leader: bool
    cost: int
    weapons: list[Gear]
    horse: Gear | None
    sticks: Gear | None
    without: str
    """The gang without it, as JSON."""


class Hire(Struct, frozen=True):
    """A model that could be hired."""

    archetype: str
    rank: str
    leader: bool
    cost: int
    most: int | None
    count: int
    hands: str


class Roster(Struct, frozen=True):
    """A gang that is being built."""

    gang: str
    gangs: list[str]
    budget: int
    spent: int
    hired: list[Hired]
    hires: list[Hire]
    usual: str
    """The ready-made list of this gang."""
    ready: list[tuple[str, str]] = []
    """The ready-made lists of all gangs."""


# --- dynamite ------------------------------------------------------------------------------------


class Toss(Struct, frozen=True):
    """A throw before it is thrown: where the stick ends up how often, and whom it hurts."""

    on: int
    """In per mille, like all that follows."""
    feet: int
    bounces: int
    dud: int
    hurt: list[tuple[str, int]]
    """Whom it would hurt how often, over all results of all dice."""
    scatter: list[tuple[int, int]]
    """Where it may bounce to, as it is drawn."""


# --- looking around ------------------------------------------------------------------------------


class Seen(Struct, frozen=True):
    """Somebody who is seen, or who sees."""

    id: str
    archetype: str
    gap: int | None
    cover: bool


class Inspected(Struct, frozen=True):
    """A figure from all sides."""

    id: str
    archetype: str
    rank: str
    sides: int
    move: int
    sticks: int
    guns: list[Gun]
    sees: list[Seen]
    threats: list[Seen]
    """Who could shoot at it."""


class Sightline(Struct, frozen=True):
    """The view between two figures or places."""

    one: str
    other: str
    gap: int | None
    by: str
    """What is in the way; empty if the view is open."""
    away: list[str]
    """Who of the two faces the other way."""
    cover: list[str]


# --- the whole -----------------------------------------------------------------------------------


class Preview(Struct, kw_only=True):
    """What the page is told."""

    do: str
    draft: Draft | None = None
    """What the page keeps of the draft; None if it was only looked at."""
    answer: Answer = None
    text: str = ""
    legal: bool = False
    risk: bool = False
    """Whether sending it is confirmed once (shadows.ui.confirm_risk)."""
    ahead: bool = False
    """Whether the Move is still to be declared."""
    refusal: Why | None = None
    short: Why | None = None
    """Why a way ends before what was tapped."""
    wish: tuple[int, int] | None = None
    """What was tapped, if the way ends before it."""
    end: tuple[int, int, int] | None = None
    face: tuple[int, int] | None = None
    mark: Mark | None = None
    stride: int = 10
    """How far an arrow button nudges a point (shadows.ui.point)."""
    way: Way | None = None
    deeds: list[Doing] = []
    aim: Aim | None = None
    fight: Fight | None = None
    """The free fight of a charge."""
    roster: Roster | None = None
    lines: list[Line] = []
    rings: list[Ring] = []
    arcs: list[Arc] = []
    blast: Ring | None = None
    hurt: list[str] = []
    """Who would be in the blast."""
    toss: Toss | None = None
    area: str = ""
    """The outline of the ground that one may throw at."""
    models: list[str] = []
    """Which models wait to be placed."""
    card: Inspected | None = None
    sight: Sightline | None = None
    threats: list[Seen] = []
    """Who could shoot at a place."""
    reach: list[str] = []
    """Outlines of where an inspected model can get to."""
    danger: list[tuple[str, str]] = []
    """Outlines of what enemies look at, and whether they are on Lookout."""


NOTHING: Final = "nothing"
STRIDES: Final = (1, 10, 100)


# --- reading a draft -----------------------------------------------------------------------------


def whole(raw: object) -> int | None:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def place_of(raw: object) -> tuple[int, int] | None:
    """A tapped point."""
    if not isinstance(raw, list) or len(raw) != 2:
        return None
    x, y = (whole(value) for value in raw)
    return None if x is None or y is None else (x, y)


def height_of(table: Table, x: int, y: int, level: object) -> int:
    """The surface that a tap means: the highest one up to the level, else the lowest."""
    heights = surfaces_at(ground(table), x, y) or [0]
    top = whole(level)
    if top is None:
        return heights[0]
    return max((z for z in heights if z <= top), default=heights[0])


def stride_of(draft: Draft) -> int:
    """How far a nudge goes: a hundredth, a tenth or a whole inch."""
    stride = draft.get("stride")
    return stride if stride in STRIDES else STRIDES[1]


def figure_of(table: Table, id: object) -> Figure | None:
    figure = table.figures.get(id) if isinstance(id, str) else None
    return figure if figure is not None and figure.on_table else None


def turned(face: Sequence[int]) -> int:
    return -round(degrees(atan2(face[1], face[0])))


def mark_of(
    table: Table, figure: Figure, end: Sequence[int], face: Sequence[int], *, bad: bool
) -> Mark:
    x, y, z = end
    letter = "T" if figure.seat is None else "ABCD"[figure.seat]
    flat = ground(table).size - y
    return Mark(figure.id, letter, x, flat, z, figure.radius, turned(face), bad)


def outline_of(table: Table, corners: Sequence[tuple[int, int]]) -> str:
    size = ground(table).size
    return " ".join(f"{x},{size - y}" for x, y in corners)
