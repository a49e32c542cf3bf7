"""Mistakes that are planted into a running site: the checker must find each of them."""

from __future__ import annotations

import time
from threading import Thread
from typing import Any

from boomtown.core.errors import Refused
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.store.journal import Journal
from boomtown.web.rooms.house import House
from boomtown.web.rooms.live import Room

LATE_SECONDS = 0.4
HOUSE_SECONDS = 3.0


def early_acknowledgement() -> None:
    """An answer is acknowledged while it is still on its way to the disk."""
    append = Journal.append

    def soon(self: Journal, *args: Any) -> None:
        def later() -> None:
            time.sleep(LATE_SECONDS)
            append(self, *args)

        Thread(target=later, daemon=True).start()

    Journal.append = soon  # type: ignore[method-assign, assignment]


def applied_twice() -> None:
    """An answer is given a second time to whatever is asked next."""
    answer = Room.answer

    def twice(
        self: Room, seat: Seat, raw: object, *, number: int | None = None, by: By = By.PLAYER
    ) -> None:
        answer(self, seat, raw, number=number, by=by)
        try:
            answer(self, seat, raw, by=by)
        except Exception as error:  # most answers fit no second question
            if not isinstance(error, Refused | ValueError):
                raise

    Room.answer = twice  # type: ignore[method-assign]


def lost_house() -> None:
    """The house's thread ends at its first trouble, and nobody opens it again."""
    run = House._run

    def once(self: House) -> None:
        def end() -> None:
            time.sleep(HOUSE_SECONDS)
            self._closed = True

        Thread(target=end, daemon=True).start()
        run(self)

    House._run = once  # type: ignore[method-assign]


BUGS = {"early": early_acknowledgement, "twice": applied_twice, "house": lost_house}


def plant(name: str) -> None:
    """Plants one of them."""
    BUGS[name]()
