"""Sites for tests: in this process, or as a server of its own."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import Thread
from types import CodeType
from typing import TYPE_CHECKING, Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import BaseConverter, Rule
from werkzeug.routing.rules import RulePart
from werkzeug.serving import WSGIRequestHandler, make_server

from boomtown.core import Seat
from boomtown.plugins import find_game
from boomtown.store.database import Database, sqlite_url
from boomtown.store.tables import TableInfo
from boomtown.web.app import create_app
from boomtown.web.rooms.live import Room
from boomtown.web.settings import Settings
from boomtown.web.site import NAME, Site
from boomtown.web.tables.seating import fill_with_bots, make_table, start

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PATIENCE = 90.0
"""Seconds; a machine with other work takes its time."""


class CompiledTemplates(FileSystemBytecodeCache):
    """The templates of all sites are compiled once: that takes most of a page.

    Processes that share the tests find in files what another one has compiled.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="boomtown-templates-")
        self._kept: dict[tuple[str, str], CodeType] = {}
        super().__init__(self._folder.name)

    def load_bytecode(self, bucket: Bucket) -> None:
        known = (bucket.key, bucket.checksum)
        if known not in self._kept:
            super().load_bytecode(bucket)
            if bucket.code is None:
                return
            self._kept[known] = bucket.code
        bucket.code = self._kept[known]


TEMPLATES = CompiledTemplates()
Builder = Callable[..., tuple[str, str]]
Compiled = tuple[
    list[RulePart], list[tuple[bool, str]], dict[str, BaseConverter], set[str], Builder, Builder
]
_compiled: dict[tuple[object, ...], Compiled] = {}


class KnownRule(Rule):
    """What reads and builds an address is made once, too: it takes half of the time of a site."""

    def compile(self) -> None:
        key = (self.rule, self.subdomain, self.host, repr(self.defaults), *sorted(self.arguments))
        if key not in _compiled:
            super().compile()
            built = self._compile_builder(False), self._compile_builder(True)
            made = (self._parts, self._trace, self._converters, self.arguments, *built)
            _compiled[key] = made
        self._parts, self._trace, self._converters, arguments, known, unknown = _compiled[key]
        self.arguments = set(arguments)
        self._build = known.__get__(self, None)
        self._build_unknown = unknown.__get__(self, None)


Flask.url_rule_class = KnownRule


def settings_for(data: Path, **changes: Any) -> Settings:
    """A site without limits whose bots take no time."""
    plain: dict[str, Any] = {
        "data": data,
        "database": sqlite_url(data),
        "secret": b"a key for tests",
        "bot_pace": 0,
        "work_processes": 0,
        "lab_processes": 0,
        "limits": False,
    }
    return Settings(**plain | changes)


