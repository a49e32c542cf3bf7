"""Ratings: every match that counts changes them once, in the order in which matches ended.

The lines that are kept hold who played for which side and how it ended, so that all ratings can be
computed again from them; as long as a match is kept, its lines can be compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, tuple_
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, func, select

from boomtown.core.outcome import Outcome, Part
from boomtown.core.seats import letter_of
from boomtown.lab.skill import Contestant, Skill, rated
from boomtown.store.database import Database
from boomtown.store.models import MatchRow, RatedRow, Rating, SeatRow

BOT = "bot:"
AT_ONCE = 5
"""Matches that are rated in one transaction: others wait for it to write."""
MANY = 500
"""Matches that are looked at in one go when all of them are."""
_c: Any = RatedRow.__table__.c  # type: ignore[attr-defined]  # set by SQLModel
LINES = (  # rows as they are: there may be thousands
    select_columns(_c.match, _c.game, _c.mu, _c.sigma, _c.played)
    .where(_c.who == bindparam("who"))
    .order_by(_c.at, _c.match)
)


class Standing(Struct, frozen=True):
    """Somebody's rating in a game."""

    game: str
    who: str
    skill: Skill
    at: int
    """When the last match that counted ended."""
    season: int = 0
    """How many of the matches lie in the season that was asked for."""


class Change(Struct, frozen=True):
    """What a match did to a rating."""

    before: Skill
    after: Skill


class Difference(Struct, frozen=True):
    """A line that is not what the matches say."""

    match: str
    problem: str


def contestants(match: MatchRow, seats: Sequence[SeatRow]) -> list[Contestant]:
    """Who played a match that is over, by seat. A bot is rated by its level, whatever its temper.

    Whoever went away is rated all the same: leaving saves nobody.
    """
    assert match.outcome is not None
    outcome = msgspec.json.decode(match.outcome, type=Outcome)
    parts = msgspec.json.decode(match.parts, type=list[Part]) if match.parts else []
    found = []
    for seat in sorted(seats, key=lambda seat: seat.number):
        number = seat.number
        won = 1 if number in outcome.winners else 2
        place = outcome.ranks[number] if outcome.ranks else won
        level = (seat.bot or "").partition(".")[0]
        who = seat.player if seat.player is not None else f"{BOT}{level}"
        found.append(Contestant(who, parts[number].side if parts else "", place))
    return found


