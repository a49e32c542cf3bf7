"""The house: bots, clocks, envelopes, and whoever has gone away."""

from __future__ import annotations

import time

import pytest

from boomtown.core import By, Refused, Seat
from boomtown.store.bus import match_topic
from boomtown.store.database import now
from boomtown.store.outages import LEAD
from boomtown.store.tables import Phase
from boomtown.web.guard.pacing import Pacing
from boomtown.web.rooms.house import owner_of
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.seating import start
from clocks import Time
from sites import Looker, answer_any, eventually, seated, started


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def asked(room: Room) -> list[Seat]:
    """Who must answer, between two moves of the house."""
    with room.lock:
        return room.playing().match.asked()


def lines(site: Site, room: Room) -> list[tuple[int, By]]:
    return [(one.line.seat, one.line.by) for one in site.matches.lines(room.playing().id)]


def test_bots_play_a_whole_match_among_themselves(site: Site) -> None:
    room, _ = started(site, "bang_dice", 0, 4, bot="sharp")
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)
    assert {by for _, by in lines(site, room)} == {By.BOT}
    stored = site.matches.get(room.playing().id)
    assert stored is not None
    assert stored.outcome == room.playing().match.outcome


def test_a_match_begun_before_the_house_opens_is_taken_up(site: Site) -> None:
    room, _ = started(site, "high_noon", 0, 3)
    assert room.playing().match.number == 0
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)


def test_bots_wait_for_people(site: Site) -> None:
    room, _ = started(site, "bang_dice", 1, 4)
    site.house.start()
    for _ in range(5):
        eventually(lambda: asked(room) == [0] or room.playing().match.outcome is not None)
        if not asked(room):
            return  # a short match: the person may be shot before the fifth answer
        number = room.playing().match.number
        time.sleep(0.05)
        assert room.playing().match.number == number
        answer_any(room, Seat(0))


def test_bots_wait_while_whoever_made_the_table_has_had_more_than_a_share(
    site: Site,
) -> None:
    room, _ = started(site, "high_noon", 0, 3)
    at = [0.0]
    lanes = Pacing(limited=True, clock=lambda: at[0])
    site.house._pacing = lanes
    owner = owner_of(room.table)
    with lanes.charged(owner):
        lanes._lanes[owner].take(5000)
    again = site.house._keep_question(room, room.playing())
    assert again is not None
    assert again >= now() + 4000
    assert not site.house._thinking
    at[0] += 60
    assert site.house._keep_question(room, room.playing()) is None
    assert site.house._thinking


def test_a_match_cut_off_before_its_end_was_noted_is_ended(site: Site) -> None:
    room, _ = started(site, "high_noon", 0, 2)
    match = room.playing().match
    with room.lock:
        while match.outcome is None:
            answer_any(room, match.asked()[0])
    with site.database.writing() as session:
        session.connection().exec_driver_sql("UPDATE tables SET phase = 'playing'")
    room.table_changed()
    assert room.table.phase is Phase.PLAYING
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)


def test_bots_do_not_wait_for_a_clock_that_was_ahead(site: Site, clock: Time) -> None:
    room, _ = started(site, "bang_dice", 0, 4)
    clock.wall += 60_000
    clock.start()
    answer_any(room, room.playing().match.asked()[0])  # a process that has started too early
    clock.wall -= 60_000
    clock.start()
    site.house.start()
    eventually(lambda: room.playing().match.number > 1)


