"""Worked examples: a file of small stories, each with a table before, moves, and a table after.

A game with a notation of its own gives it as ``Game.notation``; every other game has the plain
one: TOML blocks in a Markdown file.

    ```toml
    id = "E01"
    seats = 2
    dice = [5, 6]                 # what the dice show, in order; picks = […] likewise
    shuffles = [["ace", "king"]]  # orders that shuffles result in, from the set-up on
    [opening]                     # dice and picks that are used before the first question
    dice = [3]
    [before]                      # what is different at the first question, by path
    "gunslingers.1.lives" = 1
    [[do]]                        # answers in order
    seat = "A"
    answer = 1
    [after]                       # what must be so, by path
    "gunslingers.1.lives" = 0
    [expect]                      # all optional
    log = ["noon.shot.dice"]      # rules that the log must cite, in this order
    winners = ["A"]               # who has won; [] for nobody yet
    ```

An answer that must be refused has ``refused = "rule.id"`` beside it, and ``late = true`` stands for
one that never came. ``title`` says in a few words what the example shows.

What the bench writes begins with a whole position, ``start``, instead of a set-up; among its moves
are values written by hand, ``{ set = "gunslingers.1.lives", to = 1 }``, and ``nothing = ["path"]``
names what must be empty. In a file with a notation of its own such a block begins with
``toml plain``.

A game's own examples are the file ``examples.md`` of its package, with their titles in other
languages in ``examples.es.toml`` and ``examples.ru.toml`` (``E01 = "…"``). The site shows them
beside the rules.
"""

from __future__ import annotations

import pkgutil
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from boomtown.core.chance import Chance, LoadedChance
from boomtown.core.data import reader
from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.seats import SEAT_LETTERS, Seat
from boomtown.testing.builders import refused, told
from boomtown.testing.editing import InvalidEdit, exchange, plain_state, put, standing, value_at

FILE = "examples.md"
PLAIN_FENCE = "```toml plain"
"""How a plain example begins in a file with a notation of its own."""
PLAIN_BLOCK = re.compile(rf"^{PLAIN_FENCE}\n.*?^```", re.DOTALL | re.MULTILINE)
RULE_IN_TEXT = re.compile(r"`([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)`")

See = Callable[[Match[Any]], None]
"""Somebody who looks on: is shown the match before the first answer and after each question."""


def unseen(match: Match[Any]) -> None:
    """Nobody looks on."""


class ExampleFailed(Exception):
    """An example that does not come out as it says."""


class Example(Protocol):
    """One story of a file."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str:
        """What it shows, in a few words of English."""

    @property
    def rules(self) -> Sequence[str]:
        """The rules that it names itself; those that its play reaches are found by playing."""

    def play(self, see: See = unseen) -> None:
        """Plays it; raises ``ExampleFailed`` where it comes out differently."""


class Notation(Protocol):
    """How a game's examples are written down."""

    def read(self, text: str) -> Sequence[Example]:
        """The examples of a file."""


class Failure(Struct, frozen=True):
    """An example that failed, and why."""

    id: str
    problem: str


class Result(Struct, frozen=True):
    """What came of a file of examples."""

    passed: list[str]
    failed: list[Failure]

    def __str__(self) -> str:
        return f"{len(self.passed)} passed, {len(self.failed)} failed"


def read_examples(game: Game[Any, Any], text: str) -> Sequence[Example]:
    """The examples of a file, in the game's own notation and in the plain one."""
    plainly = PlainNotation(game)
    if not game.notation:
        return plainly.read(text)
    notation: Notation = pkgutil.resolve_name(game.notation)(game)
    plain = [*plainly.read(text, PLAIN_FENCE)]
    return [*notation.read(PLAIN_BLOCK.sub("", text)), *plain]


def examples_of(game: Game[Any, Any]) -> Sequence[Example]:
    """The examples that the game ships; none where its package has no such file."""
    path = files(game.package) / FILE
    return read_examples(game, path.read_text(encoding="utf-8")) if path.is_file() else []


