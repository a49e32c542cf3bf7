"""Who is at a table, here and in other processes, and for how long somebody has been away."""

from __future__ import annotations

import pytest

from boomtown.store.bus import EVERYTHING, Bus
from boomtown.store.database import Database, now
from boomtown.web.rooms.presence import AT_ONCE, GRACE, LAPSE, REPEAT, Presence
from clocks import Time

CODE, ANN = "dry-gulch-12", "ann"


class Wire:
    """Carries what processes tell each other."""

    def __init__(self) -> None:
        self.ends: list[WiredBus] = []
        self.told: list[str] = []
        self.cut = False

    def tell(self, sender: Bus, topic: str) -> None:
        if self.cut:
            raise ConnectionError("the database is away")
        self.told.append(topic)
        for end in self.ends:
            if end is not sender:
                end.tell_here(topic)


class WiredBus(Bus):
    """The bus of one process of several."""

    def __init__(self, database: Database, wire: Wire) -> None:
        super().__init__(database)
        self._wire = wire
        wire.ends.append(self)

    @property
    def alone(self) -> bool:
        return False

    def tell(self, topic: str) -> None:
        self._wire.tell(self, topic)
        self.tell_here(topic)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def wire() -> Wire:
    return Wire()


def process(wire: Wire) -> Presence:
    """A process that shares a database with others."""
    return Presence(WiredBus(Database("sqlite://"), wire))


def away(presence: Presence, player: str = ANN) -> int | None:
    """For how many seconds somebody has been away."""
    since = presence.gone_since(CODE, player)
    return None if since is None else round((now() - since) / 1000)


def test_an_open_page_is_somebody_here_and_the_last_one_counts(clock: Time, wire: Wire) -> None:
    one = process(wire)
    seen: list[str] = []
    one.on_change = seen.append
    one.came(CODE, ANN)
    one.came(CODE, ANN)
    assert away(one) is None
    one.left(CODE, ANN)
    assert away(one) is None
    assert seen == [CODE]
    clock.ahead += 60_000
    one.left(CODE, ANN)
    assert seen == [CODE, CODE]
    clock.ahead += 7 * 60_000
    assert away(one) == 7 * 60
    assert one.gone_since("long-gulch-3", ANN) is not None, "at another table is not here"


def test_before_a_process_began_it_has_missed_nobody(clock: Time, wire: Wire) -> None:
    one = process(wire)
    clock.ahead += 30_000
    assert away(one) == 30


def test_a_form_or_a_program_is_a_sign(clock: Time, wire: Wire) -> None:
    one, two = process(wire), process(wire)
    clock.ahead += 10 * 60_000
    one.saw(CODE, ANN)
    assert (away(one), away(two)) == (0, 0)
    told = len(wire.told)
    one.saw(CODE, ANN)
    assert len(wire.told) == told, "who asks again and again is told of once"
    clock.ahead += GRACE + 1000
    one.saw(CODE, ANN)
    assert len(wire.told) == told + 1


def test_pages_in_other_processes_count(clock: Time, wire: Wire) -> None:
    one, two = process(wire), process(wire)
    seen: list[str] = []
    two.on_change = seen.append
    one.came(CODE, ANN)
    assert away(two) is None
    two.came(CODE, ANN)
    one.left(CODE, ANN)
    assert (away(one), away(two)) == (None, None)
    clock.ahead += 5000
    two.left(CODE, ANN)
    clock.ahead += 90_000
    assert (away(one), away(two)) == (90, 90)
    assert seen.count(CODE) >= 2


def test_what_a_killed_process_had_open_is_forgotten_soon(clock: Time, wire: Wire) -> None:
    one, two = process(wire), process(wire)
    one.came(CODE, ANN)
    clock.ahead += LAPSE - 1000
    assert away(two) is None
    one.turn()  # it lives, and says so
    clock.ahead += LAPSE - 1000
    assert away(two) is None
    clock.ahead += 2000
    assert away(two) == (LAPSE + 1000) // 1000, "since it was last heard of"


def test_a_process_that_comes_later_asks(clock: Time, wire: Wire) -> None:
    one = process(wire)
    one.came(CODE, ANN)
    two = process(wire)
    assert away(two) is not None
    wire.ends[1].tell_here(EVERYTHING)  # as when it begins to listen
    one.turn()
    assert away(two) is None


def test_many_are_told_in_messages_that_a_database_carries(clock: Time, wire: Wire) -> None:
    one, two = process(wire), process(wire)
    players = [f"{number:032}" for number in range(2 * AT_ONCE + 1)]
    for player in players:
        one.came("x" * 40, player)
    wire.told.clear()
    clock.ahead += REPEAT
    one.turn()
    assert len(wire.told) == 3
    assert max(map(len, wire.told)) < 7900
    assert all(two.is_open("x" * 40, player) for player in players)
    one.turn()
    assert len(wire.told) == 3, "not again at once"


def test_without_the_database_nobody_fails_and_it_is_told_later(clock: Time, wire: Wire) -> None:
    one, two = process(wire), process(wire)
    wire.cut = True
    one.came(CODE, ANN)
    assert away(one) is None
    wire.cut = False
    clock.ahead += REPEAT
    one.turn()
    assert away(two) is None


def test_alone_nothing_is_told(clock: Time) -> None:
    told: list[str] = []
    bus = Bus(Database("sqlite://"))
    bus.listen(told.append)
    one = Presence(bus)
    one.came(CODE, ANN)
    one.left(CODE, ANN)
    one.turn()
    assert told == []
