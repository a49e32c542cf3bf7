"""Dear work, done in processes of its own: whoever waits for it holds nobody up."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, Generic, TypeVar

from boomtown.web.replays import dear
from boomtown.workers import Numbers, WorkerPool

SECONDS = 10.0
"""How long a call may take."""
PATIENCE = 20.0
"""How long a visitor waits for a call, those before it included."""
MOST_WAITING = 8
"""How many calls of one address may wait."""
T = TypeVar("T")


class Work:
    """The functions of ``boomtown.web.replays.dear``, called in worker processes.

    Without processes they are called at once, in this one: for tests.
    """

    def __init__(self, processes: int) -> None:
        self._pool = None
        if processes:
            self._pool = WorkerPool(
                processes,
                name="work",
                warm_up=f"{dear.__name__}:{dear.warm_up.__name__}",
                most_waiting=MOST_WAITING,
            )

    def run(self, call: Callable[..., T], *args: Any, game: str, owner: str) -> T:
        """The result of a call; a ``WorkFailed`` or ``QueueFull`` says why there is none."""
        if self._pool is None:
            return call(*args)
        result: T = self._pool.run(
            f"{call.__module__}:{call.__name__}",
            *args,
            seconds=SECONDS,
            patience=PATIENCE,
            game=game,
            owner=owner,
        )
        return result

    def start_early(self) -> None:
        """Starts the processes before there is work."""
        if self._pool is not None:
            self._pool.start_early()

    def numbers(self) -> Numbers:
        """How the processes are doing."""
        return Numbers(0, 0, 0, 0, 0, 0, 0) if self._pool is None else self._pool.numbers()

    def close(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.close()


class Kept(Generic[T]):
    """Things that were dear to make, so many bytes of them, the last ones used."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable) -> T | None:
        """What was kept under the key."""
        if key not in self._things:
            return None
        self._things.move_to_end(key)
        return self._things[key][0]

    def put(self, key: Hashable, thing: T, size: int) -> None:
        """Keeps something; what was not used for the longest time goes."""
        self.drop(key)
        self._things[key] = (thing, size)
        self.bytes += size
        while self.bytes > self._most and len(self._things) > 1:
            self.drop(next(iter(self._things)))

    def drop(self, key: Hashable) -> None:
        """Keeps it no longer."""
        _, size = self._things.pop(key, (None, 0))
        self.bytes -= size


class Once(Generic[T]):
    """One at a time makes a thing; whoever wants the same meanwhile waits for that one."""

    def __init__(self) -> None:
        self._making: dict[Hashable, Future[T]] = {}
        self._lock = Lock()

    def make(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing; if making it fails, it fails for all who wait."""
        with self._lock:
            under_way = self._making.get(key)
            mine: Future[T] = Future()
            if under_way is None:
                self._making[key] = mine
        if under_way is not None:
            return under_way.result()
        try:
            made = make()
        except BaseException as error:
            mine.set_exception(error)
            raise
        else:
            mine.set_result(made)
            return made
        finally:
            with self._lock:
                del self._making[key]
