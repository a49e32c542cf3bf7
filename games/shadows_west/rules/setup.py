"""Setting up: gangs, zones, townsfolk, deployment, decks (shadows.setup.*, shadows.folk.place)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from boomtown.core import (
    Answer,
    Arg,
    Ask,
    Chance,
    Composed,
    InvalidAnswer,
    Match,
    OneOf,
    Phases,
    Point,
    Ready,
    Refusal,
    SealedAsk,
    Seat,
    Step,
)
from shadows_west import footing
from shadows_west.content import FOLK_APART, FOLK_FROM_CENTRE, ON_FOOT, SCENARIOS
from shadows_west.gangs import GANG_OF, RosterChoice, hired, read_hands, roster_choice, total
from shadows_west.geometry import d2
from shadows_west.rules.cards import new_deck
from shadows_west.rules.dice import half_die, rolloff
from shadows_west.rules.turns import Turns
from shadows_west.spacing import Disc, within, within_point
from shadows_west.state import Figure, Gang, Gone, Kind, Marker, Table, West, WestOptions
from shadows_west.terrain import MAPS, buildings_inside, ground, surfaces_at
from shadows_west.zones import Rect, zone_of

RANDOM: Final = "random"
FROM_ENEMIES: Final = 600
GRID: Final = 100
"""Models of absent players are placed on points this far apart (shadows.setup.time_out)."""
SAMPLES: Final = 8
"""How many spots are proposed for a model."""
MODELS_PROPOSED: Final = 3

SIDES: Final = {
    "shootout": ("n", "s", "w", "e"),
    "bank_job": ("n", "s"),
    "innocents": ("n", "s"),
    "hold": ("w", "e"),
}
"""The zones of two players, by scenario."""
CORNERS: Final = ("ne", "nw", "se", "sw")
OPPOSITE: Final = {"n": "s", "s": "n", "w": "e", "e": "w"}
REST: Final = "rest"


def lay_out(seats: int, options: WestOptions, chance: Chance) -> West:
    """An empty table; what is left to chance is drawn when the match opens."""
    table = Table(
        "redemption" if options.map == RANDOM else options.map,
        unusual=options.unusual_terrain,
        large=options.large_table,
    )
    scenario = "shootout" if options.scenario == RANDOM else options.scenario
    return West(table, [Gang() for _ in range(seats)], options, scenario)


class Opening(Phases):
    """From agreeing on the game to its first turn."""

    rule = "shadows.concept.options"

    def phases(self, match: Match[West]) -> list[Step]:
        return [
            Agree(),
            ChooseGangs(match.all_seats),
            RollForZones(),
            PlaceLoot(),
            CountTownsfolk(),
            Deployment(),
            ShuffleDecks(),
            Turns(),
        ]


class Agree(Step):
    """Map and scenario are what the table agreed on, or drawn (D4 for the scenario)."""

    rule = "shadows.setup.zones"

    def run(self, match: Match[West]) -> None:
        west = match.state
        if west.options.map == RANDOM:
            west.table.map = match.chance.pick(sorted(MAPS))
        if west.options.scenario == RANDOM:
            west.scenario = SCENARIOS[half_die(match, 8) - 1]
        match.tell(f"shadows.scen.{west.scenario}", "begins", map=west.table.map)


class ChooseGangs(SealedAsk):
    """Everybody picks a gang, or builds one, at the same time."""

    rule = "shadows.gang.lists"
    seconds = 180

    def choice(self, match: Match[West], seat: Seat) -> RosterChoice:
        return roster_choice(match.state.options.budget)

    def revealed(self, match: Match[West], answers: dict[Seat, str]) -> None:
        west = match.state
        figures: list[Figure] = []
        for seat, answer in answers.items():
            hands = read_hands(answer)
            gang = west.gangs[seat]
            gang.kind = GANG_OF[hands[0].archetype]
            gang.starting = len(hands)
            gang.sticks = sum(hand.sticks for hand in hands)
            figures += hired(seat, hands)
            match.tell(self.rule, seat=seat, gang=gang.kind, models=len(hands), points=total(hands))
        # shadows.geo.order: models by seat, then their horses
        for figure in sorted(figures, key=lambda figure: figure.kind is Kind.HORSE):
            west.table.figures[figure.id] = figure


# --- zones ---------------------------------------------------------------------------------------


def free_zones(west: West) -> list[str]:
    """The zones that can still be picked; of two players the second has the opposite edge."""
    taken = [gang.zone for gang in west.gangs if gang.zone]
    if len(west.gangs) > 2:
        return [zone for zone in CORNERS if zone not in taken]
    return [OPPOSITE[taken[0]]] if taken else list(SIDES[west.scenario])


class RollForZones(Step):
    """The winner of a roll-off picks his zone, the others follow in descending order."""

    rule = "shadows.setup.zones"

    def run(self, match: Match[West]) -> None:
        west = match.state
        west.zones = rolloff(match, match.all_seats)
        match.then(*(PickZone(seat) for seat in west.zones))


class PickZone(Ask):
    """A zone that nobody has."""

    rule = "shadows.setup.zones"
    seconds = 60
    forced = True

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf(free_zones(match.state), noun="zone")

    def answered(self, match: Match[West], answer: str) -> None:
        match.state.gangs[self.seat].zone = answer
        match.tell(self.rule, seat=self.seat, zone=answer)


class PlaceLoot(Step):
    """In a bank job there is one loot marker more than players, where the map says."""

    rule = "shadows.scen.bank_job"

    def run(self, match: Match[West]) -> None:
        west = match.state
        if west.scenario != "bank_job":
            return
        land = ground(west.table)
        for number, place in enumerate(land.loot_sets[len(west.gangs)], 1):
            marker = Marker(f"loot{number}", "loot", *land.loot[place])
            west.table.markers[marker.id] = marker
        match.tell(self.rule, "markers", count=len(west.table.markers))


# --- townsfolk -----------------------------------------------------------------------------------


class CountTownsfolk(Step):
    """D3 + 2 townsfolk, and one more for each player where they are what it is all about."""

    rule = "shadows.folk.number"

    def run(self, match: Match[West]) -> None:
        west = match.state
        innocents = west.scenario == "innocents"
        if not (west.options.townsfolk or innocents):
            return
        number = half_die(match, 6) + 2 + (match.seats if innocents else 0)
        match.tell(self.rule, count=number)
        order = west.zones
        match.then(
            *(PlaceFolk(order[index % len(order)], f"t{index + 1}") for index in range(number))
        )


def folk_refusal(table: Table, x: int, y: int, z: int) -> Refusal | None:
    """Whether a townsperson may be placed here (shadows.folk.place)."""
    land = ground(table)
    spot = Disc(x, y, z, ON_FOOT.radius)
    if not within_point(spot, *land.centre, z, FOLK_FROM_CENTRE):
        return Refusal("shadows.folk.place", "far", most=FOLK_FROM_CENTRE)
    for folk in table.present():
        if folk.kind is Kind.FOLK and within(spot, folk, FOLK_APART):
            return Refusal("shadows.folk.place", "near", who=folk.id, least=FOLK_APART)
    return stand_refusal(table, x, y, z, ON_FOOT.radius, ON_FOOT.height)


def stand_refusal(
    table: Table, x: int, y: int, z: int, radius: int, height: int, *, on_foot: bool = True
) -> Refusal | None:
    """Whether a Move might end here (shadows.geo.path_end)."""
    around = footing.near(ground(table), x, y, radius)
    others = [footing.obstacle(figure) for figure in table.present()]
    return footing.may_stand(around, others, x, y, z, radius, height, on_foot=on_foot)


class FolkSpot(Point, kw_only=True):
    """A point near the middle of the table; given as x and y alone it is on the ground."""

    table: Table

    def read(self, raw: object) -> list[int]:
        if isinstance(raw, (list, tuple)) and len(raw) == 2:
            raw = [*raw, 0]
        return super().read(raw)

    def refusal(self, answer: Answer) -> Refusal | None:
        return super().refusal(answer) or folk_refusal(self.table, *answer)


class PlaceFolk(Ask):
    """Players place the townsfolk one at a time, beginning with who won the roll-off."""

    rule = "shadows.folk.place"
    seconds = 60
    folk: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.folk}

    def choice(self, match: Match[West], seat: Seat) -> FolkSpot:
        table = match.state.table
        size = ground(table).size
        box = (0, 0, 0, size, size, highest(table))
        return FolkSpot(box=box, samples=folk_spots(table), table=table)

    def default(self, match: Match[West], seat: Seat) -> None:
        """A random legal point, which is drawn when the answer is taken."""
        return None

    def answered(self, match: Match[West], answer: list[int] | None) -> None:
        table = match.state.table
        if answer is None:
            answer = match.chance.pick(
                [spot for spot in folk_spots(table) if folk_refusal(table, *spot) is None]
            )
        x, y, z = answer
        table.figures[self.folk] = Figure(self.folk, Kind.FOLK, x=x, y=y, z=z)
        match.tell(self.rule, seat=self.seat, who=self.folk)


def highest(table: Table) -> int:
    """The height of the highest surface."""
    return max((surface.z for surface in ground(table).surfaces), default=0)


def folk_spots(table: Table) -> list[list[int]]:
    """Points on the ground, two inches from each other, as far as townsfolk may be placed."""
    cx, cy = ground(table).centre
    steps = range(-FOLK_FROM_CENTRE, FOLK_FROM_CENTRE + 1, 2 * GRID)
    return [
        [cx + dx, cy + dy, 0]
        for dx in steps
        for dy in steps
        if dx * dx + dy * dy <= FOLK_FROM_CENTRE * FOLK_FROM_CENTRE
    ]


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
    table: Table, figure: Figure, zone: Rect, x: int, y: int, z: int
) -> Refusal | None:
    """Whether a model may be placed here (shadows.setup.deploy)."""
    x0, y0, x1, y1 = zone
    base = figure.base
    r = base.radius
    if not (x0 + r <= x <= x1 - r and y0 + r <= y <= y1 - r):
        return Refusal("shadows.setup.deploy", "zone", who=figure.id)
    if figure.mounted and (z or buildings_inside(ground(table), x, y, z)):
        return Refusal("shadows.setup.deploy", "horse", who=figure.id)
    spot = Disc(x, y, z, r)
    for enemy in table.models():
        if enemy.seat != figure.seat and within(spot, enemy, FROM_ENEMIES):
            return Refusal("shadows.setup.deploy", "enemy", who=enemy.id, least=FROM_ENEMIES)
    return stand_refusal(table, x, y, z, r, base.height, on_foot=not figure.mounted)


def facing_centre(table: Table, x: int, y: int) -> tuple[int, int]:
    """The direction of the middle of the table."""
    cx, cy = ground(table).centre
    return footing.scaled(cx - x, cy - y)


def outdoor_spots(table: Table, figure: Figure, zone: Rect) -> Iterator[tuple[int, int]]:
    """Free grid points of a zone in the open, nearest its centre first, then lower y, lower x."""
    x0, y0, x1, y1 = zone
    cx, cy = (x0 + x1) // 2, (y0 + y1) // 2
    points = sorted(
        (d2(x, y, cx, cy), y, x) for x in range(x0, x1 + 1, GRID) for y in range(y0, y1 + 1, GRID)
    )
    land = ground(table)
    for _, y, x in points:
        if buildings_inside(land, x, y, 0):
            continue
        if place_refusal(table, figure, zone, x, y, 0) is None:
            yield x, y


class PlaceChoice(Composed, kw_only=True):
    """A model, a point of the zone and a facing; or the server places all the others.

    An answer is ``{"model": "a1", "at": [x, y, z], "face": [fx, fy]}`` or ``{"rest": true}``; as
    text ``a1 1800 300`` or ``a1 1800 300 0 face 0 1000`` or ``rest``.
    """

    table: Table
    seat: Seat
    zone: Rect

    def read(self, raw: object) -> dict[str, Answer]:
        if isinstance(raw, str):
            raw = _from_text(raw)
        if not isinstance(raw, dict):
            raise InvalidAnswer("", "expected a model and a point, as in: a1 1800 300")
        if raw.get(REST) is True:
            return {REST: True}
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
        if REST in answer:
            return None
        figure = self.table.figures.get(answer["model"])
        if figure is None or figure not in waiting(self.table, self.seat):
            return Refusal("shadows.setup.deploy", "model", who=answer["model"])
        return place_refusal(self.table, figure, self.zone, *answer["at"])

    def written(self, answer: Answer) -> str:
        if REST in answer:
            return REST
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
    if words == [REST]:
        return {REST: True}
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
                x, y = next(outdoor_spots(table, figure, zone))
                place(figure, [x, y, 0], facing_centre(table, x, y))
            match.tell("shadows.setup.time_out", seat=self.seat)
            return
        figure = table.figures[answer["model"]]
        place(figure, answer["at"], answer["face"])
        match.tell(self.rule, seat=self.seat, who=figure.id)


def place(figure: Figure, at: Sequence[int], face: Sequence[int]) -> None:
    """Puts a model on the table."""
    figure.x, figure.y, figure.z = at
    figure.fx, figure.fy = face
    figure.gone = Gone.NO


def proposals(table: Table, models: list[Figure], zone: Rect) -> list[Ready]:
    """All the rest at once, and some spots for the next models, spread over the zone."""
    ready = [Ready({REST: True}, "setup.rest")]
    for figure in models[:MODELS_PROPOSED]:
        for x, y, z in spread_spots(table, figure, zone):
            answer = {
                "model": figure.id,
                "at": [x, y, z],
                "face": list(facing_centre(table, x, y)),
            }
            args: dict[str, Arg] = {"who": figure.id, "x": x, "y": y, "z": z}
            ready.append(Ready(answer, "setup.spot", args))
    return ready


def spread_spots(table: Table, figure: Figure, zone: Rect) -> list[tuple[int, int, int]]:
    """Some legal spots all over a zone, on every surface there is."""
    x0, y0, x1, y1 = zone
    land = ground(table)
    spots = [
        (x, y, z)
        for x in range(x0 + GRID, x1, 3 * GRID)
        for y in range(y0 + GRID, y1, 2 * GRID)
        for z in surfaces_at(land, x, y)
        if place_refusal(table, figure, zone, x, y, z) is None
    ]
    return spots[:: max(1, len(spots) // SAMPLES)]


class ShuffleDecks(Step):
    """Every player's deck is shuffled, and the first turn begins."""

    rule = "shadows.setup.decks"

    def run(self, match: Match[West]) -> None:
        for seat in match.all_seats:
            match.state.gangs[seat].deck = new_deck(seat, match.chance)
        match.tell(self.rule)
