"""The words of one language that stand somewhere, and which of them somebody may have meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from msgspec import Struct

from boomtown.rulebook.stems import empty_words, language_words, stem_of, stems_of, words_of

SHORTEST_START = 3
"""Letters that are enough for the beginning of a word."""
SHORTEST_FAMILY = 5
FAMILY_END = 3
"""How many letters words of one family may differ in at their ends."""
SHORTEST_AKIN = 4
AKIN_END = 2
"""How many letters stems of one family may differ in at their ends."""
ONE_WRONG, TWO_WRONG = 4, 6
"""From how many letters on one of them may be wrong, or two."""
SHORTEST_HALF = 4
"""Letters that a half must have: less is found in words that mean something else (vio-lento)."""
LOOSE_START = 4
"""Letters that must be the same where nothing else is like a word."""
SHORTEST_REST = 4
"""Letters that must be left of a word without its prefix."""
MOST_MEANT = 4
"""How many words are taken for what was meant."""


def distance(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, too many or swapped; more than ``most`` is not counted.

    >>> distance("sherrif", "sheriff", 2), distance("шэриф", "шериф", 2), distance("a", "bcd", 1)
    (2, 1, 2)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, there in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == there:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


class Work(Struct):
    """What a search has cost: words, entries and phrases that were looked at."""

    steps: int = 0


class Vocabulary:
    """Which words there are, and what else they may stand for."""

    def __init__(self, language: str, counts: dict[str, int]) -> None:
        self.language = language
        said = {
            word for group in language_words(language).same for word in words_of(" ".join(group))
        }
        self.counts = dict.fromkeys(said, 0) | counts
        """How often each word stands somewhere; words that only mean the same as one do nowhere."""
        self.words = sorted(self.counts)
        self.letters = [_letters(word) for word in self.words]
        self.stems: dict[str, str] = {}
        """Each stem with the word that it mostly is."""
        for word in sorted(self.words, key=lambda word: (self.counts[word], word)):
            self.stems[stem_of(word, language)] = word
        self.sorted_stems = sorted(self.stems)
        self.same = _same(language)
        self.prefixes = sorted(language_words(language).prefixes, key=len, reverse=True)

    def phrases(self, stems: list[str]) -> Iterator[tuple[range, list[tuple[str, ...]]]]:
        """Where a row of stems has something that can be said otherwise, and how."""
        for start, stem in enumerate(stems):
            for phrase, others in self.same.get(stem, ()):
                if tuple(stems[start : start + len(phrase)]) == phrase:
                    yield range(start, start + len(phrase)), others

    def beginning(self, start: str, work: Work) -> list[str]:
        """The words that begin so, the usual ones first."""
        if len(start) < SHORTEST_START:
            return []
        found = []
        for place in range(bisect_left(self.words, start), len(self.words)):
            work.steps += 1
            if not self.words[place].startswith(start):
                break
            found.append(self.words[place])
        return self._usual(found)

    def akin(self, stem: str, work: Work) -> list[str]:
        """Other stems that begin like this one: of the verb to a noun, of a form that is seldom."""
        size = max(SHORTEST_AKIN, len(stem) - AKIN_END)
        if len(stem) < SHORTEST_AKIN or stem.isdigit():
            return []
        start, found = stem[:size], []
        for place in range(bisect_left(self.sorted_stems, start), len(self.sorted_stems)):
            other = self.sorted_stems[place]
            work.steps += 1
            if not other.startswith(start):
                break
            if other != stem and len(other) <= size + AKIN_END + 1:
                found.append(other)
        return found

    def family(self, word: str, work: Work) -> list[str]:
        """The words that begin like this one and differ at the end."""
        start = word[: max(SHORTEST_FAMILY, len(word) - FAMILY_END)]
        if len(word) < SHORTEST_FAMILY:
            return []
        return [one for one in self.beginning(start, work) if len(one) <= len(word) + FAMILY_END]

    def loosely(self, word: str, work: Work) -> list[str]:
        """The words that only begin like this one: better than nothing for one that is nowhere."""
        if len(word) <= LOOSE_START:
            return []
        return self.beginning(word[:LOOSE_START], work)

    def without_prefix(self, word: str, work: Work) -> list[str]:
        """The word that is left of a verb without its prefix, where it stands somewhere."""
        for prefix in self.prefixes:
            work.steps += 1
            rest = word.removeprefix(prefix)
            if rest != word and len(rest) >= SHORTEST_REST and self.knows(rest):
                return [rest]
        return []

    def misspelt(self, word: str, work: Work) -> tuple[int, list[str]]:
        """The words that differ in one letter, or else in two; and how many letters it was."""
        most = 2 if len(word) >= TWO_WRONG else 1 if len(word) >= ONE_WRONG else 0
        letters, size = _letters(word), len(word)
        if most == 0 or word.isdigit():
            return 0, []
        work.steps += len(self.words)
        near = [
            one
            for one, there in zip(self.words, self.letters, strict=True)
            if (letters ^ there).bit_count() <= 2 * most and -most <= len(one) - size <= most
        ]
        by_distance: dict[int, list[str]] = {}
        for one in near:
            by_distance.setdefault(distance(word, one, most), []).append(one)
        for wrong in range(1, most + 1):
            if wrong in by_distance:
                # People seldom mistake the first letter.
                found = self._usual(by_distance[wrong])
                return wrong, sorted(found, key=lambda one: one[0] != word[0])
        return 0, []

    def halves(self, word: str, work: Work) -> list[str]:
        """Two words that were written as one, each just as it stands; none otherwise."""
        for cut in range(SHORTEST_HALF, len(word) - SHORTEST_HALF + 1):
            work.steps += 1
            one, other = word[:cut], word[cut:]
            if self.counts.get(one) and self.counts.get(other):
                return [one, other]
        return []

    def knows(self, word: str) -> bool:
        """Whether the word or a form of it stands somewhere."""
        return stem_of(word, self.language) in self.stems

    def _usual(self, words: Iterable[str]) -> list[str]:
        return sorted(words, key=lambda word: (-self.counts[word], word))


def _letters(word: str) -> int:
    """Which letters a word has, as bits."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 63)
    return found


def _same(language: str) -> dict[str, list[tuple[tuple[str, ...], list[tuple[str, ...]]]]]:
    """By its first stem, each phrase that means the same as others, and those."""
    found: dict[str, list[tuple[tuple[str, ...], list[tuple[str, ...]]]]] = {}
    empty = empty_words(language)
    for group in language_words(language).same:
        phrases: list[tuple[str, ...]] = []
        for text in group:
            phrase = tuple(stems_of(text, language))
            # What is left of "out of the game" without its empty words would mean too much.
            told = len(phrase) > 1 or not any(word in empty for word in words_of(text))
            if phrase and told and phrase not in phrases:
                phrases.append(phrase)
        for phrase in phrases:
            others = [one for one in phrases if one != phrase]
            found.setdefault(phrase[0], []).append((phrase, others))
    return found
