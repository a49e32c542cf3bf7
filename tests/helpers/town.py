"""A table of Shadows of the West as a test needs it, in the notation of the worked examples.

west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, rank="veteran")])
match = play(west, ShootAction("a1"), dice=[2, 5, 3, 5])
say(match, (A, {"weapon": "a1.w1", "target": "b1"}))
assert not who(match, "b1").shaken

The letter of an id is its seat: ``a1`` is of seat 0, ``b2`` of seat 1; ``t1`` is a townsperson.
A mounted model has its horse with it, ``a1.h``; a waiting horse is ``fig("a1.h", …)``.
"""

import itertools
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from msgspec import structs

from boomtown.core import Ask, Chance, LoadedChance, Match, OneOf, Seat, Step
from boomtown.testing import arranged
from shadows_west import GAME
from shadows_west.content import ON_FOOT
from shadows_west.content.ranks import Rank
from shadows_west.state import (
    Figure,
    Gang,
    Gone,
    Kind,
    Marker,
    Table,
    Token,
    Weapon,
    West,
    WestOptions,
)
from shadows_west.terrain.footing import near, obstacle
from shadows_west.terrain.ground import ground, register, surfaces_at
from shadows_west.terrain.maps import Piece
from shadows_west.terrain.standing import may_stand

A, B, C, D = (Seat(seat) for seat in range(4))
N, E, S, W = (0, 1000), (1000, 0), (0, -1000), (-1000, 0)
COMPASS = {"N": N, "E": E, "S": S, "W": W}
_numbers = itertools.count(1)


class Rest(Ask):
    """The end of what a test looks at: seat 0 is asked, and nobody answers."""

    rule = "shadows.turn.action"

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf(["rest"])

    def answered(self, match: Match[West], answer: str) -> None:
        match.then(Rest(self.seat))


TOWN = replace(GAME, steps=(*GAME.steps, Rest))
"""The game with all its steps, and one more on which a test comes to rest."""


def fig(
    id: str,
    x: int,
    y: int,
    z: int = 0,
    *,
    rank: str = "novice",
    weapons: Sequence[str] = ("pistol",),
    face: str | tuple[int, int] | None = None,
    token: str = "",
    **more: Any,
) -> Figure:
    """A figure; ``face`` is a letter or a vector, by default towards the first other side."""
    figure = Figure(id, _kind(id), _seat(id), rank=Rank(rank), x=x, y=y, z=z, token=Token(token))
    if figure.kind is Kind.HORSE:
        figure.horse = id.removesuffix(".h")
    elif figure.kind is Kind.MODEL:
        figure.weapons = [Weapon(f"{id}.w{n}", kind) for n, kind in enumerate(weapons, 1)]
    for name, value in more.items():
        setattr(figure, name, value)
    figure.fx, figure.fy = COMPASS[face] if isinstance(face, str) else face or (0, 0)
    return figure


def _kind(id: str) -> Kind:
    if id.endswith(".h"):
        return Kind.HORSE
    return Kind.FOLK if id[0] == "t" else Kind.MODEL


def _seat(id: str) -> Seat | None:
    return None if id[0] == "t" else Seat("abcd".index(id[0]))


def loot(id: str, x: int, y: int, z: int = 0) -> Marker:
    """A loot marker."""
    return Marker(id, "loot", x, y, z)


def tnt(id: str, x: int, y: int, z: int = 0, seat: Seat | None = None) -> Marker:
    """A stick of dynamite that somebody has placed."""
    return Marker(id, "tnt", x, y, z, seat=seat)


def fence(x: int, h: int = 100) -> Piece:
    """A low obstacle from south to north, across the line of those who stand at y = 1000."""
    return Piece("fence", "linear", line=((x, 800), (x, 1200)), h=h)


def hut(*open: tuple[str, int, str, int], roof: int = 300) -> Piece:
    """A building of 6 by 6 inches with these openings."""
    return Piece("hut", "building", rect=(1000, 1000, 1600, 1600), roof=roof, open=tuple(open))


def town(
    figures: Iterable[Figure] = (),
    pieces: Sequence[Piece] = (),
    *,
    map: str | None = None,
    markers: Iterable[Marker] = (),
    scenario: str = "shootout",
    kinds: Sequence[str] = ("outlaws", "apaches", "desperados", "outlaws"),
    seats: int = 0,
    active: Seat = A,
    size: int = 3600,
    dust: bool = False,
    **options: Any,
) -> West:
    """A table in the action phase of turn 1: open ground, these pieces, or a map by name."""
    placed = [deepcopy(figure) for figure in figures]
    for figure in placed:
        if (figure.fx, figure.fy) == (0, 0):
            _face_other_side(figure, placed)
    gangs = max([2, seats, *(figure.seat + 1 for figure in placed if figure.seat is not None)])
    if map is None:
        map = f"test-{next(_numbers)}"
        register(map, list(pieces), size)
    agreed = WestOptions(**options)
    lying = {marker.id: deepcopy(marker) for marker in markers}
    table = Table(map, dust=dust, walk=agreed.walk(), close_fire=agreed.fire(), markers=lying)
    models = [figure for figure in placed if figure.kind is Kind.MODEL]
    horses = [figure for figure in placed if figure.kind is Kind.HORSE]
    folk = [figure for figure in placed if figure.kind is Kind.FOLK]
    horses += [_ridden(rider) for rider in models if rider.mounted]
    for horse in horses:
        owner = next((model for model in models if model.id == horse.horse), None)
        if owner is not None:
            owner.horse = horse.id
    for group in (models, horses, folk):
        for figure in sorted(group, key=lambda figure: figure.id):
            table.figures[figure.id] = figure
    for figure in models:
        if figure.holds is not None:
            table.figures[figure.holds].held_by = figure.id
    starting = [sum(1 for model in models if model.seat == seat) for seat in range(gangs)]
    return West(
        table,
        [Gang(kind=kinds[seat], starting=starting[seat]) for seat in range(gangs)],
        agreed.agreed(),
        scenario,
        turn=1,
        phase="action",
        order=[active],
    )


