"""The board of Cash 'n Guns: everything that its template shows, from the view alone."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import lru_cache
from math import atan2, degrees, hypot

from msgspec import Struct

from boomtown.core import Arg, Help, Page, Progress, Question, Say, Seat, View
from cash_n_guns.content import (
    DIAMOND_BONUS,
    DIAMONDS,
    FACE_VALUE,
    KIND,
    PAINTING_SET,
    ROUNDS,
    Bullet,
    Kind,
    Loot,
    Power,
)
from cash_n_guns.state import Gang, Gangster

# --- where everybody sits --------------------------------------------------------------------

Point = tuple[int, int]

WIDE: dict[int, list[Point]] = {
    4: [(500, 905), (124, 420), (500, 115), (876, 420)],
    5: [(500, 905), (124, 540), (290, 115), (710, 115), (876, 540)],
    6: [(500, 905), (124, 590), (124, 245), (500, 115), (876, 245), (876, 590)],
    7: [(500, 905), (124, 640), (124, 350), (290, 110), (710, 110), (876, 350), (876, 640)],
    8: [
        (500, 905),
        (124, 655),
        (124, 385),
        (180, 115),
        (500, 115),
        (820, 115),
        (876, 385),
        (876, 655),
    ],
}
"""By number of players, places in thousandths of the room, clockwise from the viewer's own.

The style sheet has the same numbers as percentages.
"""
NARROW: dict[int, list[Point]] = {
    4: [(500, 905), (157, 430), (500, 95), (843, 430)],
    5: [(500, 905), (157, 580), (270, 95), (730, 95), (843, 580)],
    6: [(500, 905), (157, 620), (157, 270), (500, 95), (843, 270), (843, 620)],
    7: [(500, 905), (157, 650), (157, 370), (270, 95), (730, 95), (843, 370), (843, 650)],
    8: [
        (500, 905),
        (157, 670),
        (157, 380),
        (157, 95),
        (500, 95),
        (843, 95),
        (843, 380),
        (843, 670),
    ],
}
"""The same on a telephone."""


class Layout(Struct, frozen=True):
    """The room on a desk or on a telephone: sizes in thousandths, and its shape."""

    places: dict[int, list[Point]]
    plate: Point
    """Half of a place's width and height, with a little air."""
    own: Point
    """The same of the viewer's own place."""
    shape: float
    """Width by height."""
    lane: int
    """How far a line keeps to its left, so that two who aim at each other have a lane each."""


DESK = Layout(WIDE, (116, 92), (352, 112), 1.46, 11)
PHONE = Layout(NARROW, (150, 84), (490, 165), 0.82, 13)
CENTRE = (500, 450)
BEND = 0.24


class Stage(StrEnum):
    """The seven stages of a round (cash.round.stages)."""

    LOOT = "loot"
    LOAD = "load"
    HOLD_UP = "hold_up"
    PRIVILEGE = "privilege"
    COURAGE = "courage"
    BANG = "bang"
    SHARE = "share"


class When(StrEnum):
    """Whether a stage is over, going on or to come."""

    WAS = "was"
    NOW = "now"
    LATER = "later"


class StageMark(Struct):
    """A stage on the strip."""

    stage: Stage
    icon: str
    when: When


class Aim(StrEnum):
    """What is known of a gun."""

    HIDDEN = "hidden"
    AT = "at"
    SELF = "self"
    NOBODY = "nobody"
    LATE = "late"


class Stance(StrEnum):
    """How a figure stands, or lies."""

    STANDING = "standing"
    DUCKED = "ducked"
    HIT = "hit"
    OUT = "out"


class Card(StrEnum):
    """A bullet card on the table."""

    DOWN = "down"
    CLICK = "click"
    BANG = "bang"


class Plate(Struct):
    """A place at the table, as everybody may see it."""

    seat: Seat
    place: int
    """Clockwise from the viewer's own place, which is 0."""
    power: str | None
    wounds: int
    cap: int
    godfather: bool
    heir: bool
    """Whether this player took the token and has the desk from the next round on."""
    loot: int
    hand: int
    stance: Stance
    aim: Aim
    target: Seat | None
    card: Card | None
    """The bullet card of this round, as it lies there."""
    bangs: int
    clicks: int
    """Bullet cards that everybody has seen this player turn up."""
    chosen: bool | None
    """Whether the sealed choice is in; None if there is none."""
    turn: bool
    """Whether this player is asked in the open."""
    guns: list[Seat] = []
    """Who aims here."""


