"""The bench itself: events in, frames out.

A frame is the match after an event, and what chance did meanwhile. An event is tried on a copy of
the frame before it: what fails changes nothing. Whoever does something at an earlier frame drops
the later ones. After a change of the rules the same events make other frames, as far as they can.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.chance import Chance
from boomtown.core.chapter import Position
from boomtown.core.codec import codec_of, plain_json
from boomtown.core.errors import BoomtownError, InvalidRecord
from boomtown.core.game import Game
from boomtown.core.log import Log
from boomtown.core.match import Match, checked_options
from boomtown.core.record import By, plain
from boomtown.testing.bench.chance import DICE, PICKS, SHUFFLES, Draw, NotedChance
from boomtown.testing.bench.events import (
    Answered,
    BenchFile,
    Edited,
    Event,
    Loaded,
    Origin,
    Standing,
)
from boomtown.testing.editing import exchange, put


class Frame(Struct, frozen=True):
    """The table after an event; the first one is how it all began."""

    number: int
    event: Event | None
    match: Match[Any]

    @property
    def chance(self) -> NotedChance:
        """The chance of the match."""
        assert isinstance(self.match.chance, NotedChance), "every match on a bench has it"
        return self.match.chance

    @property
    def draws(self) -> list[Draw]:
        """What chance did in the course of the event."""
        return self.chance.draws

    @property
    def rules(self) -> list[str]:
        """The rules that the log cites so far."""
        return [entry.rule for entry in self.match.log]


class Broken(Struct, frozen=True):
    """Where the events lead no further, and why."""

    number: int
    event: Event
    problem: str


class Bench:
    """A match with loaded chance and edits, frame by frame."""

    def __init__(self, game: Game[Any, Any], origin: Origin, events: Iterable[Event] = ()) -> None:
        if origin.game != game.id:
            raise InvalidRecord("bench", f"a match of {origin.game}, not of {game.id}")
        self.game = game
        self.origin = origin
        self.frames = [Frame(0, None, begin(game, origin))]
        self.broken: Broken | None = None
        """Set where the rules are others by now, and no longer lead where they led."""
        for event in events:
            try:
                self.do(event)
            except BoomtownError as error:
                self.broken = Broken(len(self.frames), event, str(error))
                return

    @classmethod
    def opened(cls, game: Game[Any, Any], file: BenchFile) -> Bench:
        """The bench of a file."""
        return cls(game, file.origin, file.events)

    @property
    def events(self) -> list[Event]:
        """What was done, in order."""
        return [frame.event for frame in self.frames if frame.event is not None]

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.frames) - 1

    def do(self, event: Event, at: int | None = None) -> Frame:
        """Does something at a frame, the last one by default; an error changes nothing."""
        before = self.frames[self.last if at is None else at]
        match = before.match.clone()
        event = _done(match, event)
        frame = Frame(before.number + 1, event, match)
        del self.frames[frame.number :]
        self.frames.append(frame)
        return frame

    def file(self, **about: Any) -> BenchFile:
        """The bench as a file; ``about`` are title, note, at and seat."""
        return BenchFile(origin=self.origin, events=self.events, **about)


def begin(game: Game[Any, Any], origin: Origin) -> Match[Any]:
    """The table at which a bench begins."""
    chance = NotedChance(Chance(origin.key, origin.drawn))
    _load(chance, origin.loaded)
    options = checked_options(game, origin.seats, dict(origin.options))
    if origin.standing is None:
        return Match.unrecorded(game, origin.seats, options, chance=chance)
    table = origin.standing
    state, agenda = codec_of(game).read(Position({}, table.state, table.agenda))
    match = Match(game, origin.seats, options, state, agenda, chance, Log(table.log))
    match.log.page, match.moment, match.outcome = table.page, table.moment, table.outcome
    match.advance()
    return match


def standing_of(match: Match[Any]) -> Standing:
    """A table as plain data, which a bench can begin at."""
    return Standing(
        state=msgspec.json.decode(plain_json(match.state)),
        agenda=msgspec.json.decode(plain_json(match.agenda)),
        log=list(match.log),
        page=match.log.page,
        moment=match.moment,
        outcome=match.outcome,
    )


def _load(chance: NotedChance, event: Loaded) -> None:
    chance.load(DICE, event.dice)
    chance.load(PICKS, event.picks)
    chance.load(SHUFFLES, event.shuffles)


def _done(match: Match[Any], event: Event) -> Event:
    """Lets an event happen; an answer comes back as it was taken."""
    if isinstance(event, Answered):
        return _answered(match, event)
    if isinstance(event, Loaded):
        assert isinstance(match.chance, NotedChance), "every match on a bench has it"
        _load(match.chance, event)
    elif isinstance(event, Edited):
        put(match, event.path, event.value)
    else:
        exchange(match, event.path, event.other)
    return event


def _answered(match: Match[Any], event: Answered) -> Answered:
    if event.by is By.CLOCK:
        answer = plain(match.default(event.seat))
        match.time_out(event.seat)
    else:
        answer = plain(match.judged(event.seat, event.answer))
        match.answer(event.seat, answer, by=event.by)
    return Answered(event.seat, answer, event.by)
