"""The board of BANG! The Dice Game: everything that its template shows, from the view alone."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from math import atan2, cos, sin

from msgspec import Struct

from bang_dice.content import (
    ARROWS,
    DICE,
    GHOST_DICE,
    ROLE_OF,
    SYMBOLS,
    THROWS,
    Cause,
    Character,
    Face,
    RoleCard,
    SaloonDie,
)
from bang_dice.state import Loss, Town
from boomtown.core import (
    Arg,
    Combination,
    Help,
    Page,
    Progress,
    Question,
    Say,
    Seat,
    Secret,
    View,
)

# --- where everybody sits --------------------------------------------------------------------

PLACES: dict[int, list[tuple[int, int]]] = {
    3: [(500, 900), (150, 300), (850, 300)],
    4: [(500, 900), (132, 440), (500, 86), (868, 440)],
    5: [(500, 900), (132, 550), (290, 100), (710, 100), (868, 550)],
    6: [(500, 900), (132, 620), (132, 260), (500, 86), (868, 260), (868, 620)],
    7: [(500, 900), (132, 640), (132, 350), (290, 90), (710, 90), (868, 350), (868, 640)],
    8: [
        (500, 900),
        (132, 660),
        (132, 400),
        (180, 110),
        (500, 86),
        (820, 110),
        (868, 400),
        (868, 660),
    ],
}
"""By number of players, places in thousandths of the room, clockwise from the viewer's own.

The style sheet has the same numbers as percentages.
"""
CENTRE_X, CENTRE_Y, RADIUS_X, RADIUS_Y = 500, 457, 385, 371
START_X, START_Y = 100, 830
"""Where lines leave the viewer's own place, so far to either side of the middle."""


class Side(StrEnum):
    """Which way round the table somebody is nearer."""

    LEFT = "left"
    RIGHT = "right"
    EITHER = "either"


class Plate(Struct):
    """A place at the table, as the viewer may see it."""

    seat: Seat
    place: int
    """Clockwise from the viewer's own place, which is 0."""
    character: Character | None
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
    out: bool
    ghost: bool
    ghost_role: str | None
    token: Face | None
    token_double: bool
    active: bool
    hits: int
    """Life points about to be lost."""
    away: int = 0
    """Places from the viewer, among the living; 0 where that means nothing."""
    side: Side | None = None
    full: str = ""
    empty: str = ""
    """Outlines of the bullets that are there and of those that were lost."""


class DieState(StrEnum):
    """What a die is waiting for."""

    BLANK = "blank"
    OPEN = "open"
    LOCKED = "locked"
    NOW = "now"
    LATER = "later"
    DONE = "done"


class Die(Struct):
    """A die in the tray."""

    number: int
    face: Face | None
    icon: str
    double: bool
    kind: SaloonDie | None
    state: DieState
    word: str
    """The sentence under the die."""
    forced: bool
    """Whether the Ghost has set it."""


class Stage(StrEnum):
    """The order of resolution."""

    ARROWS = "arrows"
    DYNAMITE = "dynamite"
    SHOTS = "shots"
    BEER = "beer"
    GATLING = "gatling"


class StageMark(Struct):
    """A stage, and whether it is over, going on or to come."""

    stage: Stage
    icon: str
    state: DieState


class Reach(Struct):
    """A line round the table to somebody within reach."""

    seat: Seat
    line: str
    """The data of an SVG path in a square of 1000 by 1000."""
    x: str
    y: str
    """Where its label stands, in percent."""
    away: int
    past: list[Seat]
    """Empty chairs that it passes."""


class BangBoard(Struct):
    """What the template needs."""

    seats: int
    me: Plate | None
    plates: list[Plate]
    """Everybody else clockwise from the viewer; a spectator sees everybody, from seat 0 on."""
    secret: str | None
    """The viewer's own role card, as long as nobody else may see it."""
    secret_badge: str
    dice: list[Die]
    throw: int
    throws: int
    final: bool
    ghost_turn: bool
    stages: list[StageMark]
    pile: int
    arrows: int
    chief: bool
    """Whether the chief's arrow lies in the pile."""
    chief_in_play: bool
    reach: list[Reach]
    ask: Help | None
    side: str | None
    """The party that has won."""
    results: list[list[tuple[str, str]]]
    """When the match is over, what the ending tells of every seat: noun and value."""


# --- seats -----------------------------------------------------------------------------------

