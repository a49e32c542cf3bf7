"""What the templates of a replay are given: the moments of one match, through somebody's eyes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec
from flask import request, url_for
from msgspec import Struct

from boomtown.core.chapter import Chapter
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.seats import Seat
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.store.matches import StoredMatch
from boomtown.store.tables import TableInfo
from boomtown.web.replays.timeline import Moments, Told
from boomtown.web.rooms.eyes import opened
from boomtown.web.tables.lobby import options_in_words
from boomtown.web.tables.table_page import LogLine, TablePage, words_at
from boomtown.web.words import seat_letter, site_wording

OUT = "elimination"
"""The topic of the rules whose lines are marked on every game's scrubber."""
SHAPES = ("arrow", "block", "lozenge", "wedge")
"""The marks of the events that a game names itself, in the order of its names."""


class Seen(Struct, frozen=True):
    """A match that whoever is asking may look at."""

    stored: StoredMatch
    table: TableInfo
    game: Game[Any, Any]
    mine: Seat | None
    """The seat of whoever is asking."""

    @property
    def over(self) -> bool:
        """Whether its secrets and its seed may be told."""
        return self.stored.ended is not None

    @property
    def provable(self) -> bool:
        """Whether it can be played again from its seed: it began at the beginning."""
        return self.over and self.stored.base is None


class Sight(Struct, frozen=True):
    """Through whose eyes a match is seen."""

    name: str
    """As the address has it."""
    seat: Seat | None = None


OPEN, WATCH = Sight("open"), Sight("watch")


def sights_of(seen: Seen) -> list[Sight]:
    """Everybody's eyes once a match is over; before that one's own, or a spectator's."""
    seats = [Seat(number) for number in range(seen.stored.heading.seats)]
    if seen.over:
        return [OPEN, *(Sight(seat_letter(seat), seat) for seat in seats), WATCH]
    own = [] if seen.mine is None else [Sight(seat_letter(seen.mine), seen.mine)]
    return [*own, WATCH]


# --- where in the match -------------------------------------------------------------------------


class Reel:
    """The moments that may be looked at.

    Once a match is over these are the lines of its record, counted from 0, that the installed
    version of its game can show. As long as it goes on they are the questions that everybody saw
    settled.
    """

    def __init__(self, timeline: Moments, *, over: bool) -> None:
        self.timeline = timeline
        self.over = over
        self._lines = [] if over else timeline.settled()
        self.first = timeline.first if over else 0
        """The first moment."""
        self.last = timeline.last if over else len(self._lines) - 1
        """The last moment."""
        self.count = "at" if over else "moment"
        """How the address names what is counted."""

    def line(self, place: int) -> int:
        """After how many lines of the record a moment is."""
        return place if self.over else self._lines[place]

    def place(self, line: int) -> int:
        """The first moment at which what a line did can be seen."""
        if self.over:
            return max(self.first, min(line, self.last))
        return min(bisect_left(self._lines, line), self.last)

    def before(self, line: int) -> int:
        """The last moment that is not after a line."""
        return self.place(line) if self.over else max(0, bisect_right(self._lines, line) - 1)

    def told(self) -> list[Told]:
        """Everything that may be read, in order; while a match goes on, only what holds."""
        if self.over:
            return self.timeline.told
        last = self.line(self.last)
        return [
            told
            for told in self.timeline.told
            if told.entry is not None and told.struck is None and told.line <= last
        ]


def wanted_place(reel: Reel) -> int:
    """The moment that the address names; the first one without, or the last so far."""
    line = request.args.get("at", type=int)
    moment = request.args.get("moment", type=int)
    if moment is not None:
        settled = reel.timeline.settled()
        line = settled[max(0, min(moment, len(settled) - 1))]
    if line is None:
        return reel.first if reel.over else reel.last
    return reel.before(line)


# --- the page -----------------------------------------------------------------------------------


class Turn(Struct, frozen=True):
    """Where a section of the log begins."""

    place: int
    text: str


class Mark(Struct, frozen=True):
    """Something on the scrubber that is worth a look."""

    place: int
    shape: str
    text: str
    x: str
    """How far along, in percent."""


class Row(Struct, frozen=True):
    """A line of the log."""

    number: int
    """Its place among the rows of this reader."""
    place: int
    line: LogLine | None
    """None where somebody took an answer back."""
    seat: Seat | None
    strikes: list[int]
    """The rows that hold no longer."""
    struck: bool
    later: bool
    now: bool


