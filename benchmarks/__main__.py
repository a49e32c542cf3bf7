"""How fast it is here, in one table: ``python -m benchmarks``, or ``make bench``.

With ``--keep`` the figures go into ``benchmarks/history`` under the version of Boomtown and its
build, and every later run shows the ratio of then beside its own.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from boomtown import BUILD
from boomtown.plugins import installed_games

from .contests import contests
from .figures import Line, measured, table
from .growth import Series, all_series, plotted
from .peers.boardgame import Boardgame
from .peers.pure import PureBuild

HISTORY = Path(__file__).parent / "history"


class Run(Struct, frozen=True):
    """One run, for the record."""

    version: str
    build: str
    games: dict[str, str]
    """The version of each game."""
    python: str
    machine: str
    load: float
    """How many processes wanted a processor at its end; one is ours, more is a busy machine."""
    lines: list[Line]
    growth: list[Series] = []


def main() -> None:
    """Measures, prints, keeps."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="of CPU time for each round")
    parser.add_argument("--json", type=Path, help="write all of it down")
    parser.add_argument("--plot", type=Path, help="draw how costs grow (SVG); takes minutes")
    parser.add_argument("--keep", action="store_true", help="keep it as this version's figures")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        boardgame = Boardgame() if Boardgame.is_here() else None
        if boardgame is not None:
            stack.callback(boardgame.close)
        pure = PureBuild() if BUILD.compiled else None
        if pure is not None:
            stack.callback(pure.close)
        lines = measured(contests(chosen.seconds, boardgame, pure), chosen.rounds, _tell)
    series = all_series(chosen.seconds) if chosen.plot else []
    build = ", ".join(sorted(BUILD.compiled)) or "pure"
    run = Run(
        version("boomtown"),
        "compiled" if BUILD.compiled else "pure",
        {game.id: game.version for game in installed_games()},
        platform.python_version(),
        f"{platform.machine()}, {os.cpu_count()} cores",
        round(os.getloadavg()[0], 1),
        lines,
        series,
    )
    print(f"Boomtown {run.version} ({build}), Python {run.python}, {run.machine}, load {run.load}")
    print(table(lines, last_kept(run.build)))
    if chosen.plot:
        plotted(series, chosen.plot)
    for file in [chosen.json, kept_in(run) if chosen.keep else None]:
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.format(msgspec.json.encode(run)) + b"\n")


def kept_in(run: Run) -> Path:
    """Where a version's figures lie."""
    return HISTORY / f"{run.version}-{run.build}.json"


def last_kept(build: str) -> dict[str, Line]:
    """The figures that were kept last for a build, by name."""
    files = sorted(HISTORY.glob(f"*-{build}.json"), key=_version)
    if not files:
        return {}
    return {line.name: line for line in msgspec.json.decode(files[-1].read_bytes(), type=Run).lines}


def _version(file: Path) -> list[int]:
    return [int(part) for part in file.name.partition("-")[0].split(".")]


def _tell(name: str) -> None:
    print(name, "...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
