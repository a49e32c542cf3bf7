"""Rules of several games side by side, topic by topic."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from boomtown.rulebook.book import FIRST_LANGUAGE, Rule, Rulebook
from boomtown.rulebook.topics import TOPICS


class TopicRow(Struct, frozen=True):
    """What each of the books says on one topic; an empty list says that it says nothing."""

    topic: str
    rules: list[list[Rule]]


def compare(
    books: Sequence[Rulebook], language: str = FIRST_LANGUAGE, topic: str | None = None
) -> list[TopicRow]:
    """The topics on which at least one of the books has a rule, in reading order."""
    rows = [
        TopicRow(name, [book.rules(language, name) for book in books])
        for name in TOPICS
        if topic in (None, name)
    ]
    return [row for row in rows if any(row.rules)]
