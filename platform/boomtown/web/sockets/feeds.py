"""What reaches somebody who looks at a table, one message after another.

A feed remembers what it has sent, and sends only what has changed: an answer that changes nothing
for a seat sends nothing to it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.core.view import Lens, View
from boomtown.store.people import SeenHints
from boomtown.store.tables import Message, TableInfo
from boomtown.web.rooms.eyes import open_lens, sees_all
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.site import Site
from boomtown.web.sockets.deflate import Compressible
from boomtown.web.sockets.painter import TOKEN, Painter
from boomtown.web.tables.aid import aid_for
from boomtown.web.tables.table_page import TablePage, words_at
from boomtown.web.tables.times import ClockFace

LENS, OPEN, MOMENT, LOG = "lens", "open", "moment", "log"
PUBLIC, SAID, WORDS = "public", "said", "words"
"""What watchers share in a room, beside the parts of pages."""
NO_LINES = b"[]"
STOPPED = b"stopped"
PARTS = ("bar", "status", "board", "guide", "prompt", "aid", "keys")
_encode = msgspec.json.Encoder().encode
log = logging.getLogger(__name__)


def seat_of(table: TableInfo, player: str | None) -> Seat | None:
    """The seat of a player, as views want it."""
    place = table.seat_of(player)
    return None if place is None else place.number


def sealed_by(site: Site, live: LiveMatch, seat: Seat | None) -> object:
    """What a seat has put aside for the present question, where nobody may know of it."""
    if seat is None or not live.match.hushed:
        return None
    return site.matches.envelopes(live.id, live.match.moment).get(seat)


class Watching(Struct, frozen=True, kw_only=True):
    """Who looks at a table page, and how far the page has got by itself."""

    player: str | None
    language: str
    token: str
    """What the forms of the visitor carry."""
    text: bool
    log: int
    chat: int
    hints: SeenHints = SeenHints()
    """Which hints the player had seen when the page was opened."""


class Feed(Protocol):
    """Something that turns the present state of a room into messages."""

    def next(self) -> list[bytes]:
        """What must be told now: nothing, if nothing has changed for this watcher.

        Called with the lock of the room.
        """

    def forget(self) -> None:
        """Everything is told again: the page may have missed something."""


class PageFeed:
    """The table page of one browser: HTML of the parts that have changed."""

    def __init__(self, site: Site, painter: Painter, room: Room, watching: Watching) -> None:
        self._site = site
        self._painter = painter
        self._room = room
        self._watching = watching
        self._log = watching.log
        self._last: Entry | None = None
        self._chat = watching.chat
        self._heard = -1
        """Up to which change of the table this page has heard what was said."""
        self._clock: ClockFace | None = None
        self._sent: dict[str, str] = {}
        self._bases: dict[str, object] = {}
        """What some of the parts that were sent had been drawn from."""
        self._next: str | None = None
        self._gone = False
        """Whether the page has been sent to where it is said why the match cannot go on."""

    def forget(self) -> None:
        self._sent.clear()
        self._log, self._last = 0, None

    def next(self) -> list[bytes]:
        live = self._room.live
        if live is None:
            return self._stopped()
        sealed = sealed_by(self._site, live, seat_of(self._room.table, self._watching.player))
        said = self._said()
        return self._room.shown(live, lambda: self._told(live, sealed, said))

    def _told(self, live: LiveMatch, sealed: object, said: Sequence[Message]) -> list[bytes]:
        """The messages of this moment. Nothing here waits: it runs behind the wall."""
        page = self._page(live, sealed)
        start, log = self._new_lines(page, live.match)
        rewound = start < self._log
        self._log = page.log_length
        self._last = _entry_before(live.match, self._log)
        messages = self._chat_message(page, said)
        changed = self._changed(page)
        if changed or log or rewound or page.table.successor != self._next:
            self._next = page.table.successor
            messages.append(self._message(page, changed, start, log))
        return messages

    def _page(self, live: LiveMatch, sealed: object) -> TablePage:
        table, who = self._room.table, self._watching
        seat = seat_of(table, who.player)
        page = TablePage(
            table,
            self._room.game,
            live.match,
            seat,
            who.language,
            player=who.player,
            live=live,
            absences=self._site.absences,
            counted=True,
            sealed=sealed,
            text=who.text,
            words=self._room.share(
                (WORDS, who.language),
                lambda: words_at(table, self._room.game, live.match, who.language),
            ),
            lens=lens_at(self._room, live.match, seat),
            share=self._room.share,
        )
        thought = self._site.advising.known(live, seat)
        page.aid = aid_for(page, live.match, who.hints, thought)
        return page

    def _stopped(self) -> list[bytes]:
        """A match that cannot go on any longer: the page is loaded again, and says why."""
        if self._room.stopped is None or self._gone:
            return []
        self._gone = True
        return [_encode({"type": "go", "to": f"/t/{self._room.code}"})]

    def _new_lines(self, page: TablePage, match: Match[Any]) -> tuple[int, str]:
        """From where on the log is new, and those lines; from the start after a taking back."""
        start = self._log
        if start > page.log_length or (
            self._last is not None and _entry_before(match, start) != self._last
        ):
            start = 0

        def lines() -> str:
            entries = match.log.numbered(page.me, start)
            return self._painter.log(page, entries) if entries else ""

        def public() -> bool:
            return all(entry.for_all for entry in match.log.since(start))

        if self._room.share((PUBLIC, start), public):  # everybody reads the same
            return start, self._room.share((LOG, page.lang, start), lines)
        return start, lines()

    def _changed(self, page: TablePage) -> dict[str, str]:
        """The parts that differ from what was sent. A clock that merely runs on is no change."""
        fresh = page.clock
        if fresh is not None and self._clock is not None and fresh.until == self._clock.until:
            page.clock = self._clock
        parts = {name: self._part(name, page) for name in PARTS}
        if page.clock is not fresh and parts["status"] != self._sent.get("status"):
            page.clock = fresh
            parts["status"] = self._painter.part("status", page)
        self._clock = page.clock
        changed = {name: html for name, html in parts.items() if self._sent.get(name) != html}
        self._sent = parts
        return {name: html.replace(TOKEN, self._watching.token) for name, html in changed.items()}

    def _part(self, name: str, page: TablePage) -> str:
        """A part of the page; made once where others see the same, and not again as long as what
        it is made of is the same."""
        same = page.same_as(name)
        if same is not None:
            return self._room.share(same, lambda: self._painter.part(name, page))
        basis, before = page.basis_of(name), self._bases.get(name)
        self._bases[name] = basis
        if basis is not None and basis == before and name in self._sent:
            return self._sent[name]
        return self._painter.part(name, page)

    def _said(self) -> list[Message]:
        """What was said since the table last changed."""
        if self._heard == self._room.changes:
            return []
        self._heard = self._room.changes
        return self._room.share(
            (SAID, self._chat), lambda: self._site.tables.chat(self._room.code, self._chat)
        )

    def _chat_message(self, page: TablePage, messages: Sequence[Message]) -> list[bytes]:
        if not messages:
            return []
        html, self._chat = self._painter.chat(page, messages), messages[-1].id
        return [_encode({"type": "chat", "html": html, "last": self._chat})]

    def _message(self, page: TablePage, parts: dict[str, str], start: int, log: str) -> bytes:
        message = {
            "type": "table",
            "moment": page.moment,
            "parts": parts,
            "log": {"from": start, "html": log, "page": page.log_page},
            "title": page.window_title,
            "mine": page.mine,
            "lead": page.clock.lead if page.mine and page.clock is not None else None,
            "ended": page.outcome is not None,
            "next": page.table.successor,
        }
        return Compressible(_encode(message))


def _entry_before(match: Match[Any], position: int) -> Entry | None:
    return next(match.log.since(position - 1), None) if position else None


class GuardedFeed:
    """What a player is told until the host asks them to leave (boomtown.table.kicked)."""

    def __init__(
        self, feed: Feed, room: Room, player: str | None, leave: Callable[[], None]
    ) -> None:
        self._feed = feed
        self._room = room
        self._player = player
        self._leave = leave

    def next(self) -> list[bytes]:
        if self._room.table.is_closed_to(self._player):
            self._leave()
            return []
        return self._feed.next()

    def forget(self) -> None:
        self._feed.forget()


class SeatingFeed:
    """The table before the start: who sits where. When the match begins, the page moves on."""

    def __init__(self, room: Room, render: Callable[[], str]) -> None:
        self._room = room
        self._render = render
        self._sent = ""

    def forget(self) -> None:
        self._sent = ""

    def next(self) -> list[bytes]:
        if self._room.table.match is not None or self._room.stopped is not None:
            return [_encode({"type": "go", "to": f"/t/{self._room.code}"})]
        html = self._render()
        if html == self._sent:
            return []
        self._sent = html
        return [_encode({"type": "table", "parts": {"seating": html}})]


class ViewFeed:
    """The same for a program: the seat's view, its question and the new lines of the log."""

    def __init__(self, room: Room, seat: Seat | None) -> None:
        self._room = room
        self._seat = seat
        self._log = 0
        self._undone = 0
        self._sent = b""

    def forget(self) -> None:
        self._log, self._sent = 0, b""

    def next(self) -> list[bytes]:
        live = self._room.live
        if live is None:
            return self._stopped()
        if live.undone != self._undone:  # taken back: everything is told again
            self._undone = live.undone
            self.forget()
        told = moment_of(self._room, live.match)
        seen, log = self._room.shown(
            live, lambda: (told.view(self._seat), told.log(self._seat, self._log))
        )
        self._log = told.length
        if seen == self._sent and log == NO_LINES:
            return []
        self._sent = seen
        return [b"".join((seen, b',"log":', log, b"}"))]

    def _stopped(self) -> list[bytes]:
        """Why the match cannot go on, told once."""
        stopped = self._room.stopped
        if stopped is None or self._sent == STOPPED:
            return []
        self._sent = STOPPED
        return [_encode({"type": "stopped", **stopped.refusal.describe()})]


