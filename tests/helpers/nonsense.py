"""Nonsense for every route and for sockets, from a seed: nothing of it may be our fault.

``bombard(app, count, seed)`` sends so many requests and says what went wrong; ``rattle`` does the
same to sockets. Tests send a few thousand, a long run as many as it likes.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from flask import Flask, got_request_exception
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from boomtown.core import Chance, Seat
from boomtown.plugins import installed_games
from boomtown.web.people.conduct import Conduct
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.sockets.connection import Connection
from boomtown.web.sockets.feeds import ViewFeed
from boomtown.web.sockets.frames import CLOSE, CONTINUATION, PING, PONG, TEXT
from boomtown.web.sockets.websocket import WebSocket
from boomtown.web.tables.table_page import names_at, plain_wording
from masked import free_toll, sent
from played import play_on
from sites import site_of, started

DEEP = 3000
NESTED = b"[" * 900 + b"]" * 900
"""Deep, but not too deep to be read."""
NASTY = (
    "",
    " ",
    "0",
    "-1",
    "1e999",
    "NaN",
    "9" * 40,
    "9" * 5000,
    "true",
    "null",
    "\x00",
    "a\x00b",
    "\r\nSet-Cookie: x=1",
    "/a\nb",
    "/a\rb",
    "\t//host",
    "/\t/host",
    "/\\host",
    "//host",
    "/%0d%0aX: y",
    "\ud800",
    "\udcff",
    "\u202eevil",
    "\u200b",
    "e" + "\u0301" * 200,
    "\ufffe",
    "🤠" * 50,
    "../../etc/passwd",
    "..%2f..%2f",
    "{{7*7}}",
    "<script>",
    "%",
    "%00",
    "%ff",
    "[" * DEEP,
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP,
    "x" * 20_000,
    "١٢٣",
    "1_000",
    "0x10",
    "A",
    "en",
    "ru",
    "dark",
)
NUMBERS = (0, 1, -1, 2**31, 2**63, -(2**63) - 1, 10**400, 1.5, 1e308, True)
FORM = {
    "name": "Ann",
    "next": "/",
    "lang": "ru",
    "theme": "dark",
    "game": "high_noon",
    "seats": "2",
    "seat": "0",
    "clock": "off",
    "bots": "random",
    "kind": "random",
    "number": "0",
    "a": "0",
    "a.x": "1",
    "a.y": "2",
    "text": "Draw.",
    "key": "x",
    "on": "true",
    "contribution": "abc",
    "at": "3",
    "invite": "",
    "o.scenario": "bank_job",
}
"""What forms send, with something that is fine."""
QUERY = {
    "at": "1",
    "moment": "1",
    "have": "1",
    "log": "0",
    "chat": "0",
    "after": "0",
    "q": "arrow",
    "m": "ghost",
    "rule": "noon.shot.dice",
    "tongue": "ru",
    "part": "",
    "panel": "",
    "seat": "a",
    "code": "dusty-mule-4821",
    "phase": "open",
    "game": "high_noon",
    "lang": "es",
    "text": "",
    "left": "bang_dice",
    "right": "cash_n_guns",
    "games": "bang_dice",
    "show": "differences",
}
FIELDS = (*FORM, *QUERY, "answer", "options", "token", "fields", "a.z", "x", "y", "to", "path")
BODIES: tuple[dict[str, object], ...] = (
    {"game": "high_noon", "seats": 2, "options": {}, "clock": "off", "listed": True, "name": "A"},
    {"name": "Ann", "seat": 1, "contribution": "abc", "invite": ""},
    {"seat": 1, "kind": "random"},
    {"number": 0, "answer": [0]},
    {"text": "Draw."},
    {"do": "answer", "number": 0, "answer": [0]},
    {"figure": 0, "path": [[1, 2], [3, 4]], "kind": "move", "to": [5, 6], "target": 1},
)
"""What programs send."""
HEADERS = (
    *("Accept", "Accept-Language", "Cookie", "Range", "If-Modified-Since", "If-None-Match"),
    *("Origin", "Referer", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"),
    *("Authorization", "Content-Type", "User-Agent", "Forwarded", "Sec-WebSocket-Key", "Upgrade"),
)
TYPES = (
    "application/json",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=nonsense",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain",
    "",
)


class Nonsense:
    """Makes things up, some of them nearly right."""

    def __init__(self, chance: Chance, known: list[str]) -> None:
        self._chance = chance
        self._known = known

    def one(self, of: Any) -> Any:
        """One of several."""
        return of[self._chance.below(len(of))]

    def luck(self, one_in: int) -> bool:
        """True once in so many times."""
        return self._chance.below(one_in) == 0

    def text(self) -> str:
        """A word that is known here, or one that nobody wants."""
        match self._chance.below(4):
            case 0 | 1:
                return str(self.one(self._known))
            case 2:
                return str(self.one(NASTY))
            case 3 if self.luck(2):
                return str(self.one(self._known)) + str(self.one(NASTY))
            case _:
                return "".join(chr(self._chance.below(0x2FFF)) for _ in range(self.size(12)))

    def size(self, most: int) -> int:
        """How many of something."""
        return self._chance.below(most + 1)

    def raw(self, most: int = 60) -> bytes:
        """Bytes that mean nothing."""
        return bytes(self._chance.below(256) for _ in range(self.size(most)))

    def value(self, depth: int = 3) -> object:
        """Any JSON."""
        match self._chance.below(7):
            case 0 if depth:
                return [self.value(depth - 1) for _ in range(self.size(3))]
            case 1 if depth:
                return {self.one(FIELDS): self.value(depth - 1) for _ in range(self.size(4))}
            case 2 | 3:
                return self.one(NUMBERS)
            case 4:
                return None
        return self.text()

    def json(self) -> bytes:
        """A body that says it is JSON, or nearly."""
        if self.luck(8):
            return self.raw()
        if self.luck(12):
            return (str(self.one(("[", '{"a":'))) * DEEP).encode()
        fields = self.spoilt(self.one(BODIES), self.value)
        whole = json.dumps(fields if self._chance.below(4) else self.value()).encode()
        match self._chance.below(12):
            case 0:
                return whole[: self.size(len(whole))] + self.raw(3)
            case 1:
                at = self.size(len(whole))
                return whole[:at] + b"\xff" + whole[at + 1 :]
            case 2:
                return whole.replace(b'"Draw."', NESTED).replace(b"[0]", NESTED)
        return whole

    def spoilt(self, fine: dict[str, Any], make: Callable[[], Any]) -> dict[str, Any]:
        """What is fine, but for a few fields."""
        spoilt = dict(fine)
        for _ in range(self.size(3)):
            spoilt[self.one(list(fine)) if self._chance.below(4) else self.one(FIELDS)] = make()
        return spoilt

    def form(self) -> bytes:
        """A body that says it is a form."""
        fields = self.spoilt(FORM, self.text)
        whole = "&".join(f"{name}={quoted(value)}" for name, value in fields.items()).encode()
        return whole + b"&" + self.raw(12) if self.luck(10) else whole

    def order(self) -> bytes:
        """What a page or a program might send over its socket."""
        order: dict[str, object] = {"do": self.one(("answer", "undo", "say", "again", "", "token"))}
        for field in ("number", "answer", "text", "fields"):
            if self.luck(2):
                order[field] = self.value()
        if self.luck(3):
            order["fields"] = [[self.one(FIELDS), self.text()] for _ in range(self.size(4))]
        return self.json() if self.luck(4) else json.dumps(order).encode()

    def frames(self) -> bytes:
        """A few frames, whole or not."""
        found = b""
        for _ in range(1 + self.size(4)):
            match self._chance.below(8):
                case 0:
                    found += self.raw(20)
                case 1:
                    found += sent(self.one((PING, PONG, CLOSE)), self.raw(125))
                case 2:
                    opcode, final = self.one((TEXT, CONTINUATION)), self.luck(2)
                    found += sent(opcode, self.raw(30), final=final)
                case 3:
                    found += sent(self._chance.below(128), self.raw(30))
                case _:
                    found += sent(TEXT, self.order())
        return found


def quoted(text: str) -> str:
    """For an address or a form, whatever it is."""
    return quote(text.encode("utf-8", "surrogatepass"))


class Town:
    """A site with a table of every game under way, one before the start and one at its end."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.site: Site = site_of(app)
        self.rooms: list[Room] = []
        self.players: list[str] = []
        for game in installed_games():
            room, players = started(self.site, game.id, 2, max(2, min(game.seats)))
            self.rooms.append(room)
            self.players += players
        finished, _ = started(self.site, "high_noon", 2, 2)
        play_on(finished, "to the end")
        self.rooms.append(finished)
        client = app.test_client()
        body = {"game": "high_noon", "seats": 2, "listed": True}
        with client.post("/api/tables", json=body) as reply:
            open_table = reply.get_json()
        with client.post(f"/api/tables/{open_table['code']}/seats", json={"name": "A"}) as reply:
            seat = reply.get_json()
        self.tokens = [open_table["token"], seat["token"]]
        tables = [room.table for room in self.rooms]
        games = [game.id for game in installed_games()]
        self.places = {
            "code": [*(table.code for table in tables), open_table["code"]],
            "match": [table.match or "" for table in tables],
            "id": games,
            "game": games,
            "seat": ["0", "1"],
            "position": ["0", "3"],
            "invite": [table.invite for table in tables],
            "rule": ["noon.shot.dice"],
            "example": ["0"],
            "token": ["nobody"],
            "filename": ["tokens.css", "table.css"],
        }
        self.known = [
            *(table.code for table in tables),
            *(table.match or "" for table in tables),
            *(table.invite for table in tables),
            open_table["code"],
            open_table["code"],
            *(game.id for game in installed_games()),
            *("high_noon", "noon.shot.dice", "random", "0", "1", "2", "120 340", '"beer"', "[0]"),
        ]

    def client(self, player: str | None) -> FlaskClient:
        """The browser of somebody."""
        client = self.app.test_client()
        known = None if player is None else self.site.people.get(player)
        if known is not None:
            with client.session_transaction() as session:
                session["player"], session["epoch"] = known.id, known.epoch
        return client