def titles_of(game: Game[Any, Any], language: str) -> dict[str, str]:
    """What the game calls its examples in a language, by their ids, where it says so."""
    path = files(game.package) / f"examples.{language}.toml"
    told = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {id: str(title) for id, title in told.items()}


def rules_in(text: str) -> tuple[str, ...]:
    """The rule ids in backquotes that a text names, each once.

    >>> rules_in("Rules: `cash.elim.limit`, `cash.elim.loot`; not `this`.")
    ('cash.elim.limit', 'cash.elim.loot')
    """
    return tuple(dict.fromkeys(RULE_IN_TEXT.findall(text)))


def run_examples(game: Game[Any, Any], text: str) -> Result:
    """Plays every example of a file."""
    passed: list[str] = []
    failed: list[Failure] = []
    for example in read_examples(game, text):
        try:
            example.play()
        except (ExampleFailed, BoomtownError, LookupError) as error:
            failed.append(Failure(example.id, str(error)))
        else:
            passed.append(example.id)
    return Result(passed, failed)


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a plain example, or a value that is written by hand."""

    seat: str = ""
    answer: Any = None  # plain JSON, judged by the choice that is offered
    refused: str = ""
    late: bool = False
    """Whether the time of the seat is up."""
    set: str = ""
    """The path of a value; it becomes ``to``, or nothing, or changes places with ``exchange``."""
    to: Any = None  # plain JSON
    exchange: str = ""


class Expectation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a plain example expects beside the state."""

    log: list[str] = []
    winners: list[str] | None = None
    nothing: list[str] = []
    """Paths at which there must be nothing."""


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """What chance does between the set-up and the first question."""

    dice: list[int | str] = []
    picks: list[int | str] = []


class SetUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table before its first answer, and what chance will do there."""

    seats: int
    options: dict[str, Any] = {}
    dice: list[Any] = []  # as plain data has them: mostly numbers and names
    picks: list[Any] = []
    start: str = ""
    """The whole position, as the bench writes it."""
    opening: Opening = Opening()
    shuffles: list[list[Any]] = []  # the order that results, as far as it matters
    before: dict[str, Any] = {}


class PlainExample(SetUp, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An example in the plain notation."""

    id: str
    do: list[Move]
    title: str = ""
    after: dict[str, Any] = {}
    expect: Expectation = Expectation()


class Block(NamedTuple):
    """A TOML block of a Markdown file."""

    line: int
    before: str
    """What is written between the block before it and this one."""
    text: str


