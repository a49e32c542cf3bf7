"""``python -m chaos``: torments a site on each kind of database, and says what it found."""

from __future__ import annotations

import argparse
import secrets
import signal
import sys
import tempfile
from pathlib import Path

from chaos.bugs import BUGS
from chaos.run import Run, Verdict, report
from chaos.towns import EmbeddedTown, ServedTown


def main() -> None:
    """Runs, reports, and tells by the exit code whether anything is wrong."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--seed", default="", help="the same faults in the same order")
    parser.add_argument("--faults", type=int, default=60, help="how many, on each database")
    parser.add_argument("--minutes", type=float, default=60, help="at most, on each database")
    parser.add_argument("--servers", type=int, default=3, help="on PostgreSQL")
    parser.add_argument("--town", choices=["embedded", "postgresql", "both"], default="both")
    parser.add_argument("--kinds", default="", help="only these faults, with commas")
    parser.add_argument("--bug", choices=["", *BUGS], default="", help="plant a mistake")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers are ours to end
    seed = chosen.seed or secrets.token_hex(4)
    kinds = [kind for kind in chosen.kinds.split(",") if kind]
    print(f"seed {seed}", flush=True)
    good = True
    for name in ("embedded", "postgresql"):
        if chosen.town in (name, "both"):
            verdict = torment(name, seed, chosen, kinds)
            good = report(verdict) and good
    sys.exit(0 if good else 1)


def torment(name: str, seed: str, chosen: argparse.Namespace, kinds: list[str]) -> Verdict:
    """One run on one kind of database."""
    folder = Path(tempfile.mkdtemp(prefix="boomtown-chaos-"))
    print(f"{name}: data and logs in {folder}", flush=True)
    if name == "embedded":
        return Run(EmbeddedTown(folder, chosen.bug), seed).faults(
            chosen.faults, chosen.minutes, kinds
        )
    town = ServedTown(folder, chosen.servers, chosen.bug)
    try:
        return Run(town, seed).faults(chosen.faults, chosen.minutes, kinds)
    finally:
        town.drop()


if __name__ == "__main__":
    main()
