"""The fair queue: games first, then owners, then first come, first served."""

from __future__ import annotations

from collections import Counter

import pytest

from boomtown.workers import FairQueue, QueueFull
from boomtown.workers.queue import HALF_LIFE, Ticket


class Time:
    """A clock that a test turns forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def queue_of(time: Time, workers: int = 2, most: int = 1000) -> FairQueue[str]:
    return FairQueue(workers, most, time)


def took(queue: FairQueue[str], time: Time, ticket: Ticket[str] | None, seconds: float) -> str:
    assert ticket is not None
    time.now += seconds
    queue.done(ticket)
    return ticket.job


def test_alone_it_is_first_come_first_served(time: Time) -> None:
    queue = queue_of(time, 1)
    for job in "abc":
        queue.put("bang", "ann", job)
    assert [took(queue, time, queue.take(), 1) for _ in range(3)] == ["a", "b", "c"]
    assert queue.take() is None
    assert (queue.waiting, queue.running) == (0, 0)


def test_a_slow_game_does_not_delay_the_others(time: Time) -> None:
    """A hundred thoughts of five seconds wait; a quick one of another game is next."""
    queue = queue_of(time)
    for number in range(100):
        queue.put("slow", f"owner {number}", "slow")
    first = queue.take()
    queue.put("quick", "ann", "quick")
    second = queue.take()
    assert first is not None
    assert second is not None
    assert (first.job, second.job) == ("slow", "quick")
    took(queue, time, second, 0.1)
    assert queue.take() is None, "the other worker is left to others"
    queue.put("quick", "ann", "again")
    assert took(queue, time, queue.take(), 0.1) == "again"


def test_a_game_never_holds_the_last_worker_while_another_waits(time: Time) -> None:
    queue = queue_of(time, 2)
    queue.put("bang", "ann", "bang")
    took(queue, time, queue.take(), 0.01)
    for _ in range(2):
        queue.put("bang", "ann", "bang")
    queue.put("cash", "bob", "cash")
    begun = [queue.take(), queue.take()]
    assert {ticket.job for ticket in begun if ticket} == {"bang", "cash"}
    queue.put("cash", "bob", "cash")
    for ticket in begun:
        if ticket is not None and ticket.job == "cash":
            time.now += 0.01
            queue.done(ticket)
    again = queue.take()
    assert again is not None
    assert again.job == "cash", "bang has a worker already"


def test_a_game_whose_thoughts_take_long_leaves_a_worker_free(time: Time) -> None:
    queue = queue_of(time, 2)
    queue.put("slow", "ann", "slow")
    took(queue, time, queue.take(), 5)
    queue.put("slow", "ann", "slow")
    queue.put("slow", "bob", "slow")
    assert queue.take() is not None
    assert queue.take() is None, "whoever comes next need not wait for it"
    queue.put("quick", "cid", "quick")
    next_one = queue.take()
    assert next_one is not None
    assert next_one.job == "quick"


def test_with_one_worker_the_game_that_used_least_is_next(time: Time) -> None:
    queue = queue_of(time, 1)
    for _ in range(10):
        queue.put("slow", "ann", "slow")
        queue.put("quick", "bob", "quick")
    served = [
        took(queue, time, ticket, 5 if ticket and ticket.job == "slow" else 0.1)
        for ticket in (queue.take() for _ in range(8))
    ]
    assert Counter(served)["slow"] <= 2


def test_a_hundred_tables_of_one_owner_do_not_starve_another(time: Time) -> None:
    queue = queue_of(time, 2)
    queue.put("shadows", "crowd", "first")
    took(queue, time, queue.take(), 0.2)
    for number in range(100):
        queue.put("shadows", "crowd", f"crowd {number}")
    waited, served = [], 0
    for _ in range(20):
        queue.put("shadows", "stranger", "stranger")
        before = served
        while True:
            served += 1
            if took(queue, time, queue.take(), 0.2) == "stranger":
                break
            queue.put("shadows", "crowd", "more")
        waited.append(served - before)
    assert max(waited) <= 2, f"thoughts until it was the stranger's turn: {waited}"


def test_what_was_used_is_forgotten(time: Time) -> None:
    queue = queue_of(time, 1)
    queue.put("bang", "ann", "ann")
    took(queue, time, queue.take(), 8)
    queue.put("bang", "bob", "bob")
    took(queue, time, queue.take(), 2)
    time.now += 20 * HALF_LIFE
    queue.put("bang", "bob", "bob")
    took(queue, time, queue.take(), 0.1)
    queue.put("bang", "bob", "bob")
    queue.put("bang", "ann", "ann")
    assert took(queue, time, queue.take(), 0) == "ann"


def test_an_owner_may_wait_for_so_much_only(time: Time) -> None:
    queue = queue_of(time, 1, most=3)
    tickets = [queue.put(game, "ann", "x") for game in ("bang", "cash", "bang")]
    with pytest.raises(QueueFull, match="ann waits for 3 jobs"):
        queue.put("cash", "ann", "x")
    queue.put("cash", "bob", "x")
    assert queue.leave(tickets[1])
    assert not queue.leave(tickets[1])
    queue.put("cash", "ann", "x")
    assert queue.waiting == 4
