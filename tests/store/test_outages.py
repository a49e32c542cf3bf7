"""Time without a house, and the clock of the site."""

from __future__ import annotations

import pytest

from boomtown.store.bus import Bus
from boomtown.store.database import Database
from boomtown.store.outages import BEAT, GAP, LEAD, Outages, merged, overlap, running_for
from boomtown.store.siteclock import SiteClock, now
from clocks import Time

DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def outages(database: Database, clock: Time) -> Outages:
    outages = Outages(database, Bus(database))
    outages.beat(opening=True)
    return outages


def beat_for(milliseconds: int, outages: Outages, clock: Time) -> None:
    """The house lives for a while."""
    for _ in range(milliseconds // BEAT):
        clock.ahead += BEAT
        outages.beat()


class TestSpans:
    def test_spans_that_touch_become_one(self) -> None:
        assert merged([(5, 9), (1, 3), (8, 12), (3, 4)]) == ((1, 4), (5, 12))

    def test_what_overlaps_is_counted_once(self) -> None:
        spans = ((10, 20), (30, 40))
        assert overlap(spans, 0, 100) == 20
        assert overlap(spans, 15, 35) == 10
        assert overlap(spans, 20, 30) == 0

    @pytest.mark.parametrize(("length", "up"), [(4, 4), (10, 10), (11, 21), (19, 29), (25, 45)])
    def test_a_clock_runs_only_outside_of_them(self, length: int, up: int) -> None:
        spans = ((10, 20), (30, 40))
        assert running_for(spans, 0, length) == up
        assert up - overlap(spans, 0, up) == length

    def test_what_was_over_before_the_question_holds_nobody_up(self) -> None:
        assert running_for(((1, 5), (8, 12)), 10, 3) == 15


class TestHeartbeat:
    def test_whoever_answers_before_the_house_has_opened_does_not_pay_for_the_outage(
        self, outages: Outages, clock: Time, database: Database
    ) -> None:
        beat_for(2 * LEAD, outages, clock)
        last = now()
        clock.ahead += DAY
        fresh = Outages(database, Bus(database))
        fresh.read()
        assert overlap(fresh.spans, last, now()) == pytest.approx(DAY, abs=1000)
        assert overlap(fresh.spans, now(), now() + DAY) == pytest.approx(LEAD, abs=1000)

    def test_a_house_that_beats_has_no_outage(self, outages: Outages, clock: Time) -> None:
        before = outages.spans
        beat_for(10 * BEAT, outages, clock)
        assert outages.spans == before

    def test_the_time_since_the_last_beat_and_a_lead_are_an_outage(
        self, outages: Outages, clock: Time
    ) -> None:
        beat_for(2 * LEAD, outages, clock)
        last = now()
        clock.ahead += 3_600_000
        outages.beat(opening=True)
        begun, ended = outages.spans[-1]
        assert abs(begun - last) < 1000
        assert abs(ended - now() - LEAD) < 1000

    def test_a_house_that_slept_has_held_the_clocks(self, outages: Outages, clock: Time) -> None:
        beat_for(2 * LEAD, outages, clock)
        known = len(outages.spans)
        clock.ahead += GAP + 1000
        outages.beat()
        assert len(outages.spans) == known + 1

    def test_two_crashes_without_a_beat_between_are_one_outage(
        self, database: Database, outages: Outages, clock: Time
    ) -> None:
        for _ in range(2):
            outages.beat(opening=True)
        assert len(outages.spans) == 1
        again = Outages(database, Bus(database))
        again.read()
        assert again.spans == outages.spans

    def test_other_processes_hear_of_it(self, database: Database, clock: Time) -> None:
        bus = Bus(database)
        house, other = Outages(database, bus), Outages(database, bus)
        house.beat(opening=True)
        assert other.spans == house.spans != ()


class TestSiteClock:
    @pytest.mark.parametrize("jump", [-DAY, DAY])
    def test_a_jump_of_the_walls_clock_changes_nothing(self, clock: Time, jump: int) -> None:
        before = now()
        clock.wall += jump
        assert 0 <= now() - before < 5000

    def test_a_process_never_starts_before_the_last_heartbeat(
        self, database: Database, outages: Outages, clock: Time
    ) -> None:
        outages.beat()
        last = outages.spans[-1][1] - LEAD
        clock.wall -= DAY
        clock.start()
        assert now() < last
        Outages(database, Bus(database)).read()
        assert now() >= last

    def test_others_follow_the_leader_and_time_never_runs_back(self) -> None:
        steady = [0]
        clock = SiteClock(lambda: 10_000_000_000, lambda: steady[0] * 1_000_000)
        assert clock.now() == 10_000
        clock.follow(4_000)  # the leader's clock is six seconds behind
        assert clock.now() == 10_000
        steady[0] += 7_000
        assert clock.now() == 11_000
        clock.follow(10_500)  # heard half a second late
        assert clock.now() == 11_000

    def test_whoever_starts_far_ahead_does_not_stand_still_until_the_leader_has_caught_up(
        self,
    ) -> None:
        steady = [0]
        clock = SiteClock(lambda: DAY * 1_000_000, lambda: steady[0] * 1_000_000)
        assert clock.now() == DAY
        clock.follow(4_000)
        steady[0] += 1_000
        assert clock.now() == 5_000
