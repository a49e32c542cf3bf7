"""Players see news at once; a crowd of onlookers a few at a time, and pays for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

from boomtown.web.rooms.gallery import FEW
from boomtown.web.site import Site
from boomtown.web.sockets.connection import Connection
from sites import Looker, answer_any, eventually, started


class Poor(Looker):
    """Somebody who has nothing left for the first looks."""

    def __init__(self, seen: list[str], waits: int) -> None:
        super().__init__(lambda: seen.append("poor"))
        self.waits = waits

    def look_in_turn(self) -> float:
        if self.waits:
            self.waits -= 1
            return 0.001
        return super().look_in_turn()


def test_a_few_watchers_see_everything_at_once(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    seen: list[int] = []
    for number in range(FEW):
        room.watchers.add(Looker(lambda number=number: seen.append(number)))  # type: ignore[misc]
    room.show()
    assert sorted(seen) == list(range(FEW))


def test_a_crowd_waits_and_players_do_not(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    seen: list[str] = []
    room.watchers |= {Looker(lambda: seen.append("crowd")) for _ in range(FEW)}
    room.watchers.add(Looker(lambda: seen.append("player"), sits=True))
    with room.lock:
        room.show()
        assert seen == ["player"]  # the others have not had the lock yet
    eventually(lambda: seen.count("crowd") == FEW)
    answer_any(room, room.playing().match.asked()[0])
    eventually(lambda: seen.count("crowd") == 2 * FEW)
    assert seen.count("player") == 2


def test_who_has_nothing_left_sees_the_table_later_and_keeps_nobody_waiting(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    seen: list[str] = []
    poor = Poor(seen, waits=3)
    room.watchers.add(poor)
    room.watchers |= {Looker(lambda: seen.append("crowd")) for _ in range(FEW)}
    room.show()
    eventually(lambda: len(seen) == FEW + 1)
    assert (seen[-1], poor.waits) == ("poor", 0)


def test_whoever_has_gone_is_shown_nothing(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    seen: list[str] = []
    room.watchers |= {Looker(lambda: seen.append("crowd")) for _ in range(FEW)}
    gone = Looker(lambda: seen.append("gone"))
    room.watchers.add(gone)
    with room.lock:
        room.show()
        room.watchers.discard(gone)
    eventually(lambda: len(seen) == FEW)
    assert "gone" not in seen


def test_a_look_of_one_of_a_crowd_is_paid_for() -> None:
    paid: list[str] = []

    @contextmanager
    def charged() -> Iterator[None]:
        yield
        paid.append("paid")

    def looked() -> list[bytes]:
        paid.append("looked")
        return []

    def one(wait: float) -> Connection:
        toll = SimpleNamespace(wait=lambda: wait, charged=charged)
        feed = SimpleNamespace(next=looked)
        parts: dict[str, Any] = dict.fromkeys(
            ("room", "seat", "wording", "speak", "counts", "conduct")
        )
        socket = SimpleNamespace(toll=toll, busy=False)
        return Connection(cast(Any, socket), feed=cast(Any, feed), acknowledge=False, **parts)

    assert one(2.0).look_in_turn() == 2.0
    assert paid == []
    assert one(0.0).look_in_turn() == 0.0
    assert paid == ["looked", "paid"]
