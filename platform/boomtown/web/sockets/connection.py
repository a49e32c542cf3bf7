"""One WebSocket for each open table page, and for each program at a seat.

Whoever looks on is woken when something has happened, and gets what has changed for them. What
they send is judged exactly like a form: by the seat they hold, by the choice they were offered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.errors import InvalidAnswer, Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.rulebook.wording import Wording
from boomtown.web.guard.budget import Act
from boomtown.web.people.conduct import Conduct
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.standing import MatchStopped
from boomtown.web.rules.rule_pages import link_to
from boomtown.web.sockets.feeds import Feed
from boomtown.web.sockets.frames import INTERNAL_ERROR, POLICY_VIOLATION
from boomtown.web.sockets.open_sockets import SIGNED_OUT
from boomtown.web.sockets.websocket import Closed, WebSocket
from boomtown.web.tables.forms import Fields, answer_from_form, from_json

AGAIN_COST = 10
"""Frames that asking for everything again costs: much is made anew for it."""
log = logging.getLogger(__name__)


class Order(Struct, frozen=True):
    """What a page or a program sends."""

    do: str
    number: int | None = None
    answer: Any = None  # plain JSON, whatever the choice wants
    fields: list[tuple[str, str]] | None = None
    text: str = ""


_encode = msgspec.json.Encoder().encode


class Connection:
    """Somebody who looks at a table, and perhaps plays there."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        feed: Feed,
        *,
        seat: Callable[[], Seat | None],
        wording: Callable[[], Wording],
        speak: Callable[[str], None] | None,
        counts: Callable[[], bool],
        conduct: Conduct,
        acknowledge: bool,
    ) -> None:
        self._socket = socket
        self._room = room
        self._feed = feed
        self._seat = seat
        self._wording = wording
        self._speak = speak
        self._counts = counts
        self._conduct = conduct
        self._acknowledge = acknowledge
        self._held: list[bytes] | None = None
        """While an order is carried out: news that follow its receipt, in one go."""

    def serve(self) -> None:
        """Sends and receives until the other side goes away."""
        self._socket.on_room = self._look_now
        self._socket.on_flood = self._refuse_flood
        self._room.watchers.add(self)
        self._look_now()
        self._socket.toll.settle()
        try:
            while True:
                self._receive(self._socket.receive())
        except Closed:
            pass
        finally:
            self._room.watchers.discard(self)
            self._socket.hush()

    @property
    def sits(self) -> bool:
        """Whether it is a player of the table."""
        return self._seat() is not None

    def look_in_turn(self) -> float:
        """The same as ``look``, paid for; or in how many seconds that is possible."""
        wait = self._socket.toll.wait()
        if not wait:
            with self._socket.toll.charged():
                self.look()
        return wait

    def look(self) -> None:
        """Sends what has changed; while earlier news are on their way, it waits for those."""
        try:
            if self._socket.busy:
                return
            messages = self._feed.next()
            if self._held is not None:
                self._held += messages
            elif messages:
                self._socket.send(*messages)
        except Closed:
            pass  # whoever receives has noticed
        except MatchStopped:
            pass  # parked just now: everybody looks again, and is told
        except Exception:  # whatever is wrong here is no matter of those who made the news
            log.exception("watching %s", self._room.code)
            self._socket.close(INTERNAL_ERROR)

    def _look_now(self) -> None:
        with self._room.lock:
            self.look()

    def _receive(self, message: bytes) -> None:
        if not self._counts():
            self._socket.close(POLICY_VIOLATION, SIGNED_OUT)
            return
        try:
            with self._socket.toll.turn():
                self._obey(from_json(message, Order))
        except InvalidAnswer as error:
            self._tell({"type": "invalid", "field": error.field, "error": str(error)})
        except Refused as error:
            self._refuse(error.refusal)

    def _obey(self, order: Order) -> None:
        if order.do == "say" and self._speak is not None:
            self._conduct.speak()
            self._socket.toll.charge(Act.CHAT)
            self._speak(order.text)
            return
        if order.do == "again":
            if not self._socket.toll.frame(AGAIN_COST):
                raise Refused(Refusal("boomtown.answer.flood"))
            with self._room.lock:
                self._feed.forget()
                self.look()
            return
        seat = self._seat()
        if order.do == "shown" and seat is not None:
            self._room.saw(seat, order.number or 0)
            return
        self._conduct.act()
        if seat is None:
            raise Refused(Refusal("boomtown.table.seated"))
        if order.do == "skip":
            self._room.skip(seat)
            return
        with self._room.lock:
            self._held, receipts = [], []
            try:
                self._play(order, seat)
                if self._acknowledge:
                    receipts = [_encode({"type": "taken", "number": order.number})]
            finally:
                messages, self._held = receipts + self._held, None
                if messages:
                    self._socket.send(*messages)

    def _play(self, order: Order, seat: Seat) -> None:
        if order.do == "answer":
            self._room.answer(seat, self._given(order, seat), number=order.number)
        elif order.do == "undo":
            self._room.undo(seat)
        else:
            raise InvalidAnswer("do", "expected answer, undo, say, shown, skip or again")

    def _given(self, order: Order, seat: Seat) -> object:
        """The answer, from the fields of a form where a page sends those."""
        if order.fields is None:
            return order.answer
        live = self._room.playing()
        question = self._room.shown(live, lambda: live.match.question(seat))
        if question is None:
            raise Refused(Refusal("boomtown.answer.turn", seat=seat))
        if order.number != question.number:
            late = {"number": order.number, "now": question.number}
            raise Refused(Refusal("boomtown.answer.number", **late))
        return answer_from_form(question.choice, Fields(order.fields))

    def _refuse_flood(self) -> None:
        with suppress(Closed):
            self._tell(self._refused(Refusal("boomtown.answer.flood")))

    def _refuse(self, refusal: Refusal) -> None:
        self._tell(self._refused(refusal))
        self._look_now()

    def _refused(self, refusal: Refusal) -> dict[str, object]:
        wording = self._wording()
        error, why = wording.refusal(refusal), link_to(refusal.rule, wording.language)
        title = refusal.rule if why is None else why.title
        return {"type": "refused", "rule": refusal.rule, "title": title, "error": error}

    def _tell(self, message: dict[str, object]) -> None:
        self._socket.send(_encode(message))
