"""What a draft would mean: a way, a shot, a point, a gang, before it is an answer.

Everything is computed from the seat's own view and question; the choice itself judges, and this
module only tells what it said, with the numbers behind it. All drawings have the south down.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, pi, sin
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from boomtown.core import Answer, InvalidAnswer, Question, Refusal, View
from shadows_west import sight
from shadows_west.content import (
    BLAST,
    GANGS,
    HORSE_POINTS,
    STICK_POINTS,
    THROW_RANGE,
    WEAPONS,
    Hand,
    WeaponType,
)
from shadows_west.gangs import (
    ARCHETYPES,
    QUICK,
    RosterChoice,
    price,
    read_hands,
    total,
    write_hands,
)
from shadows_west.orders import MoveOrder, plain_order, read_order, write_order
from shadows_west.paths import Leg, Trip, trace
from shadows_west.routes import reach, route
from shadows_west.rules.blasts import ThrowChoice
from shadows_west.rules.dice import dice_of
from shadows_west.rules.fighting import fight_pool
from shadows_west.rules.moving import MoveChoice
from shadows_west.rules.setup import FolkSpot, PlaceChoice, waiting
from shadows_west.rules.shooting import ShotChoice, shot_choice
from shadows_west.state import Figure, Kind, Table, West
from shadows_west.targets import MODEL, Target, fight_odds
from shadows_west.terrain import ground, surfaces_at

MOST_FAR: Final = 3
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


def fight_ahead(table: Table, figure: Figure, other: Figure, *, charging: bool = False) -> Fight:
    """What a fight between two would be, as they stand in this table."""
    mine = fight_pool(table, figure, other, charging=charging)
    theirs = fight_pool(table, other, figure)
    dice, other_dice = dice_of(mine), dice_of(theirs)
    odds = fight_odds(dice, figure.die, other_dice, other.die)
    return Fight(
        other=other.id,
        sums=[Die(mod.rule, mod.key, mod.dice) for mod in mine],
        dice=dice,
        sides=figure.die,
        other_dice=other_dice,
        other_sides=other.die,
        win=odds.win,
        lose=odds.lose,
    )


# --- gangs ---------------------------------------------------------------------------------------


class Gear(Struct, frozen=True):
    """Something that a model has or could have, and the gang with it changed."""

    id: str
    cost: int
    count: int
    special: bool
    hands: str


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
    refusal: Why | None = None
    end: tuple[int, int, int] | None = None
    face: tuple[int, int] | None = None
    mark: Mark | None = None
    way: Way | None = None
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
    models: list[str] = []
    """Which models wait to be placed."""
    danger: list[tuple[str, str]] = []
    """Outlines of what enemies look at, and whether they are on Lookout."""


NOTHING: Final = "nothing"


def preview(view: View[West], question: Question | None, draft: object) -> Preview:
    """What a draft would mean to this seat."""
    if not isinstance(draft, dict):
        return Preview(do=NOTHING)
    choice = None if question is None else question.choice
    try:
        match draft.get("do"), choice:
            case "move", MoveChoice():
                return moving(view.state, choice, draft)
            case "shot", ShotChoice():
                assert question is not None, "there is a choice"
                return aiming(view.state, str(question.args["who"]), choice, draft)
            case "throw", ThrowChoice():
                return throwing(choice, draft)
            case "folk", FolkSpot():
                return spotting(choice, draft)
            case "place", PlaceChoice():
                return placing(choice, draft)
            case "gang", RosterChoice():
                return hiring(choice, draft)
            case "look", _:
                return looking(view.state, draft)
            case "lays", _:
                return laying(view.state, draft)
    except InvalidAnswer:
        pass
    return Preview(do=NOTHING)


def _whole(raw: object) -> int | None:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def _place(raw: object) -> tuple[int, int] | None:
    """A tapped point."""
    if not isinstance(raw, list) or len(raw) != 2:
        return None
    x, y = (_whole(value) for value in raw)
    return None if x is None or y is None else (x, y)


def _height(table: Table, x: int, y: int, level: object) -> int:
    """The surface that a tap means: the highest one up to the level, else the lowest."""
    heights = surfaces_at(ground(table), x, y) or [0]
    top = _whole(level)
    if top is None:
        return heights[0]
    return max((z for z in heights if z <= top), default=heights[0])


def _figure(table: Table, id: object) -> Figure | None:
    figure = table.figures.get(id) if isinstance(id, str) else None
    return figure if figure is not None and figure.on_table else None


def _degrees(face: Sequence[int]) -> int:
    return -round(degrees(atan2(face[1], face[0])))


def _mark(
    table: Table, figure: Figure, end: Sequence[int], face: Sequence[int], *, bad: bool
) -> Mark:
    x, y, z = end
    letter = "T" if figure.seat is None else "ABCD"[figure.seat]
    flat = ground(table).size - y
    return Mark(figure.id, letter, x, flat, z, figure.radius, _degrees(face), bad)


def _points(table: Table, corners: Sequence[tuple[int, int]]) -> str:
    size = ground(table).size
    return " ".join(f"{x},{size - y}" for x, y in corners)


# --- moving --------------------------------------------------------------------------------------


def moving(west: West, choice: MoveChoice, draft: Draft) -> Preview:
    """A way: what was drawn so far, and what a tap adds to it."""
    table, figure = choice.table, choice.figure
    order = _ordered(choice, draft)
    if "answer" not in draft:
        order = _onwards(choice, order, draft)
        if isinstance(draft.get("face"), list):
            order.face = read_order({"face": draft["face"]}).face
    trip = trace(table, figure, order, reaction_to=choice.reaction_to)
    drawn = bool(order.steps or order.do or order.face)
    moved = _after(table, figure, trip)
    aim = _aim_from(replace(west, table=moved), moved.figures[figure.id]) if drawn else None
    refused = why(trip.refusal)
    return Preview(
        do="move",
        draft={"order": write_order(order)} if drawn and "answer" not in draft else None,
        answer=plain_order(order),
        text=write_order(order),
        legal=trip.refusal is None,
        risk=any(leg.save is not None or leg.cactus or leg.hit for leg in trip.legs),
        refusal=refused,
        end=trip.end,
        face=trip.face,
        mark=_mark(table, figure, trip.end, trip.face, bad=refused is not None) if drawn else None,
        way=_way(table, figure, trip),
        aim=aim if refused is None else None,
        fight=_charge_ahead(moved, figure.id, trip) if refused is None else None,
        lines=_best_line(moved, aim) if refused is None else [],
    )


def _charge_ahead(moved: Table, model: str, trip: Trip) -> Fight | None:
    """The free fight against a standing enemy; a Downed one is finished without any dice."""
    other = moved.figures.get(trip.fight or "")
    if other is None or other.downed:
        return None
    return fight_ahead(moved, moved.figures[model], other, charging=True)


def _ordered(choice: MoveChoice, draft: Draft) -> MoveOrder:
    """The order as it stands in the draft; nothing at first."""
    raw = draft.get("answer", draft.get("order"))
    return choice.order(raw) if raw else MoveOrder()


def _onwards(choice: MoveChoice, order: MoveOrder, draft: Draft) -> MoveOrder:
    """The order with the cheapest way to what was tapped; else with a straight walk."""
    table, figure = choice.table, choice.figure
    tapped = _figure(table, draft.get("on"))
    place = (tapped.x, tapped.y) if tapped is not None else _place(draft.get("to"))
    if place is None:
        return order
    trip = trace(table, figure, order, reaction_to=choice.reaction_to)
    there = _after(table, figure, trip)
    here = there.figures[figure.id]
    level = _whole(draft.get("level"))
    z = None if level is None else _height(table, *place, level)
    if tapped is not None:
        z = tapped.z
    more = route(there, here, *place, z)
    if more is None:
        flat = (
            here.z
            if here.z in surfaces_at(ground(table), *place)
            else _height(table, *place, level)
        )
        more = MoveOrder([("walk", *place, flat if z is None else z)])
    return MoveOrder(
        [*order.steps, *more.steps],
        more.face or order.face,
        order.do,
        [*order.charge, *(id for id in more.charge if id not in order.charge)],
        more.fight or order.fight,
    )


def _after(table: Table, figure: Figure, trip: Trip) -> Table:
    """The table with the mover at the end of its way."""
    x, y, z = trip.end
    fx, fy = trip.face
    moved = replace(figure, x=x, y=y, z=z, fx=fx, fy=fy, mounted=trip.mounted)
    return replace(table, figures={**table.figures, figure.id: moved})


def _way(table: Table, figure: Figure, trip: Trip) -> Way:
    size = ground(table).size
    steps = [_step(leg, size, bad=trip.failed == n) for n, leg in enumerate(trip.legs)]
    outlines = reach(table, figure) if not trip.legs else []
    return Way(
        steps=steps,
        cost=trip.cost,
        allowance=trip.allowance,
        length=sum(step.length for step in steps),
        slow=sum(step.slow for step in steps),
        deeds=[(deed.verb, deed.what) for deed in trip.deeds if deed.verb != "hold"],
        charged=trip.charged,
        fight=trip.fight,
        left=trip.left,
        exits=trip.exits,
        reach=[_points(table, outline) for outline in outlines],
    )


def _step(leg: Leg, size: int, *, bad: bool) -> Step:
    (ax, ay, _), (bx, by, _) = leg.start, leg.end
    flat = -(-round(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 * 100) // 100)
    slow = max(0, leg.cost - flat) if leg.mode == "walk" else 0
    return Step(
        mode=leg.mode,
        path=f"M{ax} {size - ay}L{bx} {size - by}",
        x=bx,
        y=size - by,
        length=leg.cost - slow,
        slow=slow,
        total=leg.total,
        bad=bad,
        save=leg.save,
        fall=leg.fall,
        cacti=[patch for patch, _, _ in leg.cactus],
    )


# --- aiming --------------------------------------------------------------------------------------


def _aim_from(west: West, shooter: Figure, target: str | None = None) -> Aim | None:
    """What a model could shoot at from where it is."""
    if not shooter.standing or shooter.kind is not Kind.MODEL or not shooter.weapons:
        return None
    return _aim(west.table, shooter, shot_choice(west, shooter), target)


def _aim(table: Table, shooter: Figure, choice: ShotChoice, target: str | None) -> Aim:
    shots = [
        _shot(table, shooter, choice, name, found)
        for name, listed in choice.found.items()
        for found in listed
    ]
    shots.sort(key=lambda shot: shot.rank)
    best: dict[str, Shot] = {}
    for shot in shots:
        if shot.refusal is None or shot.refusal.rule == "shadows.shoot.out_of_range":
            best.setdefault(shot.target, shot)
    legal = [shot for shot in best.values() if shot.refusal is None]
    aimed = target or next((shot.target for shot in legal), None)
    far = sorted(best.values(), key=lambda shot: shot.gap or 0)[:MOST_FAR]
    return Aim(
        shooter=shooter.id,
        shots=[shot for shot in shots if shot.target == aimed],
        seen=sorted(legal, key=lambda shot: shot.gap or 0) or far,
    )


def _shot(table: Table, shooter: Figure, choice: ShotChoice, name: str, target: Target) -> Shot:
    weapon, mode = name.split()
    kind = WEAPONS[choice.kinds[weapon]]
    figure = table.figures.get(target.id)
    odds = target.odds
    hurt = None if odds is None else odds.shaken + odds.downed + odds.casualty
    return Shot(
        weapon=weapon,
        kind=kind.id,
        mode=mode,
        target=target.id,
        what=target.kind,
        archetype=(figure.archetype or figure.kind.value) if figure is not None else target.kind,
        free=target.free,
        refusal=why(target.refusal),
        gap=target.gap,
        band=target.band,
        bounds=_bounds(kind, target.band),
        cover=[id.split(".")[0] for id in target.cover],
        sums=_sums(target),
        dice=target.dice,
        sides=shooter.die,
        hit=None if odds is None else odds.hit,
        hurt=hurt,
        down=None if odds is None else odds.downed + odds.casualty,
        jam=None if odds is None else odds.jam,
        answer={"weapon": weapon, "target": target.id, "mode": mode},
    )


def _bounds(kind: WeaponType, band: str | None) -> tuple[int, int]:
    """From where to where a range band goes."""
    edges = {"short": (0, kind.short), "medium": (kind.short, kind.medium)}
    return edges.get(band or "", (kind.medium, kind.long))


def _sums(target: Target) -> list[Die]:
    sums = [Die(mod.rule, mod.key, mod.dice) for mod in target.mods]
    if sums and target.band == "medium":
        sums.append(Die("shadows.shoot.range", "medium", 0))
    return sums


def aiming(west: West, model: str, choice: ShotChoice, draft: Draft) -> Preview:
    """A shot: at the target that was tapped, or at the best one."""
    table = west.table
    shooter = table.figures[model]
    raw = draft.get("answer")
    if raw is None and "target" not in draft and choice.preset != "stop":
        raw = choice.preset
    chosen = choice.read(raw) if raw else None
    wanted = chosen["target"] if isinstance(chosen, dict) else draft.get("target")
    aim = _aim(table, shooter, choice, wanted if isinstance(wanted, str) else None)
    if isinstance(chosen, dict):
        aim.shots.sort(key=lambda shot: shot.answer != chosen)
    shot = aim.shots[0] if aim.shots and chosen != "stop" else None
    return Preview(
        do="shot",
        draft={"answer": shot.answer} if shot is not None else None,
        answer=None if shot is None else shot.answer,
        text="" if shot is None else choice.written(shot.answer),
        legal=shot is not None and shot.refusal is None,
        risk=shot is not None
        and shot.mode == "corridor"
        and bool(_friends_in(table, shooter, shot)),
        refusal=None if shot is None else shot.refusal,
        aim=aim,
        lines=_sight_lines(table, shooter, aim),
        rings=_cover_rings(table, shot),
        arcs=_arcs(table, shooter, shot),
        hurt=_friends_in(table, shooter, shot) if shot is not None else [],
    )


def looking(west: West, draft: Draft) -> Preview:
    """What a model sees, and what it could do to a target, whoever asks."""
    shooter = _figure(west.table, draft.get("figure"))
    if shooter is None or not west.options.premeasure:
        return Preview(do=NOTHING)
    target = draft.get("target")
    aim = _aim_from(west, shooter, target if isinstance(target, str) else None)
    if aim is None:
        return Preview(do=NOTHING)
    shot = aim.shots[0] if aim.shots and target else None
    if not target:
        aim.shots = []
    return Preview(
        do="look",
        aim=aim,
        refusal=None if shot is None else shot.refusal,
        lines=_sight_lines(west.table, shooter, aim) if target else [],
        rings=_cover_rings(west.table, shot),
        arcs=_arcs(west.table, shooter, shot),
    )


def _friends_in(table: Table, shooter: Figure, shot: Shot) -> list[str]:
    """Who of the shooter's own gang is under a fire corridor, or near it."""
    target = table.figures.get(shot.target)
    if shot.mode != "corridor" or target is None:
        return []
    line = sight.corridor(table, shooter, target, WEAPONS["sawn_off"].long)
    return [
        id
        for id in [*line.under, *line.threatened]
        if table.figures[id].seat == shooter.seat and id != shooter.id
    ]


