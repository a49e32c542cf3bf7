"""The table before, from the lines of an example."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from boomtown.core import (
    Seat,
    Secret,
)
from boomtown.core.data import fields_of, reader
from boomtown.testing.examples import ExampleFailed
from shadows_west.content import DECK
from shadows_west.content.gangs import WEAPONS
from shadows_west.content.ranks import Rank
from shadows_west.notation.lines import (
    LETTERS,
    Line,
    following,
    known,
    read_facing,
    read_line,
    seats_of,
)
from shadows_west.notation.written import WestExample
from shadows_west.rules.cards import pool
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
from shadows_west.terrain.ground import register
from shadows_west.terrain.maps import MAPS, Piece

SPARE_HAND: Final = "2H 3H"
"""What everybody holds where an example says nothing of cards; with it the play comes to rest."""
USUAL_WEAPON: Final = "pistol"


SETUP: Final = {"zones", "loot", "folk", "deploy"}


# --- the table before ----------------------------------------------------------------------------


def read_table(told: WestExample) -> West:
    """The table in the action phase of its turn."""
    figures = [read_figure(line) for line in told.figures]
    for figure in figures:
        if (figure.fx, figure.fy) == (0, 0):
            face_other_side(figure, figures)
    options = msgspec.convert(told.options, WestOptions)
    table = Table(
        read_map(told),
        exploded=list(told.exploded),
        unusual=options.unusual_terrain,
        large=options.large_table,
        dust=told.dust,
        walk=options.walk(),
        close_fire=options.fire(),
    )
    for line in told.markers:
        marker = read_marker(line)
        table.markers[marker.id] = marker
    place_figures(table, figures)
    seats = 1 + max([1, *(figure.seat for figure in figures if figure.seat is not None)])
    west = West(
        table,
        [Gang(kind) for kind in told.gangs[:seats]],
        options.agreed(),
        told.scenario,
        turn=told.turn,
        phase="setup" if SETUP & set(told.then) else "action",
        event_done=told.event,
        zones=[Seat(seat) for seat in range(seats)],
    )
    read_gangs(west, told)
    return west


def read_map(told: WestExample) -> str:
    """One of the maps, or the pieces of this example on open ground."""
    if told.map:
        if told.map not in MAPS:
            raise ExampleFailed(f"no map is called {told.map}")
        return told.map
    pieces = [read_piece(piece) for piece in told.pieces]
    name = f"example-{zlib.crc32(repr((told.size, pieces)).encode()):08x}"
    register(name, pieces, told.size)
    return name


_piece: Callable[[bytes], Piece] = reader(msgspec.json.Decoder, Piece)


def read_piece(fields: dict[str, Any]) -> Piece:
    """A piece of terrain."""
    if unknown := fields.keys() - {field.name for field in fields_of(Piece)}:
        raise ExampleFailed(f"a piece has no {', '.join(sorted(unknown))}")
    return _piece(msgspec.json.encode(fields))


def read_figure(text: str) -> Figure:
    """``a1 veteran pistol (1000,1000) facing E``; the letter of the id is the seat."""
    line = read_line(text)
    id = line.id
    if id[0] not in "abcdt":
        raise ExampleFailed(f"no figure is called {id}")
    kind = Kind.HORSE if id.endswith(".h") else Kind.FOLK if id[0] == "t" else Kind.MODEL
    seat = None if id[0] == "t" else Seat("abcd".index(id[0]))
    x, y, z = line.place or (0, 0, 0)
    figure = Figure(id, kind, seat, x=x, y=y, z=z, fx=0, fy=0)
    if kind is Kind.HORSE:
        figure.horse = id.removesuffix(".h")
    words = iter(line.words)
    weapons: list[str] = []
    jammed: list[str] = []
    used: list[str] = []
    for word in words:
        if word in WEAPONS:
            weapons.append(word)
        elif word == "jammed":
            jammed.append(following(words, word, line))
        elif word == "used":
            used.append(following(words, word, line))
        else:
            describe(figure, line, word, words)
    if line.place is None and figure.on_table:
        raise ExampleFailed(f"{id}: where is it?")
    if kind is Kind.MODEL:
        arms = {f"w{n}": arm for n, arm in enumerate(weapons or [USUAL_WEAPON], 1)}
        figure.weapons = [
            Weapon(f"{id}.{n}", arm, n in jammed, n in used) for n, arm in arms.items()
        ]
    return figure


def describe(figure: Figure, line: Line, word: str, words: Iterator[str]) -> None:
    """One word about a figure, with the one after it where it needs that."""
    if word in set(Rank):
        figure.rank = Rank(word)
    elif word in ("mounted", "leader", "shaken", "downed", "activated", "omen"):
        setattr(figure, word, True)
    elif word in (Token.DONE, Token.LOOKOUT):
        figure.token = Token(word)
    elif word in set(Gone):
        figure.gone = Gone(word)
    elif word == "facing":
        figure.fx, figure.fy = read_facing(following(words, word, line))
    elif word == "sticks":
        figure.sticks = int(following(words, word, line))
    elif word == "holds":
        figure.holds = following(words, word, line)
    elif word == "carries":
        figure.loot = following(words, word, line)
    else:
        raise ExampleFailed(f"{figure.id}: nobody knows {word!r}")


def face_other_side(figure: Figure, figures: Sequence[Figure]) -> None:
    """Towards the first figure of another side, or to the north."""
    others = [one for one in figures if one.seat != figure.seat and one.on_table]
    dx, dy = (others[0].x - figure.x, others[0].y - figure.y) if others else (0, 1)
    largest = max(abs(dx), abs(dy), 1)
    figure.fx, figure.fy = dx * 1000 // largest, dy * 1000 // largest


def by_id(figure: Figure) -> tuple[int, str, int]:
    """Models, horses, townsfolk; ``a10`` comes after ``a2`` (shadows.geo.order)."""
    rank = {Kind.MODEL: 0, Kind.HORSE: 1, Kind.FOLK: 2}
    number = re.search(r"\d+", figure.id)
    return rank[figure.kind], figure.id[0], int(number[0]) if number else 0


def place_figures(table: Table, figures: Sequence[Figure]) -> None:
    """All of them in the order of their ids: models, horses, townsfolk."""
    ridden = [
        Figure(f"{one.id}.h", Kind.HORSE, one.seat, horse=one.id, gone=Gone.RIDDEN)
        for one in figures
        if one.mounted
    ]
    for figure in sorted([*figures, *ridden], key=by_id):
        if figure.id in table.figures:
            raise ExampleFailed(f"{figure.id} is there twice")
        table.figures[figure.id] = figure
    for figure in table.figures.values():
        if figure.kind is Kind.HORSE and figure.horse in table.figures:
            table.figures[figure.horse].horse = figure.id
        if figure.holds is not None:
            known(table, figure.holds).held_by = figure.id
        if figure.loot is not None:
            if figure.loot not in table.markers:
                raise ExampleFailed(f"no marker is called {figure.loot}")
            table.markers[figure.loot].gone = True


def read_marker(text: str) -> Marker:
    """``tnt1 tnt (1000,1000)`` or ``loot1 loot (1800,300)``."""
    line = read_line(text)
    if line.place is None or line.words not in (["tnt"], ["loot"]):
        raise ExampleFailed(f"this is no marker: {text}")
    return Marker(line.id, "tnt" if line.words == ["tnt"] else "loot", *line.place)


def read_gangs(west: West, told: WestExample) -> None:
    """Cards, points and numbers of each gang."""
    table = west.table.figures.values()
    for seat, gang in enumerate(west.gangs):
        own = sum(1 for one in table if one.seat == seat and one.kind is Kind.MODEL)
        gang.starting = told.starting[seat] if told.starting else own
        gang.points = told.points[seat] if told.points else 0
        gang.fled = LETTERS[seat] in told.fled
        gang.lone = LETTERS[seat] in told.lone
        gang.zone = told.zones.get(LETTERS[seat], "")
        gang.carried_off = told.carried[seat] if told.carried else 0
        gang.caused = dict(Counter(map(int, seats_of(told.caused.get(LETTERS[seat], "")))))
        held = told.hands.get(LETTERS[seat], "" if "draw" in told.then else SPARE_HAND).split()
        rest = list(DECK)
        for card in held:
            if card not in rest:
                raise ExampleFailed(f"no deck has the card {card}, or not twice")
            rest.remove(card)
        kept = told.deck.get(LETTERS[seat], len(rest))
        owner = Seat(seat)
        gang.hand = [Secret.dealt(card, pool(owner), to=[owner]) for card in held]
        gang.deck = [Secret.dealt(card, pool(owner)) for card in rest[:kept]]
        gang.discard = rest[kept:]
