"""What one address, one person and one socket may do, and how fast (boomtown.site.*).

Everything that costs the site something is paid for out of a purse: it holds so much at once and
fills up again by so much a minute. There is one purse for an act and an address, whatever page or
operation it is done by, and one for an act and a person. Each web process counts by itself.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from ipaddress import IPv6Address, ip_address

from gevent import monkey
from msgspec import Struct

from boomtown import tally
from boomtown.core.errors import Refusal, Refused

NativeLock = monkey.get_original("threading", "Lock")
"""A quick lock, for a few lines in which nothing can wait."""
MOST_PURSES = 50_000
"""Those that were not used for longest are forgotten first; a new purse is full."""
GLANCES = 2
"""How many old purses are looked at for each new one, so that more can go than come."""
SMALLEST_READ = 64
"""Bytes that reading from a socket costs at least, so that nobody sends them one by one."""
ANYWHERE = "elsewhere"
"""Whoever comes without an address that can be read shares one."""
PREFIX = 64
"""What of an IPv6 address names a household: the rest is theirs to choose."""


class Act(StrEnum):
    """What is paid for."""

    REQUESTS = "requests"
    WRITES = "writes"
    FRAMES = "frames"
    BYTES = "bytes"
    TABLES = "tables"
    SEATS = "seats"
    CHAT = "chat"
    CHECKS = "checks"
    STUDIES = "studies"


class Limit(Struct, frozen=True):
    """How much at once, and how much a minute after that."""

    burst: int
    a_minute: int


class Limits(Struct, frozen=True):
    """What an act may cost in all."""

    address: Limit
    person: Limit
    socket: Limit | None = None


LIMITS = {
    Act.REQUESTS: Limits(Limit(900, 1800), Limit(450, 900)),
    Act.WRITES: Limits(Limit(240, 600), Limit(120, 300)),
    Act.FRAMES: Limits(Limit(600, 3600), Limit(300, 1800), Limit(120, 1200)),
    Act.BYTES: Limits(
        Limit(4_000_000, 6_000_000), Limit(2_000_000, 3_000_000), Limit(500_000, 1_000_000)
    ),
    Act.TABLES: Limits(Limit(50, 4), Limit(20, 2)),
    Act.SEATS: Limits(Limit(120, 30), Limit(30, 10)),
    Act.CHAT: Limits(Limit(40, 60), Limit(10, 20)),
    Act.CHECKS: Limits(Limit(120, 60), Limit(60, 30)),
    Act.STUDIES: Limits(Limit(30, 2), Limit(10, 1)),
}
"""A household plays, and a tournament of ten programs meets everybody at once (45 tables)."""
SOCKETS_OF_ADDRESS, SOCKETS_OF_PERSON = 120, 20
"""Open at the same time."""
SOCKET_WAIT = 60
"""Seconds after which there may be room for another one."""
CONNECTIONS_OF_ADDRESS = 200
"""Open at the same time, whether or not anything was asked over them."""
TABLES_OF_ADDRESS = 50
"""Made from one address and not played to the end."""


class TooMany(Refused):
    """An act that must wait; ``seconds`` is how long."""

    def __init__(self, refusal: Refusal, seconds: int) -> None:
        super().__init__(refusal)
        self.seconds = seconds


# --- who ----------------------------------------------------------------------------------------


def address_key(raw: str | None) -> str:
    """What of an address counts: all of an IPv4 one, the first half of an IPv6 one.

    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7"), address_key("192.0.2.7:5100")
    ('192.0.2.7', '192.0.2.7', '192.0.2.7')
    >>> address_key("2001:db8::1"), address_key("[2001:db8:0:0:ff::2]:443")
    ('2001:db8::/64', '2001:db8::/64')
    >>> address_key("unknown"), address_key(None)
    ('elsewhere', 'elsewhere')
    """
    text = (raw or "").strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return ANYWHERE
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            network = int(address) >> (128 - PREFIX) << (128 - PREFIX)
            return f"{IPv6Address(network)}/{PREFIX}"
        address = address.ipv4_mapped
    return str(address)


def origin_of(address: str, secret: bytes) -> str:
    """What is kept of an address: the same for the same one, and no way back without the key.

    Bots of a table think on the account of its origin.
    """
    return hmac.new(secret, b"origin " + address.encode(), hashlib.sha256).hexdigest()[:32]


class Payer(Struct):
    """Who pays: an address, and a person as soon as one is known."""

    address: str
    person: str | None = None


# --- purses -------------------------------------------------------------------------------------


class Purse:
    """Lets a burst through, then so much a minute."""

    __slots__ = ("_at", "_limit", "left")

    def __init__(self, limit: Limit, at: float) -> None:
        self._limit = limit
        self.left = float(limit.burst)
        self._at = at

    def wait(self, cost: float, at: float) -> float:
        """Seconds until there is enough for a cost: none, if there is. Nothing is taken."""
        gained = (at - self._at) * self._limit.a_minute / 60
        self.left = min(float(self._limit.burst), self.left + gained)
        self._at = at
        return max(0.0, (cost - self.left) * 60 / self._limit.a_minute)

    def is_full(self, at: float) -> bool:
        """Whether it is like a new one."""
        return not self.wait(self._limit.burst, at)


class Budgets:
    """The purses of everybody who has been here lately."""

    def __init__(self, *, limited: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.limited = limited
        """Whether anybody counts; off only in tests and benchmarks."""
        self.clock = clock
        self._purses: OrderedDict[tuple[Act, str], Purse] = OrderedDict()
        self._sockets: Counter[str] = Counter()
        self._lock = NativeLock()

    def __len__(self) -> int:
        return len(self._purses)

    def wait(self, act: Act, payer: Payer, cost: float = 1, own: Purse | None = None) -> float:
        """Pays, or says for how many seconds nobody can: then nothing was taken."""
        if not self.limited:
            return 0.0
        limits, at = LIMITS[act], self.clock()
        with self._lock:
            known = len(self._purses)
            purses = [self._purse(act, f"address {payer.address}", limits.address, at)]
            if payer.person is not None:
                purses.append(self._purse(act, f"person {payer.person}", limits.person, at))
            if own is not None:
                purses.append(own)
            wait = max(purse.wait(cost, at) for purse in purses)
            if not wait:
                for purse in purses:
                    purse.left -= cost
            else:
                tally.REFUSALS.add(act.value)
            for _ in range(GLANCES * (len(self._purses) - known)):
                self._forget_one(at)
        return wait

    def charge(self, act: Act, payer: Payer, cost: float = 1) -> None:
        """Pays, or refuses (boomtown.site.pace)."""
        wait = self.wait(act, payer, cost)
        if wait:
            seconds = int(wait) + 1
            raise TooMany(Refusal("boomtown.site.pace", seconds=seconds), seconds)

    def _purse(self, act: Act, who: str, limit: Limit, at: float) -> Purse:
        purse = self._purses.get((act, who))
        if purse is None:
            purse = self._purses[act, who] = Purse(limit, at)
        else:
            self._purses.move_to_end((act, who))
        return purse

    def _forget_one(self, at: float) -> None:
        """A purse that has filled up again goes, so that no address is known for long."""
        for oldest, purse in self._purses.items():
            if len(self._purses) > MOST_PURSES or purse.is_full(at):
                del self._purses[oldest]
            return

    # --- sockets ------------------------------------------------------------------------------

    def hold(self, who: str, most: int) -> None:
        """One more socket for somebody, or none (boomtown.site.sockets)."""
        with self._lock:
            if self.limited and self._sockets[who] >= most:
                tally.REFUSALS.add("sockets")
                raise TooMany(Refusal("boomtown.site.sockets", count=most), SOCKET_WAIT)
            self._sockets[who] += 1

    def let_go(self, who: str) -> None:
        """One socket fewer."""
        with self._lock:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]


class Toll:
    """What a socket pays, for as long as it is open: every frame, every byte, and its place."""

    def __init__(self, budgets: Budgets, payer: Payer) -> None:
        self._budgets = budgets
        self._payer = payer
        self._held: list[str] = []
        self.turn: Callable[[], AbstractContextManager[None]] = nullcontext
        """Around whatever is done for the one who pays (``Pacing``)."""
        self.charged: Callable[[], AbstractContextManager[None]] = nullcontext
        """The same around what cannot wait."""
        self.wait: Callable[[], float] = lambda: 0.0
        """Seconds until something may be done for the one who pays."""
        self.settle: Callable[[], None] = lambda: None
        """Ends what opening the socket has cost."""
        at = budgets.clock()
        self._frames = Purse(_of_socket(Act.FRAMES), at)
        self._bytes = Purse(_of_socket(Act.BYTES), at)
        self._hold(f"address {payer.address}", SOCKETS_OF_ADDRESS)
        if payer.person is not None:
            self._hold(f"person {payer.person}", SOCKETS_OF_PERSON)

    def known_as(self, person: str) -> None:
        """From now on this person pays, too."""
        self._hold(f"person {person}", SOCKETS_OF_PERSON)
        self._payer = Payer(self._payer.address, person)

    def _hold(self, who: str, most: int) -> None:
        try:
            self._budgets.hold(who, most)
        except TooMany:
            self.close()
            raise
        self._held.append(who)

    def frame(self, count: int = 1) -> bool:
        """Whether a frame can be paid for; something dear costs as much as several."""
        return not self._budgets.wait(Act.FRAMES, self._payer, count, self._frames)

    def read(self, size: int) -> bool:
        """Whether what was read can be paid for."""
        cost = max(size, SMALLEST_READ)
        return not self._budgets.wait(Act.BYTES, self._payer, cost, self._bytes)

    def charge(self, act: Act) -> None:
        """Pays for something that is done over the socket."""
        self._budgets.charge(act, self._payer)

    def close(self) -> None:
        """The socket is gone."""
        while self._held:
            self._budgets.let_go(self._held.pop())


def _of_socket(act: Act) -> Limit:
    limit = LIMITS[act].socket
    assert limit is not None, f"{act} are not for sockets"
    return limit


class Connections:
    """Open connections by address: somebody who asks for nothing, slowly, is counted as well.

    A proxy brings everybody, so nobody is counted behind one; and this machine may do as it likes.
    """

    def __init__(self, *, limited: bool) -> None:
        self._limited = limited
        self._open: Counter[str] = Counter()

    def enter(self, raw: str) -> str | None:
        """One more connection of an address, by the name to leave it with; None if it has too
        many."""
        key = address_key(raw)
        if self._open[key] >= CONNECTIONS_OF_ADDRESS and self._limited and not _is_here(key):
            return None
        self._open[key] += 1
        return key

    def leave(self, key: str) -> None:
        """One connection fewer."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def _is_here(key: str) -> bool:
    """Whether an address is this machine's own, or none at all: a socket of the file system."""
    return key in (ANYWHERE, address_key("::1")) or ip_address(key.partition("/")[0]).is_loopback
