"""The notation of the worked examples, as the preamble of ``examples.md`` describes it.

An example is a heading and a TOML block: a table, what is done at it, the dice, and what is to be
so ``after``. Figures are lines of words, ``a1 veteran rifle (1000,1000) facing E``, in the table as
in what is checked.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from boomtown.core import (
    PASS,
    Alternatives,
    Answer,
    Choice,
    Game,
    LoadedChance,
    Match,
    Ordered,
    Point,
    Seat,
    Secret,
    Step,
)
from boomtown.testing.builders import arranged, refused
from boomtown.testing.examples import Example, ExampleFailed, See, rules_in, toml_blocks, unseen
from shadows_west import terrain
from shadows_west.content import DECK, WEAPONS, Rank
from shadows_west.maps import MAPS, Piece
from shadows_west.rules.activation import (
    ACTIONS,
    DOUBLE,
    SINGLE,
    BeginModel,
    EndActivation,
    begin_activation,
)
from shadows_west.rules.cards import Activations, CardRounds, DiscardPlayed, PlayCards, pool
from shadows_west.rules.npc import NpcPhase
from shadows_west.rules.recovery import RecoveryPhase
from shadows_west.rules.setup import CountTownsfolk, Deployment, PlaceLoot, RollForZones
from shadows_west.rules.turns import DrawPhase
from shadows_west.rules.victory import EndOfTurn
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

LETTERS: Final = "ABCD"
FACINGS: Final = {"N": (0, 1000), "E": (1000, 0), "S": (0, -1000), "W": (-1000, 0)}
SPARE_HAND: Final = "2H 3H"
"""What everybody holds where an example says nothing of cards; with it the play comes to rest."""
USUAL_WEAPON: Final = "pistol"
TABLE: Final = 3600
"""How wide the table of an example is that is on no map, unless it says so (shadows.geo.units)."""
BEGINNINGS: Final[dict[str, Callable[[], Step]]] = {
    "zones": RollForZones,
    "loot": PlaceLoot,
    "folk": CountTownsfolk,
    "deploy": Deployment,
    "draw": DrawPhase,
    "cards": CardRounds,
    "npc": NpcPhase,
    "recovery": RecoveryPhase,
    "end": EndOfTurn,
}
"""What may come after the activation, or instead of it."""
SETUP: Final = {"zones", "loot", "folk", "deploy"}
LINE = re.compile(r"(?P<id>\S+)(?P<before>[^()]*)(?:\((?P<place>[-\d, ]+)\))?(?P<after>[^()]*)")
VECTOR = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
DONE_BY = re.compile(r"(?P<seat>[A-D]): (?P<answer>.+)")
ABSENT = re.compile(r"(?P<seat>[A-D]) times out")
FORBIDDEN = re.compile(r"(?P<seat>[A-D]) may not: (?P<answer>.+) \((?P<rule>[\w.]+)\)")
HEADING = re.compile(r"^\*\*(EX\w+)\. (.*?)\.?\*\*(.*?)(?=^```)", re.MULTILINE | re.DOTALL)


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be so in the end; what is not said is not looked at."""

    figures: list[str] = []
    markers: list[str] = []
    tests: list[str] | None = None
    """Every test that was rolled: ``a1 3 D6: 1``, that is three dice and one success."""
    saves: list[str] | None = None
    """Every save: ``b1 5+: passed`` or ``b1 6+: failed by 2``."""
    log: list[str] = []
    """Rules, or sentences of the log, in this order, among others."""
    points: list[int] | None = None
    hands: list[int] | None = None
    decks: list[int] | None = None
    discards: list[int] | None = None
    order: str | None = None
    """Who still acts in this round of cards."""
    zones: str | None = None
    asked: str | None = None
    question: str | None = None
    """The rule by which somebody is asked."""
    carried: list[int] | None = None
    first: str | None = None
    """Who has won, or shares the first place; nobody while the match goes on."""
    fled: str | None = None
    exploded: list[str] | None = None
    dust: bool | None = None


class WestExample(Struct, frozen=True, forbid_unknown_fields=True):
    """One example as it is written."""

    figures: list[str]
    map: str = ""
    size: int = TABLE
    """Of the open ground, where there is no map."""
    pieces: list[dict[str, Any]] = []  # the fields of a piece, as its kind has them
    markers: list[str] = []
    gangs: tuple[str, ...] = ("outlaws", "apaches", "desperados", "lawmen")
    scenario: str = "shootout"
    options: dict[str, Any] = {}  # of the table, judged by the game
    turn: int = 1
    dust: bool = False
    event: bool = False
    """Whether the turn has had its event."""
    exploded: list[str] = []
    points: list[int] = []
    starting: list[int] = []
    fled: str = ""
    caused: dict[str, str] = {}
    """Casualties by who caused them: ``{A = "BBC"}``, two of B's models and one of C's."""
    carried: list[int] = []
    """How many markers or captives each gang has taken off the table."""
    zones: dict[str, str] = {}
    """Deployment zones: ``{A = "n", B = "s"}``."""
    hands: dict[str, str] = {}
    deck: dict[str, int] = {}
    """How many cards a deck still has; the others are discarded."""
    lone: str = ""
    acts: str = ""
    """The model whose activation it is, or the two of a double one: ``a1 a2``."""
    then: list[str] = []
    """The phases that follow."""
    do: list[str] = []
    dice: list[int] = []
    picks: list[str] = []
    shuffles: list[list[str]] = []
    after: After = After()