ABILITIES = {
    Character.BART: "bang.bart.replace",
    Character.BLACK_JACK: "bang.black_jack.reroll",
    Character.CALAMITY: "bang.calamity.swap",
    Character.GRINGO: "bang.gringo.arrow",
    Character.JESSE: "bang.jesse.two",
    Character.JOURDONNAIS: "bang.jourdonnais.max",
    Character.KIT: "bang.kit.discard",
    Character.LUCKY: "bang.lucky.extra",
    Character.PAUL: "bang.paul.immune",
    Character.PEDRO: "bang.pedro.discard",
    Character.ROSE: "bang.rose.one",
    Character.SID: "bang.sid.gain",
    Character.SLAB: "bang.slab.double",
    Character.SUZY: "bang.suzy.gain",
    Character.SAM: "bang.sam.gain",
    Character.WILLY: "bang.willy.two",
    Character.JOSE: "bang.jose.six",
    Character.TEQUILA: "bang.tequila.six",
    Character.APACHE: "bang.apache.steal",
    Character.BILL: "bang.bill.late",
    Character.ELENA: "bang.elena.give",
    Character.VERA: "bang.vera.less",
    Character.DOC: "bang.doc.heal",
    Character.MOLLY: "bang.molly.take",
}
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
    plates = [plate_of(town, seat, place, blow) for place, seat in enumerate(order)]
    if view.seat is not None and town.is_living(view.seat) and view.outcome is None:
        measure(plates[1:])
    return plates


