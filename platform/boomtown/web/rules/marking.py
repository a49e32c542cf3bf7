"""The words that a search found, marked where they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from markupsafe import Markup, escape

from boomtown.rulebook.stems import WORD, plain, stem_of
from boomtown.search import Reason

LONGEST_SNIPPET = 260
BEFORE_MARK = 90
"""Letters of a long text that are shown before the first word that was looked for."""


def stems_to_mark(reasons: Collection[Reason], language: str) -> frozenset[str]:
    """What was found in a language, by its stems."""
    return frozenset(stem_of(one.found, language) for one in reasons if one.language == language)


def pieces(text: str, stems: Collection[str], language: str) -> Iterator[tuple[bool, str]]:
    """A text cut up into what was found in it, and what lies between.

    >>> list(pieces("Take the last arrow.", {"arrow"}, "en"))
    [(False, 'Take the last '), (True, 'arrow'), (False, '.')]
    """
    end = 0
    for found in WORD.finditer(text) if stems else ():
        if stem_of(plain(found[0]), language) in stems:
            if found.start() > end:
                yield False, text[end : found.start()]
            yield True, found[0]
            end = found.end()
    if end < len(text):
        yield False, text[end:]


def marked(text: str, stems: Collection[str], language: str) -> Markup:
    """A text with what was found in it marked, safe to print."""
    return _joined([*pieces(text, stems, language)])


def snippet(text: str, stems: Collection[str], language: str) -> Markup:
    """The same of a long text: the part that has the words."""
    cut = [*pieces(text, stems, language)]
    if len(text) <= LONGEST_SNIPPET:
        return _joined(cut)
    before = len(cut[0][1]) if len(cut) > 1 and not cut[0][0] else 0
    start = text.rfind(" ", 0, max(0, before - BEFORE_MARK) + 1) + 1
    end = text.find(" ", start + LONGEST_SNIPPET)
    shown = text[start:] if end < 0 else text[start:end] + " …"
    return Markup("… " if start else "") + marked(shown, stems, language)


def _joined(cut: Sequence[tuple[bool, str]]) -> Markup:
    # Joined once, as a search marks hundreds of words; a word has nothing that must be escaped.
    return Markup("".join([f"<mark>{part}</mark>" if hit else escape(part) for hit, part in cut]))
