"""Figures as places that can be found: what was measured in play, and what rules come to.

Each has what it is in every game, for every number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from boomtown.core.game import Amount, Game
from boomtown.lab.facets import Facet, measures_of
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.questions import shared_terms
from boomtown.rulebook.sums import sums_of
from boomtown.rulebook.wording import Wording
from boomtown.search.documents import Document, Part, Told

Games: TypeAlias = Sequence[Game[Any, Any]]


def figures_of(games: Games) -> Iterator[Document]:
    """All figures that have a name in the search terms."""
    for id in shared_terms(LANGUAGES[0]).facets:
        yield _document(f"facet.{id}", f"/compare?topic=facets#facet-{id}", games, _measured)
    for id in shared_terms(LANGUAGES[0]).sums:
        yield _document(f"sum.{id}", f"/compare?topic=sums#sum-{id}", games, _worked_out)


def _document(
    id: str, url: str, games: Games, told: Callable[[str, Game[Any, Any], Wording], Iterator[str]]
) -> Document:
    what, _, name = id.partition(".")
    texts = {}
    for language in LANGUAGES:
        shared = shared_terms(language)
        terms = (shared.facets if what == "facet" else shared.sums).get(name)
        if terms is not None:
            parts = []
            for game in games:
                wording = Wording(book_of(game), language)
                if said := "; ".join(told(name, game, wording)):
                    parts.append(Part(wording.title, f"{said}.", said))
            texts[language] = Told(terms.title, tuple(parts), terms.terms)
    return Document("figure", id, url, texts)


def _measured(id: str, game: Game[Any, Any], wording: Wording) -> Iterator[str]:
    kept = measures_of(game.package)
    for setting in kept.settings if kept else ():
        facet = setting.facet(id)
        if facet is not None and not setting.variants:
            seats = wording.say("compare.seats", n=setting.seats)
            yield f"{seats} – {_figure(facet, wording.language)}"


def second(language: str) -> str:
    """The sign of a second."""
    return {"ru": " с"}.get(language, " s")


def _figure(facet: Facet, language: str) -> str:
    """A figure without its fractions."""

    def told(value: float) -> str:
        if facet.unit == "share":
            return f"{value * 100:.0f} %"
        if facet.unit == "points":
            return f"{value * 100:+.0f} %"
        return f"{value:.0f}" + (second(language) if facet.unit == "seconds" else "")

    return with_interval(facet, told)


def with_interval(facet: Facet, told: Callable[[float], str]) -> str:
    """A figure, with its interval where it says little without."""
    return f"{told(facet.value)} {interval_of(facet, told)}".rstrip()


def interval_of(facet: Facet, told: Callable[[float], str]) -> str:
    """The interval of a share of few matches, and how many they are; empty for any other figure.

    >>> facet = Facet("luck", "share", "interval", 0.57, 0.15, 0.9, 4)
    >>> interval_of(facet, lambda value: f"{value * 100:.0f} %")
    '(15…90 %, n = 4)'
    """
    if not facet.rough:
        return ""
    low = told(facet.low).removesuffix(" %")
    return f"({low}…{told(facet.high)}, n = {facet.n})"


def _worked_out(id: str, game: Game[Any, Any], wording: Wording) -> Iterator[str]:
    for seats in game.seats:
        amount = sums_of(game, seats, {}).get(id)
        if amount is not None:
            yield f"{wording.say('compare.seats', n=seats)} – {amount_words(amount, wording)}"


def amount_words(amount: Amount, wording: Wording) -> str:
    """A sum as people write it."""
    if isinstance(amount, int):
        return str(amount)
    if isinstance(amount, tuple):
        low, high = amount
        return str(low) if low == high else f"{low}–{high}"
    parts = [(name.partition("."), amount_words(one, wording)) for name, one in amount.items()]
    return ", ".join(f"{wording.thing(noun, name)} {told}" for (noun, _, name), told in parts)
