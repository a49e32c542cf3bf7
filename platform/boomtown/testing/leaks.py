"""The leak check: two worlds that differ only in what an observer may not know.

At every decision of random matches, for every seat and for a spectator, the hidden values are
exchanged. View, question, refusals and log must be the same in both worlds, now and after the
same answers, as long as the observer has been told the same things. And the exchanged world must
really differ: an exchange that returns the truth would hide every leak.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

import msgspec

from boomtown.core.before import Disclosure
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import BoomtownError, InvalidAnswer
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.observer import Observer
from boomtown.core.seats import Seat, letter_of
from boomtown.core.secret import Secret, secrets_in, unknown_pools
from boomtown.core.step import SealedAsk
from boomtown.testing.plays import Play, Walk
from boomtown.testing.teaching import side_by_side

PROBES: tuple[object, ...] = ("pass", "use", "no such thing", 0, 1, -1, [], {})
MOST_OFFERS_PROBED = 12
SURE = 5.0
"""Standard deviations between what redraw does and what chance says before we speak up."""


def observers(match: Match[Any]) -> list[Seat | None]:
    """Everybody who might learn something: all seats and a spectator."""
    return [*map(Seat, range(match.seats)), None]


def check_no_leak(walk: Walk) -> Iterator[str]:
    """Nothing that reaches a seat depends on what it may not know."""
    chance = walk.play.chance("leaks")
    for match in walk:
        yield from _sealed_leaks(match, chance)
        for observer in observers(match):
            truth, other = match.clone(), match.clone()
            other.redraw(observer, chance)
            truth.observer, other.observer = Places(), Places()
            for problem in _lockstep(truth, other, observer, chance):
                sides = side_by_side("as it is", truth, f"as {_who(observer)} may think", other)
                yield f"{problem}{sides}"


def _who(observer: Seat | None) -> str:
    return "a spectator" if observer is None else f"seat {letter_of(observer)}"


def _lockstep(
    truth: Match[Any], other: Match[Any], observer: Seat | None, chance: Chance
) -> Iterator[str]:
    """Plays both worlds side by side for as many answers as are asked for."""
    if difference := _difference(truth, other, observer, len(truth.log)):
        yield f"{difference} tells {_who(observer)} what it may not know"
        return
    if any(isinstance(step, SealedAsk) and step.answers for step in truth.agenda):
        return  # answers given for a hand that the other world does not have prove nothing
    begun = len(truth.log)
    for _ in range(max(1, len(truth.asked()))):
        if truth.outcome is not None or truth.asked() != other.asked():
            return
        seat = chance.pick(truth.asked())
        answers = legal_in_both(truth.choice(seat), other.choice(seat))
        if not answers:
            return
        answer = chance.pick(answers)
        truth.answer(seat, answer)
        try:
            other.answer(seat, answer)
        except BoomtownError as error:
            yield f"a table as {_who(observer)} may imagine it breaks down: {error}"
            return
        after = f"after {answer!r} by seat {letter_of(seat)}"
        if different := parted(truth, other, observer, begun):
            if different is not FAIRLY:
                yield f"{different} tells {_who(observer)} what it may not know, {after}"
            return
        if difference := _difference(truth, other, observer, begun):
            yield f"{difference} tells {_who(observer)} what it may not know, {after}"
            return


class Places(Observer):
    """Notes which of the table's secrets are made known by an answer."""

    def __init__(self) -> None:
        self.places: list[int | None] = []

    def takes(self, match: Match[Any], seat: Seat) -> None:
        self.places.clear()

    def discloses(self, match: Match[Any], secret: Secret[Any]) -> None:
        table = secrets_in(match.state) + secrets_in(match.agenda)
        self.places.append(next((at for at, one in enumerate(table) if one is secret), None))


FAIRLY = "told different things on purpose"


