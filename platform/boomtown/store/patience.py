"""Failures of what runs for ever: told in the log, but not each time, and tried again later."""

from __future__ import annotations

import logging
import time

TELL_SECONDS = 60.0
"""A failure that goes on is told again after this time."""
FIRST_WAIT = 0.25
LONGEST_WAIT = 5.0
log = logging.getLogger(__name__)


class Patience:
    """How one loop takes its failures."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._in_a_row = 0
        self._told = 0.0
        self.failures = 0
        """How many there were in all."""

    def failed(self) -> float:
        """Notes the exception that is being handled. Seconds to wait before the next try."""
        self.failures += 1
        self._in_a_row += 1
        at = time.monotonic()
        if self._in_a_row == 1 or at - self._told >= TELL_SECONDS:
            self._told = at
            log.exception("%s failed (%d in a row); trying again", self._what, self._in_a_row)
        wait: float = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._in_a_row - 1, 10))
        return wait

    def fine(self) -> None:
        """It works, or works again."""
        if self._in_a_row:
            log.warning("%s goes on after %d failures", self._what, self._in_a_row)
            self._in_a_row = 0
