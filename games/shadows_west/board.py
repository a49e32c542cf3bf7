"""The board of Shadows of the West: everything that its template shows, from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from math import atan2, degrees
from typing import Any, Final

from msgspec import Struct

from boomtown.core import (
    Arg,
    Composed,
    Group,
    Help,
    OneOf,
    Page,
    Progress,
    Question,
    Say,
    Seat,
    View,
)
from shadows_west.content import JOKER, TURNS, Rank, card_key
from shadows_west.drawing import Scenery, scenery
from shadows_west.gangs import RosterChoice
from shadows_west.preview import preview
from shadows_west.previews.shots import fight_ahead
from shadows_west.rules.fighting import opponents
from shadows_west.state import Figure, Gone, Kind, Table, Token, West
from shadows_west.terrain import buildings_inside, ground, surface_ids, surfaces_at
from shadows_west.zones import zone_of

# --- cards ---------------------------------------------------------------------------------------

SUIT_ICONS: Final = {"S": "spade", "C": "club", "H": "heart", "D": "diamond"}


class Face(Struct, frozen=True):
    """A card as it is drawn."""

    card: str
    rank: str
    suit: str
    """Its icon; none for a joker."""
    red: bool


def face_of(card: str) -> Face:
    if card == JOKER:
        return Face(card, "", "", red=False)
    return Face(card, card[:-1], SUIT_ICONS[card[-1]], red=card[-1] in "HD")


class Pace(StrEnum):
    """Where a player is in the round of cards."""

    CHOOSING = "choosing"
    CHOSEN = "chosen"
    NOW = "now"
    NEXT = "next"
    WAS = "was"
    IDLE = "idle"
    OUT = "out"


class TurnRow(Struct):
    """A player in the list of who acts."""

    seat: Seat
    pace: Pace
    card: Face | None
    points: int
    cards: int
    """In hand."""
    deck: int
    models: int
    """On the table."""
    fled: bool


PLAY: Final = "shadows.cards.play"


def turns_of(view: View[West]) -> list[TurnRow]:
    """Everybody in the order in which they act; while cards are chosen, by seat."""
    west = view.state
    rows = [_turn_row(view, Seat(seat)) for seat in range(view.seats)]
    place = {seat: number for number, seat in enumerate(west.order)}
    ranks = {Pace.WAS: -1, Pace.NOW: 0, Pace.NEXT: 1, Pace.OUT: 3}
    return sorted(
        rows,
        key=lambda row: (ranks.get(row.pace, 2), place.get(row.seat, 0), row.seat),
    )


def _turn_row(view: View[West], seat: Seat) -> TurnRow:
    west = view.state
    gang = west.gangs[seat]
    played = gang.played
    return TurnRow(
        seat=seat,
        pace=_pace(view, seat),
        card=face_of(played.value) if played is not None and played.known else None,
        points=gang.points,
        cards=len(gang.hand),
        deck=len(gang.deck),
        models=sum(1 for _ in west.table.models(seat)),
        fled=gang.fled,
    )


def _pace(view: View[West], seat: Seat) -> Pace:
    west, prompt = view.state, view.prompt
    if west.phase != "setup" and not any(True for _ in west.table.models(seat)):
        return Pace.OUT
    if west.phase != "action":
        return Pace.IDLE
    if prompt is not None and prompt.rule == PLAY:
        if seat in prompt.seats:
            return Pace.CHOOSING
        return Pace.CHOSEN if west.gangs[seat].hand else Pace.IDLE
    if seat in west.order:
        return Pace.NOW if west.order[0] == seat else Pace.NEXT
    return Pace.WAS if west.order else Pace.IDLE


class Own(Struct):
    """What only the viewer sees: the hand."""

    hand: list[Face]
    deck: int
    discard: Face | None


def own_of(view: View[West]) -> Own | None:
    if view.seat is None:
        return None
    gang = view.state.gangs[view.seat]
    hand = sorted((card.value for card in gang.hand if card.known), key=card_key)
    return Own(
        hand=[face_of(card) for card in hand],
        deck=len(gang.deck),
        discard=face_of(gang.discard[-1]) if gang.discard else None,
    )


# --- figures -------------------------------------------------------------------------------------

RANK_ICONS: Final = {Rank.NOVICE: "rank-1", Rank.VETERAN: "rank-2", Rank.HERO: "rank-3"}
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


# --- zones ---------------------------------------------------------------------------------------


class Zone(Struct, frozen=True):
    """A part of the table that matters: a deployment zone, or the zone to be held."""

    id: str
    kind: str
    """``taken``, ``free`` or ``hold``."""
    letter: str
    x: int
    y: int
    width: int
    height: int
    radius: int = 0


PICK_ZONE: Final = "shadows.setup.zones"
HOLD_RADIUS: Final = 600


def zones_of(view: View[West], question: Question | None) -> list[Zone]:
    """While gangs are set up, whose zone is where; later only the zone to be held."""
    west = view.state
    size = ground(west.table).size
    found = []
    if west.phase == "setup":
        for seat, gang in enumerate(west.gangs):
            if gang.zone:
                found.append(_zone(size, gang.zone, "taken", "ABCD"[seat]))
        if question is not None and question.rule == PICK_ZONE:
            assert isinstance(question.choice, OneOf), "zones are picked from a list"
            found += [_zone(size, str(zone), "free", "") for zone in question.choice.of]
    if west.scenario == "hold":
        found.append(_held_zone(west, size))
    return found


def _zone(size: int, zone: str, kind: str, letter: str) -> Zone:
    x0, y0, x1, y1 = zone_of(size, zone)
    return Zone(zone, kind, letter, x0, size - y1, x1 - x0, y1 - y0)


def _held_zone(west: West, size: int) -> Zone:
    """The map's own zone for two, the middle of the table for more (shadows.scen.hold)."""
    if len(west.gangs) > 2:
        return Zone("hold", "hold", "", size // 2, size // 2, 0, 0, HOLD_RADIUS)
    x0, y0, x1, y1 = ground(west.table).hold
    return Zone("hold", "hold", "", x0, size - y1, x1 - x0, y1 - y0)


# --- what the board adds to the question ---------------------------------------------------------

TWINS: Final = {"reactor": "figure"}
MOVE_GROUPS: Final = (
    ("contact", ("charge", "attack", "seize", "beside", "drag", "horse")),
    ("way", ("direction",)),
    (
        "place",
        (
            "door",
            "window",
            "stairs_up",
            "stairs_down",
            "climb_up",
            "climb_down",
            "drop",
            "jump",
            "loot",
            "exit",
        ),
    ),
    ("ride", ("mount", "dismount", "leap", "own_horse", "call", "ride")),
    ("stick", ("lay", "lay_go")),
    ("other", ("turn", "unjam", "release", "drop_loot", "stay")),
)
"""How ready-made moves are sorted."""
FEW_SHOTS: Final = 4
"""So many are listed, more are folded away."""
SUBMITS: Final = {
    "shadows.move.distance": "stay",
    "shadows.shoot.sequence": "none",
    "shadows.shoot.multi": "none",
    "shadows.tnt.throw": "throw",
    "shadows.setup.deploy": "place",
    "shadows.folk.place": "folk",
    "shadows.gang.lists": "gang",
    "shadows.act.turn": "activate",
    "shadows.react.declare_all": "react",
}


def help_for(view: View[West], question: Question) -> Help:
    """Titles, consequences and reasons for the viewer's question."""
    west = view.state
    help = Help(title=f"board.ask.{question.key}", twins=TWINS)
    if question.key in SUBMITS:
        help.submit = [Say(f"board.send.{SUBMITS[question.key]}")]
    match question.key:
        case "shadows.move.distance":
            help.groups = [
                Group(
                    Say(f"board.group.{title}"),
                    [f"move.{key}" for key in keys],
                    open=title == "contact",
                    narrow=title == "way",
                )
                for title, keys in MOVE_GROUPS
            ]
        case "shadows.shoot.sequence" | "shadows.shoot.multi":
            assert isinstance(question.choice, Composed), "a shot is composed"
            keys = sorted({ready.key for ready in question.choice.listed()} - {"shot.stop"})
            few = len(question.choice.listed()) <= FEW_SHOTS
            help.groups = [Group(Say("board.group.shot"), keys, open=few)]
        case "shadows.setup.deploy":
            help.groups = [Group(Say("board.group.spot"), ["setup.spot"])]
        case "shadows.act.declare":
            help_to_declare(help, west, question)
        case "shadows.fight.defender":
            figure = west.table.figures[str(question.args["who"])]
            help.hints = {
                f"figure:{other.id}": fight_hint(west.table, figure, other)
                for other in opponents(west.table, figure)
            }
        case "shadows.act.turn":
            help.sub = Say("board.sub.turn")
        case "shadows.cards.play":
            help.sub = Say("board.sub.cards")
        case "shadows.react.declare_all":
            help.sub = Say("board.sub.react")
    return help


def help_to_declare(help: Help, west: West, question: Question) -> None:
    """What each action would be for this model."""
    figure = west.table.figures[str(question.args["who"])]
    left = question.args["left"]
    help.sub = Say("board.sub.declare", {"who": figure.id, "left": left})
    far: dict[str, Arg] = {"allowance": figure.allowance}
    help.hints = {
        "action:move": Say("board.hint.crawl" if figure.downed else "board.hint.move", far),
        "action:lookout": Say("board.hint.lookout"),
        "action:stop": Say("board.hint.stop"),
    }
    if ready := opponents(west.table, figure):
        help.hints["action:fight"] = fight_hint(west.table, figure, ready[0])


def fight_hint(table: Table, figure: Figure, other: Figure) -> Say:
    """What would come of a fight."""
    if other.downed:
        return Say("board.hint.finish", {"who": other.id})
    ahead = fight_ahead(table, figure, other)
    args: dict[str, Arg] = {
        "who": other.id,
        "win": per_cent(ahead.win),
        "lose": per_cent(ahead.lose),
    }
    return Say("board.hint.fight", args)


def per_cent(mille: int) -> int:
    """Of a hundred instead of a thousand."""
    return (mille + 5) // 10


# --- the whole -----------------------------------------------------------------------------------

LETTERS: Final = "abcd"
"""The ids of figures begin with the letters of their seats."""
PHASES: Final = ("draw", "action", "npc", "recovery")


class WestBoard(Struct):
    """What the template needs."""

    scenery: Scenery
    turn: int
    turns: int
    phase: str
    scenario: str
    order: list[TurnRow]
    own: Own | None
    figures: list[Fig]
    """On the table, the lower ones first, and from north to south: a plate hangs below its figure,
    and the next one stands in front of it."""
    crews: list[Crew]
    markers: list[Lump]
    focus: tuple[int, int]
    """Where a small window looks at first."""
    acting: str | None
    dust: bool
    premeasure: bool
    zones: list[Zone]
    building: bool
    """Whether the viewer hires a gang now."""
    face: tuple[int, int]
    """Where the model that is asked about looks."""
    ask: Help | None
    results: list[list[tuple[str, str]]]


def board(view: View[West], question: Question | None) -> WestBoard:
    """The board as one seat, or a spectator, may see it."""
    west = view.state
    table = west.table
    acting = acting_of(view, question)
    known = {id: figure_of(table, figure, acting[:1]) for id, figure in table.figures.items()}
    present = sorted(
        (fig for fig in known.values() if not fig.gone), key=lambda fig: (fig.z, fig.y)
    )
    here = known.get(acting[0]) if acting else None
    return WestBoard(
        scenery=scenery(ground(table)),
        turn=west.turn,
        turns=TURNS,
        phase=west.phase,
        scenario=west.scenario,
        order=turns_of(view),
        own=own_of(view),
        figures=present,
        crews=crews_of(view, known),
        markers=markers_of(table),
        focus=(here.x, here.y) if here is not None else _middle(view, present),
        acting=here.id if here is not None else None,
        dust=table.dust,
        premeasure=west.options.premeasure,
        zones=zones_of(view, question),
        building=question is not None and isinstance(question.choice, RosterChoice),
        face=_face(table, here),
        ask=None if question is None else help_for(view, question),
        results=results_of(view),
    )


def acting_of(view: View[West], question: Question | None) -> list[str]:
    """The model that is asked about, before those of the activation that goes on."""
    asked = view.prompt.args.get("who") if view.prompt is not None else None
    if question is not None:
        asked = question.args.get("who", asked)
    acting = [id for id in view.state.acting if id != asked]
    return [asked, *acting] if isinstance(asked, str) else acting


def _face(table: Table, here: Fig | None) -> tuple[int, int]:
    if here is None:
        return 0, 1000
    figure = table.figures[here.id]
    return figure.fx, figure.fy


def _middle(view: View[West], figures: list[Fig]) -> tuple[int, int]:
    """Between the viewer's own figures; before there are any, the zone, or the whole table."""
    mine = [fig for fig in figures if fig.seat == view.seat and view.seat is not None]
    if not mine:
        size = ground(view.state.table).size
        zone = "" if view.seat is None else view.state.gangs[view.seat].zone
        x0, y0, x1, y1 = zone_of(size, zone) if zone else (0, 0, size, size)
        return (x0 + x1) // 2, size - (y0 + y1) // 2
    return sum(fig.x for fig in mine) // len(mine), sum(fig.y for fig in mine) // len(mine)


def results_of(view: View[West]) -> list[list[tuple[str, str]]]:
    """What the ending tells of every seat: its gang, and how it fared."""
    if view.outcome is None:
        return []
    return [
        [("gang", gang.kind), *([("fate", "fled")] if gang.fled else [])]
        for gang in view.state.gangs
    ]


def progress(view: View[West]) -> Progress:
    """The turn, and how far it has got."""
    west = view.state
    if west.phase == "setup":
        return Progress("board.progress.setup", {}, 0)
    part = PHASES.index(west.phase)
    done = 100 * ((west.turn - 1) * len(PHASES) + part) // (TURNS * len(PHASES))
    share = 100 if view.outcome is not None else done
    return Progress("board.progress", {"turn": west.turn, "turns": TURNS}, share)


def whose(args: Mapping[str, Any]) -> Seat | None:
    """Whose line of the log it is: the player's who is named, or of the model that acts."""
    seat, figure = args.get("seat"), args.get("who")
    if isinstance(seat, int):
        return Seat(seat)
    if isinstance(figure, str) and figure[:1] in LETTERS:
        return Seat(LETTERS.index(figure[0]))
    return None


PAGE = Page(
    board=board,
    preview=preview,
    progress=progress,
    whose=whose,
    headings=frozenset({"shadows.turn.phases"}),
    style="shadows.css",
    script="shadows.js",
    rail="board.tab",
)