def parted(truth: Match[Any], other: Match[Any], observer: Seat | None, since: int) -> str | None:
    """Whether the observer was told different things in the two worlds, and whether fairly.

    Up to the first secret that is not the same, everything must be the same; and a secret that is
    told in one world only gives away whatever made the difference.
    """
    mine, yours = _told_to(truth, observer), _told_to(other, observer)
    for (one, here), (two, there) in zip(mine, yours, strict=False):
        if (one.value, here) != (two.value, there):
            before = _log_until(truth, observer, since, one.line)
            if before == _log_until(other, observer, since, two.line):
                return FAIRLY
            return "the log before a reveal"
    if len(mine) != len(yours):
        return "that something is revealed, or is not,"
    return None


def _told_to(match: Match[Any], observer: Seat | None) -> list[tuple[Disclosure, int | None]]:
    """What the last answer made known to somebody, and which of the table's secrets it was."""
    assert isinstance(match.observer, Places), "somebody notes the places"
    told = zip(match.disclosed, match.observer.places, strict=True)
    return [(disclosure, place) for disclosure, place in told if disclosure.told_to(observer)]


def _log_until(match: Match[Any], observer: Seat | None, since: int, line: int) -> list[Entry]:
    entries = islice(match.log.since(since), max(0, line - since))
    return [entry for entry in entries if entry.visible_to(observer)]


def legal_in_both(one: Choice, two: Choice) -> list[Answer]:
    """The answers that are offered in one world and allowed in the other."""
    return [answer for answer in one.offers() if _judgement(two, answer) is None]


def _difference(
    truth: Match[Any], other: Match[Any], observer: Seat | None, since: int
) -> str | None:
    """The first thing that an observer would see differently in the two worlds."""
    mine, yours = truth.view(observer), other.view(observer)
    plain = msgspec.to_builtins
    if where := first_difference(plain(mine.prompt), plain(yours.prompt)):
        return f"the prompt (who is asked what: {where})"
    if msgspec.json.encode(mine) != msgspec.json.encode(yours):
        return f"the view ({first_difference(plain(mine.state), plain(yours.state))})"
    if truth.log.visible_to(observer, since) != other.log.visible_to(observer, since):
        return f"the log ({_first_line(truth, other, observer, since)})"
    for seat in truth.asked():
        if truth.nothing_to_choose(seat) != other.nothing_to_choose(seat):
            return f"that seat {letter_of(seat)} is said to have nothing to choose, or is not,"
        if _worth(truth, seat) != _worth(other, seat):
            return f"that seat {letter_of(seat)} is said to be worth asking, or is not,"
    if observer is None:
        return None
    question, again = truth.question(observer), other.question(observer)
    if (question is None) != (again is None):
        return "being asked"
    if question is None or again is None:
        return None
    if where := first_difference(question.describe(), again.describe()):
        return f"the question ({where})"
    offers = list(question.choice.offers())
    if offers != list(again.choice.offers()):
        return "the list of offers"
    for probe in (*PROBES, *offers[:MOST_OFFERS_PROBED]):
        if _judgement(question.choice, probe) != _judgement(again.choice, probe):
            return f"the refusal of {probe!r}"
    return None


def _worth(match: Match[Any], seat: Seat) -> bool:
    return match.waits().worth_asking(match, seat)


