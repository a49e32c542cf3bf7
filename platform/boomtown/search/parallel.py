"""Which words of the other languages mean the same, learnt from places told in several of them.

Every place is told in each language, so that words that stand in the same places mean much the
same: duck, tumbarse, пригнуться. What one language calls a thing in a text or a search term is
found so by the words of another, though nobody has written it down there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, TypeAlias

Places: TypeAlias = Mapping[str, Mapping[str, frozenset[int]]]
"""By language and stem, the places where it stands."""
Elsewhere: TypeAlias = dict[tuple[str, str], list[tuple[str, str, float]]]
"""By language and stem, the stems of other languages that mean the same, and how nearly."""

SAID = ("title", "terms", "text")
"""What is said of a place itself."""
LEAST_ALIKE = 0.35
"""How much of their places two words must share; 1 is all of them."""
LEAST_SHARED = 2
"""Places that two words must share: one may be chance."""
MOST_PLACES = 200
"""A word that stands in more places than that says too little."""
MOST_MEANT = 2
"""Words that are taken from each other language."""


def standing_in(
    places: Iterable[Mapping[str, Mapping[Any, frozenset[str]]]], languages: Iterable[str]
) -> Places:
    """Where each stem is said of a place itself, not of what it belongs to."""
    found: dict[str, dict[str, set[int]]] = {language: {} for language in languages}
    for number, told in enumerate(places):
        for language, fields in told.items():
            for field in SAID:
                for stem in fields[field]:
                    found[language].setdefault(stem, set()).add(number)
    return {
        language: {stem: frozenset(there) for stem, there in stems.items()}
        for language, stems in found.items()
    }


def elsewhere(places: Places) -> Elsewhere:
    """For each stem of each language, those of the others that stand in the same places."""
    found: Elsewhere = {}
    for language, stems in places.items():
        for other, theirs in places.items():
            if other == language:
                continue
            there: defaultdict[int, list[str]] = defaultdict(list)
            for stem, standing in theirs.items():
                if len(standing) <= MOST_PLACES:
                    for place in standing:
                        there[place].append(stem)
            for stem, standing in stems.items():
                if LEAST_SHARED <= len(standing) <= MOST_PLACES:
                    alike = _alike(standing, there, theirs)
                    found.setdefault((language, stem), []).extend(
                        (other, one, likeness) for likeness, one in alike
                    )
    return found


def _alike(
    standing: Iterable[int],
    there: Mapping[int, list[str]],
    theirs: Mapping[str, frozenset[int]],
) -> list[tuple[float, str]]:
    """The words that share most places with one, the nearest first."""
    places = list(standing)
    shared = Counter(stem for place in places for stem in there.get(place, ()))
    found = [
        (count / sqrt(len(places) * len(theirs[stem])), stem)
        for stem, count in shared.items()
        if count >= LEAST_SHARED
    ]
    found = [one for one in found if one[0] >= LEAST_ALIKE]
    return sorted(found, key=lambda one: (-one[0], one[1]))[:MOST_MEANT]
