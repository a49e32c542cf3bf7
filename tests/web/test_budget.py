"""What one address and one person may do, and how fast."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from inspect import unwrap
from pathlib import Path

import gevent
import pytest
from flask import Flask

from boomtown.web.guard import gate
from boomtown.web.guard.budget import (
    ANYWHERE,
    CONNECTIONS_OF_ADDRESS,
    LIMITS,
    MOST_PURSES,
    SOCKETS_OF_ADDRESS,
    SOCKETS_OF_PERSON,
    TABLES_OF_ADDRESS,
    Act,
    Budgets,
    Connections,
    Payer,
    Toll,
    TooMany,
    address_key,
    origin_of,
)
from boomtown.web.guard.gate import CHANGES_NOTHING, PRICES
from boomtown.web.guard.pacing import Pacing
from sites import app_in, site_of

HOME = "192.0.2.1"
JSON = "application/json"


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budgets(clock: Clock) -> Budgets:
    return Budgets(limited=True, clock=clock)


@pytest.fixture
def limited(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    with app_in(tmp_path, limits=True) as app:
        site_of(app).budgets.clock = clock
        site_of(app).pacing = Pacing(limited=False)  # they come faster than anybody would
        yield app


def paid(budgets: Budgets, act: Act, payer: Payer, times: int) -> int:
    return sum(not budgets.wait(act, payer) for _ in range(times))


class TestPurses:
    def test_a_burst_then_so_much_a_minute(self, budgets: Budgets, clock: Clock) -> None:
        limit, home = LIMITS[Act.CHAT].address, Payer(HOME)
        assert paid(budgets, Act.CHAT, home, 500) == limit.burst
        clock.at = 30
        assert paid(budgets, Act.CHAT, home, 500) == limit.a_minute // 2
        clock.at = 36_000
        assert paid(budgets, Act.CHAT, home, 500) == limit.burst

    def test_who_must_wait_is_told_how_long_and_pays_nothing(
        self, budgets: Budgets, clock: Clock
    ) -> None:
        limit, home = LIMITS[Act.TABLES].address, Payer(HOME)
        paid(budgets, Act.TABLES, home, limit.burst)
        for _ in range(100):
            with pytest.raises(TooMany) as caught:
                budgets.charge(Act.TABLES, home)
        assert caught.value.seconds == 60 // limit.a_minute + 1
        clock.at = caught.value.seconds
        budgets.charge(Act.TABLES, home)

    def test_people_at_one_address_have_purses_of_their_own_and_share_one(
        self, budgets: Budgets
    ) -> None:
        limits = LIMITS[Act.CHAT]
        ann, bill = Payer(HOME, "ann"), Payer(HOME, "bill")
        assert paid(budgets, Act.CHAT, ann, 500) == limits.person.burst
        assert paid(budgets, Act.CHAT, bill, 500) == limits.person.burst
        left = limits.address.burst - 2 * limits.person.burst
        assert paid(budgets, Act.CHAT, Payer(HOME), 500) == left
        assert paid(budgets, Act.CHAT, Payer("192.0.2.2", "ann"), 1) == 0

    def test_many_addresses_cannot_fill_the_memory(self, budgets: Budgets) -> None:
        for number in range(MOST_PURSES + 100):
            budgets.charge(Act.REQUESTS, Payer(f"2001:db8:{number:x}::/64"))
        assert len(budgets) == MOST_PURSES

    def test_whoever_has_not_come_for_a_while_is_forgotten(
        self, budgets: Budgets, clock: Clock
    ) -> None:
        for number in range(1000):
            budgets.charge(Act.REQUESTS, Payer(f"2001:db8:{number:x}::/64"))
        clock.at = 3600
        for number in range(1000):
            budgets.charge(Act.REQUESTS, Payer(f"2001:db8:ff:{number:x}::/64"))
        assert len(budgets) == 1000

    def test_an_empty_purse_is_not_forgotten(self, budgets: Budgets, clock: Clock) -> None:
        home = Payer(HOME)
        paid(budgets, Act.TABLES, home, LIMITS[Act.TABLES].address.burst)
        clock.at = 14
        for number in range(1000):
            budgets.charge(Act.REQUESTS, Payer(f"2001:db8:{number:x}::/64"))
        assert budgets.wait(Act.TABLES, home)

    def test_nobody_counts_where_limits_are_off(self) -> None:
        budgets = Budgets(limited=False)
        assert paid(budgets, Act.TABLES, Payer(HOME), 500) == 500
        for _ in range(500):
            Toll(budgets, Payer(HOME, "ann"))


class TestSockets:
    @pytest.mark.rule("boomtown.site.sockets")
    def test_an_address_and_a_person_have_so_many_open(self, budgets: Budgets) -> None:
        ann = [Toll(budgets, Payer(HOME, "ann")) for _ in range(SOCKETS_OF_PERSON)]
        with pytest.raises(TooMany):
            Toll(budgets, Payer(HOME, "ann"))
        others = SOCKETS_OF_ADDRESS - SOCKETS_OF_PERSON
        rest = [Toll(budgets, Payer(HOME)) for _ in range(others)]
        with pytest.raises(TooMany):
            Toll(budgets, Payer(HOME))
        Toll(budgets, Payer("192.0.2.2", "bill"))
        ann.pop().close()
        Toll(budgets, Payer(HOME, "ann"))
        with pytest.raises(TooMany):
            Toll(budgets, Payer(HOME))
        assert len(rest) == others

    def test_who_is_known_later_pays_from_then_on(self, budgets: Budgets) -> None:
        tolls = [Toll(budgets, Payer(HOME)) for _ in range(SOCKETS_OF_PERSON + 1)]
        for toll in tolls[:-1]:
            toll.known_as("ann")
        with pytest.raises(TooMany):
            tolls[-1].known_as("ann")


class TestConnections:
    def test_an_address_has_so_many_open_even_if_it_asks_for_nothing(self) -> None:
        connections = Connections(limited=True)
        keys = [connections.enter("2001:db8::1") for _ in range(CONNECTIONS_OF_ADDRESS)]
        assert connections.enter("2001:db8::2") is None
        assert connections.enter("192.0.2.1") is not None
        assert keys[0] is not None
        connections.leave(keys[0])
        assert connections.enter("2001:db8::2") is not None

    @pytest.mark.parametrize("here", ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""])
    def test_this_machine_is_not_counted(self, here: str) -> None:
        connections = Connections(limited=True)
        for _ in range(CONNECTIONS_OF_ADDRESS + 1):
            assert connections.enter(here) is not None

    def test_behind_a_proxy_nobody_is(self) -> None:
        connections = Connections(limited=False)
        for _ in range(CONNECTIONS_OF_ADDRESS + 1):
            assert connections.enter(HOME) is not None


def test_a_body_that_trickles_in_is_given_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.01)

    class Slow(io.RawIOBase):
        """As a server under gevent waits for a client that sends nothing more."""

        def readinto(self, _buffer: object) -> int:
            gevent.sleep(10)
            return 0

    for path, kind in (("/theme", "application/x-www-form-urlencoded"), ("/api/tables", JSON)):
        with app.test_client().post(
            path, content_type=kind, environ_overrides={"wsgi.input": Slow(), "CONTENT_LENGTH": "9"}
        ) as reply:
            assert reply.status_code == 408


class TestAddresses:
    def test_a_household_is_one_address(self) -> None:
        assert address_key("2001:db8:1:2::1") == address_key("2001:db8:1:2:ffff::9")
        assert address_key("2001:db8:1:2::1") != address_key("2001:db8:1:3::1")
        assert address_key("::ffff:192.0.2.1") == HOME

    @pytest.mark.parametrize(
        "odd",
        ["", "unknown", "_hidden", "1.2.3", "999.1.1.1", "a\x00b", "[", "]:", "fe80::%", "9" * 999],
    )
    def test_odd_addresses_share_one(self, odd: str) -> None:
        assert address_key(odd) == ANYWHERE

    def test_an_origin_tells_no_address(self) -> None:
        origin = origin_of(HOME, b"key")
        assert origin == origin_of(HOME, b"key")
        assert origin != origin_of(HOME, b"another key")
        assert origin != origin_of("192.0.2.2", b"key")
        assert HOME not in origin


class TestRequests:
    def test_one_purse_for_all_pages(self, limited: Flask) -> None:
        client, burst = limited.test_client(), LIMITS[Act.WRITES].address.burst
        paths = ["/theme", "/language", "/t/nowhere/undo", "/api/tables/nowhere/undo"]
        codes = []
        for number in range(burst + 4):
            with client.post(paths[number % 4], data={"theme": "dark", "lang": "ru"}) as reply:
                codes.append(reply.status_code)
        assert 429 not in codes[:burst]
        assert codes[burst:] == [429] * 4

    @pytest.mark.rule("boomtown.site.pace")
    def test_what_is_too_much_names_its_rule_and_when_to_come_again(self, limited: Flask) -> None:
        client, limit = limited.test_client(), LIMITS[Act.TABLES].address
        wanted = {"game": "high_noon", "seats": 2}
        for _ in range(limit.burst):
            site_of(limited).budgets.charge(Act.TABLES, Payer("127.0.0.1"))
        with client.post("/api/tables", json=wanted) as reply:
            assert reply.status_code == 429
            assert reply.get_json()["rule"] == "boomtown.site.pace"
            assert int(reply.headers["Retry-After"]) == 60 // limit.a_minute + 1
        with client.post("/tables", data={"game": "high_noon"}) as reply:
            assert reply.status_code == 429
            assert "Retry-After" in reply.headers

    def test_turning_somebody_away_costs_nothing(self, limited: Flask) -> None:
        """Somebody who is turned away costs no look into the database."""
        burst = LIMITS[Act.REQUESTS].address.burst
        for _ in range(burst):
            site_of(limited).budgets.charge(Act.REQUESTS, Payer("127.0.0.1"))
        site_of(limited).database.close()
        for path in ("/", "/t/nowhere", "/static/site.css", "/api/tables"):
            with limited.test_client().get(path) as reply:
                assert reply.status_code == 429
        with limited.test_client().get("/healthz") as reply:
            assert reply.status_code != 429

    @pytest.mark.rule("boomtown.site.tables")
    def test_tables_that_nobody_finishes_are_counted_by_origin(
        self, limited: Flask, clock: Clock
    ) -> None:
        client, wanted = limited.test_client(), {"game": "high_noon", "seats": 2}
        codes = []
        for _ in range(TABLES_OF_ADDRESS + 1):
            clock.at += 60
            with client.post("/api/tables", json=wanted) as reply:
                codes.append((reply.status_code, reply.get_json().get("rule")))
        assert codes[:-1] == [(201, None)] * TABLES_OF_ADDRESS
        assert codes[-1] == (429, "boomtown.site.tables")
        elsewhere = {"REMOTE_ADDR": "192.0.2.2"}
        with client.post("/api/tables", json=wanted, environ_overrides=elsewhere) as reply:
            assert reply.status_code == 201
            made = site_of(limited).tables.get_one(reply.get_json()["code"])
        assert made.origin == origin_of("192.0.2.2", b"a key for tests")

    def test_a_family_at_one_address_plays(self, limited: Flask) -> None:
        """Five people open a page with its files, make a table, sit down, talk."""
        for number in range(5):
            client = limited.test_client()
            for _ in range(30):
                with client.get("/static/site.css") as reply:
                    assert reply.status_code == 200
            with client.post("/games/high_noon/play", data={"name": f"P{number}"}) as reply:
                assert reply.status_code == 302
                table = reply.headers["Location"]
            for _ in range(5):
                with client.post(f"{table}/say", data={"text": "Draw."}) as reply:
                    assert reply.status_code == 302

    def test_whatever_makes_a_table_has_a_price(self, app: Flask) -> None:
        making = {
            endpoint
            for endpoint, view in app.view_functions.items()
            if "table_origin" in unwrap(view).__code__.co_names
        }
        assert {"tables.make", "lessons.begin", "dealing.play", "tournaments.start"} <= making
        free = {endpoint for endpoint in making if Act.TABLES not in PRICES.get(endpoint, {})}
        assert not free

    @pytest.mark.rule("boomtown.site.tables")
    def test_tournaments_are_counted_with_the_tables_of_their_address(
        self, limited: Flask, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(gate, "TABLES_OF_ADDRESS", 4)
        first, codes, link = limited.test_client(), [], ""
        for number in range(4):
            clock.at += 60
            client = first if number == 0 else limited.test_client()  # a new guest each
            with client.post("/tournaments", data={"game": "high_noon"}) as reply:
                codes.append(reply.status_code)
                link = link or reply.headers["Location"]
        assert codes == [302] * 4
        with limited.test_client().post("/tournaments", data={"game": "high_noon"}) as reply:
            assert reply.status_code == 429
        with limited.test_client().post(f"{link}/join", data={"name": "Bill"}) as reply:
            assert reply.status_code == 302
        with first.post(f"{link}/start") as reply:
            assert reply.status_code == 429, "its tables come on top"

    def test_prices_are_of_endpoints_that_exist(self, app: Flask) -> None:
        assert {*PRICES, *CHANGES_NOTHING} <= set(app.view_functions)


class TestProxies:
    def test_a_forwarded_address_without_a_trusted_proxy_is_told_once(
        self, limited: Flask, caplog: pytest.LogCaptureFixture
    ) -> None:
        gate.warn_of_a_proxy.cache_clear()
        with caplog.at_level(logging.WARNING, "boomtown.web.guard.gate"):
            for _ in range(3):
                limited.test_client().get("/", headers={"X-Forwarded-For": "192.0.2.9"}).close()
        warned = [
            record.message for record in caplog.records if "BOOMTOWN_PROXIES" in record.message
        ]
        assert len(warned) == 1

    def test_a_trusted_proxy_may_say_odd_things(self, tmp_path: Path) -> None:
        with app_in(tmp_path, limits=True, proxies=1) as app:
            for odd in ("", "unknown", ",,,", "1.2.3.4:99, [::1]:8", "\xe2\x98\x83", "x" * 999):
                with app.test_client().get("/credits", headers={"X-Forwarded-For": odd}) as reply:
                    assert reply.status_code == 200
