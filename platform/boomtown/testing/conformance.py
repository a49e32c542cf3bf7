"""The conformance suite: what every game must keep, whoever wrote it.

``boomtown check GAME`` runs it, and so does ``GameConformance`` under pytest. Each check plays
random matches; a finding names the match, so that it can be played again.
"""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, inspect

from boomtown.core.codec import codec_of
from boomtown.core.data import described
from boomtown.core.errors import BoomtownError, InvalidOption
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.options import form_of, read_options
from boomtown.core.record import plain
from boomtown.core.seats import letter_of
from boomtown.core.snapshot import load, save
from boomtown.core.step import PASS, Window
from boomtown.plugins import listings
from boomtown.rulebook.coverage import cover
from boomtown.rulebook.numbers import book_of
from boomtown.testing.bench.events import Answered
from boomtown.testing.fingerprint import check_fingerprint
from boomtown.testing.growth import check_growth
from boomtown.testing.hints import check_hints
from boomtown.testing.hostile import check_hostile_answers
from boomtown.testing.laboratory import check_laboratory
from boomtown.testing.languages import check_languages
from boomtown.testing.leaks import check_no_leak, check_redraw
from boomtown.testing.numbers import check_numbers
from boomtown.testing.playouts import (
    check_bots,
    check_evaluation,
    check_peeking,
    check_quick,
    check_quiet,
)
from boomtown.testing.plays import Play, Walk, plays
from boomtown.testing.probes import check_answers
from boomtown.testing.purity import check_purity, package_sources
from boomtown.testing.questions import check_questions
from boomtown.testing.reached import check_reached
from boomtown.testing.shared import check_shared
from boomtown.testing.teaching import faulty, raised, side_by_side
from boomtown.testing.watch import Endless, watched
from boomtown.testing.whynot import check_why_not

MATCHES = 12
MOST_FINDINGS = 5
"""How many findings of a check are told; the others are counted, as far as here:"""
MOST_COUNTED = 100
TRAIL = "trail: "
"""How the lines begin that another process prints for us; a game may print, too."""


class Sighting(Struct, frozen=True):
    """The match in which something was found, up to there."""

    play: Play
    key: bytes
    """Of its chance."""
    given: list[Answered]


class Finding(Struct, frozen=True):
    """Something that a game does not keep."""

    check: str
    problem: str
    seen: Sighting | None = None
    """Where, if it was in a match."""


class Suite(Struct, frozen=True):
    """A game and the matches to try it with."""

    game: Game[Any, Any]
    plays: list[Play]
    walks: list[Walk] = []
    """The match that a check is looking at, if it is looking at one."""

    @classmethod
    def of(
        cls,
        game: Game[Any, Any],
        matches: int = MATCHES,
        seed: str = "conformance",
        seats: list[int] | None = None,
        options: dict[str, object] | None = None,
    ) -> Suite:
        """So many random matches over all seats and options of the game, or only these."""
        return cls(game, list(plays(game, matches, seed, seats, options)))

    def walk(self, play: Play, *, recorded: bool = False) -> Walk:
        """A random match, remembered as the one that a check is looking at."""
        self.walks.clear()
        self.walks.append(Walk(self.game, play, recorded=recorded))
        return self.walks[0]

    def _seen(self, problem: str) -> Sighting | None:
        """The match that a problem is about: the present one, if the problem names it."""
        if not self.walks or not problem.startswith(str(self.walks[0].play)):
            return None
        walk = self.walks[0]
        return Sighting(walk.play, walk.key, list(walk.given))

    def _failed(self, check: str, problem: str) -> Finding:
        """A check that a match has ended with an error, and the match."""
        if self.walks and self.walks[0].match.outcome is None:
            problem = f"{self.walks[0].play}, answer {len(self.walks[0].given)}: {problem}"
        return Finding(check, problem, self._seen(problem))

    def run(self, check: str) -> list[Finding]:
        """What one check finds; of many findings the first few, and how many more there are."""
        found: list[Finding] = []
        more = 0
        self.walks.clear()
        try:
            run = BROWSER_CHECK if check == BROWSER else CHECKS[check]
            with watched(self.game):
                for problem in islice(run(self), MOST_COUNTED):
                    if len(found) < MOST_FINDINGS:
                        found.append(Finding(check, problem, self._seen(problem)))
                    else:
                        more += 1
        except BoomtownError as error:
            found.append(self._failed(check, faulty(error)))
        except (
            Exception,
            Endless,
        ) as error:  # whatever a game does wrong is a finding, not a crash
            found.append(self._failed(check, raised(error, self.game)))
        if more:
            others = "at least " * (len(found) + more == MOST_COUNTED) + str(more)
            found.append(Finding(check, f"and {others} more"))
        return found


