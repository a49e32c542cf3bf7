"""Chance that is written down, and that does first what somebody has loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from boomtown.core.chance import Chance, in_order, same
from boomtown.core.record import plain

T = TypeVar("T")
DICE, PICKS, SHUFFLES = "dice", "picks", "shuffles"
"""The three queues, named as in a worked example."""


class Draw(Struct, frozen=True):
    """One thing that chance did."""

    kind: str
    value: Any  # plain JSON: a face, an item, or a whole order
    of: int
    """Among how many."""
    loaded: bool
    """Whether somebody had set it by hand."""


class NotedChance(Chance):
    """Another chance, whose draws are noted; what is loaded comes first.

    A value that cannot come up is an error, as in ``LoadedChance``.
    """

    __slots__ = ("_before", "draws", "inner", "queues")

    def __init__(self, inner: Chance, before: int = 0) -> None:
        super().__init__(b"noted")
        self.inner = inner
        self.queues: dict[str, list[Any]] = {DICE: [], PICKS: [], SHUFFLES: []}
        self.draws: list[Draw] = []
        self._before = before
        """How many draws others have noted before."""

    @property
    def drawn(self) -> int:
        return self._before + len(self.draws)

    def load(self, kind: str, values: Iterable[Any]) -> None:
        """What comes next of one kind, instead of whatever was loaded before."""
        self.queues[kind] = list(values)

    def _take(self, kind: str, possible: Sequence[T], otherwise: Callable[[], T]) -> T:
        queue = self.queues[kind]
        if not queue:
            value = otherwise()
            self.draws.append(Draw(kind, plain(value), len(possible), False))
            return value
        wanted = queue.pop(0)
        for meant in (wanted, str(wanted)):  # a face may be called "1"
            for item in possible:
                if same(item, meant):
                    self.draws.append(Draw(kind, plain(item), len(possible), True))
                    return item
        raise LookupError(f"{kind}: {wanted!r} is none of {[plain(item) for item in possible]}")

    def below(self, limit: int) -> int:
        return self._take(DICE, range(limit), lambda: self.inner.below(limit))

    def die(self, sides: int = 6) -> int:
        return self._take(DICE, range(1, sides + 1), lambda: self.inner.die(sides))

    def roll(self, faces: Sequence[T]) -> T:
        return self._take(DICE, faces, lambda: self.inner.roll(faces))

    def rolls(self, faces: Sequence[T], count: int) -> list[T]:
        return [self.roll(faces) for _ in range(count)]

    def pick(self, items: Sequence[T]) -> T:
        return self._take(PICKS, items, lambda: self.inner.pick(items))

    def shuffle(self, items: list[T]) -> None:
        queue, loaded = self.queues[SHUFFLES], False
        if queue:
            items[:], loaded = in_order(items, queue.pop(0)), True
        else:
            self.inner.shuffle(items)
        self.draws.append(Draw(SHUFFLES, [plain(item) for item in items], len(items), loaded))

    def fork(self) -> NotedChance:
        """The same chance at the same place; what was noted stays with this one."""
        copy = NotedChance(self.inner.fork(), self.drawn)
        copy.queues = {kind: list(values) for kind, values in self.queues.items()}
        return copy
