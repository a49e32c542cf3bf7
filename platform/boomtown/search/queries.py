"""What somebody typed: its words, and what each of them can lead to in each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from boomtown.rulebook.stems import (
    asking_words,
    empty_words,
    language_words,
    stem_of,
    words_in,
)
from boomtown.search.parallel import Elsewhere
from boomtown.search.vocabulary import MOST_MEANT, Vocabulary, Work

How = Literal["word", "same", "begins", "form", "typo", "parts"]
"""The word, one that means the same, begins so, is akin, nearly spelt so, or a part of it."""

LONGEST_QUERY = 200
MOST_WORDS = 16
LONGEST_WORD = 30
"""Longer ones are cut: nobody types them."""
OTHER_LANGUAGE = 0.5
"""What a word counts that is one only in a language other than the reader's."""
WEIGHTS: dict[How, float] = {
    "word": 1.0,
    "same": 0.7,
    "begins": 0.6,
    "form": 0.5,
    "typo": 0.8,
    "parts": 0.9,
}
ELSEWHERE = 0.5
"""What a word of another language counts that stands in just the same places."""
AKIN = 0.35
"""What a word of the same family counts, where the word itself is known."""
SHORTEST_TOLD = 5
"""From how many letters on a stem is told to be akin to another: reading, ready are not."""
TWO_WRONG = 0.6
"""What it counts if two letters were wrong, beside one."""


class Lead(Struct, frozen=True):
    """Something that a word of a query can lead to."""

    language: str
    stem: str
    """A stem, or several that mean it only together: ``year old``."""
    weight: float
    how: How
    told: bool = True
    """Whether it is a reason to tell: a part of what means the same is none."""


class Wanted(Struct):
    """A word of a query, and where it leads."""

    written: str
    leads: dict[tuple[str, str], Lead]
    own: tuple[str, str] | None = None
    """The lead that is the word itself in the reader's language, where it stands somewhere."""

    def add(self, language: str, stem: str, weight: float, how: How, *, told: bool = True) -> None:
        """One more lead; the best one to a stem counts."""
        known = self.leads.get((language, stem))
        if known is None or known.weight < weight:
            self.leads[language, stem] = Lead(language, stem, weight, how, told)


class Query(Struct):
    """A query that has been read; ``clauses`` says whether it is several in one."""

    text: str
    language: str
    words: list[Wanted]
    near: dict[str, list[str]]
    """By a word that is nowhere, those that were taken for it."""
    work: Work

    def clauses(self) -> tuple[list[Query], bool]:
        """What it asks for, where that is several things; and whether they are questions.

        "How do you heal, and is there a maximum" is two questions; "range and line of sight" is
        not, and may be one thing after all.
        """
        joins, words = language_words(self.language).joins, words_in(self.text, self.language)
        asking = asking_words(self.language)
        parts: list[list[str]] = [[]]
        asked = False
        for place, word in enumerate(words):
            if word in joins:
                parts.append([])
                asked = asked or asking.issuperset(words[place + 1 : place + 2])
            else:
                parts[-1].append(stem_of(word[:LONGEST_WORD], self.language))
        found = []
        for part in parts:
            told = [one for one in self.words if stem_of(one.written, self.language) in part]
            if told:
                found.append(Query(self.text, self.language, told, {}, self.work))
        return (found, asked) if len(found) > 1 else ([], False)

    @property
    def unknown(self) -> list[str]:
        """The words that lead nowhere."""
        return [word.written for word in self.words if not word.leads]

    @property
    def instead(self) -> list[str]:
        """The query with each misspelt word put right."""
        if not self.near:
            return []
        words = [word.written for word in self.words]
        return [" ".join(self.near[word][0] if word in self.near else word for word in words)]


def read_query(
    text: str, language: str, vocabularies: Mapping[str, Vocabulary], parallel: Elsewhere
) -> Query:
    """The words of a query, with everything that they may mean; the reader's language first."""
    text = " ".join(text[:LONGEST_QUERY].split())
    languages = [language, *(one for one in vocabularies if one != language)]
    # "Rolled a 6, roll again" says "roll" once.
    words: dict[str, str] = {}
    for word in (word[:LONGEST_WORD] for word in words_in(text, language)):
        words.setdefault(stem_of(word, language), word)
    told = _telling([*words.values()], languages, vocabularies)[:MOST_WORDS]
    query = Query(text, language, [Wanted(word, {}) for word in told], {}, Work())
    for code in languages:
        factor = 1.0 if code == language else OTHER_LANGUAGE
        _exact(query, vocabularies[code], factor)
        _same(query, vocabularies[code], factor)
    for place, wanted in enumerate(query.words):
        if not _sure(wanted, language, vocabularies):
            for code in languages:
                factor = 1.0 if code == language else OTHER_LANGUAGE
                if _guessed(query, place, vocabularies[code], factor):
                    break
            else:
                for one in vocabularies[language].loosely(wanted.written, query.work)[:MOST_MEANT]:
                    wanted.add(language, stem_of(one, language), AKIN, "form")
    for wanted in query.words:
        _told_elsewhere(wanted, parallel)
    return query


