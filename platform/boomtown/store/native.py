"""Work that would hold up every table, done in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

from gevent import get_hub, monkey

T = TypeVar("T")


def aside(work: Callable[[], None]) -> None:
    """Runs something that blocks and that nobody waits for. Without gevent, here and now."""
    if monkey.is_module_patched("threading"):
        get_hub().threadpool.spawn(partial(_attempted, work))
    else:
        work()


def natively(work: Callable[[], T]) -> T:
    """Runs something that blocks. Under gevent other tables go on meanwhile.

    An error is carried over by hand: gevent would also print it in its own thread, and where
    printing fails, as on a full disk, that thread ends and nobody is ever told.
    """
    if not monkey.is_module_patched("threading"):
        return work()
    result, error = get_hub().threadpool.apply(partial(_attempted, work))
    if error is not None:
        raise error
    return cast(T, result)


def _attempted(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return work(), None
    except BaseException as error:
        return None, error
