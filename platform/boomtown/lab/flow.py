"""How a turn or round goes, drawn from what the steps of a game do: nobody draws it by hand.

A few seeded matches are played at random, and it is noted which step put which step on the agenda,
which of them asked somebody, and where chance was drawn. The rounds of the outermost ``Repeat`` are
then laid on top of each other. What leaves no trace in the log, asks nobody and draws nothing is
left out: what it leads to takes its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from boomtown.core.chance import Chance
from boomtown.core.errors import Refused
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.observer import Observer
from boomtown.core.options import form_of
from boomtown.core.secret import Secret
from boomtown.core.step import ForEachSeat, Repeat, SealedAsk, Step, Waits, Window
from boomtown.rulebook.book import WITHOUT

MATCHES = 6
ANSWERS = 240
"""So many answers of each match are looked at."""
RARE = (0.12, 0.12, 0.25)
"""A step that fewer rounds have is only counted; deep inside others it must be common."""
USUAL = 0.9
"""A step that so many rounds have belongs to every one."""
DEEPEST = 5
FILE = "flow.json"

Decider = Literal["one", "sealed", "reactions", "chance", "rules"]
"""Somebody chooses, all choose in secret, others may react, dice or cards decide, the rules do."""

DECIDERS: tuple[Decider, ...] = ("one", "sealed", "reactions", "chance", "rules")


class Phase(Struct, frozen=True):
    """A step of the round, as the lane shows it."""

    rule: str
    decides: Decider
    chance: bool
    """Whether dice or cards follow somebody's decision."""
    share: float
    """In how many of the rounds it happened."""
    again: bool
    """Whether it can happen several times in a row."""
    depth: int
    """Zero for a part of the round; what happens inside one is deeper."""

    @property
    def usual(self) -> bool:
        """Whether every round has it."""
        return self.share >= USUAL


class Flow(Struct, frozen=True):
    """One round of a game."""

    rule: str
    """The rule that says how round follows round."""
    phases: tuple[Phase, ...]
    rarer: tuple[str, ...]
    """The rules of steps that few rounds have."""
    seats: int
    rounds: int
    """How many rounds were looked at."""
    matches: int


# --- playing and noting ---------------------------------------------------------------------------


class _Happening:
    """A step on the agenda, and what each of its runs put there."""

    __slots__ = ("asked", "chance", "round", "runs", "step", "told")

    def __init__(self, step: Step) -> None:
        self.step = step
        self.round = 0
        self.runs: list[list[_Happening]] = []
        self.chance = self.told = False
        self.asked = 0


class _Notes(Observer):
    """Notes which step put which on the agenda, and where chance decided or something was told."""

    def __init__(self) -> None:
        self.known: dict[int, _Happening] = {}
        self.doing: _Happening | None = None
        self.root: _Happening | None = None
        self._dealt = False
        self._drawn = self._lines = 0

    def plans(self, match: Match[Any], steps: Sequence[Step]) -> None:
        for step in steps:
            self._note(step)

    def begins(self, match: Match[Any], step: Step) -> None:
        self.settle(match)
        self.doing = self.known[id(step)]
        self.doing.runs.append([])
        if isinstance(step, Waits):
            self.doing.asked = max(self.doing.asked, len(step.waiting()))

    def discloses(self, match: Match[Any], secret: Secret[Any]) -> None:
        self._dealt |= not secret.seats and not secret.public  # a card that nobody knew

    def _note(self, step: Step) -> None:
        if id(step) in self.known and self.known[id(step)].step is step:
            return  # it goes on: a repeated step, or a question that others must answer, too
        happening = self.known[id(step)] = _Happening(step)
        if self.doing is None:
            self.root = self.root or happening
        else:
            self.doing.runs[-1].append(happening)

    def settle(self, match: Match[Any]) -> None:
        """What has happened since the last step began is that step's doing."""
        if self.doing is not None:
            self.doing.chance |= match.chance.drawn != self._drawn or self._dealt
            self.doing.told |= len(match.log) != self._lines
        self._drawn, self._lines, self._dealt = match.chance.drawn, len(match.log), False


def _watched(
    game: Game[Any, Any], seats: int, options: dict[str, object], number: int
) -> _Happening:
    """Everything that happens in the first part of a random match."""
    chance, notes = Chance.seeded("flow", game.id, number), _Notes()
    match = Match.unrecorded(game, seats, options, chance=chance.another(), observer=notes)
    while match.outcome is None and match.number < ANSWERS:
        seat = match.asked()[0]
        match.answer(seat, chance.pick(match.choice(seat).offers()))
    notes.settle(match)
    assert notes.root is not None, "a match begins with a step"
    return notes.root


# --- laying the rounds on top of each other -------------------------------------------------------

_Run = list[_Happening]
_Kind = type[Step]


