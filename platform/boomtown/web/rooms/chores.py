"""What the house does between two tables, a little at a time, whenever it is time for it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

SOON = 0.1
"""Seconds until the next turn where there is more to do: others want the database, too."""
log = logging.getLogger(__name__)


class Chore:
    """Something that is done again and again; it says how much there was to do."""

    def __init__(self, name: str, do: Callable[[], int], *, later: float) -> None:
        self._name = name
        self._do = do
        self._later = later
        self._next = 0.0

    def turn(self) -> None:
        """Does it, if it is time; soon again while there is more to do. Never fails."""
        if time.monotonic() < self._next:
            return
        try:
            found = self._do()
        except Exception:  # the disk is full, the database is away: another time
            log.exception("%s", self._name)
            found = 0
        self._next = time.monotonic() + (SOON if found else self._later)
