"""A run: a town, parties, one fault after another, and the verdict."""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from msgspec import Struct

from boomtown.core import Chance
from boomtown.store.bus import Bus
from boomtown.store.database import Database
from boomtown.store.matches import Matches
from boomtown.store.tables import Tables
from chaos.check import Told, check
from chaos.control import steady
from chaos.faults import EMBEDDED, SERVED, Fault, Scene
from chaos.history import End, History, Trouble
from chaos.parties import SETTINGS, Party, Setting
from chaos.proxy import Line
from chaos.towns import EmbeddedTown, Town

RECOVERY_SECONDS = 120.0
"""How long a table may stand still after a fault is over: on a machine with other work a server
takes its time to start. Whoever is stuck stays so, since nothing else happens meanwhile."""
JOIN_SECONDS = 30.0
STEPS = 2
"""What must happen at a table before it counts as going on."""
LOOK_SECONDS = 0.02
BAD_LINES = 10
"""In a hundred connections, those that crumble; and those that are cut off."""


class Verdict(Struct):
    """What a run has found out."""

    town: str
    seed: str
    seconds: float
    faults: dict[str, int]
    slowest: dict[str, float]
    """By kind of fault, the longest time in seconds until every table went on."""
    told: Told
    sent: int
    unknown: int
    """Answers of which the players never heard what became of them."""
    tracebacks: int
    wrong: list[str]

    def lines(self) -> list[str]:
        """The figures for people."""
        told, kinds = self.told, ", ".join(f"{k} {n}" for k, n in sorted(self.faults.items()))
        slow = ", ".join(f"{k} {s:.1f}" for k, s in sorted(self.slowest.items()))
        return [
            f"{self.town}, seed {self.seed}: {sum(self.faults.values())} faults "
            f"in {self.seconds:.0f} s ({kinds})",
            f"  answers sent {self.sent}, acknowledged {told.acknowledged}, "
            f"without any news {self.unknown}",
            f"  {told.matches} matches with {told.answers} stored answers played again, "
            f"{told.views} views compared; windows run out {told.clocks}",
            f"  longest standstill after a fault, in seconds: {slow}",
            f"  tracebacks in the servers' logs: {self.tracebacks}",
            f"  wrong: {len(self.wrong)}",
            *(f"    {problem}" for problem in self.wrong[:40]),
        ]


class Run:
    """Torments one town."""

    def __init__(
        self,
        town: Town,
        seed: str,
        settings: Sequence[Setting] = SETTINGS,
        say: Callable[[str], None] = lambda line: print(line, flush=True),
    ) -> None:
        self._town = town
        self._seed = seed
        self._say = say
        self._chance = Chance.seeded("chaos", town.name, seed)
        self._history = History()
        self._lines = [
            Line(server.port, self._chance.another(), BAD_LINES) for server in town.servers
        ]
        self._parties = [
            Party(setting, self._door(self._chance.another()), self._history, chance)
            for setting in settings
            for chance in [self._chance.another()]
        ]

        self._stuck: dict[Party, int] = {}
        """Parties that did not go on after an earlier fault, and what they would need for it."""

    def _door(self, chance: Chance) -> Callable[[], int]:
        return lambda: chance.pick(self._lines).port

    def faults(self, count: int, minutes: float, kinds: Sequence[str] = ()) -> Verdict:
        """So many faults, each kind about as often, as long as the time allows."""
        began = steady()
        all_kinds = EMBEDDED if isinstance(self._town, EmbeddedTown) else SERVED
        known = {kind: all_kinds[kind] for kind in (kinds or all_kinds)}
        scene = Scene(self._town, self._lines, self._chance.another())
        try:
            for party in self._parties:
                party.start()
            self._wait("the start", Trouble("start", "the start"))
            deck: list[str] = []
            for number in range(count):
                if steady() - began > minutes * 60:
                    break
                if not deck:
                    deck = list(known)
                    self._chance.shuffle(deck)
                self._one(number + 1, deck.pop(), known, scene)
        finally:
            self._stop()
        return self._verdict(steady() - began)

    def _one(self, number: int, kind: str, known: dict[str, Fault], scene: Scene) -> None:
        with self._history.trouble(kind, kind) as trouble:
            trouble.what = known[kind](scene)
        self._wait(f"fault {number}, {trouble.what}", trouble)
        self._call_the_roll(trouble)
        took = "NEVER" if trouble.recovered is None else f"{trouble.recovered:.1f} s"
        self._say(f"{number:4} {kind:8} {trouble.what}; every table goes on after {took}")
        time.sleep(self._chance.below(300) / 1000)

    def _call_the_roll(self, trouble: Trouble) -> None:
        """Every server must be there without anybody's help."""
        for server in self._town.servers:
            if server.ended():
                problem = f"the server on port {server.port} is gone since {trouble.what}"
                self._history.complain(problem)
                self._say(f"     {problem}: {server.tail()[-300:]}")
                server.again()
                server.wait()

    def _wait(self, after: str, trouble: Trouble) -> None:
        """Until every table has gone on; whoever does not is named."""
        began, before = steady(), [party.progress for party in self._parties]
        waiting = [
            (party, had)
            for party, had in zip(self._parties, before, strict=True)
            if party not in self._stuck or had > self._stuck[party]
        ]
        while waiting and steady() - began < RECOVERY_SECONDS:
            waiting = [(party, had) for party, had in waiting if party.progress < had + STEPS]
            time.sleep(LOOK_SECONDS)
        for party, had in waiting:
            self._stuck[party] = had + STEPS
            problem = f"{party.setting.game} stands still since {after} ({party.state})"
            self._history.complain(problem)
            self._say(f"     {problem}")
        if not waiting:
            trouble.recovered = steady() - began

    def _stop(self) -> None:
        for party in self._parties:
            party.stop()
        for party in self._parties:
            party.join(JOIN_SECONDS)
        for line in self._lines:
            line.close()
        self._town.close()

    def _verdict(self, seconds: float) -> Verdict:
        history = self._history
        database = Database(self._town.database)
        try:
            bus = Bus(database)
            told, wrong = check(history, Tables(database, bus), Matches(database, bus))
        finally:
            database.close()
        slowest: defaultdict[str, float] = defaultdict(float)
        for one in history.troubles:
            slowest[one.kind] = max(slowest[one.kind], one.recovered or RECOVERY_SECONDS)
        return Verdict(
            self._town.name,
            self._seed,
            seconds,
            Counter(one.kind for one in history.troubles),
            slowest,
            told,
            len(history.tries),
            sum(one.end is End.OPEN for one in history.tries),
            self._town.tracebacks(),
            wrong,
        )


def report(verdict: Verdict) -> bool:
    """Prints the figures; whether nothing is wrong."""
    print("\n".join(verdict.lines()), flush=True)
    sys.stdout.flush()
    return not verdict.wrong
