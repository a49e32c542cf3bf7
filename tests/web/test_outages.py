"""Nobody pays for a site that was away, nor for a disk that was full."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boomtown.core import By, Seat
from boomtown.store.journal import Journal
from boomtown.store.outages import LEAD
from boomtown.store.tables import Phase
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.lobby import my_rows
from boomtown.web.tables.seating import start
from boomtown.web.tables.table_page import TablePage
from clocks import Time
from databases import cut_everybody_off, new_database
from sites import Looker, answer_any, app_in, eventually, seated, site_of, started

HOUR = 60 * 60 * 1000
FIRST = 20 * 600
"""Milliseconds for the first question of BANG! on the quick clock."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def open_house(site: Site) -> None:
    """Opens the house and waits until it has said so."""
    site.house.start()
    eventually(lambda: site.house.beats > 0)


def lines(site: Site, match: str) -> list[By]:
    return [one.line.by for one in site.matches.lines(match)]


@pytest.mark.parametrize("wall", [0, 24 * HOUR, -24 * HOUR])
def test_an_hour_of_downtime_takes_nothing_from_a_bank(
    tmp_path: Path, clock: Time, wall: int
) -> None:
    with app_in(tmp_path) as app:
        room, _ = started(site_of(app), "bang_dice", 4, 4, clock="quick")
        open_house(site_of(app))
    clock.ahead += HOUR
    clock.wall += wall  # while the site was down, somebody set the machine's clock
    clock.start()
    with app_in(tmp_path) as app:
        site = site_of(app)
        open_house(site)
        again = site.rooms.get(room.code)
        assert again is not None
        live = again.playing()
        seat = live.match.asked()[0]
        clock.run(site, LEAD - 5000)
        assert lines(site, live.id) == []
        again.answer(seat, "throw")
        assert live.bank_left("quick", seat) == 60_000


def test_a_day_clock_keeps_its_time_over_thirty_hours_of_downtime(
    tmp_path: Path, clock: Time
) -> None:
    with app_in(tmp_path) as app:
        room, players = started(site_of(app), "bang_dice", 4, 4, clock="day")
        open_house(site_of(app))
        asked = room.playing().match.asked()[0]
    clock.ahead += 30 * HOUR
    clock.start()
    with app_in(tmp_path) as app:
        site = site_of(app)
        open_house(site)
        [row] = my_rows(site, players[asked], "en")
        assert row.left is not None
        assert row.left in ("23 h 59 min", "24 h 0 min")
        clock.run(site, LEAD + 10_000)
        again = site.rooms.get(room.code)
        assert again is not None
        live = again.playing()
        assert lines(site, live.id) == []
        page = TablePage(again.table, again.game, live.match, asked, "en", live=live)
        assert page.clock is not None
        assert 23 * HOUR < page.clock.left <= 24 * HOUR


def test_a_strict_question_is_held_too(tmp_path: Path, clock: Time) -> None:
    with app_in(tmp_path) as app:
        room, _ = started(site_of(app), "cash_n_guns", 4, 4, clock="quick")
        open_house(site_of(app))
    clock.ahead += HOUR
    clock.start()
    with app_in(tmp_path) as app:
        site = site_of(app)
        open_house(site)
        again = site.rooms.get(room.code)
        assert again is not None
        clock.run(site, LEAD + 10_000)
        assert lines(site, again.playing().id) == []
        clock.run(site, 45 * 600)
        eventually(lambda: lines(site, again.playing().id)[:4] == [By.CLOCK] * 4)


def test_a_sealed_window_is_held_too(tmp_path: Path, clock: Time) -> None:
    special = {"special_roles": "special", "characters": "off"}
    options = {**special, "strict_windows": True, "window_seconds": 20}
    with app_in(tmp_path) as app:
        site = site_of(app)
        table, _ = seated(site, "bang_dice", 5, 5, options=options, clock="standard")
        start(site, table)
        room = site.rooms.get(table.code)
        assert room is not None
        room.answer(room.playing().match.asked()[0], "throw")
        assert room.playing().match.hushed
        moment = room.playing().match.moment
        open_house(site)
    clock.ahead += HOUR
    clock.start()
    with app_in(tmp_path) as app:
        site = site_of(app)
        open_house(site)
        again = site.rooms.get(table.code)
        assert again is not None
        clock.run(site, LEAD + 10_000)
        assert again.playing().match.moment == moment
        clock.run(site, 20_000)
        eventually(lambda: again.playing().match.moment > moment)


def test_a_machine_that_was_suspended_takes_nobodys_time(site: Site, clock: Time) -> None:
    room, _ = started(site, "bang_dice", 4, 4, clock="quick")
    open_house(site)
    clock.run(site, LEAD + 10_000)
    beats = site.house.beats
    clock.ahead += HOUR
    site.house.look_everywhere()
    eventually(lambda: site.house.beats > beats)
    live = room.playing()
    assert lines(site, live.id) == []
    room.answer(live.match.asked()[0], "throw")
    assert live.bank_left("quick", Seat(0)) == 60_000