class TestClocks:
    def test_without_a_clock_nobody_is_late(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "bang_dice", 4, 4)
        site.house.start()
        clock.ahead = 10**9
        site.house.look(room.code)
        time.sleep(0.2)
        assert lines(site, room) == []

    def test_when_the_time_and_the_bank_are_up_the_default_is_the_answer(
        self, site: Site, clock: Time
    ) -> None:
        room, _ = started(site, "bang_dice", 4, 4, clock="quick")
        live = room.playing()
        seat = live.match.asked()[0]
        deadline = live.deadline(room.table, seat)
        assert deadline == live.since + 20 * 600 + 60_000, "20 seconds hinted, and a minute banked"
        site.house.start()
        clock.run(site, LEAD + 20 * 600 + 60_000 - 10_000)
        assert lines(site, room) == []
        clock.run(site, 15_000)
        eventually(lambda: lines(site, room)[:1] == [(seat, By.CLOCK)])

    def test_slow_answers_empty_the_bank(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "bang_dice", 4, 4, clock="quick")
        live = room.playing()
        seat = live.match.asked()[0]
        clock.ahead = 20 * 600 + 10_000
        room.answer(seat, "throw")
        assert 50_000 - 2000 < live.bank_left("quick", seat) <= 50_000
        other = room.playing()
        assert other.deadline(room.table, Seat((seat + 1) % 4)) is not None

    def test_a_pause_takes_nobodys_time_and_stops_the_bots(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "bang_dice", 4, 4, clock="quick")
        live = room.playing()
        seat = live.match.asked()[0]
        before = live.deadline(room.table, seat)
        assert before is not None
        everybody = [place.player for place in room.table.seats if place.player is not None]
        for player in everybody:
            site.pausing._pauses.want(room.code, player, everybody)
        site.house.start()
        clock.ahead = 5 * 10**5
        site.house.look(room.code)
        time.sleep(0.2)
        assert lines(site, room) == []
        site.pausing._pauses.go_on(room.code, live.match.moment, live.since)
        after = live.deadline(room.table, seat)
        assert after is not None
        late = after - before - 5 * 10**5
        assert 0 <= late < LEAD + 5000, "the house was away in the pause: that counts once"
        room.answer(seat, "throw")
        assert live.bank_left("quick", seat) == 60_000
        assert room.table.stood_still(live.match.moment, live.since, live.since, ()) == 0

    @pytest.mark.rule("cash.online.deadline")
    def test_a_strict_question_ends_for_everybody_at_once_without_any_bank(
        self, site: Site, clock: Time
    ) -> None:
        room, _ = started(site, "cash_n_guns", 4, 4, clock="quick")
        live = room.playing()
        assert {live.deadline(room.table, seat) for seat in live.match.asked()} == {
            live.since + live.lead + 45 * 600
        }
        for seat in (Seat(0), Seat(1)):
            room.answer(seat, "click")
        looks: list[int] = []
        room.watchers.add(Looker(lambda: looks.append(live.match.moment)))
        site.house.start()
        clock.run(site, 45 * 600 + live.lead + LEAD)
        eventually(lambda: len(lines(site, room)) == 4)
        assert sorted(lines(site, room)[2:]) == [(2, By.CLOCK), (3, By.CLOCK)]
        assert 0 not in looks, "nobody sees one of them late before the other"

    @pytest.mark.rule("cash.online.timer_off")
    def test_where_a_game_plays_without_limits_no_clock_counts(
        self, site: Site, clock: Time
    ) -> None:
        options = {"time_limits": False}
        room, _ = started(site, "cash_n_guns", 4, 4, clock="quick", options=options)
        live = room.playing()
        assert {live.deadline(room.table, seat) for seat in live.match.asked()} == {None}
        site.house.start()
        clock.ahead = 10**9
        site.house.look(room.code)
        time.sleep(0.2)
        assert lines(site, room) == []

    @pytest.mark.rule("cash.online.deadline")
    def test_a_sealed_answer_that_is_taken_back_gives_nobody_more_time(
        self, site: Site, clock: Time
    ) -> None:
        room, _ = started(site, "cash_n_guns", 4, 4, clock="quick")
        live = room.playing()
        before = live.deadline(room.table, Seat(1))
        clock.ahead = 5000
        room.answer(Seat(0), "click")
        room.undo(Seat(0))
        assert live.deadline(room.table, Seat(1)) == before

    def test_the_bank_survives_a_restart(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "bang_dice", 4, 4, clock="quick")
        live = room.playing()
        seat = live.match.asked()[0]
        clock.ahead = 20 * 600 + 10_000
        room.answer(seat, "throw")
        left, since = live.bank_left("quick", seat), live.since
        room._live = None  # as in another process, or after a restart
        again = room.playing()
        assert again is not live
        assert (again.bank_left("quick", seat), again.since) == (left, since)


