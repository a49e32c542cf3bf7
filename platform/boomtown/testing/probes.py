"""Whether play contradicts a rulebook's answers: probes watch matches, and what they see is judged.

Some questions play can decide for every game (``COMMON``), others only for one whose probes know
its log (``Game.probes``). What no probe watches is said to be stated, not shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field

from boomtown.bots.kinds import RANDOM, answer_of, make_bot
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.options import form_of
from boomtown.core.probe import ARISES, Probe, Seen
from boomtown.core.seats import Seat
from boomtown.core.step import SealedAsk, Window
from boomtown.rulebook.book import AT, WITHOUT, Answer, Rulebook, Value
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.questions import Question, questions
from boomtown.testing.plays import Play, plays

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

OUT = "player_elimination"
"""The mechanic of the rules that tell who is out."""

Standing = Literal["contradicted", "shown", "unseen", "stated"]
"""Play contradicts it; play has shown it; a probe watches, and saw nothing; no probe can tell."""


class Seats(Probe):
    """How many sit at the table."""

    questions = ("players.number",)

    def begins(self, match: Match[Any]) -> Iterable[Seen]:
        yield Seen("players.number", match.seats)


class Sealed(Probe):
    """What becomes of a sealed answer while others are still thinking."""

    questions = ("sealed.what", "sealed.change", "sealed.see")

    def sees(self, match: Match[Any], told: Sequence[Entry]) -> Iterator[Seen]:
        step = match.agenda[-1] if match.agenda else None
        if match.outcome is not None or not isinstance(step, SealedAsk) or len(step.seats) < 2:
            return
        yield Seen("sealed.what", ARISES, phase=step.rule)
        for seat in step.answers:
            last = match.undoable > 0 and match.last_seat == seat
            can = step.may_answer(seat) or last
            yield Seen("sealed.change", "yes" if can else "no", phase=step.rule)
        if step.answers:
            seen = "that_chosen" if step.shows_who else "nothing"
            yield Seen("sealed.see", seen, phase=step.rule)


class Reactions(Probe):
    """Windows in which somebody may act while another one does."""

    questions = ("react.who",)

    def sees(self, match: Match[Any], told: Sequence[Entry]) -> Iterator[Seen]:
        if match.outcome is None and isinstance(match.waits(), Window):
            yield Seen("react.who", ARISES)


class Outs(Probe):
    """Whoever the log says is out: whether they are asked again, and whether they win."""

    questions = ("out.when", "out.play", "out.win")

    def __init__(self, rules: Collection[str]) -> None:
        self.rules, self.out = rules, set[int]()

    def sees(self, match: Match[Any], told: Sequence[Entry]) -> Iterator[Seen]:
        for entry in told:
            if entry.rule in self.rules and isinstance(seat := entry.args.get("seat"), int):
                self.out.add(seat)
                yield Seen("out.when", ARISES)
        if match.outcome is None and self.out.intersection(match.asked()):
            yield Seen("out.play", "yes")

    def ends(self, match: Match[Any]) -> Iterator[Seen]:
        if match.outcome is not None and self.out.intersection(match.outcome.winners):
            yield Seen("out.win", "yes")


class Winners(Probe):
    """Whether several win."""

    questions = ("win.together",)

    def ends(self, match: Match[Any]) -> Iterator[Seen]:
        if match.outcome is not None and len(match.outcome.winners) > 1:
            yield Seen("win.together", "yes")


COMMON: tuple[type[Probe], ...] = (Seats, Sealed, Reactions, Outs, Winners)


class Contradiction(Struct, frozen=True):
    """An answer, and what a match has shown instead."""

    play: Play
    bot: str
    seen: Seen
    answer: str

    def __str__(self) -> str:
        seen, on = self.seen, []
        for name in ("character", "phase", "scenario"):
            if value := getattr(seen, name):
                on.append(f"{name} {value}")
        where = f" ({', '.join(on)})" if on else ""
        return (
            f"{self.play}, {self.bot}: answers.{seen.question} says {self.answer}, "
            f"but play shows {seen.value}{where}"
        )


class Proof(Struct):
    """What play says about one answer."""

    question: str
    standing: Standing
    seen: dict[str, int] = field(default_factory=dict)
    """How often each value was seen."""
    contradictions: list[Contradiction] = field(default_factory=list)


def probes_of(game: Game[Any, Any]) -> tuple[type[Probe], ...]:
    """The game's own probes."""
    if game.probes is None:
        return ()
    module, _, name = game.probes.partition(":")
    found: tuple[type[Probe], ...] = getattr(import_module(module), name)
    return found


def watched(game: Game[Any, Any]) -> set[str]:
    """The questions on which play can contradict the game's answers."""
    return {id for probe in (*COMMON, *probes_of(game)) for id in probe.questions}