def toml_blocks(text: str, fence: str = "```toml") -> Iterator[Block]:
    """Every TOML block of a Markdown file, in order."""
    read = 0
    for found in re.finditer(rf"^{fence}\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(line, text[read : found.start()], found.group(1))
        read = found.end()


class PlainNotation:
    """TOML blocks in a Markdown file."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def read(self, text: str, fence: str = "```toml") -> Sequence[Example]:
        """The examples of a file; a block that cannot be read is named by its line."""
        examples: list[Example] = []
        for block in toml_blocks(text, fence):
            *_, story = ["", *block.before.split("\n\n")[:-1]]
            try:
                example = msgspec.convert(tomllib.loads(block.text), PlainExample)
            except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
                raise ExampleFailed(f"line {block.line}: {error}") from None
            examples.append(_Told(self.game, example, " ".join(story.split())))
        return examples


class _Told:
    """A plain example together with its game."""

    def __init__(self, game: Game[Any, Any], example: PlainExample, story: str = "") -> None:
        self.game = game
        self.example = example
        self.story = story
        """The paragraph before it."""

    @property
    def id(self) -> str:
        return self.example.id

    @property
    def title(self) -> str:
        return self.example.title or self.story

    @property
    def rules(self) -> Sequence[str]:
        refusing = [move.refused for move in self.example.do if move.refused]
        return tuple(dict.fromkeys([*self.example.expect.log, *refusing]))

    def play(self, see: See = unseen) -> None:
        example = self.example
        match = set_up(self.game, example, Chance.seeded(example.id))
        see(match)
        for move in example.do:
            self._move(match, move)
            if not move.refused:
                see(match)
        state = plain_state(match)
        for path, wanted in [*example.after.items(), *((p, None) for p in example.expect.nothing)]:
            found = _at(state, path)
            if found != wanted:
                raise ExampleFailed(f"{path} is {found!r}, not {wanted!r}")
        self._check(match)

    def _move(self, match: Match[Any], move: Move) -> None:
        try:
            if move.exchange:
                return exchange(match, move.set, move.exchange)
            if move.set:
                return put(match, move.set, move.to)
        except InvalidEdit as error:
            raise ExampleFailed(str(error)) from None
        seat = seat_called(move.seat)
        if move.late:
            match.time_out(seat)
        elif move.refused:
            why = refused(match, seat, move.answer)
            if why != move.refused:
                raise ExampleFailed(f"{move.answer!r} by {move.seat}: refused by {why}")
        else:
            match.answer(seat, move.answer)

    def _check(self, match: Match[Any]) -> None:
        wanted = self.example.expect
        rules = iter(told(match))
        last = "the beginning"
        for rule in wanted.log:
            if rule not in rules:  # looks on from where the last one was found
                raise ExampleFailed(f"the log does not cite {rule} after {last}")
            last = rule
        if wanted.winners is not None:
            winners = match.outcome.winners if match.outcome else ()
            if list(winners) != [seat_called(letter) for letter in wanted.winners]:
                raise ExampleFailed(f"the winners are {winners}")


def set_up(game: Game[Any, Any], wanted: SetUp, rest: Chance) -> Match[Any]:
    """The match at its first question; what is not loaded until then comes from ``rest``."""
    if wanted.start:
        return _standing(game, wanted)
    opening = wanted.opening
    chance = LoadedChance(opening.dice, opening.picks, wanted.shuffles, rest)
    match = Match.unrecorded(game, wanted.seats, wanted.options, chance=chance)
    if unused := [*chance.dice, *chance.picks]:
        raise ExampleFailed(f"opening: {unused} is not used before the first question")
    return _with_state(match, wanted, chance)


def _standing(game: Game[Any, Any], wanted: SetUp) -> Match[Any]:
    """The match as it stood at the bench."""
    if wanted.before or wanted.opening != Opening():
        raise ExampleFailed("start: there is nothing before a whole position")
    return standing(
        game,
        wanted.start,
        seats=wanted.seats,
        options=wanted.options,
        dice=wanted.dice,
        picks=wanted.picks,
        shuffles=wanted.shuffles,
    )


def _with_state(match: Match[Any], wanted: SetUp, chance: LoadedChance) -> Match[Any]:
    """The match with the values that are given, and with its dice."""
    state = msgspec.to_builtins(match.state)
    for path, value in wanted.before.items():
        *parents, last = path.split(".")
        holder = _at(state, ".".join(parents))
        holder[int(last) if isinstance(holder, list) else last] = value
    dice = LoadedChance(wanted.dice, wanted.picks, chance.shuffles)
    try:
        own = reader(msgspec.json.Decoder, match.game.state)(msgspec.json.encode(state))
    except msgspec.ValidationError as error:
        raise ExampleFailed(f"before: {error}") from None
    return Match(match.game, match.seats, match.options, own, match.agenda, dice)


def seat_called(letter: str) -> Seat:
    """The seat with a letter: A is the first one."""
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise ExampleFailed(f"no seat is called {letter!r}")
    return Seat(SEAT_LETTERS.index(letter))


def _at(state: Any, path: str) -> Any:
    """The value at a path like ``gunslingers.1.lives`` in plain data."""
    try:
        return value_at(state, path)
    except InvalidEdit:
        raise ExampleFailed(f"there is nothing at {path}") from None
