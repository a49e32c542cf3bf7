"""The site under load for an hour, and what its processes hold in memory meanwhile.

Run it with ``python -m benchmarks.soak``. Tables play at a steady pace, every table from a loopback
address of its own; matches end and new tables are made all the time. After every window the memory
of each process is read. The slope of the second half, when caches are full, comes with the interval
in which it lies with 95 % confidence; a figure that lies around zero is flat. A drawing goes to a
file.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from pathlib import Path

from msgspec import Struct

from .siege import RATE, WAITING, SpreadTarget, limited_server, tell
from .site.load import Load

WINDOW = 10.0
SURE = 1.96
"""Standard errors on either side, for 95 %."""
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


def slope_of(points: list[tuple[float, float]]) -> Slope:
    """The line of least squares through points of seconds and a figure."""
    count = len(points)
    mean_x = sum(x for x, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    rise = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    rest = sum((y - mean_y - rise * (x - mean_x)) ** 2 for x, y in points)
    error = math.sqrt(rest / max(1, count - 2) / spread)
    return Slope(rise * 3600, SURE * error * 3600)


def drawing(samples: dict[int, list[tuple[float, float]]]) -> str:
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
        f"process {number + 1}</text>"
        for number, points in enumerate(samples.values())
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<path d="M{EDGE} {EDGE}V{HEIGHT - EDGE}H{WIDTH - EDGE}" fill="none" stroke="#999"/>'
        f'<text x="5" y="{EDGE}">{largest:.0f} MB</text>'
        f'<text x="{WIDTH - 2 * EDGE}" y="{HEIGHT - 20}">{latest / 60:.0f} min</text>'
        f"{''.join(lines)}</svg>\n"
    )


def main() -> None:
    """Prints a line a minute, and the slopes at the end."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=RATE / 2)
    parser.add_argument("--plot", type=Path, default=Path("soak.svg"))
    chosen = parser.parse_args()
    samples: dict[int, list[tuple[float, float]]] = {}
    waiting = max(2, int(chosen.tables * WAITING))
    with tempfile.TemporaryDirectory() as folder:
        server = limited_server(Path(folder))
        try:
            load = Load(SpreadTarget(server), chosen.tables, waiting)
            began = told = time.monotonic()
            while time.monotonic() - began < chosen.minutes * 60:
                figures = load.pace(chosen.rate, 0, WINDOW)
                load.refill(waiting)
                at = time.monotonic() - began
                for process, kilobytes in server.memory().items():
                    samples.setdefault(process, []).append((at, kilobytes / 1024))
                if time.monotonic() - told > 60:
                    told = time.monotonic()
                    tell(f"{at / 60:.0f} min", figures)
            load.close()
        finally:
            server.stop()
    chosen.plot.write_text(drawing(samples))
    for number, points in enumerate(samples.values()):
        late = points[len(points) // 2 :]
        if len(late) > 2:
            slope = slope_of(late)
            print(
                f"process {number + 1}: {points[0][1]:.0f} MB at first, {points[-1][1]:.0f} MB at "
                f"last; {slope.per_hour:+.1f} ± {slope.give_or_take:.1f} MB an hour, "
                f"{'flat' if slope.flat else 'not flat'}"
            )


if __name__ == "__main__":
    main()