def variants_of(game: Game[Any, Any], book: Rulebook, play: Play) -> list[str]:
    """The variants of the rulebook that a table plays."""
    chosen = {one.name: play.options.get(one.name, one.default) for one in form_of(game.options)}
    found = []
    for name in book.variants:
        module = name.removeprefix(WITHOUT)
        on = chosen.get(module) not in (None, False, "off")
        if module in chosen and on != name.startswith(WITHOUT):
            found.append(name)
    return [*found, f"{AT}{play.seats}"]


def allows(question: Question, answer: Answer | None, seen: Seen) -> bool:
    """Whether an answer allows what was seen."""
    if answer is None:
        return True
    if answer.none:
        return False
    value = _value_for(answer, seen)
    if seen.value == ARISES or value is None:
        return value not in ("no", [], 0)
    if question.kind == "number":
        return isinstance(seen.value, int) and _within(value, seen.value)
    if question.kind == "yes_no":
        return value in ("depends", seen.value)
    return seen.value in (value if isinstance(value, list) else [value])


def _value_for(answer: Answer, seen: Seen) -> Value | None:
    """The value under the conditions under which something was seen."""
    met = {"character": seen.character, "phase": seen.phase, "scenario": seen.scenario}
    for case in answer.cases:
        if all(met[kind] == name for kind, name in case.conditions.items()):
            value = case.value
            return int(value) if isinstance(value, str) and value.isdecimal() else value
    return answer.value


def _within(value: Value, number: int) -> bool:
    if isinstance(value, list):
        ends = [one for one in value if isinstance(one, int)]
        return number >= ends[0] and (len(ends) == 1 or number <= ends[1])
    return isinstance(value, int) and number <= value


def seen_in(game: Game[Any, Any], play: Play, kind: str) -> Iterator[Seen]:
    """What one match shows, played by bots of a kind."""
    book = book_of(game)
    outs = [rule.id for rule in book.rules() if OUT in rule.mechanics]
    probes = [Outs(outs) if one is Outs else one() for one in (*COMMON, *probes_of(game))]
    match = play.start(game)
    chance, luck = play.chance("walk"), play.chance("bot")
    bots = {seat: make_bot(game, kind, luck.another()) for seat in match.all_seats}
    for probe in probes:
        yield from probe.begins(match)
    lines = 0
    while match.outcome is None and match.number < game.longest:
        told = list(match.log.since(lines))
        lines += len(told)
        for probe in probes:
            yield from probe.sees(match, told)
        seat: Seat = chance.pick(match.asked())
        match.answer(seat, answer_of(bots[seat], match, seat, luck))
    told = list(match.log.since(lines))
    for probe in probes:
        yield from probe.sees(match, told)
        yield from probe.ends(match)


def prove(game: Game[Any, Any], tables: Iterable[tuple[Play, str]]) -> dict[str, Proof]:
    """What these matches say about each answer of the game."""
    shown = ((play, kind, seen_in(game, play, kind)) for play, kind in tables)
    return judge(game, book_of(game), shown)


def judge(
    game: Game[Any, Any], book: Rulebook, shown: Iterable[tuple[Play, str, Iterable[Seen]]]
) -> dict[str, Proof]:
    """What matches that were watched say about each answer of a rulebook."""
    asked = {question.id: question for question in questions()}
    known = watched(game)
    proofs = {id: Proof(id, "unseen" if id in known else "stated") for id in asked}
    for play, kind, told in shown:
        variants = variants_of(game, book, play)
        for seen in told:
            proof = proofs[seen.question]
            proof.seen[str(seen.value)] = proof.seen.get(str(seen.value), 0) + 1
            answer = book.answer(seen.question, variants=variants)
            if not allows(asked[seen.question], answer, seen):
                said = "nothing of it" if answer is None or answer.none else answer.key
                proof.contradictions.append(Contradiction(play, kind, seen, said))
                proof.standing = "contradicted"
            elif proof.standing == "unseen":
                proof.standing = "shown"
    return proofs


def check_answers(suite: Suite) -> Iterator[str]:
    """Play contradicts no answer of the rulebook."""
    proofs = prove(suite.game, ((play, RANDOM) for play in suite.plays))
    for proof in proofs.values():
        yield from (str(one) for one in proof.contradictions[:1])


def tables_of(game: Game[Any, Any], matches: int, seed: str) -> Iterator[tuple[Play, str]]:
    """So many random matches, and as many by the game's own best bot, over seats and options."""
    own = next(iter(game.bots), RANDOM)
    for play in plays(game, matches, seed):
        yield play, RANDOM
        if own != RANDOM:
            yield play, own
