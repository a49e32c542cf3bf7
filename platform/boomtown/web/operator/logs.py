"""The site's log: one line an event, as JSON for machines or in words for a terminal.

``BOOMTOWN_LOG`` says how, in words separated by commas: ``json`` or ``text`` (by default text on a
terminal, JSON elsewhere), ``quiet`` (no line for each request), ``addresses`` (visitors by their
address instead of a keyed hash), ``file=PATH`` (there instead of the standard error; it is opened
again when it was moved away).

Nothing secret is written: requests are named by their route, and what other libraries say is
cleaned of links that let somebody in, of tokens and of cookies. The same event is told so many
times a minute, then only counted; an exception brings its traceback once a minute.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from logging.handlers import WatchedFileHandler
from typing import Any, TextIO

import msgspec
from msgspec import Struct

from boomtown import tally
from boomtown.core.errors import BoomtownError

WINDOW = 60.0
MOST_EVENTS = 30
"""How often the same event is told in a window."""
MOST_REQUESTS = 600
"""How often requests to one route with one status are."""
MOST_KEYS = 2000
ACCESS = "boomtown.web.access"
FIELDS = "fields"
TOKEN = r"[A-Za-z0-9_.~%=-]+"
SECRETS = (
    (re.compile(rf"(/(?:i|device)/){TOKEN}"), r"\1…"),
    (re.compile(rf"(bearer\s+){TOKEN}", re.I), r"\1…"),
    (re.compile(rf"\b((?:boomtown(?:_admin)?|csrf_token|token|secret|invite)=){TOKEN}"), r"\1…"),
    (re.compile(r"(://[^:/@\s]+:)[^@/\s]+@"), r"\1…@"),
)
access_log = logging.getLogger(ACCESS)
event_log = logging.getLogger("boomtown.web.event")


class BadLogSetting(BoomtownError):
    """``BOOMTOWN_LOG`` cannot be read."""


class LogSettings(Struct, frozen=True):
    """How the log is written."""

    json: bool = True
    requests: bool = True
    addresses: bool = False
    file: str | None = None

    @classmethod
    def read(cls, text: str) -> LogSettings:
        """What ``BOOMTOWN_LOG`` says."""
        json, requests, addresses, file = not sys.stderr.isatty(), True, False, None
        for word in filter(None, (word.strip() for word in text.split(","))):
            name, equals, value = word.partition("=")
            if word in ("json", "text"):
                json = word == "json"
            elif word == "quiet":
                requests = False
            elif word == "addresses":
                addresses = True
            elif name == "file" and equals and value:
                file = value
            else:
                raise BadLogSetting(
                    f"BOOMTOWN_LOG: {word!r} is none of json, text, quiet, addresses, file=PATH"
                )
        return cls(json, requests, addresses, file)


def event(name: str, **fields: object) -> None:
    """Something has happened that the operator may want to know of."""
    event_log.info(name, extra={FIELDS: fields})


def clean(text: str) -> str:
    """Text without what lets somebody in."""
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text.encode("utf-8", "backslashreplace").decode()


# --- not too much -------------------------------------------------------------------------------


class Throttle(logging.Filter):
    """Lets the same event through so many times a minute, and then tells how many it held back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[object, ...], list[float]] = {}
        """By event: when its window began, how often it came, how many were held back."""

    def filter(self, record: logging.LogRecord) -> bool:
        at, key = self._clock(), _key(record)
        window = self._seen.get(key)
        if window is None or at - window[0] >= WINDOW:
            if window is not None and window[2]:
                record.suppressed = int(window[2])
            if window is None and len(self._seen) >= MOST_KEYS:
                self._forget(at)
            window = self._seen[key] = [at, 0, 0]
        window[1] += 1
        if window[1] > (MOST_REQUESTS if record.name == ACCESS else MOST_EVENTS):
            window[2] += 1
            tally.LOG_LINES_DROPPED.add()
            return False
        record.again = window[1] > 1
        return True

    def _forget(self, at: float) -> None:
        live = {key: seen for key, seen in self._seen.items() if at - seen[0] < WINDOW}
        self._seen = live if len(live) < MOST_KEYS else {}


def _key(record: logging.LogRecord) -> tuple[object, ...]:
    """What makes two records the same event."""
    if record.name == ACCESS:
        fields = getattr(record, FIELDS)
        return fields["route"], fields["status"]
    if record.exc_info and record.exc_info[0] is not None:
        trace = record.exc_info[2]
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = None if trace is None else (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        return record.name, record.exc_info[0], place
    return record.name, record.levelno, record.msg


# --- lines --------------------------------------------------------------------------------------


def _told(record: logging.LogRecord) -> dict[str, Any]:
    """A record as plain data, in the order in which it is read."""
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    told: dict[str, Any] = {
        "at": f"{at}.{int(record.msecs):03}Z",
        "level": record.levelname.lower(),
        "from": record.name,
        "event": clean(record.getMessage()),
    }
    fields: Mapping[str, object] = getattr(record, FIELDS, {})
    for name, value in fields.items():
        told[name] = value if isinstance(value, (int, float)) else clean(str(value))
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        told["error"] = clean(f"{type(error).__name__}: {error}")
        if not getattr(record, "again", False):
            told["trace"] = clean("".join(traceback.format_exception(error)))
    if suppressed := getattr(record, "suppressed", 0):
        told["suppressed"] = suppressed
    return told


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(_told(record)).decode()


class Words(logging.Formatter):
    """For people at a terminal: the event, then ``name=value``, then the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        told = _told(record)
        trace = told.pop("trace", "")
        head = f"{told.pop('at')[11:19]} {told.pop('level'):7} {told.pop('from')}:"
        text = _one_line(told.pop("event"))
        rest = " ".join(f"{name}={_one_line(str(value))}" for name, value in told.items())
        return "\n".join(filter(None, (f"{head} {text} {rest}".rstrip(), trace.rstrip())))


def _one_line(text: str) -> str:
    """Nobody makes a line of their own in the log."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def set_up(settings: LogSettings, stream: TextIO | None = None) -> logging.Handler:
    """Sends everything that is logged in this process the same way."""
    handler: logging.Handler = (
        logging.StreamHandler(stream or sys.stderr)
        if settings.file is None
        else WatchedFileHandler(settings.file, encoding="utf-8", errors="backslashreplace")
    )
    handler.setFormatter(JsonLines() if settings.json else Words())
    handler.addFilter(Throttle())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    event_log.setLevel(logging.INFO)
    access_log.setLevel(logging.INFO if settings.requests else logging.CRITICAL)
    server = logging.getLogger("gunicorn.error")
    server.handlers.clear()
    server.propagate = True
    return handler
