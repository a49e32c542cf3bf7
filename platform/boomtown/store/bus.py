"""Who must hear that something has changed: this process, and others on the same PostgreSQL.

A message only names what changed; whoever cares reads it from the database.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from sqlalchemy import Connection, make_url, text
from sqlmodel import Session

from boomtown.core.errors import BoomtownError
from boomtown.store.database import Database
from boomtown.store.patience import Patience

CHANNEL = "boomtown"
EVERYTHING = "everything"
"""What is told after a time for which nobody listened: anything may have changed."""
LOOK_SECONDS = 1.0
KEEPALIVE = {"keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3"}
"""A database that went away without a word is missed after these seconds."""

Listener = Callable[[str], None]


def match_topic(match: str) -> str:
    """What is told when a match has moved on."""
    return f"match:{match}"


def table_topic(code: str) -> str:
    """What is told when people sit down, stand up, talk."""
    return f"table:{code}"


def gone_topic(code: str) -> str:
    """What is told when a table was removed."""
    return f"gone:{code}"


def player_topic(id: str) -> str:
    """What is told when some of a player's sessions may have ended."""
    return f"player:{id}"


class Bus:
    """Carries ``match:ID``, ``table:CODE`` and ``player:ID`` to everybody who listens."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: list[Listener] = []
        self._here = secrets.token_hex(4)
        self._closed = Event()
        self._trouble = Patience("hearing other processes")
        self._deaf = Patience("what follows from a message")
        self._missed = False
        """Whether somebody here has failed over a message, and may not know what it was about."""
        self.connects = 0
        """How often this process has begun to listen."""

    @property
    def failures(self) -> int:
        """How often hearing, or what follows from it, has failed."""
        return self._trouble.failures + self._deaf.failures

    @property
    def alone(self) -> bool:
        """Whether no other process can be on the same database."""
        return self._database.embedded

    def listen(self, listener: Listener) -> None:
        """Calls the listener with every topic from now on."""
        self._listeners.append(listener)

    def tell_here(self, topic: str) -> None:
        """Tells this process."""
        for listener in self._listeners:
            listener(topic)

    def tell(self, topic: str) -> None:
        """Tells everybody."""
        if not self._database.embedded:
            with self._database.engine.begin() as connection:
                self.announce(connection, [topic])
        self.tell_here(topic)

    @contextmanager
    def writing(self, topics: Collection[str]) -> Iterator[Session]:
        """A session whose changes are kept, all or none, and of which everybody hears.

        Other processes hear in the moment of the commit: nothing can come between. Where nobody
        knows what has become of it, this process looks, too.
        """
        try:
            with self._database.writing() as session:
                yield session
                session.flush()
                self.announce(session.connection(), topics)
        except BoomtownError:
            raise  # nothing has changed
        except BaseException:
            self._tell_all_here(topics)
            raise
        self._tell_all_here(topics)

    def announce(self, connection: Connection, topics: Collection[str]) -> None:
        """Tells other processes, as soon as the transaction is committed."""
        if topics and not self._database.embedded:
            connection.execute(
                text("SELECT pg_notify(:channel, :payload)"),
                [{"channel": CHANNEL, "payload": f"{self._here} {topic}"} for topic in topics],
            )

    def _tell_all_here(self, topics: Collection[str]) -> None:
        for topic in topics:
            self.tell_here(topic)

    def start(self) -> None:
        """Begins to hear other processes, where there can be any."""
        if not self._database.embedded:
            Thread(target=self._hear, name="bus", daemon=True).start()

    def close(self) -> None:
        """Stops hearing."""
        self._closed.set()

    def _hear(self) -> None:
        while not self._closed.is_set():
            try:
                self._hear_until_cut_off()
            except Exception:  # whatever it was, other processes go on talking
                self._closed.wait(self._trouble.failed())

    def _hear_until_cut_off(self) -> None:
        import psycopg  # only where there is a PostgreSQL

        url = make_url(self._database.url).set(drivername="postgresql")
        url = url.update_query_dict(KEEPALIVE)
        dsn = url.render_as_string(hide_password=False)
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.connects += 1
            self._trouble.fine()
            self._pass_on(EVERYTHING)  # whatever was missed while nobody listened
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=LOOK_SECONDS):
                    sender, _, topic = notice.payload.partition(" ")
                    if sender != self._here:
                        self._pass_on(topic)
                if self._missed:
                    self._pass_on(EVERYTHING)

    def _pass_on(self, topic: str) -> None:
        """Tells this process what another one said; after a failure, everything once more."""
        try:
            self.tell_here(topic)
            self._deaf.fine()
            self._missed = self._missed and topic != EVERYTHING
        except Exception:  # nobody here knows what was missed: all is looked at again
            self._missed = True
            self._deaf.failed()
