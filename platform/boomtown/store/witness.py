"""A witness of the embedded journal: which answer of each match was written last.

SQLite drops whatever follows a damaged place in the file of its last writes, and says nothing. So
after each commit, before it is acknowledged, one line a match is added to a small file of its own.
It is not synced: after a power cut it may lag behind the database, but what it names was synced
before and must be there. When everything has been moved to its place, the file begins anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from boomtown.store.patience import Patience

Name = tuple[str, int, str]
"""A match, the number of an answer, and the chain up to it."""
GONE = -1
"""The number that says: this match was removed on purpose."""


class Witness:
    """The file of names, and the one before it until everything in it has been moved."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}-witness")
        self._before = database.with_name(f"{database.name}-witness-before")
        self._handle: int | None = None
        self._trouble = Patience("the witness of the journal")

    def note(self, names: Iterable[Name]) -> None:
        """Adds names, in one write. A witness that cannot write is no reason to lose an answer."""
        text = "".join(
            f"\n{_signed(f'{match} {number} {chain}')}" for match, number, chain in names
        )
        try:
            if self._handle is None:
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
                self._handle = os.open(self._path, flags, 0o600)
            os.write(self._handle, text.encode())
            self._trouble.fine()
        except OSError:
            self._trouble.failed()

    def remove(self, matches: Iterable[str]) -> None:
        """These are removed on purpose: nobody need miss them."""
        self.note((match, GONE, "removed") for match in matches)
        self.close()

    def turn(self) -> None:
        """Begins a new file; the names so far wait until their answers have been moved."""
        if not self._before.exists():
            self.close()
            with suppress(FileNotFoundError):
                os.replace(self._path, self._before)

    def forget_before(self) -> None:
        """What was written before the turn has been moved to its place, and synced."""
        self._before.unlink(missing_ok=True)

    def forget(self) -> None:
        """The same for everything."""
        self.close()
        self.forget_before()
        self._path.unlink(missing_ok=True)

    def names(self) -> dict[str, tuple[int, str]]:
        """By match, the last answer that was acknowledged, and its chain."""
        last: dict[str, tuple[int, str]] = {}
        for path in (self._before, self._path):
            text = path.read_bytes().decode("ascii", "replace") if path.exists() else ""
            for line in text.split("\n"):
                words = line.split(" ")
                if len(words) == 4 and line == _signed(line.rpartition(" ")[0]):
                    match, number, chain = words[0], int(words[1]), words[2]
                    if number == GONE:
                        last.pop(match, None)
                    elif number >= last.get(match, (0, ""))[0]:
                        last[match] = number, chain
        return last

    def close(self) -> None:
        """Lets go of the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _signed(name: str) -> str:
    """A line that cannot be mistaken for half of another one."""
    return f"{name} {hashlib.sha256(name.encode()).hexdigest()[:8]}"
