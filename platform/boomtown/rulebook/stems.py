"""Words as they are looked for: without accents and endings, numbers as figures.

``language/en.toml`` has what a language needs for it: words that say nothing about what is looked
for, further words for numbers, and words that mean the same. ``es.toml`` and ``ru.toml`` likewise.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from boomtown.rulebook.book import InvalidRulebook
from boomtown.rulebook.numerals import WORDS

WORD = re.compile(r"[^\W\d_]+|\d+")
AGAIN = re.compile(r"\bre-(?=\w)")
"""A hyphen inside one word: re-roll is reroll, but three-player is two words."""
SHORT_I = "й"
SHORT_I_APART = unicodedata.normalize("NFKD", SHORT_I)
NU_VERB = re.compile(r"(?<=...н)(?:ул|ут|увш|ув|ет|еш|ем)$")
"""Endings of Russian verbs in -нуть that the stemmer leaves: пригнуться and пригнулся are one."""
LEFT_ENDINGS: dict[str, list[tuple[re.Pattern[str], str]]] = {
    "es": [
        # Nouns of verbs, which the stemmer knows by their accents: eliminación, movimiento.
        (re.compile(r"(?<=...)acion$|(?<=..)[ai]mient$"), ""),
        # The vowel of a stressed stem: muestra and mostrar, pierde and perder.
        (re.compile(r"(?<=[^gq])ue(?=[^aeiou])"), "o"),
        (re.compile(r"(?<=[^aeiou])ie(?=[^aeiou])"), "e"),
        # The past and the conditional, whose accents are gone: perdí, salió, jugaría.
        (re.compile(r"(?<=...)(?:[aei]r)?i$"), ""),
        # One sound in several letters: saqué and sacar, pagué, lancé, escojo.
        (re.compile(r"(?:qu|zc|z)$"), "c"),
        (re.compile(r"(?:gu|j)$"), "g"),
    ],
    "ru": [
        # The present of other verbs: закончатся, берёт.
        (re.compile(r"(?<=...)(?:ат|ет|ут|еш)$"), ""),
        # Verbs that go on: выбывать and выбыть, выигрывать and выиграть.
        (re.compile(r"(?<=..)[ыи]ва$"), ""),
        # Infinitive and past: бросать and бросить.
        (re.compile(r"(?<=....)[ая]$"), ""),
    ],
}
"""What a stemmer leaves that is still a form of the word."""
STEMMERS = {"en": "english", "es": "spanish", "ru": "russian"}
KEPT = 60_000
"""Stems that are kept; the rulebooks of all languages have a third of that."""


class LanguageWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What a language file says."""

    empty: list[str]
    """Words that say nothing about what is looked for."""
    hints: list[str]
    """What may be looked for: shown where nothing was found."""
    numbers: dict[str, list[str]] = {}
    """Words for numbers besides those that rulebooks are checked for, by the figure."""
    joins: list[str] = []
    """Words between two things or questions: and."""
    asking: list[str] = []
    """What a question begins with: how, is."""
    prefixes: list[str] = []
    """What verbs begin with that mean nearly the same without it."""
    forms: list[list[str]] = []
    """Groups of forms of one word that no ending tells: dies, died; the aspects of a verb."""
    instead: dict[str, str] = {}
    """A few words that stand for one, though each of them alone says nothing: have to, must."""
    same: list[list[str]] = []
    """Groups of words, or of a few words each, that mean the same here."""


@cache
def language_words(language: str) -> LanguageWords:
    """The file of a language."""
    path = files("boomtown.rulebook") / "language" / f"{language}.toml"
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(told, LanguageWords)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InvalidRulebook(f"boomtown/rulebook/language/{language}.toml: {error}") from None


class _WithoutAccents(dict[int, int | None]):
    """By its number, each character that is no accent; as far as texts have had them."""

    def __missing__(self, code: int) -> int | None:
        kept = self[code] = None if unicodedata.combining(chr(code)) else code
        return kept


_without_accents = _WithoutAccents()


