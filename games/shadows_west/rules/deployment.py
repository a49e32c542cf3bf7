"""Deployment: where models begin, one after another (shadows.setup.deploy)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from boomtown.core import (
    Answer,
    Arg,
    Ask,
    Composed,
    InvalidAnswer,
    Match,
    Ready,
    Refusal,
    Seat,
    Step,
    Things,
)
from shadows_west.content import LARGE_RADIUS, MOUNTED, Base
from shadows_west.geometry.exact import Point, d2, trunc_div
from shadows_west.measuring.spacing import Disc, within
from shadows_west.state import MODEL, Figure, Gone, Table, West
from shadows_west.terrain.footing import Spot, near, obstacle
from shadows_west.terrain.ground import buildings_inside, ground, surfaces_at
from shadows_west.terrain.pieces import Ground
from shadows_west.terrain.standing import clear_of_figures, may_stand, scaled
from shadows_west.terrain.zones import Rect, zone_of

FROM_ENEMIES: Final = 600
GRID: Final = 100
"""Models of absent players are placed on points this far apart (shadows.setup.time_out)."""
SAMPLES: Final = 8
"""How many spots are proposed for a model."""
MODELS_PROPOSED: Final = 3


REST: Final = "rest"
FORMATION: Final = "formation"
ABREAST: Final = 300
"""How far apart the models of a formation stand at most."""
BEHIND: Final = 150
"""How far every second one stands behind the others."""
ELBOW_ROOM: Final = 200
"""How near to each other they stand where there is room enough."""


def stand_refusal(
    land: Ground, present: Iterable[Figure], base: Base, x: int, y: int, z: int
) -> Refusal | None:
    """Whether a Move might end here, among others (shadows.geo.path_end)."""
    around = near(land, x, y, base.radius)
    others = [obstacle(figure) for figure in present]
    on_foot = base is not MOUNTED
    return may_stand(around, others, x, y, z, base.radius, base.height, on_foot=on_foot)


# --- deployment ----------------------------------------------------------------------------------


def waiting(table: Table, seat: Seat) -> list[Figure]:
    """The models of a gang that are not placed yet."""
    return [
        figure
        for figure in table.figures.values()
        if figure.seat == seat and figure.gone is Gone.WAITING
    ]


class Deployment(Step):
    """Models are placed one at a time in turn, beginning with who came last in the roll-off."""

    rule = "shadows.setup.deploy"
    queue: list[Seat] = []
    begun: bool = False

    def run(self, match: Match[West]) -> None:
        west = match.state
        if not self.begun:
            self.begun = True
            self.queue = list(reversed(west.zones))
        self.queue = [seat for seat in self.queue if waiting(west.table, seat)]
        if self.queue:
            seat = self.queue.pop(0)
            self.queue.append(seat)
            match.then(PlaceModel(seat), self)


def place_refusal(
    land: Ground, present: Sequence[Figure], figure: Figure, zone: Rect, x: int, y: int, z: int
) -> Refusal | None:
    """Whether a model may be placed here, among others (shadows.setup.deploy)."""
    x0, y0, x1, y1 = zone
    r = figure.radius
    if not (x0 + r <= x <= x1 - r and y0 + r <= y <= y1 - r):
        return Refusal("shadows.setup.deploy", "zone", who=figure.id)
    if figure.mounted and (z or buildings_inside(land, x, y, z)):
        return Refusal("shadows.setup.deploy", "horse", who=figure.id)
    return _enemy_near(present, figure, x, y, z) or stand_refusal(
        land, present, figure.base, x, y, z
    )


def _enemy_near(
    present: Iterable[Figure], figure: Figure, x: int, y: int, z: int
) -> Refusal | None:
    spot = Disc(x, y, z, figure.radius)
    for enemy in present:
        if enemy.kind is MODEL and enemy.seat != figure.seat and within(spot, enemy, FROM_ENEMIES):
            return Refusal("shadows.setup.deploy", "enemy", who=enemy.id, least=FROM_ENEMIES)
    return None


def facing_centre(table: Table, x: int, y: int) -> tuple[int, int]:
    """The direction of the middle of the table."""
    cx, cy = ground(table).centre
    return scaled(cx - x, cy - y)


def outdoor_spots(table: Table, figure: Figure, zone: Rect) -> list[Spot]:
    """Free grid points of a zone in the open, nearest its centre first, then lower y, lower x."""
    return _free(table, figure, zone, _outdoors(ground(table), zone, figure.mounted))


def spread_spots(table: Table, figure: Figure, zone: Rect) -> list[Spot]:
    """Some legal spots all over a zone, on every surface there is."""
    spots = _free(table, figure, zone, _everywhere(ground(table), zone, figure.mounted))
    return spots[:: max(1, len(spots) // SAMPLES)]


# What terrain leaves of a zone is worked out once; who stands there already is asked each time.


@lru_cache(maxsize=256)
def _outdoors(land: Ground, zone: Rect, mounted: bool) -> tuple[Spot, ...]:
    x0, y0, x1, y1 = zone
    cx, cy = (x0 + x1) // 2, (y0 + y1) // 2
    points = sorted(
        (d2(x, y, cx, cy), y, x)
        for x in range(x0, x1 + 1, GRID)
        for y in range(y0, y1 + 1, GRID)
        if not buildings_inside(land, x, y, 0)
    )
    return _open_to(land, zone, mounted, ((x, y, 0) for _, y, x in points))


@lru_cache(maxsize=256)
def _everywhere(land: Ground, zone: Rect, mounted: bool) -> tuple[Spot, ...]:
    x0, y0, x1, y1 = zone
    points = (
        (x, y, z)
        for x in range(x0 + GRID, x1, 3 * GRID)
        for y in range(y0 + GRID, y1, 2 * GRID)
        for z in surfaces_at(land, x, y)
    )
    return _open_to(land, zone, mounted, points)


def _open_to(land: Ground, zone: Rect, mounted: bool, spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """The spots that a model, on foot or mounted, could have if nobody else were there."""
    anybody = Figure("", MODEL, mounted=mounted)
    return tuple(spot for spot in spots if place_refusal(land, (), anybody, zone, *spot) is None)


def _free(table: Table, figure: Figure, zone: Rect, spots: Iterable[Spot]) -> list[Spot]:
    """Those of some spots in a zone that the figures on the table leave to a model."""
    x0, y0, x1, y1 = zone
    base, far = figure.base, FROM_ENEMIES + 2 * LARGE_RADIUS
    present = [
        one
        for one in table.present()
        if x0 - far <= one.x <= x1 + far and y0 - far <= one.y <= y1 + far
    ]
    others = [obstacle(one) for one in present]
    enemies = [one for one in present if one.kind is MODEL and one.seat != figure.seat]
    return [
        (x, y, z)
        for x, y, z in spots
        if clear_of_figures(others, x, y, z, base.radius, base.height) is None
        and (not enemies or _enemy_near(enemies, figure, x, y, z) is None)
    ]


class PlaceChoice(Composed, kw_only=True):
    """A model, a point of the zone and a facing; or the server places all the others.

    An answer is ``{"model": "a1", "at": [x, y, z], "face": [fx, fy]}``, ``{"formation": true}`` for
    all the others in a line, or ``{"rest": true}`` for the middle of the zone; as text ``a1 1800
    300`` or ``a1 1800 300 0 face 0 1000``, ``formation`` or ``rest``.
    """

    table: Table
    seat: Seat
    zone: Rect

    def read(self, raw: object) -> dict[str, Answer]:
        if isinstance(raw, str):
            raw = _from_text(raw)
        if not isinstance(raw, dict):
            raise InvalidAnswer("", "expected a model and a point, as in: a1 1800 300")
        for whole in (FORMATION, REST):
            if raw.get(whole) is True:
                return {whole: True}
        model = raw.get("model")
        if not isinstance(model, str):
            raise InvalidAnswer("model", "expected the id of a model")
        at = _numbers(raw.get("at"), "at", (2, 3))
        at = [*at, 0] if len(at) == 2 else at
        face = raw.get("face")
        if face is None:
            return {"model": model, "at": at, "face": list(facing_centre(self.table, *at[:2]))}
        facing = _numbers(face, "face", (2,))
        if facing == [0, 0] or max(map(abs, facing)) > 1000:
            raise InvalidAnswer("face", "expected two numbers from -1000 to 1000, not both 0")
        return {"model": model, "at": at, "face": facing}

    def refusal(self, answer: Answer) -> Refusal | None:
        if REST in answer or FORMATION in answer:
            return None
        figure = self.table.figures.get(answer["model"])
        if figure is None or figure not in waiting(self.table, self.seat):
            return Refusal("shadows.setup.deploy", "model", who=answer["model"])
        table = self.table
        return place_refusal(ground(table), table.present(), figure, self.zone, *answer["at"])

    def offers(self) -> list[Answer]:
        """The same; ``proposals`` gives none that is not legal."""
        return [ready.answer for ready in self.ready]

    def naming(self, things: Things) -> Iterator[object]:
        x0, y0, x1, y1 = self.zone
        for id in things.get("figure", ()):
            yield {"model": id, "at": [(x0 + x1) // 2, (y0 + y1) // 2]}

    def written(self, answer: Answer) -> str:
        if "model" not in answer:
            return REST if REST in answer else FORMATION
        numbers = " ".join(map(str, answer["at"]))
        return f"{answer['model']} {numbers} face {answer['face'][0]} {answer['face'][1]}"

    def describe(self) -> dict[str, object]:
        own: dict[str, object] = {
            "zone": list(self.zone),
            "models": [figure.id for figure in waiting(self.table, self.seat)],
        }
        return Composed.describe(self) | own


def _from_text(text: str) -> dict[str, object]:
    words = text.split()
    if words in ([REST], [FORMATION]):
        return {words[0]: True}
    place, face = words, None
    if "face" in words:
        cut = words.index("face")
        place, face = words[:cut], [_whole(word) for word in words[cut + 1 :]]
    return {"model": place[0] if place else "", "at": [_whole(w) for w in place[1:]], "face": face}


def _whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise InvalidAnswer("at", "expected whole numbers") from None


def _numbers(raw: object, field: str, lengths: tuple[int, ...]) -> list[int]:
    if not isinstance(raw, (list, tuple)) or len(raw) not in lengths:
        raise InvalidAnswer(field, f"expected {' or '.join(map(str, lengths))} numbers")
    for number in raw:
        if isinstance(number, bool) or not isinstance(number, int) or abs(number) > 2**20:
            raise InvalidAnswer(field, "expected whole numbers")
    return list(raw)


class PlaceModel(Ask):
    """A player places one of his models."""

    rule = "shadows.setup.deploy"
    seconds = 60

    def choice(self, match: Match[West], seat: Seat) -> PlaceChoice:
        west = match.state
        zone = zone_of(ground(west.table).size, west.gangs[seat].zone)
        return PlaceChoice(
            table=west.table,
            seat=seat,
            zone=zone,
            ready=proposals(west.table, waiting(west.table, seat), zone),
            preset={REST: True},
        )

    def answered(self, match: Match[West], answer: dict[str, Answer]) -> None:
        table = match.state.table
        if REST in answer:
            zone = zone_of(ground(table).size, match.state.gangs[self.seat].zone)
            for figure in waiting(table, self.seat):
                x, y, z = outdoor_spots(table, figure, zone)[0]
                place(figure, [x, y, z], facing_centre(table, x, y))
            match.tell("shadows.setup.time_out", seat=self.seat)
            return
        if FORMATION in answer:
            zone = zone_of(ground(table).size, match.state.gangs[self.seat].zone)
            form_up(table, waiting(table, self.seat), zone)
            match.tell(self.rule, FORMATION, seat=self.seat)
            return
        figure = table.figures[answer["model"]]
        place(figure, answer["at"], answer["face"])
        match.tell(self.rule, seat=self.seat, who=figure.id)


def place(figure: Figure, at: Sequence[int], face: Sequence[int]) -> None:
    """Puts a model on the table."""
    figure.x, figure.y, figure.z = at
    figure.fx, figure.fy = face
    figure.gone = Gone.NO


def form_up(table: Table, models: Sequence[Figure], zone: Rect) -> None:
    """A staggered line across the way to the middle, riders on its wings, leaders in the middle."""
    x0, y0, x1, y1 = zone
    cx, cy = (x0 + x1) // 2, (y0 + y1) // 2
    fx, fy = facing_centre(table, cx, cy)
    most = max(abs(fx), abs(fy))
    wide = max(x1 - x0, y1 - y0) * 2 // 3
    apart = min(ABREAST, wide // max(1, len(models) - 1))
    line = _from_wing_to_wing(models)
    for number, figure in enumerate(line):
        along, back = (2 * number - len(line) + 1) * apart // 2, (number % 2) * BEHIND
        x = cx + trunc_div(fy * along - fx * back, most)
        y = cy + trunc_div(-fx * along - fy * back, most)
        spot = _room_near(table, figure, zone, x, y)
        place(figure, spot, facing_centre(table, spot[0], spot[1]))


def _from_wing_to_wing(models: Sequence[Figure]) -> list[Figure]:
    """Riders at both ends, whoever leads in the middle."""
    ordered = sorted(models, key=lambda one: (not one.mounted, one.leader))
    wings: tuple[list[Figure], list[Figure]] = ([], [])
    for number, figure in enumerate(ordered):
        wings[number % 2].append(figure)
    return [*wings[0], *reversed(wings[1])]


def _room_near(table: Table, figure: Figure, zone: Rect, x: int, y: int) -> Spot:
    """The free place outdoors that is nearest to a point, with elbow room if there is any."""
    spots = outdoor_spots(table, figure, zone)
    roomy = spots
    for one in table.models(figure.seat):
        fx, fy = one.x, one.y
        roomy = [spot for spot in roomy if d2(spot[0], spot[1], fx, fy) >= ELBOW_ROOM**2]
    return min(roomy or spots, key=lambda spot: (d2(spot[0], spot[1], x, y), spot))


def proposals(table: Table, models: list[Figure], zone: Rect) -> list[Ready]:
    """All the rest at once, and some spots for the next models, spread over the zone."""
    ready = [Ready({FORMATION: True}, "setup.formation")]
    found: dict[bool, list[tuple[Spot, Point]]] = {}
    for figure in models[:MODELS_PROPOSED]:
        if figure.mounted not in found:  # what suits one on foot suits the others as well
            spots = spread_spots(table, figure, zone)
            found[figure.mounted] = [(one, facing_centre(table, one[0], one[1])) for one in spots]
        for (x, y, z), face in found[figure.mounted]:
            answer = {"model": figure.id, "at": [x, y, z], "face": list(face)}
            args: dict[str, Arg] = {"who": figure.id, "x": x, "y": y, "z": z}
            ready.append(Ready(answer, "setup.spot", args))
    return ready
