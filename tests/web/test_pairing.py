"""Quick pairing: whoever wants to play finds a table, and nobody is left over who would fit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from boomtown.core import Chance
from boomtown.store.database import now
from boomtown.store.pairing import Seek
from boomtown.store.tableinfo import Wish
from boomtown.store.tables import Phase, TableInfo
from boomtown.web.site import Site
from boomtown.web.tables.pairing import settle
from boomtown.web.words import site_wording
from sites import app_in, seated, site_of
from visitors import Person, landed, make

say = site_wording("en").say
ANY = Wish(3, 8, ("standard", "day", "quick"))


def seek(site: Site, player: str, wish: Wish = ANY, **changes: Any) -> str:
    """Somebody looks for a table of BANG!; its code."""
    plain: dict[str, Any] = {
        "player": player,
        "game": "bang_dice",
        "options": {},
        "wish": wish,
        "usual": 5,
        "wait": 60_000,
        "language": "en",
    }
    return site.pairing.seek(Seek(**plain | changes))


def newcomer(site: Site, name: str = "P") -> str:
    return site.people.add(name, "en").id


def waiting(site: Site) -> list[TableInfo]:
    """Open tables that look for players."""
    return [one for one in site.tables.listed(Phase.OPEN, 100) if one.seeking is not None]


class TestPages:
    def test_one_press_seats_two_at_one_table(self, app: Flask) -> None:
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        with ann.post("/seek", game="bang_dice") as reply:
            first = landed(reply)
            assert say("look.now") in reply.get_data(as_text=True)
        with bill.post("/seek", game="bang_dice") as reply:
            assert landed(reply) == first
        table = ann.table(first.removeprefix("/t/"))
        assert [seat.player for seat in table.seats][:2] == [ann.id, bill.id]
        with bill.post("/seek", game="bang_dice") as reply:  # pressed twice
            assert landed(reply) == first

    def test_a_full_table_begins_at_once(self, app: Flask) -> None:
        people = [Person(app, name) for name in ("Ann", "Bill", "Cass")]
        for person in people:
            with person.post("/seek", game="bang_dice", seats="3", clock="quick") as reply:
                code = landed(reply).removeprefix("/t/")
        table = people[0].table(code)
        assert table.phase is Phase.PLAYING
        assert table.clock == "quick"

    def test_the_form_says_what_is_wrong(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        assert say("seek.do") in ann.read("/seek?game=bang_dice")
        for fields in (
            {"seats": "99"},
            {"seats": "x"},
            {"clock": "never"},
            {"wait": "1"},
            {"seats": "3", "o.ghost": "true"},
        ):
            with ann.post("/seek", game="bang_dice", **fields) as reply:
                assert reply.status_code == 422, fields
                assert say("new.wrong") in reply.get_data(as_text=True)
        assert ann.send("/seek", game="none") == 404
        assert waiting(site_of(app)) == []

    def test_options_that_need_more_players_are_sought_with_more(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        with ann.post("/seek", game="bang_dice", **{"o.ghost": "true"}) as reply:
            table = ann.table(landed(reply).removeprefix("/t/"))
        assert table.seeking is not None
        assert table.seeking.fewest > 3


class TestAnnouncing:
    def test_a_table_that_is_announced_is_found(self, app: Flask) -> None:
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        code = make(ann, seats="4", clock="standard")
        assert not ann.table(code).listed
        assert bill.send(f"/t/{code}/announce") == 404  # not theirs, and not to be seen
        ann.send(f"/t/{code}/announce", wait="600")
        assert ann.table(code).listed
        with bill.post("/seek", game="bang_dice") as reply:
            assert landed(reply) == f"/t/{code}"
        assert bill.send(f"/t/{code}/unannounce") == 409
        ann.send(f"/t/{code}/unannounce")
        assert waiting(site_of(app)) == []

    def test_one_that_waits_until_it_is_full_takes_only_who_completes_it(self, app: Flask) -> None:
        ann, bill, cass = (Person(app, name) for name in ("Ann", "Bill", "Cass"))
        code = make(ann, seats="3", clock="standard")
        ann.send(f"/t/{code}/announce", wait="full")
        with bill.post("/seek", game="bang_dice") as reply:
            assert landed(reply) != f"/t/{code}"
        assert bill.send(f"{landed(reply)}/stand") == 200
        ann.send(f"/t/{code}/bot", seat="1", kind="deputy")
        with cass.post("/seek", game="bang_dice", seats="3") as reply:
            assert landed(reply) == f"/t/{code}"
        assert ann.table(code).phase is Phase.PLAYING

    def test_nonsense_is_refused_by_its_field(self, app: Flask) -> None:
        ann = Person(app, "Ann")
        code = make(ann)
        with ann.post(f"/t/{code}/announce", wait="soon") as reply:
            assert 400 <= reply.status_code < 500
            assert "wait" in reply.get_data(as_text=True)
        assert not ann.table(code).listed


class TestTime:
    def test_bots_take_the_free_seats_when_the_time_is_up(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann = newcomer(site)
        code = seek(site, ann, wait=15_000)
        assert settle(site) == 0
        later = now() + 15_001
        monkeypatch.setattr("boomtown.store.pairing.now", lambda: later)
        assert settle(site) == 1
        table = site.tables.get_one(code)
        assert table.phase is Phase.PLAYING
        assert [seat.bot is None for seat in table.seats] == [True, False, False, False, False]
        assert settle(site) == 0

    def test_nobody_waits_longer_than_they_wanted_to(self, site: Site) -> None:
        code = seek(site, newcomer(site), wait=600_000)
        assert seek(site, newcomer(site), wait=15_000) == code
        filled = site.tables.get_one(code).fill_at
        assert filled is not None
        assert filled <= now() + 15_000

    def test_a_table_that_everybody_left_does_not_begin(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ann, bill = newcomer(site), newcomer(site)
        code = seek(site, ann)
        seek(site, bill)
        site.tables.stand(code, ann)
        assert site.tables.get_one(code).host == bill
        site.tables.stand(code, bill)
        later = now() + 10**7
        monkeypatch.setattr("boomtown.store.pairing.now", lambda: later)
        assert settle(site) == 0

    def test_a_game_that_fails_no_longer_looks(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = seek(site, newcomer(site), wait=-1)
        monkeypatch.setattr(site.parked, "failures", lambda game, since: 99)
        assert settle(site) == 0
        assert site.tables.get_one(code).seeking is None


class TestFitting:
    def test_wishes_are_narrowed_to_what_all_want(self, site: Site) -> None:
        code = seek(site, newcomer(site))
        assert seek(site, newcomer(site), Wish(3, 8, ("quick",))) == code
        assert site.tables.get_one(code).clock == "quick"
        assert seek(site, newcomer(site), Wish(7, 7, ("quick", "day"))) == code
        assert len(site.tables.get_one(code).seats) == 7
        assert seek(site, newcomer(site), Wish(4, 4, ("quick",))) != code
        assert seek(site, newcomer(site), Wish(3, 8, ("day",))) != code
        assert seek(site, newcomer(site), options={"ghost": True}) != code

    def test_a_table_shrinks_and_keeps_its_people(self, site: Site) -> None:
        first, second, third = (newcomer(site) for _ in range(3))
        code = seek(site, first)
        site.tables.sit(code, 4, first)  # moved to the far end
        seek(site, second)
        assert seek(site, third, Wish(3, 3, ("standard",))) == code
        table = site.tables.get_one(code)
        assert [seat.number for seat in table.seats] == [0, 1, 2]
        assert {seat.player for seat in table.seats} == {first, second, third}

    def test_who_was_asked_to_leave_is_not_brought_back(self, site: Site) -> None:
        ann, bill = newcomer(site), newcomer(site)
        code = seek(site, ann)
        seek(site, bill)
        site.tables.clear_seat(code, 1, ann)
        assert seek(site, bill) != code

    def test_tables_that_do_not_look_are_left_alone(self, site: Site) -> None:
        for listed in (True, False):
            table, _ = seated(site, "bang_dice", 1, 5, clock="standard", listed=listed)
            site.tables.clear_seat(table.code, 1, table.host)
        assert seek(site, newcomer(site)) not in {
            one.code for one in site.tables.listed(Phase.OPEN, 9) if one.seeking is None
        }


def test_fifty_who_come_at_once_find_tables_and_nobody_who_fits_is_left_over(
    tmp_path: Path, database_url: str
) -> None:
    chance = Chance.seeded("fifty seekers")
    clocks = [("standard", "day", "quick"), ("quick",), ("standard",), ("quick", "standard")]
    with app_in(tmp_path, database=database_url) as app:
        site = site_of(app)
        seekers = []
        for number in range(50):
            fewest = 3 + chance.below(4)
            wish = Wish(fewest, fewest + chance.below(9 - fewest), clocks[chance.below(4)])
            seekers.append((newcomer(site, f"P{number}"), wish))
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda one: seek(site, *one), seekers))
        begun = settle(site)
        left = waiting(site)
        sits = {seat.player for table in left for seat in table.seats} - {None}
        playing = site.tables.playing()
        sits |= {seat.player for table in playing for seat in table.seats}
        assert sits == {player for player, _ in seekers}  # everybody, once
        assert begun == len(playing) >= 5
        wishes = dict(seekers)
        for table in (*left, *playing):
            for seat in table.seats:
                if seat.player is not None:
                    wish = wishes[seat.player]
                    assert wish.fewest <= len(table.seats) <= wish.most
                    assert table.clock in wish.clocks
        for one, two in combinations(left, 2):
            assert one.seeking is not None is not two.seeking
            both = one.seeking.met(two.seeking)
            people = sum(not seat.free for table in (one, two) for seat in table.seats)
            assert both is None or people > both.most, (one.seeking, two.seeking)
