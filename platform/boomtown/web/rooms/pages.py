"""The table page that a game declares, and the lead that its beats give to a question."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any, cast

from boomtown.core.beat import lead
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.page import Page

PLAIN_PAGE = Page(board=lambda view, question: None)
MOST_LINES = 200
"""Of the log, that are looked at for one question."""


@cache
def page_of(game: Game[Any, Any]) -> Page:
    """The game's own page; a plain one for a game that has none."""
    if game.page is None:
        return PLAIN_PAGE
    module, _, name = game.page.partition(":")
    # The declaration names the module, so that only the site loads it.
    return cast(Page, getattr(importlib.import_module(module), name))


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
