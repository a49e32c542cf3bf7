"""Tournaments: made, joined by link, played by themselves, and nothing is lost by a restart."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from boomtown.core import Seat
from boomtown.core.outcome import Outcome
from boomtown.plugins import UnknownGame
from boomtown.store.tables import Phase, Tables
from boomtown.store.tournaments import (
    BREAK,
    MOST_PEOPLE,
    MOST_RUNNING,
    Tournament,
)
from boomtown.web.contests.tending import tend
from boomtown.web.site import Site
from boomtown.web.words import site_wording
from clocks import Time
from sites import answer_any, app_in, site_of
from visitors import Person, landed, room_of, signed_in

say = site_wording("en").say
HOUR = 60 * 60 * 1000


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One site for all: each test has a group of its own."""
    with app_in(tmp_path_factory.mktemp("tournaments")) as app:
        yield app


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def made(organiser: Person, **fields: str) -> str:
    """The link of a new tournament."""
    plain = {"game": "high_noon", "seats": "2", "clock": "day", "title": "Friday night"}
    with organiser.post("/tournaments", **plain | fields) as reply:
        assert reply.status_code == 200, reply.get_data(as_text=True)
        return landed(reply).removeprefix("/tournaments/")


def group(app: Flask, *names: str, **fields: str) -> tuple[str, list[Person]]:
    """A tournament that some people have joined; the first one organises it."""
    people = [Person(app, name) for name in names]
    id = made(people[0], **fields)
    for person in people[1:]:
        assert person.send(f"/tournaments/{id}/join") == 200
    return id, people


def now_of(site: Site, id: str) -> Tournament:
    found = site.tournaments.get(id)
    assert found is not None
    return found


def end(site: Site, code: str, *winners: int) -> None:
    """A match of a test ends as it should."""
    match = site.tables.get_one(code).match
    assert match is not None
    site.matches.end(match, Outcome("test.end", tuple(map(Seat, winners))))


def end_round(site: Site, id: str) -> None:
    """Everybody on the first seat wins."""
    for bout in now_of(site, id).current:
        if bout.table is not None and bout.result is None:
            end(site, bout.table, 0)
    tend(site)