def check_same_seed(suite: Suite) -> Iterator[str]:
    """The same seed gives the same match: again, and in another process."""
    trails = {}
    for play in suite.plays:
        trails[play.seed] = trail(suite.game, play)
        if trail(suite.game, play) != trails[play.seed]:
            suite.walk(play)
            yield f"{play}: the same seed gave another match the second time{_parting(suite, play)}"
            return
    if not suite.plays or suite.game not in [listing.game for listing in listings()]:
        return  # only a game that another process can find is tried there
    play = suite.plays[-1]
    suite.walk(play)
    request = msgspec.json.encode((suite.game.id, play)).decode()
    for hash_seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-m", "boomtown.testing.trail", request],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
        told = [row[len(TRAIL) :] for row in ran.stdout.splitlines() if row.startswith(TRAIL)]
        if told != trails[play.seed]:
            yield f"{play}: the same seed gave another match in another process {ran.stderr}"


def _parting(suite: Suite, play: Play) -> str:
    """Where two runs with the same seed part, if they do so now."""
    one, two = Walk(suite.game, play), Walk(suite.game, play)
    for number, (mine, yours) in enumerate(zip(one, two, strict=False)):
        if sides := side_by_side("the first time", mine, "the second time", yours):
            return f", at answer {number}{sides}"
    return ""


def trail(game: Game[Any, Any], play: Play) -> list[str]:
    """The hashes of a random match, one a decision."""
    walk = Walk(game, play)
    hashes = [match.hash() for match in walk]
    return [*hashes, walk.match.hash()]


def check_save_and_load(suite: Suite) -> Iterator[str]:
    """A match put aside at any decision goes on just the same."""
    for play in suite.plays:
        walk = suite.walk(play)
        for match in walk:
            loaded = load(suite.game, save(match))
            if loaded.hash() != match.hash() or loaded.views() != match.views():
                sides = side_by_side("as it was", match, "as it was loaded", loaded)
                yield f"{play}, answer {match.number}: the loaded match is another one{sides}"
                return
            seat, answer = walk.next_answer()
            loaded.answer(seat, answer)
            twin = match.clone()
            twin.answer(seat, answer)
            if loaded.hash() != twin.hash():
                sides = side_by_side("as it was", twin, "as it was loaded", loaded)
                yield f"{play}, answer {match.number}: the loaded match goes on differently{sides}"
                return


def check_forks(suite: Suite) -> Iterator[str]:
    """A copy goes on like the original, and neither touches the other."""
    for play in suite.plays:
        walk = suite.walk(play)
        for match in walk:
            before = match.hash()
            one, two = match.clone(), match.clone()
            seat, answer = walk.next_answer()
            one.answer(seat, answer)
            if match.hash() != before or two.hash() != before:
                yield f"{play}, answer {match.number}: playing on a copy changed the original"
                return
            two.answer(seat, answer)
            if one.hash() != two.hash():
                sides = side_by_side("one copy", one, "the other", two)
                yield f"{play}, answer {match.number}: two copies went on differently{sides}"
                return


