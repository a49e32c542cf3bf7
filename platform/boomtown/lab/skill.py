"""How strong players are held to be: openskill's Plackett-Luce model, in whole numbers.

One match changes everybody who played in it. Seats of a side are a team; a bot that sits there
several times counts as the mean of its seats. The same matches in the same order always give the
same numbers: after each one they are rounded to millionths, and go on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:  # it takes longer to load than many a command
    from openskill.models import PlackettLuce

MILLION = 1_000_000
PROVISIONAL = 10
"""A rating after fewer matches says little."""
POINTS = 40
"""What one unit of the model is shown as: newcomers have 1000."""


class Skill(Struct, frozen=True):
    """A rating, in millionths: where somebody probably stands, and how uncertain that is."""

    mu: int = 25 * MILLION
    sigma: int = 25 * MILLION // 3
    played: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown."""
        return round(POINTS * self.mu / MILLION)

    @property
    def give_or_take(self) -> int:
        """95 times in 100 the truth is not further away."""
        return round(2 * POINTS * self.sigma / MILLION)

    @property
    def provisional(self) -> bool:
        """Whether there were too few matches to believe it."""
        return self.played < PROVISIONAL


class Contestant(Struct, frozen=True):
    """One seat of a match: who played, for which side, and how it ended for them."""

    who: str
    side: str
    place: int


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(contestants: Sequence[Contestant], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """Everybody's rating after a match; nobody's where it was played by one alone."""
    teams: dict[object, list[int]] = {}
    for seat, one in enumerate(contestants):
        teams.setdefault(one.side or seat, []).append(seat)
    if len({one.who for one in contestants}) < 2 or len(teams) < 2:
        return {}
    model = _model()
    known = [before.get(one.who, Skill()) for one in contestants]
    sides = [
        [
            model.rating(mu=known[seat].mu / MILLION, sigma=known[seat].sigma / MILLION)
            for seat in on
        ]
        for on in teams.values()
    ]
    places = [float(min(contestants[seat].place for seat in on)) for on in teams.values()]
    after: dict[str, list[tuple[float, float]]] = {}
    for on, team in zip(teams.values(), model.rate(sides, ranks=places), strict=True):
        for seat, now in zip(on, team, strict=True):
            after.setdefault(contestants[seat].who, []).append((now.mu, now.sigma))
    return {
        who: Skill(
            round(MILLION * sum(mu for mu, _ in seats) / len(seats)),
            round(MILLION * sum(sigma for _, sigma in seats) / len(seats)),
            before.get(who, Skill()).played + 1,
        )
        for who, seats in after.items()
    }
