"""Columns of a comparison: a game, with the variants and the number of players it is looked at in.

A column is written ``bang_dice``, ``bang_dice+ghost`` (with a module),
``shadows_west+no_townsfolk`` (without a module that is usual), ``bang_dice@text_ru`` (as one
printed text has it) or ``bang_dice@3`` (as three play it).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from boomtown.core.errors import BoomtownError
from boomtown.rulebook.book import AT, TEXT, WITHOUT, Rulebook
from boomtown.rulebook.wording import Wording

PLAYERS = "players.number"
"""The question that says how many can play."""


class UnknownColumn(BoomtownError):
    """A column that cannot be compared; the message says why."""


class Column(Struct, frozen=True):
    """A game, with the variants in which it is looked at."""

    game: str
    book: Rulebook
    variants: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """How it is written: ``bang_dice+ghost@text_ru@5``."""
        return "".join((self.game, *(_written(name) for name in self.variants)))

    @property
    def bare(self) -> Column:
        """The same without the modules that are usual."""
        left_out = {name for name in self.book.variants if name.startswith(WITHOUT)}
        kept = left_out.union(self.variants)
        named = [*self.book.variants, *(name for name in self.variants if name.startswith(AT))]
        return replace(self, variants=tuple(name for name in dict.fromkeys(named) if name in kept))

    @property
    def seats(self) -> int | None:
        """The number of players it is looked at with, if it is one."""
        told = (name for name in self.variants if name.startswith(AT))
        return next((int(name.removeprefix(AT)) for name in told), None)

    @property
    def playable(self) -> range:
        """With how many it can be played; nothing where its book does not say."""
        modules = [name for name in self.variants if not name.startswith(AT)]
        answer = self.book.answer(PLAYERS, variants=modules)
        value = answer.value if answer else None
        numbers = [one for one in value if isinstance(one, int)] if isinstance(value, list) else []
        return range(numbers[0], numbers[-1] + 1) if numbers else range(0)

    def title(self, language: str) -> str:
        """The game and its variants, as a reader knows them."""
        title, names = Wording(self.book, language).title, self.names(language)
        return f"{title} ({', '.join(names)})" if names else title

    def names(self, language: str) -> list[str]:
        """What its variants are called."""
        wording = Wording(self.book, language)
        return [variant_name(name, wording) for name in self.variants]


def read_column(text: str, books: Mapping[str, Rulebook]) -> Column:
    """A column from how it is written; ``+`` and ``@`` part the variants."""
    game, *parts = text.replace("@", "+").split("+")
    names = [part.removeprefix(AT) for part in parts]
    if game not in books:
        raise UnknownColumn(f"no game is called {game}; there are: {', '.join(books)}")
    book = books[game]
    seats = [AT + name for name in names if name.isdecimal()]
    for name in names:
        if name not in book.variants and not name.isdecimal():
            known = ", ".join(book.variants) or "none"
            raise UnknownColumn(f"{game} has no variant {name}; there are: {known}")
    chosen = [name for name in book.variants if name in names and not name.startswith(AT)]
    column = Column(game, book, (*chosen, *seats[:1]))
    if len(seats) > 1 or (column.seats is not None and column.seats not in column.playable):
        least, most = min(column.playable, default=0), max(column.playable, default=0)
        raise UnknownColumn(f"{text}: it is played by one number of players, {least} to {most}")
    return column


def _written(variant: str) -> str:
    if variant.startswith(AT):
        return f"@{variant.removeprefix(AT)}"
    return f"@{variant}" if variant.startswith(TEXT) else f"+{variant}"


def variant_name(variant: str, wording: Wording) -> str:
    """What a variant is called."""
    if variant.startswith(TEXT):
        return wording.say(f"compare.{variant}")
    if variant.startswith(AT):
        return wording.say("compare.seats", n=int(variant.removeprefix(AT)))
    if variant.startswith(WITHOUT):
        module = wording.thing("module", variant.removeprefix(WITHOUT))
        return wording.say("compare.without", module=module)
    return wording.thing("module", variant)
