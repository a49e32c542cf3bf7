"""A million bad inputs: requests, forms, bodies, files and frames, and what became of the site.

``nonsense`` makes them up. Every process has a site of its own and sends its share, so that all
cores are busy; the requests go through the whole application, the frames through real sockets.
Counted are answers of 500 and worse, exceptions, errors in the log, and changes of a match that is
over: nothing that anybody sends may touch it.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct
from sqlalchemy import text

from boomtown.core import Chance
from boomtown.core.matchfile import export
from boomtown.store.database import Database
from boomtown.web.replays.proofs import proof_of
from nonsense import Nonsense, bombard, rattle
from played import play_on
from sites import app_in, site_of, started

AT_ONCE = 2000
"""Inputs on one site, before its database is looked at and another one is begun."""
KINDS = ("requests", "sockets", "files")
SHARES = (6, 3, 1)
"""Of ten inputs."""


class Found(Struct):
    """What a share of the inputs has done."""

    inputs: dict[str, int]
    faults: list[str] = []
    errors: list[str] = []
    """What stands in the log as an error."""
    changes: list[str] = []


class Errors(logging.Handler):
    """Keeps what the site logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(f"{record.name}: {record.getMessage()}"[:500])


def kept(database: Database, id: str) -> str:
    """A hash of everything that is stored of a match."""
    with database.engine.connect() as connection:
        found = [
            connection.execute(text(f"SELECT * FROM {table} WHERE {key} = :id"), {"id": id}).all()
            for table, key in (("matches", "id"), ("answers", "match"))
        ]
    return hashlib.sha256(repr(found).encode()).hexdigest()


def spoilt_files(make: Nonsense, whole: str, count: int) -> list[str]:
    """Match files of which a little is wrong: none of them may be believed, or break anything."""
    wrong: list[str] = []
    for number in range(count):
        data = bytearray(whole.encode())
        for _ in range(1 + make.size(3)):
            at = make.size(len(data) - 1)
            data[at : at + make.size(4)] = make.raw(6)
        spoilt = data.decode("utf-8", "replace")
        try:
            if proof_of(spoilt).good and spoilt != whole and not same_lines(spoilt, whole):
                wrong.append(f"file {number} is believed: {spoilt[:200]!r}")
        except Exception as error:  # whatever it is, somebody would have seen a 500
            wrong.append(f"file {number}: {error!r}")
    return wrong


def same_lines(one: str, two: str) -> bool:
    """Whether two files differ only in white space."""
    return "".join(one.split()) == "".join(two.split())


def share(seed: str, part: int, inputs: int) -> Found:
    """Sends some thousands of inputs to a fresh site."""
    log = Errors()
    logging.getLogger().addHandler(log)
    counts = {kind: inputs * of // sum(SHARES) for kind, of in zip(KINDS, SHARES, strict=True)}
    name = f"{seed}/{part}"
    with tempfile.TemporaryDirectory() as folder, app_in(Path(folder)) as app:
        site = site_of(app)
        room, _ = started(site, "high_noon", 2, 2)
        play_on(room, name)
        match = room.playing()
        before, whole = kept(site.database, match.id), export(match.match)
        faults = bombard(app, counts["requests"], name) + rattle(app, counts["sockets"], name)
        make = Nonsense(Chance.seeded("files", name), ["0"])
        faults += spoilt_files(make, whole, counts["files"])
        changed = before != kept(site.database, match.id)
    logging.getLogger().removeHandler(log)
    return Found(counts, faults, log.found, [f"{name}: a finished match"] if changed else [])


def main() -> None:
    """``python -m badinputs``: prints its figures; the exit code tells whether all is well."""
    parser = argparse.ArgumentParser(prog="badinputs", description=main.__doc__)
    parser.add_argument("--seed", default="bad inputs")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    began, sent = time.monotonic(), Counter[str]()
    faults, errors, changes = list[str](), list[str](), list[str]()
    with ProcessPoolExecutor(chosen.processes, mp_context=get_context("spawn")) as pool:
        parts = range(-(-chosen.inputs // AT_ONCE))
        work = [pool.submit(share, chosen.seed, part, AT_ONCE) for part in parts]
        for done in as_completed(work):
            found = done.result()
            sent.update(found.inputs)
            faults += found.faults
            errors += found.errors
            changes += found.changes
            print(
                f"  {sent.total()} inputs in {time.monotonic() - began:.0f} s: {len(faults)} "
                f"server errors, {len(errors)} errors logged, {len(changes)} changes",
                flush=True,
            )
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(sent.items()))
    print(
        f"seed {chosen.seed}: {sent.total()} bad inputs ({told}), {time.monotonic() - began:.0f} s"
    )
    print(f"  server errors {len(faults)}, errors in the log {len(errors)}, changes {len(changes)}")
    for line in (faults + errors + changes)[:20]:
        print(f"    {line[:400]}")
    sys.exit(1 if faults or errors or changes else 0)


if __name__ == "__main__":
    main()