CARD_RULES: dict[Bullet | Kind, str] = {
    Bullet.BANG: "cash.effects.bang",
    Bullet.CLICK: "cash.effects.click",
    Kind.BILL: "cash.score.sum",
    Kind.DIAMOND: "cash.score.diamonds",
    Kind.PAINTING: "cash.score.paintings",
    Kind.CLIP: "cash.clip.swap",
    Kind.FIRST_AID: "cash.aid.heal",
    Kind.NEW_GODFATHER: "cash.share.token_effect",
}
"""What a card does or is worth."""


class Held(Struct):
    """Cards of one kind in the viewer's own hand or stash."""

    card: str
    icon: str
    count: int
    rule: str


class Own(Struct):
    """What only the viewer sees."""

    hand: list[Held]
    laid: str | None
    """The bullet card that was put down, or is chosen and can still be changed."""
    changeable: bool
    aim: str | None
    courage: str | None
    """The same of an aim and of courage, as long as the choice can be changed."""
    stash: list[Held]
    worth: int
    """What the stash brings at the end, without the diamond bonus."""


class Share(Struct):
    """A loot card that lies face up."""

    share: str
    kind: str
    icon: str
    rule: str


class Wire(Struct):
    """A pointing line: from a gun to a crosshair, for a desk and for a telephone."""

    seat: Seat
    target: Seat
    wide: str
    narrow: str
    """The data of SVG paths in a square of 1000 by 1000."""
    gun: tuple[str, str, str]
    """Where the gun is on a desk, in percent, and how it is turned."""
    hit: tuple[str, str]
    narrow_hit: tuple[str, str]


class Count(Struct):
    """What a player's loot brought in the end, item by item (cash.score.sum)."""

    seat: Seat
    rank: int
    bills: int
    diamonds: int
    diamond_cards: int
    bonus: int
    paintings: int
    painting_cards: int
    total: int
    out: bool
    winner: bool


class CashBoard(Struct):
    """What the template needs."""

    seats: int
    round: int
    rounds: int
    stages: list[StageMark]
    me: Plate | None
    own: Own | None
    plates: list[Plate]
    """Everybody else clockwise from the viewer; a spectator sees everybody, from seat 0 on."""
    loot: list[Share]
    token: bool
    """Whether the New Godfather token can be taken."""
    token_rule: str
    piles: int
    discard: int
    wires: list[Wire]
    aimed: list[Seat]
    """Whose aim is known, late ones too: the script shows the new ones together."""
    sealed: bool
    """Whether everybody chooses in secret now."""
    counts: list[Count]
    """At the end, the best first."""
    tied: bool
    """At the end, whether nobody has the most diamonds."""
    ask: Help | None
    results: list[list[tuple[str, str]]]
    """When the match is over, what the ending tells of every seat: noun and value."""


# --- the round -------------------------------------------------------------------------------

AIMING = "cash.holdup.aim"
LOADING = "cash.bullet.choose"
COURAGE = "cash.courage.choose"
SEALED = frozenset({LOADING, AIMING, COURAGE})
STAGES = list(Stage)
STAGE_OF_RULE = {
    "cash.power.hustler": Stage.LOOT,
    "cash.power.hustler_order": Stage.LOOT,
    LOADING: Stage.LOAD,
    AIMING: Stage.HOLD_UP,
    "cash.holdup.kid": Stage.HOLD_UP,
    "cash.power.cunning": Stage.HOLD_UP,
    "cash.privilege.order": Stage.PRIVILEGE,
    "cash.privilege.owner_picks": Stage.PRIVILEGE,
    COURAGE: Stage.COURAGE,
    "cash.power.smart": Stage.COURAGE,
    "cash.power.junk_dealer": Stage.SHARE,
    "cash.share.must_take": Stage.SHARE,
    "cash.power.dictator": Stage.SHARE,
    "cash.clip.swap": Stage.SHARE,
}
"""By the rule that asks; turning up the cards asks nobody."""
STAGE_ICONS = {
    Stage.LOOT: "loot-bill",
    Stage.LOAD: "bullet",
    Stage.HOLD_UP: "aim",
    Stage.PRIVILEGE: "godfather",
    Stage.COURAGE: "stand",
    Stage.BANG: "card-bang",
    Stage.SHARE: "loot-diamond",
}


