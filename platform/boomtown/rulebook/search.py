"""Finding rules by words, in any of the languages."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from boomtown.rulebook.book import Rule, Rulebook

TITLE_WEIGHT, ID_WEIGHT, TEXT_WEIGHT = 4, 3, 1
WORD = re.compile(r"\w+")
SHORTEST_STEM = 4
KEPT = 64
"""For how many queries it is remembered which words they find."""
ENDING = 2
"""How many letters an inflected word may differ in at its end: bala, balas; стрела, стрелы."""


class Hit(Struct, frozen=True):
    """A rule that was found, and how well it fits."""

    package: str
    rule: Rule
    weight: int


def plain(text: str) -> str:
    """A text in small letters, without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, without accents.

    >>> words_of("¡José, a la DINAMITA!")
    ['jose', 'a', 'la', 'dinamita']
    """
    return WORD.findall(plain(text))


def stem_of(word: str) -> str:
    """What all forms of a word begin with, for a word that is long enough to tell."""
    return word[:-ENDING] if len(word) >= SHORTEST_STEM + ENDING else word


def fits(candidate: str, word: str) -> bool:
    """Whether a plain word of a text is what is looked for: begins like it, or is a form of it.

    >>> fits("dynamites", "dyna"), fits("стрелы", "стрела"), fits("arrest", "arrow")
    (True, True, False)
    """
    if candidate.startswith(word):
        return True
    return candidate.startswith(stem_of(word)) and len(candidate) <= len(word) + ENDING


class _Wanted(dict[str, bool]):
    """Whether words, as they are written, are what a query looks for: texts repeat their words."""

    def __init__(self, query: str) -> None:
        super().__init__()
        self.words = words_of(query)

    def __missing__(self, written: str) -> bool:
        found = self[written] = any(fits(plain(written), word) for word in self.words)
        return found


@lru_cache(maxsize=KEPT)
def _wanted(query: str) -> _Wanted:
    return _Wanted(query)


def pieces(text: str, query: str) -> list[tuple[bool, str]]:
    """A text cut up into what the query finds in it, and what lies between.

    >>> pieces("Take the last arrow.", "arrows")
    [(False, 'Take the last '), (True, 'arrow'), (False, '.')]
    """
    wanted = _wanted(query)
    cut: list[tuple[bool, str]] = []
    end = 0
    for found in WORD.finditer(text):
        if wanted[found[0]]:
            start = found.start()
            if start > end:
                cut.append((False, text[end:start]))
            cut.append((True, found[0]))
            end = found.end()
    return [*cut, (False, text[end:])] if end < len(text) else cut


class Index:
    """The words of several rulebooks in several languages."""

    def __init__(self, books: Iterable[Rulebook], languages: Iterable[str]) -> None:
        self._weights: dict[str, dict[tuple[str, str, str], int]] = {}
        self._rules: dict[tuple[str, str, str], Rule] = {}
        languages = list(languages)
        for book in books:
            for language in languages:
                for rule in book.rules(language):
                    if rule.language == language:
                        self._add((book.package, rule.id, language), rule)
        self._words = sorted(self._weights)

    def _add(self, key: tuple[str, str, str], rule: Rule) -> None:
        self._rules[key] = rule
        parts = ((rule.title, TITLE_WEIGHT), (rule.id.replace(".", " "), ID_WEIGHT))
        for text, weight in (*parts, (rule.text, TEXT_WEIGHT)):
            for word in words_of(text):
                found = self._weights.setdefault(word, {})
                found[key] = max(weight, found.get(key, 0))

    def search(self, query: str, most: int | None = 20) -> list[Hit]:
        """The rules that have all words of the query, or words that begin like them."""
        total: dict[tuple[str, str, str], int] | None = None
        for word in words_of(query):
            found = self._matching(word)
            if total is None:
                total = found
            else:
                total = {key: total[key] + found[key] for key in total.keys() & found.keys()}
        best = sorted((total or {}).items(), key=lambda item: (-item[1], item[0]))
        return [Hit(key[0], self._rules[key], weight) for key, weight in best[:most]]

    def _matching(self, word: str) -> dict[tuple[str, str, str], int]:
        stem = stem_of(word)
        found: dict[tuple[str, str, str], int] = {}
        for place in range(bisect_left(self._words, stem), len(self._words)):
            candidate = self._words[place]
            if not candidate.startswith(stem):
                break
            if fits(candidate, word):
                exact = 2 if candidate == word else 1
                for key, weight in self._weights[candidate].items():
                    found[key] = max(found.get(key, 0), weight * exact)
        return found
