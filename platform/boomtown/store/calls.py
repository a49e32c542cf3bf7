"""Nudges, and votes for a bot to stand in for somebody who is away (boomtown.table.vote)."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec
from msgspec import structs

from boomtown.core.errors import Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.store.bus import Bus, table_topic
from boomtown.store.database import now
from boomtown.store.models import Phase
from boomtown.store.tableinfo import Calls
from boomtown.store.tables import locked_table

NUDGE_EVERY = 2 * 60 * 1000
"""Milliseconds between two nudges of one player."""


class CallBook:
    """The nudges and votes of all tables."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def nudge(self, code: str, seat: Seat) -> None:
        """Somebody is nudged; not again at once, whoever wants it."""

        def noted(calls: Calls) -> Calls:
            again = calls.nudged + NUDGE_EVERY
            if now() < again:
                seconds = (again - now()) // 1000 + 1
                raise Refused(Refusal("boomtown.table.nudge", "again", seconds=seconds))
            return structs.replace(calls, nudged=now())

        self._change(code, seat, noted)

    def vote(self, code: str, seat: Seat, player: str, since: int, needed: Collection[str]) -> bool:
        """A player wants a bot to stand in; whether everybody does who is needed.

        A vote from before ``since``, when the seat's player was last here, counts for nothing.
        """

        def noted(calls: Calls) -> Calls:
            still = {voter: at for voter, at in calls.votes.items() if at >= since}
            return structs.replace(calls, votes={**still, player: now()})

        calls = self._change(code, seat, noted)
        return set(needed) <= set(calls.votes)

    def _change(self, code: str, seat: Seat, change: Callable[[Calls], Calls]) -> Calls:
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.PLAYING)
            kept = msgspec.json.decode(table.calls, type=dict[int, Calls])
            kept[seat] = change(kept.get(seat, Calls()))
            table.calls = msgspec.json.encode(kept).decode()
            session.add(table)
            return kept[seat]