def stage_of(view: View[Gang]) -> int:
    """The place of the present stage; behind the last one when the match is over."""
    if view.prompt is None:
        return len(STAGES)
    return STAGES.index(STAGE_OF_RULE[view.prompt.rule])


def stages_of(view: View[Gang]) -> list[StageMark]:
    now = stage_of(view)
    return [
        StageMark(
            stage,
            STAGE_ICONS[stage],
            When.WAS if place < now else When.NOW if place == now else When.LATER,
        )
        for place, stage in enumerate(STAGES)
    ]


# --- seats -----------------------------------------------------------------------------------


def plates_of(view: View[Gang]) -> list[Plate]:
    """Everybody, clockwise from the viewer."""
    gang, prompt = view.state, view.prompt
    first = view.seat or Seat(0)
    order = [Seat((first + place) % view.seats) for place in range(view.seats)]
    rule = "" if prompt is None else prompt.rule
    asked = [] if prompt is None else prompt.seats
    plates = [plate_of(gang, seat, place) for place, seat in enumerate(order)]
    aims_known = stage_of(view) >= STAGES.index(Stage.HOLD_UP) and rule != AIMING
    kid = gang.who_has(Power.KID)
    for plate in plates:
        gangster = gang.gangsters[plate.seat]
        waits = plate.seat in asked
        if rule in SEALED:
            takes_part = not gangster.out and not (rule == AIMING and plate.seat == kid)
            plate.chosen = not waits if takes_part else None
        else:
            plate.turn = waits
        if aims_known and not gangster.out and not (rule == "cash.holdup.kid" and waits):
            plate.aim = aim_of(gangster, plate.seat)
            plate.target = gangster.target
    for plate in plates:
        plate.guns = [other.seat for other in plates if other.target == plate.seat]
    return plates


def plate_of(gang: Gang, seat: Seat, place: int) -> Plate:
    gangster = gang.gangsters[seat]
    return Plate(
        seat=seat,
        place=place,
        power=None if gangster.power is None else gangster.power.value,
        wounds=gangster.wounds,
        cap=gangster.wounds_to_die,
        godfather=seat == gang.godfather,
        heir=seat == gang.new_godfather,
        loot=len(gangster.loot),
        hand=len(gangster.hand),
        stance=stance_of(gangster),
        aim=Aim.HIDDEN,
        target=None,
        card=card_of(gangster),
        bangs=gangster.shown.count(Bullet.BANG),
        clicks=gangster.shown.count(Bullet.CLICK),
        chosen=None,
        turn=False,
    )


def stance_of(gangster: Gangster) -> Stance:
    if gangster.out:
        return Stance.OUT
    if gangster.hit:
        return Stance.HIT
    return Stance.DUCKED if gangster.ducked else Stance.STANDING


def card_of(gangster: Gangster) -> Card | None:
    """The bullet card as everybody sees it, also to its owner."""
    if gangster.bullet is None:
        return None
    return Card(gangster.bullet.value) if gangster.bullet.public else Card.DOWN


def aim_of(gangster: Gangster, seat: Seat) -> Aim:
    if gangster.late:
        return Aim.LATE
    if gangster.target is None:
        return Aim.NOBODY
    return Aim.SELF if gangster.target == seat else Aim.AT


# --- what only the viewer sees ---------------------------------------------------------------

LOOT_ICONS = {
    Kind.BILL: "loot-bill",
    Kind.DIAMOND: "loot-diamond",
    Kind.PAINTING: "loot-painting",
    Kind.CLIP: "loot-clip",
    Kind.FIRST_AID: "loot-aid",
    Kind.NEW_GODFATHER: "godfather",
}