def _loop(roots: Sequence[_Happening]) -> tuple[_Kind, list[_Run]]:
    """The outermost step that repeats, and its rounds; without one, each match is one round."""
    kind, found = type(roots[0].step), list[_Run]()
    for root in roots:
        level = [root]
        while level:
            repeated = next((one for one in level if isinstance(one.step, Repeat)), None)
            if repeated is not None:
                kind = type(repeated.step)
                found += repeated.runs[:-1]  # the match stopped somewhere in the last one
                break
            level = [child for one in level for child in _caused(one)]
    return kind, found or [run for root in roots for run in root.runs]


def _caused(one: _Happening) -> Iterator[_Happening]:
    return (child for run in one.runs for child in run)


def _all(run: Iterable[_Happening]) -> Iterator[_Happening]:
    """Everything in a run, and everything in that."""
    todo = list(run)
    while todo:
        one = todo.pop()
        yield one
        todo += _caused(one)


def _silent(rounds: Iterable[_Run]) -> set[_Kind]:
    """The steps that only lead to others: nobody is asked, told anything, or lucky."""
    every: set[_Kind] = set()
    heard: set[_Kind] = set()
    for one in (one for run in rounds for one in _all(run)):
        every.add(type(one.step))
        if isinstance(one.step, Waits) or one.chance or one.told:
            heard.add(type(one.step))
    return every - heard


class _Part:
    """A kind of step, inside another one."""

    def __init__(self, kind: _Kind) -> None:
        self.kind = kind
        self.seen: list[_Happening] = []
        self.again = issubclass(kind, (Repeat, ForEachSeat))

    @property
    def rounds(self) -> int:
        """In how many rounds it happened."""
        return len({one.round for one in self.seen})

    def decides(self) -> Decider:
        """Who or what settles it."""
        if issubclass(self.kind, SealedAsk):
            return "sealed" if any(one.asked > 1 for one in self.seen) else "one"
        if issubclass(self.kind, Waits):
            return "reactions" if issubclass(self.kind, Window) else "one"
        return "chance" if any(one.chance for one in self.seen) else "rules"


class _Lane:
    """The steps of a round, from the outside in; each is shown once, where it is outermost."""

    def __init__(self, rounds: Sequence[_Run]) -> None:
        self.rounds = len(rounds)
        self.silent = _silent(rounds)
        self.known: set[_Kind] = set()
        self.recurring: set[_Kind] = set()
        self.rarer: dict[_Kind, None] = {}

    def unwrapped(self, kind: _Kind, rounds: list[_Run]) -> tuple[_Kind, list[_Run]]:
        """Where a round is one step that only names others, those are its parts."""
        while True:
            spoken = [list(self._spoken(run)) for run in rounds]
            kinds = {type(one.step) for run in spoken for one in run}
            alone = all(len(run) == 1 for run in spoken) and len(kinds) == 1
            if not alone or issubclass(only := kinds.pop(), (Waits, Repeat, ForEachSeat)):
                return kind, rounds
            if any(one.chance for run in spoken for one in run):
                return kind, rounds
            kind, rounds = only, [list(_caused(run[0])) for run in spoken]

    def laid(self, runs: Iterable[_Run], above: tuple[_Kind, ...] = ()) -> list[tuple[_Part, int]]:
        """The parts of these runs with what is inside them, each with its depth."""
        parts = [part for part in self._parts(runs, above) if part.kind not in self.known]
        enough = RARE[min(len(above), len(RARE) - 1)] * self.rounds
        usual = [part for part in parts if part.rounds >= enough]
        self.rarer |= dict.fromkeys(part.kind for part in parts if part not in usual)
        self.known |= {part.kind for part in usual}
        found: list[tuple[_Part, int]] = []
        for part in usual:
            found.append((part, len(above)))
            if len(above) < DEEPEST:
                inside = (run for one in part.seen for run in one.runs)
                found += self.laid(inside, (*above, part.kind))
        return found

    def _parts(self, runs: Iterable[_Run], above: tuple[_Kind, ...]) -> list[_Part]:
        """The kinds of steps in these runs, in the order in which they mostly come."""
        parts: dict[_Kind, _Part] = {}
        earlier: Counter[tuple[_Kind, _Kind]] = Counter()
        for run in runs:
            order: dict[_Kind, None] = {}
            for one in self._spoken(run):
                kind = type(one.step)
                if kind in above:
                    self.recurring.add(kind)
                    continue
                part = parts.setdefault(kind, _Part(kind))
                part.seen.append(one)
                part.again |= kind in order
                order[kind] = None
            earlier.update(combinations(order, 2))

        def lead(kind: _Kind) -> int:
            ahead = (earlier[kind, other] - earlier[other, kind] for other in parts)
            return sum((more > 0) - (more < 0) for more in ahead)

        return sorted(parts.values(), key=lambda part: -lead(part.kind))

    def _spoken(self, run: Iterable[_Happening]) -> Iterator[_Happening]:
        """A run in which silent steps have given way to what they led to."""
        for one in run:
            if type(one.step) in self.silent:
                yield from self._spoken(_caused(one))
            else:
                yield one

    def phase(self, part: _Part, depth: int) -> Phase:
        """A part as it is shown."""
        asked = issubclass(part.kind, Waits)
        return Phase(
            part.kind.rule,
            part.decides(),
            asked and any(one.chance for one in part.seen),
            round(part.rounds / self.rounds, 3),
            part.again or part.kind in self.recurring,
            depth,
        )


