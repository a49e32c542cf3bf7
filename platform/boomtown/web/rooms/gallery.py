"""A crowd round a table: players see news at once, those who only look on a few at a time.

Whoever makes the news shows them to all others, and the whole site waits meanwhile: a hundred
sockets of one stranger are no reason to. What an onlooker is shown is paid for by the onlooker's
address; whoever has nothing left sees the table later, as it is then.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Set
from threading import RLock, Thread
from typing import Protocol

from boomtown.web.guard.leisure import rest

FEW = 16
"""So many watchers of a table are no crowd."""
AT_ONCE = 4


class Watcher(Protocol):
    """Somebody who looks at a table. Both ways to look are called with the lock of the room."""

    @property
    def sits(self) -> bool:
        """Whether it is a player of the table."""

    def look(self) -> None:
        """Something may have changed. Waits for nothing outside, and never fails."""

    def look_in_turn(self) -> float:
        """The same for one of a crowd, and paid for; or in how many seconds that is possible."""


class Gallery:
    """The crowd of one table."""

    def __init__(self, lock: RLock, here: Set[Watcher]) -> None:
        self._lock = lock
        self._here = here
        """All who look at the table now, and have not gone."""
        self._late: dict[Watcher, None] = {}
        """Who has to see something yet, in order."""
        self._going_round = False

    def show(self, crowd: Iterable[Watcher]) -> None:
        """They are shown what is new soon. Hold the lock."""
        self._late.update(dict.fromkeys(crowd))
        if self._late and not self._going_round:
            self._going_round = True
            Thread(target=self._go_round, name="gallery", daemon=True).start()

    def _go_round(self) -> None:
        while True:
            with self._lock:
                some = list(self._late)[:AT_ONCE]
                for watcher in some:
                    del self._late[watcher]
                waits = {one: one.look_in_turn() for one in some if one in self._here}
                poor = [one for one, wait in waits.items() if wait]
                self._late.update(dict.fromkeys(poor))  # behind the others
                if not self._late:
                    self._going_round = False
                    return
                all_poor = len(poor) == len(self._late)
            if all_poor:
                time.sleep(min(waits[one] for one in poor))
            else:
                rest()
