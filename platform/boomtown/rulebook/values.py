"""Values of answers: what fits a question, how a value is said, and how far two are apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boomtown.rulebook.book import FIRST_LANGUAGE, Value, key_of
from boomtown.rulebook.questions import Question, value_texts

NONE = "none"
"""The word for an empty list."""
DEPENDS = "depends"


def value_problem(question: Question, value: Value) -> str:
    """Why a value is no answer to a question; empty where it is one."""
    if question.kind == "number":
        numbers = value if isinstance(value, list) else [value]
        named = [one for one in numbers if isinstance(one, str) and not _mention(one)]
        whole = [one for one in numbers if isinstance(one, int)]
        if named or not 1 <= len(numbers) <= 2 or whole != sorted(whole):
            return "a number, or the fewest and the most"
        return ""
    if question.kind in ("yes_no", "one"):
        words = [value]
    elif question.kind == "who":
        words = list(value) if isinstance(value, list) else [value]
    elif isinstance(value, list):
        words = list(value)
    else:
        return "a list of " + ", ".join(question.values)
    if any(word not in question.values for word in words) or len({*words}) != len(words):
        return "one of " + ", ".join(question.values)
    if question.kind in ("several", "who") and words != [w for w in question.values if w in words]:
        return "in the order of the question: " + ", ".join(question.values)
    return ""


def _mention(text: str) -> bool:
    """Whether a text is a number, or the name of one."""
    return text.isdecimal() or (text.startswith("{") and text.endswith("}"))


def value_words(value: Value, language: str, own: Mapping[str, str] | None = None) -> str:
    """A value as a reader knows it; ``own`` are a game's own words (its names of ``value``).

    >>> [value_words(value, "en") for value in ("yes", [3, 8], [1], 5, ["role", "power"], [])]
    ['Yes', '3 to 8', '1 or more', '5', 'A role, powers', 'Nothing']
    >>> value_words(["life", "power"], "en", {"power": "tricks"})
    'Life points, tricks'
    """
    known = {**value_texts().get(language, value_texts()[FIRST_LANGUAGE]), **(own or {})}
    parts = value if isinstance(value, list) else [value]
    if not parts:
        return known[NONE]
    if isinstance(parts[0], int):
        return _range([one for one in parts if isinstance(one, int)], value, known)
    text = ", ".join(known.get(str(part), str(part)) for part in parts)
    return text[:1].upper() + text[1:]


def _range(numbers: Sequence[int], value: Value, known: dict[str, str]) -> str:
    if not isinstance(value, list) or len(set(numbers)) == 1 < len(numbers):
        return str(numbers[0])
    if len(numbers) == 1:
        return known["or_more"].format(n=numbers[0])
    return known["from_to"].format(low=numbers[0], high=numbers[1])


def value_set(value: Value | None) -> frozenset[str]:
    """The words of a value; of numbers, each of them."""
    if value is None:
        return frozenset()
    parts = value if isinstance(value, list) else [value]
    numbers = [one for one in parts if isinstance(one, int)]
    if len(numbers) == 2:
        return frozenset(str(one) for one in range(numbers[0], numbers[1] + 1))
    return frozenset(map(str, parts)) or frozenset({NONE})


def distance(one: Value, other: Value) -> float:
    """How far two answers to a question are apart, from 0 to 1.

    >>> distance("yes", "no"), distance("yes", "depends"), distance([3, 8], [4, 8])
    (1.0, 0.5, 0.16666666666666663)
    """
    if key_of(one) == key_of(other):
        return 0.0
    if DEPENDS in (one, other):
        return 0.5
    ours, theirs = value_set(one), value_set(other)
    return 1 - len(ours & theirs) / len(ours | theirs)
