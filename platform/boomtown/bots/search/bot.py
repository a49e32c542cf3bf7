"""The bot: tries answers on the same imagined tables with the same dice, and weighs them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from boomtown.bots.search.settings import Settings
from boomtown.bots.search.tree import Tree
from boomtown.core.bot import Bot, Imagine
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.match import Match
from boomtown.core.playout import play_on, quick_policy, worth_of
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.view import Question, View

_encode = msgspec.json.Encoder(order="deterministic").encode


class Candidate:
    """An answer that is tried, with what it was worth on each table."""

    __slots__ = ("answer", "tree", "worth")

    def __init__(self, answer: Answer, tree: Tree) -> None:
        self.answer = answer
        self.tree = tree
        self.worth: list[int] = []

    @property
    def mean(self) -> float:
        """What it is worth on the average."""
        return sum(self.worth) / len(self.worth)


def lead(one: Candidate, other: Candidate) -> tuple[float, float]:
    """By how much one is better on the tables that both were tried on, and its standard error."""
    gaps = [a - b for a, b in zip(one.worth, other.worth, strict=False)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:
        return mean, math.inf
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, math.sqrt(spread / len(gaps))


class SearchBot:
    """Leaves the answer of another bot only where imagined tables show a better one, clearly."""

    def __init__(
        self,
        chance: Chance,
        heuristic: Bot | None = None,
        settings: Settings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.chance = chance
        self.settings = settings or Settings()
        self._heuristic = heuristic
        self._clock = clock

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        """The answer to what the seat is asked."""
        ends = None if self.settings.seconds is None else self._clock() + self.settings.seconds
        own = None
        if self._heuristic is not None:
            own = ask.choice.read(self._heuristic.answer(view, ask, imagine))
        answers = list(self._answers(own, ask, imagine))
        if len(answers) == 1:
            return answers[0]
        settings = self.settings
        candidates = [
            Candidate(answer, Tree(settings.explore, settings.deep)) for answer in answers
        ]
        left = self._tried(candidates, ask.seat, imagine, ends)
        best = max(left, key=lambda one: one.mean if one.worth else -1.0)
        if own is None or best is candidates[0]:
            return best.answer
        gain, error = lead(best, candidates[0])
        sure = len(best.worth) >= settings.least and gain > settings.gate * error
        return best.answer if sure else candidates[0].answer

    def _answers(self, own: Answer, ask: Question, imagine: Imagine) -> Iterator[Answer]:
        """What is tried: the heuristic's answer first, then the policy's, then any."""
        known: set[bytes] = set()

        def new(answer: Answer) -> bool:
            key = _encode(plain(answer))
            if key in known or len(known) >= self.settings.width:
                return False
            known.add(key)
            return True

        if self._heuristic is not None and new(own):
            yield own
        offers = ask.choice.offers()
        if len(offers) > self.settings.width:
            world = imagine()
            for _ in range(self.settings.width):
                policy = quick_policy(world.game)
                answer = policy.answer(world.state, ask, self.chance)
                if new(answer):
                    yield answer
            offers = list(offers)
            self.chance.shuffle(offers)
        for answer in offers:
            if new(answer):
                yield answer

    def _tried(
        self, candidates: list[Candidate], seat: Seat, imagine: Imagine, ends: float | None
    ) -> list[Candidate]:
        """Plays tables on until the budget is spent; those answers that are still in the race."""
        left, spent = candidates, 0
        while spent + len(left) <= self.settings.playouts and len(left) > 1:
            for _ in range(self.settings.batch):
                if spent + len(left) > self.settings.playouts:
                    break
                self._try_all(left, seat, imagine())
                spent += len(left)
                if ends is not None and self._clock() >= ends:
                    return left
            left = self._in_the_race(candidates[0], left)
        return left

    def _try_all(self, candidates: list[Candidate], seat: Seat, world: Match[Any]) -> None:
        """Every answer on the same table, with the same dice to come."""
        another, luck = world.copier(), self.chance.another()
        for candidate in candidates:
            table, chance = another(), luck.fork()
            policy = quick_policy(table.game)
            table.take(seat, candidate.answer)
            way, calm = candidate.tree.descend(table, policy, chance)
            if left := self.settings.points - calm:
                play_on(table, policy, chance, left)
            worth = list(worth_of(table))
            candidate.tree.learn(way, worth)
            candidate.worth.append(worth[seat])

    def _in_the_race(self, own: Candidate, left: list[Candidate]) -> list[Candidate]:
        """Without those that are clearly worse than the best; the heuristic's stays to the end."""
        best = max(left, key=lambda one: one.mean)
        stays = []
        for one in left:
            behind, error = lead(best, one)
            if one is best or one is own or behind <= self.settings.gate * error:
                stays.append(one)
        return stays