def _told_elsewhere(word: Wanted, parallel: Elsewhere) -> None:
    """What other languages call it: it brings a place nearer, but is told as no reason."""
    for language, stem, likeness in parallel.get(word.own, ()) if word.own else ():
        word.add(language, stem, ELSEWHERE * likeness, "same", told=False)


def _sure(word: Wanted, reader: str, vocabularies: Mapping[str, Vocabulary]) -> bool:
    """Whether a word means something to the reader, or is written so in another language."""
    return any(
        lead.language == reader or word.written in vocabularies[lead.language].counts
        for lead in word.leads.values()
    )


def _telling(
    words: list[str], languages: list[str], vocabularies: Mapping[str, Vocabulary]
) -> list[str]:
    """The words that say something; all of them where none does."""
    reader, *others = languages
    told = [
        word
        for word in words
        if word not in empty_words(reader)
        and (
            vocabularies[reader].knows(word)
            or not any(word in empty_words(other) for other in others)
        )
    ]
    return told or words


def _exact(query: Query, known: Vocabulary, factor: float) -> None:
    for word in query.words:
        stem = stem_of(word.written, known.language)
        if stem in known.stems:
            word.add(known.language, stem, factor * WEIGHTS["word"], "word")
            if known.language == query.language:
                word.own = known.language, stem
            for relative in known.akin(stem, query.work):
                told = len(stem) >= SHORTEST_TOLD
                word.add(known.language, relative, factor * AKIN, "form", told=told)
    for one, other in zip(query.words, query.words[1:], strict=False):
        joined = one.written + other.written
        if joined in known.counts:
            stem = stem_of(joined, known.language)
            for word in (one, other):
                word.add(known.language, stem, factor * WEIGHTS["parts"], "parts")


def _same(query: Query, known: Vocabulary, factor: float) -> None:
    stems = [stem_of(word.written, known.language) for word in query.words]
    for places, others in known.phrases(stems):
        for phrase in others:
            weight = factor * WEIGHTS["same"]
            for word in (query.words[place] for place in places):
                if all(stem in known.stems for stem in phrase):
                    word.add(known.language, " ".join(phrase), weight, "same")
                for stem in phrase if len(phrase) > 1 else ():
                    if stem in known.stems:
                        part = weight / len(phrase)
                        word.add(known.language, stem, part, "same", told=False)


def _guessed(query: Query, place: int, known: Vocabulary, factor: float) -> bool:
    """What a word may have been meant to be that is nowhere; whether anything was found."""
    word, found = query.words[place], False
    for how, weight, meant in _guesses(word.written, known, query.work):
        for one in meant[:MOST_MEANT]:
            found, stem = True, stem_of(one, known.language)
            word.add(known.language, stem, factor * weight, how)
            for phrase in _said_otherwise(known, stem):
                word.add(known.language, phrase, factor * weight * WEIGHTS["same"], "same")
        if meant and how == "typo":
            query.near.setdefault(word.written, []).extend(meant[:MOST_MEANT])
    return found


def _guesses(word: str, known: Vocabulary, work: Work) -> Iterator[tuple[How, float, list[str]]]:
    begun = known.beginning(word, work)
    if begun:
        yield "begins", WEIGHTS["begins"], begun
    wrong, meant = known.misspelt(word, work)
    if meant:
        yield "typo", WEIGHTS["typo"] * (1.0 if wrong == 1 else TWO_WRONG), meant
    # Where two letters are wrong, another word of the same family is as likely.
    akin = known.family(word, work) if not begun and wrong != 1 else []
    if akin:
        yield "form", WEIGHTS["form"], akin
    bare = known.without_prefix(word, work) if not begun and wrong != 1 else []
    if bare:
        yield "form", WEIGHTS["form"], bare
    if not begun and not meant and not akin and not bare:
        yield "parts", WEIGHTS["parts"], known.halves(word, work)


def _said_otherwise(known: Vocabulary, stem: str) -> Iterator[str]:
    """Single words that mean the same as a stem."""
    for phrase, others in known.same.get(stem, ()):
        if len(phrase) == 1:
            yield from (one[0] for one in others if len(one) == 1 and one[0] in known.stems)
