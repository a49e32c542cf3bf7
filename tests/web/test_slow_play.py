"""Slow play: matches with a day a turn, played by notices alone; vacation; the next board."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from flask import Flask

from boomtown.core import Chance, Seat
from boomtown.core.errors import Refused
from boomtown.core.record import By
from boomtown.store.database import now
from boomtown.store.days import DAY, begins, today
from boomtown.store.models import SeatRow
from boomtown.store.notices import HOUR, Way
from boomtown.store.vacations import YEARLY
from boomtown.web.notices.carriers import PushCarrier
from boomtown.web.notices.crier import LISTENERS_KEPT
from boomtown.web.notices.push import new_key
from boomtown.web.notices.wire import post_anywhere
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.presence import GRACE
from boomtown.web.site import Site
from boomtown.web.tables.times import face_of
from boomtown.web.words import site_wording
from clocks import Time
from noticed import AWAKE
from posted import Box, served
from pushed import Browser
from sites import site_of, started
from visitors import Person, landed, signed_in

say = site_wording("en").say


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """It is summer: no year ends while a test is run."""
    clock = Time(monkeypatch)
    clock.ahead = begins(f"{int(today()[:4]) + 1}-06-01") - now()
    clock.start()
    return clock


@pytest.fixture
def box() -> Iterator[Box]:
    with served(Box()) as box:
        yield box


def asked(room: Room) -> Seat:
    return room.playing().match.asked()[0]


def fresh(room: Room, seat: Seat, site: Site) -> int | None:
    """When the seat's time is up, as the table stands in the database."""
    return room.playing().deadline(site.tables.get_one(room.code), seat)


def test_a_match_with_a_day_a_turn_is_played_by_notices_alone(
    app: Flask, site: Site, clock: Time, box: Box
) -> None:
    """Nobody ever looks at the site before a push has told them where they are waited for."""
    site.postman.carriers[Way.PUSH] = PushCarrier(
        lambda: site.notices.push_key(new_key), "", post_anywhere
    )
    room, players = started(site, "high_noon", 2, 2, clock="day")
    browsers = {f"/{player}": Browser() for player in players}
    for player in players:
        keys = msgspec.json.encode(browsers[f"/{player}"].keys).decode()
        site.notices.add_channel(player, Way.PUSH, f"{box.url}/{player}", keys, confirmed=True)
        site.notices.change(player, AWAKE)
    clock.ahead += LISTENERS_KEPT
    chance, heard, turns = Chance.seeded("slow"), 0, 0
    client = app.test_client()
    while room.playing().match.outcome is None:
        site.house._serve(room)
        clock.ahead += GRACE + 3 * HOUR
        site.house._serve(room)
        site.postman.turn()
        pushes, heard = box.taken[heard:], len(box.taken)
        assert pushes, "somebody is called every time, and in time"
        for path, _, body in pushes:
            told = msgspec.json.decode(browsers[path].read(body))
            seat = Seat(players.index(path.removeprefix("/")))
            with signed_in(client, players[seat]).get(told["path"]) as page:
                assert page.status_code == 200
            match = room.playing().match
            if told["kind"] == "turn" and match.outcome is None and seat in match.asked():
                room.answer(seat, chance.pick(match.choice(seat).offers()))
                turns += 1
    by = [one.line.by for one in site.matches.lines(room.playing().id)]
    assert by.count(By.PLAYER) == turns > 0
    lines = site.matches.unchecked(room.playing().id)
    assert {line.by.value for line in lines} <= {"player", "rule"}, (
        "no clock ran out, no bot played"
    )


