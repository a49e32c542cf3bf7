"""Where obstacles are, so that few are asked about a ray (specification, section 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from shadows_west.geometry.exact import Ratio, ceil_sqrt

Test = Callable[[Any, int, int, int, int, int, int], Ratio | None]  # Any: each test its own data
"""Where a ray, given by its start and its vector, is stopped; None if it is not."""
SQUARE: Final = 100
WIDE_SQUARE: Final = 400
"""The size of the squares by which obstacles are found. In wide ones there are more of them, which
are sorted less often: for many boxes they are the same."""
Screen = tuple[int, int, int, int, int, int, int, str]
"""A line that is solid: its two ends, its length rounded up, its heights; the id of a block."""


class Obstacle(NamedTuple):
    """Something that may stop a ray; it lies in a box and between two heights."""

    x0: int
    y0: int
    x1: int
    y1: int
    low: int
    high: int
    kind: str
    id: str
    test: Test
    data: Any  # what the test needs, as plain numbers
    owner: str = ""
    """The building of a wall."""
    screens: tuple[Screen, ...] = ()
    """The lines in which it is solid from its bottom to its top."""


WALLS: Final = ("wall", "linear")


class Raster:
    """Which of some obstacles may be in a box: by the squares of the table that they begin in."""

    def __init__(self, obstacles: Sequence[Obstacle], size: int, square: int) -> None:
        squares = range(size // square + 1)
        self._obstacles = obstacles
        self._square = square
        self._last = squares[-1]
        # A bit for each obstacle; a box meets those that begin before its end and end after it.
        self._west = [_bits(one.x0 < (n + 1) * square for one in obstacles) for n in squares]
        self._east = [_bits(one.x1 >= n * square for one in obstacles) for n in squares]
        self._south = [_bits(one.y0 < (n + 1) * square for one in obstacles) for n in squares]
        self._north = [_bits(one.y1 >= n * square for one in obstacles) for n in squares]
        self._found: dict[int, list[Obstacle]] = {}

    def bits(self, west: int, south: int, east: int, north: int) -> int:
        """A number for the obstacles in a box and perhaps some beside it: for ``of``."""
        square, last = self._square, self._last
        left, right = west // square, east // square
        lower, upper = south // square, north // square
        return (
            self._west[0 if right < 0 else right if right < last else last]
            & self._east[0 if left < 0 else left if left < last else last]
            & self._south[0 if upper < 0 else upper if upper < last else last]
            & self._north[0 if lower < 0 else lower if lower < last else last]
        )

    def of(self, bits: int) -> list[Obstacle]:
        """The obstacles of a number."""
        found = self._found.get(bits)
        if found is None:
            found = [one for n, one in enumerate(self._obstacles) if bits >> n & 1]
            self._found[bits] = found
        return found

    def near(self, west: int, south: int, east: int, north: int) -> list[Obstacle]:
        """The obstacles in a box and perhaps some beside it."""
        return self.of(self.bits(west, south, east, north))


class Views:
    """The same for rays of sight, with what is between two bodies sorted."""

    def __init__(self, obstacles: Sequence[Obstacle], size: int) -> None:
        self._raster = Raster(obstacles, size, WIDE_SQUARE)
        self._found: dict[int, Surroundings] = {}

    def near(self, west: int, south: int, east: int, north: int) -> Surroundings:
        """What may be in a box."""
        bits = self._raster.bits(west, south, east, north)
        found = self._found.get(bits)
        if found is None:
            found = self._found[bits] = Surroundings(self._raster.of(bits))
        return found


class Surroundings:
    """Some obstacles, sorted by how rays are held against them."""

    def __init__(self, obstacles: list[Obstacle]) -> None:
        self.walls = [one for one in obstacles if one.kind in WALLS]
        """Walls and low obstacles, the largest first."""
        self.others = [one for one in obstacles if one.kind not in WALLS]
        self.screens = [screen for one in obstacles for screen in one.screens]

    def hide(
        self,
        ax: int,
        ay: int,
        bx: int,
        by: int,
        wide: int,
        low: int,
        high: int,
        piece: str,
    ) -> bool:
        """Whether one thing alone surely stops all rays between two bodies, which are so wide.

        The rays are in a strip along the line between the two, and between two heights. A solid
        line hides all of them that reaches beyond both sides of the strip, with one body wholly
        before it and the other behind it. Most views that are not open are seen not to be by this.
        """
        dx, dy = bx - ax, by - ay
        strip = wide * ceil_sqrt(dx * dx + dy * dy)
        here = dx * ay - dy * ax
        left, right = here + strip, here - strip
        for i, (px, py, qx, qy, length, z0, z1, id) in enumerate(self.screens):
            start = dx * py - dy * px
            if start > left:
                if dx * qy - dy * qx >= right:
                    continue
            elif start >= right or dx * qy - dy * qx <= left:
                continue
            if z0 > low or high >= z1 or (piece and piece == id):
                continue
            ex, ey = qx - px, qy - py
            before = ex * (ay - py) - ey * (ax - px)
            behind = ex * (by - py) - ey * (bx - px)
            apart = wide * length
            if before < -apart if behind > apart else before > apart and behind < -apart:
                if i:
                    self.screens.insert(0, self.screens.pop(i))  # likely to hide others as well
                return True
        return False


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << n for n, flag in enumerate(flags) if flag)