class ReplayPage:
    """Everything that the templates of a replay need beside the table itself."""

    def __init__(
        self,
        seen: Seen,
        reel: Reel,
        place: int,
        sight: Sight,
        language: str,
        *,
        text: bool,
        have: int,
        chapters: Sequence[Chapter] = (),
    ) -> None:
        self.seen = seen
        self.say = site_wording(language).say
        self.stored = seen.stored
        self.over = seen.over
        self.reel = reel
        self.place = place
        self.first = reel.first
        self.last = reel.last
        self.count = reel.count
        self.line = reel.line(place)
        self.sight = sight
        self.sights = sights_of(seen)
        self.path = self._path()
        self.broken = reel.timeline.broken
        self.chapters = chapters
        """What each version of the game has played."""
        self._text = "&text=1" if text else ""
        self._have = have
        """How many rows of the log the page has already."""
        table = reel.timeline.at(self.line)
        self._options: dict[str, Any] = msgspec.to_builtins(table.options)
        match = opened(table) if sight is OPEN else table
        self.table = TablePage(
            seen.table,
            seen.game,
            match,
            sight.seat,
            language,
            text=text,
            replay=True,
            words=words_at(seen.table, seen.game, match, language, seen.stored.names),
        )

    def _path(self) -> str:
        """The address of the match."""
        return url_for("replays.replay", id=self.stored.id)

    def url(self, place: int, sight: Sight | None = None) -> str:
        """The address of a moment."""
        name = (sight or self.sight).name
        return f"{self.path}?{self.count}={place}&seat={name}{self._text}"

    @property
    def other_url(self) -> str:
        """The same moment in words, or as a drawing."""
        plain = self.url(self.place).removesuffix("&text=1")
        return plain if self._text else f"{plain}&text=1"

    @property
    def position(self) -> str:
        """Where we are, in words."""
        key = "replay.answer" if self.over else "replay.question"
        return self.say(key, n=self.place, last=self.last)

    # --- turns and events -----------------------------------------------------------------------

    @cached_property
    def _public(self) -> list[tuple[int, Entry]]:
        """What everybody could read and what was not taken back, with its moment."""
        return [
            (self.reel.place(told.line), told.entry)
            for told in self.reel.told()
            if told.entry is not None and told.entry.to is None and told.struck is None
        ]

    @cached_property
    def turns(self) -> list[Turn]:
        """The sections of the log."""
        headings, say = self.table.page.headings, self.table.plain.entry
        return [Turn(place, say(entry)) for place, entry in self._public if entry.rule in headings]

    @property
    def turn(self) -> Turn | None:
        """The section that we are in."""
        begun = [turn for turn in self.turns if turn.place <= self.place]
        return begun[-1] if begun else None

    @property
    def turn_before(self) -> int:
        """Where the section began, or the one before it."""
        return max(
            (turn.place for turn in self.turns if turn.place < self.place), default=self.first
        )

    @property
    def turn_after(self) -> int:
        """Where the next section begins."""
        ahead = [turn.place for turn in self.turns if turn.place > self.place]
        return min(ahead, default=self.last)

    @cached_property
    def marks(self) -> list[Mark]:
        """Eliminations, the end, and the events that the game has names for."""
        found: dict[tuple[int, str], Mark] = {}
        for place, entry in self._public:
            event = self._event(entry)
            if event is not None:
                found.setdefault((place, event[0]), self._mark(place, *event))
        if self.stored.outcome is not None and self.broken is None:
            found[self.last, "end"] = self._mark(self.last, "end", self.say("replay.event.end"))
        return list(found.values())

    def _mark(self, place: int, shape: str, text: str) -> Mark:
        along = (place - self.first) / max(1, self.last - self.first)
        return Mark(place, shape, text, f"{100 * along:.2f}%")

    def _event(self, entry: Entry) -> tuple[str, str] | None:
        """The shape and the name of an event."""
        names = self.table.rules.book.languages[FIRST_LANGUAGE].names.get("event", {})
        if entry.rule in names:
            shape = SHAPES[list(names).index(entry.rule) % len(SHAPES)]
            return shape, self.table.plain.name("event", entry.rule)
        if self.table.rule(entry.rule).topic == OUT:
            return "out", self.say("replay.event.out")
        return None

    @property
    def legend(self) -> list[Mark]:
        """One mark of each kind."""
        return list({mark.shape: mark for mark in self.marks}.values())

    @property
    def ticks(self) -> list[str]:
        """Where sections begin, in percent."""
        return [self._mark(turn.place, "", "").x for turn in self.turns]

    # --- the log --------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[Row]:
        """The log as far as it may be read here; with everything open, to its end.

        Rows are counted as they are read: a gap would tell that others read something else.
        """
        readable = [told for told in self.reel.told() if self._may_read(told)]
        numbers = {told.number: number for number, told in enumerate(readable)}
        now = sum(told.line <= self.line for told in readable) - 1
        return [
            self._row(number, told, numbers, now=number == now)
            for number, told in enumerate(readable)
            if number >= self._have
        ]

    def _may_read(self, told: Told) -> bool:
        if self.sight is OPEN:
            return True
        return told.line <= self.line and (
            told.entry is None or told.entry.visible_to(self.sight.seat)
        )

    def _row(self, number: int, told: Told, numbers: dict[int, int], *, now: bool) -> Row:
        lines = [] if told.entry is None else [(number, told.entry)]
        return Row(
            number=number,
            place=self.reel.place(told.line),
            line=next(iter(self.table.log_lines(lines)), None),
            seat=told.seat,
            strikes=[numbers[other] for other in told.strikes if other in numbers],
            struck=told.struck is not None and told.struck <= self.line,
            later=told.line > self.line,
            now=now,
        )

    # --- chapters -------------------------------------------------------------------------------

    def is_shown(self, chapter: Chapter) -> bool:
        """Whether the installed version can show the moments of a chapter."""
        return self.seen.game.plays(chapter.version)

    # --- playing on -----------------------------------------------------------------------------

    @property
    def branch_seat(self) -> Seat:
        """The seat that one would play on with: whose eyes these are, or who is asked."""
        if self.sight.seat is not None:
            return self.sight.seat
        prompt = self.table.prompt
        return prompt.seats[0] if prompt is not None and prompt.seats else Seat(0)

    # --- facts ----------------------------------------------------------------------------------

    @property
    def begun(self) -> datetime:
        """When the match began."""
        return datetime.fromtimestamp(self.stored.begun / 1000, UTC)

    @property
    def minutes(self) -> int:
        """How long it took."""
        ended = self.stored.ended or self.stored.begun
        return max(1, round((ended - self.stored.begun) / 60_000))

    @property
    def options(self) -> list[str]:
        """What differs from the plain game."""
        told = options_in_words(self.seen.game, self._options, self.table.plain)
        return [text for _, text in told]