class TestPairs:
    @pytest.mark.rule("boomtown.tournament.rounds")
    def test_from_the_link_to_the_last_place(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        id, people = group(app, "Ann", "Bill", "Cass")
        page = people[1].read(f"/tournaments/{id}")
        assert "Friday night" in page
        assert all(name in page for name in ("Ann", "Bill", "Cass"))
        assert people[0].send(f"/tournaments/{id}/start") == 200
        tournament = now_of(site, id)
        assert (tournament.state, tournament.round, tournament.setup.rounds) == ("playing", 1, 3)
        [bout] = tournament.current
        assert bout.table is not None
        table = site.tables.get_one(bout.table)
        assert table.phase is Phase.PLAYING
        assert not table.listed
        assert table.clock == "day"
        resting = next(one for one in people if one.id not in bout.players)
        resting.read(f"/t/{bout.table}")  # all of the tournament may look on
        playing = next(one for one in people if one.id == bout.players[0])
        assert say("tour.table") in playing.read(f"/tournaments/{id}")
        end_round(site, id)
        tend(site)
        assert now_of(site, id).round == 1, "a short break"
        assert say("tour.break") in playing.read(f"/tournaments/{id}")
        for number in (2, 3):
            clock.ahead += BREAK
            tend(site)
            assert now_of(site, id).round == number
            end_round(site, id)
        done = now_of(site, id)
        assert done.state == "done"
        assert sum(one.halves for one in done.standings()) == 6
        page = people[0].read(f"/tournaments/{id}")
        assert say("tour.ties") in page
        assert say("tour.state", state="done") in page
        assert people[0].send(f"/tournaments/{id}/start") == 409
        assert people[0].send(f"/tournaments/{id}/cancel") == 409

    def test_a_restart_in_the_middle_loses_nothing(self, tmp_path: Path, clock: Time) -> None:
        with app_in(tmp_path) as app:
            id, people = group(app, "Ann", "Bill", "Cass")
            people[0].send(f"/tournaments/{id}/start")
            before = now_of(site_of(app), id)
            who = people[0].id
        with app_in(tmp_path) as app:
            site = site_of(app)
            assert now_of(site, id) == before
            tend(site)
            assert now_of(site, id) == before, "the round is not begun twice"
            end_round(site, id)
            clock.ahead += BREAK
        with app_in(tmp_path) as app:
            site = site_of(app)
            tend(site)
            again = now_of(site, id)
            assert again.round == 2
            assert len(again.bouts) == 2
            client = signed_in(app.test_client(), who)
            with client.get(f"/tournaments/{id}") as reply:
                assert "Friday night" in reply.get_data(as_text=True)

    @pytest.mark.rule("boomtown.tournament.withdraw")
    def test_whoever_withdraws_is_replaced_and_then_beaten_without_play(
        self, app: Flask, clock: Time
    ) -> None:
        site = site_of(app)
        id, people = group(app, "Ann", "Bill", "Cass", "Dee")
        people[0].send(f"/tournaments/{id}/start")
        out = people[2]
        assert people[1].send(f"/tournaments/{id}/withdraw", player=out.id) == 409
        assert out.send(f"/tournaments/{id}/withdraw") == 200
        assert out.send(f"/tournaments/{id}/withdraw") == 409
        bout = next(one for one in now_of(site, id).current if out.id in one.players)
        assert bout.table is not None
        seat = site.tables.get_one(bout.table).seat_of(out.id)
        assert seat is not None
        assert seat.played_by_bot
        end_round(site, id)
        clock.ahead += BREAK
        tend(site)
        bout = next(one for one in now_of(site, id).current if out.id in one.players)
        assert bout.table is None
        assert bout.result is not None
        assert bout.result.kind == "walkover"
        assert sum(bout.result.halves) == 2
        assert out.id not in [one.player for one in now_of(site, id).standings()]
        assert say("tour.withdrawn") in people[0].read(f"/tournaments/{id}")


class TestLargerTables:
    def test_rounds_by_points_with_bots_on_the_seats_that_are_left(
        self, app: Flask, clock: Time
    ) -> None:
        site = site_of(app)
        fields = {"game": "bang_dice", "seats": "4", "rounds": "2"}
        id, people = group(app, "Ann", "Bill", "Cass", "Dee", "Eve", **fields)
        people[0].send(f"/tournaments/{id}/start")
        tournament = now_of(site, id)
        assert [len([one for one in bout.players if one]) for bout in tournament.current] == [3, 2]
        for bout in tournament.current:
            assert bout.table is not None
            table = site.tables.get_one(bout.table)
            assert sum(seat.bot is not None for seat in table.seats) == 4 - len(
                [one for one in bout.players if one]
            )
        end_round(site, id)
        clock.ahead += BREAK
        tend(site)
        assert now_of(site, id).round == 2
        end_round(site, id)
        done = now_of(site, id)
        assert done.state == "done"
        assert {one.tables for one in done.standings()} == {2}

    def test_files_tell_everything_by_names_alone(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        id, people = group(app, "Ann", "=Bill", "Cass", game="bang_dice", seats="3", rounds="1")
        people[0].send(f"/tournaments/{id}/start")
        end_round(site, id)
        text = people[1].read(f"/tournaments/{id}.json")
        data = msgspec.json.decode(text)
        assert data["state"] == "done"
        assert {one["name"] for one in data["standings"]} == {"Ann", "=Bill", "Cass"}
        assert data["tables"][0]["points"] == [2.0, 0.5, 0.5]
        assert not [one.id for one in people if one.id in text]
        rows = list(csv.DictReader(io.StringIO(people[1].read(f"/tournaments/{id}.csv"))))
        assert rows[0]["points"] == "2.0"
        assert "'=Bill" in {row["name"] for row in rows}, "no spreadsheet takes it for a formula"


@pytest.mark.rule("boomtown.tournament.missing")
class TestWhoDoesNotCome:
    def test_a_bot_plays_for_them(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        id, people = group(app, "Ann", "Bill", game="bang_dice", seats="3", rounds="1", wait="1h")
        people[0].send(f"/tournaments/{id}/start")
        [bout] = now_of(site, id).current
        assert bout.table is not None
        room = room_of(people[0], bout.table)
        seat = next(seat for seat in room.playing().match.asked())
        came = bout.players[seat]
        if came is not None:
            answer_any(room, seat)
        site.presence.came(bout.table, people[1].id)
        clock.ahead += HOUR - 60_000
        tend(site)
        assert not any(seat.away for seat in site.tables.get_one(bout.table).seats)
        clock.ahead += 120_000
        tend(site)
        away = {seat.player for seat in site.tables.get_one(bout.table).seats if seat.away}
        assert away == {people[0].id} - {came}
        site.tables.come_back(bout.table, people[0].id)
        tend(site)
        assert not any(seat.away for seat in site.tables.get_one(bout.table).seats), "looked once"

    def test_or_they_have_lost(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        id, people = group(app, "Ann", "Bill", missing="loss", wait="5m")
        people[0].send(f"/tournaments/{id}/start")
        [bout] = now_of(site, id).current
        assert bout.table is not None
        site.presence.came(bout.table, people[1].id)
        clock.ahead += HOUR
        tend(site)
        done = now_of(site, id)
        assert done.bouts[0].result is not None
        assert done.bouts[0].result.kind == "absent"
        assert [one.player for one in done.standings()] == [people[1].id, people[0].id]
        assert done.standings()[0].halves == 2
        assert site.tables.get_one(bout.table).phase is Phase.ENDED
        assert say("tour.ended", kind="absent") in people[0].read(f"/tournaments/{id}")

    def test_a_table_that_everybody_has_left_counts_for_nobody(
        self, app: Flask, clock: Time
    ) -> None:
        site = site_of(app)
        id, people = group(app, "Ann", "Bill", wait="1h")
        people[0].send(f"/tournaments/{id}/start")
        clock.ahead += HOUR + 1
        tend(site)
        clock.ahead += HOUR + 1
        tend(site)
        done = now_of(site, id)
        assert done.state == "done"
        assert [one.halves for one in done.standings()] == [0, 0]


class TestRefusals:
    @pytest.mark.rule("boomtown.tournament.organiser")
    @pytest.mark.rule("boomtown.tournament.start")
    def test_only_the_organiser_starts_and_not_alone(self, app: Flask) -> None:
        id, (ann,) = group(app, "Ann")
        bill = Person(app, "Bill")
        for path in ("start", "cancel"):
            assert bill.send(f"/tournaments/{id}/{path}") == 409
            assert app.test_client().post(f"/tournaments/{id}/{path}").status_code == 409
        assert ann.send(f"/tournaments/{id}/start") == 409
        assert bill.send(f"/tournaments/{id}/withdraw") == 409

    @pytest.mark.rule("boomtown.tournament.join")
    def test_nobody_joins_late_or_when_it_is_full(self, app: Flask) -> None:
        site = site_of(app)
        id, (ann, bill) = group(app, "Ann", "Bill")
        assert bill.send(f"/tournaments/{id}/join") == 200, "twice is once"
        assert len(now_of(site, id).entrants) == 2
        for number in range(MOST_PEOPLE - 2):
            site.tournaments.join(id, site.people.add(f"P{number}", "en").id)
        cass = Person(app, "Cass")
        assert cass.send(f"/tournaments/{id}/join") == 409
        bill.send(f"/tournaments/{id}/withdraw")
        assert len(now_of(site, id).entrants) == MOST_PEOPLE - 1, "before the start they are gone"
        ann.send(f"/tournaments/{id}/start")
        assert cass.send(f"/tournaments/{id}/join") == 409

    @pytest.mark.rule("boomtown.tournament.many")
    def test_one_organiser_has_only_so_many(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        first = made(ann)
        for _ in range(MOST_RUNNING - 1):
            made(ann)
        assert ann.send("/tournaments", game="high_noon") == 409
        ann.send(f"/tournaments/{first}/cancel")
        made(ann)

    @pytest.mark.rule("boomtown.tournament.over")
    def test_a_cancelled_tournament_begins_nothing_and_a_table_is_called_off_once(
        self, app: Flask, clock: Time
    ) -> None:
        site = site_of(app)
        id, (ann, bill) = group(app, "Ann", "Bill")
        ann.send(f"/tournaments/{id}/start")
        [bout] = now_of(site, id).current
        assert bout.table is not None
        assert bill.send(f"/tournaments/{id}/call_off", table=bout.table) == 409
        assert ann.send(f"/tournaments/{id}/call_off", table=bout.table) == 200
        assert ann.send(f"/tournaments/{id}/call_off", table=bout.table) == 409
        assert site.tables.get_one(bout.table).phase is Phase.ENDED
        other, people = group(app, "Cass", "Dee")
        people[0].send(f"/tournaments/{other}/start")
        people[0].send(f"/tournaments/{other}/cancel")
        clock.ahead += BREAK
        tend(site)
        assert now_of(site, other).state == "cancelled"
        assert people[1].send(f"/tournaments/{other}/withdraw") == 409

    @pytest.mark.rule("boomtown.tournament.rounds")
    def test_nobody_changes_seats_at_its_tables(self, app: Flask) -> None:
        site = site_of(app)
        id, (ann, bill) = group(app, "Ann", "Bill")
        site.tournaments.start(id, ann.id)
        site.tournaments.go_on(id)
        [bout] = now_of(site, id).current
        assert bout.table is not None
        assert bill.send(f"/t/{bout.table}/stand") == 409
        tend(site)
        assert site.tables.get_one(bout.table).phase is Phase.PLAYING

    def test_the_form_says_what_is_wrong(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        assert say("tour.make.do") in ann.read("/tournaments/new?game=bang_dice")
        for fields in (
            {"seats": "99"},
            {"seats": "x"},
            {"clock": "off"},
            {"rounds": "0"},
            {"missing": "nobody"},
            {"wait": "1"},
        ):
            with ann.post("/tournaments", game="bang_dice", **fields) as reply:
                assert reply.status_code == 422, fields
        assert ann.send("/tournaments", game="none") == 404
        ann.read("/tournaments/new", 404)
        ann.read("/tournaments/nothing-here", 404)
        assert say("tour.mine.none") in ann.read("/tournaments")


class TestTrouble:
    def test_a_match_that_cannot_be_set_up_counts_for_nobody_and_is_not_tried_again(
        self, app: Flask, clock: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site, tries = site_of(app), []

        def fails(*args: object, **more: object) -> None:
            tries.append(1)
            raise ZeroDivisionError

        id, (ann, _) = group(app, "Ann", "Bill")
        monkeypatch.setattr("boomtown.web.tables.seating.Match.start", fails)
        ann.send(f"/tournaments/{id}/start")
        for _ in range(3):
            tend(site)
        [bout] = now_of(site, id).bouts
        assert bout.result is not None
        assert (bout.result.kind, now_of(site, id).state, len(tries)) == ("none", "done", 1)
        assert bout.table is not None
        assert site.tables.get_one(bout.table).phase is Phase.ENDED

    def test_a_game_that_is_gone_is_waited_for_as_long_as_a_player(
        self, app: Flask, clock: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = site_of(app)
        id, (ann, _) = group(app, "Ann", "Bill", wait="1h")

        def gone(game: str) -> None:
            raise UnknownGame(game)

        with monkeypatch.context() as without:
            without.setattr("boomtown.web.tables.seating.find_game", gone)
            site.tournaments.start(id, ann.id)
            tend(site)
            tend(site)
            assert [bout.result for bout in now_of(site, id).current] == [None]
            clock.ahead += HOUR
            tend(site)
        assert [bout.result and bout.result.kind for bout in now_of(site, id).bouts] == ["none"]

    def test_whoever_was_killed_while_seeing_to_the_missing_finds_it_again(
        self, app: Flask, clock: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither a bot that never comes, nor a table that goes on without counting."""
        site = site_of(app)
        for missing, others in (("bot", "leave"), ("loss", "close")):
            id, (ann, _) = group(app, "Ann", "Bill", missing=missing, wait="1h")
            ann.send(f"/tournaments/{id}/start")
            [bout] = now_of(site, id).current
            assert bout.table is not None
            answer_any(
                room_of(ann, bout.table), room_of(ann, bout.table).playing().match.asked()[0]
            )
            clock.ahead += HOUR
            with monkeypatch.context() as killed:
                killed.delattr(Tables, others)
                tend(site)
            tend(site)
            table = site.tables.get_one(bout.table)
            if missing == "bot":
                assert any(seat.away for seat in table.seats)
            else:
                assert table.phase is Phase.ENDED


def test_whoever_is_forgotten_has_withdrawn(app: Flask) -> None:
    site = site_of(app)
    id, (ann, bill) = group(app, "Ann", "Billy")
    open_one, (cass, dee) = group(app, "Cass", "Dee")
    ann.send(f"/tournaments/{id}/start")
    site.people.forget(bill.id)
    site.people.forget(dee.id)
    assert [one.player for one in now_of(site, id).active] == [ann.id]
    assert [one.player for one in now_of(site, open_one).entrants] == [cass.id]
    page = ann.read(f"/tournaments/{id}")
    assert "Billy" not in page
    assert say("tour.nobody") in page
    site.people.forget(cass.id)
    assert now_of(site, open_one).state == "cancelled", "nobody could begin it any more"
