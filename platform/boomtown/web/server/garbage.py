"""When a web process looks for garbage: often for a little of it, seldom for all of it.

Everybody waits meanwhile, so Python's own way is not for a site with a thousand tables: once a
quarter more has been kept than before it looks through everything, for half a second and more, and
a stranger who keeps it busy decides when. Here what is young is looked through in portions of a
few milliseconds, and all of it by the clock.

What is freed lies scattered. glibc keeps those pages, and large strings that fit nowhere among them
make its heap longer: by some megabytes in an hour in which no more was held than before. So they
are given back.
"""

from __future__ import annotations

import ctypes
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
        give_back_pages()


def give_back_pages() -> None:
    """Free pages in the middle of the heap go back to the system, where the C library can do it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
