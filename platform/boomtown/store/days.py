"""The days of the site: from midnight to midnight UTC; what was dealt is told a while later."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from boomtown.store.siteclock import now

DAY = 24 * 60 * 60 * 1000
GRACE = 3 * 60 * 60 * 1000
"""Milliseconds after a day in which a match of its deal may still be finished, and counts."""


def day_of(at: int) -> str:
    """The day at a time."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def today() -> str:
    """The day that it is."""
    return day_of(now())


def is_day(text: str) -> bool:
    """Whether a text names a day."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def begins(day: str) -> int:
    """When a day begins."""
    midnight = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int(midnight.timestamp() * 1000)


def ends(day: str) -> int:
    """When nobody can begin its deal any more."""
    return begins(day) + DAY


def opens(day: str) -> int:
    """When its seed is told and its replays open: nobody whose match counts is playing then."""
    return ends(day) + GRACE


def is_open(day: str) -> bool:
    """Whether everything about its deal may be told."""
    return now() >= opens(day)


def last_open() -> str:
    """The last day whose deal may be told."""
    return (date.fromisoformat(day_of(now() - GRACE)) - timedelta(days=1)).isoformat()
