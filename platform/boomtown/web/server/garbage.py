"""When a web process looks for garbage: often for a little of it, seldom for all of it.

Everybody waits meanwhile, so Python's own way is not for a site with a thousand tables: once a
quarter more has been kept than before it looks through everything, for half a second and more, and
a stranger who keeps it busy decides when. Here what is young is looked through in portions of a
few milliseconds, and all of it by the clock.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG = 2_000
"""Objects that are made before it looks at them: a move makes some hundreds."""
MIDDLE = 5
"""Looks at the young before it looks at what has stayed of them."""
NEVER = 1_000_000_000
ALL_SECONDS = 600.0
"""A table that was left holds its memory for so long at most: rooms are rings of objects."""


def look_in_portions() -> None:
    """What the site is made of stays: it is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


def look_at_all_by_the_clock(sleep: Callable[[float], None] = time.sleep) -> None:
    """For ever."""
    while True:
        sleep(ALL_SECONDS)
        gc.collect()
