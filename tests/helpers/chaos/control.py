"""What the harness wants to go wrong inside the servers: a small file that both sides know."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec
from msgspec import Struct

WHERE = "CHAOS_CONTROL"
"""The variable of the environment that names the file."""
LOOK_SECONDS = 0.05
steady = time.monotonic
real_time, real_time_ns = time.time, time.time_ns
"""The clock of the machine, whatever the servers are told."""


class Orders(Struct, frozen=True):
    """Everything that may be wrong at a time; by default nothing is."""

    fail: str = ""
    """``write``, ``commit`` or ``sync``: which operation of the database fails."""
    every: int = 1
    """Only each so-manieth of them does."""
    slow: int = 0
    """Milliseconds that a commit takes longer."""
    shift: int = 0
    """Milliseconds by which the wall clock is wrong."""


class Control:
    """The file: the harness writes it, servers look at it again and again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._orders = Orders()
        self._looked = -1.0

    def give(self, **changes: object) -> None:
        """Changes some orders; the others stay."""
        self._orders = msgspec.structs.replace(self._orders, **changes)
        fresh = self.path.with_suffix(".new")
        fresh.write_bytes(msgspec.json.encode(self._orders))
        os.replace(fresh, self.path)

    def orders(self) -> Orders:
        """What is to go wrong now."""
        if steady() - self._looked > LOOK_SECONDS:
            self._looked = steady()
            try:
                self._orders = msgspec.json.decode(self.path.read_bytes(), type=Orders)
            except FileNotFoundError:
                self._orders = Orders()
        return self._orders
