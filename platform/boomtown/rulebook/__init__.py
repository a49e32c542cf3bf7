"""Rules as data: loading, languages, wording, search, comparison and coverage."""

from boomtown.rulebook.book import (
    FIRST_LANGUAGE,
    LANGUAGES,
    InvalidRulebook,
    Rule,
    Rulebook,
    platform_rulebook,
    read_rulebook,
    rulebook_of,
)
from boomtown.rulebook.compare import TopicRow, compare
from boomtown.rulebook.complete import gaps
from boomtown.rulebook.search import Hit, Index
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording, plural_form

__all__ = [
    "FIRST_LANGUAGE",
    "LANGUAGES",
    "TOPICS",
    "Hit",
    "Index",
    "InvalidRulebook",
    "Rule",
    "Rulebook",
    "TopicRow",
    "Wording",
    "compare",
    "gaps",
    "platform_rulebook",
    "plural_form",
    "read_rulebook",
    "rulebook_of",
]
