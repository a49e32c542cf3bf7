"""A small map of games: the more alike two of them answer, the nearer they lie.

Classical scaling of the distances between every two (Torgerson), in two directions, by repeated
multiplication: a handful of points needs no library, and comes out the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from boomtown.rulebook.columns import Column
from boomtown.rulebook.queries import Likeness, likenesses

ROUNDS = 200
Vector = list[float]


def map_of(columns: Sequence[Column], pairs: Sequence[Likeness]) -> dict[str, tuple[float, float]]:
    """Where each column lies, from 0 to 1 in both directions."""
    ids = [column.id for column in columns]
    apart = {frozenset((pair.one, pair.other)): 1 - pair.likeness for pair in pairs}
    far = [[0.0 if a == b else apart[frozenset((a, b))] for b in ids] for a in ids]
    axes = scaled(far)
    return {id: (x, y) for id, x, y in zip(ids, *map(_spread, axes), strict=True)}


def likeness_map(
    columns: Sequence[Column], language: str
) -> tuple[dict[str, tuple[float, float]], list[Likeness]]:
    """The map, and every two with their reasons, the most alike first."""
    pairs = likenesses(columns, language)
    return map_of(columns, pairs), pairs


def scaled(far: Sequence[Sequence[float]]) -> tuple[Vector, Vector]:
    """Two coordinates for each point, so that distances are kept as well as can be.

    >>> x, y = scaled([[0, 3, 4], [3, 0, 5], [4, 5, 0]])
    >>> round(((x[1] - x[2]) ** 2 + (y[1] - y[2]) ** 2) ** 0.5, 6)
    5.0
    """
    count = len(far)
    square = [[one * one for one in row] for row in far]
    means = [sum(row) / count for row in square]
    whole = sum(means) / count
    matrix = [
        [-(square[i][j] - means[i] - means[j] + whole) / 2 for j in range(count)]
        for i in range(count)
    ]
    first, weight = _largest(matrix)
    rest = [
        [matrix[i][j] - weight * first[i] * first[j] for j in range(count)] for i in range(count)
    ]
    second, less = _largest(rest)
    return (
        [one * sqrt(max(0.0, weight)) for one in first],
        [one * sqrt(max(0.0, less)) for one in second],
    )


def _largest(matrix: Sequence[Sequence[float]]) -> tuple[Vector, float]:
    """The direction in which a symmetric matrix reaches farthest, and how far."""
    count = len(matrix)
    vector = [1 / (place + 1) for place in range(count)]
    for _ in range(ROUNDS):
        turned = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
        length = sqrt(sum(one * one for one in turned))
        if length < 1e-12:
            return [0.0] * count, 0.0
        vector = [one / length for one in turned]
    turned = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
    return vector, sum(a * b for a, b in zip(turned, vector, strict=True))


def _spread(values: Vector) -> Vector:
    low, high = min(values), max(values)
    return [round((one - low) / (high - low), 3) if high > low else 0.5 for one in values]
