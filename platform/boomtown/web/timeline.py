"""A match as a row of moments: how the table stood after so many lines of its record.

Moment 0 is the set-up. Answers that were taken back are moments too, and so is the taking back.
Whoever scrubs asks for many moments of one match, so tables are kept along the way, and whole
matches until others are asked for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import RLock
from typing import Any, Protocol

from msgspec import Struct, field

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.record import By, Line, Record
from boomtown.core.seats import Seat
from boomtown.core.secret import secrets_in
from boomtown.core.snapshot import load
from boomtown.store.matches import Matches, StoredMatch

EVERY = 20
"""After how many lines the table is kept, so that the next ones are near."""
MOST_MATCHES = 16
"""How many matches are kept."""


class Told(Struct):
    """One thing that the log of a replay tells: an entry, or that an answer was taken back."""

    number: int
    """Its place among everything that was ever told."""
    line: int
    """After how many lines it could first be read."""
    entry: Entry | None
    seat: Seat | None = None
    """Who took an answer back, where there is no entry."""
    strikes: list[int] = field(default_factory=list)
    """The numbers of what was told before and holds no longer."""
    struck: int | None = None
    """After how many lines it held no longer."""


class Kept(Struct):
    """A table that later moments can be reached from."""

    match: Match[Any]
    standing: int
    """How many answers stood then."""
    last: int | None
    """The line of the last one of them."""


class Broken(Struct, frozen=True):
    """Where a record cannot be played on, and why."""

    line: int
    problem: str


class Moments(Protocol):
    """A row of moments: those of a stored match, or of a worked example."""

    told: list[Told]
    broken: Broken | None

    @property
    def last(self) -> int:
        """The last moment."""

    def at(self, line: int) -> Match[Any]:
        """The table at a moment; whoever asks may do with it what they like."""

    def settled(self) -> list[int]:
        """The moments at which everybody saw a question settled."""


class Timeline:
    """All moments of one match."""

    def __init__(self, game: Game[Any, Any], stored: StoredMatch) -> None:
        self.told: list[Told] = []
        self.moments: list[int] = []
        """By lines, how many questions were settled."""
        self.broken: Broken | None = None
        self.whole = False
        """Whether the match is over, so that nothing will be added."""
        self.reached: dict[str, list[int]] = {}
        """After how many lines each rule was at work, told or not."""
        self._record = Record(stored.heading, stored.seed, [])
        self._now = first_table(game, stored)
        self._log: list[Told] = []
        """What the log of the present table consists of."""
        self._kept: dict[int, Kept] = {}
        self._lock = RLock()
        self._tell(0)
        self._note(0)

    @property
    def last(self) -> int:
        """How many lines there are."""
        return len(self._record.lines)

    def add(self, lines: Sequence[Line]) -> None:
        """Plays further lines on, as far as the rules allow."""
        with self._lock:
            for line in lines:
                if self.broken is not None:
                    return
                self._record.lines.append(line)
                try:
                    self._play(line)
                except BoomtownError as error:
                    self._record.lines.pop()
                    self.broken = Broken(self.last + 1, str(error))

    def _play(self, line: Line) -> None:
        number = self.last
        if line.by is By.UNDO:
            self._now = self.at(number)
            self._strike(number, line.seat)
        else:
            self._now.trace = set()
            give(self._now, number - 1, line)
            for rule in self._now.trace:
                self.reached.setdefault(rule, []).append(number)
            self._tell(number)
        self._note(number)

    def _tell(self, line: int) -> None:
        for entry in self._now.log.since(len(self._log)):
            told = Told(len(self.told), line, entry)
            self.told.append(told)
            self._log.append(told)

    def _strike(self, line: int, seat: Seat) -> None:
        gone = self._log[len(self._now.log) :]
        del self._log[len(self._now.log) :]
        for told in gone:
            told.struck = line
        strikes = [told.number for told in gone]
        self.told.append(Told(len(self.told), line, None, seat, strikes))

    def _note(self, line: int) -> None:
        self.moments.append(self._now.moment)
        if line % EVERY == 0:
            standing = self._record.standing()
            last = standing[-1][0] if standing else None
            self._kept[line] = Kept(self._now.clone(), len(standing), last)

    def at(self, line: int) -> Match[Any]:
        """The table after so many lines; whoever asks may do with it what they like."""
        with self._lock:
            standing = self._record.standing(line)
            kept = self._nearest(standing, line)
            match = kept.match.clone()
            for number, answer in standing[kept.standing :]:
                give(match, number, answer)
            match.number = line
            return match

    def _nearest(self, standing: list[tuple[int, Line]], line: int) -> Kept:
        """The last kept table on the way: none of its answers was taken back since."""
        for number in sorted(self._kept, reverse=True):
            kept = self._kept[number]
            if number <= line and kept.standing <= len(standing):
                last = standing[kept.standing - 1][0] if kept.standing else None
                if last == kept.last:
                    return kept
        raise AssertionError("the set-up is always kept")

    def settled(self) -> list[int]:
        """The moments at which everybody saw a question settled, the set-up first.

        While a match goes on, nobody may count answers: those that are sealed tell nothing, not
        even how many there are.
        """
        places, moment = [0], self.moments[0]
        for number, _line in self._record.standing():
            if self.moments[number + 1] > moment:
                moment = self.moments[number + 1]
                places.append(number + 1)
        return places

    def line_of(self, position: int) -> int | None:
        """After how many lines an entry of the present log was told, by its position there."""
        return self._log[position].line if 0 <= position < len(self._log) else None


def first_table(game: Game[Any, Any], stored: StoredMatch) -> Match[Any]:
    """The table before the first answer."""
    if stored.base is not None:
        return load(game, stored.base)
    return Match.replayed(game, Record(stored.heading, stored.seed, [])).clone()


def give(match: Match[Any], number: int, line: Line) -> None:
    """Gives the match an answer of its record."""
    match.number = number
    if line.by is By.CLOCK:
        match.time_out(line.seat)
    else:
        match.answer(line.seat, line.answer, by=line.by)


def opened(match: Match[Any]) -> Match[Any]:
    """The same table with everything face up."""
    twin = match.clone()
    for secret in secrets_in(twin.state):
        secret.public = True
    return twin


class Timelines:
    """The matches that were looked at last."""

    def __init__(self) -> None:
        self._timelines: OrderedDict[str, Timeline] = OrderedDict()
        self._lock = RLock()

    def get(self, matches: Matches, game: Game[Any, Any], stored: StoredMatch) -> Timeline:
        """All moments of a match so far. ``InvalidRecord`` if not even its set-up can be made."""
        with self._lock:
            timeline = self._timelines.pop(stored.id, None)
            if timeline is None:
                timeline = Timeline(game, stored)
            if not timeline.whole:
                timeline.add(matches.unchecked(stored.id)[timeline.last :])
                timeline.whole = stored.ended is not None
            self._timelines[stored.id] = timeline
            if len(self._timelines) > MOST_MATCHES:
                self._timelines.popitem(last=False)
            return timeline