def check_past(suite: Suite) -> Iterator[str]:
    """What has been told stays told: past log lines and past views never change."""
    for play in suite.plays:
        walk = suite.walk(play)
        told: list[bytes] = []
        views: list[tuple[object, bytes]] = []
        for match in walk:
            told += [msgspec.json.encode(entry) for entry in match.log.since(len(told))]
            view = match.view(None)
            views.append((view, msgspec.json.encode(view)))
        for number, (entry, then) in enumerate(zip(walk.match.log, told, strict=False)):
            if msgspec.json.encode(entry) != then:
                yield f"{play}: log line {number + 1} ({entry.key}) changed after it was told"
                return
        if any(msgspec.json.encode(view) != then for view, then in views):
            yield f"{play}: an earlier view changed"
            return


def check_leaks(suite: Suite) -> Iterator[str]:
    """Views, prompts, offers, refusals and log tell nobody what they may not know."""
    for play in suite.plays:
        for problem in check_no_leak(suite.walk(play)):
            yield f"{play}, answer {suite.walks[0].match.number}: {problem}"
            break


def check_redraws(suite: Suite) -> Iterator[str]:
    """Imagined tables differ from the truth as often as chance says."""
    yield from check_redraw(suite.game, suite.plays)


def check_ends(suite: Suite) -> Iterator[str]:
    """Random play, with absent players in between, ends; nobody is ever without an answer."""
    for play in suite.plays:
        walk = suite.walk(play)
        match = walk.match
        while match.outcome is None:
            if match.number > suite.game.longest:
                yield f"{play}: no end after {suite.game.longest} answers"
                return
            seat = walk.seat()
            if not match.choice(seat).offers():
                yield f"{play}, answer {match.number}: seat {letter_of(seat)} has no legal answer"
                return
            if walk.chance.below(4) == 0:
                walk.time_out(seat)
            else:
                walk.give(seat, walk.bot.pick(match.choice(seat)))


def check_rules(suite: Suite) -> Iterator[str]:
    """Every rule id in the code is in the rulebook, and every rule is in the code."""
    from boomtown.lab.reach import rules_reached

    book = book_of(suite.game)
    reached = rules_reached(suite.game, len(suite.plays), "rules")
    coverage = cover(book, package_sources(suite.game), [], reached, len(suite.plays))
    for id in coverage.unknown:
        yield f"{id} is cited, but no rulebook knows it"
    for id in coverage.uncited:
        yield f"{id} is in the rulebook, but nothing cites it"


def check_plain_data(suite: Suite) -> Iterator[str]:
    """State, views, questions and answers are plain data without floats, and offers are legal."""
    for kind in (suite.game.state, *suite.game.steps):
        if place := _float_in(described(kind), kind.__name__, ()):
            yield f"{place} has fractions; count in whole numbers, such as cents or tenths"
    codec = codec_of(suite.game)
    for play in suite.plays:
        for match in suite.walk(play):
            codec.unpack(codec.pack(match.state, match.agenda))
            msgspec.json.encode(match.view(None))
            seat = match.asked()[0]
            question = match.question(seat)
            assert question is not None
            msgspec.json.encode(question.describe())
            if isinstance(match.agenda[-1], Window) and PASS not in question.choice.offers():
                yield f"{type(match.agenda[-1]).__name__} is a Window, but does not offer PASS"
                return
            for offer in question.choice.offers():
                again = msgspec.json.decode(msgspec.json.encode(plain(offer)))
                read = question.choice.read(again)
                if read != offer or question.choice.refusal(read) is not None:
                    yield f"{play}, answer {match.number}: {offer!r} is offered but not taken"
                    return


def _float_in(kind: inspect.Type, place: str, seen: tuple[object, ...]) -> str:
    """Where a value with fractions may stand; nothing, if nowhere."""
    match kind:
        case inspect.FloatType() | inspect.DecimalType():
            return place
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            name = cls.__name__
            parts = [(field.type, f"{name}.{field.name}") for field in fields]
            return next(filter(None, (_float_in(*part, (*seen, cls)) for part in parts)), "")
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return _float_in(item, place, seen)
        case inspect.DictType(key_type=key, value_type=value):
            return _float_in(key, place, seen) or _float_in(value, place, seen)
        case inspect.TupleType(item_types=items) | inspect.UnionType(types=items):
            return next(filter(None, (_float_in(item, place, seen) for item in items)), "")
    return ""


