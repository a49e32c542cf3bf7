"""What imagined tables say about the answers that were tried; searches can be put together."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from boomtown.bots.search.settings import Settings
from boomtown.core.choice import Answer
from boomtown.core.record import plain

_encode = msgspec.json.Encoder(order="deterministic").encode


def key_of(answer: Answer) -> bytes:
    """The same for answers that are the same in JSON."""
    return _encode(plain(answer))


class Weight(Struct):
    """What one answer was worth, also beside the heuristic's on the same tables."""

    answer: Answer
    times: int = 0
    worth: int = 0
    gap: int = 0
    """By how much it was better, all tables together."""
    squares: int = 0
    """The same squared, for its standard error."""
    out: bool = False
    """Whether it fell clearly behind, and was given up."""

    @property
    def mean(self) -> float:
        """What it is worth on the average."""
        return self.worth / self.times if self.times else -1.0

    def is_better(self, settings: Settings) -> bool:
        """Whether it is better than the heuristic's, clearly."""
        if self.times < max(2, settings.least):
            return False
        mean = self.gap / self.times
        spread = (self.squares - self.gap * mean) / (self.times - 1)
        return mean > settings.gate * math.sqrt(max(0.0, spread) / self.times)

    def add(self, other: Weight) -> None:
        """The same answer, weighed in another search."""
        self.times += other.times
        self.worth += other.worth
        self.gap += other.gap
        self.squares += other.squares
        self.out = self.out or other.out


class Weighed(Struct):
    """The result of a search: the heuristic's answer comes first, if there is one."""

    weights: list[Weight]
    heuristic: bool
    """Whether the first is a heuristic's."""


def together(searches: Sequence[Weighed]) -> Weighed:
    """Searches of the same question with other dice, as if they were one."""
    found: dict[bytes, Weight] = {}
    for search in searches:
        for weight in search.weights:
            known = found.setdefault(key_of(weight.answer), weight)
            if known is not weight:
                known.add(weight)
    return Weighed(list(found.values()), searches[0].heuristic)


def best_of(weighed: Weighed, settings: Settings) -> Answer:
    """The heuristic's answer unless another one is clearly better; without it, the best."""
    first = weighed.weights[0]
    best = max((one for one in weighed.weights if not one.out), key=lambda one: one.mean)
    if weighed.heuristic and not best.is_better(settings):
        return first.answer
    return best.answer