def _sight_lines(table: Table, shooter: Figure, aim: Aim) -> list[Line]:
    target = aim.shots[0].target if aim.shots else None
    body = _body(table, target) if target else None
    return [] if body is None else [_line(table, shooter, body)]


def _best_line(table: Table, aim: Aim | None) -> list[Line]:
    if aim is None or not aim.shots:
        return []
    return _sight_lines(table, table.figures[aim.shooter], aim)


def _body(table: Table, id: str) -> sight.Target | None:
    """A figure or an explosive piece; a ridden horse is where its rider is."""
    figure = table.figures.get(id)
    if figure is not None:
        owner = table.figures.get(figure.horse or "") if figure.kind is Kind.HORSE else None
        return owner if owner is not None and owner.mounted else figure
    return next((one for one in ground(table).explosives if one.id == id), None)


def _line(table: Table, shooter: Figure, body: sight.Target) -> Line:
    size = ground(table).size
    ends = (shooter.x, size - shooter.y, body.x, size - body.y)
    if sight.view_open(table, shooter, body):
        return Line(*ends)
    blockers = sight.what_blocks(table, shooter, body)
    if not blockers:
        return Line(*ends)
    middle = blockers[0]
    return Line(*ends, (middle.x, size - middle.y), middle.id.split(".")[0])