def check_options(suite: Suite) -> Iterator[str]:
    """Options make a form, and a wrong value is refused by the option's name."""
    game = suite.game
    try:
        fields = form_of(game.options)
        read_options(game.options, {})
    except InvalidOption as error:
        yield str(error)
        return
    for field in fields:
        wrong = [object(), "no such value", *([field.most + 1] if field.most is not None else [])]
        for value in wrong:
            try:
                read_options(game.options, {field.name: value})
            except InvalidOption as error:
                if error.option != field.name:
                    yield f"{field.name}={value!r} was refused as {error.option}"
            else:
                yield f"{field.name}={value!r} was accepted"
    if not suite.plays:
        yield "no number of seats can be played with these options"


def check_undo(suite: Suite) -> Iterator[str]:
    """An answer taken back leaves the match as it was before it, and as a replay leads there.

    To replay takes long, so the longer a match is the more seldom something is taken back.
    """
    for play in suite.plays:
        walk = suite.walk(play, recorded=True)
        match = walk.match
        while match.outcome is None and match.number < suite.game.longest:
            before = match.hash()
            seat, answer = walk.next_answer()
            walk.give(seat, answer)
            if match.undoable and walk.chance.below(4 + match.number // 8) == 0:
                match.undo(seat)
                walk.given.pop()
                assert match.record is not None
                again = Match.replayed(suite.game, match.record)
                if match.hash() != before or _remembered(match) != _remembered(again):
                    yield f"{play}, answer {match.number}: undo led to another state"
                    return


def _remembered(match: Match[Any]) -> list[object]:
    """Everything of a match that a replay must lead to."""
    return [
        match.hash(),
        list(match.log),
        match.log.page,
        match.number,
        match.moment,
        match.undoable,
        match.last_seat,
        match.disclosed,
    ]


def check_boards(suite: Suite) -> Iterator[str]:
    """Boards can be drawn for everybody, in every language, and say and name what they show."""
    # The site draws them, and it stands above this package: only here does anybody want it.
    problems: Callable[[Suite], Iterator[str]] = pkgutil.resolve_name(
        "boomtown.web.boards:board_problems"
    )
    yield from problems(suite)


def check_lessons(suite: Suite) -> Iterator[str]:
    """Lessons are played to their end with all answers that will do, and point at what is there."""
    problems: Callable[[Game[Any, Any]], Iterator[str]] = pkgutil.resolve_name(
        "boomtown.lessons.checking:lesson_problems"  # likewise
    )
    yield from problems(suite.game)


def check_boards_in_a_browser(suite: Suite) -> Iterator[str]:
    """Boards fit 1280 and 390 pixels, and their scripts complain of nothing."""
    problems: Callable[[Suite], Iterator[str]] = pkgutil.resolve_name(
        "boomtown.web.browsing:browser_problems"
    )
    yield from problems(suite)


BROWSER, BROWSER_CHECK = "boards in a browser", check_boards_in_a_browser
"""What only the command line runs, and only if it is asked to: it needs a browser, and time."""

CHECKS: dict[str, Callable[[Suite], Iterator[str]]] = {
    "ends": check_ends,
    "same seed": check_same_seed,
    "save and load": check_save_and_load,
    "forks": check_forks,
    "quiet": check_quiet,
    "shared parts": check_shared,
    "growth": check_growth,
    "past": check_past,
    "leaks": check_leaks,
    "questions": check_questions,
    "redraw": check_redraws,
    "hostile answers": check_hostile_answers,
    "why not": check_why_not,
    "rules": check_rules,
    "reached": check_reached,
    "answers": check_answers,
    "numbers": check_numbers,
    "plain data": check_plain_data,
    "languages": check_languages,
    "hints": check_hints,
    "options": check_options,
    "undo": check_undo,
    "purity": check_purity,
    "bots": check_bots,
    "peeking": check_peeking,
    "quick": check_quick,
    "evaluation": check_evaluation,
    "laboratory": check_laboratory,
    "boards": check_boards,
    "lessons": check_lessons,
    "fingerprint": check_fingerprint,
}
"""Every check by name, in the order in which they are run."""
