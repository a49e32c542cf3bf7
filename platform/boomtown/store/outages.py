"""Times for which no house was open: they are taken from nobody's clock.

The house writes a heartbeat every few seconds. Whoever opens the house finds the last one, and
everything since then, with a lead for people to come back, is an outage.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from sqlalchemy import func
from sqlmodel import Session, col, delete, select

from boomtown.store import siteclock
from boomtown.store.bus import EVERYTHING, Bus
from boomtown.store.database import Database
from boomtown.store.models import AnswerRow, HeartbeatRow, OutageRow, TableRow
from boomtown.store.siteclock import now

BEAT = 5_000
"""Milliseconds between two heartbeats."""
GAP = 3 * BEAT
"""A house that was not heard for so long has not looked after anybody."""
LEAD = 20_000
"""Milliseconds for people to come back after an outage, before the clocks run again."""
OUTAGE = "outage:"
"""What is told when there was one."""
KEPT = 400 * 24 * 60 * 60 * 1000
"""Nobody thinks longer than this about one answer."""
log = logging.getLogger(__name__)

Span = tuple[int, int]
"""From one time to another."""


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same times in order, none of them twice."""
    found: list[Span] = []
    for begun, ended in sorted(spans):
        if found and begun <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], ended)
        else:
            found.append((begun, ended))
    return tuple(found)


def overlap(spans: Sequence[Span], since: int, at: int) -> int:
    """How much of the time between two moments lies within the spans."""
    return sum(max(0, min(ended, at) - max(begun, since)) for begun, ended in spans)


def running_for(spans: Sequence[Span], since: int, length: int) -> int:
    """When a clock has run for so long that stands still within the spans."""
    at = since + length
    for begun, ended in spans:
        if begun >= at:
            break
        at += max(0, ended - max(begun, since))
    return at


def outages_in(session: Session) -> tuple[Span, ...]:
    """The outages as they are stored."""
    return merged((row.begun, row.ended) for row in session.exec(select(OutageRow)))


class Outages:
    """The heartbeat of the house, and the times without it."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._stored: tuple[Span, ...] = ()
        self._last: int | None = None
        """When this process last heard that the house lives."""
        bus.listen(self._heard)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The outages, and one that may be under way: the house will say for how long it was."""
        at, last = now(), self._last
        if last is None or at - last <= GAP:
            return self._stored
        return merged([*self._stored, (last, at + LEAD)])

    def read(self) -> None:
        """Reads what is stored. The clock of the site is never behind it."""
        with self._database.reading() as session:
            self._stored = outages_in(session)
            last = session.get(HeartbeatRow, 1)
        self._last = None if last is None else last.at
        behind = siteclock.CLOCK.not_before(0 if last is None else last.at)
        if behind:
            log.warning("this machine's clock is %.1f s behind the site's", behind / 1000)

    def beat(self, *, opening: bool = False) -> None:
        """Says that the house lives. If it did not for a while, nobody's clock has run since."""
        at = now()
        outage = self._note(at, opening)
        self._last = at
        if outage:
            self._bus.tell_here(OUTAGE)

    def _note(self, at: int, opening: bool) -> bool:
        """Writes the heartbeat; whether there was an outage before it."""
        with self._database.writing() as session:
            row = session.get(HeartbeatRow, 1)
            last = _last_sign(session, at) if row is None else min(row.at, at)
            outage = opening or at - last > GAP
            if outage:
                session.merge(OutageRow(begun=last, ended=at + LEAD))
                session.execute(delete(OutageRow).where(col(OutageRow.ended) < at - KEPT))
            session.merge(HeartbeatRow(id=1, at=at))
            topics = [f"beat:{at}", OUTAGE] if outage else [f"beat:{at}"]
            self._bus.announce(session.connection(), topics)
        if outage:
            log.info("the clocks stood still for %.1f s", (at - last) / 1000)
        return outage

    def _heard(self, topic: str) -> None:
        kind, _, name = topic.partition(":")
        if kind == "beat":
            self._last = int(name)
            siteclock.CLOCK.follow(self._last)
        elif topic in (OUTAGE, EVERYTHING):
            self.read()


def _last_sign(session: Session, at: int) -> int:
    """When something last happened on a site that has no heartbeat yet."""
    signs = [
        session.exec(select(func.max(AnswerRow.at))).one(),
        session.exec(select(func.max(TableRow.touched))).one(),
    ]
    return min(at, max((sign for sign in signs if sign is not None), default=at))
