"""What players in imagined tables have learned, each from what that player may know.

The tables of one search differ in what is hidden. A player cannot tell those apart that look the
same from the own seat, so what was learned is kept by that look: the seat's own view and question.
Nobody in the tree acts on what only the searcher knows, or on what nobody knows: all answers that
are tried share one tree, so that nobody learns to reply to one that cannot be seen. Players who
answer at the same time, sealed, look at the same table without each other's answers: each learns
alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from boomtown.bots.search.settings import Settings
from boomtown.core.bot import Policy
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.game import WHOLE
from boomtown.core.match import Match
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.view import Question

_encode = msgspec.json.Encoder(order="deterministic").encode
_see = msgspec.json.Encoder().encode


class Tried(Struct):
    """An answer, how often it was given, and what came of it."""

    answer: Answer
    times: int = 0
    worth: int = 0


class Node:
    """What one player has learned about one question."""

    __slots__ = ("_known", "times", "tried")

    def __init__(self) -> None:
        self.times = 0
        self.tried: list[Tried] = []
        self._known: set[bytes] = set()

    def pick(
        self, ask: Question, policy: Policy, state: Any, chance: Chance, explore: float
    ) -> Tried:
        """The most promising answer; a new one while there are few for so many visits.

        New ones come from the policy, so that those it likes come first and often.
        """
        self.times += 1
        if len(self.tried) * len(self.tried) < self.times:
            answer = policy.answer(state, ask, chance)
            key = _encode(plain(answer))
            if key not in self._known:
                self._known.add(key)
                self.tried.append(Tried(answer))
                return self.tried[-1]
        curious = explore * WHOLE * math.sqrt(math.log(self.times + 1))
        return max(self.tried, key=lambda one: _promise(one, curious))


def _promise(one: Tried, curious: float) -> float:
    if not one.times:
        return math.inf
    return one.worth / one.times + curious / math.sqrt(one.times)


Way: TypeAlias = list[tuple[Node, Tried, Seat]]
"""The answers that were given on the way through the tree, and by whom."""


class Tree:
    """All nodes of the searches of one seat in one turn."""

    def __init__(self) -> None:
        self._nodes: dict[bytes, Node] = {}

    def descend(
        self,
        match: Match[Any],
        policy: Policy,
        chance: Chance,
        settings: Settings,
        given: dict[Node, tuple[Tried, bool]],
    ) -> tuple[Way, bool]:
        """Plays a quiet match on as far as somebody has been here before, and one answer further.

        Not beyond a calm point: the second value says whether one has gone by. ``given`` are the
        answers that were given in this world before: whoever cannot tell two of its tables apart
        answers alike at both.
        """
        way: Way = []
        calm = None if match.game.evaluation is None else match.game.evaluation.calm
        place = None if calm is None else calm(match.state)
        while match.outcome is None and len(way) < settings.deep:
            seat = match.waits().waiting()[0]
            ask = match.question(seat)
            assert ask is not None, "the table waits for this seat"
            node = self._node(match, seat)
            if node not in given:
                new = node.times == 0
                tried = node.pick(ask, policy, match.state, chance, settings.explore)
                given[node] = tried, new
            tried, new = given[node]
            match.take(seat, tried.answer)
            way.append((node, tried, seat))
            if calm is not None and calm(match.state) != place:
                return way, True
            if new:
                break
        return way, False

    def learn(self, tables: Sequence[tuple[Way, Sequence[int]]]) -> None:
        """Everybody remembers what became of the answers in one world, its tables in the mean."""
        found: dict[Node, tuple[Tried, list[int]]] = {}
        for way, worth in tables:
            for node, tried, seat in way:
                found.setdefault(node, (tried, []))[1].append(worth[seat])
        for tried, worths in found.values():
            tried.times += 1
            tried.worth += sum(worths) // len(worths)

    def _node(self, match: Match[Any], seat: Seat) -> Node:
        # The view itself would take a thousand times as much memory.
        key = blake2b(_see(match.lens().json(seat)), digest_size=16).digest()
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node()
        return node
