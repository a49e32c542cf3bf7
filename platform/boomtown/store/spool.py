"""How a command reaches the process that serves the embedded database: a note in a folder.

SQLite tells nobody what another process has changed. A command leaves the topics of the bus in
the data folder, and the site reads them every second. With PostgreSQL the bus does that itself.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

from boomtown.store.bus import Bus
from boomtown.store.patience import Patience

LOOK_SECONDS = 1.0


class Spool:
    """Notes from commands to the site."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "spool"
        self._closed = Event()
        self._trouble = Patience("reading notes of commands")

    def put(self, topic: str) -> None:
        """Leaves a note."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        part = self._folder / f"{time.time_ns():020}-{secrets.token_hex(4)}.part"
        part.write_text(topic, encoding="utf-8")
        part.rename(part.with_suffix(".note"))

    def take(self) -> Iterator[str]:
        """The notes, in the order in which they were left; each is gone once it is taken."""
        for path in sorted(self._folder.glob("*.note")):
            topic = path.read_text(encoding="utf-8", errors="replace")
            path.unlink()
            yield topic

    def start(self, bus: Bus) -> None:
        """Passes notes on to everybody in this process who listens."""
        Thread(target=self._watch, args=[bus], name="spool", daemon=True).start()

    def close(self) -> None:
        """Stops reading."""
        self._closed.set()

    def _watch(self, bus: Bus) -> None:
        wait = LOOK_SECONDS
        while not self._closed.wait(wait):
            try:
                for topic in self.take():
                    bus.tell_here(topic)
                self._trouble.fine()
                wait = LOOK_SECONDS
            except Exception:  # whatever it was, the next note may be read
                wait = self._trouble.failed()
