"""A match as a row of moments: how the table stood after so many lines of its record.

Moment 0 is the set-up. Answers that were taken back are moments too, and so is the taking back.
Whoever scrubs asks for many moments of one match, so tables are kept along the way, as many as it
takes to reach any moment in a few milliseconds. A timeline is made in a worker process and travels
as a ``Film``; only what was added since is played here.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from boomtown.core.chance import Chance
from boomtown.core.codec import codec_of
from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.log import Entry, Log
from boomtown.core.match import Match, checked_options
from boomtown.core.observer import RulesReached
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, Heading, Line, Record
from boomtown.core.seats import Seat
from boomtown.core.secret import secrets_in
from boomtown.core.snapshot import load

if TYPE_CHECKING:  # a worker process does without a database
    from boomtown.store.matches import StoredMatch

EVERY = 20
"""After how many lines at the latest a table is kept, so that the next ones are near."""
COST = 0.003
"""Seconds of the processor after which one is kept in any case."""
QUICK = 1


class Beginning(Struct, frozen=True):
    """All that a match is played again from, beside its answers."""

    heading: Heading
    seed: str
    base: bytes | None

    @classmethod
    def of(cls, stored: StoredMatch) -> Beginning:
        """How a stored match began."""
        return cls(stored.heading, stored.seed, stored.base)


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


class Kept(Struct, frozen=True):
    """A table that later moments can be reached from."""

    line: int
    standing: int
    """How many answers stood then."""
    last: int | None
    """The line of the last one of them."""
    body: bytes
    """State and agenda, compressed."""
    drawn: int
    moment: int
    outcome: Outcome | None
    page: int


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


class Film(Struct, frozen=True):
    """A timeline as plain data."""

    key: bytes
    """Of the dice."""
    told: list[Told]
    log: list[int]
    """The numbers of what the present log consists of."""
    moments: list[int]
    reached: dict[str, list[int]]
    kept: list[Kept]
    broken: Broken | None
    seconds: float
    """What making it took of the processor."""


class Timeline:
    """All moments of one match."""

    def __init__(
        self,
        game: Game[Any, Any],
        beginning: Beginning,
        film: Film | None = None,
        lines: Sequence[Line] = (),
    ) -> None:
        """From the start; or from a film, with the lines that it shows."""
        self.told: list[Told] = []
        self.moments: list[int] = []
        """By lines, how many questions were settled."""
        self.broken: Broken | None = None
        self.whole = False
        """Whether the match is over, so that nothing will be added."""
        self.reached: dict[str, list[int]] = {}
        """After how many lines each rule was at work, told or not."""
        self.seconds = 0.0
        """What playing the lines took of the processor."""
        heading = beginning.heading
        self._game = game
        self._options = checked_options(game, heading.seats, dict(heading.options))
        self._record = Record(heading, beginning.seed, [])
        self._log: list[Told] = []
        """What the log of the present table consists of."""
        self._kept: list[Kept] = []
        self._unkept = 0.0
        """Seconds since a table was kept."""
        self._lock = RLock()
        if film is None:
            self._now = first_table(game, beginning)
            self._key = self._now.chance.key
            self._tell(0)
            self._note(0)
        else:
            self._take(film, lines)

    def _take(self, film: Film, lines: Sequence[Line]) -> None:
        self.told, self.moments, self.reached = film.told, film.moments, film.reached
        self.broken, self.seconds = film.broken, film.seconds
        self._key, self._kept = film.key, film.kept
        self._log = [film.told[number] for number in film.log]
        self._record.lines = list(lines[: len(film.moments) - 1])
        self._now = self.at(self.last)

    def film(self) -> Film:
        """All of it as plain data."""
        return Film(
            self._key,
            self.told,
            [told.number for told in self._log],
            self.moments,
            self.reached,
            self._kept,
            self.broken,
            self.seconds,
        )

    @property
    def last(self) -> int:
        """How many lines there are."""
        return len(self._record.lines)

    @property
    def line_seconds(self) -> float:
        """What one line takes to be played, more or less."""
        return self.seconds / max(1, self.last)

    def add(self, lines: Sequence[Line]) -> None:
        """Plays further lines on, as far as the rules allow."""
        with self._lock:
            for line in lines:
                if self.broken is not None:
                    return
                self._record.lines.append(line)
                begun = time.thread_time()
                try:
                    self._play(line)
                except BoomtownError as error:
                    self._record.lines.pop()
                    self.broken = Broken(self.last + 1, str(error))
                    return
                took = time.thread_time() - begun
                self.seconds += took
                self._unkept += took
                self._note(self.last)

    def _play(self, line: Line) -> None:
        number = self.last
        if line.by is By.UNDO:
            self._now = self.at(number)
            self._strike(number, line.seat)
        else:
            reached = self._now.observer = RulesReached()
            give(self._now, number - 1, line)
            for rule in reached.rules:
                self.reached.setdefault(rule, []).append(number)
            self._tell(number)

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
        if self._kept and self._unkept < COST and line < self._kept[-1].line + EVERY:
            return
        self._unkept = 0.0
        standing, now = self._record.standing(), self._now
        body = codec_of(self._game).pack(now.state, now.agenda)
        self._kept.append(
            Kept(
                line,
                len(standing),
                standing[-1][0] if standing else None,
                zlib.compress(body, QUICK),
                now.chance.drawn,
                now.moment,
                now.outcome,
                now.log.page,
            )
        )

    def at(self, line: int) -> Match[Any]:
        """The table after so many lines; whoever asks may do with it what they like."""
        with self._lock:
            standing = self._record.standing(line)
            kept = self._nearest(standing, line)
            match = self._opened(kept)
            for number, answer in standing[kept.standing :]:
                give(match, number, answer)
            match.number = line
            return match

    def _opened(self, kept: Kept) -> Match[Any]:
        """A table that was kept."""
        state, agenda = codec_of(self._game).unpack(zlib.decompress(kept.body))
        log = Log(
            told.entry
            for told in self.told
            if told.entry is not None
            and told.line <= kept.line
            and (told.struck is None or told.struck > kept.line)
        )
        log.page = kept.page
        chance = Chance(self._key, kept.drawn)
        seats = self._record.heading.seats
        match = Match(self._game, seats, self._options, state, agenda, chance, log)
        match.moment, match.outcome = kept.moment, kept.outcome
        return match

    def _nearest(self, standing: list[tuple[int, Line]], line: int) -> Kept:
        """The last kept table on the way: none of its answers was taken back since."""
        for kept in reversed(self._kept):
            if kept.line <= line and kept.standing <= len(standing):
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


def first_table(game: Game[Any, Any], beginning: Beginning) -> Match[Any]:
    """The table before the first answer."""
    if beginning.base is not None:
        return load(game, beginning.base)
    return Match.replayed(game, Record(beginning.heading, beginning.seed, [])).clone()


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