class Moment:
    """A match at one moment as JSON, each piece made once, however many look on."""

    def __init__(
        self, match: Match[Any], lens: Callable[[Seat | None], Lens[Any]] | None = None
    ) -> None:
        self._match = match
        self._lens = lens or (lambda seat: match.lens())
        self._views: dict[Seat | None, bytes] = {}
        self._logs: dict[int, tuple[list[Entry], bytes | None]] = {}
        """From a position on: the lines, and their JSON where everybody may read them."""
        self.length = len(match.log)

    def view(self, seat: Seat | None) -> bytes:
        """``view_message`` without the last brace."""
        seen = self._views.get(seat)
        if seen is None:
            question = asked_of(self._match, seat)
            seen = _encode(view_message(self._lens(seat).json(seat), question))[:-1]
            self._views[seat] = seen
        return seen

    def log(self, seat: Seat | None, since: int) -> bytes:
        """The lines of the log from a position on, as far as the seat may read them."""
        if since not in self._logs:
            entries = list(self._match.log.since(since))
            public = all(entry.to is None for entry in entries)
            self._logs[since] = entries, _encode(entries) if public else None
        entries, lines = self._logs[since]
        if lines is not None:
            return lines
        return _encode([entry for entry in entries if entry.visible_to(seat)])


def moment_of(room: Room, match: Match[Any]) -> Moment:
    """The present moment of a room. Hold its lock."""
    return room.share(MOMENT, lambda: Moment(match, partial(lens_at, room, match)))


def lens_at(room: Room, match: Match[Any], seat: Seat | None) -> Lens[Any]:
    """The views of the present moment, for a seat. Hold the lock of the room."""
    if sees_all(room.table, match, seat):
        return room.share(OPEN, lambda: open_lens(match))
    return room.share(LENS, match.lens)


def asked_of(match: Match[Any], seat: Seat | None) -> dict[str, Any] | None:
    """What a seat is asked, as JSON has it."""
    question = None if seat is None else match.question(seat)
    return None if question is None else question.describe()


def view_message(view: View[Any], question: dict[str, Any] | None) -> dict[str, object]:
    """What a program at a seat is told: what it sees, and what it is asked."""
    return {"type": "view", "number": view.number, "view": view, "question": question}
