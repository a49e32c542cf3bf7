"""Judges every input: what became of it, whether anything changed, whether it was our fault."""

from __future__ import annotations

import logging
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from flask import got_request_exception
from msgspec import Struct, field

from nonsense.ledger import Ledger, in_memory, out_of_step
from nonsense.town import Town

LOOK_CLOSELY = 500
"""Inputs after which all matches in memory are compared with their records."""
LONGEST = 1500


class End(StrEnum):
    """What became of an input."""

    REFUSED = "refused"
    """It was told so, by a number of HTTP, a message or a closing frame."""
    IGNORED = "ignored"
    """Something of it was bad for certain; that part had no effect, and nothing was written."""
    FINE = "fine"
    """It was taken, or could have been: no bad input, after all."""


class Found(Struct):
    """What some inputs have done."""

    kinds: dict[str, int] = field(default_factory=dict)
    """How many bad ones, by share, kind and end."""
    doors: dict[str, int] = field(default_factory=dict)
    """How many bad ones, by route, or by what the socket is."""
    fine: int = 0
    """How many turned out to be right; they do not count."""
    seconds: float = 0.0
    """How long it took, while others may have worked as well."""
    faults: list[str] = field(default_factory=list)
    """Server errors and exceptions."""
    errors: list[str] = field(default_factory=list)
    """What stands in the log as an error, and exceptions in threads."""
    changes: list[str] = field(default_factory=list)
    """What a refused input has changed."""

    @property
    def bad(self) -> int:
        """How many bad inputs there were."""
        return sum(self.kinds.values())

    @property
    def good(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.faults or self.errors or self.changes)

    def add(self, other: Found) -> None:
        """Together with what others found."""
        self.kinds = dict(Counter(self.kinds) + Counter(other.kinds))
        self.doors = dict(Counter(self.doors) + Counter(other.doors))
        self.fine += other.fine
        self.seconds += other.seconds
        self.faults += other.faults
        self.errors += other.errors
        self.changes += other.changes


class Judge:
    """Looks at a town after every input."""

    def __init__(self, town: Town, ledger: Ledger | None) -> None:
        self._town = town
        self._ledger = ledger
        self._exceptions: list[str] = []
        self._errors: list[str] = []
        self._stood = in_memory(town.rooms)
        self._since = 0
        self.found = Found()
        self.written = 0
        """How many inputs have changed something, rightly."""

    @contextmanager
    def watching(self) -> Iterator[Judge]:
        """Hears of all exceptions and errors meanwhile."""
        handler, hook = Errors(self._errors), threading.excepthook

        def note(_sender: object, exception: BaseException, **_more: object) -> None:
            self._exceptions.append(repr(exception))

        def in_thread(args: threading.ExceptHookArgs) -> None:
            self._errors.append(f"thread {args.thread}: {args.exc_value!r}")

        logging.getLogger().addHandler(handler)
        threading.excepthook = in_thread
        try:
            with got_request_exception.connected_to(note, self._town.app):
                yield self
            self._look_closely("the end")
        finally:
            threading.excepthook = hook
            logging.getLogger().removeHandler(handler)

    def crashed(self, error: BaseException) -> None:
        """An exception came out where none may."""
        self._exceptions.append(repr(error))

    def judge(self, kind: str, door: str, what: object, *, code: int, certain: bool) -> End:
        """One input; ``code`` as in HTTP. ``certain`` if a part of it is right nowhere."""
        written = [] if self._ledger is None else self._ledger.take()
        stands = in_memory(self._town.rooms)
        refused, same = 400 <= code < 500, stands == self._stood
        if code >= 500 or self._exceptions:
            self.found.faults.append(f"{code} {self._exceptions} <- {kind} {what!r}"[:LONGEST])
            self._exceptions.clear()
        if self._errors:
            self.found.errors.append(f"{self._errors} <- {kind} {what!r}"[:LONGEST])
            self._errors.clear()
        if refused and (written or not same):
            told = written or "a match or table in memory"
            self.found.changes.append(f"{code}, but {told} <- {kind} {what!r}"[:LONGEST])
        self._stood = stands
        self._since += 1
        if self._since >= LOOK_CLOSELY:
            self._look_closely(f"{kind} {what!r}, or one before")
        if refused:
            end = End.REFUSED
        elif certain and not written and same:
            end = End.IGNORED
        else:
            end = End.FINE
            self.found.fine += 1
            self.written += bool(written)
            return end
        name = f"{kind}: {end}"
        self.found.kinds[name] = self.found.kinds.get(name, 0) + 1
        self.found.doors[door] = self.found.doors.get(door, 0) + 1
        return end

    def _look_closely(self, what: str) -> None:
        self._since = 0
        wrong = out_of_step(self._town.site.matches, self._town.rooms)
        self.found.changes += [f"{what}: {line}"[:LONGEST] for line in wrong]


class Errors(logging.Handler):
    """Keeps what the site logs as an error."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        self._found.append(f"{record.name}: {record.getMessage()}{_cause(record)}")


def _cause(record: logging.LogRecord) -> str:
    """The exception that was logged, and where it was raised."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return ""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f" ({type(error).__name__}: {error} at {place.filename}:{place.lineno})"
