"""Advice while playing: what a bot would do in a seat's place (boomtown.table.advice).

Only at tables where it was agreed on, and from what the seat may know alone. It is thought of in
the processes of the bots, with the time that the table gives its marshals.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from concurrent.futures import CancelledError, Future
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.bots.advice import Advice, highest_level
from boomtown.bots.workers import BotWorkers
from boomtown.core.errors import Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.core.snapshot import save
from boomtown.store.database import now
from boomtown.web.guard.pacing import Pacing
from boomtown.web.rooms.clock import thinking_time
from boomtown.web.rooms.house import owner_of
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.workers import Busy, WorkFailed

RULE = "boomtown.table.advice"
AGAIN = 3_000
"""Milliseconds after which a seat may ask again."""
PATIENCE = 20.0
"""Seconds for which somebody waits for advice, the thoughts before it included."""
SHOWN = 3
"""The most answers that are shown."""
MOST = 2_000
"""Of how many seats the last advice is remembered."""


class Thought(Struct):
    """What a seat has asked, and what came of it."""

    question: tuple[int, int]
    """Its moment, and how many answers had been taken back by then."""
    level: str
    at: int
    future: Future[list[Any]]

    @property
    def answers(self) -> list[Advice] | None:
        """The best answers, the first first; None while the bot thinks."""
        if not self.future.done() or self.future.cancelled() or self.future.exception():
            return None
        return msgspec.convert(self.future.result(), list[Advice])[:SHOWN]


class Advising:
    """Who has asked, and what a bot thinks."""

    def __init__(self, workers: BotWorkers, pacing: Pacing) -> None:
        self._workers = workers
        self._pacing = pacing
        self._thoughts: OrderedDict[tuple[str, Seat], Thought] = OrderedDict()

    def known(self, live: LiveMatch, seat: Seat | None) -> Thought | None:
        """What a seat has asked about its present question."""
        found = None if seat is None else self._thoughts.get((live.id, seat))
        return found if found is not None and found.question == _question(live) else None

    def ask(self, room: Room, seat: Seat) -> Thought:
        """Hands the question of a seat to a bot; while it thinks, another press changes nothing."""
        with room.lock:
            live, table = room.playing(), room.table
            if not table.advised:
                raise Refused(Refusal(RULE))
            if table.seats[seat].away or not room.shown(live, lambda: live.match.question(seat)):
                raise Refused(Refusal(RULE, "turn"))
            under_way = self.known(live, seat)
            if under_way is not None:
                return under_way
            last = self._thoughts.get((live.id, seat))
            if last is not None and (left := last.at + AGAIN - now()) > 0:
                raise Refused(Refusal(RULE, "soon", seconds=-(-left // 1000)))
            level = highest_level([place.bot for place in table.seats if place.bot])
            owner = owner_of(table)
            with self._pacing.charged(owner):
                future = self._workers.advise(
                    room.game.id,
                    save(live.match, lines=False),
                    seat,
                    level,
                    secrets.token_bytes(32),
                    owner=owner,
                    thinking=thinking_time(table.thinking, table.clock),
                )
            thought = Thought(_question(live), level, now(), future)
            self._thoughts[live.id, seat] = thought
            self._thoughts.move_to_end((live.id, seat))
            while len(self._thoughts) > MOST:
                self._thoughts.popitem(last=False)
            return thought

    def wait(self, room: Room, thought: Thought) -> None:
        """Until the bot knows: the seat's pages show that it thinks, and then what."""
        room.people_changed()
        try:
            thought.future.result(PATIENCE)
        except (WorkFailed, TimeoutError, CancelledError) as error:  # it may be asked for again
            thought.future.cancel()
            with room.lock:
                for key in [key for key, one in self._thoughts.items() if one is thought]:
                    del self._thoughts[key]
            if isinstance(error, WorkFailed):
                raise
            raise Busy(f"advice: no result in {PATIENCE:g} s") from None
        finally:
            room.people_changed()


def _question(live: LiveMatch) -> tuple[int, int]:
    return live.match.moment, live.undone