class Disk:
    """A disk that is full until somebody makes room."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        commit = Journal._commit

        def failing(journal: Journal, batch: Any) -> None:
            if self.full:
                raise OSError("No space left on device")
            commit(journal, batch)

        monkeypatch.setattr(Journal, "_commit", failing)


def test_bots_go_on_by_themselves_when_the_disk_has_room_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    monkeypatch.setattr("boomtown.web.rooms.house.RETRY", 20)
    room, _ = started(site, "bang_dice", 0, 4, bot="sharp")
    disk.full = True
    site.house.start()
    eventually(lambda: site.house.table_failures > 2)
    assert site.matches.lines(room.playing().id) == []
    disk.full = False
    eventually(lambda: room.table.phase is Phase.ENDED)


def test_whoever_is_next_hears_of_an_answer_that_was_written_although_the_disk_said_no(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sync may fail after the answer is in its place."""
    commit, lying = Journal._commit, [False]

    def doubtful(journal: Journal, batch: Any) -> None:
        commit(journal, batch)
        if lying[0]:
            raise OSError("Input/output error")

    monkeypatch.setattr(Journal, "_commit", doubtful)
    room, _ = started(site, "bang_dice", 2, 4, bot="sharp")
    watcher = Watched(room)
    looks = len(watcher.moments)
    rung: list[str] = []
    site.rooms.on_move = rung.append
    lying[0] = True
    with pytest.raises(OSError, match="Input/output"):
        answer_any(room, room.playing().match.asked()[0])
    assert rung == [room.code]
    assert room.playing().match.number == 1
    assert watcher.moments[looks:] == [room.playing().match.moment]


class Watched:
    """Somebody who looks on, and what they saw."""

    def __init__(self, room: Room) -> None:
        self.moments: list[int] = []
        room.watchers.add(Looker(lambda: self.moments.append(room.playing().match.moment)))


def test_clocks_go_on_by_themselves_when_the_disk_has_room_again(
    site: Site, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    monkeypatch.setattr("boomtown.web.rooms.house.RETRY", 20)
    room, _ = started(site, "bang_dice", 4, 4, clock="quick")
    open_house(site)
    clock.run(site, LEAD + FIRST + 55_000)
    disk.full = True
    clock.run(site, 10_000)
    eventually(lambda: site.house.table_failures > 0)
    disk.full = False
    clock.run(site, 15_000)
    eventually(lambda: lines(site, room.playing().id)[:1] == [By.CLOCK])


def test_the_house_goes_on_after_any_failure_of_its_own(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boomtown.store.patience.FIRST_WAIT", 0.01)
    playing, broken = site.tables.playing, [True]

    def sometimes() -> Any:
        if broken[0]:
            raise RuntimeError("the database is gone")
        return playing()

    monkeypatch.setattr(site.tables, "playing", sometimes)
    room, _ = started(site, "high_noon", 0, 3)
    site.house.start()
    eventually(lambda: site.house.failures > 2)
    broken[0] = False
    eventually(lambda: room.table.phase is Phase.ENDED)


def test_whoever_answers_first_after_an_hour_without_a_disk_pays_nothing(
    site: Site, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = started(site, "bang_dice", 4, 4, clock="quick")
    open_house(site)
    clock.run(site, LEAD + 5000)

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(site.rooms.outages, "_note", full)
    clock.ahead += HOUR
    site.house.look_everywhere()
    eventually(lambda: site.house.failures > 0)
    live = room.playing()
    seat = live.match.asked()[0]
    room.answer(seat, "throw")  # there is room again, but the house has not noticed yet
    assert live.bank_left("quick", seat) == 60_000


def test_an_end_that_could_not_be_noted_is_noted_later(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    end, broken = site.matches.end, [3]

    def sometimes(*end_of_match: Any) -> None:
        if broken[0] > 0:
            broken[0] -= 1
            raise OSError("No space left on device")
        end(*end_of_match)

    monkeypatch.setattr(site.matches, "end", sometimes)
    monkeypatch.setattr("boomtown.web.rooms.house.RETRY", 20)
    room, _ = started(site, "high_noon", 0, 3)
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)
    assert broken == [0]


def test_everything_goes_on_after_the_connections_to_a_postgresql_are_cut(
    tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boomtown.web.rooms.house.RETRY", 20)
    monkeypatch.setattr("boomtown.store.lead.SURE_SECONDS", 0.05)
    address = new_database(postgres_server)
    with app_in(tmp_path, database=address) as app:
        site = site_of(app)
        room, _ = started(site, "bang_dice", 0, 4, bot="random")
        site.open()
        eventually(lambda: site.bus.connects == 1)
        for cut in range(3):
            answers = len(site.matches.lines(room.table.match or ""))
            cut_everybody_off(address)
            eventually(lambda cut=cut: site.bus.connects >= cut + 2)  # type: ignore[misc]
            eventually(
                lambda answers=answers: (  # type: ignore[misc]
                    site.tables.get_one(room.code).phase is Phase.ENDED
                    or len(site.matches.lines(room.table.match or "")) > answers
                )
            )
        eventually(lambda: site.tables.get_one(room.code).phase is Phase.ENDED)
