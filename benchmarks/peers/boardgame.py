"""boardgame.io in a process of its own: BANG!'s teaching game, random play, no server.

Only where Node is and ``npm ci --prefix benchmarks/site`` was run.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import msgspec

WARM_UP = 2.0
"""Seconds until its compiler has seen enough."""
PROGRAM = Path(__file__).parents[1] / "site" / "alone.mjs"
NAME = "boardgame.io"


class Boardgame:
    """The process; it measures its own CPU time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["node", str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.decisions(WARM_UP, views=True)

    @staticmethod
    def is_here() -> bool:
        """Whether it can be asked on this machine."""
        return shutil.which("node") is not None and (PROGRAM.parent / "node_modules").is_dir()

    def decisions(self, seconds: float, *, views: bool) -> float:
        """Decisions a second, on demand with the views of all seats as JSON after each."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = msgspec.json.encode({"seconds": seconds, "views": views})
        self._process.stdin.write(wanted + b"\n")
        self._process.stdin.flush()
        rate: float = msgspec.json.decode(self._process.stdout.readline())["rate"]
        return rate

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()
