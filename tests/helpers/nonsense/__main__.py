"""``python -m nonsense``: so many bad inputs, and what they did to the site.

Every process has towns of its own, each thrown away after some thousands of inputs, and servers of
its own. Prints its figures; the exit code tells whether all is well.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec

from nonsense.judge import End, Found
from nonsense.run import share

AT_ONCE = 20_000
"""Bad inputs of one piece of work."""
MEMORY = Path("/dev/shm")
"""Where there is one, no disk need be waited for."""


def main() -> None:
    """Sends them all."""
    parser = argparse.ArgumentParser(prog="nonsense", description=__doc__)
    parser.add_argument("--seed", default="bad inputs")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", help="a file for what each piece found: run on from there")
    chosen = parser.parse_args()
    known = read(chosen.keep)
    found = Found()
    for one in known.values():
        found.add(one)
    began = time.monotonic() - found.seconds
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(prefix="nonsense-", dir=place) as folder,
        ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn")) as pool,
    ):
        size = min(AT_ONCE, chosen.inputs)
        work = {
            pool.submit(share, Path(folder), chosen.seed, piece, size): piece
            for piece in range(-(-chosen.inputs // AT_ONCE))
            if piece not in known
        }
        for done in as_completed(work):
            if done.exception() is not None:
                pool.shutdown(cancel_futures=True)  # nobody would hear of it before the last piece
            piece = done.result()
            piece.seconds = time.monotonic() - began - found.seconds
            keep(chosen.keep, work[done], piece)
            found.add(piece)
            print(f"  {head(found)}", flush=True)
            for line in (piece.faults + piece.errors + piece.changes)[:5]:
                print(f"    {line[:700]}", flush=True)
    print(f"seed {chosen.seed!r}")
    report(found)
    sys.exit(0 if found.good else 1)


def read(path: str | None) -> dict[int, Found]:
    """By number, the pieces that were done before."""
    if path is None or not Path(path).exists():
        return {}
    rows = Path(path).read_bytes().splitlines()
    return dict(msgspec.json.decode(row, type=tuple[int, Found]) for row in rows)


def keep(path: str | None, number: int, found: Found) -> None:
    """Writes down what a piece found."""
    if path is not None:
        with Path(path).open("ab") as file:
            file.write(msgspec.json.encode((number, found)) + b"\n")


def head(found: Found) -> str:
    """The figures that count."""
    rate = found.bad / max(found.seconds, 1)
    return (
        f"{found.bad} bad inputs in {found.seconds:.0f} s ({rate:.0f}/s): "
        f"{len(found.faults)} server errors, {len(found.errors)} errors logged, "
        f"{len(found.changes)} changes; {found.fine} more turned out right"
    )


def report(found: Found) -> None:
    """Everything, by kind and by door."""
    print(head(found))
    for end in (End.REFUSED, End.IGNORED):
        told = {kind: count for kind, count in found.kinds.items() if kind.endswith(end)}
        print(f"{end}: {sum(told.values())}")
        for kind, count in sorted(told.items()):
            print(f"  {count:8} {kind.removesuffix(f': {end}')}")
    print(f"doors: {len(found.doors)}")
    for door, count in sorted(found.doors.items(), key=lambda pair: -pair[1]):
        print(f"  {count:8} {door}")
    for line in (found.faults + found.errors + found.changes)[:20]:
        print(f"  ! {line[:700]}")


if __name__ == "__main__":
    main()
