"""Who is next: a queue that is fair to games first, then to owners, then first come, first served.

Whoever has used the least time lately goes first. What was used counts half after a while, so
nobody pays for ever, and nobody gains by having been quiet.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from typing import Generic, TypeVar

from boomtown.core.errors import BoomtownError

HALF_LIFE = 10.0
"""Seconds after which what was used counts half."""
SLOW = 0.5
"""Seconds of a call that make its game a slow one: it always leaves a worker to others."""
UNKNOWN = 0.55
"""What a game that nobody has seen at work is taken for."""
FORGETTING = 0.9
"""How much of a game's slowness is left after another call."""
NOTHING = 1e-3
J = TypeVar("J")


class QueueFull(BoomtownError):
    """Somebody waits for too much already."""


class Ticket(Generic[J]):
    """A place in the queue, and later at a worker."""

    __slots__ = ("__weakref__", "begun", "game", "job", "number", "owner")

    def __init__(self, game: str, owner: str, number: int, job: J) -> None:
        self.game = game
        self.owner = owner
        self.number = number
        self.job = job
        self.begun = 0.0


class _Usage:
    """Seconds that each one has used lately."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, who: str, at: float) -> float:
        used, then = self._used.get(who, (0.0, at))
        return used * math.exp2((then - at) / HALF_LIFE)

    def add(self, who: str, seconds: float, at: float) -> None:
        self._used[who] = (self.of(who, at) + seconds, at)
        if len(self._used) > 1000:
            self._used = {one: use for one, use in self._used.items() if self.of(one, at) > NOTHING}


class FairQueue(Generic[J]):
    """Jobs that wait for one of a few workers. Whoever uses it holds a lock."""

    def __init__(self, workers: int, most: int, clock: Callable[[], float]) -> None:
        self._workers = workers
        self._most = most
        """How many jobs of one owner may wait."""
        self._clock = clock
        self._count = 0
        self._waiting: dict[str, dict[str, dict[int, Ticket[J]]]] = {}
        """By game and owner, in the order in which they came."""
        self._running: set[Ticket[J]] = set()
        self._games = _Usage()
        self._owners = _Usage()
        self._slowness: dict[str, float] = {}

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(len(tickets) for owners in self._waiting.values() for tickets in owners.values())

    @property
    def running(self) -> int:
        """How many jobs are with a worker."""
        return len(self._running)

    def put(self, game: str, owner: str, job: J) -> Ticket[J]:
        """A place at the end; ``QueueFull`` if the owner has too many."""
        has = sum(len(owners.get(owner, ())) for owners in self._waiting.values())
        if has >= self._most:
            raise QueueFull(f"{owner or 'somebody'} waits for {has} jobs already")
        self._count += 1
        ticket = Ticket(game, owner, self._count, job)
        self._waiting.setdefault(game, {}).setdefault(owner, {})[ticket.number] = ticket
        return ticket

    def leave(self, ticket: Ticket[J]) -> bool:
        """Gives a place up; whether it was still waiting."""
        owners = self._waiting.get(ticket.game, {})
        tickets = owners.get(ticket.owner, {})
        if tickets.pop(ticket.number, None) is None:
            return False
        if not tickets:
            del owners[ticket.owner]
        if not owners:
            del self._waiting[ticket.game]
        return True

    def clear(self) -> list[Ticket[J]]:
        """Nobody waits any longer; says who did."""
        left = [
            ticket
            for owners in self._waiting.values()
            for tickets in owners.values()
            for ticket in tickets.values()
        ]
        self._waiting.clear()
        return left

    def take(self) -> Ticket[J] | None:
        """The next job for a free worker; None if nobody may begin now."""
        now = self._clock()
        allowed = [game for game in self._waiting if self._may_begin(game)]
        if not allowed:
            return None
        games, owners = self._used_now(now)
        game = min(allowed, key=lambda one: (games[one] + self._games.of(one, now), self._age(one)))
        waiting = self._waiting[game]
        owner = min(
            waiting,
            key=lambda one: (owners[one] + self._owners.of(one, now), min(waiting[one])),
        )
        ticket = waiting[owner][min(waiting[owner])]
        self.leave(ticket)
        ticket.begun = now
        self._running.add(ticket)
        return ticket

    def done(self, ticket: Ticket[J]) -> None:
        """A worker is free again; the time counts for the game and the owner."""
        now = self._clock()
        self._running.discard(ticket)
        took = now - ticket.begun
        self._games.add(ticket.game, took, now)
        self._owners.add(ticket.owner, took, now)
        self._slowness[ticket.game] = max(took, FORGETTING * self._slow(ticket.game))

    def _may_begin(self, game: str) -> bool:
        """One game never holds the last worker while another one waits, or where it is slow."""
        others = len(self._waiting) > 1 or self._slow(game) > SLOW
        if not others or self._workers == 1:
            return True
        return sum(ticket.game == game for ticket in self._running) < self._workers - 1

    def _slow(self, game: str) -> float:
        return self._slowness.get(game, UNKNOWN)

    def _age(self, game: str) -> int:
        return min(min(tickets) for tickets in self._waiting[game].values())

    def _used_now(self, now: float) -> tuple[dict[str, float], dict[str, float]]:
        """What the jobs at work have used so far, by game and by owner."""
        games: dict[str, float] = defaultdict(float)
        owners: dict[str, float] = defaultdict(float)
        for ticket in self._running:
            took = max(now - ticket.begun, NOTHING)  # to have begun at all counts
            games[ticket.game] += took
            owners[ticket.owner] += took
        return games, owners
