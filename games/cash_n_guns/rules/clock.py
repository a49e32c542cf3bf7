"""Simultaneous choices and the clock (cash.online.*).

The rules have no clock. A question says how long it should last and what happens without an
answer; the site counts (cash.online.count), takes what arrives in time (cash.online.deadline),
reports a time-out, and lets a bot answer for who is gone (cash.online.away). A sealed question
closes with its last answer (cash.online.close), is never answered by itself (cash.online.no_auto),
and shows who has answered but not what (cash.online.commit); until then an answer may be replaced
(cash.online.replace). All chance comes from the match (cash.online.random).
"""

from __future__ import annotations

from boomtown.core import Ask, Match, SealedAsk
from cash_n_guns.state import Gang


class TimedAsk(Ask):
    """A question to one seat, with a time limit unless the table plays without."""

    strict = True

    def time(self, match: Match[Gang]) -> int | None:
        """cash.online.timer_off: without time limits nobody is ever late."""
        return self.seconds if match.state.options.time_limits else None


class TimedSealedAsk(SealedAsk):
    """A question to several seats at once, with a time limit unless the table plays without."""

    strict = True

    def time(self, match: Match[Gang]) -> int | None:
        """cash.online.timer_off: without time limits nobody is ever late."""
        return self.seconds if match.state.options.time_limits else None
