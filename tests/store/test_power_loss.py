"""Power cuts: what was acknowledged is there afterwards, whatever the disk had not written yet."""

from __future__ import annotations

import ctypes
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError

from boomtown.core import InvalidRecord
from boomtown.core.chance import Chance
from boomtown.store.check import check_all
from boomtown.store.database import Database, sqlite_url
from power import Disk, linked_library, power_under_sqlite
from shelves import Shelf

ANSWERS = 60
CUTS = 25


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    found = linked_library()
    if found is None:
        pytest.skip("this Python has its SQLite built in: no shim can be put under it")
    return found


class Town:
    """Two matches that are played while somebody pulls the plug again and again."""

    def __init__(self, folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.live = folder / "live"
        self.folder = folder
        self.chance = Chance.seeded("power", seed)
        self.acknowledged: dict[str, int] = {}
        self.found: list[tuple[Path, dict[str, int]]] = []
        monkeypatch.setattr("boomtown.store.journal.TIDY_EVERY", 9)

    def play(self, disk: Disk, *, synchronous: str) -> None:
        """Answers, with the plug pulled at random moments in between."""
        database = Database(sqlite_url(self.live))
        database.migrate()
        shelf = Shelf(database)
        matches = [shelf.begin(seed)[0] for seed in ("one", "two")]
        lines = {id: shelf.row_of_lines(id, ANSWERS) for id in matches}
        database.close()
        database = Database(sqlite_url(self.live))
        if synchronous != "FULL":
            event.listen(database.engine, "connect", _syncing(synchronous))
        journal = Shelf(database).journal
        self.acknowledged = dict.fromkeys(matches, 0)
        disk.on_change = lambda: self._perhaps_pull_the_plug(disk)
        for number in range(ANSWERS):
            for id in matches:
                journal.append(id, number, lines[id][number])
                self.acknowledged[id] = number + 1
        disk.on_change = lambda: None
        journal.close()
        database.close()

    def _perhaps_pull_the_plug(self, disk: Disk) -> None:
        if len(self.found) < CUTS and self.chance.below(8) == 0:
            folder = self.folder / f"cut-{len(self.found)}"
            folder.mkdir()
            disk.after_power_cut(self.chance, folder)
            witness = self.live / "boomtown.db-witness"
            for path in (witness, witness.with_name(f"{witness.name}-before")):
                if path.exists():  # at worst it is ahead of everything that may be lost
                    shutil.copy(path, folder)
            self.found.append((folder, dict(self.acknowledged)))

    def losses(self) -> list[str]:
        """What is missing after each of the cuts."""
        return [
            f"{folder.name}: {loss}"
            for folder, acknowledged in self.found
            if (loss := _lost(folder, acknowledged))
        ]


def _syncing(how: str) -> Callable[[sqlite3.Connection, object], None]:
    def change(connection: sqlite3.Connection, _entry: object) -> None:
        connection.execute(f"PRAGMA synchronous={how}")

    return change


def _lost(folder: Path, acknowledged: dict[str, int]) -> str:
    database = Database(sqlite_url(folder))
    try:
        with database.engine.connect() as connection:
            whole = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
        if whole != "ok":
            return str(whole)
        matches = Shelf(database).matches
        short = {id: many for id, many in acknowledged.items() if len(matches.lines(id)) < many}
        return f"{short}" if short else "".join(one.problem for one in check_all(database))
    except (DatabaseError, sqlite3.DatabaseError, InvalidRecord) as error:
        return str(error)
    finally:
        database.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_was_acknowledged_survives_a_power_cut(
    library: ctypes.CDLL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    town = Town(tmp_path, seed, monkeypatch)
    with power_under_sqlite(library, town.live) as disk:
        town.play(disk, synchronous="FULL")
    print(f"seed {seed}: {len(town.found)} power cuts, {disk.syncs} syncs")
    assert len(town.found) == CUTS
    assert disk.syncs > 2 * ANSWERS
    assert town.losses() == []


@pytest.mark.parametrize("how", ["OFF", "NORMAL"])
def test_the_shim_sees_what_a_database_loses_that_does_not_sync_every_commit(
    library: ctypes.CDLL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    town = Town(tmp_path, 1, monkeypatch)
    with power_under_sqlite(library, town.live) as disk:
        town.play(disk, synchronous=how)
    assert len(town.found) == CUTS
    losses = town.losses()
    print(f"synchronous={how}: {len(losses)} of {CUTS} power cuts lose answers")
    assert len(losses) > CUTS // 3
