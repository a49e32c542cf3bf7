"""Bots that are late, broken or wrong, and tables whose answers cannot be written: all go on."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from boomtown.core import Answer, By, Seat
from boomtown.store.tables import Phase
from boomtown.web.rooms import house as house_module
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.workers import PoolClosed, TooSlow, WorkFailed
from sites import eventually, started
from thinkers import with_thinkers


def lines(site: Site, room: Room) -> list[tuple[int, By]]:
    return [(one.line.seat, one.line.by) for one in site.matches.lines(room.playing().id)]


@pytest.mark.parametrize(
    "outcome",
    [TooSlow("late"), WorkFailed("broken"), "no such answer", {"a": 1}, ["reroll"], None],
)
def test_the_rule_answers_for_a_bot_that_is_late_or_broken_or_wrong(
    site: Site, outcome: object
) -> None:
    with_thinkers(site, outcome)
    room, _ = started(site, "bang_dice", 0, 4)
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)
    assert {by for _, by in lines(site, room)} == {By.CLOCK}


def test_in_a_window_the_rule_answers_without_telling_the_time(site: Site) -> None:
    with_thinkers(site)
    special = {"special_roles": "special", "characters": "off"}
    room, _ = started(site, "bang_dice", 0, 5, options=special, clock="off")
    with room.lock:
        room.answer(room.playing().match.asked()[0], "throw")
    live = room.playing()
    assert live.match.hushed
    moment = live.match.moment
    site.house.start()
    eventually(lambda: live.match.moment > moment)
    assert [by for _, by in lines(site, room)][1 : 1 + moment] == [By.BOT] * moment


def test_a_table_is_looked_at_again_after_an_answer_could_not_be_written(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "RETRY", 10)
    with_thinkers(site)
    room, _ = started(site, "high_noon", 0, 3)
    append, failures = site.journal.append, iter(range(5))

    def failing(*row: Any) -> None:
        if next(failures, None) is not None:
            raise OSError("no space left on device")
        append(*row)

    monkeypatch.setattr(site.journal, "append", failing)
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)
    assert not site.house._failures


def test_a_full_queue_is_tried_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "RETRY", 10)
    thinkers = with_thinkers(site)
    thinkers.full = 3
    room, _ = started(site, "high_noon", 0, 3)
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)
    assert thinkers.full == 0
    assert set(thinkers.owners) == {room.table.host}


def test_a_site_that_closes_answers_for_nobody(site: Site) -> None:
    with_thinkers(site, *[PoolClosed("closing")] * 10)
    room, _ = started(site, "high_noon", 0, 3)
    site.house._serve(room)
    assert lines(site, room) == []
    assert not site.house._thinking


def test_an_answer_that_comes_after_the_match_has_moved_on_is_nobodys(site: Site) -> None:
    with_thinkers(site)
    room, _ = started(site, "bang_dice", 0, 4)
    live = room.playing()
    seat = live.match.asked()[0]
    late: Future[Answer] = Future()
    late.set_result("throw")
    key = (live.id, live.match.moment, Seat(seat))
    room.answer(seat, "throw", by=By.BOT)
    site.house._thought(room, key, late)
    assert lines(site, room) == [(seat, By.BOT)]
