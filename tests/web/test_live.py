"""Rooms: a match in memory is never ahead of the database, and never behind it for long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from boomtown.core import By, Line, Match, Refused, Seat
from boomtown.store import matches as matches_module
from boomtown.store.bus import match_topic
from boomtown.store.matches import TimedLine, play
from boomtown.store.tables import Phase
from boomtown.web.rooms import live as live_module
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.seating import start
from sites import answer_any, app_in, seated, site_of, started


def written_elsewhere(site: Site, room: Room) -> Match[object]:
    """Another process answers for whoever is asked."""
    live = room.playing()
    twin, _ = site.matches.load(room.game, site.matches.get(live.id))  # type: ignore[arg-type]  # it exists
    number = twin.number
    site.journal.append(live.id, number, after(twin, live.chain))
    return twin


def after(twin: Match[object], chain: str) -> TimedLine:
    """Whoever is asked answers; the line that says so."""
    seat, number = twin.asked()[0], twin.number
    twin.answer(seat, twin.choice(seat).offers()[0])
    assert twin.record is not None
    line: Line = twin.record.lines[-1]
    return TimedLine.after(chain, number, line, at=1, moment=twin.moment, bank=0)


def test_an_answer_is_on_the_disk_when_it_returns(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    seat = room.playing().match.asked()[0]
    answer_any(room, seat)
    stored = site.matches.lines(room.playing().id)
    assert [(one.line.seat, one.line.by) for one in stored] == [(seat, By.PLAYER)]


def test_a_refused_answer_writes_nothing_and_wakes_nobody(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    match = room.playing().match
    seat = match.asked()[0]
    before = match.hash()
    for who, answer in ((Seat((seat + 1) % 4), "throw"), (seat, "fly")):
        with pytest.raises(Refused):
            room.answer(who, answer)
    assert match.hash() == before
    assert site.matches.lines(room.playing().id) == []


@pytest.mark.rule("boomtown.answer.overtaken")
def test_whoever_is_overtaken_is_told_and_sees_how_it_stands(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    elsewhere = written_elsewhere(site, room)
    with pytest.raises(Refused) as caught:
        answer_any(room, room.playing().match.asked()[0])
    assert caught.value.refusal.rule == "boomtown.answer.overtaken"
    assert room.playing().match.hash() == elsewhere.hash()


def test_a_room_catches_up_when_it_hears_of_another_process(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    elsewhere = written_elsewhere(site, room)
    assert room.playing().match.number == 0
    site.bus.tell(match_topic(room.playing().id))
    assert room.playing().match.hash() == elsewhere.hash()


def during(
    monkeypatch: pytest.MonkeyPatch, reader: Any, method: str, happens: Callable[[], object]
) -> None:
    """Something happens once, after the next look into the database and before what it found."""
    read = getattr(reader, method)

    def slowly(*args: Any) -> Any:
        found = read(*args)
        monkeypatch.undo()
        happens()
        return found

    monkeypatch.setattr(reader, method, slowly)


class TestWhileSomebodyReads:
    """What another process does while this one reads is not overlooked."""

    def test_a_match_that_moves_on(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        room, _ = started(site, "bang_dice", 4, 4)
        live = room.playing()
        twins = [written_elsewhere(site, room)]

        def again() -> None:
            timed = after(twins[0], site.matches.lines(live.id)[0].chain)
            site.journal.append(live.id, 1, timed)
            site.bus.tell(match_topic(live.id))

        during(monkeypatch, site.matches, "lines", again)
        site.bus.tell(match_topic(live.id))
        assert room.playing().match.number == 1
        assert room.playing().match.number == 2

    def test_a_table_where_somebody_sits_down(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, _ = seated(site, "bang_dice", 4, 4)
        site.rooms._rooms.drop(table.code)
        during(monkeypatch, site.tables, "get", lambda: start(site, table))
        room = site.rooms.get(table.code)
        assert room is not None
        assert room.table.phase is Phase.PLAYING


class TestWhatCannotBeRead:
    """A database that is away for a moment: what was heard meanwhile is read later."""

    def gone(self, *_: object) -> None:
        raise OSError("the database is gone")

    def test_a_table(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        table, _ = seated(site, "bang_dice", 4, 4)
        room = site.rooms.get(table.code)
        assert room is not None
        start(site, table)
        room.table_changed()
        with monkeypatch.context() as broken:
            broken.setattr(site.tables, "get", self.gone)
            with pytest.raises(OSError, match="gone"):
                room.playing()
        assert room.table.phase is Phase.PLAYING

    def test_a_match(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        room, _ = started(site, "bang_dice", 4, 4)
        elsewhere = written_elsewhere(site, room)
        room.match_changed()
        with monkeypatch.context() as broken:
            broken.setattr(site.matches, "lines", self.gone)
            with pytest.raises(OSError, match="gone"):
                room.playing()
        assert room.playing().match.hash() == elsewhere.hash()


def test_a_match_goes_on_after_a_restart_in_the_middle_of_anything(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        room, _ = started(site_of(app), "bang_dice", 4, 4)
        for _ in range(60):
            match = room.playing().match
            if match.outcome is not None:
                break
            answer_any(room, match.asked()[0])
        code, hash = room.code, room.playing().match.hash()
    with app_in(tmp_path) as app:
        again = site_of(app).rooms.get(code)
        assert again is not None
        assert again.playing().match.hash() == hash


def test_taking_back_is_written_down(app: Flask, site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4, options={"characters": "choose"})
    match = room.playing().match
    before, seat = match.hash(), match.asked()[0]
    answer_any(room, seat)
    assert match.hash() != before
    room.undo(seat)
    assert room.playing().match.hash() == before
    assert [one.line.by for one in site.matches.lines(room.playing().id)] == [By.PLAYER, By.UNDO]
    with pytest.raises(Refused):
        room.undo(seat)


class TestSnapshots:
    """Loading a match takes as long as the answers after its snapshot took."""

    def played_again(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> int:
        """How many answers are played again when the match is loaded."""
        again: list[Line] = []

        def counted(match: Match[Any], line: Line) -> None:
            again.append(line)
            play(match, line)

        monkeypatch.setattr(matches_module, "play", counted)
        hash = room.playing().match.hash()
        room._live = None  # as in another process, or after a restart
        assert room.playing().match.hash() == hash
        return len(again)

    def test_dear_answers_are_followed_by_a_snapshot(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room, _ = started(site, "bang_dice", 4, 4)
        monkeypatch.setattr(live_module, "COST", 10**6)
        for _ in range(5):
            answer_any(room, room.playing().match.asked()[0])
        assert self.played_again(room, monkeypatch) == 5
        monkeypatch.setattr(live_module, "COST", 0)
        answer_any(room, room.playing().match.asked()[0])
        assert self.played_again(room, monkeypatch) == 0

    def test_what_loading_took_counts_as_well(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 4, 4)
        for _ in range(3):
            answer_any(room, room.playing().match.asked()[0])
        room._live = None
        assert room.playing().unsaved > 0

    def test_a_match_that_is_over_is_not_played_again(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room, _ = started(site, "bang_dice", 4, 4)
        with room.lock:
            while (match := room.playing().match).outcome is None:
                answer_any(room, match.asked()[0])
        assert self.played_again(room, monkeypatch) == 0
        assert room.playing().match.outcome == match.outcome
        assert list(room.playing().match.log) == list(match.log)