def own_of(gang: Gang, me: Seat, question: Question | None) -> Own:
    """The viewer's hand and stash; a card that is chosen lies beside the hand already."""
    gangster = gang.gangsters[me]
    hand = Counter(card.value for card in gangster.hand)
    laid = None if gangster.bullet is None else gangster.bullet.value
    chosen = {} if question is None else {question.rule: question.given}
    changeable = chosen.get(LOADING) is not None
    if changeable:
        laid = Bullet(chosen[LOADING])
        hand[laid] -= 1
    stash = Counter(card.value for card in gangster.loot)
    return Own(
        hand=[
            Held(kind.value, f"card-{kind}", hand[kind], CARD_RULES[kind])
            for kind in (Bullet.BANG, Bullet.CLICK)
        ],
        laid=None if laid is None else laid.value,
        changeable=changeable,
        aim=None if chosen.get(AIMING) is None else str(chosen[AIMING]),
        courage=chosen.get(COURAGE),
        stash=[
            Held(card.value, LOOT_ICONS[KIND[card]], stash[card], CARD_RULES[KIND[card]])
            for card in Loot
            if stash[card]
        ],
        worth=face_value(gangster) + set_value(gangster, stash[Loot.PAINTING]),
    )


def face_value(gangster: Gangster) -> int:
    return sum(FACE_VALUE.get(card.value, 0) for card in gangster.loot)


def set_value(gangster: Gangster, paintings: int) -> int:
    """What so many paintings are worth to a player (cash.score.paintings)."""
    paintings += gangster.power is Power.COLLECTOR
    return PAINTING_SET[min(paintings, len(PAINTING_SET) - 1)]


# --- loot ------------------------------------------------------------------------------------


def shares_of(gang: Gang) -> list[Share]:
    return [
        Share(card.value, KIND[card].value, LOOT_ICONS[KIND[card]], CARD_RULES[KIND[card]])
        for card in gang.loot
    ]


# --- pointing lines --------------------------------------------------------------------------


def wires_of(plates: list[Plate]) -> list[Wire]:
    """A line for everybody who aims at somebody else."""
    place = {plate.seat: plate.place for plate in plates}
    return [
        wire_of(len(plates), plate.seat, plate.target, plate.place, place[plate.target])
        for plate in plates
        if plate.aim is Aim.AT and plate.target is not None
    ]


@lru_cache(maxsize=4096)
def wire_of(seats: int, seat: Seat, target: Seat, place: int, aim: int) -> Wire:
    wide, narrow = curve(DESK, seats, place, aim), curve(PHONE, seats, place, aim)
    (x, y), (bend_x, bend_y), _ = wide
    angle = degrees(atan2(bend_y - y, (bend_x - x) * DESK.shape))
    turned = f"rotate({angle:.0f})" + (" scale(1 -1)" if abs(angle) > 90 else "")
    return Wire(
        seat=seat,
        target=target,
        wide=path(wide),
        narrow=path(narrow),
        gun=(percent(x), percent(y), turned),
        hit=(percent(wide[2][0]), percent(wide[2][1])),
        narrow_hit=(percent(narrow[2][0]), percent(narrow[2][1])),
    )


Bow = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


def curve(layout: Layout, seats: int, place: int, aim: int) -> Bow:
    """From the edge of one place to the edge of another, bent towards the middle of the table."""
    places = layout.places[seats]
    one, other = places[place], places[aim]
    length = hypot(other[0] - one[0], other[1] - one[1])
    left = (other[1] - one[1]) / length, -(other[0] - one[0]) / length
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    bend = (
        middle[0] + (CENTRE[0] - middle[0]) * BEND + left[0] * 3 * layout.lane,
        middle[1] + (CENTRE[1] - middle[1]) * BEND + left[1] * 3 * layout.lane,
    )
    shift = left[0] * layout.lane, left[1] * layout.lane
    start = edge(layout, one, bend, own=place == 0)
    end = edge(layout, other, bend, own=aim == 0)
    return (
        (start[0] + shift[0], start[1] + shift[1]),
        bend,
        (end[0] + shift[0], end[1] + shift[1]),
    )


def edge(
    layout: Layout, place: Point, towards: tuple[float, float], *, own: bool
) -> tuple[float, float]:
    """Where a line from the middle of a place leaves it."""
    width, height = layout.own if own else layout.plate
    dx, dy = towards[0] - place[0], towards[1] - place[1]
    part = min(width / abs(dx) if dx else 9.0, height / abs(dy) if dy else 9.0)
    return place[0] + dx * part, place[1] + dy * part


def path(bow: Bow) -> str:
    (x1, y1), (x2, y2), (x3, y3) = bow
    return f"M{x1:.0f} {y1:.0f}Q{x2:.0f} {y2:.0f} {x3:.0f} {y3:.0f}"


def percent(thousandths: float) -> str:
    return f"{thousandths / 10:.1f}%"


