"""Where the rules were at work in a reader's own last match."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.seats import Seat
from boomtown.rulebook.numbers import numbers_at
from boomtown.store.matches import Matches, StoredMatch
from boomtown.web.replays.shelf import Shelf
from boomtown.web.replays.timeline import Timeline
from boomtown.web.rooms.pages import page_of
from boomtown.web.tables.table_page import html_wording, plain_wording
from boomtown.web.words import seat_letter
from boomtown.workers import Busy, QueueFull

MOST_KEPT = 128


class Moment(Struct, frozen=True):
    """Where a rule was first at work, and how often it was."""

    times: int
    turn: str
    """The section of the log; empty before the first."""
    line: Markup | None
    """What the log tells of it."""
    url: str


Moments = dict[str, Moment]
"""By rule."""


class LastMatches:
    """What was found in the matches that were asked for last: they are over, so it stays true."""

    def __init__(self, matches: Matches, shelf: Shelf) -> None:
        self._matches = matches
        self._shelf = shelf
        self._kept: OrderedDict[tuple[str, Seat, str], Moments] = OrderedDict()

    def of(self, game: Game[Any, Any], player: str, language: str, owner: str) -> Moments:
        """By rule, where it was at work in the player's last match; nothing without one."""
        last = self._matches.last_of(player, game.id)
        if last is None:
            return {}
        key = (*last, language)
        found = self._kept.pop(key, None)
        if found is None:
            found = self._read(game, last, language, owner)
        if found is None:
            return {}  # too much to do just now: the next reader may be luckier
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def _read(
        self, game: Game[Any, Any], last: tuple[str, Seat], language: str, owner: str
    ) -> Moments | None:
        stored = self._matches.get(last[0])
        if stored is None:
            return {}
        try:
            timeline = self._shelf.timeline(game, stored, owner)
        except (Busy, QueueFull):
            return None
        except BoomtownError:
            return {}  # an older version of the game played it
        return moments(timeline, game, stored, last[1], language)


def moments(
    timeline: Timeline, game: Game[Any, Any], stored: StoredMatch, seat: Seat, language: str
) -> Moments:
    """By rule, where it was at work in a match that is over, as one seat can see it again."""
    headings = page_of(game).headings
    numbers = numbers_at(game, stored.heading.options)
    plain = plain_wording(game, language, stored.names, numbers)
    html = html_wording(game, language, stored.names, numbers)
    places = {rule: sorted(set(lines)) for rule, lines in timeline.reached.items()}
    told: dict[str, tuple[int, Markup]] = {}
    turns: list[tuple[int, str]] = []
    for one in timeline.told:
        if one.entry is None or one.struck is not None or not one.entry.visible_to(seat):
            continue
        if one.entry.rule in headings:
            turns.append((one.line, plain.entry(one.entry)))
        if one.entry.rule not in told:
            told[one.entry.rule] = (one.line, Markup(html.entry(one.entry)))
        places.setdefault(one.entry.rule, [one.line])
    found: Moments = {}
    for rule, lines in places.items():
        line, text = told.get(rule, (lines[0], None))
        begun = [turn for at, turn in turns if at <= line]
        found[rule] = Moment(
            len(lines),
            begun[-1] if begun else "",
            text,
            f"/matches/{stored.id}?at={line}&seat={seat_letter(seat)}",
        )
    return found
