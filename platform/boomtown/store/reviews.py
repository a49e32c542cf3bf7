"""Reviews of finished matches, as they are stored: asked for once, made once, kept.

What was found is only ever replaced by what follows from it: whoever has gone on from another state
of it changes nothing. So nothing is done twice, whatever is restarted or killed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import delete, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from boomtown.store.database import Database, now
from boomtown.store.models import ReviewRow, Trial

OPEN = "open"
"""The part that is everybody's."""
MOST_TAKEN = 8
"""Reviews that are worked on in turn; the rest waits."""


class Review(Struct, frozen=True):
    """A part of a review."""

    match: str
    part: str
    player: str | None
    origin: str
    game: str
    state: Trial
    found: str
    """As JSON. The database does not look into it."""
    problem: str
    done: int
    total: int
    """0 until somebody has looked."""
    spent: int
    """Milliseconds that it has taken so far."""
    created: int

    @property
    def id(self) -> str:
        """Like no other one's."""
        return f"review {self.match} {self.part}"

    @property
    def open(self) -> bool:
        """Whether there is more to find."""
        return self.state is Trial.OPEN


class Reviews:
    """The reviews in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        match: str,
        part: str,
        *,
        player: str,
        origin: str,
        game: str,
        found: bytes,
    ) -> None:
        """A new one, at the end of the queue; one that is there already stays as it is."""
        row = ReviewRow(
            match=match,
            part=part,
            player=player,
            origin=origin,
            game=game,
            state=Trial.OPEN,
            found=found.decode(),
            created=now(),
        )
        try:
            with self._database.writing() as session:
                session.add(row)
        except IntegrityError:
            return  # somebody else asked at the same time

    def of(self, match: str) -> dict[str, Review]:
        """All parts of a match's review that somebody has asked for."""
        with self._database.reading() as session:
            rows = session.exec(select(ReviewRow).where(ReviewRow.match == match)).all()
            return {row.part: _review(row) for row in rows}

    def own(self, player: str) -> list[str]:
        """The matches in which somebody's own decisions have been looked at."""
        with self._database.reading() as session:
            mine = select(ReviewRow.match).where(ReviewRow.player == player, ReviewRow.part != OPEN)
            return list(session.exec(mine.order_by(col(ReviewRow.created))).all())

    def open(self) -> list[Review]:
        """Those that are not at their end, the oldest first."""
        with self._database.reading() as session:
            waiting = select(ReviewRow).where(ReviewRow.state == Trial.OPEN)
            oldest = waiting.order_by(col(ReviewRow.created), col(ReviewRow.part))
            return [_review(row) for row in session.exec(oldest.limit(MOST_TAKEN)).all()]

    def count_open(self, *, player: str, origin: str) -> tuple[int, int]:
        """For how many matches somebody waits, and all who come from one address do."""
        with self._database.reading() as session:
            found = []
            for whose in (ReviewRow.player == player, ReviewRow.origin == origin):
                matches = select(func.count(func.distinct(ReviewRow.match)))
                waiting = matches.where(whose, ReviewRow.state == Trial.OPEN)
                found.append(int(session.exec(waiting).one()))
            return found[0], found[1]

    def advance(self, before: Review, *, found: str, done: int, total: int, spent: int) -> bool:
        """What has come of a turn; False if somebody else was quicker."""
        state = Trial.DONE if done >= total else Trial.OPEN
        return self._change(
            before, state=state, found=found, done=done, total=total, spent=before.spent + spent
        )

    def end(self, before: Review, state: Trial, problem: str) -> bool:
        """No more of it is made; what was found stays."""
        return self._change(before, state=state, problem=problem)

    def _change(self, before: Review, **values: object) -> bool:
        with self._database.writing() as session:
            changed = session.execute(
                update(ReviewRow)
                .where(
                    col(ReviewRow.match) == before.match,
                    col(ReviewRow.part) == before.part,
                    col(ReviewRow.state) == Trial.OPEN,
                    col(ReviewRow.done) == before.done,
                )
                .values(**values)
            )
            return bool(changed.rowcount)  # type: ignore[attr-defined]  # of an update


def forget_reviews(session: Session, players: Sequence[str]) -> None:
    """What was found of their own decisions goes with people; what is everybody's stays."""
    asked = col(ReviewRow.player).in_(players)
    session.execute(delete(ReviewRow).where(asked, col(ReviewRow.part) != OPEN))
    session.execute(update(ReviewRow).where(asked).values(player=None, origin=""))


def _review(row: ReviewRow) -> Review:
    return Review(
        row.match,
        row.part,
        row.player,
        row.origin,
        row.game,
        Trial(row.state),
        row.found,
        row.problem,
        row.done,
        row.total,
        row.spent,
        row.created,
    )
