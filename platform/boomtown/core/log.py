"""The log: what happened, as data. Sentences are made from it later, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from boomtown.core.errors import Arg
from boomtown.core.seats import Seat


class Entry(Struct, frozen=True, gc=False):
    """One thing that happened: the rule that made it happen, and the values to mention."""

    rule: str
    key: str
    """The name of the sentence in the language files; mostly the rule itself."""
    args: dict[str, Arg]
    to: tuple[Seat, ...] | None = None
    """The seats that may read it; None is everybody."""
    number: int = 0
    """How many questions had been settled when it happened."""
    passing: bool = False
    """Whether it is told in passing: players must remember it once the page is turned."""

    @property
    def for_all(self) -> bool:
        """Whether everybody may read it, and at any time."""
        return self.to is None and not self.passing

    def visible_to(self, seat: Seat | None) -> bool:
        """Whether the seat may read it; ``None`` is a spectator."""
        return self.to is None or seat in self.to


class Log:
    """Entries in order. A copy shares the past and writes its own future."""

    __slots__ = ("_own", "_past", "_past_length", "add", "page")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._past: list[Entry] = []
        self._past_length = 0
        self._own: list[Entry] = list(entries)
        self.add = self._own.append
        """Writes the next entry."""
        self.page = 0
        """Where the present page begins: what was told in passing before it is read no more."""

    def copy(self) -> Log:
        """A log that begins like this one; its cost does not grow with the log's length."""
        copy = Log()
        if self._past_length:
            copy = Log(self._own)
            copy._past, copy._past_length = self._past, self._past_length
        else:
            copy._past, copy._past_length = self._own, len(self._own)
        copy.page = self.page
        return copy

    def upto(self, length: int) -> Log:
        """A log of its own with the first entries of this one."""
        return Log(islice(self, length))

    def turn_page(self) -> None:
        """Whatever was told in passing so far is read no more."""
        self.page = len(self)

    def visible_to(self, seat: Seat | None, since: int = 0) -> list[Entry]:
        """What the seat may read, from the given position of the whole log on."""
        return [entry for _, entry in self.numbered(seat, since)]

    def numbered(self, seat: Seat | None, since: int = 0) -> list[tuple[int, Entry]]:
        """The same, each entry with its position."""
        return [
            (place, entry)
            for place, entry in enumerate(self.since(since), start=max(0, since))
            if entry.visible_to(seat) and not (entry.passing and place < self.page)
        ]

    def since(self, start: int) -> Iterator[Entry]:
        """The entries from a position on; one before the first means all of them."""
        for index in range(max(0, start), self._past_length):
            yield self._past[index]
        yield from self._own[max(0, start - self._past_length) :]

    def __getitem__(self, index: int) -> Entry:
        return list(self)[index]

    def __len__(self) -> int:
        return self._past_length + len(self._own)

    def __iter__(self) -> Iterator[Entry]:
        return self.since(0)
