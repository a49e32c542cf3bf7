"""What is kept in memory because it is used, or was lately."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import RLock
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")


class Memory(Generic[T]):
    """Things by name. Those that nobody has asked for lately are dropped, the oldest first.

    Whoever still holds a thing that was dropped holds the one that others get, too: there are
    never two of one name.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._recent: OrderedDict[str, tuple[T, float]] = OrderedDict()
        """With the time at which each was last asked for, the oldest first."""
        self._alive: WeakValueDictionary[str, T] = WeakValueDictionary()
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._alive)

    def get(self, name: str) -> T | None:
        """The thing of this name, if it is in memory; it is used now."""
        with self._lock:
            found = self._alive.get(name)
            if found is not None:
                self.put(name, found)
            return found

    def peek(self, name: str) -> T | None:
        """The same for somebody who only wants to tell it something."""
        return self._alive.get(name)

    def all(self) -> list[T]:
        """Everything that is in memory."""
        with self._lock:
            return list(self._alive.values())

    def put(self, name: str, thing: T) -> None:
        """Keeps a thing until it has not been used for a while."""
        with self._lock:
            self._alive[name] = thing
            self._recent[name] = thing, time.monotonic()
            self._recent.move_to_end(name)
            self.forget_old()

    def drop(self, name: str) -> None:
        """There is no such thing any more, whoever may hold it."""
        with self._lock:
            self._recent.pop(name, None)
            self._alive.pop(name, None)

    def forget_old(self) -> None:
        """Drops what was not used for a while, and what is too much."""
        with self._lock:
            too_old = time.monotonic() - self._seconds
            while self._recent:
                name, (_, used) = next(iter(self._recent.items()))
                if used > too_old and len(self._recent) <= self._most:
                    break
                del self._recent[name]
