"""Rules as data: loading, languages, wording, words to search by, comparison and coverage."""

from boomtown.rulebook.book import (
    FIRST_LANGUAGE,
    LANGUAGES,
    Answer,
    Difference,
    InvalidRulebook,
    Rule,
    Rulebook,
    platform_rulebook,
    read_rulebook,
    rulebook_of,
)
from boomtown.rulebook.columns import Column, UnknownColumn, read_column
from boomtown.rulebook.compare import Comparison, compare, matrix
from boomtown.rulebook.complete import gaps, shared_gaps, untranslated
from boomtown.rulebook.numerals import plural_form
from boomtown.rulebook.questions import Mechanic, Question, mechanics, questions
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording

__all__ = [
    "FIRST_LANGUAGE",
    "LANGUAGES",
    "TOPICS",
    "Answer",
    "Column",
    "Comparison",
    "Difference",
    "InvalidRulebook",
    "Mechanic",
    "Question",
    "Rule",
    "Rulebook",
    "UnknownColumn",
    "Wording",
    "compare",
    "gaps",
    "matrix",
    "mechanics",
    "platform_rulebook",
    "plural_form",
    "questions",
    "read_column",
    "read_rulebook",
    "rulebook_of",
    "shared_gaps",
    "untranslated",
]
