"""What a game has still to answer: asked of its author, or written out to be filled in.

Most answers follow from the declaration (``boomtown.rulebook.derive``). Of the others, those of
the core are enough to take part in the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from boomtown.rulebook.book import FIRST_LANGUAGE, Rulebook, Value
from boomtown.rulebook.questions import Question, questions
from boomtown.rulebook.values import value_problem

Status = Literal["written", "derived", "missing"]
HOW = {
    "yes_no": "yes, no or depends",
    "one": "one of these words",
    "several": "some of these words, in this order; none is an empty list",
    "order": "some of these words, in the order in which they happen",
    "who": "one of these words, or several",
    "number": "a number, or the fewest and the most",
}


class Asked(Struct, frozen=True):
    """A question, and where the game's answer to it comes from."""

    question: str
    text: str
    topic: str
    core: bool
    status: Status
    value: str
    """In one word; empty where there is no answer, or the question does not arise."""


def interview(book: Rulebook) -> list[Asked]:
    """All questions, as the rulebook of a game stands to them."""
    found = []
    for question in questions():
        answer = book.answer(question.id)
        status: Status = "missing"
        if answer is not None:
            status = "derived" if answer.derived else "written"
        value = answer.key if answer is not None else ""
        asked = (question.id, question.text, question.topic, question.core)
        found.append(Asked(*asked, status, value))
    return found


def wanted(book: Rulebook, *, every: bool = False) -> list[Question]:
    """The questions to answer next: those of the core, or all that nothing answers."""
    open_ones = {one.question for one in interview(book) if one.status == "missing"}
    return [one for one in questions() if one.id in open_ones and (every or one.core)]


def read_value(question: Question, text: str) -> Value:
    """A value as somebody types it: words or numbers with spaces between. ValueError says why not.

    >>> from boomtown.rulebook.questions import questions
    >>> asked = {one.id: one for one in questions()}
    >>> read_value(asked["players.number"], "2 5"), read_value(asked["hidden.what"], "role deck")
    ([2, 5], ['role', 'deck'])
    """
    words = [int(word) if word.isdecimal() else word for word in text.replace(",", " ").split()]
    value: Value = list(words)
    if question.kind in ("yes_no", "one") or (question.kind == "number" and len(words) == 1):
        value = words[0] if words else ""
    if problem := value_problem(question, value):
        raise ValueError(f"{text!r} is no answer; it can be {problem}")
    return value


def written(answers: Mapping[str, Mapping[str, object]]) -> str:
    """Answers as a rulebook has them."""
    parts = []
    for id, fields in answers.items():
        rows = [f"{name} = {msgspec.json.encode(value).decode()}" for name, value in fields.items()]
        parts.append("\n".join((f'[answers."{id}"]', *rows)))
    return "\n\n".join(parts) + "\n"


def skeleton(book: Rulebook, asked: Iterable[Question]) -> str:
    """Answers to be filled in, each with its question and what it can be; all of it comments.

    Words may be left out: then the value and the texts of the rules tell it.
    """
    rules = {
        topic: [
            id for id, rule in book.languages[FIRST_LANGUAGE].rules.items() if rule.topic == topic
        ]
        for topic in {question.topic for question in asked}
    }
    parts = []
    for question in asked:
        values = f": {', '.join(question.values)}" if question.values else ""
        near = msgspec.json.encode(rules[question.topic][:3]).decode()
        rows = (
            f"# {question.text} ({HOW[question.kind]}{values})",
            f'# [answers."{question.id}"]',
            '# short = ""',
            '# sentence = ""',
            f"# rules = {near}",
            "# value = ",
        )
        parts.append("\n".join(rows))
    return "\n\n".join(parts) + ("\n" if parts else "")
