"""What can be found: a place on the site with its words in each language, whatever kind it is."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

Kind = Literal[
    "rule",
    "question",
    "mechanic",
    "option",
    "difference",
    "example",
    "game",
    "figure",
    "page",
    "lesson",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Part(Struct, frozen=True):
    """A piece of text that stands there."""

    name: str
    """Whose it is, in words: the game that answers so; empty for the text itself."""
    text: str
    short: str = ""
    """The same in a few words, where it is one of several answers."""


class Told(Struct, frozen=True):
    """A place in the words of one language."""

    title: str
    parts: tuple[Part, ...] = ()
    terms: tuple[str, ...] = ()
    """What people call it, though its texts do not."""
    context: str = ""
    """What it belongs to: the game, its module, the topic."""


class Document(Struct, frozen=True):
    """A place that a search can lead to. A further kind needs nothing but its documents."""

    kind: Kind
    id: str
    url: str
    told: dict[str, Told]
    """By language; a language that lacks it is left out."""
    game: str = ""
    """The game that it belongs to; empty for what all games share."""
    module: str = ""
    """The module of the game, for a rule that is not of the base game."""

    def in_language(self, language: str) -> tuple[str, Told]:
        """Its words in a language, or in the first one that has them; and which that is."""
        if language in self.told:
            return language, self.told[language]
        return next(iter(self.told.items()))