def _cover_rings(table: Table, shot: Shot | None) -> list[Ring]:
    """Round everything that gives the target cover."""
    if shot is None:
        return []
    here, size = ground(table), ground(table).size
    rings = []
    for id in dict.fromkeys(shot.cover):
        figure = table.figures.get(id)
        if figure is not None:
            rings.append(Ring(figure.x, size - figure.y, figure.radius + 24))
        elif id in here.shapes:
            shape = here.shapes[id]
            x = sum(px for px, _ in shape) // len(shape)
            y = sum(py for _, py in shape) // len(shape)
            rings.append(Ring(x, size - y, 0, _points(table, shape)))
    return rings


def _arcs(table: Table, shooter: Figure, shot: Shot | None) -> list[Arc]:
    """The bands of a weapon, in front of the shooter."""
    if shot is None or shot.gap is None:
        return []
    kind = WEAPONS["sawn_off" if shot.mode == "corridor" else shot.kind]
    size = ground(table).size
    angle = atan2(shooter.fy, shooter.fx)
    arcs = []
    for border in sorted({kind.short, kind.medium, kind.long} - {0}):
        far = border + shooter.radius
        (ax, ay), (bx, by), (mx, my) = (
            (
                round(shooter.x + far * cos(angle + turn)),
                round(size - shooter.y - far * sin(angle + turn)),
            )
            for turn in (pi / 2, -pi / 2, pi / 7)
        )
        arcs.append(Arc(f"M{ax} {ay}A{far} {far} 0 0 1 {bx} {by}", mx, my, border // 100))
    return arcs


# --- points --------------------------------------------------------------------------------------


def throwing(choice: ThrowChoice, draft: Draft) -> Preview:
    """Where a stick would land, and whom it would reach."""
    table = choice.table
    thrower = table.figures[choice.model]
    size = ground(table).size
    answer = _thrown_at(choice, draft)
    around = Ring(thrower.x, size - thrower.y, THROW_RANGE + thrower.radius)
    if answer is None or answer == "lost":
        return Preview(do="throw", rings=[around])
    target = table.figures.get(answer) if isinstance(answer, str) else None
    x, y, z = answer if target is None else (target.x, target.y, target.z)
    refusal = choice.refusal(answer)
    reached = sight.blast(table, x, y, z, BLAST)
    hurt = [*reached.full, *reached.partly]
    kept = {"on": answer} if isinstance(answer, str) else {"to": [x, y]}
    return Preview(
        do="throw",
        draft=None if "answer" in draft else kept,
        answer=answer,
        text=choice.written(answer),
        legal=refusal is None,
        risk=any(table.figures[id].seat == thrower.seat for id in hurt),
        refusal=why(refusal),
        end=(x, y, z),
        rings=[around],
        blast=Ring(x, size - y, BLAST),
        hurt=hurt,
    )


def _thrown_at(choice: ThrowChoice, draft: Draft) -> Answer:
    if draft.get("answer") is not None:
        return choice.read(draft["answer"])
    if _figure(choice.table, draft.get("on")) is not None:
        return draft["on"]
    place = _place(draft.get("to"))
    if place is None:
        return None
    return [*place, _height(choice.table, *place, draft.get("level"))]


def spotting(choice: FolkSpot, draft: Draft) -> Preview:
    """Where a townsperson would stand."""
    place = _place(draft.get("to"))
    size = ground(choice.table).size
    around = Ring(size // 2, size // 2, 1200)
    if place is None:
        return Preview(do="folk", rings=[around])
    x, y = place
    spot = [x, y, _height(choice.table, x, y, draft.get("level"))]
    refusal = choice.refusal(spot)
    folk = Figure("t", Kind.FOLK)
    return Preview(
        do="folk",
        draft={"to": [x, y]},
        answer=spot,
        text=" ".join(map(str, spot)),
        legal=refusal is None,
        refusal=why(refusal),
        end=(x, y, spot[2]),
        mark=_mark(choice.table, folk, spot, (0, 1000), bad=refusal is not None),
        rings=[around],
    )


def placing(choice: PlaceChoice, draft: Draft) -> Preview:
    """Where a model would begin."""
    table = choice.table
    models = [figure.id for figure in waiting(table, choice.seat)]
    answer = _placed(choice, draft, models)
    if answer is None or "rest" in answer:
        model = draft.get("model")
        kept = {"model": model} if model in models else None
        return Preview(do="place", draft=kept, models=models)
    refusal = choice.refusal(answer)
    x, y, z = answer["at"]
    fx, fy = answer["face"]
    figure = table.figures[answer["model"]]
    kept = {"model": answer["model"], "to": [x, y], "face": [fx, fy]}
    return Preview(
        do="place",
        draft=None if "answer" in draft else kept,
        answer=answer,
        text=choice.written(answer),
        legal=refusal is None,
        refusal=why(refusal),
        end=(x, y, z),
        face=(fx, fy),
        mark=_mark(table, figure, (x, y, z), (fx, fy), bad=refusal is not None),
        models=models,
    )


def _placed(choice: PlaceChoice, draft: Draft, models: list[str]) -> Answer:
    if draft.get("answer") is not None:
        return choice.read(draft["answer"])
    place = _place(draft.get("to"))
    if place is None:
        return None
    model = draft.get("model") if draft.get("model") in models else models[0]
    at = [*place, _height(choice.table, *place, draft.get("level"))]
    raw = {"model": model, "at": at, "face": draft.get("face")}
    return choice.read(raw)


# --- gangs ---------------------------------------------------------------------------------------


def hiring(choice: RosterChoice, draft: Draft) -> Preview:
    """A gang that is being built, and every change that one press would make."""
    hands = list(read_hands(draft.get("hands") or draft.get("answer") or []))
    gang = draft.get("gang") if draft.get("gang") in GANGS else None
    if hands:
        gang = next(id for id, kinds in GANGS.items() if ARCHETYPES[hands[0].archetype] in kinds)
    gang = gang or next(iter(GANGS))
    text = write_hands(hands)
    refusal = choice.refusal(text) if hands else None
    return Preview(
        do="gang",
        draft={"hands": text, "gang": gang},
        answer=text,
        text=text,
        legal=bool(hands) and refusal is None,
        refusal=why(refusal),
        roster=Roster(
            gang=gang,
            gangs=list(GANGS),
            budget=int(choice.budget),
            spent=total(hands),
            hired=[_hired(hands, n) for n in range(len(hands))],
            hires=_hires(hands, gang),
            usual=write_hands(QUICK[choice.budget][gang]),
        ),
    )


def _hired(hands: list[Hand], n: int) -> Hired:
    hand = hands[n]
    archetype = ARCHETYPES[hand.archetype]

    def changed(other: Hand) -> str:
        return write_hands([*hands[:n], other, *hands[n + 1 :]])

    weapons = [
        Gear(
            weapon,
            WEAPONS[weapon].points,
            hand.weapons.count(weapon),
            WEAPONS[weapon].special,
            changed(replace(hand, weapons=_toggled(hand.weapons, weapon))),
        )
        for weapon in archetype.weapons
    ]
    horse = None
    if archetype.mount != "no":
        swapped = replace(hand, horse=not hand.horse)
        horse = Gear("horse", HORSE_POINTS, int(hand.horse), False, changed(swapped))
    sticks = None
    if archetype.dynamite != "no":
        more = replace(hand, sticks=0 if hand.sticks > 1 else hand.sticks + 1)
        sticks = Gear("dynamite", STICK_POINTS, hand.sticks, False, changed(more))
    return Hired(
        archetype=hand.archetype,
        rank=archetype.rank.value,
        leader=archetype.leader,
        cost=price(hand),
        weapons=weapons,
        horse=horse,
        sticks=sticks,
        without=write_hands([*hands[:n], *hands[n + 1 :]]),
    )


def _toggled(weapons: tuple[str, ...], weapon: str) -> tuple[str, ...]:
    """One more of a weapon; after the second, none."""
    if weapons.count(weapon) < 2:
        return (*weapons, weapon)
    return tuple(one for one in weapons if one != weapon)


def _hires(hands: list[Hand], gang: str) -> list[Hire]:
    hires = []
    for archetype in GANGS[gang]:
        new = Hand(
            archetype.id,
            horse=archetype.mount == "must",
            sticks=int(archetype.dynamite == "must"),
        )
        count = sum(1 for hand in hands if hand.archetype == archetype.id)
        hires.append(
            Hire(
                archetype=archetype.id,
                rank=archetype.rank.value,
                leader=archetype.leader,
                cost=price(new),
                most=archetype.most,
                count=count,
                hands=write_hands([*hands, new]),
            )
        )
    return hires


# --- layers --------------------------------------------------------------------------------------

RAYS: Final = 36
"""Into how many slices what is in front of an enemy is divided."""
LOOKS: Final = 5
"""How often each slice is halved to find out how far he sees."""
CHEST: Final = 90
"""The height at which he would see somebody on the ground."""


def laying(west: West, draft: Draft) -> Preview:
    """Where a model can get to, and what its enemies look at."""
    table = west.table
    figure = _figure(table, draft.get("figure"))
    lays = draft.get("lays")
    wanted = lays if isinstance(lays, list) else []
    found = Preview(do="lays")
    if "reach" in wanted and figure is not None and figure.kind is Kind.MODEL:
        outlines = [_points(table, outline) for outline in reach(table, figure)]
        found.way = Way(
            steps=[],
            cost=0,
            allowance=figure.allowance,
            length=0,
            slow=0,
            deeds=[],
            charged=[],
            fight=None,
            left=[],
            exits=False,
            reach=outlines,
        )
    if "danger" in wanted:
        seat = figure.seat if figure is not None else None
        found.danger = [
            (_sector(table, enemy), enemy.token.value)
            for enemy in table.enemies(seat)
            if any(not weapon.jammed for weapon in enemy.weapons)
        ]
    return found


def _sector(table: Table, enemy: Figure) -> str:
    """What an enemy sees in front of it, as far as its best weapon shoots."""
    working = [WEAPONS[weapon.kind].long for weapon in enemy.weapons if not weapon.jammed]
    far = max(working) + enemy.radius
    angle = atan2(enemy.fy, enemy.fx)
    rim = [_seen_end(table, enemy, far, angle + pi * n / RAYS - pi / 2) for n in range(RAYS + 1)]
    return _points(table, [(enemy.x, enemy.y), *rim])


def _seen_end(table: Table, enemy: Figure, far: int, angle: float) -> tuple[int, int]:
    """Where its view ends in a direction; behind a gap it may go on, which is not drawn."""
    size = ground(table).size

    def point(length: int) -> tuple[int, int]:
        x, y = round(enemy.x + length * cos(angle)), round(enemy.y + length * sin(angle))
        return max(0, min(size, x)), max(0, min(size, y))

    if sight.sees_point(table, enemy, *point(far), CHEST):
        return point(far)
    near = 0
    for _ in range(LOOKS):
        middle = (near + far) // 2
        if sight.sees_point(table, enemy, *point(middle), CHEST):
            near = middle
        else:
            far = middle
    return point(near)