@pytest.mark.rule("boomtown.people.vacation")
class TestVacation:
    def test_the_time_of_who_is_away_stands_still(self, site: Site, clock: Time) -> None:
        room, players = started(site, "bang_dice", 3, 3, clock="day")
        seat = asked(room)
        before = fresh(room, seat, site)
        assert before is not None
        clock.ahead += 20 * HOUR
        site.vacations.take(players[seat], 7)
        with room.lock:
            assert fresh(room, seat, site) == before + 7 * DAY
            assert room.playing().deadline(room.table, seat) == before + 7 * DAY, "it was told"
            face = face_of(room.table, room.playing(), seat)
        assert face is not None
        assert face.lead > 6 * DAY, "the clock does not run yet"
        clock.ahead += 3 * DAY + HOUR
        site.house._serve(room)
        assert site.matches.unchecked(room.playing().id) == [], "nobody's time was up"
        site.vacations.come_back(players[seat])
        back = fresh(room, seat, site)
        assert back is not None
        assert abs(back - (before + 3 * DAY + HOUR)) < HOUR
        assert site.vacations.left(players[seat]) == YEARLY - 4, "the days that were begun"

    def test_quick_tables_wait_for_nobody(self, site: Site, clock: Time) -> None:
        room, players = started(site, "bang_dice", 3, 3, clock="standard")
        seat = asked(room)
        before = fresh(room, seat, site)
        site.vacations.take(players[seat], 7)
        assert fresh(room, seat, site) == before

    def test_it_is_limited_and_never_taken_twice(self, site: Site, clock: Time) -> None:
        ann = site.people.add("Ann", "en").id
        for days in (0, -1, YEARLY + 1):
            with pytest.raises(Refused):
                site.vacations.take(ann, days)
        site.vacations.take(ann, YEARLY)
        with pytest.raises(Refused):
            site.vacations.take(ann, 1)
        clock.ahead += (YEARLY + 1) * DAY
        assert site.vacations.until(ann) is None
        clock.ahead += 366 * DAY
        assert site.vacations.left(ann) == YEARLY, "another year"

    def test_others_see_it_and_the_page_takes_and_ends_it(self, app: Flask, clock: Time) -> None:
        site = site_of(app)
        ann = Person(app, "Ann")
        room, players = started(site, "bang_dice", 3, 3, clock="day")
        assert ann.send("/me/vacation", days="x") == 409
        assert ann.send("/me/vacation", days="99") == 409
        assert say("vacation.left", n=YEARLY) in ann.read("/me/notices")
        mover = signed_in(app.test_client(), players[1])
        with mover.post("/me/vacation", data={"days": "5"}, follow_redirects=True) as reply:
            assert say("vacation.back") in reply.get_data(as_text=True)
        with signed_in(app.test_client(), players[0]).get(f"/t/{room.code}") as reply:
            assert "On vacation until" in reply.get_data(as_text=True)
        with mover.post("/me/vacation", data={"back": "true"}, follow_redirects=True) as reply:
            assert say("vacation.left", n=YEARLY - 1) in reply.get_data(as_text=True)
        assert app.test_client().post("/me/vacation", data={"days": "1"}).status_code == 409


def test_the_next_board_is_one_click_away(app: Flask, clock: Time) -> None:
    site = site_of(app)
    rooms = [started(site, "bang_dice", 3, 3, clock="day") for _ in range(3)]
    ann = site.people.add("Ann", "en").id
    for room, _ in rooms:  # she sits wherever somebody is asked
        with site.database.writing() as session:
            row = session.get_one(SeatRow, (room.code, asked(room)))
            row.player = ann
            session.add(row)
        site.bus.tell(f"table:{room.code}")
    client = signed_in(app.test_client(), ann)
    codes = sorted(room.code for room, _ in rooms)
    visited = [codes[0]]
    for _ in range(3):
        with client.get(f"/t/{visited[-1]}") as reply:
            assert f"/next?after={visited[-1]}" in reply.get_data(as_text=True)
        with client.get(f"/next?after={visited[-1]}", follow_redirects=True) as reply:
            visited.append(landed(reply).removeprefix("/t/"))
    assert visited == [*codes, codes[0]], "round and round"
    for room, _ in rooms:
        site.tables.close(room.code)
    with client.get("/next?after=nothing-like-that", follow_redirects=True) as reply:
        assert landed(reply) == "/", "nobody waits for her"
    with app.test_client().get("/next", follow_redirects=True) as reply:
        assert landed(reply) == "/"