def table(*figures: Figure, pieces: Sequence[Piece] = (), **more: Any) -> Table:
    """The table of a town, without its gangs."""
    return town(figures, pieces, **more).table


def _face_other_side(figure: Figure, placed: list[Figure]) -> None:
    others = [other for other in placed if other.seat != figure.seat]
    dx, dy = (others[0].x - figure.x, others[0].y - figure.y) if others else N
    largest = max(abs(dx), abs(dy))
    figure.fx, figure.fy = (dx * 1000 // largest, dy * 1000 // largest) if largest else N


def _ridden(rider: Figure) -> Figure:
    horse = Figure(f"{rider.id}.h", Kind.HORSE, rider.seat, horse=rider.id, gone=Gone.RIDDEN)
    return horse


def play(
    west: West,
    *steps: Step,
    dice: Iterable[int] = (),
    picks: Iterable[object] = (),
    chance: Chance | None = None,
) -> Match[West]:
    """The steps are carried out up to the first question; a die that was not loaded is an error."""
    return arranged(
        TOWN,
        west,
        *steps,
        Rest(A),
        seats=len(west.gangs),
        chance=chance or LoadedChance(dice=dice, picks=picks),
        options=structs.asdict(west.options),
    )


def load(match: Match[West], *dice: int) -> None:
    """What the next dice will show."""
    assert isinstance(match.chance, LoadedChance)
    match.chance.dice += dice


def dice_left(match: Match[West]) -> list[object]:
    """The loaded dice that nobody has thrown yet."""
    assert isinstance(match.chance, LoadedChance)
    return match.chance.dice


def who(match: Match[West], id: str) -> Figure:
    """A figure by its id."""
    return match.state.table.figures[id]


def tokens(match: Match[West], *ids: str) -> list[Token]:
    """The tokens beside some figures."""
    return [who(match, id).token for id in ids]


def at(match: Match[West], id: str) -> tuple[int, int, int]:
    """Where a figure stands."""
    figure = who(match, id)
    return (figure.x, figure.y, figure.z)


def health(match: Match[West], id: str) -> str:
    """``unhurt``, ``shaken``, ``downed``, ``downed shaken``, or why it is not on the table."""
    figure = who(match, id)
    if not figure.on_table:
        return figure.gone.value
    marks = [name for name in ("downed", "shaken") if getattr(figure, name)]
    return " ".join(marks) or "unhurt"


def points(match: Match[West]) -> list[int]:
    """Victory points by seat."""
    return [gang.points for gang in match.state.gangs]


def question(match: Match[West]) -> str:
    """The name of the step that waits; ``Rest`` when everything has been carried out."""
    return "over" if match.outcome else type(match.agenda[-1]).__name__


def offers(match: Match[West]) -> list[object]:
    """What whoever is asked may answer."""
    return list(match.choice(match.asked()[0]).offers())


def told(match: Match[West], key: str) -> list[dict[str, Any]]:
    """What the log says under this key; the points of a way are only for the board to draw."""
    found = [dict(entry.args) for entry in match.log if entry.key == key]
    for args in found:
        args.pop("way", None)
    return found


def keys(match: Match[West]) -> list[str]:
    """The sentences of the log, in order."""
    return [entry.key for entry in match.log]


def crowd(chance: Chance, map: str) -> Table:
    """Two gangs and some townsfolk wherever there is room, upstairs as well."""
    table = Table(map)
    land = ground(table)
    while len(table.figures) < 14:
        x, y = 60 + chance.below(3481), 60 + chance.below(3481)
        z = chance.pick(surfaces_at(land, x, y) or [0])
        others = [obstacle(one) for one in table.figures.values()]
        if may_stand(near(land, x, y, 100), others, x, y, z, ON_FOOT.radius) is None:
            number = len(table.figures)
            id = f"{'abt'[number % 3]}{number}"
            seat = None if number % 3 == 2 else Seat(number % 3)
            table.figures[id] = Figure(
                id, Kind.FOLK if seat is None else Kind.MODEL, seat, x=x, y=y, z=z,
                fx=chance.below(2001) - 1000, downed=chance.below(6) == 0,
                weapons=[Weapon(f"{id}.w1", chance.pick(["rifle", "sawn_off", "lemat"]))],
            )  # fmt: skip
    return table