@cache
def _laid() -> bytes:
    """An embedded database with all tables and nothing in them."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(sqlite_url(Path(folder)))
        database.migrate()
        database.checkpoint(wait=True)
        database.close()
        assert database.file is not None
        return database.file.read_bytes()


def lay_database(data: Path) -> None:
    """Saves a site the time in which it makes its tables, where there are none."""
    file = data / "boomtown.db"
    if not file.exists():
        data.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_laid())


@contextmanager
def app_in(data: Path, **changes: Any) -> Iterator[Flask]:
    """The application; its house is not open until somebody opens it."""
    settings = settings_for(data, **changes)
    if settings.database == sqlite_url(data):
        lay_database(data)
    app = create_app(settings)
    app.config["WTF_CSRF_ENABLED"] = False
    app.jinja_env.bytecode_cache = TEMPLATES
    try:
        yield app
    finally:
        site_of(app).close()


class Quiet(WSGIRequestHandler):
    """Tells nobody of every request."""

    def log(self, type: str, message: str, *args: Any) -> None:
        pass


@contextmanager
def on_a_port(app: Flask) -> Iterator[str]:
    """A site of this process on a port, without sockets: its address."""

    def whole(environ: WSGIEnvironment, start: StartResponse) -> list[bytes]:
        # Werkzeug forgets to close a file whose reader has gone, so it never gets one.
        parts = app(environ, start)
        try:
            return list(parts)
        finally:
            getattr(parts, "close", lambda: None)()

    server = make_server("127.0.0.1", 0, whole, threaded=True, request_handler=Quiet)
    serving = Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    serving.join()
    server.server_close()


def site_of(app: Flask) -> Site:
    """The parts of a site."""
    site = app.extensions[NAME]
    assert isinstance(site, Site)
    return site


def seated(
    site: Site,
    game: str,
    people: int,
    seats: int,
    *,
    options: dict[str, Any] | None = None,
    clock: str = "off",
    bot: str = "random",
    listed: bool = True,
    asks: bool = True,
    advice: str = "off",
) -> tuple[TableInfo, list[str]]:
    """A table with some people and bots on the other seats, and who the people are.

    They are asked everything, unless a test is about what people are spared.
    """
    players = [site.people.add(f"Player {number + 1}", "en").id for number in range(people)]
    host = players[0] if players else site.people.add("Host", "en").id
    table = make_table(
        site,
        find_game(game),
        seats=seats,
        options=options or {},
        host=host,
        language="en",
        clock=clock,
        listed=listed,
        advice=advice,
    )
    for number, player in enumerate(players):
        table = site.tables.sit(table.code, number, player)
        if asks:
            table = site.tables.ask_always(table.code, player, on=True)
    return fill_with_bots(site, table, bot), players


def started(site: Site, game: str, people: int, seats: int, **more: Any) -> tuple[Room, list[str]]:
    """The same, with the match begun."""
    table, players = seated(site, game, people, seats, **more)
    start(site, table)
    room = site.rooms.get(table.code)
    assert room is not None
    return room, players


class Looker:
    """Somebody who looks at a table, and does something at every change."""

    def __init__(self, look: Callable[[], None], *, sits: bool = False) -> None:
        self.look = look
        self.sits = sits

    def look_in_turn(self) -> float:
        self.look()
        return 0.0


def answer_any(room: Room, seat: Seat) -> None:
    """Gives the first answer that is offered."""
    with room.lock:
        room.answer(seat, room.playing().match.choice(seat).offers()[0])


def eventually(true: Callable[[], bool], what: str = "it never happened") -> None:
    """Waits until something is so."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.01)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


GROUP, SPENT = 2, slice(11, 13)
"""Where /proc/PID/stat has the group, and the time in user and system mode, behind the name."""


class Server:
    """``boomtown serve`` in a process of its own, as a person would start it."""

    def __init__(self, data: Path, *, port: str = "", told: str = "", **environment: str) -> None:
        self.data = data
        self.port = port or str(free_port())
        self.url = f"http://127.0.0.1:{self.port}"
        quick = {"BOOMTOWN_BOT_PACE": "0", "BOOMTOWN_LIMITS": "off", "BOOMTOWN_WARM_UP": "off"}
        settings = quick | environment
        command = self._command()
        with open(told, "wb") if told else nullcontext() as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from boomtown.cli import main; main()", *command],
                env={**os.environ, **settings},
                start_new_session=True,
                stderr=errors,
            )
        try:
            self._wait()
        except BaseException:
            if self._process.poll() is None:
                self.kill()  # nobody else knows of it
            raise

    def _command(self) -> list[str]:
        return ["serve", "--data", str(self.data), "--bind", f"127.0.0.1:{self.port}"]

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self._process.poll() is None, "the server did not start"
            try:
                with urllib.request.urlopen(self.url + "/credits", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def load(self, code: str, seed: str) -> None:
        """Everything drawn at a table comes from a known seed; whoever sits down brings it in."""
        with sqlite3.connect(self.data / "boomtown.db", timeout=30) as database:
            changed = database.execute("UPDATE tables SET seed = ? WHERE code = ?", (seed, code))
            assert changed.rowcount == 1

    def kill(self) -> None:
        """Ends it at once, with everything that belongs to it, as a power cut would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def terminate(self) -> int:
        """Asks it to end, as an operator would; the code that it ends with."""
        self._process.terminate()
        return self._process.wait(timeout=PATIENCE)

    def spent(self) -> float:
        """Seconds of the processor that it has used so far, with everything that belongs to it."""
        ticks = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                told = path.read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if int(told[GROUP]) == self._process.pid:
                ticks += sum(map(int, told[SPENT]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Ends it as an operator would."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()


class DevServer(Server):
    """``boomtown dev`` likewise, for the author of a game."""

    def __init__(self, data: Path, game: Path) -> None:
        self._game = game
        super().__init__(data)

    def _command(self) -> list[str]:
        return ["dev", str(self._game), "--data", str(self.data), "--port", self.port]
