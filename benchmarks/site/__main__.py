"""The site under load, against boardgame.io's own server in the same run.

Rounds are interleaved and medians compared, because machines are noisy. README.md says what is
measured and how to read it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

from .load import Figures, Load, Target
from .ours import BoomtownTarget, PageTarget, boomtown_server
from .peer import BoardgameTarget
from .policy import SEATS
from .serve import DRIVER_CORE

JSON, HTML, PEER = BoomtownTarget.name, PageTarget.name, BoardgameTarget.name
TARGETS = (JSON, HTML, PEER)
WARM_UP = 0.5
WAITING_FULL, WAITING_PACED = 0.8, 0.2
"""Tables that wait for a match to end, as a share of those that play."""


class Round(Struct):
    """What a server did in one round, or its medians."""

    saturated: Figures
    paced: Figures


class Goal(Struct):
    """What the site aims at, and where it is."""

    figure: str
    value: float
    wanted: str
    reached: bool


class Report(Struct):
    """All figures of a run."""

    tables: int
    seats: int
    rate: float
    medians: dict[str, Round]
    goals: list[Goal]
    rounds: list[dict[str, Round]]


def main() -> None:
    asked = arguments()
    os.sched_setaffinity(0, {DRIVER_CORE})
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=asked.data)))
        targets = started(stack, folder, asked.only)
        play(targets, asked, "warm-up")  # compilers and caches, for everybody alike
        rounds = [play(targets, asked, f"round {number + 1}") for number in range(asked.rounds)]
    middle = {target.name: medians([one[target.name] for one in rounds]) for target in targets}
    report = Report(asked.tables, SEATS, asked.rate, middle, goals(middle), rounds)
    if asked.json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    else:
        print(told(report))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=100, help="tables that play at a time")
    parser.add_argument("--rate", type=float, default=200, help="moves/s where latency is measured")
    parser.add_argument("--full", type=float, default=2, help="seconds of full load a round")
    parser.add_argument("--paced", type=float, default=6, help="seconds at the rate a round")
    parser.add_argument("--only", nargs="*", choices=TARGETS, default=list(TARGETS))
    parser.add_argument("--data", help="where the databases go: on a disk, not in memory")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def play(targets: list[Target], asked: argparse.Namespace, title: str) -> dict[str, Round]:
    """One round: each server in its turn."""
    done: dict[str, Round] = {}
    for target in targets:
        with closing(Load(target, asked.tables, round(asked.tables * WAITING_FULL))) as load:
            saturated = load.saturate(WARM_UP, asked.full)
        with closing(Load(target, asked.tables, round(asked.tables * WAITING_PACED))) as load:
            paced = load.pace(asked.rate, WARM_UP, asked.paced)
        done[target.name] = Round(saturated, paced)
        print(f"{title}, {line(target.name, done[target.name])}", file=sys.stderr)
    return done


def medians(rounds: list[Round]) -> Round:
    return Round(_middle([one.saturated for one in rounds]), _middle([one.paced for one in rounds]))


def _middle(figures: list[Figures]) -> Figures:
    every = [msgspec.structs.astuple(one) for one in figures]
    return Figures(*(median(column) for column in zip(*every, strict=True)))


def goals(middle: dict[str, Round]) -> list[Goal]:
    """What can be said with the servers that took part."""
    peer, json, html = (middle.get(name) for name in (PEER, JSON, HTML))
    found: list[Goal] = []
    if json and peer:
        ratio = json.saturated.moves_per_second / peer.saturated.moves_per_second
        found.append(Goal("JSON moves/s to boardgame.io's", ratio, ">= 1.5", ratio >= 1.5))
        p99, most = json.paced.p99_ms, peer.paced.p99_ms
        found.append(Goal("JSON p99 ms", p99, f"< {most:.2f}", p99 < most))
    if html:
        p99 = html.paced.p99_ms
        found.append(Goal("HTML p99 ms", p99, "< 100", p99 < 100))
    return found


def told(report: Report) -> str:
    lines = [
        f"{report.tables} tables with {report.seats} seats; medians of {len(report.rounds)} rounds",
        *(line(name, one) for name, one in report.medians.items()),
        *(
            f"{goal.figure}: {goal.value:.2f}, wanted {goal.wanted}:"
            f" {'reached' if goal.reached else 'missed'}"
            for goal in report.goals
        ),
    ]
    return "\n".join(lines)


def line(name: str, one: Round) -> str:
    full, paced = one.saturated, one.paced
    return (
        f"{name}: {full.moves_per_second:,.0f} moves/s"
        f" (server {full.server_busy:.0%}, driver {full.driver_busy:.0%},"
        f" {full.server_busy / full.moves_per_second * 1e6:.0f} µs of the server a move,"
        f" {full.updates_per_move:.1f} updates a move);"
        f" at {paced.moves_per_second:.0f} moves/s p50 {paced.p50_ms:.2f} ms,"
        f" p99 {paced.p99_ms:.2f} ms"
    )


def started(stack: ExitStack, folder: Path, names: list[str]) -> list[Target]:
    """The servers that are asked for, each running until the stack is unwound."""
    targets: list[Target] = []
    if JSON in names or HTML in names:
        site = boomtown_server(folder)
        stack.callback(site.stop)
        targets += [kind(site) for kind in (BoomtownTarget, PageTarget) if kind.name in names]
    if PEER in names:
        peer = BoardgameTarget(folder)
        stack.callback(peer.stop)
        targets.append(peer)
    return targets


if __name__ == "__main__":
    main()
