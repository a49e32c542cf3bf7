"""The site under load for an hour, and what its processes hold in memory meanwhile.

Run it with ``python -m benchmarks.soak``. Tables play at a steady pace, every table from a loopback
address of its own; matches end and new tables are made all the time, some matches are left for
good before they are over, visitors look at pages, replays and proofs, and bots play among
themselves: at first a lot, so that what their games remember of terrain is full before the hour
begins. After every window the memory of each process is read. The slope of the second half, when
caches are full, comes with the interval in which it lies with 95 % confidence; a figure that lies
around zero is flat. A drawing goes to a file.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle, pairwise
from pathlib import Path

from msgspec import Struct

from .siege import RATE, SpreadTarget, limited_server, tell
from .site.load import Load
from .site.ours import bearer
from .site.serve import Server

WINDOW = 10.0
WAITING = 0.6
"""Tables that wait for a match to end, as a share of those that play."""
ABANDONED = 1
"""Matches that everybody leaves for good after each window."""
LOOKED_AT = 3
"""Finished matches that somebody looks at after each window."""
PAGES = ("/", "/rules/bang_dice", "/compare", "/games/cash_n_guns", "/tables/new", "/api/tables")
BOT_GAMES = (("bang_dice", 4), ("cash_n_guns", 4), ("shadows_west", 2))
BOTS_EVERY = 30.0
"""Seconds between two tables with nobody but bots: their processes remember terrain, too."""
WARMING = 3
"""Such tables after each window, while the caches are filled."""
SURE = 1.96
"""Standard errors on either side, for 95 %."""
POINTS = 12
"""Of each process in the printed table."""
WIDTH, HEIGHT, EDGE = 720, 300, 50
INKS = ("#2b1d12", "#b3541e", "#2f6690", "#6a8d3a", "#7b4b94", "#c4961a")


class Slope(Struct, frozen=True):
    """How fast something grows, and how sure that is."""

    per_hour: float
    give_or_take: float

    @property
    def flat(self) -> bool:
        """Whether it may well not grow at all."""
        return abs(self.per_hour) <= self.give_or_take


def slope_of(points: Sequence[tuple[float, float]]) -> Slope:
    """The line of least squares through points of seconds and a figure.

    Memory comes and goes in steps, so one point tells little that the last did not: the error
    counts as many points as would be independent.
    """
    count = len(points)
    mean_x = sum(x for x, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    rise = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    rests = [y - mean_y - rise * (x - mean_x) for x, y in points]
    rest = sum(one * one for one in rests)
    alike = sum(one * two for one, two in pairwise(rests)) / (rest or 1)
    alike = min(max(alike, 0.0), 0.99)
    error = math.sqrt(rest / max(1, count - 2) / spread * (1 + alike) / (1 - alike))
    return Slope(rise * 3600, SURE * error * 3600)


def drawing(samples: dict[str, list[tuple[float, float]]]) -> str:
    """The memory of each process over time, as SVG."""
    latest = max(x for points in samples.values() for x, _ in points) or 1
    largest = max(y for points in samples.values() for _, y in points) or 1

    def place(x: float, y: float) -> str:
        across = EDGE + x / latest * (WIDTH - 2 * EDGE)
        return f"{across:.1f},{HEIGHT - EDGE - y / largest * (HEIGHT - 2 * EDGE):.1f}"

    lines = [
        f'<polyline fill="none" stroke="{INKS[number % len(INKS)]}" stroke-width="1.5" '
        f'points="{" ".join(place(x, y) for x, y in points)}"/>'
        f'<text x="{EDGE + 120 * number}" y="20" fill="{INKS[number % len(INKS)]}">'
        f"{name}</text>"
        for number, (name, points) in enumerate(samples.items())
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<path d="M{EDGE} {EDGE}V{HEIGHT - EDGE}H{WIDTH - EDGE}" fill="none" stroke="#999"/>'
        f'<text x="5" y="{EDGE}">{largest:.0f} MB</text>'
        f'<text x="{WIDTH - 2 * EDGE}" y="{HEIGHT - 20}">{latest / 60:.0f} min</text>'
        f"{''.join(lines)}</svg>\n"
    )


def told(samples: dict[str, list[tuple[float, float]]]) -> str:
    """Some points of each process, and its slope."""
    lines = []
    for name, points in samples.items():
        some = points[:: max(1, len(points) // POINTS)]
        lines.append(f"{name}: " + ", ".join(f"{x / 60:.0f} min {y:.1f}" for x, y in some))
        late = points[len(points) // 2 :]
        if len(late) > 2:
            slope = slope_of(late)
            lines.append(
                f"{name}: {points[0][1]:.0f} MB at first, {points[-1][1]:.0f} MB at last; "
                f"{slope.per_hour:+.1f} ± {slope.give_or_take:.1f} MB an hour, "
                f"{'flat' if slope.flat else 'not flat'}"
            )
    return "\n".join(lines)


class Visitors:
    """Those who do not play: they look around, and let bots play."""

    def __init__(self, server: Server, target: SpreadTarget) -> None:
        self._server = server
        self._target = target
        self._games = cycle(BOT_GAMES)

    def look(self, codes: Sequence[str]) -> None:
        """Somebody new looks at pages, and at what became of some matches."""
        paths = [*PAGES]
        for code in codes[:LOOKED_AT]:
            match = f"/matches/{self._target.matches[code]}"
            paths += [f"/t/{code}", match, f"{match}/verify", f"{match}/file"]
        for code in codes:
            del self._target.matches[code]
        visitor = self._target.visitor()
        for path in paths:
            self._server.request("GET", path, None, {}, visitor)

    def let_bots_play(self) -> None:
        """A table with nobody but bots."""
        game, seats = next(self._games)
        visitor = self._target.visitor()
        wanted = {"game": game, "seats": seats, "listed": True}
        made = self._server.post("/api/tables", wanted, None, visitor)
        path, key = f"/api/tables/{made['code']}", bearer(made["token"])
        for seat in range(seats):
            self._server.post(f"{path}/bots", {"seat": seat}, key, visitor)
        self._server.post(f"{path}/start", {}, key, visitor)


def main() -> None:
    """Prints a line a minute, and the slopes at the end."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--warm", type=float, default=15, help="minutes before the hour begins")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=RATE / 2)
    parser.add_argument("--plot", type=Path, default=Path("soak.svg"))
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever ends it early ends the server
    samples: dict[str, list[tuple[float, float]]] = {}
    waiting = max(10, int(chosen.tables * WAITING))
    with tempfile.TemporaryDirectory() as folder:
        server = limited_server(Path(folder))
        try:
            target = SpreadTarget(server)
            visitors = Visitors(server, target)
            load = Load(target, chosen.tables, waiting)
            began = told_at = bots_at = time.monotonic()
            while time.monotonic() - began < (chosen.warm + chosen.minutes) * 60:
                figures = load.pace(chosen.rate, 0, WINDOW)
                over = load.refill(waiting, abandoned=ABANDONED)
                visitors.look([table.code for table in over])
                at = time.monotonic() - began
                for process, kilobytes in server.memory().items():
                    samples.setdefault(process, []).append((at, kilobytes / 1024))
                warming = at < chosen.warm * 60
                if warming or time.monotonic() - bots_at > BOTS_EVERY:
                    bots_at = time.monotonic()
                    for _ in range(WARMING if warming else 1):
                        visitors.let_bots_play()
                if time.monotonic() - told_at > 60:
                    told_at = time.monotonic()
                    held = ", ".join(f"{one} {held[-1][1]:.1f}" for one, held in samples.items())
                    tell(f"{at / 60:.0f} min, {held} MB", figures)
                    chosen.plot.write_text(drawing(samples))
            load.close()
        finally:
            server.stop()
            chosen.plot.write_text(drawing(samples))
            print(told(samples))


if __name__ == "__main__":
    main()
