"""Players who go on whatever happens: over a socket, over the API, with plain forms.

Each answers soon after it is asked, notes everything in the history, and comes back after every
fault. Whoever plays over a socket now and then doubles, repeats, swaps, breaks up or forgets what
it sends.
"""

from __future__ import annotations

import re
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from html import unescape
from threading import Event, Thread
from typing import Any

from boomtown.core import Chance
from chaos.history import ANY, End, History, Try
from chaos.wire import Failed, Lost, NotNow, Person, Socket, call

PAUSE = 0.15
"""Seconds before anybody asks again, or answers: players who never rest would take the processor
from the servers that they are to see recover."""
LISTEN = 2.0
RESEND = 4.0
"""Seconds after which a socket on which nothing is heard asks for everything again."""
BAD_MANNERS = 25
"""In a hundred answers over a socket."""


class Place:
    """A seat at a table, and how its player gets there."""

    def __init__(self, table: str, seat: int, door: Callable[[], int], history: History) -> None:
        self.table = table
        self.seat = seat
        self.door = door
        self.history = history
        self.over = False
        self.progress = 0
        """Counts whatever shows that the match goes on."""
        self.stop = Event()
        self.last = "nothing yet"
        """What happened last, for whoever wonders why a table stands still."""


class Player(ABC):
    """Plays one seat until the match is over, or until it is told to stop."""

    via: str

    def __init__(self, place: Place, chance: Chance) -> None:
        self.place = place
        self.chance = chance
        self.thread = Thread(target=self._run, daemon=True)
        self._number = -1

    def _run(self) -> None:
        place = self.place
        while not (place.over or place.stop.is_set()):
            try:
                self.play()
            except (Lost, Failed, NotNow) as error:
                place.last = f"{type(error).__name__}: {error}"
            except Exception as error:  # whoever plays on tells more than whoever gives up
                place.history.complain(f"{self.via} player: {error!r}, {traceback.format_exc()}")
            place.stop.wait(PAUSE)

    @abstractmethod
    def play(self) -> None:
        """Goes on for a while."""

    def moved_to(self, number: int) -> None:
        """Notes which question the table has come to."""
        if number != self._number:
            self._number = number
            self.place.progress += 1
        self.place.last = f"at question {number}"

    def sent(self, number: int, answer: object) -> Try:
        """An answer is on its way."""
        return self.place.history.sent(self.place.table, self.place.seat, number, answer, self.via)


class ApiPlayer(Player):
    """Asks the API again and again."""

    via = "api"

    def __init__(self, place: Place, chance: Chance, token: str) -> None:
        super().__init__(place, chance)
        self._path = f"/api/tables/{place.table}"
        self._token = token

    def play(self) -> None:
        place, port = self.place, self.place.door()
        seen = call(port, f"{self._path}/view", token=self._token)
        place.history.saw(place.table, place.seat, place.history.link(), seen)
        self.moved_to(seen["number"])
        place.over = seen["view"]["outcome"] is not None
        question = seen["question"]
        if question is None or question["given"] is not None:
            return
        offers = call(port, f"{self._path}/offers", token=self._token)
        answer = self.chance.pick(offers["offers"])
        attempt = self.sent(offers["number"], answer)
        try:
            body = {"number": offers["number"], "answer": answer}
            call(port, f"{self._path}/answer", body, self._token)
            attempt.close(End.TAKEN)
            place.progress += 1
        except NotNow:
            attempt.close(End.REFUSED)


