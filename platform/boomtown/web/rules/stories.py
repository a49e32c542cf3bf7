"""Worked examples as stories: played by the engine, kept moment by moment, found by their rules.

An example that does not come out as it says is not shown; ``boomtown examples`` says why.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import Any, cast

from markupsafe import Markup
from msgspec import Struct

from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.observer import RulesReached
from boomtown.core.record import Heading, plain
from boomtown.core.seats import Seat
from boomtown.lessons.lesson import NAMES
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.store.matches import StoredMatch
from boomtown.store.tables import Phase, SeatInfo, TableInfo
from boomtown.tabletext import table_words
from boomtown.testing.examples import Example, examples_of, titles_of
from boomtown.web.replays.replay_page import Seen
from boomtown.web.replays.timeline import Broken, Told
from boomtown.web.rooms.clock import OFF
from boomtown.web.rooms.eyes import opened
from boomtown.web.rooms.pages import page_of
from boomtown.web.tables.table_page import html_wording, plain_wording

MOST_NAMED = 3
"""How many of the examples that name a rule are shown with it."""
BEATS = 3
"""How many lines of the log are shown with a rule."""
MOST_LABELS = 4
LONGEST_CELL = 24
NOTHING = "–"
log = logging.getLogger(__name__)


class Story:
    """A worked example that was played: a row of moments."""

    def __init__(self, example: Example) -> None:
        self.id = example.id
        self.rules = tuple(example.rules)
        self._title = example.title
        self.told: list[Told] = []
        self.broken: Broken | None = None
        self.first = 0
        self.reached: dict[str, int] = {}
        """The first moment at which each rule was at work, told or not."""
        self._tables: list[Match[Any]] = []
        self._match: Match[Any] | None = None
        self._read = 0
        example.play(self._see)
        self._match = None

    def _see(self, match: Match[Any]) -> None:
        """Keeps the table as it stands. An example may begin anew at another table."""
        place = len(self._tables)
        if match is not self._match:
            self._match, self._read = match, 0
        for entry in match.log.since(self._read):
            self.told.append(Told(len(self.told), place, entry))
            self.reached.setdefault(entry.rule, place)
        self._read = len(match.log)
        if isinstance(match.observer, RulesReached):
            for rule in match.observer.rules:
                self.reached.setdefault(rule, place)
        match.observer = RulesReached()
        self._tables.append(match.clone())

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self._tables) - 1

    @property
    def seats(self) -> int:
        """How many play."""
        return self._tables[0].seats

    def at(self, line: int) -> Match[Any]:
        """The table at a moment."""
        match = self._tables[line].clone()
        match.number = line
        return match

    def settled(self) -> list[int]:
        """Every moment: nothing is sealed here."""
        return list(range(self.last + 1))

    def title(self, titles: dict[str, str]) -> str:
        """What it shows, in a few words."""
        return titles.get(self.id, self._title)

    def beat_of(self, rule: str) -> int | None:
        """The place of the line that tells of the rule.

        Where none does, it is the first line of the moment at which the rule was at work, or the
        last line that tells of a rule with a similar id: of ``a.b`` for ``a.b.c``.
        """
        rules = [told.entry.rule if told.entry is not None else "" for told in self.told]
        if rule in rules:
            return rules.index(rule)
        if rule in self.reached:
            place = self.reached[rule]
            return next((told.number for told in self.told if told.line == place), None)
        parts = rule.split(".")
        for length in range(len(parts) - 1, 1, -1):
            like = ".".join(parts[:length])
            if found := [number for number, one in enumerate(rules) if one.startswith(like)]:
                return found[-1]
        return None


class Stories:
    """All worked examples of a game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.all: dict[str, Story] = {}
        for example in examples_of(game):
            try:
                self.all[example.id] = Story(example)
            except Exception as error:  # whatever goes wrong in one harms no other, and no page
                log.warning("%s: example %s fails: %s", game.id, example.id, error)

    @cached_property
    def by_rule(self) -> dict[str, list[Story]]:
        """The stories that show each rule: those that name it, or else the shortest one."""
        found: dict[str, list[Story]] = {}
        for story in self.all.values():
            for rule in story.rules:
                found.setdefault(rule, []).append(story)
        for story in sorted(self.all.values(), key=lambda story: len(story.told)):
            for rule in story.reached:
                found.setdefault(rule, [story])
        return {rule: stories[:MOST_NAMED] for rule, stories in found.items()}


@cache
def stories_of(game: Game[Any, Any]) -> Stories:
    """The examples of a game, played once."""
    return Stories(game)


@cache
def titles(game: Game[Any, Any], language: str) -> dict[str, str]:
    """The titles of a game's examples, in a language as far as it has them."""
    return {**_own_titles(game, FIRST_LANGUAGE), **_own_titles(game, language)}


@cache
def _own_titles(game: Game[Any, Any], language: str) -> dict[str, str]:
    return titles_of(game, language)


# --- beside a rule --------------------------------------------------------------------------------


