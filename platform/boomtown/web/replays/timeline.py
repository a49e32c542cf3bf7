"""A match as a row of moments: how the table stood after so many lines of its record.

Moment 0 is the set-up. Answers that were taken back are moments too, and so is the taking back.
Whoever scrubs asks for many moments of one match, so tables are kept along the way, as many as it
takes to reach any moment in a few milliseconds. A timeline is made in a worker process and travels
as a ``Film``; only what was added since is played here.

What another version of the game has played cannot be played here: such chapters have no tables.
The log of a chapter before the first one that is shown is told at once, where that one begins.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

from boomtown.core.chance import Chance
from boomtown.core.chapter import Chapter
from boomtown.core.codec import codec_of
from boomtown.core.errors import BoomtownError, VersionMismatch
from boomtown.core.game import Game
from boomtown.core.log import Entry, Log
from boomtown.core.match import Match, checked_options
from boomtown.core.observer import RulesReached
from boomtown.core.options import Options
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, Heading, Line, Record
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load, read_snapshot

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
    version: str = ""
    """The version of the game that can, where this one is not to blame."""


class Moments(Protocol):
    """A row of moments: those of a stored match, or of a worked example."""

    told: list[Told]
    broken: Broken | None

    @property
    def first(self) -> int:
        """The first moment."""

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
    first: int = 0


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
        self.first = 0
        """The first moment that this version of the game can show."""
        self._game = game
        self._record = Record(beginning.heading, beginning.seed, [])
        self._log: list[Told] = []
        """What the log of the present table consists of."""
        self._kept: list[Kept] = []
        self._unkept = 0.0
        """Seconds since a table was kept."""
        self._lock = RLock()
        self._now: Match[Any] | None = None
        """The table at the last moment; None before the first chapter that can be shown."""
        if film is not None:
            self._take(film, lines)
            return
        self._key = key_of(game, beginning)
        if game.plays(beginning.heading.version):
            self._now = first_table(game, beginning)
            self._tell(self._now, 0)
            self._note(self._now, 0)
        else:
            self.moments.append(0)

    def _take(self, film: Film, lines: Sequence[Line]) -> None:
        self.told, self.moments, self.reached = film.told, film.moments, film.reached
        self.broken, self.seconds, self.first = film.broken, film.seconds, film.first
        self._key, self._kept = film.key, film.kept
        self._log = [film.told[number] for number in film.log]
        self._record.lines = list(lines[: len(film.moments) - 1])
        self._now = self.at(self.last) if self._kept else None

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
            self.first,
        )

    @property
    def last(self) -> int:
        """How many lines there are."""
        return len(self._record.lines)

    @property
    def chapters(self) -> list[Chapter]:
        """What each version of the game has played, as far as the record is known here."""
        return self._record.chapters()

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
                    other = isinstance(error, VersionMismatch)
                    version = self.chapters[-1].version if other else ""
                    self._record.lines.pop()
                    self.broken = Broken(self.last + 1, str(error), version)
                    return
                took = time.thread_time() - begun
                self.seconds += took
                self._unkept += took
                if self._now is None:
                    self.moments.append(0)
                else:
                    self._note(self._now, self.last, opening=line.by is By.CHAPTER)

    def _play(self, line: Line) -> None:
        number, now = self.last, self._now
        if line.by is By.CHAPTER:
            self._begin_chapter(number)
        elif now is None:
            pass  # only another version can play it
        elif line.by is By.UNDO:
            self._now = self.at(number)
            self._strike(self._now, number, line.seat)
        else:
            reached = now.observer = RulesReached()
            give(now, number - 1, line)
            for rule in reached.rules:
                self.reached.setdefault(rule, []).append(number)
            self._tell(now, number)

    def _begin_chapter(self, number: int) -> None:
        """The chapter that the last line begins, if this version plays it."""
        chapter = self.chapters[-1]
        if not self._game.plays(chapter.version):
            if self._now is not None:
                self._record.check_version(self._game, chapter)
            return
        assert chapter.opening is not None, "a line begins it"
        seats = self._record.heading.seats
        match = Match.reopened(self._game, seats, chapter.opening, Chance(self._key), number - 1)
        if self._now is None:
            self.first = number
        self._now = match
        self._tell(match, number)

    def _tell(self, now: Match[Any], line: int) -> None:
        for entry in now.log.since(len(self._log)):
            told = Told(len(self.told), line, entry)
            self.told.append(told)
            self._log.append(told)

    def _strike(self, now: Match[Any], line: int, seat: Seat) -> None:
        gone = self._log[len(now.log) :]
        del self._log[len(now.log) :]
        for told in gone:
            told.struck = line
        strikes = [told.number for told in gone]
        self.told.append(Told(len(self.told), line, None, seat, strikes))

    def _note(self, now: Match[Any], line: int, *, opening: bool = False) -> None:
        self.moments.append(now.moment)
        near = self._kept and self._unkept < COST and line < self._kept[-1].line + EVERY
        if near and not opening:
            return
        self._unkept = 0.0
        standing = self._record.standing()
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
        match = Match(self._game, seats, self._options(kept.line), state, agenda, chance, log)
        match.moment, match.outcome = kept.moment, kept.outcome
        return match

    def _options(self, line: int) -> Options:
        """The options that the match is played with after so many lines."""
        heading, opening = self._record.heading, self._record.chapters(line)[-1].opening
        chosen = heading.options if opening is None else opening.opening.options
        return checked_options(self._game, heading.seats, dict(chosen))

    def _nearest(self, standing: list[tuple[int, Line]], line: int) -> Kept:
        """The last kept table on the way: none of its answers was taken back since."""
        for kept in reversed(self._kept):
            if kept.line <= line and kept.standing <= len(standing):
                last = standing[kept.standing - 1][0] if kept.standing else None
                if last == kept.last:
                    return kept
        raise AssertionError("the beginning of each chapter is always kept")

    def settled(self) -> list[int]:
        """The moments at which everybody saw a question settled, the first one first.

        While a match goes on, nobody may count answers: those that are sealed tell nothing, not
        even how many there are.
        """
        places, moment = [self.first], self.moments[self.first]
        for number, _line in self._record.standing():
            if number >= self.first and self.moments[number + 1] > moment:
                moment = self.moments[number + 1]
                places.append(number + 1)
        return places

    def line_of(self, position: int) -> int | None:
        """After how many lines an entry of the present log was told, by its position there."""
        return self._log[position].line if 0 <= position < len(self._log) else None


def key_of(game: Game[Any, Any], beginning: Beginning) -> bytes:
    """The key of a match's dice."""
    if beginning.base is not None:
        return read_snapshot(game, beginning.base).key
    return Record(beginning.heading, beginning.seed, []).chance().key


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
