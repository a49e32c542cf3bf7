"""What a game may say about its own table page. Pure: the site draws, the game only tells what.

A game's board is a function of what a seat may know: its view and the question it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from boomtown.core.view import Question, View


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
    progress: Callable[[View[Any]], Progress] | None = None
    icons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By noun and value, the icon of the sprite that stands for a thing in running text."""
    headings: frozenset[str] = frozenset()
    """The rules whose lines begin a new chapter of the log, such as a turn."""
    style: str | None = None
    """A style sheet in the game's ``static/`` folder."""
    script: str | None = None
    """A module in the game's ``static/`` folder."""
    sprite: str | None = None
    """The game's own icons, a file in its ``static/`` folder; otherwise the site's."""
