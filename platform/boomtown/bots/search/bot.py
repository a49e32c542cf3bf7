"""The bot: tries answers on the same imagined tables with the same dice, and weighs them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from boomtown.bots.search.settings import Settings
from boomtown.bots.search.tree import Node, Tree, Tried, Way
from boomtown.bots.search.weighing import Weighed, Weight, best_of, key_of
from boomtown.core.bot import Bot, Imagine, Listener
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.playout import play_on, quick_policy, worth_of
from boomtown.core.seats import Seat
from boomtown.core.view import Question, View


class Candidate:
    """An answer that is tried, with what it was worth on each table."""

    __slots__ = ("answer", "worth")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.worth: list[int] = []

    @property
    def mean(self) -> float:
        """What it is worth on the average."""
        return sum(self.worth) / len(self.worth) if self.worth else -1.0

    def weight(self, own: Candidate, *, out: bool) -> Weight:
        """What is left of it when the search is over."""
        gaps = [a - b for a, b in zip(self.worth, own.worth, strict=False)]
        squares = sum(gap * gap for gap in gaps)
        return Weight(self.answer, len(self.worth), sum(self.worth), sum(gaps), squares, out)


def lead(one: Candidate, other: Candidate) -> tuple[float, float]:
    """By how much one is better on the tables that both were tried on, and its standard error."""
    gaps = [a - b for a, b in zip(one.worth, other.worth, strict=False)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:
        return mean, math.inf
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean, math.sqrt(spread / len(gaps))


class Memory:
    """What was learned in a turn."""

    __slots__ = ("tree", "turn")

    def __init__(self) -> None:
        self.turn: int | None = None
        """The calm point after which the tree was begun."""
        self.tree = Tree()


class SearchBot(Listener):
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
        self.memory = Memory()

    def hear(self, told: Sequence[Entry]) -> None:
        if isinstance(self._heuristic, Listener):
            self._heuristic.hear(told)

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        """The answer to what the seat is asked."""
        return best_of(self.weigh(view, ask, imagine), self.settings)

    def weigh(self, view: View[Any], ask: Question, imagine: Imagine) -> Weighed:
        """What the answers are worth that were tried until the budget was spent."""
        candidates, left = self.race(view, ask, imagine)
        weights = [one.weight(candidates[0], out=one not in left) for one in candidates]
        return Weighed(weights, self._heuristic is not None)

    def race(
        self, view: View[Any], ask: Question, imagine: Imagine, also: Sequence[Answer] = ()
    ) -> tuple[list[Candidate], list[Candidate]]:
        """The answers that were tried, the heuristic's first, and those that are still in the race.

        ``also`` are answers that must be among them.
        """
        ends = None if self.settings.seconds is None else self._clock() + self.settings.seconds
        first = [ask.choice.read(answer) for answer in also]
        if self._heuristic is not None:
            first.insert(0, ask.choice.read(self._heuristic.answer(view, ask, imagine)))
        candidates = [Candidate(answer) for answer in self._answers(first, ask, imagine)]
        left = candidates
        if len(candidates) > 1:
            left = self._tried(candidates, ask.seat, imagine, ends)
        return candidates, left

    def _answers(
        self, first: Sequence[Answer], ask: Question, imagine: Imagine
    ) -> Iterator[Answer]:
        """What is tried: first the heuristic's answer and what must be, then the policy's, any."""
        known: set[bytes] = set()

        def new(answer: Answer) -> bool:
            key = key_of(answer)
            if key in known or len(known) >= self.settings.width:
                return False
            known.add(key)
            return True

        yield from filter(new, first)
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
                world = imagine()
                self._keep_tree_of(world)
                if not self._try_all(left, seat, world, ends):
                    return left
                spent += len(left)
            left = self._in_the_race(candidates[0], left)
        return left

    def _keep_tree_of(self, world: Match[Any]) -> None:
        """What was learned about a turn is forgotten after it."""
        evaluation = world.game.evaluation
        turn = 0 if evaluation is None else evaluation.calm(world.state)
        if turn != self.memory.turn:
            self.memory.turn, self.memory.tree = turn, Tree()

    def _try_all(
        self, candidates: list[Candidate], seat: Seat, world: Match[Any], ends: float | None
    ) -> bool:
        """Every answer on the same table, with the same dice to come; whether there was time."""
        another, luck, tree = world.copier(), self.chance.another(), self.memory.tree
        learned: list[tuple[Way, Sequence[int]]] = []
        given: dict[Node, tuple[Tried, bool]] = {}
        for candidate in candidates:
            table, chance = another(), luck.fork()
            policy = quick_policy(table.game)
            table.take(seat, candidate.answer)
            way, calm = tree.descend(table, policy, chance, self.settings, given)
            if left := self.settings.points - calm:
                play_on(table, policy, chance, left)
            worth = worth_of(table)
            candidate.worth.append(worth[seat])
            learned.append((way, worth))
            if ends is not None and self._clock() >= ends:
                return False
        tree.learn(learned)  # not before: no answer is met by somebody who knows of the others
        return True

    def _in_the_race(self, own: Candidate, left: list[Candidate]) -> list[Candidate]:
        """Without those that are clearly worse than the best; the heuristic's stays to the end."""
        best = max(left, key=lambda one: one.mean)
        stays = []
        for one in left:
            behind, error = lead(best, one)
            if one is best or one is own or behind <= self.settings.gate * error:
                stays.append(one)
        return stays