class WestStory:
    """An example with its heading."""

    def __init__(
        self,
        game: Game[West, WestOptions],
        heading: tuple[str, str, tuple[str, ...]],
        told: WestExample,
    ) -> None:
        self.game = game
        self.id, self.title, self.rules = heading
        self.told = told

    def play(self, see: See = unseen) -> None:
        """Plays it and compares."""
        told = self.told
        west = read_table(told)
        chance = LoadedChance(told.dice, told.picks, told.shuffles)
        match = arranged(
            self.game,
            west,
            *agenda(told, west),
            seats=len(west.gangs),
            chance=chance,
            options=told.options,
        )
        see(match)
        for line in told.do:
            if carry_out(match, line):
                see(match)
        if left := [*chance.dice, *chance.picks]:
            raise ExampleFailed(f"nobody threw or drew {', '.join(map(str, left))}")
        check(match, told.after)


class WestNotation:
    """Reads a file of examples."""

    def __init__(self, game: Game[West, WestOptions]) -> None:
        self.game = game

    def read(self, text: str) -> Sequence[Example]:
        """Every TOML block of a Markdown file, with the heading above it."""
        examples: list[Example] = []
        for block in toml_blocks(text):
            heading = read_heading(block.before + "```")
            if heading is None:
                raise ExampleFailed(f"line {block.line}: no heading like **EX01. What it shows.**")
            try:
                told = msgspec.convert(tomllib.loads(block.text), WestExample)
                read_table(told)
            except (ValueError, LookupError, ExampleFailed) as error:
                raise ExampleFailed(f"{heading[0]}, line {block.line}: {error}") from None
            examples.append(WestStory(self.game, heading, told))
        return examples


def read_heading(text: str) -> tuple[str, str, tuple[str, ...]] | None:
    """``**EX01. Three dice.** … Rules: `shadows.test.pool`.``: id, title and rules."""
    found = HEADING.search(text)
    if found is None:
        return None
    return found[1], " ".join(found[2].split()), rules_in(found[3])


# --- lines ---------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """``b1 downed (1800,100) done``: an id, words, and a place if one is given."""

    id: str
    words: list[str]
    place: tuple[int, int, int] | None


def read_line(text: str) -> Line:
    """A figure or a marker; a place without a height is on the ground."""
    found = LINE.fullmatch(text)
    if found is None:
        raise ExampleFailed(f"this is no figure or marker: {text}")
    words = [*found["before"].split(), *found["after"].split()]
    if found["place"] is None:
        return Line(found["id"], words, None)
    values = [int(value) for value in found["place"].split(",")]
    if len(values) not in (2, 3):
        raise ExampleFailed(f"a place has two or three numbers: {text}")
    x, y, z = [*values, 0][:3]
    return Line(found["id"], words, (x, y, z))


def seats_of(letters: str) -> list[Seat]:
    """Seats by their letters."""
    for letter in letters:
        if letter not in LETTERS:
            raise ExampleFailed(f"no seat is called {letter!r}")
    return [Seat(LETTERS.index(letter)) for letter in letters]


def letters(seats: Sequence[Seat]) -> str:
    """Seats as a word."""
    return "".join(LETTERS[seat] for seat in seats)