@contextmanager
def exceptions(app: Flask) -> Iterator[list[BaseException]]:
    """What goes wrong inside while this goes on."""
    found: list[BaseException] = []

    def note(_sender: object, exception: BaseException, **_more: object) -> None:
        found.append(exception)

    with got_request_exception.connected_to(note, app):
        yield found


def bombard(app: Flask, count: int, seed: object) -> list[str]:
    """Sends so many requests to all routes; what was answered with 500 or worse."""
    town = Town(app)
    chance = Chance.seeded("bombard", seed)
    make = Nonsense(chance, town.known)
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if not rule.websocket and rule.rule != "/readyz"  # nobody has opened the house
    ]
    writing = [rule for rule in rules if _main(rule) != "GET"]
    clients = [town.client(player) for player in (*town.players, None)]
    faults: list[str] = []
    with exceptions(app) as found:
        for number in range(count):
            rule = make.one(rules if make.luck(3) else writing)
            asked = _request(make, town, rule)
            try:
                with make.one(clients).open(**asked) as reply:
                    code = reply.status_code
                    reply.get_data()
            except Exception as error:  # the client's own doors are tried as well
                found.append(error)
                code = 599
            if code >= 500 or found:
                faults.append(f"{number}: {asked} -> {code} {found!r}"[:1500])
                found.clear()
    return faults