class Changes(Struct, frozen=True):
    """What is different in front of the players: a row for each who is concerned."""

    labels: tuple[str, ...]
    rows: tuple[tuple[Seat, tuple[tuple[str, str] | None, ...]], ...]
    """Before and after, by label; None where nothing changed."""


class Glimpse(Struct, frozen=True):
    """An example as a rule shows it: what is told round the rule, and what changes by it."""

    id: str
    title: str
    lang: str
    """The language of the title."""
    url: str
    """The moment before the rule is at work, on the board."""
    beats: tuple[tuple[bool, Markup], ...]
    """Lines of the log; whether it is the rule's own."""
    changes: Changes | None
    names: tuple[str, ...]
    """Who sits where."""


@lru_cache(maxsize=64)
def glimpses(game: Game[Any, Any], language: str) -> dict[str, tuple[Glimpse, ...]]:
    """By rule, the examples to show with it, in a language."""
    stories = stories_of(game)
    return {
        rule: tuple(_glimpse(game, story, rule, language) for story in shown)
        for rule, shown in stories.by_rule.items()
    }


def _glimpse(game: Game[Any, Any], story: Story, rule: str, language: str) -> Glimpse:
    hot, headings = story.beat_of(rule), page_of(game).headings
    told = [
        one
        for one in story.told
        if one.entry is not None and (one.entry.rule not in headings or one.number == hot)
    ]
    middle = next((at for at, one in enumerate(told) if one.number == hot), len(told) - 1)
    first = max(0, min(middle - 1, len(told) - BEATS))
    wording = html_wording(game, language, NAMES)
    place = told[middle].line if told else story.last
    own = _own_titles(game, language)
    return Glimpse(
        story.id,
        story.title(titles(game, language)),
        language if language == FIRST_LANGUAGE or story.id in own else FIRST_LANGUAGE,
        f"/rules/{game.id}/examples/{story.id}?at={max(0, place - 1)}",
        tuple(
            (one.number == hot, cast(Markup, wording.entry(one.entry)))
            for one in told[first : first + BEATS]
            if one.entry is not None
        ),
        _changes(game, story, place, language),
        NAMES[: story.seats],
    )


def _changes(game: Game[Any, Any], story: Story, place: int, language: str) -> Changes | None:
    """What an answer changed in front of the players, with everything face up.

    What takes many words is left to the board; if much changes at once, so is everything.
    """
    if place == 0:
        return None
    before, after = (_cells(game, story, at, language) for at in (place - 1, place))
    changed = {
        key: (before.get(key, NOTHING), after.get(key, NOTHING))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    }
    long = {label for (_, label), texts in changed.items() if max(map(len, texts)) > LONGEST_CELL}
    labels = tuple(dict.fromkeys(label for _, label in changed if label not in long))
    if not 0 < len(labels) <= MOST_LABELS:
        return None
    seats = sorted({seat for seat, label in changed if label in labels})
    rows = ((seat, tuple(changed.get((seat, label)) for label in labels)) for seat in seats)
    return Changes(labels, tuple(rows))


@lru_cache(maxsize=4096)
def _cells(
    game: Game[Any, Any], story: Story, place: int, language: str
) -> dict[tuple[Seat, str], str]:
    """What lies in front of each player, in words."""
    view = opened(story.at(place)).view(None)
    lines = table_words(view.state, plain_wording(game, language, NAMES))
    return {
        (seat, label): text for line in lines for seat, cells in line.rows for label, text in cells
    }


# --- on the board ---------------------------------------------------------------------------------


def seen_as_match(game: Game[Any, Any], story: Story) -> Seen:
    """A story as if it were a match that is over, at a table that exists only on this page."""
    last = story.at(story.last)
    table = paper_table(last, story.id, Phase.ENDED)
    names = tuple(place.name for place in table.seats)
    heading = Heading(
        game=game.id, version=game.version, seats=story.seats, options=table.options, commitment=""
    )
    stored = StoredMatch(
        story.id, table.code, game.id, heading, "", "", names, None, 0, 0, last.outcome
    )
    return Seen(stored, table, game, None)


def paper_table(match: Match[Any], code: str, phase: Phase) -> TableInfo:
    """A table for a match that is only looked at, and stored nowhere."""
    return TableInfo(
        code=code,
        game=match.game.id,
        options=cast("dict[str, Any]", plain(match.options)),
        host="",
        clock=OFF,
        listed=True,
        language=FIRST_LANGUAGE,
        phase=phase,
        invite="",
        seed="",
        match=None,
        successor=None,
        paused=None,
        held=0,
        held_moment=-1,
        consents=None,
        origin="",
        created=0,
        touched=0,
        seats=tuple(_seat(number, name) for number, name in enumerate(NAMES[: match.seats])),
        study=None,
        token=None,
    )


def _seat(number: int, name: str) -> SeatInfo:
    return SeatInfo(Seat(number), name, name, None, False, "", (), None)


def neighbours(stories: Sequence[Story], id: str) -> tuple[Story | None, Story | None]:
    """The examples before and after one."""
    place = next(number for number, story in enumerate(stories) if story.id == id)
    before = stories[place - 1] if place else None
    return before, stories[place + 1] if place + 1 < len(stories) else None
