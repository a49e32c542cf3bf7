"""Work that would hold up every table, done in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gevent import get_hub, monkey

T = TypeVar("T")


def aside(work: Callable[[], None]) -> None:
    """Runs something that blocks and that nobody waits for. Without gevent, here and now."""
    if monkey.is_module_patched("threading"):
        get_hub().threadpool.spawn(work)
    else:
        work()


def natively(work: Callable[[], T]) -> T:
    """Runs something that blocks. Under gevent other tables go on meanwhile."""
    if monkey.is_module_patched("threading"):
        result: T = get_hub().threadpool.apply(work)
        return result
    return work()
