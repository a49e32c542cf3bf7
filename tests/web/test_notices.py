"""Notices: who is called, when, by which way, and how it is stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from boomtown.core import Seat
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.notices import (
    HOUR,
    HOURLY,
    MOST_TRIES,
    Calling,
    Kind,
    Notice,
    State,
    Way,
    zone_of,
)
from boomtown.web.notices.carriers import Letter
from boomtown.web.notices.crier import REMIND_BEFORE
from boomtown.web.rooms.presence import GRACE
from boomtown.web.site import Site
from boomtown.web.tables.seating import rematch, start
from clocks import Time
from noticed import AWAKE, Called
from posted import Box, served
from sites import answer_any, eventually, seated

TITLE = "BANG! The Dice Game"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def box() -> Iterator[Box]:
    with served(Box()) as box:
        yield box


@pytest.fixture
def called(site: Site, clock: Time, box: Box) -> Called:
    return Called(site, clock, box)


class TestWhoIsCalled:
    @pytest.mark.rule("boomtown.people.notice")
    def test_somebody_whom_a_table_waits_for_and_who_is_not_there(self, called: Called) -> None:
        called.look()
        assert called.read == [], "a page may be reloading"
        called.wait()
        assert [one["kind"] for one in called.read] == ["turn"]
        called.wait()
        assert len(called.box.taken) == 1, "once for a question"

    def test_a_push_arrives_as_the_standards_say_and_tells_nothing_secret(
        self, called: Called
    ) -> None:
        called.wait()
        path, headers, body = called.box.taken[0]
        assert path == f"/{called.player}"
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Authorization"].startswith("vapid t=")
        assert int(headers["TTL"]) > 0
        assert re.fullmatch(r"[\w-]{1,32}", headers["Topic"])
        assert called.room.code.encode() not in body
        told = called.read[0]
        assert told.keys() == {"kind", "title", "text", "path", "tag", "stop", "stop_text"}
        assert told["path"] == f"/t/{called.room.code}"
        assert told["text"] == f"It is your turn: {TITLE}, table {called.room.code}."

    def test_nobody_who_is_there(self, called: Called) -> None:
        called.site.presence.came(called.room.code, called.player)
        called.wait(10 * GRACE)
        assert called.states == []
        called.site.presence.left(called.room.code, called.player)
        called.look()
        assert called.states == []
        called.wait()
        assert called.states == [(Kind.TURN, State.SENT)]

    def test_nobody_whom_it_does_not_wait_for(self, called: Called) -> None:
        other = called.players[(called.seat + 1) % 4]
        called.listen(other)
        called.wait()
        assert called.site.notices.told(other) == []

    def test_nobody_who_does_not_want_to_hear_of_it(self, called: Called) -> None:
        without = msgspec.structs.replace(AWAKE, kinds=(Kind.REMATCH,))
        called.site.notices.change(called.player, without)
        called.wait()
        assert called.states == []

    def test_nothing_is_sent_that_is_not_true_any_more(self, called: Called) -> None:
        called.clock.ahead += GRACE
        called.site.house._serve(called.room)
        answer_any(called.room, called.seat)
        called.site.postman.turn()
        assert called.states == [(Kind.TURN, State.DROPPED)]
        assert called.box.taken == []

    def test_a_reminder_comes_before_the_time_is_up(self, called: Called) -> None:
        live = called.room.playing()
        deadline = live.deadline(called.room.table, called.seat)
        assert deadline is not None
        called.wait()
        called.wait(deadline - live.since - REMIND_BEFORE)
        assert called.states == [(Kind.TURN, State.SENT), (Kind.REMINDER, State.SENT)]
        assert [headers["Urgency"] for _, headers, _ in called.box.taken] == ["normal", "high"]

    def test_the_house_knows_when_to_look_again(self, called: Called) -> None:
        live, table = called.room.playing(), called.room.table
        again = called.site.crier.tend(called.room, live, [called.seat])
        assert again is not None
        called.clock.ahead += GRACE
        called.site.crier.tend(called.room, live, [called.seat])
        deadline = live.deadline(table, called.seat)
        assert deadline is not None
        assert called.site.crier.tend(called.room, live, [called.seat]) == deadline - REMIND_BEFORE

    def test_those_whose_table_starts_and_who_look_elsewhere(
        self, site: Site, called: Called
    ) -> None:
        table, players = seated(site, "bang_dice", 4, 4, clock="day")
        for player in players:
            called.listen(player)
        start(site, table)
        room = site.rooms.get(table.code)
        assert room is not None
        waited = room.playing().match.asked()
        called.clock.ahead += GRACE
        site.house._serve(room)
        site.postman.turn()
        kinds = [
            [kind for kind, _, state in site.notices.told(player) if state is State.SENT]
            for player in players
        ]
        expected = [[Kind.TURN] if seat in waited else [Kind.START] for seat in map(Seat, range(4))]
        assert kinds == expected, "one notice for each"

    def test_the_others_when_somebody_wants_a_rematch(self, site: Site, called: Called) -> None:
        old = called.room.table
        again = rematch(site, old, called.players[(called.seat + 1) % 4])
        site.crier.rematch(old, again)
        called.clock.ahead += GRACE
        site.postman.turn()
        assert site.notices.told(called.player) == [(Kind.REMATCH, again.code, State.SENT)]
        assert called.read[0]["path"] == f"/t/{again.code}"

    def test_each_in_their_language(self, called: Called) -> None:
        for language in LANGUAGES:
            called.site.people.change(called.player, language=language)
            code = called.room.code
            called.site.notices.put([called.player], code, "bang_dice", Kind.TURN, language, 0)
            called.site.postman.still = lambda notice: True
            called.site.postman.turn()
        texts = {told["text"] for told in called.read}
        assert len(texts) == len(LANGUAGES)


class TestWhen:
    @pytest.mark.rule("boomtown.people.notice")
    def test_what_comes_in_quiet_hours_waits_for_their_end(self, called: Called) -> None:
        at = called.room.playing().since
        minute = at // 60_000 % (24 * 60)
        quiet = Calling((minute - 60) % 1440, (minute + 60) % 1440, "UTC")
        called.site.notices.change(called.player, quiet)
        called.wait()
        assert called.states == [(Kind.TURN, State.WAITING)]
        called.wait(HOUR)
        assert called.states == [(Kind.TURN, State.SENT)]

    def test_quiet_hours_are_those_of_the_place(self) -> None:
        calling = Calling(22 * 60, 8 * 60, "Asia/Vladivostok")  # ten hours ahead
        assert calling.quiet_until_when(13 * HOUR) == 22 * HOUR
        assert calling.quiet_until_when(11 * HOUR) is None
        assert calling.quiet_until_when(22 * HOUR) is None
        assert AWAKE.quiet_until_when(0) is None
        assert zone_of("Nowhere/../../etc/passwd").key == "UTC"

    @pytest.mark.rule("boomtown.people.notice")
    def test_not_too_often(self, called: Called) -> None:
        for number in range(HOURLY + 3):
            called.site.notices.put(
                [called.player], called.room.code, "bang_dice", Kind.TURN, f"{number}", 0
            )
        called.site.postman.still = lambda notice: True
        called.site.postman.turn()
        assert len(called.box.taken) == HOURLY
        called.clock.ahead += HOUR + 1
        called.site.postman.turn()
        assert len(called.box.taken) == HOURLY + 3


class TestServicesInTrouble:
    def test_a_browser_that_is_gone_is_called_no_more(self, called: Called) -> None:
        called.box.status = 410
        called.wait()
        assert called.site.notices.channels(called.player) == []
        assert called.states == []

    def test_a_busy_service_is_tried_again_when_it_says(self, called: Called) -> None:
        called.box.status, called.box.headers = 429, {"Retry-After": "600"}
        called.wait()
        called.box.status = 201
        called.wait(590_000)
        assert called.states == [(Kind.TURN, State.WAITING)]
        called.wait(20_000)
        assert called.states == [(Kind.TURN, State.SENT)]

    def test_a_service_that_is_down_is_given_up_in_the_end(self, called: Called) -> None:
        called.box.status = 503
        for _ in range(MOST_TRIES):
            called.wait(30_000)
            called.site.notices.postpone(1, 0)
            called.clock.ahead += 60_001
        called.look()
        assert called.states[0] == (Kind.TURN, State.DROPPED)
        assert len(called.box.taken) == MOST_TRIES

    def test_a_host_that_fails_is_not_asked_for_everybody_and_others_are_served(
        self, called: Called
    ) -> None:
        called.box.status = 503
        other = called.players[(called.seat + 1) % 4]
        called.listen(other)
        with served(Box()) as second:
            keys = msgspec.json.encode(called.browser.keys).decode()
            called.site.notices.add_channel(
                other, Way.PUSH, f"{second.url}/x", keys, confirmed=True
            )
            people = [called.player, other]
            called.site.notices.put(people, called.room.code, "bang_dice", Kind.TURN, "x", 0)
            called.site.postman.still = lambda notice: True
            called.site.postman.turn()
            assert (len(called.box.taken), len(second.taken)) == (1, 1)

    def test_what_is_refused_is_not_tried_again(self, called: Called) -> None:
        called.box.status = 400
        called.wait()
        assert called.states == [(Kind.TURN, State.DROPPED)]

    def test_a_notice_that_cannot_be_made_does_not_keep_back_the_others(
        self, called: Called
    ) -> None:
        for about in ("a", "b"):
            called.site.notices.put(
                [called.player], called.room.code, "bang_dice", Kind.TURN, about, 0
            )
        told = called.site.postman.letter
        called.site.postman.still = lambda notice: True

        def breaks(notice: Notice) -> Letter | None:
            if notice.about == "a":
                raise ValueError
            return told(notice)

        called.site.postman.letter = breaks
        called.site.postman.turn()
        assert called.states == [(Kind.TURN, State.WAITING), (Kind.TURN, State.SENT)]


def test_the_postman_goes_his_rounds_by_himself(called: Called) -> None:
    called.clock.ahead += GRACE
    called.site.house._serve(called.room)
    called.site.postman.start()
    eventually(lambda: len(called.box.taken) == 1)
