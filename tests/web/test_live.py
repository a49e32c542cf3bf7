"""Rooms: a match in memory is never ahead of the database, and never behind it for long."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from boomtown.core import By, Line, Match, Refused, Seat
from boomtown.store import matches as matches_module
from boomtown.store.bus import match_topic
from boomtown.store.matches import TimedLine, play
from boomtown.web import live as live_module
from boomtown.web.live import Room
from boomtown.web.site import Site
from sites import answer_any, app_in, site_of, started


def written_elsewhere(site: Site, room: Room) -> Match[object]:
    """Another process answers for whoever is asked."""
    live = room.playing()
    twin, _ = site.matches.load(room.game, site.matches.get(live.id))  # type: ignore[arg-type]  # it exists
    seat = twin.asked()[0]
    number = twin.number
    twin.answer(seat, twin.choice(seat).offers()[0])
    assert twin.record is not None
    line: Line = twin.record.lines[-1]
    timed = TimedLine.after(live.chain, number, line, at=1, moment=twin.moment, bank=0)
    site.journal.append(live.id, number, timed)
    return twin


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