def plate_of(town: Town, seat: Seat, place: int, blow: Loss | None) -> Plate:
    cowboy = town.cowboys[seat]
    token = town.token if town.token is not None and town.token.holder == seat else None
    ghost = seat == town.ghost
    struck = blow is not None and not blow.lost
    return Plate(
        seat=seat,
        place=place,
        character=cowboy.character,
        ability="" if cowboy.character is None else ABILITIES[cowboy.character],
        life=cowboy.life,
        cap=cowboy.cap,
        arrows=cowboy.arrows,
        chief=cowboy.chief,
        role=cowboy.role.value.value if cowboy.role.public else None,
        badge=badge_of(cowboy.role),
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


def measure(others: list[Plate]) -> None:
    """How far away the living are from the viewer, and which way round (bang.shot.distance)."""
    living = [plate for plate in others if not plate.out]
    for index, plate in enumerate(living):
        left, right = index + 1, len(living) - index
        plate.away = min(left, right)
        plate.side = Side.EITHER if left == right else Side.LEFT if left < right else Side.RIGHT


# --- dice and stages -------------------------------------------------------------------------

STAGE_OF_FACE = {
    Face.ARROW: Stage.ARROWS,
    Face.BROKEN: Stage.ARROWS,
    Face.BULLET: Stage.ARROWS,
    Face.DYNAMITE: Stage.DYNAMITE,
    Face.ONE: Stage.SHOTS,
    Face.TWO: Stage.SHOTS,
    Face.BEER: Stage.BEER,
    Face.GATLING: Stage.GATLING,
}
STAGE_OF_CAUSE = {
    Cause.INDIANS: Stage.ARROWS,
    Cause.BULLET: Stage.ARROWS,
    Cause.DYNAMITE: Stage.DYNAMITE,
    Cause.BULLSEYE: Stage.SHOTS,
    Cause.GATLING: Stage.GATLING,
}
STAGE_OF_RULE = {
    "bang.chief.take": Stage.ARROWS,
    "bang.apache.steal": Stage.ARROWS,
    "bang.elena.give": Stage.ARROWS,
    "bang.saloon.broken": Stage.ARROWS,
    "bang.shot.one": Stage.SHOTS,
    "bang.beer.use": Stage.BEER,
    "bang.kit.discard": Stage.GATLING,
}
STAGES = list(Stage)
STAGE_ICONS = {
    Stage.ARROWS: "die-arrow",
    Stage.DYNAMITE: "die-dyn",
    Stage.SHOTS: "aim",
    Stage.BEER: "die-beer",
    Stage.GATLING: "die-gat",
}
END_OF_TURN = "bang.ask.own_turn.end"
WORDS = {
    Stage.ARROWS: {DieState.NOW: "board.die.now", DieState.DONE: "board.die.taken"},
    Stage.DYNAMITE: {DieState.NOW: "board.die.explodes", DieState.DONE: "board.die.locked"},
    Stage.SHOTS: {DieState.NOW: "board.die.shoot", DieState.DONE: "board.die.fired"},
    Stage.BEER: {DieState.NOW: "board.die.pour", DieState.DONE: "board.die.drunk"},
    Stage.GATLING: {DieState.NOW: "board.die.now", DieState.DONE: "board.die.counted"},
}
ASKED_AT = {Stage.SHOTS: "bang.shot.one", Stage.BEER: "bang.beer.use"}
"""The question of whoever resolves a stage; for everybody else it merely goes on."""
REROLL = "bang.roll.reroll"
LATER_WORDS = {Stage.BEER: "board.die.after_shots", Stage.GATLING: "board.die.last"}


def symbol(face: Face) -> Face:
    """What a face shows; a double face shows it twice."""
    return SYMBOLS[face][0] if face in SYMBOLS else face


def throws_of(town: Town) -> int:
    """How many throws this turn has (bang.lucky.extra)."""
    return THROWS + town.plays(Character.LUCKY)


def stage_of(view: View[Town]) -> int | None:
    """Which stage is being resolved, by its place; None while dice are still thrown."""
    town, prompt = view.state, view.prompt
    if view.outcome is not None or (prompt is not None and prompt.key == END_OF_TURN):
        return len(STAGES)
    if not town.dice or town.ghost_turn:
        return None
    if town.losses:
        return STAGES.index(STAGE_OF_CAUSE[town.losses[-1].cause])
    if prompt is not None and prompt.rule in STAGE_OF_RULE:
        return STAGES.index(STAGE_OF_RULE[prompt.rule])
    return STAGES.index(Stage.BEER) if town.gains else None


def is_final(town: Town) -> bool:
    """Whether the dice stay as they are (bang.roll.over)."""
    return bool(town.dice) and (town.final or town.throws_left == 0)


def stages_of(view: View[Town]) -> list[StageMark]:
    now = stage_of(view)
    shown = {STAGE_OF_FACE[symbol(face)] for face in view.state.dice}
    marks = []
    for index, stage in enumerate(STAGES):
        state = DieState.LATER
        if now is not None and index <= now:
            state = DieState.NOW if index == now else DieState.DONE
        elif stage not in shown:
            state = DieState.BLANK
        marks.append(StageMark(stage, STAGE_ICONS[stage], state))
    return marks


def dice_of(view: View[Town], question: Question | None) -> list[Die]:
    """The dice of the turn; before the first throw, as many blank ones."""
    town = view.state
    asked = "" if question is None else question.key
    now = stage_of(view)
    count = len(town.dice)
    token = town.token if town.token is not None and town.token.holder == town.active else None
    forced = 0 if token is None else 1 + token.double
    dice = []
    for index, face in enumerate(town.dice):
        last = town.saloon_die is not None and index == count - 1 and count >= DICE
        state, word = die_state(town, face, now, asked)
        dice.append(
            Die(
                number=index + 1,
                face=face,
                icon=f"die-{symbol(face)}",
                double=face in SYMBOLS,
                kind=town.saloon_die if last else None,
                state=state,
                word=word,
                forced=index < forced and token is not None and face is token.face,
            )
        )
    for number in range(count + 1, (GHOST_DICE if town.ghost_turn else DICE) + 1):
        dice.append(Die(number, None, "", False, None, DieState.BLANK, "board.die.blank", False))
    return dice


def die_state(town: Town, face: Face, now: int | None, asked: str) -> tuple[DieState, str]:
    """What becomes of a die, and the words for it."""
    if face is Face.DYNAMITE and not town.ghost_turn and not town.plays(Character.BLACK_JACK):
        exploding = now == STAGES.index(Stage.DYNAMITE)
        return DieState.LOCKED, "board.die.explodes" if exploding else "board.die.locked"
    if asked == REROLL:
        return DieState.OPEN, "board.die.keep"
    if town.ghost_turn:
        return DieState.OPEN, "board.die.lies"
    stage = STAGE_OF_FACE[symbol(face)]
    if now is None:
        return DieState.OPEN, "board.die.lies"
    place = STAGES.index(stage)
    state = DieState.NOW if place == now else DieState.DONE if place < now else DieState.LATER
    if state is DieState.LATER:
        return state, LATER_WORDS.get(stage, "board.die.later")
    if state is DieState.NOW and asked != ASKED_AT.get(stage, asked):
        return state, "board.die.now"
    return state, WORDS[stage][state]


# --- reach -----------------------------------------------------------------------------------


def reach_of(plates: list[Plate], targets: set[Seat]) -> list[Reach]:
    """Lines from the viewer to everybody within reach, each the nearer way round."""
    lines = []
    for plate in plates[1:]:
        if plate.seat not in targets or plate.side is None:
            continue
        if plate.side is not Side.RIGHT:
            lines.append(line_to(plates, plate, plates[1 : plate.place], 1))
        if plate.side is not Side.LEFT:
            lines.append(line_to(plates, plate, plates[: plate.place : -1], -1))
    return lines


def line_to(plates: list[Plate], plate: Plate, between: list[Plate], way: int) -> Reach:
    """Along the rim, chair by chair; ``way`` is 1 to the left and -1 to the right."""
    places = PLACES[len(plates)]
    points = [(CENTRE_X - way * START_X, START_Y)]
    points += [places[chair.place] for chair in [*between, plate]]
    sweep = 1 if way == 1 else 0
    steps = "".join(f"A{RADIUS_X} {RADIUS_Y} 0 0 {sweep} {x} {y}" for x, y in points[1:])
    x, y = on_the_rim(points[-2], points[-1])
    return Reach(
        seat=plate.seat,
        line=f"M{points[0][0]} {points[0][1]}{steps}",
        x=f"{x / 10:.1f}%",
        y=f"{y / 10:.1f}%",
        away=plate.away,
        past=[chair.seat for chair in between if chair.out],
    )


def on_the_rim(one: tuple[int, int], other: tuple[int, int]) -> tuple[float, float]:
    """Half way between two chairs."""
    x = (one[0] + other[0]) / 2 - CENTRE_X
    y = (one[1] + other[1]) / 2 - CENTRE_Y
    angle = atan2(y / RADIUS_Y, x / RADIUS_X)
    return CENTRE_X + RADIUS_X * cos(angle), CENTRE_Y + RADIUS_Y * sin(angle)


# --- what the board adds to the question -----------------------------------------------------

SHOT = "bang.shot.one"
SLAB = "slab"
TWINS = {"kit": "seat", "elena": "seat"}
SUBMITS = {
    "bang.beer.use": "board.submit.beer",
    "bang.kit.discard": "board.submit.return",
    "bang.pedro.discard": "board.submit.return",
    "bang.molly.take": "board.submit.take_over",
    "bang.bart.replace": "board.submit.take",
    "bang.elena.give": "board.submit.give",
    "bang.ghost.assign": "board.submit.haunt",
    "bang.role.ugly": "board.submit.swap",
    "bang.role.doctor": "board.submit.turn",
}


def help_for(view: View[Town], question: Question, plates: list[Plate]) -> Help:
    """Titles, hints and reasons for the viewer's question."""
    town = view.state
    help = Help(title=f"board.ask.{question.key}", twins=TWINS)
    match question.key:
        case "bang.shot.one":
            help_to_shoot(help, town, question, plates)
        case "bang.roll.reroll":
            help_to_reroll(help, town)
        case "bang.beer.use" | "bang.sid.gain" | "bang.role.left_hand":
            help.hints = {
                f"seat:{plate.seat}": Say("board.hint.life", {"life": plate.life, "cap": plate.cap})
                for plate in plates
            }
        case "bang.bart.replace" | "bang.molly.take":
            help.hints = {
                f"seat:{plate.seat}": Say(
                    "board.hint.hits", {"hits": plate.hits, "life": plate.life}
                )
                for plate in plates
            }
            if question.key == "bang.molly.take":
                help.sub = Say("board.sub.molly")
            else:
                help.sub = Say("board.sub.pile", {"left": town.tokens_in_pile()})
        case "bang.ghost.assign" | "bang.role.doctor" | "bang.elena.give":
            if question.key == "bang.ghost.assign":
                help.sub = Say("board.sub.ghost")
            names = {"face": "face", "to": "to", "die": "die", "token": "token"}
            help.parts = {part: Say(f"board.part.{name}") for part, name in names.items()}
            help.hints = hints_of_dice(town)
        case "bang.chief.take":
            help.sub = Say("board.sub.chief", {"left": town.tokens_in_pile()})
        case "bang.saloon.choose":
            help.hints = {
                f"saloon_die:{die.value}": Say(f"board.hint.{die.value}") for die in SaloonDie
            }
        case "bang.setup.choose":
            help.hints = {
                f"character:{who.value}": Say("board.hint.ability", {"who": who.value})
                for who in Character
            }
    if question.key in SUBMITS:
        help.submit = [Say(SUBMITS[question.key])]
    return help


def help_to_reroll(help: Help, town: Town) -> None:
    help.sub = Say("board.sub.reroll", {"left": town.throws_left, "pile": town.tokens_in_pile()})
    help.hints = hints_of_dice(town)
    help.submit = [Say("board.submit.stop")]
    help.submit += [
        Say("board.submit.throw", {"dice": count}) for count in range(1, len(town.dice) + 1)
    ]


def hints_of_dice(town: Town) -> dict[str, Say]:
    return {
        f"die:{number}": Say("board.hint.face", {"face": face.value})
        for number, face in enumerate(town.dice, start=1)
    }


def help_to_shoot(help: Help, town: Town, question: Question, plates: list[Plate]) -> None:
    assert isinstance(question.choice, Combination), "bull's eyes are aimed together"
    help.sub = Say("board.sub.shot")
    help.submit = [Say("board.submit.fire")]
    help.hints = {f"seat:{plate.seat}": target_hint(plate) for plate in plates[1:]}
    for part, inner in question.choice.parts.items():
        if part == SLAB:
            help.parts[part] = Say("board.part.slab")
            help.hints |= {"slab:none": Say("board.hint.beer")}
            continue
        face = symbol(town.dice[int(part.rstrip("ab")) - 1])
        help.parts[part] = Say("board.part.shot", {"die": part.rstrip("ab"), "face": face.value})
        targets = {int(seat) for seat in inner.offers()}
        help.whys[part] = {
            f"seat:{plate.seat}": too_far(plate, face, town)
            for plate in plates
            if plate.seat not in targets
        }


def target_hint(plate: Plate) -> Say:
    side = plate.side or Side.EITHER
    return Say(f"board.hint.{side}", {"away": plate.away, "life": plate.life})


def too_far(plate: Plate, face: Face, town: Town) -> Say:
    """Why a bull's eye cannot hit somebody."""
    if plate.place == 0:
        return Say("board.why.self", rule="bang.shot.one")
    if plate.out:
        return Say("board.why.out", {"target": plate.seat}, rule="bang.shot.distance")
    rule = "bang.shot.one" if face is Face.ONE else "bang.shot.two"
    return Say(
        "board.why.far", {"target": plate.seat, "away": plate.away, "face": face.value}, rule=rule
    )


# --- the whole -------------------------------------------------------------------------------


def board(view: View[Town], question: Question | None) -> BangBoard:
    """The board as one seat, or a spectator, may see it."""
    town = view.state
    plates = plates_of(view)
    own = None if view.seat is None else town.cowboys[view.seat].role
    secret = own.value if own is not None and own.known and not own.public else None
    targets: set[Seat] = set()
    if question is not None and question.key == SHOT:
        assert isinstance(question.choice, Combination), "bull's eyes are aimed together"
        for part, inner in question.choice.parts.items():
            if part != SLAB:
                targets.update(inner.offers())
    throws = throws_of(town)
    return BangBoard(
        seats=view.seats,
        me=None if view.seat is None else plates[0],
        plates=plates if view.seat is None else plates[1:],
        secret=None if secret is None else secret.value,
        secret_badge="" if secret is None else f"role-{ROLE_OF[secret]}",
        dice=dice_of(view, question),
        throw=throws - town.throws_left if town.dice else 0,
        throws=throws,
        final=is_final(town),
        ghost_turn=town.ghost_turn,
        stages=stages_of(view),
        pile=town.pile,
        arrows=ARROWS,
        chief=town.chief_in_pile,
        chief_in_play=town.options.chief,
        reach=reach_of(plates, targets),
        ask=None if question is None else help_for(view, question, plates),
        side=None if view.outcome is None else view.outcome.side,
        results=[
            [("role", cowboy.role.value.value)] if cowboy.role.public else []
            for cowboy in town.cowboys
        ]
        if view.outcome is not None
        else [],
    )


def progress(view: View[Town]) -> Progress:
    """How far along: the fewer live, the nearer the end."""
    town = view.state
    living, seats = len(town.living()), view.seats
    wounds = sum(max(0, cowboy.cap - cowboy.life) for cowboy in town.cowboys)
    caps = sum(cowboy.cap for cowboy in town.cowboys)
    done = 100 if view.outcome is not None else min(99, 125 * wounds // max(1, caps))
    args: dict[str, Arg] = {"turn": town.turn, "living": living, "seats": seats}
    return Progress("board.progress", args, done)


FACE_ICONS = {face.value: f"die-{face.value}" for face in Face}

PAGE = Page(
    board=board,
    progress=progress,
    icons={"face": FACE_ICONS},
    headings=frozenset({"bang.turn.order"}),
    style="bang.css",
    script="bang.js",
)
