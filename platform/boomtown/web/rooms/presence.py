"""Who is at which table: a page is open, here or in another process, or was a moment ago.

Nothing is stored. Every process tells the others which pages it has open: when the first of a
player's pages opens, when the last one closes, and all of them now and then, so that what a
killed process had open is forgotten soon. Who is there is no secret at a table; where else
somebody is, is told nobody.
"""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Callable
from threading import Lock

from boomtown.store.bus import EVERYTHING, Bus
from boomtown.store.database import now

GRACE = 20_000
"""Milliseconds after which somebody without an open page is away: it may be reloading."""
REPEAT = 30_000
"""Milliseconds after which a process tells again what it has open."""
LAPSE = 3 * REPEAT
"""Milliseconds after which nothing is believed that was not told again."""
MOST_KEPT = 5_000
"""How many who have gone are remembered: whoever went before so many others went long ago."""
AT_ONCE = 80
"""How many are named in one message: PostgreSQL carries 8000 bytes."""
HERE, LEFT, WHO = "here", "left", "who"
Place = tuple[str, str]
"""A table and a player."""
log = logging.getLogger(__name__)


class Presence:
    """Who is at which table, as far as this process knows."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._process = secrets.token_hex(4)
        self._open: Counter[Place] = Counter()
        """How many pages this process has open."""
        self._elsewhere: dict[Place, dict[str, int]] = {}
        """By the process that has a page open, when it last said so."""
        self._seen: dict[Place, int] = {}
        """When somebody was last here who has no page open, the earliest first."""
        self._begun = self._told = now()
        """Before this process began, it has missed nobody; and when it last told what it has."""
        self._lock = Lock()
        self.on_change: Callable[[str], None] = lambda code: None
        """Who must look when somebody comes or goes."""
        bus.listen(self._heard)

    # --- what this process sees -------------------------------------------------------------

    def came(self, code: str, player: str) -> None:
        """A page of a player was opened."""
        with self._lock:
            self._open[code, player] += 1
            first = self._open[code, player] == 1
        if first:
            self._tell(HERE, [(code, player)])
            self.on_change(code)

    def left(self, code: str, player: str) -> None:
        """A page of a player was closed."""
        with self._lock:
            self._open[code, player] -= 1
            last = not self._open[code, player]
            if last:
                del self._open[code, player]
                self._note((code, player))
        if last:
            self._tell(LEFT, [(code, player)])
            self.on_change(code)

    def saw(self, code: str, player: str) -> None:
        """Somebody without an open page was here: by a form, or a program by a question."""
        with self._lock:
            open_here, place = self._open[code, player], (code, player)
            news = not open_here and now() - self._seen.get(place, 0) > GRACE
            if not open_here:
                self._note(place)
        if news:
            self._tell(LEFT, [place])

    def turn(self) -> None:
        """Tells the others again, when it is time. Never fails."""
        if now() - self._told >= REPEAT:
            self._told = now()
            with self._lock:
                pages = list(self._open)
            self._tell(HERE, pages)

    # --- what is asked ----------------------------------------------------------------------

    def is_open(self, code: str, player: str) -> bool:
        """Whether a page of a player is open anywhere."""
        place = code, player
        with self._lock:
            since = now() - LAPSE
            elsewhere = self._elsewhere.get(place, {})
            return bool(self._open.get(place)) or any(at > since for at in elsewhere.values())

    def gone_since(self, code: str, player: str) -> int | None:
        """When a player was last here; None if they are here now."""
        if self.is_open(code, player):
            return None
        with self._lock:
            heard = self._elsewhere.get((code, player), {}).values()
            return max([self._seen.get((code, player), self._begun), *heard])

    # --- other processes --------------------------------------------------------------------

    def _note(self, place: Place) -> None:
        self._seen.pop(place, None)
        self._seen[place] = now()
        while len(self._seen) > MOST_KEPT:
            del self._seen[next(iter(self._seen))]

    def _tell(self, kind: str, places: list[Place]) -> None:
        if self._bus.alone:
            return
        names = [f"{code}/{player}" for code, player in places]
        try:
            for first in range(0, len(names), AT_ONCE):
                named = " ".join(names[first : first + AT_ONCE])
                self._bus.tell(f"{kind}:{self._process} {named}")
        except Exception:  # the database is away: it is told again soon
            log.warning("other processes do not hear who is here", exc_info=True)

    def _heard(self, topic: str) -> None:
        kind, _, told = topic.partition(":")
        if topic == EVERYTHING:
            self._ask()
        elif kind in (HERE, LEFT, WHO):
            process, *named = told.split(" ")
            if process != self._process:
                self._learn(kind, process, named)

    def _ask(self) -> None:
        """Something may have been missed: everybody is to say what they have open."""
        self._told = 0
        if not self._bus.alone:
            try:
                self._bus.tell(f"{WHO}:{self._process}")
            except Exception:  # it is told again soon
                log.warning("other processes are not asked who is there", exc_info=True)

    def _learn(self, kind: str, process: str, named: list[str]) -> None:
        if kind == WHO:
            self._told = 0
            return
        places = [(code, player) for code, _, player in (name.partition("/") for name in named)]
        changed = []
        for place in places:
            before = self.is_open(*place)
            with self._lock:
                open_in = self._elsewhere.setdefault(place, {})
                if kind == HERE:
                    open_in[process] = now()
                else:
                    open_in.pop(process, None)
                    self._note(place)
                if not open_in:
                    del self._elsewhere[place]
            if self.is_open(*place) != before:
                changed.append(place[0])
        for code in dict.fromkeys(changed):
            self.on_change(code)
