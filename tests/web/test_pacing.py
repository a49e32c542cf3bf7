"""How much of the process one address may have."""

from __future__ import annotations

from pathlib import Path

import greenlet  # type: ignore[import-untyped]  # it has no types
import pytest

from boomtown.web.guard import pacing
from boomtown.web.guard.budget import TooMany
from boomtown.web.guard.pacing import AT_ONCE, LONGEST_WAIT, PEAK, SUSTAINED, Pacing, Spell
from sites import app_in, site_of

HOME, ELSEWHERE = "home", "elsewhere"


class Time:
    """A clock on which only waiting and work take time."""

    def __init__(self) -> None:
        self.at = 0.0
        self.slept: list[float] = []
        self.rests = 0

    def __call__(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds

    def rest(self) -> None:
        self.rests += 1


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr("time.thread_time", time)
    return time


@pytest.fixture
def lanes(time: Time) -> Pacing:
    return Pacing(limited=True, clock=time, sleep=time.sleep, rest=time.rest)


def work(lanes: Pacing, time: Time, address: str, milliseconds: float) -> None:
    with lanes.turn(address):
        time.at += milliseconds / 1000


class TestLanes:
    def test_whoever_asks_for_little_never_waits(self, lanes: Pacing, time: Time) -> None:
        for _ in range(1000):
            work(lanes, time, HOME, 2)
            time.at += 0.05
        assert time.slept == []
        assert time.rests == 0

    def test_whoever_had_much_waits_until_nobody_else_has_anything_to_do(
        self, lanes: Pacing, time: Time
    ) -> None:
        work(lanes, time, HOME, AT_ONCE + 10)
        assert time.rests == 0
        work(lanes, time, HOME, 1)
        assert time.rests == 1
        work(lanes, time, ELSEWHERE, 1)
        assert time.rests == 1, "others do not wait for that"

    def test_in_the_long_run_an_address_has_its_share(self, lanes: Pacing, time: Time) -> None:
        for _ in range(5000):
            work(lanes, time, HOME, 20)
        share = 5000 * 20 / 1000 / time.at
        assert share == pytest.approx(SUSTAINED.a_minute / 60_000, rel=0.1)

    def test_others_have_their_turn_between_dear_requests(self, lanes: Pacing, time: Time) -> None:
        for _ in range(20):
            work(lanes, time, HOME, 20)
        assert len(time.slept) > 10
        least = 20 / 1000 / (PEAK.a_minute / 60_000) - 20 / 1000
        assert all(seconds >= 0.9 * least for seconds in time.slept[1:])

    def test_requests_that_come_at_once_do_not_begin_at_once(
        self, lanes: Pacing, time: Time
    ) -> None:
        begun = [lanes.enter(HOME) for _ in range(30)]
        assert len(time.slept) >= 10
        assert len(begun) == 30

    def test_one_address_holds_up_no_other(self, lanes: Pacing, time: Time) -> None:
        for _ in range(5):
            work(lanes, time, HOME, 200)
        assert lanes.wait(HOME) > 0
        assert lanes.wait(ELSEWHERE) == 0
        time.slept.clear()
        work(lanes, time, ELSEWHERE, 1)
        assert time.slept == []

    @pytest.mark.rule("boomtown.site.pace")
    def test_a_long_wait_is_refused_with_its_length(self, lanes: Pacing, time: Time) -> None:
        with lanes.charged(HOME):
            time.at += 10
        with pytest.raises(TooMany) as caught:
            lanes.enter(HOME)
        assert caught.value.seconds > LONGEST_WAIT

    def test_what_cannot_wait_is_paid_for(self, lanes: Pacing, time: Time) -> None:
        with lanes.charged(HOME):
            time.at += 1
        assert time.slept == []
        assert lanes.wait(HOME) > 0

    def test_whoever_has_not_come_for_a_while_is_forgotten(self, lanes: Pacing, time: Time) -> None:
        for number in range(100):
            work(lanes, time, f"first {number}", 1)
        time.at += 3600
        for number in range(100):
            work(lanes, time, f"second {number}", 1)
        assert len(lanes) <= 101

    def test_nobody_waits_where_limits_are_off(self, time: Time) -> None:
        lanes = Pacing(limited=False, clock=time, sleep=time.sleep)
        for _ in range(100):
            work(lanes, time, HOME, 100)
        assert time.slept == []
        assert len(lanes) == 0


def test_waiting_for_others_costs_nothing(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    before = greenlet.gettrace()
    pacing.watch_switches()
    try:
        mine = greenlet.getcurrent()
        other = greenlet.greenlet(lambda: setattr(time, "at", time.at + 5))
        monkeypatch.setitem(pacing._running, mine, spell := Spell())
        time.at += 0.25
        other.switch()
        time.at += 0.25
        assert spell.milliseconds() == pytest.approx(500)
    finally:
        greenlet.settrace(before)


def test_a_request_of_an_address_in_debt_waits_and_others_do_not(tmp_path: Path) -> None:
    time = Time()
    with app_in(tmp_path, limits=True) as app:
        lanes = site_of(app).pacing = Pacing(limited=True, clock=time, sleep=time.sleep)
        client = app.test_client()
        assert client.get("/me").status_code == 200
        (lane,) = lanes._lanes.values()
        lane.take(1000)
        elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
        assert client.get("/me", environ_base=elsewhere).status_code == 200
        assert time.slept == []
        assert client.get("/me").status_code == 200
        assert time.slept[0] > 1
        lane.take(10_000)
        assert client.get("/me").status_code == 429
        assert client.get("/healthz").status_code == 200
