"""What a game may say about its own table page. Pure: the site draws, the game only tells what.

A game's board is a function of what a seat may know: its view and the question it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from boomtown.core.beat import Beat
from boomtown.core.errors import Arg
from boomtown.core.log import Entry
from boomtown.core.seats import Seat
from boomtown.core.view import Question, View

if TYPE_CHECKING:
    from boomtown.core.ending import Chronicle, Result


class Say(Struct, frozen=True):
    """A sentence of the language files, with its values, and the rule behind it."""

    key: str
    args: dict[str, Arg] = {}
    rule: str = ""


class Group(Struct, frozen=True):
    """Ready-made answers that stand together, folded away under a title."""

    title: Say
    keys: list[str]
    """Of their labels."""
    open: bool = False
    narrow: bool = False
    """Whether several stand in a row, with the short form of their labels (``key.short``)."""


class Help(Struct):
    """What a board adds to the question: words that a bare choice does not have.

    A board that has some keeps it as ``ask``; the prompt of the table page reads it there.
    """

    title: str
    sub: Say | None = None
    parts: dict[str, Say] = {}
    """By part of a combination."""
    hints: dict[str, Say] = {}
    """By thing: what choosing it would mean."""
    twins: dict[str, str] = {}
    """By noun of a choice, the noun that the board has for the same things."""
    usual: Say | None = None
    """What the button says that lets a routine question go by with its default."""
    submit: list[Say] = []
    """What the main button says, by the number of things chosen."""
    groups: list[Group] = []
    """How ready-made answers are sorted; those that are in no group stand before them."""


class Progress(Struct, frozen=True):
    """How far along a match is: a sentence of the game's language files, and a share."""

    key: str
    args: dict[str, Any]  # whole numbers and names that the sentence mentions
    done: int
    """Of a hundred."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """The table page of a game: what its template ``<game id>/board.html`` is given."""

    board: Callable[[View[Any], Question | None], Any]
    """What the template needs, from the view alone."""
    preview: Callable[[View[Any], Question | None, Any], Any] | None = None
    """What an answer that is being composed would mean, from the view, the question and the draft
    that the game's script sends; shown by the template ``<game id>/_preview.html`` as ``p``."""
    progress: Callable[[View[Any]], Progress] | None = None
    icons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By noun and value, the icon of the sprite that stands in running text in place of the word;
    who hears the page hears the word."""
    whose: Callable[[Mapping[str, Any]], Seat | None] | None = None
    """Whose line of the log it is, by its values; without it, that of ``seat``."""
    cast: Callable[[View[Any]], Mapping[str, tuple[str, str]]] | None = None
    """Who the figures of a match are, from what everybody sees: by id, a noun and its value.
    Sentences of the page then call ``{who:figure}`` by the game's sentence ``cast``."""
    beats: Mapping[str, Beat] = field(default_factory=dict)
    """By the key of a log line, how the page shows it."""
    ending: Callable[[View[Any], Sequence[Entry]], Sequence[Result]] | None = None
    """What a finished match came to for every seat, from a view and the log that it may read."""
    story: Callable[[], Chronicle] | None = None
    """Who watches a finished match once more and tells its story."""
    cites: Callable[[Entry], str] = attrgetter("rule")
    """The rule that a line of the log links to: the one that explains it best."""
    hope: Callable[[View[Any]], Say] | None = None
    """What a seat is told that is out (``Game.out``): whether its side can still win."""
    headings: frozenset[str] = frozenset()
    """The rules whose lines begin a new section of the log, such as a turn."""
    style: str | None = None
    """A style sheet in the game's ``page/static/`` folder."""
    script: str | None = None
    """A module in the game's ``page/static/`` folder."""
    rail: str | None = None
    """The sentence that names the board's list (``aside.rail``), which is a tab on a telephone."""
    sprite: str | None = None
    """The game's own icons, a file of symbols in its ``page/static/`` folder. Their names begin
    with ``own-``; all others are the site's."""