def _request(make: Nonsense, town: Town, rule: Rule) -> dict[str, Any]:
    """The arguments of a request."""
    path = rule.rule
    for name in rule.arguments:
        places = town.places.get("match" if rule.rule.startswith("/matches/") else name, NASTY)
        value = make.text() if make.luck(6) else make.one(places)
        for kind in ("int:", "path:", ""):
            path = path.replace(f"<{kind}{name}>", value)
    if make.luck(40):
        path = "/" + make.text()
    raw = path.encode("utf-8", "surrogatepass").decode("latin-1")
    names = [make.one(list(QUERY)) for _ in range(make.size(3))]
    fine = {name: QUERY[name] for name in names}
    pairs = (make.spoilt(fine, make.text) if fine else fine).items()
    query = "&".join(f"{name}={quoted(value)}" for name, value in pairs)
    headers = {}
    if make.luck(3):
        value = make.text().encode("utf-8", "surrogatepass").decode("latin-1")
        headers[make.one(HEADERS)] = value.replace("\r", "").replace("\n", "")
    if rule.rule.startswith("/api/") and not make.luck(3):
        headers["Authorization"] = f"Bearer {make.one(town.tokens)}"
    asked: dict[str, Any] = {
        "method": make.one(sorted(rule.methods or {"GET"})) if make.luck(8) else _main(rule),
        "headers": headers,
        "environ_overrides": {"PATH_INFO": raw, "QUERY_STRING": query},
    }
    if asked["method"] in ("POST", "DELETE") or make.luck(20):
        usual = TYPES[0] if rule.rule.startswith("/api/") or "preview" in rule.rule else TYPES[2]
        kind = make.one(TYPES) if make.luck(5) else usual
        asked["content_type"] = kind
        asked["data"] = make.json() if "json" in kind or make.luck(6) else make.form()
    return asked


def _main(rule: Rule) -> str:
    """What the route is there for."""
    methods = rule.methods or {"GET"}
    return next(one for one in ("POST", "DELETE", "GET") if one in methods)


def rattle(app: Flask, count: int, seed: object) -> list[str]:
    """Sends nonsense over so many sockets; what went wrong."""
    town = Town(app)
    make = Nonsense(Chance.seeded("rattle", seed), town.known)
    conduct = Conduct(site_of(app).moderation, None, "")
    faults: list[str] = []
    for number in range(count):
        room = make.one(town.rooms)
        seat = make.one((None, Seat(0), Seat(1)))
        frames = make.frames()
        try:
            _talk(conduct, room, seat, frames)
        except Exception as error:
            faults.append(f"{number}: {seat} {frames!r} -> {error!r}"[:1500])
    return faults


def _talk(conduct: Conduct, room: Room, seat: Seat | None, frames: bytes) -> None:
    here, there = socket.socketpair()
    with here, there:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        there.sendall(frames)
        there.shutdown(socket.SHUT_WR)
        Connection(
            WebSocket(here, free_toll()),
            room,
            ViewFeed(room, seat),
            seat=lambda: seat,
            wording=lambda: plain_wording(room.game, "en", names_at(room.table)),
            speak=lambda text: None,
            counts=lambda: True,
            conduct=conduct,
            acknowledge=True,
        ).serve()
