"""Studies of the laboratory that visitors have asked for, as they are stored.

What a study has counted is only ever replaced by what follows from it: whoever has played on from
another state of it changes nothing. So nothing is counted twice, whatever is restarted or killed.
"""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import func, update
from sqlmodel import col, select

from boomtown.store.database import Database, now
from boomtown.store.ids import fresh_id
from boomtown.store.models import ExperimentRow, Trial

MOST_LISTED = 20


class Experiment(Struct, frozen=True):
    """A study, or two that are compared."""

    id: str
    player: str | None
    origin: str
    game: str
    state: Trial
    studies: str
    """As JSON; so are progress and result. The database does not look into them."""
    progress: str
    result: str
    problem: str
    played: int
    total: int
    spent: int
    """Milliseconds that playing has taken so far."""
    created: int

    @property
    def open(self) -> bool:
        """Whether there is more to play."""
        return self.state is Trial.OPEN


class Experiments:
    """The studies in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        *,
        player: str | None,
        origin: str,
        game: str,
        studies: bytes,
        progress: bytes,
        result: bytes,
        total: int,
    ) -> Experiment:
        """A new one, at the end of the queue."""
        row = ExperimentRow(
            id=fresh_id(9),
            player=player,
            origin=origin,
            game=game,
            state=Trial.OPEN,
            studies=studies.decode(),
            progress=progress.decode(),
            result=result.decode(),
            total=total,
            created=now(),
        )
        with self._database.writing() as session:
            session.add(row)
            session.flush()
            return _experiment(row)

    def get(self, id: str) -> Experiment | None:
        """The one with this id."""
        with self._database.reading() as session:
            row = session.get(ExperimentRow, id)
            return None if row is None else _experiment(row)

    def open(self) -> list[Experiment]:
        """All that are not at their end, the oldest first."""
        with self._database.reading() as session:
            waiting = select(ExperimentRow).where(ExperimentRow.state == Trial.OPEN)
            rows = session.exec(waiting.order_by(col(ExperimentRow.created))).all()
            return [_experiment(row) for row in rows]

    def count_open(self, *, player: str, origin: str) -> tuple[int, int]:
        """How many somebody waits for, and how many all who come from one address do."""
        with self._database.reading() as session:
            found = []
            for whose in (ExperimentRow.player == player, ExperimentRow.origin == origin):
                count = select(func.count()).select_from(ExperimentRow)
                waiting = count.where(whose, ExperimentRow.state == Trial.OPEN)
                found.append(int(session.exec(waiting).one()))
            return found[0], found[1]

    def of(self, player: str) -> list[Experiment]:
        """The last ones of somebody, the newest first."""
        with self._database.reading() as session:
            mine = select(ExperimentRow).where(ExperimentRow.player == player)
            newest = mine.order_by(col(ExperimentRow.created).desc()).limit(MOST_LISTED)
            return [_experiment(row) for row in session.exec(newest).all()]

    def advance(
        self, before: Experiment, *, progress: str, result: str, played: int, spent: int
    ) -> bool:
        """What has come of playing on; False if somebody else was quicker, or it was stopped."""
        state = Trial.DONE if played >= before.total else Trial.OPEN
        return self._change(
            before,
            state=state,
            progress=progress,
            result=result,
            played=played,
            spent=before.spent + spent,
        )

    def end(self, before: Experiment, state: Trial, problem: str = "") -> bool:
        """No more of it is played; what was found stays."""
        return self._change(before, state=state, problem=problem)

    def stop(self, id: str) -> None:
        """Somebody has seen enough."""
        with self._database.writing() as session:
            row = session.get(ExperimentRow, id, with_for_update=True)
            if row is not None and row.state == Trial.OPEN:
                row.state = Trial.STOPPED
                session.add(row)

    def _change(self, before: Experiment, **values: object) -> bool:
        with self._database.writing() as session:
            changed = session.execute(
                update(ExperimentRow)
                .where(
                    col(ExperimentRow.id) == before.id,
                    col(ExperimentRow.state) == Trial.OPEN,
                    col(ExperimentRow.played) == before.played,
                )
                .values(**values)
            )
            return bool(changed.rowcount)  # type: ignore[attr-defined]  # of an update


def _experiment(row: ExperimentRow) -> Experiment:
    return Experiment(
        row.id,
        row.player,
        row.origin,
        row.game,
        Trial(row.state),
        row.studies,
        row.progress,
        row.result,
        row.problem,
        row.played,
        row.total,
        row.spent,
        row.created,
    )
