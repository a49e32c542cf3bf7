"""Which files have changed: looked at a few times a second.

A game has a hundred files at most, and to ask for the time of all of them takes a millisecond. So
no notifications of the system are needed, which differ from one system to another, are missing on
shared folders and in containers, and would bring a library with a thread of its own.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

IGNORED = ("__pycache__",)
ENDINGS = (".py", ".html", ".toml", ".md", ".css", ".js", ".svg", ".png", ".webp", ".woff2")


class Watcher:
    """Remembers how the files of some folders were."""

    def __init__(self, *folders: Path) -> None:
        self._folders = folders
        self._known = self._look()

    def changed(self) -> list[Path]:
        """The files that are new, gone or not as they were when somebody last asked."""
        before, self._known = self._known, self._look()
        paths = before.keys() | self._known.keys()
        return sorted(path for path in paths if before.get(path) != self._known.get(path))

    def _look(self) -> dict[Path, tuple[int, int]]:
        found = {}
        for folder in self._folders:
            for path in _files(folder):
                try:
                    seen = path.stat()
                except OSError:  # gone in this very moment
                    continue
                found[path] = (seen.st_mtime_ns, seen.st_size)
        return found


def _files(folder: Path) -> Iterable[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [one for one in folders if one not in IGNORED and not one.startswith(".")]
        for name in names:
            if name.endswith(ENDINGS) and not name.startswith("."):
                yield Path(place) / name