class Ratings:
    """The ratings in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- rating ---------------------------------------------------------------------------------

    def rate_due(self) -> int:
        """Rates the next matches that ended; how many there were."""
        due = select(MatchRow).where(MatchRow.rating == Rating.DUE)
        order = col(MatchRow.ended), col(MatchRow.id)
        with self._database.reading() as session:
            if session.exec(due.limit(1)).first() is None:
                return 0
        with self._database.writing() as session:
            matches = session.exec(due.order_by(*order).limit(AT_ONCE).with_for_update()).all()
            for match in matches:
                self._rate(session, match)
        return len(matches)

    def _rate(self, session: Session, match: MatchRow) -> None:
        seats = session.exec(select(SeatRow).where(SeatRow.table_code == match.table_code)).all()
        played = contestants(match, seats)
        before = _skills(session, match.game, {one.who for one in played})
        session.add_all(_lines(match, played, rated(played, before)))
        match.rating = Rating.DONE
        session.add(match)
        session.flush()

    # --- asking ---------------------------------------------------------------------------------

    def of(self, who: str) -> list[Standing]:
        """Somebody's ratings, by game."""
        with self._database.reading() as session:
            last = (
                select(RatedRow.game, func.max(RatedRow.at))
                .where(RatedRow.who == who)
                .group_by(RatedRow.game)
            )
            rows = session.exec(
                select(RatedRow)
                .where(RatedRow.who == who)
                .where(tuple_(col(RatedRow.game), col(RatedRow.at)).in_(last))
                .order_by(RatedRow.game)
            ).all()
        found = {row.game: row for row in rows}
        return [Standing(row.game, who, _skill(row), row.at) for row in found.values()]

    def season(self, game: str, since: int, until: int) -> list[Standing]:
        """Everybody who has played a match that counts in a time, as they stood at its end."""
        with self._database.reading() as session:
            played = (
                select(
                    col(RatedRow.who),
                    func.max(RatedRow.at).label("at"),
                    func.count(func.distinct(RatedRow.match)).label("matches"),
                )
                .where(RatedRow.game == game, RatedRow.at >= since, RatedRow.at < until)
                .group_by(RatedRow.who)
                .subquery()
            )
            rows = session.exec(
                select(RatedRow, played.c.matches)
                .join(
                    played,
                    (col(RatedRow.who) == played.c.who) & (col(RatedRow.at) == played.c.at),
                )
                .where(RatedRow.game == game)
            ).all()
        found = {row.who: (row, count) for row, count in rows}  # a bot has several seats
        return [
            Standing(game, who, _skill(row), row.at, count) for who, (row, count) in found.items()
        ]

    def changes(self, who: str) -> dict[str, Change]:
        """By match, what it did to somebody's rating."""
        with self._database.reading() as session:
            rows = session.connection().execute(LINES, {"who": who}).all()
        found: dict[str, Change] = {}
        last: dict[str, Skill] = {}
        for match, game, *numbers in rows:
            skill = Skill(*numbers)
            found[match] = Change(last.get(game, Skill()), skill)
            last[game] = skill
        return found

    def count(self) -> int:
        """How many matches have counted."""
        with self._database.reading() as session:
            return session.exec(select(func.count(func.distinct(RatedRow.match)))).one()

    # --- proving --------------------------------------------------------------------------------

    def differences(self) -> Iterator[Difference]:
        """Whatever is not as it comes out when everything is computed again."""
        skills: dict[tuple[str, str], Skill] = {}
        kept: dict[str, list[RatedRow]] = {}
        for lines in self._all_lines():
            kept[lines[0].match] = lines
            yield from _recomputed(lines, skills)
        for match, seats in self._all_rated():
            said = [(one.who, one.side, one.place) for one in contestants(match, seats)]
            lines = kept.get(match.id, [])
            if not lines and not rated(contestants(match, seats), {}):
                continue
            if [(line.who, line.side, line.place) for line in lines] != said:
                yield Difference(match.id, "the lines do not say what the match says")
            elif lines[0].at != match.ended or lines[0].game != match.game:
                yield Difference(match.id, "the lines are of another time or game")

    def rebuild(self) -> int:
        """Computes all ratings again and keeps what comes out; how many lines have changed."""
        changed = 0
        skills: dict[tuple[str, str], Skill] = {}
        with self._database.writing() as session:
            for lines in list(self._all_lines()):
                after = _after(lines, skills)
                for line in lines:
                    skill = after[line.who]
                    if _skill(line) != skill:
                        line.mu, line.sigma, line.played = skill.mu, skill.sigma, skill.played
                        session.merge(line)
                        changed += 1
        return changed

    def _all_lines(self) -> Iterator[list[RatedRow]]:
        """The lines of each match that counted, in order; a few at a time."""
        place = RatedRow.at, RatedRow.match, RatedRow.seat
        last: tuple[int, str, int] = (-1, "", -1)
        lines: list[RatedRow] = []
        while True:
            with self._database.reading() as session:
                rows = session.exec(
                    select(RatedRow)
                    .where(tuple_(*map(col, place)) > last)
                    .order_by(*map(col, place))
                    .limit(MANY)
                ).all()
            for row in rows:
                if lines and lines[0].match != row.match:
                    yield lines
                    lines = []
                lines.append(row)
            if len(rows) < MANY:
                break
            last = rows[-1].at, rows[-1].match, rows[-1].seat
        if lines:
            yield lines

    def _all_rated(self) -> Iterator[tuple[MatchRow, list[SeatRow]]]:
        """Matches that were counted and are kept, with their seats; a few at a time."""
        last = ""
        while True:
            with self._database.reading() as session:
                matches = session.exec(
                    select(MatchRow)
                    .where(MatchRow.rating == Rating.DONE, MatchRow.id > last)
                    .order_by(MatchRow.id)
                    .limit(MANY)
                ).all()
                codes = [match.table_code for match in matches]
                places = select(SeatRow).where(col(SeatRow.table_code).in_(codes))
                seats: dict[str, list[SeatRow]] = {}
                for seat in session.exec(places):
                    seats.setdefault(seat.table_code, []).append(seat)
            for match in matches:
                yield match, seats.get(match.table_code, [])
            if len(matches) < MANY:
                return
            last = matches[-1].id


def _lines(
    match: MatchRow, played: Sequence[Contestant], after: Mapping[str, Skill]
) -> list[RatedRow]:
    assert match.ended is not None
    return [
        RatedRow(
            match=match.id,
            seat=seat,
            game=match.game,
            at=match.ended,
            who=one.who,
            side=one.side,
            place=one.place,
            mu=after[one.who].mu,
            sigma=after[one.who].sigma,
            played=after[one.who].played,
        )
        for seat, one in enumerate(played)
        if after
    ]


def _skill(row: RatedRow) -> Skill:
    return Skill(row.mu, row.sigma, row.played)


def _skills(session: Session, game: str, whose: set[str]) -> dict[str, Skill]:
    """The ratings of some people and bots as they stand."""
    last = (
        select(col(RatedRow.who), func.max(RatedRow.at))
        .where(RatedRow.game == game, col(RatedRow.who).in_(whose))
        .group_by(RatedRow.who)
    )
    rows = session.exec(
        select(RatedRow)
        .where(RatedRow.game == game)
        .where(tuple_(col(RatedRow.who), col(RatedRow.at)).in_(last))
        .order_by(col(RatedRow.match))
    )
    return {row.who: _skill(row) for row in rows}


def _after(lines: Sequence[RatedRow], skills: dict[tuple[str, str], Skill]) -> dict[str, Skill]:
    """Everybody's rating after a match, from its lines and the ratings before; kept there."""
    game = lines[0].game
    played = [Contestant(line.who, line.side, line.place) for line in lines]
    before = {one.who: skills.get((game, one.who), Skill()) for one in played}
    after = rated(played, before)
    skills.update({(game, who): skill for who, skill in after.items()})
    return after


def _recomputed(
    lines: Sequence[RatedRow], skills: dict[tuple[str, str], Skill]
) -> Iterator[Difference]:
    after = _after(lines, skills)
    for line in lines:
        if after.get(line.who) != _skill(line):
            told = f"seat {letter_of(line.seat)} has {line.mu} ± {line.sigma} after {line.played}"
            yield Difference(line.match, f"{told}, and it comes out otherwise")