# --- what the board adds to the question -----------------------------------------------------

TWINS = {"aim": "seat", "order": "seat", "hustle": "seat", "change": "bullet"}


def help_for(view: View[Gang], question: Question, plates: list[Plate]) -> Help:
    """Titles, consequences and reasons for the viewer's question."""
    gang = view.state
    living = [plate for plate in plates if plate.stance is not Stance.OUT]
    help = Help(title=f"board.ask.{question.key}", twins=TWINS)
    match question.key:
        case "cash.bullet.choose":
            help_to_load(help, gang, question.seat)
        case "cash.holdup.aim" | "cash.holdup.kid" | "cash.privilege.owner_picks":
            help.hints = {f"seat:{plate.seat}": target_hint(plate) for plate in living}
            help.hints["seat:nobody"] = Say("board.hint.nobody")
            if question.seconds is not None and question.key != "cash.privilege.owner_picks":
                help.sub = Say("board.sub.late")
        case "cash.privilege.order":
            help.sub = Say("board.sub.order")
            help.hints = {f"seat:{plate.seat}": aim_hint(plate) for plate in living}
        case "cash.courage.choose":
            help_to_stand(help, plates[0], gang.gangsters[question.seat])
        case "cash.power.cunning" | "cash.power.smart" | "cash.power.hustler_order":
            help.sub = own_card(gang, question.seat)
        case "cash.power.hustler":
            help.hints = {
                f"seat:{plate.seat}": Say("board.hint.hand", {"cards": plate.hand})
                for plate in living
            }
        case "cash.share.must_take":
            help_to_share(help, gang.gangsters[question.seat])
            help.parts = {part: Say(f"board.part.{part}") for part in ("first", "second")}
            help.submit = [Say("board.submit.take")]
        case "cash.power.junk_dealer":
            help.sub = Say("board.sub.junk", {"piles": len(gang.piles)})
    return help


def help_to_load(help: Help, gang: Gang, me: Seat) -> None:
    hand = Counter(card.value for card in gang.gangsters[me].hand)
    help.sub = Say("board.sub.load", {"rounds": ROUNDS - gang.round + 1})
    help.hints = {
        f"bullet:{kind}": Say(f"board.hint.{kind}", {"left": hand[kind]}) for kind in Bullet
    }


def target_hint(plate: Plate) -> Say:
    """What is known of somebody who may be aimed at."""
    args: dict[str, Arg] = {"wounds": plate.wounds, "cap": plate.cap, "loot": plate.loot}
    return Say("board.hint.target", args)


def aim_hint(plate: Plate) -> Say:
    if plate.aim is Aim.AT and plate.target is not None:
        return Say("board.hint.aims", {"target": plate.target})
    return Say(f"board.hint.aim.{plate.aim}")


def help_to_stand(help: Help, plate: Plate, gangster: Gangster) -> None:
    """Who aims here, and what follows from either choice."""
    guns = len(plate.guns)
    help.title = f"board.ask.courage.{'none' if not guns else 'one' if guns == 1 else 'several'}"
    left = plate.cap - plate.wounds
    if not guns:
        help.sub = Say("board.sub.safe")
    else:
        danger = "deadly" if guns >= left else "guns"
        args: dict[str, Arg] = {"guns": list(plate.guns), "wounds": plate.wounds, "left": left}
        help.sub = Say(f"board.sub.{danger}", args)
    help.hints = {"courage:stand": stand_hint(plate, gangster), "courage:duck": duck_hint(gangster)}


def stand_hint(plate: Plate, gangster: Gangster) -> Say:
    assert gangster.bullet is not None, "everybody has put a card down"
    if plate.aim is Aim.LATE:
        return Say("board.hint.stand.late")
    if plate.target is None or plate.aim is Aim.SELF:
        return Say(f"board.hint.stand.{plate.aim}")
    shot: dict[str, Arg] = {"card": gangster.bullet.value.value, "target": plate.target}
    return Say("board.hint.stand", shot)


def duck_hint(gangster: Gangster) -> Say:
    assert gangster.bullet is not None, "everybody has put a card down"
    return Say("board.hint.duck", {"card": gangster.bullet.value.value})


def own_card(gang: Gang, me: Seat) -> Say | None:
    """The card that lies there, or that was just drawn."""
    card = gang.drawn or gang.gangsters[me].bullet
    if card is None or not card.known:
        return None
    key = "board.sub.drawn" if gang.drawn else "board.sub.card"
    return Say(key, {"card": card.value.value})


