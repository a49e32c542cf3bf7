"""What is going on in town: tables that look for players, and how the last matches ended."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct

from boomtown.core.errors import Arg
from boomtown.core.log import Entry
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.database import now
from boomtown.store.history import Ended
from boomtown.store.tables import Phase
from boomtown.web.people.history_page import MatchRow, Speaker, match_row
from boomtown.web.site import Site
from boomtown.web.tables.lobby import LISTED
from boomtown.web.tables.table_page import plain_wording

STORIES = 5
MY_LAST = 3
MINUTE = 60_000


class Story(Struct, frozen=True):
    """How a match ended, in a sentence of its game."""

    url: str
    game: str
    title: str
    sentence: str
    at: datetime


def stories(site: Site, language: str) -> list[Story]:
    """How the last public matches ended, as far as their games are installed."""
    told = (_story(one, language) for one in site.history.latest(STORIES))
    return [story for story in told if story is not None]


def _story(one: Ended, language: str) -> Story | None:
    try:
        words = plain_wording(find_game(one.game), language, one.names)
    except UnknownGame:
        return None
    outcome = one.outcome
    ending: dict[str, Arg] = {"winners": list(outcome.winners), "side": outcome.side}
    return Story(
        f"/matches/{one.match}",
        one.game,
        words.title,
        words.entry(Entry(outcome.rule, outcome.rule, ending)),
        datetime.fromtimestamp(one.ended / 1000, UTC),
    )


def seeking(site: Site) -> dict[str, int | None]:
    """Tables that look for players, by code: in how many minutes they begin; None when full."""
    found: dict[str, int | None] = {}
    for table in site.tables.listed(Phase.OPEN, LISTED):
        if table.seeking is not None:
            left = None if table.fill_at is None else table.fill_at - now()
            found[table.code] = None if left is None else max(1, -(-left // MINUTE))
    return found


def my_last(site: Site, player: str, language: str) -> list[MatchRow]:
    """The last matches of whoever is asking."""
    speaker = Speaker(language)
    return [match_row(one, None, speaker) for one in site.history.of(player, last=MY_LAST)]
