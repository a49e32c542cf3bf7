"""Rooms that nobody uses leave memory, and come back as they were."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest
from flask import Flask

from boomtown.core import Seat
from boomtown.core.snapshot import save
from boomtown.store.bus import table_topic
from boomtown.web.rooms import memory
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.memory import Memory
from boomtown.web.rooms.rooms import Rooms
from boomtown.web.site import Site
from boomtown.web.tables.lobby import my_rows, turns_waiting
from boomtown.web.tables.seating import start
from sites import Looker, answer_any, eventually, seated, started


class Thing:
    """Something that can be held."""


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.at = 0.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(memory, "time", clock)
    return clock


def test_what_was_not_used_lately_is_dropped(clock: Clock) -> None:
    kept: Memory[Thing] = Memory(10, 60)
    for name in "abc":
        kept.put(name, Thing())
    clock.at = 50
    assert kept.get("b") is not None
    clock.at = 70
    kept.forget_old()
    assert (len(kept), kept.get("a"), kept.get("c")) == (1, None, None)


def test_only_so_many_are_kept_and_the_oldest_go_first(clock: Clock) -> None:
    kept: Memory[Thing] = Memory(2, 60)
    for name in "abc":
        clock.at += 1
        kept.put(name, Thing())
        kept.get("a")
    assert [name for name in "abc" if kept.peek(name)] == ["a", "c"]


def test_what_somebody_holds_is_never_there_twice(clock: Clock) -> None:
    kept: Memory[Thing] = Memory(1, 60)
    mine = Thing()
    kept.put("mine", mine)
    kept.put("other", Thing())
    assert kept.get("mine") is mine
    kept.drop("mine")
    assert kept.get("mine") is None


def few(site: Site, most: int) -> Rooms:
    """Keeps only so many rooms at a site."""
    site.rooms._rooms._most = most
    return site.rooms


def states(rooms: Rooms, codes: list[str]) -> list[tuple[object, ...]]:
    """Everything about the matches that has to come back."""
    told: list[tuple[object, ...]] = []
    for code in codes:
        room = rooms.get(code)
        assert room is not None
        live = room.playing()
        told.append(
            (save(live.match), live.chain, live.since, live.moment, live.banked, live.answered)
        )
    return told


@pytest.mark.parametrize("game", ["high_noon", "bang_dice", "shadows_west"])
def test_rooms_leave_memory_and_come_back_as_they_were(site: Site, game: str) -> None:
    seats = 2 if game == "shadows_west" else 4
    codes = []
    for _ in range(4):
        room, _ = started(site, game, seats, seats, clock="standard")
        for _ in range(5):
            if not room.playing().match.hushed and room.playing().match.outcome is None:
                answer_any(room, room.playing().match.asked()[0])
        codes.append(room.code)
    del room
    before = states(site.rooms, codes)
    assert len(site.rooms) == 4
    rooms = few(site, 2)
    rooms.forget_idle()
    gc.collect()
    assert len(rooms) == len(rooms.matches_here) == 2
    assert states(rooms, codes) == before
    gc.collect()
    assert len(rooms) == 2


class Onlooker(Looker):
    """Counts how often it is told to look, and holds its room."""

    def __init__(self, room: Room) -> None:
        super().__init__(self.count)
        self.room = room
        self.looks = 0

    def count(self) -> None:
        self.looks += 1


def test_a_room_with_watchers_stays_and_hears_everything(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    onlooker = Onlooker(room)
    room.watchers.add(onlooker)
    code, here = room.code, id(room)
    del room
    rooms = few(site, 0)
    rooms.forget_idle()
    gc.collect()
    site.bus.tell(table_topic(code))
    assert onlooker.looks == 1
    again = rooms.get(code)
    assert again is not None
    assert id(again) == here
    answer_any(again, Seat(0))
    assert onlooker.looks == 2


def test_lists_of_tables_keep_no_room_for_ever(site: Site) -> None:
    few(site, 3)
    _, (ann, _) = started(site, "high_noon", 2, 2)
    for _ in range(9):
        table, _ = seated(site, "high_noon", 1, 2)
        site.tables.clear_seat(table.code, 1, table.host)
        table = site.tables.sit(table.code, 1, ann)
        start(site, table)
    assert len(turns_waiting(site, ann)) == 10
    assert len(my_rows(site, ann, "en")) == 10
    gc.collect()
    assert len(site.rooms) <= 3


def test_the_house_goes_on_with_tables_that_are_not_in_memory(app: Flask, site: Site) -> None:
    few(site, 1)
    codes = [seated(site, "high_noon", 0, 2)[0] for _ in range(4)]
    for table in codes:
        start(site, table)
    gc.collect()
    assert len(site.rooms) <= 1
    site.house.start()
    eventually(lambda: all(site.tables.get_one(one.code).phase == "ended" for one in codes))
    eventually(lambda: gc.collect() >= 0 and len(site.rooms) <= 1)


def test_matches_are_put_aside_a_few_at_a_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody else waits while a piece of them is written down."""
    monkeypatch.setattr("boomtown.web.rooms.rooms.AT_ONCE", 2)
    rooms = [started(site, "high_noon", 2, 2)[0] for _ in range(5)]
    assert all(room.live for room in rooms)
    pieces: list[int] = []
    write = site.matches.put_aside

    def written(found: list[tuple[str, int, bytes]]) -> bool:
        pieces.append(len(found))
        return write(found)

    monkeypatch.setattr(site.rooms.matches, "put_aside", written)
    site.rooms.put_aside()
    site.rooms.put_aside()
    assert pieces == [2, 2, 1, 0, 0, 0]


def test_what_somebody_else_wrote_meanwhile_is_put_aside_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    assert room.live
    tried: list[int] = []

    def refused(found: list[tuple[str, int, bytes]]) -> bool:
        tried.append(len(found))
        return False

    monkeypatch.setattr(site.rooms.matches, "put_aside", refused)
    site.rooms.put_aside()
    site.rooms.put_aside()
    assert tried == [1, 1]


def test_garbage_is_looked_for_in_portions_and_all_of_it_by_the_clock() -> None:
    """In a process of its own: these settings are not for the tests."""
    program = """
import gc, weakref
from boomtown.web.server.garbage import *

class Room: pass

class Enough(Exception): pass

look_in_portions()
assert gc.get_threshold() == (YOUNG, MIDDLE, NEVER)
room = Room()
room.room = room
gc.collect()
left, waits = weakref.ref(room), []
del room

def sleep(seconds):
    waits.append(left() is None)
    if len(waits) == 2:
        raise Enough

try:
    look_at_all_by_the_clock(sleep)
except Enough:
    print(waits)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[False, True]\n", "")


def test_pages_that_hold_nothing_any_more_are_given_back() -> None:
    """Holes between what is kept: the end of the heap is in use, so nothing goes back unasked."""
    program = """
from pathlib import Path
from resource import getpagesize
from boomtown.web.server.garbage import give_back_pages

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize() / 2**20

strings = [bytes(50_000) for _ in range(2_000)]
kept = strings[::20]
del strings
before = megabytes()
give_back_pages()
print(before - megabytes() > 50)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")
