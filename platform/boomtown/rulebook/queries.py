"""Games by their answers: which have what is wanted, and how alike two of them are.

A wish is written ``sealed.what`` (it is there), ``!out.when`` (it is not), ``goal.same=yes``,
``hidden.what=role``, ``players.number=5`` or any of these with ``!`` in front. An answer that
depends on something has it sometimes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from boomtown.core.errors import InvalidOption
from boomtown.rulebook.book import AT, FIRST_LANGUAGE, TEXT, Answer, Rulebook
from boomtown.rulebook.columns import PLAYERS, Column
from boomtown.rulebook.questions import Question, questions
from boomtown.rulebook.values import DEPENDS, distance, value_set, value_words

Holds = Literal["yes", "sometimes", "no", "unanswered"]
LACKS = ("no", "none", "0")
NOT = "!"
SOMETIMES = 0.5
"""What a wish that is granted sometimes counts beside one that is always."""


class UnknownWish(InvalidOption):
    """A wish that no question can grant; the message says why."""

    def __init__(self, problem: str) -> None:
        super().__init__("wishes", problem)


class Wish(Struct, frozen=True):
    """What a game should have, or should not."""

    question: str
    value: str = ""
    """A value of the question; empty: that it is there at all."""
    without: bool = False


class Granted(Struct, frozen=True):
    """What a game answers to a wish."""

    wish: Wish
    text: str
    """The question."""
    holds: Holds
    short: str
    sentence: str


class Suggestion(Struct, frozen=True):
    """A game, perhaps with a module, and what it has of what was wished for."""

    column: str
    game: str
    title: str
    score: float
    """The part of the wishes that it grants."""
    all: bool
    """Whether it grants every one, at least sometimes."""
    reasons: list[Granted]


class Apart(Struct, frozen=True):
    """A question on which two columns differ, and how far."""

    question: str
    text: str
    distance: float


class Likeness(Struct, frozen=True):
    """How alike two columns are: 1 for the same answers wherever a question arises."""

    one: str
    other: str
    likeness: float
    compared: int
    """How many questions arise in one of them and are answered in both."""
    alike: list[str]
    apart: list[Apart]
    """The farthest first."""


def read_wish(text: str) -> Wish:
    """A wish from how it is written."""
    named, _, value = text.strip().removeprefix(NOT).partition("=")
    asked = {question.id: question for question in questions()}
    if named not in asked:
        raise UnknownWish(f"no question is called {named!r}")
    question = asked[named]
    fits = value.isdecimal() if question.kind == "number" else value in question.values
    if value and not fits:
        known = ", ".join(question.values) or "a number"
        raise UnknownWish(f"{named} cannot be {value!r}; it can be {known}")
    return Wish(named, value, text.strip().startswith(NOT))


def holds(wish: Wish, answer: Answer | None) -> Holds:
    """Whether an answer grants a wish."""
    if answer is None:
        return "unanswered"
    found: Holds = "no"
    if not answer.none and answer.value is not None:
        found = _has(wish, answer)
    if not wish.without:
        return found
    opposite: dict[Holds, Holds] = {"yes": "no", "no": "yes"}
    return opposite.get(found, found)


def _has(wish: Wish, answer: Answer) -> Holds:
    values = [answer.value, *(case.value for case in answer.cases)]
    if not wish.value:
        return "no" if answer.key in LACKS else ("sometimes" if answer.key == DEPENDS else "yes")
    if answer.value == DEPENDS and wish.value in ("yes", "no"):
        return "sometimes"
    if isinstance(answer.value, list) and len(answer.value) == 1 and wish.value.isdecimal():
        return "yes" if int(wish.value) >= int(answer.value[0]) else "no"
    if wish.value in value_set(answer.value):
        return "yes"
    return "sometimes" if any(wish.value in value_set(value) for value in values[1:]) else "no"


def suggest(
    books: Mapping[str, Rulebook], wishes: Sequence[Wish], language: str = FIRST_LANGUAGE
) -> list[Suggestion]:
    """All games, those first that grant most; each as it is, or with the module that grants more.

    With a number of players among the wishes, games are looked at with so many.
    """
    seats = next((int(w.value) for w in wishes if w.question == PLAYERS and w.value), None)
    found = []
    for game, book in books.items():
        columns = [Column(game, book)]
        named = [name for name in book.variants if not name.startswith((TEXT, AT))]
        columns += [Column(game, book, (name,)) for name in named]
        columns = [
            Column(game, book, (*column.variants, f"{AT}{seats}"))
            if seats is not None and seats in column.playable
            else column
            for column in columns
        ]
        told = [_suggestion(column, wishes, language) for column in columns]
        found.append(max(told, key=lambda one: one.score))  # the first of equals: as it is
    return sorted(found, key=lambda one: -one.score)


def _suggestion(column: Column, wishes: Sequence[Wish], language: str) -> Suggestion:
    asked = {question.id: question for question in questions(language)}
    reasons = [_reason(wish, asked[wish.question], column, language) for wish in wishes]
    worth = {"yes": 1.0, "sometimes": SOMETIMES}
    score = sum(worth.get(reason.holds, 0.0) for reason in reasons) / max(1, len(reasons))
    granted = all(reason.holds in worth for reason in reasons)
    shown = (column.id, column.game, column.title(language))
    return Suggestion(*shown, round(score, 3), granted, reasons)


def _reason(wish: Wish, question: Question, column: Column, language: str) -> Granted:
    modules = [name for name in column.variants if not name.startswith(AT)]
    variants = modules if wish.question == PLAYERS else column.variants
    answer = column.book.answer(wish.question, language, variants)
    short, sentence = "", ""
    if answer is not None:
        short = answer.short or value_words(answer.value or [], language)
        short, sentence = ("", answer.none) if answer.none else (short, answer.sentence)
    return Granted(wish, question.text, holds(wish, answer), short, sentence)


def likeness(one: Column, other: Column, language: str = FIRST_LANGUAGE) -> Likeness:
    """How alike two columns answer; what arises in neither says nothing."""
    alike, apart = [], []
    for question in questions(language):
        ours = one.book.answer(question.id, variants=one.variants)
        theirs = other.book.answer(question.id, variants=other.variants)
        if ours is None or theirs is None or (ours.none and theirs.none):
            continue
        if ours.none or theirs.none or ours.value is None or theirs.value is None:
            far = 1.0
        else:
            far = distance(ours.value, theirs.value)
        if far == 0:
            alike.append(question.id)
        else:
            apart.append(Apart(question.id, question.text, round(far, 3)))
    compared = len(alike) + len(apart)
    near = 1 - sum(one.distance for one in apart) / max(1, compared)
    farthest = sorted(apart, key=lambda one: -one.distance)
    return Likeness(one.id, other.id, round(near, 3), compared, alike, farthest)


def likenesses(columns: Iterable[Column], language: str = FIRST_LANGUAGE) -> list[Likeness]:
    """Every two of some columns, the most alike first."""
    known = list(columns)
    pairs = [
        likeness(one, other, language)
        for place, one in enumerate(known)
        for other in known[place + 1 :]
    ]
    return sorted(pairs, key=lambda pair: -pair.likeness)
