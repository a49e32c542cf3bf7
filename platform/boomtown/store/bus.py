"""Who must hear that something has changed: this process, and others on the same PostgreSQL.

A message only names what changed; whoever cares reads it from the database.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from threading import Thread

from sqlalchemy import make_url, text

from boomtown.store.database import Database

CHANNEL = "boomtown"
RETRY_SECONDS = 1.0
log = logging.getLogger(__name__)

Listener = Callable[[str], None]


def match_topic(match: str) -> str:
    """What is told when a match has moved on."""
    return f"match:{match}"


def table_topic(code: str) -> str:
    """What is told when people sit down, stand up, talk."""
    return f"table:{code}"


def player_topic(id: str) -> str:
    """What is told when some of a player's sessions may have ended."""
    return f"player:{id}"


class Bus:
    """Carries ``match:ID``, ``table:CODE`` and ``player:ID`` to everybody who listens."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: list[Listener] = []
        self._here = secrets.token_hex(4)
        self._closed = False

    def listen(self, listener: Listener) -> None:
        """Calls the listener with every topic from now on."""
        self._listeners.append(listener)

    def payload(self, topic: str) -> str:
        """A topic as other processes get it: with its sender, who has heard it already."""
        return f"{self._here} {topic}"

    def tell_here(self, topic: str) -> None:
        """Tells this process."""
        for listener in self._listeners:
            listener(topic)

    def tell(self, topic: str) -> None:
        """Tells everybody."""
        if not self._database.embedded:
            with self._database.engine.begin() as connection:
                connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"),
                    {"channel": CHANNEL, "payload": self.payload(topic)},
                )
        self.tell_here(topic)

    def start(self) -> None:
        """Begins to hear other processes, where there can be any."""
        if not self._database.embedded:
            Thread(target=self._hear, name="bus", daemon=True).start()

    def close(self) -> None:
        """Stops hearing."""
        self._closed = True

    def _hear(self) -> None:
        import psycopg  # only where there is a PostgreSQL

        while not self._closed:
            try:
                self._hear_once()
            except psycopg.Error:
                log.exception("the database went away; trying again")
                time.sleep(RETRY_SECONDS)

    def _hear_once(self) -> None:
        import psycopg

        url = make_url(self._database.url).set(drivername="postgresql")
        dsn = url.render_as_string(hide_password=False)
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.tell_here("everything")  # whatever was missed while nobody listened
            while not self._closed:
                for notice in connection.notifies(timeout=RETRY_SECONDS):
                    sender, _, topic = notice.payload.partition(" ")
                    if sender != self._here:
                        self.tell_here(topic)
