"""What a killed process leaves behind: the match whose code it was running."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

NOTES = "running"
"""The folder of the notes, within the data folder."""
NOTE_BYTES = 64
RUNNING, OVERDUE = "running", "overdue"


class Note:
    """The match whose code this process runs, where others can read it when the process is dead."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{RUNNING}.{os.getpid()}"
        with self._path.open("w+b") as file:
            file.write(
                bytes(NOTE_BYTES)
            )  # really: on a full disk a hole would end the process later
            file.flush()
            self._map = mmap.mmap(file.fileno(), NOTE_BYTES)

    def write(self, match: str) -> None:
        self._map[:] = match.encode()[:NOTE_BYTES].ljust(NOTE_BYTES, b"\0")

    def mark_overdue(self) -> None:
        mark_overdue(self._path.parent, os.getpid())

    def close(self) -> None:
        self._map.close()
        self._path.unlink(missing_ok=True)


def mark_overdue(folder: Path, pid: int) -> None:
    """Says that a process had to be killed in the middle of a match."""
    path = folder / f"{RUNNING}.{pid}"
    if path.exists():
        path.rename(folder / f"{OVERDUE}.{pid}")


def forget_note(folder: Path, pid: int) -> None:
    """Says that a process ended for other reasons."""
    (folder / f"{RUNNING}.{pid}").unlink(missing_ok=True)


def overdue_matches(folder: Path) -> list[str]:
    """The matches in whose code processes had to be killed; told once."""
    found = []
    for path in folder.glob(f"{OVERDUE}.*"):
        match = path.read_bytes().rstrip(b"\0").decode("ascii", "replace")
        path.unlink(missing_ok=True)
        if match:
            found.append(match)
    return found
