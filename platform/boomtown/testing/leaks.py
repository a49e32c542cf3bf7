"""The leak check: two worlds that differ only in what an observer may not know.

At every decision of random matches, for every seat and for a spectator, the hidden values are
exchanged. View, question, refusals and log must be the same in both worlds, now and after the
same answers, as long as the observer has been told the same things. And the exchanged world must
really differ: an exchange that returns the truth would hide every leak.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from boomtown.core.chance import Chance
from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import BoomtownError, InvalidAnswer
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.core.secret import secrets_in, unknown_pools
from boomtown.core.step import SealedAsk
from boomtown.testing.plays import Play, Walk

PROBES: tuple[object, ...] = ("pass", "use", "no such thing", 0, 1, -1, [], {})
MOST_OFFERS_PROBED = 12
SURE = 5.0
"""Standard deviations between what redraw does and what chance says before we speak up."""


def observers(match: Match[Any]) -> list[Seat | None]:
    """Everybody who might learn something: all seats and a spectator."""
    return [*map(Seat, range(match.seats)), None]


def check_no_leak(game: Game[Any, Any], play: Play) -> Iterator[str]:
    """Nothing that reaches a seat depends on what it may not know."""
    walk = Walk(game, play)
    chance = play.chance("leaks")
    for match in walk:
        yield from _sealed_leaks(match, chance)
        for observer in observers(match):
            other = match.clone()
            other.redraw(observer, chance)
            yield from _lockstep(match.clone(), other, observer, chance)


def _who(observer: Seat | None) -> str:
    return "a spectator" if observer is None else f"seat {observer + 1}"


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
        answers = _legal_in_both(truth.choice(seat), other.choice(seat))
        if not answers:
            return
        answer = chance.pick(answers)
        truth.answer(seat, answer)
        try:
            other.answer(seat, answer)
        except BoomtownError as error:
            yield f"a table as {_who(observer)} may imagine it breaks down: {error}"
            return
        if truth.told_to(observer) != other.told_to(observer):
            return  # something was revealed on purpose, and it is not the same thing
        if difference := _difference(truth, other, observer, begun):
            after = f"after {answer!r} by seat {seat + 1}"
            yield f"{difference} tells {_who(observer)} what it may not know, {after}"
            return


def _legal_in_both(one: Choice, two: Choice) -> list[Answer]:
    return [answer for answer in one.offers() if _judgement(two, answer) is None]


def _difference(
    truth: Match[Any], other: Match[Any], observer: Seat | None, since: int
) -> str | None:
    """The first thing that an observer would see differently in the two worlds."""
    mine, yours = truth.view(observer), other.view(observer)
    if mine.prompt != yours.prompt:
        return "the prompt (who is asked what)"
    if msgspec.json.encode(mine) != msgspec.json.encode(yours):
        return "the view"
    if truth.log.visible_to(observer, since) != other.log.visible_to(observer, since):
        return "the log"
    if observer is None:
        return None
    question, again = truth.question(observer), other.question(observer)
    if (question is None) != (again is None):
        return "being asked"
    if question is None or again is None:
        return None
    if question.describe() != again.describe():
        return "the question"
    offers = list(question.choice.offers())
    if offers != list(again.choice.offers()):
        return "the list of offers"
    for probe in (*PROBES, *offers[:MOST_OFFERS_PROBED]):
        if _judgement(question.choice, probe) != _judgement(again.choice, probe):
            return f"the refusal of {probe!r}"
    return None


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
        if observer != seat and (what := _difference(one, two, observer, len(match.log))):
            yield f"{what} tells {_who(observer)} what seat {seat + 1} has sealed"


class RedrawTally:
    """Counts how often hidden values change, by redraw and by an exchange of our own."""

    def __init__(self) -> None:
        self.samples = 0
        self.by_redraw = 0
        self.by_chance = 0
        self.hidden_pools: set[str] = set()
        self.changed_pools: set[str] = set()

    def add(self, match: Match[Any], observer: Seat | None, chance: Chance) -> None:
        """Compares one exchange with the truth."""
        pools = _hidden(match, observer)
        if not pools:
            return
        self.samples += 1
        self.hidden_pools |= pools.keys()
        redrawn = match.clone()
        redrawn.redraw(observer, chance)
        drawn = _hidden(redrawn, observer)
        changed = {pool for pool in pools if drawn.get(pool) != pools[pool]}
        self.changed_pools |= changed
        self.by_redraw += bool(changed)
        self.by_chance += _shuffled(match, observer, chance) != pools

    def findings(self) -> Iterator[str]:
        """What is wrong with redraw, if anything."""
        for pool in sorted(self.hidden_pools - self.changed_pools):
            yield f"redraw always returns the truth for the pool {pool!r}: nothing in it changes"
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
