"""What is compared: the address of a view, its columns, and the rules that answers name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import asdict

from boomtown.core.game import Game
from boomtown.plugins import installed_games
from boomtown.rulebook.book import AT, BASE, FIRST_LANGUAGE, Rulebook, platform_rulebook
from boomtown.rulebook.columns import Column, UnknownColumn, read_column
from boomtown.rulebook.compare import Show
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.rules.addresses import rule_url

ADDRESS = "/compare"
MOST_COLUMNS = 6
USUAL_COLUMNS = 4
"""So many games stand there before anybody has chosen."""
KEPT = 128
"""How many comparisons are remembered."""


class View(Struct, frozen=True):
    """What somebody wants to see; its address leads back to it."""

    columns: tuple[str, ...]
    topic: str
    """A topic, ``all`` of them, or one of the parts."""
    show: Show = "all"
    bare: bool = False
    """Whether what modules change is left out."""
    find: str = ""
    """Words that a row must have."""
    left_out: tuple[str, ...] = ()
    """Columns that were asked for, and for which there is no room."""
    unchosen: bool = False
    """Whether columns were to be chosen, and none was."""
    seats: int = 0
    """The number of players on the charts; 0 for one that all share."""

    def url(self, form: str = "", **changes: Any) -> str:
        """The address of this view, or of one that differs in something."""
        shown = {**asdict(self), **changes}
        fields = [("c", column) for column in shown["columns"]]
        fields += [("topic", shown["topic"])] if shown["topic"] else []
        fields += [("show", shown["show"])] if shown["show"] != "all" else []
        fields += [("bare", "1")] if shown["bare"] else []
        fields += [("q", shown["find"])] if shown["find"] else []
        fields += [("n", str(shown["seats"]))] if shown["seats"] else []
        return f"{ADDRESS}{form}?{urlencode(fields)}"


# --- columns --------------------------------------------------------------------------------------


class ColumnChip(Struct, frozen=True):
    """A column that can be chosen."""

    id: str
    title: str
    on: bool


class GameChips(Struct, frozen=True):
    """A game with its variants, all to be chosen."""

    id: str
    title: str
    on: bool
    variants: tuple[ColumnChip, ...]


class Head(Struct, frozen=True):
    """The head of a column."""

    id: str
    game: str
    title: str
    """The game."""
    variant: str
    """What is different in this column; empty for the game as it is."""
    full: str


def games_with_books() -> dict[str, Game[Any, Any]]:
    """The games that can be compared."""
    return {game.id: game for game in installed_games()}


def books() -> dict[str, Rulebook]:
    """Their rulebooks."""
    return {id: book_of(game) for id, game in games_with_books().items()}


def wanted_columns(named: Iterable[str]) -> tuple[str, ...]:
    """The columns that an address names, as they are written."""
    known, found = books(), dict[str, None]()
    for name in named:
        try:
            # A plus sign that nobody has encoded arrives as a space.
            found[read_column(name.replace(" ", "+"), known).id] = None
        except UnknownColumn:
            continue  # an old link to a game that is gone shows the others
    return tuple(found)


def usual_columns() -> tuple[str, ...]:
    """What stands there before anybody has chosen."""
    return tuple(books())[:USUAL_COLUMNS]


def columns_of(ids: Iterable[str]) -> list[Column]:
    """Columns from how they are written."""
    known = books()
    return [read_column(id, known) for id in ids]


def chips(view: View, language: str) -> list[GameChips]:
    """Everything that can be a column: each game, and each of its variants by itself.

    A column with several variants can be reached by its address, and then is a chip, too.
    """
    found = []
    for game, book in books().items():
        named = [name for name in book.variants if not name.startswith(AT)]
        singles = [read_column(f"{game}+{name}", {game: book}) for name in named]
        singles += [Column(game, book, (f"{AT}{n}",)) for n in Column(game, book).playable]
        known = {column.id for column in singles} | {game}
        others = columns_of(id for id in view.columns if id not in known)
        found.append(
            GameChips(
                game,
                Wording(book, language).title,
                game in view.columns,
                tuple(
                    ColumnChip(column.id, variant_of(column, language), column.id in view.columns)
                    for column in (*singles, *(one for one in others if one.game == game))
                ),
            )
        )
    return found


def variant_of(column: Column, language: str) -> str:
    """What is different in a column."""
    return ", ".join(column.names(language))


def head_of(column: Column, language: str) -> Head:
    """The head of a column."""
    title = Wording(column.book, language).title
    variant = variant_of(column, language)
    return Head(column.id, column.game, title, variant, column.title(language))


# --- rules ----------------------------------------------------------------------------------------


class Mark(Struct, frozen=True):
    """A rule that an answer names."""

    id: str
    title: str
    url: str
    ruling: bool
    module: str
    """Its name; empty for the base game."""
    breakable: Markup
    """The id, which may be broken after a dot and nowhere else."""


def marks_of(ids: Iterable[str], column: Column, language: str) -> tuple[Mark, ...]:
    """The rules that an answer names."""
    return tuple(mark_of(id, column.game, language) for id in ids)


@lru_cache(maxsize=4096)
def mark_of(id: str, game: str, language: str) -> Mark:
    """A rule of a game, or of the site."""
    book, url = books()[game], rule_url(game, id)
    breakable = Markup(".<wbr>").join(id.split("."))
    if id not in book.languages[FIRST_LANGUAGE].rules:
        title = platform_rulebook().rule(id, language).title
        return Mark(id, title, url, False, "", breakable)
    rule, wording = book.rule(id, language), Wording(book, language)
    module = "" if rule.module == BASE else wording.thing("module", rule.module)
    return Mark(id, rule.title, url, bool(rule.ruling), module, breakable)