def help_to_share(help: Help, gangster: Gangster) -> None:
    """What each share is worth to this player."""
    mine = Counter(card.value for card in gangster.loot)
    paintings = mine[Loot.PAINTING]
    more = set_value(gangster, paintings + 1) - set_value(gangster, paintings)
    diamonds = sum(mine[card] for card in DIAMONDS)
    help.hints = {
        "share:P": Say("board.hint.painting", {"have": paintings, "more": more // 1000}),
        "share:FA": Say("board.hint.aid", {"wounds": gangster.wounds}),
        "share:CL": Say("board.hint.clip"),
        "share:NG": Say("board.hint.token"),
        **{f"share:{card}": Say("board.hint.diamond", {"have": diamonds}) for card in DIAMONDS},
    }


# --- the end ---------------------------------------------------------------------------------


def counts_of(view: View[Gang]) -> list[Count]:
    """Everybody's loot item by item, the best first; the dead have lost theirs."""
    outcome, gang = view.outcome, view.state
    if outcome is None:
        return []
    held = [Counter(card.value for card in gangster.loot) for gangster in gang.gangsters]
    diamonds = [sum(cards[card] for card in DIAMONDS) for cards in held]
    most = max(diamonds)
    counts = []
    for number, gangster in enumerate(gang.gangsters):
        cards, value = held[number], face_value(gangster)
        gems = sum(FACE_VALUE[card] * cards[card] for card in DIAMONDS)
        alive = not gangster.out
        rich = alive and most > 0 and diamonds[number] == most and diamonds.count(most) == 1
        counts.append(
            Count(
                seat=Seat(number),
                rank=outcome.ranks[number],
                bills=value - gems,
                diamonds=gems,
                diamond_cards=diamonds[number],
                bonus=DIAMOND_BONUS if rich else 0,
                paintings=set_value(gangster, cards[Loot.PAINTING]) if alive else 0,
                painting_cards=cards[Loot.PAINTING] + (gangster.power is Power.COLLECTOR),
                total=outcome.scores[number],
                out=gangster.out,
                winner=number in outcome.winners,
            )
        )
    return sorted(counts, key=lambda count: (count.rank, count.seat))


def results_of(view: View[Gang]) -> list[list[tuple[str, str]]]:
    if view.outcome is None:
        return []
    return [
        [
            *([("power", one.power.value)] if one.power is not None else []),
            *([("fate", "out")] if one.out else []),
        ]
        for one in view.state.gangsters
    ]


# --- the whole -------------------------------------------------------------------------------


def board(view: View[Gang], question: Question | None) -> CashBoard:
    """The board as one seat, or a spectator, may see it."""
    gang = view.state
    plates = plates_of(view)
    counts = counts_of(view)
    return CashBoard(
        seats=view.seats,
        round=gang.round,
        rounds=ROUNDS,
        stages=stages_of(view),
        me=None if view.seat is None else plates[0],
        own=None if view.seat is None else own_of(gang, view.seat, question),
        plates=plates if view.seat is None else plates[1:],
        loot=shares_of(gang),
        token=gang.token,
        token_rule=CARD_RULES[Kind.NEW_GODFATHER],
        piles=len(gang.piles),
        discard=len(gang.discard),
        wires=wires_of(plates) if view.outcome is None else [],
        aimed=[plate.seat for plate in plates if plate.aim is not Aim.HIDDEN],
        sealed=view.prompt is not None and view.prompt.rule in SEALED,
        counts=counts,
        tied=bool(counts) and not any(count.bonus for count in counts),
        ask=None if question is None else help_for(view, question, plates),
        results=results_of(view),
    )


def progress(view: View[Gang]) -> Progress:
    """The round, and how far it has got."""
    stage = stage_of(view)
    done = (view.state.round - 1) * len(STAGES) + min(stage, len(STAGES) - 1)
    share = 100 if view.outcome is not None else 100 * done // (ROUNDS * len(STAGES))
    return Progress("board.progress", {"round": view.state.round, "rounds": ROUNDS}, share)


PAGE = Page(
    board=board,
    progress=progress,
    headings=frozenset({"cash.round.lead"}),
    style="cash.css",
    script="cash.js",
)
