"""What if: two runs held against each other, with a test, its correction and its power.

Each share of the one run is compared with the same share of the other by the test of two
proportions, the lengths of matches by that of Mann and Whitney. Whoever looks at thirty figures
finds one in twenty by chance, so the chances of error are corrected (Holm): all that is called
found is found with 95 % certainty together. What was not found says little where few matches were
played: the power tells how likely a difference of five points would have been found, and ``least``
which difference would have been found four times in five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erf, sqrt

from msgspec import Struct, structs

from boomtown.lab.intervals import Z_95
from boomtown.lab.studies.figures import Figure, figure_of
from boomtown.lab.studies.tally import Share, Tally

LENGTH = "length"
LEVEL = 0.05
"""The chance of error that is taken."""
Z_80 = 0.8416212
"""What four times in five takes."""
INTERESTING = 0.05
"""The difference whose power is told: five points."""
FEWEST = 10
"""Shares that fewer draws stand behind in either run are not compared."""


class Difference(Struct, frozen=True):
    """One thing, with and without the change."""

    group: str
    name: str
    before: float
    after: float
    low: float
    high: float
    """The 95 % interval of the difference; of lengths, of the chance that a match with the change
    is the longer one, above a half."""
    chance: float
    """How likely so much or more would be seen if nothing had changed (p)."""
    corrected: float
    """The same for all that is compared together."""
    found: bool
    power: float
    """How likely a difference of five points would have been found in it alone."""
    least: float
    """The difference that would have been found four times in five."""
    sample: int | None
    """A match of the run with the change."""

    @property
    def difference(self) -> float:
        """How much more it is with the change."""
        return self.after - self.before


def compare(one: Tally, two: Tally) -> tuple[Difference, ...]:
    """Everything that both runs have counted, most certain first."""
    others = {(group, name): share for group, name, share in two.each_share()}
    found = []
    for group, name, share in one.each_share():
        other = others.get((group, name))
        if other is not None and min(share.matches, other.matches) >= FEWEST:
            found.append(_shares(group, name, share, other))
    if one.matches >= FEWEST and two.matches >= FEWEST:
        found.append(_lengths(one, two))
    return corrected(found)


def _shares(group: str, name: str, one: Share, two: Share) -> Difference:
    before, after = figure_of(group, name, one), figure_of(group, name, two)
    low, high = _newcombe(before, after)
    chance = two_proportions(before.value, before.weight, after.value, after.weight)
    weights = before.weight, after.weight
    return Difference(
        group,
        name,
        before.value,
        after.value,
        low,
        high,
        chance,
        chance,
        False,
        power_of(before.value, INTERESTING, *weights),
        least_of(before.value, *weights),
        after.sample,
    )


def _newcombe(one: Figure, two: Figure) -> tuple[float, float]:
    """The interval of a difference, from the Wilson intervals of both shares."""
    difference = two.value - one.value
    down = sqrt((two.value - two.low) ** 2 + (one.high - one.value) ** 2)
    up = sqrt((two.high - two.value) ** 2 + (one.value - one.low) ** 2)
    return difference - down, difference + up


# --- tests ----------------------------------------------------------------------------------------


def two_sided(z: float) -> float:
    """How likely a normal draw is at least so far from zero."""
    return max(0.0, 1 - erf(abs(z) / sqrt(2)))


def _below(z: float) -> float:
    return (1 + erf(z / sqrt(2))) / 2


def two_proportions(one: float, n: float, two: float, m: float) -> float:
    """The chance of a difference as large as this if both shares were the same (pooled z-test).

    >>> round(two_proportions(0.5, 400, 0.6, 400), 4)
    0.0045
    """
    both = (one * n + two * m) / (n + m)
    error = sqrt(both * (1 - both) * (1 / n + 1 / m))
    return two_sided((two - one) / error) if error else 1.0


def power_of(share: float, difference: float, n: float, m: float) -> float:
    """How likely such a difference is found at the usual level, whichever way it goes.

    >>> round(power_of(0.5, 0.1, 400, 400), 2)
    0.81
    """
    other = share + difference if share + difference <= 1 else share - difference
    both = (share * n + other * m) / (n + m)
    even = sqrt(both * (1 - both) * (1 / n + 1 / m))
    apart = sqrt(share * (1 - share) / n + other * (1 - other) / m)
    if not even or not apart:
        return 1.0
    gap = abs(other - share)
    return _below((gap - Z_95 * even) / apart) + _below((-gap - Z_95 * even) / apart)


def least_of(share: float, n: float, m: float) -> float:
    """The difference that is found four times in five."""
    usual = min(max(share, 0.5 / n), 1 - 0.5 / n)
    return min(1.0, (Z_95 + Z_80) * sqrt(usual * (1 - usual) * (1 / n + 1 / m)))


def _lengths(one: Tally, two: Tally) -> Difference:
    """Mann and Whitney, with ties: whether matches are longer with the change."""
    before = {int(length): spot.count for length, spot in one.lengths.items()}
    after = {int(length): spot.count for length, spot in two.lengths.items()}
    n, m = one.matches, two.matches
    longer, error = _longer(before, after, n, m)
    chance = two_sided((longer - 0.5) / error) if error else 1.0
    samples = [spot.first for spot in two.lengths.values() if spot.first is not None]
    return Difference(
        LENGTH,
        "",
        _mean(before),
        _mean(after),
        longer - 0.5 - Z_95 * error,
        longer - 0.5 + Z_95 * error,
        chance,
        chance,
        False,
        two_tailed_power(INTERESTING, error),
        min(0.5, (Z_95 + Z_80) * error),
        min(samples),
    )


def two_tailed_power(gap: float, error: float) -> float:
    """How likely a gap is found that is measured with this error."""
    if not error:
        return 1.0
    return _below(gap / error - Z_95) + _below(-gap / error - Z_95)


def _mean(counts: Mapping[int, int]) -> float:
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def _longer(
    before: Mapping[int, int], after: Mapping[int, int], n: int, m: int
) -> tuple[float, float]:
    """How likely a match with the change is the longer of two, and how sure that is if not."""
    below = doubled = tied = 0
    for length in sorted({*before, *after}):
        x, y = before.get(length, 0), after.get(length, 0)
        doubled += y * (2 * below + x)
        below += x
        tied += (x + y) ** 3 - (x + y)
    both = n + m
    variance = n * m / 12 * ((both + 1) - tied / (both * (both - 1)))
    return doubled / (2 * n * m), sqrt(max(0.0, variance)) / (n * m)


# --- correction -----------------------------------------------------------------------------------


def corrected(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """Holm's correction, the most certain first."""
    ordered = sorted(found, key=lambda one: (one.chance, one.group, one.name))
    told: list[Difference] = []
    worst = 0.0
    for place, one in enumerate(ordered):
        worst = max(worst, min(1.0, one.chance * (len(ordered) - place)))
        told.append(structs.replace(one, corrected=worst, found=worst < LEVEL))
    return tuple(told)