def following(words: Iterator[str], word: str, line: Line) -> str:
    """The word after one that needs it."""
    value = next(words, None)
    if value is None:
        raise ExampleFailed(f"{line.id}: {word} what?")
    return value


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
    )
    for line in told.markers:
        marker = read_marker(line)
        table.markers[marker.id] = marker
    place_figures(table, figures)
    seats = 1 + max([1, *(figure.seat for figure in figures if figure.seat is not None)])
    west = West(
        table,
        [Gang(kind) for kind in told.gangs[:seats]],
        options,
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
    terrain.register(name, pieces, told.size)
    return name


def read_piece(fields: dict[str, Any]) -> Piece:
    """A piece of terrain."""
    if unknown := fields.keys() - {field.name for field in structs.fields(Piece)}:
        raise ExampleFailed(f"a piece has no {', '.join(sorted(unknown))}")
    return msgspec.convert(fields, Piece)


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


def read_facing(word: str) -> tuple[int, int]:
    """A letter of the compass, or a vector: ``707,-707``."""
    if word in FACINGS:
        return FACINGS[word]
    found = VECTOR.fullmatch(word)
    if found is None:
        raise ExampleFailed(f"nobody faces {word!r}; it is N, E, S, W or two numbers")
    return int(found[1]), int(found[2])


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


def known(table: Table, id: str) -> Figure:
    """A figure by its id."""
    if id not in table.figures:
        raise ExampleFailed(f"no figure is called {id}")
    return table.figures[id]


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


# --- what happens --------------------------------------------------------------------------------


def agenda(told: WestExample, west: West) -> list[Step]:
    """An activation that has begun, and what follows: the others, or phases; then new cards."""
    steps: list[Step] = []
    if told.acts:
        models = [known(west.table, id) for id in told.acts.split()]
        seat = models[0].seat
        if seat is None:
            raise ExampleFailed(f"{models[0].id} is nobody's")
        others = [] if told.then else [other for other in west.in_game() if other != seat]
        west.order = [seat, *others]
        ids = [model.id for model in models]
        begin_activation(west, ids)
        actions = ACTIONS[SINGLE if len(ids) == 1 else DOUBLE]
        steps += [BeginModel(id, actions) for id in ids]
        steps += [EndActivation(ids), DiscardPlayed(seat), Activations()]
    for word in told.then:
        if word not in BEGINNINGS:
            raise ExampleFailed(f"then: nobody knows {word}")
        steps.append(BEGINNINGS[word]())
    return [*steps, PlayCards([Seat(seat) for seat in range(len(west.gangs))])]


def carry_out(match: Match[West], line: str) -> bool:
    """One line of ``do``; whether there is something new to see."""
    forbidden = FORBIDDEN.fullmatch(line)
    if forbidden is not None:
        [seat] = seats_of(forbidden["seat"])
        why = refused(match, seat, read_answer(match, seat, forbidden["answer"]))
        if why != forbidden["rule"]:
            raise ExampleFailed(f"{line!r}: {f'refused by {why}' if why else 'it is allowed'}")
        return False
    absent = ABSENT.fullmatch(line)
    found = absent or DONE_BY.fullmatch(line)
    if found is None:
        raise ExampleFailed(f"this is nothing to do: {line!r}")
    [seat] = seats_of(found["seat"])
    asked = match.asked()
    if seat not in asked:
        raise ExampleFailed(f"{line!r}: it is {letters(asked) or 'nobody'} who is asked")
    if absent is not None:
        match.time_out(seat)
    else:
        match.answer(seat, read_answer(match, seat, found["answer"]))
    sealed = [other for other in asked if other != seat]
    return not sealed or match.asked() != sealed


def read_answer(match: Match[West], seat: Seat, text: str) -> Answer:
    """An answer as it is written: ``single a1``, ``b1 shoot``, ``walk 1400 1000; charge b1``."""
    if seat not in match.asked():
        return text
    choice = match.choice(seat)
    if isinstance(choice, Alternatives):
        name, _, inner = text.partition(" ")
        if name == PASS and not inner:
            return {name: choice.options[name].offers()[0]}
        return {name: _read(choice.options.get(name), inner or name)}
    return _read(choice, text)


def _read(choice: Choice | None, text: str) -> Answer:
    if isinstance(choice, Ordered):
        return text.split()
    if isinstance(choice, Point):
        return [int(word) for word in text.split()]
    return int(text) if text.isdecimal() else text


# --- comparing -----------------------------------------------------------------------------------


def check(match: Match[West], after: After) -> None:
    """Raises with everything that is different."""
    west = match.state
    problems = [problem for line in after.figures for problem in figure_problems(west, line)]
    problems += [problem for line in after.markers for problem in marker_problems(west, line)]
    found = found_in(match)
    for field in structs.fields(After):
        wanted = getattr(after, field.name)
        if field.name in found and wanted is not None and found[field.name] != wanted:
            problems.append(f"{field.name}: {found[field.name]}, not {wanted}")
    problems += log_problems(match, after.log)
    if problems:
        raise ExampleFailed("; ".join(problems))


def found_in(match: Match[West]) -> dict[str, object]:
    """Everything else that may be asked for."""
    west = match.state
    ranks = match.outcome.ranks if match.outcome else ()
    prompt = match.prompt()
    return {
        "tests": [
            f"{e.args['who']} {e.args['dice']} D{e.args['sides']}: {e.args['successes']}"
            for e in match.log
            if e.key.endswith(".test") and "dice" in e.args
        ],
        "saves": [
            f"{e.args['who']} {e.args['target']}+: "
            + (f"failed by {e.args['short']}" if e.args["short"] else "passed")
            for e in match.log
            if e.rule == "shadows.shoot.save"
        ],
        "points": [gang.points for gang in west.gangs],
        "hands": [len(gang.hand) for gang in west.gangs],
        "decks": [len(gang.deck) for gang in west.gangs],
        "discards": [len(gang.discard) for gang in west.gangs],
        "order": letters(west.order),
        "zones": letters(west.zones),
        "asked": letters(match.asked()),
        "question": "" if prompt is None else prompt.key,
        "carried": [gang.carried_off for gang in west.gangs],
        "first": letters([seat for seat in match.all_seats if ranks and ranks[seat] == 1]),
        "fled": letters([Seat(seat) for seat, gang in enumerate(west.gangs) if gang.fled]),
        "exploded": list(west.table.exploded),
        "dust": west.table.dust,
    }


def figure_problems(west: West, text: str) -> Iterator[str]:
    """What is different about a figure."""
    line = read_line(text)
    figure = known(west.table, line.id)
    here = (figure.x, figure.y, figure.z)
    if line.place is not None and line.place != here:
        yield f"{line.id} is at {here}, not {line.place}"
    words = iter(line.words)
    for word in words:
        value = following(words, word, line) if word in VALUES else ""
        if word in VALUES:
            is_so = VALUES[word](figure, value)
        elif word in MARKS:
            is_so = MARKS[word](figure)
        elif word in set(Token) | set(Gone):
            is_so = word in (figure.token, figure.gone)
        else:
            raise ExampleFailed(f"after: nobody knows {word!r} of {line.id}")
        if not is_so:
            yield f"{line.id} is not {f'{word} {value}'.strip()} but {health(figure)}"


def health(figure: Figure) -> str:
    """A figure in a few words."""
    if figure.gone is not Gone.NO:
        return figure.gone.value
    marks = [name for name in ("downed", "shaken") if getattr(figure, name)] or ["unhurt"]
    if figure.token is not Token.NONE:
        marks.append(figure.token.value)
    marks += [f"jammed {weapon.id}" for weapon in figure.weapons if weapon.jammed]
    return " ".join(marks)


def jams(figure: Figure, weapon: str) -> bool:
    """Whether the weapon ``w1`` of a figure is jammed."""
    return any(one.jammed for one in figure.weapons if one.id == f"{figure.id}.{weapon}")


MARKS: Final[dict[str, Callable[[Figure], bool]]] = {
    "unhurt": lambda one: one.on_table and not one.shaken and not one.downed,
    "shaken": lambda one: one.on_table and one.shaken,
    "downed": lambda one: one.on_table and one.downed,
    "standing": lambda one: one.standing,
    "mounted": lambda one: one.mounted,
    "afoot": lambda one: one.on_table and not one.mounted,
    "spent": lambda one: one.spent,
    "omen": lambda one: one.omen,
    "untouched": lambda one: one.token is Token.NONE,
}
"""What may be said of a figure in one word."""
VALUES: Final[dict[str, Callable[[Figure, str], bool]]] = {
    "jammed": jams,
    "clear": lambda one, weapon: not jams(one, weapon),
    "used": lambda one, weapon: any(
        arm.spent for arm in one.weapons if arm.id == f"{one.id}.{weapon}"
    ),
    "sticks": lambda one, count: str(one.sticks) == count,
    "holds": lambda one, who: (one.holds or "nobody") == who,
    "carries": lambda one, what: (one.loot or "nothing") == what,
    "armed": lambda one, kinds: ",".join(weapon.kind for weapon in one.weapons) == kinds,
    "facing": lambda one, way: (one.fx, one.fy) == read_facing(way),
}
"""What needs one word more."""


def marker_problems(west: West, text: str) -> Iterator[str]:
    """``tnt1 gone``, ``tnt3 there``, ``loot1 there (1800,300)``."""
    line = read_line(text)
    marker = west.table.markers.get(line.id)
    if marker is None or line.words not in (["gone"], ["there"]):
        raise ExampleFailed(f"after: nobody knows {text!r}")
    if marker.gone != (line.words == ["gone"]):
        yield f"{line.id} is {'gone' if marker.gone else 'there'}"
    here = (marker.x, marker.y, marker.z)
    if line.place is not None and line.place != here:
        yield f"{line.id} is at {here}, not {line.place}"


def log_problems(match: Match[West], wanted: Sequence[str]) -> Iterator[str]:
    """The first of these that the log does not tell after the one before it."""
    entries = iter(match.log)
    last = "the beginning"
    for word in wanted:
        if not any(word in (entry.rule, entry.key) for entry in entries):
            yield f"the log does not tell {word} after {last}"
            return
        last = word
