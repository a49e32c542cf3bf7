"""Figures that one language of a text has and another one has lost: one of them tells a lie.

A number may be written in figures here and in words there, so that only figures are looked for,
and words are accepted for them.
"""

from __future__ import annotations

import re

from boomtown.rulebook.numerals import WORDS

FIGURES = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
GROUPED = re.compile(r"(?<=\d)[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE} .,](?=\d{3}\b)")
DECIMAL = re.compile(r"(?<=\d),(?=\d)")
SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "0": ("zero", "no", "none"),
        "1": ("a", "an", "one", "once", "first", "single"),
        "2": ("both", "twice", "second", "half"),
        "3": ("third",),
        "4": ("fourth", "quarter"),
        "0.5": ("half",),
        "0.01": ("hundredth",),
        "0.1": ("tenth",),
        "180": ("half",),
    },
    "es": {
        "0": ("cero", "ningun"),
        "1": ("un", "primer"),
        "2": ("ambos", "ambas", "segund", "dobl"),
        "3": ("terc",),
        "4": ("cuart",),
        "0.5": ("medi",),
        "0.01": ("centésim",),
        "0.1": ("décim",),
        "180": ("medi", "mitad"),
    },
    "ru": {
        "0": ("нол", "нул", "не остал"),
        "1": ("один", "одн", "единиц", "перв", "раз"),
        "2": ("дво", "обо", "обе", "удво"),
        "3": ("тро", "втро", "трет"),
        "4": ("четвер", "вчетвер"),
        "5": ("пятер", "впятер"),
        "6": ("шестер", "вшестер"),
        "7": ("семер", "всемер"),
        "8": ("восьмер", "ввосьмер"),
        "0.5": ("пол",),
        "0.01": ("сот",),
        "0.1": ("десят",),
        "180": ("пол",),
    },
}
"""How words that say a number begin, beside the numerals themselves."""


def lost_figures(text: str, code: str, other: str, other_code: str) -> list[str]:
    """The figures of either text that the other one does not have, not even in words.

    >>> lost_figures("Move 6 inches.", "en", "Mueve seis pulgadas.", "es")
    []
    >>> lost_figures("Move 6 inches.", "en", "Mueve 5 pulgadas.", "es")
    ['5', '6']
    """
    lost = {figure for figure in _figures(text) if not _said(figure, other, other_code)}
    return sorted(lost | {figure for figure in _figures(other) if not _said(figure, text, code)})


def lost_terms(
    text: str, terms: dict[str, list[str]], other: str, other_terms: dict[str, list[str]]
) -> list[str]:
    """The terms that a text uses and its translation does not.

    >>> lost_terms("Roll for grit.", {"grit": ["grit"]}, "Tira.", {"grit": ["valor"]})
    ['grit']
    """
    return [
        term
        for term in terms
        if _begins(terms[term], text) and not _begins(other_terms.get(term, []), other)
    ]


def _begins(stems: list[str], text: str) -> bool:
    return any(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) for stem in stems)


def _figures(text: str) -> set[str]:
    """The numbers that a text writes in figures, as English writes them."""
    return set(FIGURES.findall(DECIMAL.sub(".", GROUPED.sub("", text))))


def _said(figure: str, text: str, code: str) -> bool:
    if figure in _figures(text):
        return True
    words = SAID[code].get(figure, ())
    if figure.isdecimal():
        words += WORDS.get(int(figure), {}).get(code, ())
    return any(re.search(rf"\b{word}", text, re.IGNORECASE) for word in words)
