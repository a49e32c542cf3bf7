"""Sends what is to be sent, in a thread of its own: a service that is slow delays nobody else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from threading import Condition, Thread

from boomtown.store.database import now
from boomtown.store.notices import Notice, Notices, State, Way
from boomtown.store.patience import Patience
from boomtown.web.notices.carriers import Carrier, Gone, Later, Letter, Unwanted
from boomtown.web.notices.wire import NotPublic

LOOK_SECONDS = 2.0
DOWN = 60_000
"""Milliseconds for which a host is left alone that has failed."""
log = logging.getLogger(__name__)


class Postman:
    """Takes notices out of the database and hands them to whoever carries them."""

    def __init__(
        self, notices: Notices, carriers: Mapping[Way, Carrier], leads: Callable[[], bool]
    ) -> None:
        self._notices = notices
        self.carriers = dict(carriers)
        self._leads = leads
        self.still: Callable[[Notice], bool] = lambda notice: True
        """Whether somebody still needs to be told."""
        self.letter: Callable[[Notice], Letter | None] = lambda notice: None
        """A notice in words."""
        self._down: dict[str, int] = {}
        """Until when a host is left alone."""
        self._trouble = Patience("notices")
        self._bell = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begins its rounds."""
        self._thread = Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends them; what it was about to send is sent another time."""
        with self._bell:
            self._closed = True
            self._bell.notify()
        if self._thread is not None:
            self._thread.join(LOOK_SECONDS)

    def _run(self) -> None:
        while not self._closed:
            wait = LOOK_SECONDS
            try:
                if self._leads() and self.turn():
                    wait = 0.0
                self._trouble.fine()
            except Exception:  # the database is away: another time
                wait = self._trouble.failed()
            with self._bell:
                if not self._closed and wait:
                    self._bell.wait(wait)

    def turn(self) -> int:
        """Sends what is due, a few at a time; says how many it has looked at."""
        taken = self._notices.take()
        for notice in taken:
            if self._closed:
                break
            try:
                self._send(notice)
            except Exception:  # one that cannot be sent must not keep back the others
                log.exception("notice %d, table %s", notice.id, notice.table)
                self._notices.later(notice.id)
        return len(taken) or self._notices.remove_old()

    def _send(self, notice: Notice) -> None:
        carrier = self.carriers.get(notice.channel.way)
        letter = self.letter(notice) if carrier is not None and self.still(notice) else None
        if carrier is None or letter is None:
            self._notices.settle(notice.id, State.DROPPED)
            return
        place = carrier.place(notice.channel)
        if (until := self._down.get(place, 0)) > now():
            self._notices.postpone(notice.id, until)
            return
        try:
            carrier.bring(notice.channel, letter)
        except Gone:
            self._notices.remove_channel(notice.channel.id)
        except Later as error:
            log.info("notices: %s: %s", place, error)
            down = {one: until for one, until in self._down.items() if until > now()}
            self._down = down | {place: now() + DOWN}
            wait = None if error.seconds is None else 1000 * error.seconds
            self._notices.later(notice.id, wait)
        except (Unwanted, NotPublic) as error:
            log.warning("notices: %s refuses one: %s", place, error)
            self._notices.settle(notice.id, State.DROPPED)
        else:
            self._down.pop(place, None)
            self._notices.settle(notice.id, State.SENT)
