"""A finished match played once more for its story, and the times that its answers took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from boomtown.core.chance import Chance
from boomtown.core.ending import Chronicle, Story
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import By, Line, Record
from boomtown.core.seats import Seat
from boomtown.web.replays.timeline import Beginning, first_table, give, key_of

if TYPE_CHECKING:  # a worker process does without a database
    from boomtown.store.matches import StoredMatch, TimedLine


def retold(
    game: Game[Any, Any], chronicle: Chronicle, beginning: Beginning, lines: Sequence[Line]
) -> Story:
    """The story of a match. Of several chapters only the last one is played again."""
    record = Record(beginning.heading, beginning.seed, list(lines))
    chapter = record.chapters()[-1]
    record.check_version(game, chapter)
    if chapter.opening is None:
        match = first_table(game, beginning)
    else:
        chance, seats = Chance(key_of(game, beginning)), beginning.heading.seats
        match = Match.reopened(game, seats, chapter.opening, chance, chapter.first - 1)
    chronicle.sees(match, None, list(match.log))
    for number, line in record.standing():
        if number >= chapter.first:
            told = len(match.log)
            give(match, number, line)
            chronicle.sees(match, line, list(match.log.since(told)))
    return chronicle.tells(match)


class Times(Struct, frozen=True):
    """How long a match took, and who thought longest."""

    length: int
    """Milliseconds from the beginning to the end."""
    decisions: tuple[int, ...]
    """By seat, the answers that stand."""
    longest: int = 0
    """Milliseconds that a person took for one answer, at most."""
    thinker: Seat | None = None
    """Who that was."""


def times_of(
    stored: StoredMatch, lines: Sequence[TimedLine], overlap: Callable[[int, int], int]
) -> Times:
    """The times of a match; while no house was open nobody thought. ``overlap`` says how long."""
    decisions = [0] * stored.heading.seats
    asked, moment, longest, thinker = stored.begun, 0, 0, None
    for timed in lines:
        line = timed.line
        if line.by is By.UNDO:
            decisions[line.seat] -= 1
        elif line.by is not By.CHAPTER:
            decisions[line.seat] += 1
        took = timed.at - asked - overlap(asked, timed.at)
        if line.by is By.PLAYER and took > longest:
            longest, thinker = took, line.seat
        if timed.moment != moment:
            asked, moment = timed.at, timed.moment
    length = (stored.ended or asked) - stored.begun
    return Times(length, tuple(decisions), longest, thinker)