def plain(text: str) -> str:
    """A text in small letters, without accents; the short и of Russian is a letter of its own.

    >>> plain("¡Acción! Ёж, й"), plain("re-roll")
    ('¡accion! еж, й', 'reroll')
    """
    small = AGAIN.sub("re", text.casefold())
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFKD", small)
    return apart.replace(SHORT_I_APART, SHORT_I).translate(_without_accents)


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, without accents.

    >>> words_of("¡José, a la DINAMITA! 4p")
    ['jose', 'a', 'la', 'dinamita', '4', 'p']
    """
    return WORD.findall(plain(text))


@lru_cache(maxsize=KEPT)
def stem_of(word: str, language: str) -> str:
    """What all forms of a plain word have in common; the figure of a number.

    >>> stem_of("ties", "en"), stem_of("four", "en"), stem_of("стрелы", "ru")
    ('tie', '4', 'стрел')
    >>> stem_of("пригнуться", "ru"), stem_of("пригнулась", "ru"), stem_of("закончатся", "ru")
    ('пригн', 'пригн', 'конч')
    >>> stem_of("muestra", "es"), stem_of("mostrar", "es"), stem_of("cayeron", "es")
    ('mostr', 'mostr', 'caer')
    """
    number = _numbers(language).get(word)
    if number is not None:
        return number
    words, stems = _forms(language)
    stem = _cut(word, language)
    told = words.get(word) or stems.get(stem)
    if told:
        return told
    for pattern, instead in LEFT_ENDINGS.get(language, ()):
        stem = pattern.sub(instead, stem)
    return stems.get(stem, stem)


def _cut(word: str, language: str) -> str:
    """A plain word without the ending that a stemmer knows."""
    import snowballstemmer  # not before a word is looked for: it brings thirty languages along

    # A stemmer keeps its place in itself: each word has its own, so that threads do not meet.
    stem = plain(snowballstemmer.stemmer(STEMMERS[language]).stemWord(word))
    return NU_VERB.sub("", stem) if language == "ru" else stem


@cache
def _forms(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """By words that are forms of one, and by what is left of each, the stem of all."""
    words: dict[str, str] = {}
    stems: dict[str, str] = {}
    for group in language_words(language).forms:
        told = [word for text in group for word in words_of(text)]
        stem = _cut(told[0], language)
        # лечь is cut like лечить, but is another word.
        common = told[0] if stem in stems else stem
        for word in told:
            words[word] = common
            stems.setdefault(_cut(word, language), common)
    return words, stems


def telling_words(text: str, language: str) -> list[str]:
    """The words of a text that say something.

    >>> telling_words("Do I have to shoot?", "en")
    ['must', 'shoot']
    """
    return without_empty(words_in(text, language), language)


def words_in(text: str, language: str) -> list[str]:
    """The words of a text in a language that is known: a few of them may stand for one."""
    words, found, place = words_of(text), [], 0
    instead = _instead(language)
    first = _first_words(language)
    while place < len(words):
        for size in (3, 2, 1) if words[place] in first else ():
            one = instead.get(tuple(words[place : place + size]))
            if one:
                found.append(one)
                place += size
                break
        else:
            found.append(words[place])
            place += 1
    return found


def without_empty(words: list[str], language: str) -> list[str]:
    """Those of some plain words that say something."""
    empty = empty_words(language)
    return [word for word in words if word not in empty]


def stems_of(text: str, language: str) -> list[str]:
    """The stems of all words of a text that say something."""
    return [stem_of(word, language) for word in telling_words(text, language)]


@cache
def empty_words(language: str) -> frozenset[str]:
    """The plain words that say nothing about what is looked for, and single letters.

    A p stands for players: 4p.
    """
    told = {word for text in language_words(language).empty for word in words_of(text)}
    return frozenset({*told, *"abcdefghijklmnoqrstuvwxyz", *"абвгдежзийклмнопрстуфхцчшщъыьэюя"})


@cache
def asking_words(language: str) -> frozenset[str]:
    """The plain words that a question begins with."""
    return frozenset(word for text in language_words(language).asking for word in words_of(text))


@cache
def _instead(language: str) -> dict[tuple[str, ...], str]:
    told = language_words(language).instead
    return {tuple(words_of(phrase)): word for phrase, word in told.items()}


@cache
def _first_words(language: str) -> frozenset[str]:
    """What the words begin with that stand for one."""
    return frozenset(words[0] for words in _instead(language))


@cache
def _numbers(language: str) -> dict[str, str]:
    found = {
        plain(word): str(number) for number, forms in WORDS.items() for word in forms[language]
    }
    for number, forms in language_words(language).numbers.items():
        found |= {plain(word): number for word in forms}
    return found