def _merged(phases: Iterable[Phase]) -> list[Phase]:
    """What a rule asks and what it does are one, if one is inside the other or follows it."""
    shown: list[Phase] = []
    for phase in phases:
        place = _same(shown, phase)
        if place is None:
            deepest = shown[-1].depth + 1 if shown else 0
            shown.append(replace(phase, depth=min(phase.depth, deepest)))
        else:
            shown[place] = _both(shown[place], phase)
    return shown


def _same(shown: Sequence[Phase], phase: Phase) -> int | None:
    """Where the rule stands already: just before, or around it."""
    depth = phase.depth + 1
    for place in reversed(range(len(shown))):
        other = shown[place]
        if other.depth < depth or place == len(shown) - 1:
            if other.rule == phase.rule:
                return place
            depth = min(depth, other.depth)
        if depth == 0:
            break
    return None


def _both(one: Phase, other: Phase) -> Phase:
    deciders: set[Decider] = {one.decides, other.decides}
    decides = min(deciders, key=DECIDERS.index)
    return Phase(
        one.rule,
        decides,
        one.chance or other.chance or (decides != "chance" and "chance" in deciders),
        max(one.share, other.share),
        one.again or other.again,
        min(one.depth, other.depth),
    )


def trace(game: Game[Any, Any], seats: int, options: dict[str, object]) -> Flow:
    """One round of a game, from a few random matches. The same every time."""
    kind, rounds = _loop([_watched(game, seats, options, number) for number in range(MATCHES)])
    for number, run in enumerate(rounds):
        for one in _all(run):
            one.round = number
    lane = _Lane(rounds)
    kind, rounds = lane.unwrapped(kind, rounds)
    shown = _merged([lane.phase(part, depth) for part, depth in lane.laid(rounds)])
    told = {phase.rule for phase in shown}
    rarer = dict.fromkeys(one.rule for one in lane.rarer if one.rule not in told)
    return Flow(kind.rule, tuple(shown), tuple(rarer), seats, lane.rounds, MATCHES)


def flow_for(game: Game[Any, Any], variants: Iterable[str] = ()) -> Flow:
    """One round of a game as it is played with these variants, from matches played now."""
    options = options_of(game, variants)
    middle = game.seats[len(game.seats) // 2]
    for seats in (middle, *reversed(game.seats)):
        with suppress(Refused):  # the modules need more players, or fewer
            return trace(game, seats, options)
    return trace(game, middle, {})


# --- kept beside the game -------------------------------------------------------------------------


class FlowFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``flow.json`` of a game that plays too slowly to be looked at while somebody waits."""

    version: str
    flows: dict[str, Flow]
    """By variant; the empty name is the game as it is."""


def flow_file(game: Game[Any, Any], variants: Iterable[str]) -> FlowFile:
    """What is kept: the game as it is, and every variant that an option switches on."""
    known = [name for name in variants if options_of(game, [name])]
    return FlowFile(
        game.version, {"": flow_for(game), **{name: flow_for(game, [name]) for name in known}}
    )


@cache
def _kept(package: str, version: str) -> dict[str, Flow]:
    path = files(package) / FILE
    if not path.is_file():
        return {}
    file = msgspec.json.decode(path.read_bytes(), type=FlowFile)
    return file.flows if file.version == version else {}


def flow_of(game: Game[Any, Any], variants: Sequence[str] = ()) -> Flow:
    """One round of a game: as it was kept, or traced once in this process."""
    kept = _kept(game.package, game.version)
    if kept:
        named = [name for name in variants if name in kept]
        return kept[named[0] if len(named) == 1 else ""]
    return _traced(game, tuple(name for name in variants if options_of(game, [name])))


@cache
def _traced(game: Game[Any, Any], variants: tuple[str, ...]) -> Flow:
    return flow_for(game, variants)


def options_of(game: Game[Any, Any], variants: Iterable[str]) -> dict[str, object]:
    """The options that switch these variants on: an option has the name of its module."""
    wanted = set(variants)
    options: dict[str, object] = {}
    for field in form_of(game.options):
        if WITHOUT + field.name in wanted and field.kind == "switch":
            options[field.name] = False
        elif field.name in wanted:
            values = [value for value in field.of if value != field.default]
            options[field.name] = True if field.kind == "switch" else values[-1]
    return options
