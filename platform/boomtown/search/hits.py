"""What a search comes to: the places that were found, and why."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from boomtown.search.documents import Kind, Part
from boomtown.search.queries import How

Field = Literal["title", "terms", "id", "text", "context"]
"""A part of a document in which a word may stand."""


class Reason(Struct, frozen=True):
    """Why a document was found: a word that was typed, and the one that stands there."""

    word: str
    found: str
    how: How
    where: Field
    language: str


class Origin(Struct, frozen=True):
    """The words of a place in the language in which it was found."""

    language: str
    title: str
    text: str


class Hit(Struct, frozen=True, kw_only=True):
    """A place that was found."""

    kind: Kind
    id: str
    game: str
    module: str
    url: str
    title: str
    text: str
    """Its text; of several answers, the one that has most of the words."""
    part: str
    """Whose part that is, where it is not the text itself."""
    answers: list[Part]
    """What else is answered there, in a few words: of a question, by each game."""
    language: str
    """The language of title and text: the reader's, where the place is told in it."""
    origin: Origin | None
    """The same in another language, where only that one has the words."""
    score: float
    reasons: list[Reason]
    term: str
    """The search term that brought it up; empty where its own words did."""
    missing: list[str]
    """Words of the query that do not lead here."""


class Found(Struct, frozen=True, kw_only=True):
    """What a search came to."""

    query: str
    language: str
    total: int
    hits: list[Hit]
    kinds: dict[str, int]
    """How many places of each kind there are, whatever kinds were asked for."""
    games: dict[str, int]
    """How many places of each game; the empty name is what all games share."""
    complete: bool
    """Whether any hit has all of the words."""
    unknown: list[str]
    """Words that stand nowhere, and nothing like them."""
    instead: list[str]
    """Queries that may have been meant: with what was misspelt put right."""
    hints: list[str]
    """What else may be looked for, where nothing was found."""
    work: int
    """How many words, entries and phrases were looked at."""
