"""The same play by the pure Python build, in a process of its own beside the compiled one."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
from msgspec import Struct

from boomtown.build import PURE

NAME = "pure Python build"


class Wish(Struct, frozen=True):
    """What is to be played, and for how many seconds of CPU time."""

    game: str
    seats: int
    options: dict[str, object]
    seconds: float
    views: bool
    seed: str


class PureBuild:
    """The process; it measures its own CPU time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {PURE: "1"},
        )

    def decisions(self, wish: Wish) -> float:
        """Decisions a second."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(wish) + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=float)

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()


def main() -> None:
    """Plays what it is told, until nobody asks any more."""
    from benchmarks.contests import plays  # it imports this module

    for line in sys.stdin.buffer:
        wish = msgspec.json.decode(line, type=Wish)
        play = plays(wish.game, wish.seats, wish.options, wish.seconds, views=wish.views)
        sys.stdout.buffer.write(msgspec.json.encode(play(wish.seed)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
