"""What a tally says: shares with intervals, lengths, when players are out, luck against skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from boomtown.core.chance import Chance
from boomtown.lab.intervals import wilson_share
from boomtown.lab.studies.study import Study
from boomtown.lab.studies.tally import STEPS, Share, Spot, Tally, skill_rates

BARS = 16
"""How many bars the lengths are drawn with, at most."""
RESAMPLES = 400
"""How often matches are drawn anew to see how sure the skill is."""


class Figure(Struct, frozen=True):
    """A share with its 95 % interval."""

    group: str
    name: str
    value: float
    low: float
    high: float
    wins: int
    tries: int
    weight: float
    """How many independent draws its tries are worth."""
    sample: int | None
    """A match in which one of them won, or else took part."""


class Bar(Struct, frozen=True):
    """Matches that took from so many to so many answers."""

    low: int
    high: int
    count: int
    sample: int


class Middle(Struct, frozen=True):
    """The median and the middle half of something that was counted."""

    value: int
    low: int
    high: int
    count: int


class Step(Struct, frozen=True):
    """How many players are still in after so much of a match."""

    part: float
    still_in: float
    sample: int | None
    """A match in which somebody went out then."""


class Skill(Struct, frozen=True):
    """The part of the wins that the bots have beside random ones: 0.5 is luck alone, 1 skill."""

    value: float
    low: float
    high: float
    matches: int
    sample: int


class Figures(Struct, frozen=True):
    """Everything that a study has found so far."""

    matches: int
    shares: tuple[Figure, ...]
    length: Middle | None
    bars: tuple[Bar, ...]
    waiting: Middle | None
    curve: tuple[Step, ...]
    """Empty where nobody is ever out before the end."""
    skill: Skill | None


def figures_of(study: Study, tally: Tally) -> Figures:
    """The figures of a study, from what was counted."""
    return Figures(
        tally.matches,
        tuple(
            figure_of(*one)
            for one in sorted(tally.each_share(), key=lambda one: (_rank(one[0]), _natural(one[1])))
        ),
        middle_of({int(length): spot.count for length, spot in tally.lengths.items()}),
        bars_of({int(length): spot for length, spot in tally.lengths.items()}),
        middle_of({int(wait): count for wait, count in tally.waits.items()}),
        _curve(study, tally),
        _skill(study, tally),
    )


_ORDER = ("side", "role", "gang", "character", "power", "weapon", "bot", "seat", "first")


def _rank(group: str) -> tuple[int, str]:
    """Sides before roles, roles before seats; what is unknown comes between."""
    return (_ORDER.index(group) if group in _ORDER else _ORDER.index("bot"), group)


def _natural(name: str) -> tuple[int, str]:
    return (int(name) if name.isdigit() else 0, name)


# --- shares ---------------------------------------------------------------------------------------


def figure_of(group: str, name: str, share: Share) -> Figure:
    """A share with its Wilson interval."""
    value, weight = share.wins / share.tries, weight_of(share)
    low, high = wilson_share(value, weight)
    sample = share.seen if share.won is None else share.won
    return Figure(group, name, value, low, high, share.wins, share.tries, weight, sample)


def weight_of(share: Share) -> float:
    """How many independent draws the tries are worth.

    Two Outlaws win together: that is one draw, not two. By the variance of a ratio over matches;
    never more than there were tries, and as many as there were matches where it is not known.
    """
    value = share.wins / share.tries
    if share.matches < 2 or value in (0.0, 1.0):
        return float(share.matches)
    squares = share.wins_squared - 2 * value * share.product + value * value * share.tries_squared
    variance = squares / share.tries**2 * share.matches / (share.matches - 1)
    if variance <= 0:
        return float(share.tries)
    return min(float(share.tries), value * (1 - value) / variance)


# --- lengths and waits ----------------------------------------------------------------------------


def middle_of(counts: Mapping[int, int]) -> Middle | None:
    """The median with the middle half, from how often each value was counted."""
    total = sum(counts.values())
    if not total:
        return None
    low, middle, high = (_at(counts, total, quarter) for quarter in (1, 2, 3))
    return Middle(middle, low, high, total)


def _at(counts: Mapping[int, int], total: int, quarter: int) -> int:
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if 4 * seen >= quarter * total:
            return value
    raise AssertionError("all have been counted by then")


def bars_of(lengths: Mapping[int, Spot]) -> tuple[Bar, ...]:
    """The lengths in bars of equal width."""
    if not lengths:
        return ()
    low, high = min(lengths), max(lengths)
    width = -(-(high - low + 1) // BARS)
    bars = []
    for first in range(low, high + 1, width):
        inside = [lengths[at] for at in range(first, first + width) if at in lengths]
        samples = [spot.first for spot in inside if spot.first is not None]
        if samples:
            count = sum(spot.count for spot in inside)
            bars.append(Bar(first, first + width - 1, count, min(samples)))
    return tuple(bars)


# --- out ------------------------------------------------------------------------------------------


def _curve(study: Study, tally: Tally) -> tuple[Step, ...]:
    players = tally.matches * study.seats
    if not players or not any(spot.count for spot in tally.out):
        return ()
    return tuple(
        Step(at / STEPS, tally.still_in[at] / players, tally.out[at].first)
        for at in range(STEPS + 1)
    )


# --- luck against skill ---------------------------------------------------------------------------


def _skill(study: Study, tally: Tally) -> Skill | None:
    """By drawing the matches anew, from the study's own seed: the same every time."""
    rates = [skill_rates(key) for key in sorted(tally.skill) for _ in range(tally.skill[key].count)]
    samples = [spot.first for spot in tally.skill.values() if spot.first is not None]
    if not any(best + random for best, random in rates):
        return None
    chance = Chance.seeded(study.seed, "resamples")
    drawn = sorted(
        _part([rates[chance.below(len(rates))] for _ in rates]) for _ in range(RESAMPLES)
    )
    low, high = drawn[round(RESAMPLES * 0.025)], drawn[round(RESAMPLES * 0.975) - 1]
    value = _part(rates)
    if value in (0.0, 1.0):  # no resample shows what has not happened once
        low, high = wilson_share(value, len(rates))
    return Skill(value, low, high, len(rates), min(samples))


def _part(rates: Sequence[tuple[float, float]]) -> float:
    best, random = (sum(rate) for rate in zip(*rates, strict=True))
    return best / (best + random) if best + random else 0.5