class TestLeaving:
    @pytest.mark.rule("boomtown.table.away")
    def test_a_bot_plays_on_until_the_player_comes_back(self, site: Site) -> None:
        room, players = started(site, "bang_dice", 2, 4, bot="sharp")
        site.house.start()
        eventually(lambda: asked(room) != [] and asked(room)[0] in (0, 1))
        seat = asked(room)[0]
        site.tables.leave(room.code, players[seat], "sharp")
        eventually(lambda: (seat, By.BOT) in lines(site, room))
        if room.table.phase is Phase.PLAYING:
            table = site.tables.come_back(room.code, players[seat])
            assert not table.seats[seat].played_by_bot

    @pytest.mark.rule("boomtown.table.away")
    def test_when_no_person_is_left_the_table_waits(self, site: Site) -> None:
        room, players = started(site, "bang_dice", 2, 4, bot="sharp")
        for player in players:
            assert not room.table.deserted
            site.tables.leave(room.code, player, "sharp")
        assert room.table.deserted
        site.house._serve(room)
        assert not site.house._thinking
        site.tables.come_back(room.code, players[0])
        assert not room.table.deserted
        site.house._serve(room)
        place = room.table.seats[asked(room)[0]]
        assert bool(site.house._thinking) == place.played_by_bot

    def test_bots_among_themselves_are_no_table_without_people(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 0, 4)
        assert not room.table.deserted


class TestWindows:
    """Questions whose time must tell nothing (bang.ask.*)."""

    def throw(self, site: Site, people: int, **options: object) -> Room:
        """A table with special roles where the first throw has just been made."""
        special = {"special_roles": "special", "characters": "off", **options}
        table, _ = seated(site, "bang_dice", people, 5, options=special, clock="standard")
        start(site, table)
        room = site.rooms.get(table.code)
        assert room is not None
        with room.lock:
            room.answer(room.playing().match.asked()[0], "throw")
        assert room.playing().match.hushed
        return room

    @pytest.mark.rule("bang.ask.sealed")
    def test_an_answer_is_put_aside_and_changes_nothing_that_anybody_can_see(
        self, site: Site
    ) -> None:
        room = self.throw(site, 5)
        match = room.playing().match
        before = [match.hash(), match.number, match.prompt(), match.view(None)]
        seat = match.asked()[0]
        room.answer(seat, "pass")
        assert [match.hash(), match.number, match.prompt(), match.view(None)] == before
        assert site.matches.envelopes(room.playing().id, match.moment) == {seat: "pass"}

    def test_nothing_is_put_aside_for_a_seat_whose_envelope_was_opened(self, site: Site) -> None:
        """The house was cut off between two of them, and will go on."""
        room = self.throw(site, 5)
        match = room.playing().match
        first, second = match.asked()[:2]
        room.time_out(first)
        assert match.hushed, "the others are still to be opened"
        with pytest.raises(Refused) as caught:
            room.answer(first, "pass")
        assert caught.value.refusal.rule == "boomtown.answer.overtaken"
        room.answer(second, "pass")
        assert site.matches.envelopes(room.playing().id, match.moment) == {second: "pass"}

    def test_the_house_hears_of_it_wherever_it_is(self, site: Site) -> None:
        room = self.throw(site, 5)
        heard: list[str] = []
        site.bus.listen(heard.append)
        room.answer(room.playing().match.asked()[0], "pass")
        assert heard == [match_topic(room.playing().id)]

    @pytest.mark.rule("bang.ask.everyone")
    def test_what_may_not_be_answered_is_refused_at_once(self, site: Site) -> None:
        room = self.throw(site, 5)
        match = room.playing().match
        seat = next(s for s in match.asked() if "doctor" in match.choice(s).refused)  # type: ignore[attr-defined]  # a OneOf
        with pytest.raises(Refused):
            room.answer(seat, "doctor")
        assert site.matches.envelopes(room.playing().id, match.moment) == {}

    @pytest.mark.rule("bang.ask.clock")
    def test_in_strict_mode_a_window_lasts_its_whole_time(self, site: Site, clock: Time) -> None:
        room = self.throw(site, 5, strict_windows=True, window_seconds=2)
        live = room.playing()
        moment = live.match.moment
        for seat in live.match.asked():
            room.answer(seat, "pass")
        site.house.start()
        time.sleep(0.3)
        assert live.match.moment == moment, "everybody has passed, but the time is not up"
        clock.run(site, 2000 + LEAD)
        eventually(lambda: live.match.moment > moment)

    @pytest.mark.rule("bang.ask.clock")
    def test_silence_is_a_pass_when_the_time_is_up(self, site: Site, clock: Time) -> None:
        room = self.throw(site, 5, window_seconds=2)
        live = room.playing()
        moment = live.match.moment
        site.house.start()
        clock.run(site, 8000 + LEAD)
        eventually(lambda: live.match.moment > moment)
