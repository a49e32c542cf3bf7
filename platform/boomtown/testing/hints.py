"""Whether the hints of a game can be shown: their keys, rules and texts exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from boomtown.core.hint import TEXT, hints_of
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

LONGEST = 220
"""Letters of a hint: it is a note, not a page."""


def check_hints(suite: Suite) -> Iterator[str]:
    """Every hint belongs to questions or lines that exist, with a short text in each language."""
    book, hints = book_of(suite.game), hints_of(suite.game.package)
    words = book.languages[FIRST_LANGUAGE]
    for key, times in Counter(hint.key for hint in hints).items():
        if times > 1:
            yield f"hint {key}: declared {times} times"
    for hint in hints:
        name = f"hint {hint.key}"
        if not hint.asks and not hint.told:
            yield f"{name}: belongs to no question and to no line of the log"
        if hint.rule not in words.rules:
            yield f"{name}: there is no rule {hint.rule}"
        yield from (
            f"{name}: no question {key}"
            for key in (*hint.asks, *hint.during)
            if key not in words.ask
        )
        yield from (
            f"{name}: no line {key} in the log" for key in hint.told if key not in words.log
        )
        for code, language in book.languages.items():
            text = language.say.get(f"{TEXT}{hint.key}")
            if text is None:
                yield f"{name}: no text say.{TEXT}{hint.key} in {code}"
            elif len(text) > LONGEST:
                yield f"{name}: {len(text)} letters in {code}, {LONGEST} at most"
    declared = {f"{TEXT}{hint.key}" for hint in hints}
    for key in words.say:
        if key.startswith(TEXT) and key not in declared:
            yield f"say.{key}: no hint of that key is declared"
