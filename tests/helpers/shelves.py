"""The store without a site, with matches that tests write themselves."""

from __future__ import annotations

from typing import Any

from boomtown.core import By, Line, Match, Seat, save, seed_from
from boomtown.store.bus import Bus
from boomtown.store.database import Database
from boomtown.store.journal import Journal
from boomtown.store.matches import Matches, StoredMatch, TimedLine
from boomtown.store.people import People
from boomtown.store.tables import Tables
from boomtown_game_high_noon import GAME

LINE = Line(Seat(0), By.PLAYER, "x", "h")


class Shelf:
    """The store with a table on it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.bus = Bus(database)
        self.tables = Tables(database, self.bus)
        self.matches = Matches(database, self.bus)
        self.journal = Journal(database, self.bus)
        self.host = People(database).add("Ann", "en").id

    def begin(self, seed: str, *, seat: Seat | None = None) -> tuple[str, Match[Any]]:
        table = self.tables.make(
            game=GAME.id,
            options={},
            seats=3,
            host=self.host,
            clock="off",
            listed=True,
            language="en",
            seed=seed_from(seed),
        )
        if seat is not None:
            self.tables.sit(table.code, seat, self.host, "")
        match = Match.start(GAME, 3, seed=seed_from(seed))
        assert match.record is not None
        heading, names = match.record.heading, ["A", "B", "C"]
        return self.matches.begin(table.code, match, names, heading, match.record.seed), match

    def write(
        self, id: str, match: Match[Any], seat: Seat, answer: object, *, keep: bool = False
    ) -> None:
        number = match.number
        match.answer(seat, answer)
        assert match.record is not None
        line = self.linked(id, match.record.lines[-1], number, 1000 + number, match.moment)
        self.journal.append(id, number, line, save(match) if keep else None)

    def linked(self, id: str, line: Line, number: int, at: int = 1, moment: int = 0) -> TimedLine:
        """A line as the next one of a match, in the middle of which others may be missing."""
        before = self.matches.lines(id)[:number]
        chain = before[-1].chain if before else self.stored(id).chain
        return TimedLine.after(chain, number, line, at=at, moment=moment, bank=0)

    def row_of_lines(self, id: str, many: int) -> list[TimedLine]:
        """The same line so many times, one linked to the other."""
        lines, chain = [], self.stored(id).chain
        for number in range(many):
            lines.append(TimedLine.after(chain, number, LINE, at=1, moment=0, bank=0))
            chain = lines[-1].chain
        return lines

    def play(self, id: str, match: Match[Any], answers: int, *, keep: bool = False) -> None:
        for _ in range(answers):
            if match.outcome is not None:
                return
            seat = match.asked()[0]
            self.write(id, match, seat, match.choice(seat).offers()[0], keep=keep)

    def stored(self, id: str) -> StoredMatch:
        stored = self.matches.get(id)
        assert stored is not None
        return stored
