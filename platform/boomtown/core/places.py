"""Choices on a table: points and paths, in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import InvalidAnswer, Refusal
from boomtown.core.reading import read_list, read_number

Place = list[int]
"""A point as ``[x, y]``, or ``[x, y, z]`` on a table with heights."""
Box = tuple[int, ...]
"""The smallest and the largest corner: ``(x0, y0, x1, y1)`` or ``(x0, y0, z0, x1, y1, z1)``."""

SAMPLES_A_SIDE = 5


def length(a: Sequence[int], b: Sequence[int]) -> int:
    """The distance of two points, rounded up to a whole number.

    >>> length([0, 0], [3, 4]), length([0, 0], [1, 1])
    (5, 2)
    """
    square = sum((p - q) ** 2 for p, q in zip(a, b, strict=True))
    root = math.isqrt(square)
    return root if root * root == square else root + 1


def _read_place(raw: object, dimensions: int) -> Place:
    numbers = read_list(raw)
    if len(numbers) != dimensions:
        raise InvalidAnswer("", f"a point has {dimensions} numbers")
    place: Place = []
    for name, number in zip("xyz", numbers, strict=False):
        try:
            place.append(read_number(number))
        except InvalidAnswer as error:
            raise error.inside(name) from None
    return place


def _outside(place: Sequence[int], box: Box) -> Refusal | None:
    half = len(box) // 2
    for value, low, high in zip(place, box[:half], box[half:], strict=True):
        if not low <= value <= high:
            return Refusal("boomtown.choice.inside", place=list(place))
    return None


def _grid(box: Box) -> list[Place]:
    """Points spread evenly over the box's ground."""
    half = len(box) // 2
    low, high = box[:half], box[half:]
    steps = range(SAMPLES_A_SIDE)

    def between(axis: int, step: int) -> int:
        return low[axis] + (high[axis] - low[axis]) * step // (SAMPLES_A_SIDE - 1)

    ground = [[between(0, i), between(1, j)] for i in steps for j in steps]
    return [place + list(low[2:]) for place in ground]


class Point(Choice):
    """A place inside a box. A game with obstacles overrides ``refusal``, and gives samples."""

    kind = "point"
    box: Box
    samples: Sequence[Place] = []

    def read(self, raw: object) -> Place:
        return _read_place(raw, len(self.box) // 2)

    def refusal(self, answer: Answer) -> Refusal | None:
        return _outside(answer, self.box)

    def complete(self) -> bool:
        return False

    def offers(self) -> Sequence[Place]:
        places = self.samples or _grid(self.box)
        return [place for place in places if self.refusal(place) is None]

    def describe(self) -> dict[str, object]:
        return Choice.describe(self) | {"box": list(self.box), "offers": list(self.offers())}


class Path(Choice):
    """A way from ``start``, straight from point to point; the answer is the list of points.

    Staying where one is, the empty list, is allowed. A game with terrain overrides ``cost`` or
    ``refusal``, and gives samples.
    """

    kind = "path"
    start: Place
    allowance: int
    box: Box
    most: int = 12
    samples: Sequence[list[Place]] = []

    def cost(self, path: Sequence[Place]) -> int:
        """What the way costs of the allowance."""
        return sum(length(a, b) for a, b in zip([self.start, *path], path, strict=False))

    def read(self, raw: object) -> list[Place]:
        path: list[Place] = []
        for index, place in enumerate(read_list(raw)):
            try:
                path.append(_read_place(place, len(self.start)))
            except InvalidAnswer as error:
                raise error.inside(str(index)) from None
        return path

    def refusal(self, answer: Answer) -> Refusal | None:
        if len(answer) > self.most:
            return Refusal("boomtown.choice.steps", count=len(answer), most=self.most)
        for place in answer:
            if refusal := _outside(place, self.box):
                return refusal
        cost = self.cost(answer)
        if cost > self.allowance:
            return Refusal("boomtown.choice.reach", cost=cost, allowance=self.allowance)
        return None

    def complete(self) -> bool:
        return False

    def offers(self) -> Sequence[list[Place]]:
        paths = self.samples or [[], *self._straight_ways()]
        return [path for path in paths if self.refusal(path) is None]

    def _straight_ways(self) -> list[list[Place]]:
        """Half and full moves in eight directions."""
        ways: list[list[Place]] = []
        for dx, dy in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
            for share in (2, 4):
                reach = self.allowance * share // 4
                if dx and dy:
                    reach = reach * 7 // 10
                x, y, *height = self.start
                ways.append([[x + dx * reach, y + dy * reach, *height]])
        return ways

    def describe(self) -> dict[str, object]:
        own: dict[str, object] = {
            "start": self.start,
            "allowance": self.allowance,
            "box": list(self.box),
            "most": self.most,
            "offers": list(self.offers()),
        }
        return Choice.describe(self) | own