class SocketPlayer(Player):
    """Hears at once, and does not always behave."""

    via = "socket"

    def __init__(self, place: Place, chance: Chance, token: str) -> None:
        super().__init__(place, chance)
        self._token = token
        self._link = 0
        self._waiting: deque[Try | None] = deque()
        """What was sent on this connection and has no receipt yet; replies come in order."""
        self._answered: tuple[int, object] | None = None

    def play(self) -> None:
        place = self.place
        self._link = place.history.link()
        self._waiting.clear()
        self._answered = None
        socket = Socket(place.door(), f"/api/tables/{place.table}/socket", self._token)
        try:
            silent = 0.0
            while not (place.over or place.stop.is_set()):
                message = socket.hear(LISTEN)
                if message is None:
                    silent += LISTEN
                    if silent > RESEND:
                        socket.send({"do": "again"})
                        self._answered, silent = None, 0.0
                    continue
                silent = 0.0
                self._hear(socket, message)
        finally:
            socket.close()

    def _hear(self, socket: Socket, message: dict[str, Any]) -> None:
        place = self.place
        if message["type"] == "view":
            place.history.saw(place.table, place.seat, self._link, message)
            self.moved_to(message["number"])
            place.over = message["view"]["outcome"] is not None
            question = message["question"]
            if question is not None and question["given"] is None:
                self._answer(socket, question)
        elif message["type"] in ("taken", "refused", "invalid") and self._waiting:
            attempt = self._waiting.popleft()
            if attempt is not None:
                taken = message["type"] == "taken"
                attempt.close(End.TAKEN if taken else End.REFUSED)
                place.progress += taken
                if not taken:
                    place.last = str(message)

    def _answer(self, socket: Socket, question: dict[str, Any]) -> None:
        number = question["number"]
        if self._answered is not None and self._answered[0] == number:
            return  # the view was on its way before the answer arrived
        self.place.stop.wait(PAUSE)
        answer = self._picked(question["choice"])
        manners = self.chance.below(100)
        before = self._answered
        self._answered = number, answer
        if manners >= BAD_MANNERS:
            self._send(socket, number, answer)
        elif manners % 5 == 0:  # doubled
            self._send(socket, number, answer)
            self._send(socket, number, answer)
        elif manners % 5 == 1:  # swapped: the answer to the next question comes first
            self._send(socket, number + 1, answer)
            self._send(socket, number, answer)
        elif manners % 5 == 2:  # an old one once more
            if before is not None:
                self._send(socket, *before)
            self._send(socket, number, answer)
        elif manners % 5 == 3:  # in pieces
            self._send(socket, number, answer, pieces=2 + self.chance.below(20))
        else:  # dropped on the way
            self._answered = None
            socket.send({"do": "again"})

    def _send(self, socket: Socket, number: int, answer: object, pieces: int = 1) -> None:
        attempt = self.sent(number, answer)
        self._waiting.append(attempt)
        socket.send({"do": "answer", "number": number, "answer": answer}, pieces)

    def _picked(self, choice: dict[str, Any]) -> object:
        """The default, or any of several."""
        items = [one["value"] for one in choice.get("of", []) if "refused" not in one]
        if choice["kind"] == "one" and items:
            return self.chance.pick(items)
        ready = choice.get("ready") or []
        if ready and self.chance.below(2):
            return self.chance.pick(ready)["answer"]
        return choice["default"]


class FormPlayer(Player):
    """Reads the page and presses its buttons, without any script."""

    via = "form"
    FORM = re.compile(
        r'<form class="prompt".*?data-number="(\d+)" data-kind="(\w+)".*?</form>', re.DOTALL
    )
    MOMENT = re.compile(r'data-moment="(\d+)"')
    ENDED = re.compile(r'class="ending|data-ended="true"')
    CONTROL = re.compile(r"""<(?:button|input)[^>]*name="(a[^"]*)" value=(?:'([^']*)'|"([^"]*)")""")
    AMOUNT = re.compile(r'data-amount="(\d+)"')
    LEAST = re.compile(r'data-least="(\d+)"')
    LOWEST = re.compile(r'name="a" min="(-?\d+)"')
    SHARE = re.compile(r'name="(a\.[^"]*)" min="\d+" max="(\d+)"')

    def __init__(self, place: Place, chance: Chance, person: Person) -> None:
        super().__init__(place, chance)
        self._person = person

    def play(self) -> None:
        place, port = self.place, self.place.door()
        page = self._person.page(port, f"/t/{place.table}")
        if 'action="/t/' + place.table + "/rematch" in page:
            place.over = True
            place.progress += 1
            return
        form = self.FORM.search(page)
        if form is None or 'class="given"' in form[0]:
            place.last = "waiting for the others"
            return
        number = int(form[1])
        self.moved_to(number)
        fields = {"number": number, **self._filled_in(form[0], form[2])}
        attempt = self.sent(number, ANY)
        try:
            self._person.post(port, f"/t/{place.table}/answer", fields)
            attempt.close(End.TAKEN)
            place.progress += 1
        except NotNow as error:
            attempt.close(End.REFUSED)
            place.last = f"{error} {fields}"

    def _filled_in(self, form: str, kind: str) -> dict[str, Any]:
        controls = [
            (name, unescape(one or other)) for name, one, other in self.CONTROL.findall(form)
        ]
        if kind in ("one", "composed"):
            return {"a": self.chance.pick([value for name, value in controls if value])}
        if kind == "several":
            least = self.LEAST.search(form)
            return {"a": [value for _, value in controls[: int(least[1]) if least else 0]]}
        if kind == "number":
            least = self.LOWEST.search(form)
            return {"a": least[1] if least else 0}
        if kind == "split":
            amount = self.AMOUNT.search(form)
            left = int(amount[1]) if amount else 0
            shares: dict[str, Any] = {}
            for name, most in self.SHARE.findall(form):
                shares[name] = min(left, int(most))
                left -= shares[name]
            return shares or dict([self.chance.pick(controls)])  # one button a share, if it is one
        picked: dict[str, Any] = {}
        for name, value in controls:
            picked.setdefault(name, []).append(value)
        return {name: self.chance.pick(values) for name, values in picked.items()}
