"""The table page that a game declares, and the lead that its beats give to a question."""

from __future__ import annotations

import importlib
import logging
from functools import cache
from typing import Any

from boomtown.core.beat import lead
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.page import Page

log = logging.getLogger(__name__)
PLAIN_PAGE = Page(board=lambda view, question: None)
MOST_LINES = 200
"""Of the log, that are looked at for one question."""


@cache
def page_of(game: Game[Any, Any]) -> Page:
    """The game's own page; a plain one for a game that has none, or one that cannot be loaded."""
    try:
        return load_page(game)
    except Exception as error:  # a mistake in a page harms neither the site nor a match
        log.exception("the page of %s", game.id, exc_info=error)
        return PLAIN_PAGE


def load_page(game: Game[Any, Any]) -> Page:
    """The same, with whatever its module raises."""
    if game.page is None:
        return PLAIN_PAGE
    module, _, name = game.page.partition(":")
    # The declaration names the module, so that only the site loads it.
    page = getattr(importlib.import_module(module), name)
    if not isinstance(page, Page):
        raise TypeError(f"{game.page} is {type(page).__name__}, not a Page")
    return page


def rounds_of(match: Match[Any]) -> int | None:
    """How many rounds or turns have begun, as the headings of the log count them.

    None for a game without headings.
    """
    headings = page_of(match.game).headings
    if not headings:
        return None
    return sum(entry.rule in headings for entry in match.log.since(0))


def lead_of(match: Match[Any]) -> int:
    """Milliseconds that a table needs to show what led to the present question.

    Only what everybody may read counts: the time of an answer must tell nothing.
    """
    beats = page_of(match.game).beats
    if not beats:
        return 0
    last = match.log.since(len(match.log) - MOST_LINES)
    return lead(beats, (entry for entry in last if entry.number == match.moment))