def first_difference(one: Any, two: Any, path: str = "") -> str:
    """Where two pieces of plain data differ, and how: ``hands.0.public: False or True``."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in [*one, *(key for key in two if key not in one)]:
            if found := first_difference(one.get(key), two.get(key), f"{path}.{key}"):
                return found
        return ""
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for index, (mine, yours) in enumerate(zip(one, two, strict=True)):
            if found := first_difference(mine, yours, f"{path}.{index}"):
                return found
        return ""
    return "" if one == two else f"{path[1:] or 'it'}: {str(one)[:60]} or {str(two)[:60]}"


def _first_line(truth: Match[Any], other: Match[Any], observer: Seat | None, since: int) -> str:
    mine, yours = (m.log.visible_to(observer, since) for m in (truth, other))
    for one, two in zip_longest(mine, yours):
        if one != two:
            return f"{one.key if one else 'nothing'} or {two.key if two else 'nothing'}"
    return ""


def _judgement(choice: Choice, raw: object) -> object:
    """What the judge says: nothing, or why not."""
    try:
        refusal = choice.refusal(choice.read(raw))
    except InvalidAnswer as error:
        return (error.field, error.problem)
    return None if refusal is None else refusal.describe()


def _sealed_leaks(match: Match[Any], chance: Chance) -> Iterator[str]:
    """Before the last answer is in, nobody sees what a sealed answer says."""
    step = match.agenda[-1]
    if not isinstance(step, SealedAsk) or len(step.waiting()) < 2:
        return
    seat = chance.pick(step.waiting())
    offers = list(match.choice(seat).offers())
    if len(offers) < 2:
        return
    chance.shuffle(offers)
    one, two = match.clone(), match.clone()
    one.answer(seat, offers[0])
    two.answer(seat, offers[1])
    for observer in observers(match):
        if observer == seat:
            continue
        if what := _difference(one, two, observer, len(match.log)):
            yield f"{what} tells {_who(observer)} what seat {letter_of(seat)} has sealed"
        elif not step.shows_who and (what := _difference(match, one, observer, len(match.log))):
            yield f"{what} tells {_who(observer)} that seat {letter_of(seat)} has answered"


class RedrawTally:
    """Counts how often hidden values change, by redraw and by an exchange of our own."""

    def __init__(self) -> None:
        self.samples = 0
        self.by_redraw = 0
        self.by_chance = 0
        self.hidden_pools: set[str] = set()
        self.changed_pools: set[str] = set()

    def add(self, match: Match[Any], observer: Seat | None, chance: Chance) -> None:
        """Compares two exchanges by redraw with each other, and one of our own with the truth."""
        pools = _hidden(match, observer)
        if not pools:
            return
        self.samples += 1
        self.hidden_pools |= pools.keys()
        drawn, again = (_redrawn(match, observer, chance) for _ in range(2))
        changed = {pool for pool in pools if drawn.get(pool) != again.get(pool)}
        self.changed_pools |= changed
        self.by_redraw += bool(changed)
        self.by_chance += _shuffled(match, observer, chance) != pools

    def findings(self) -> Iterator[str]:
        """What is wrong with redraw, if anything."""
        for pool in sorted(self.hidden_pools - self.changed_pools):
            yield f"redraw always returns the same for the pool {pool!r}: nothing in it changes"
        if not self.samples:
            return
        gap = abs(self.by_redraw - self.by_chance)
        share = (self.by_redraw + self.by_chance) / (2 * self.samples)
        spread = math.sqrt(2 * self.samples * max(share * (1 - share), 1 / self.samples))
        if gap > SURE * spread:
            yield (
                f"redraw changes hidden values in {self.by_redraw} of {self.samples} cases, "
                f"chance in {self.by_chance}"
            )


def _hidden(match: Match[Any], observer: Seat | None) -> dict[str, list[object]]:
    secrets = secrets_in(match.state) + secrets_in(match.agenda)
    pools = unknown_pools(secrets, observer)
    return {pool: [secret.held for secret in hidden] for pool, hidden in pools.items()}


def _redrawn(match: Match[Any], observer: Seat | None, chance: Chance) -> dict[str, list[object]]:
    world = match.clone()
    world.redraw(observer, chance)
    return _hidden(world, observer)


def _shuffled(match: Match[Any], observer: Seat | None, chance: Chance) -> dict[str, list[object]]:
    """An exchange made without redraw, as the law of the game says: shuffle until plausible."""
    world = match.clone()
    pools = unknown_pools(secrets_in(world.state) + secrets_in(world.agenda), observer)
    while True:
        for hidden in pools.values():
            values = [secret.held for secret in hidden]
            chance.shuffle(values)
            for secret, value in zip(hidden, values, strict=True):
                secret.held = value
        if match.game.plausible is None or match.game.plausible(world.state):
            return _hidden(world, observer)


def check_redraw(game: Game[Any, Any], every: list[Play]) -> Iterator[str]:
    """Exchanged worlds differ from the truth as often as chance says."""
    tally = RedrawTally()
    for play in every:
        chance = play.chance("redraw")
        for match in Walk(game, play):
            for observer in observers(match):
                tally.add(match, observer, chance)
    yield from tally.findings()
