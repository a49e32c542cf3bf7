"""The benches of an author: files in the data folder, so that a reload of the rules loses none.

What lies on a bench is kept as events. Its frames are played again whenever its game was loaded
anew, and then show what the rules of today make of the same events.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.plugins import find_game
from boomtown.testing.bench import Bench, BenchFile, read_file

FOLDER = "bench"
HANDED = "handed"
"""The file that somebody has named on the command line, as it is."""
MOST_OPEN = 8
"""How many are kept ready in memory; the others are played again from their files."""
MOST_LISTED = 30
LENGTH = 8
NAME = re.compile(rf"[0-9a-f]{{{LENGTH}}}")

OWN_GAME = "OWN_GAME"
"""In the settings of the application, the game that its author works on."""


class Open(Struct):
    """A bench that somebody works at."""

    id: str
    file: BenchFile
    bench: Bench

    @property
    def game(self) -> Game[Any, Any]:
        """The game as its rules were when the frames were played."""
        return self.bench.game


class BenchShelf:
    """All benches of one author."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._open: dict[str, Open] = {}
        self._lock = threading.RLock()

    def lay(self, file: BenchFile) -> str:
        """Puts something on a bench of its own; one that cannot be played at all is refused."""
        return self._lay(secrets.token_hex(LENGTH // 2), file)

    def lay_once(self, text: str, file: BenchFile) -> str:
        """The same, but what was laid from the same text lies there still, as it was left."""
        id = hashlib.sha256(text.encode()).hexdigest()[:LENGTH]
        return id if self.has(id) else self._lay(id, file)

    def _lay(self, id: str, file: BenchFile) -> str:
        Bench.opened(find_game(file.origin.game), file)
        self._write(id, file)
        return id

    @contextmanager
    def at_work(self, id: str) -> Iterator[Open]:
        """A bench that nobody else touches meanwhile; what was done there is kept at the end."""
        with self._lock:
            here = self._opened(id)
            before = here.bench.events
            yield here
            if here.bench.events != before or here.bench.broken is None:
                here.file = structs.replace(here.file, events=here.bench.events)
                self._write(id, here.file)

    def hand(self, text: str) -> None:
        """Takes a file to be opened later, when its game is loaded."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / HANDED).write_text(text, encoding="utf-8")

    def handed(self) -> str:
        """What was handed over last; nothing where nobody has."""
        path = self._folder / HANDED
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def has(self, id: str) -> bool:
        """Whether there is such a bench."""
        return NAME.fullmatch(id) is not None and self._path(id).is_file()

    def read(self, id: str) -> Open:
        """A bench to look at."""
        with self._lock:
            return self._opened(id)

    def listed(self) -> list[Open]:
        """The benches that were worked at last."""
        found = sorted(
            (path for path in self._folder.glob("*.json") if NAME.fullmatch(path.stem)),
            key=lambda path: path.stat().st_mtime,
            reverse=True,
        )
        benches = []
        for path in found[:MOST_LISTED]:
            try:
                benches.append(self.read(path.stem))
            except BoomtownError:  # of a game that is gone, or that has set-ups of another kind
                continue
        return benches

    def _opened(self, id: str) -> Open:
        here = self._open.get(id)
        file = here.file if here is not None else self._read(id)
        game = find_game(file.origin.game)
        if here is None or here.game is not game:
            here = Open(id, file, Bench.opened(game, file))
            self._open.pop(id, None)
            self._open[id] = here
            while len(self._open) > MOST_OPEN:
                del self._open[next(iter(self._open))]
        return here

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def _read(self, id: str) -> BenchFile:
        return read_file(self._path(id).read_text(encoding="utf-8"))

    def _write(self, id: str, file: BenchFile) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._path(id).with_suffix(".new")
        fresh.write_text(file.text(), encoding="utf-8")
        fresh.replace(self._path(id))
