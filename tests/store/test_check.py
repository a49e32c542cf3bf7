"""A journal that knows when it is damaged: nothing is silently changed or shortened."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from boomtown.store.bus import Bus
from boomtown.store.chain import Damaged
from boomtown.store.check import check_all, park_damaged
from boomtown.store.database import Database, sqlite_url
from boomtown.store.keeping import Keeping
from boomtown.store.models import MatchRow
from boomtown.store.parked import Cause, Parked
from boomtown.store.witness import Witness
from boomtown_game_high_noon import GAME
from shelves import Shelf

DAMAGE = {
    "a changed answer": ("UPDATE answers SET answer = '\"shoot\"' WHERE number = 3", 3),
    "a changed time": ("UPDATE answers SET at = at + 1 WHERE number = 3", 3),
    "a changed chain": ("UPDATE answers SET chain = 'x' WHERE number = 4", 4),
    "a line that is gone": ("DELETE FROM answers WHERE number = 2", 2),
    "the first line gone": ("DELETE FROM answers WHERE number = 0", 0),
    "a line put elsewhere": ("UPDATE answers SET number = 9 WHERE number = 5", 5),
    "another seed": ("UPDATE matches SET seed = '00'", 0),
    "another heading": ("UPDATE matches SET heading = replace(heading, '3', '4')", 0),
}


@pytest.fixture
def shelf(database: Database) -> Shelf:
    return Shelf(database)


def embedded(folder: Path) -> Database:
    database = Database(sqlite_url(folder))
    database.migrate()
    return database


def spoil(database: Database, statement: str) -> None:
    with database.writing() as session:
        session.connection().execute(text(statement))


def test_what_was_written_is_found_good(database: Database, shelf: Shelf) -> None:
    id, match = shelf.begin("good")
    shelf.play(id, match, 7, keep=True)
    assert check_all(database) == []
    assert park_damaged(database, Parked(database, shelf.bus)) == []


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found_and_never_played(database: Database, shelf: Shelf, kind: str) -> None:
    statement, good = DAMAGE[kind]
    id, match = shelf.begin("spoilt")
    shelf.play(id, match, 7)
    spoil(database, statement)
    [finding] = check_all(database)
    assert (finding.match, finding.table, finding.good) == (id, shelf.stored(id).table, good)
    with pytest.raises(Damaged) as caught:
        shelf.matches.load(GAME, shelf.stored(id))
    assert caught.value.good == shelf.matches.good(id) == good


def test_a_damaged_match_is_parked_and_the_others_go_on(database: Database, shelf: Shelf) -> None:
    bad, match = shelf.begin("bad")
    shelf.play(bad, match, 5)
    well, match = shelf.begin("well")
    shelf.play(well, match, 5)
    spoil(database, f"DELETE FROM answers WHERE number = 2 AND match = '{bad}'")
    parked = Parked(database, shelf.bus)
    park_damaged(database, parked)
    [one] = parked.all()
    assert (one.match, one.cause, one.number) == (bad, Cause.DAMAGE, 2)
    assert shelf.matches.load(GAME, shelf.stored(well))[0].number == 5


def test_answers_behind_a_snapshot_that_are_gone_are_missed(
    database: Database, shelf: Shelf
) -> None:
    id, match = shelf.begin("tail")
    shelf.play(id, match, 6, keep=True)
    spoil(database, "DELETE FROM answers WHERE number >= 4")
    [finding] = check_all(database)
    assert finding.good == 4
    with pytest.raises(Damaged):
        shelf.matches.load(GAME, shelf.stored(id))


def test_whoever_catches_up_checks_what_is_new(database: Database, shelf: Shelf) -> None:
    id, match = shelf.begin("catching up")
    shelf.play(id, match, 6)
    assert len(shelf.matches.lines(id, 4)) == 2
    spoil(database, "UPDATE answers SET answer = '1' WHERE number = 5")
    with pytest.raises(Damaged) as caught:
        shelf.matches.lines(id, 4)
    assert caught.value.good == 5
    spoil(database, "DELETE FROM answers WHERE number = 3")
    with pytest.raises(Damaged):
        shelf.matches.lines(id, 4)


class TestWitness:
    """A lost tail, which no chain can see."""

    @pytest.fixture
    def crashed(self, tmp_path: Path) -> tuple[Path, str]:
        """The folder of a site that was killed after thirty answers, and the match."""
        database = embedded(tmp_path / "running")
        shelf = Shelf(database)
        database.checkpoint(wait=True)
        id, _ = shelf.begin("thirty")
        for number, line in enumerate(shelf.row_of_lines(id, 30)):
            shelf.journal.append(id, number, line)
        shutil.copytree(tmp_path / "running", tmp_path / "crashed")
        shelf.journal.close()
        database.close()
        os.remove(tmp_path / "crashed" / "boomtown.db-shm")
        return tmp_path / "crashed", id

    def restarted(self, folder: Path) -> tuple[list[tuple[str, int]], Database]:
        database = embedded(folder)
        parked = Parked(database, Bus(database))
        park_damaged(database, parked)
        return [(one.match, one.number) for one in parked.all()], database

    def test_after_a_kill_nothing_is_missing(self, crashed: tuple[Path, str]) -> None:
        folder, id = crashed
        parked, database = self.restarted(folder)
        assert parked == []
        assert len(Shelf(database).matches.lines(id)) == 30
        assert Witness(folder / "boomtown.db").names() == {}, "it begins anew"
        database.close()

    def test_a_journal_damaged_in_the_middle_is_not_silently_shortened(
        self, crashed: tuple[Path, str]
    ) -> None:
        folder, id = crashed
        journal = folder / "boomtown.db-wal"
        raw = bytearray(journal.read_bytes())
        raw[len(raw) // 2] ^= 0xFF
        journal.write_bytes(raw)
        parked, database = self.restarted(folder)
        left = len(Shelf(database).matches.lines(id))
        assert 0 < left < 30
        assert parked == [(id, left)]
        database.close()

    def test_a_torn_last_line_is_no_damage(self, crashed: tuple[Path, str]) -> None:
        folder, _ = crashed
        path = folder / "boomtown.db-witness"
        path.write_bytes(path.read_bytes()[:-5] + b"\0\0")
        parked, database = self.restarted(folder)
        assert parked == []
        database.close()

    def test_a_match_that_is_lost_altogether_is_found(self, crashed: tuple[Path, str]) -> None:
        folder, id = crashed
        os.remove(folder / "boomtown.db-wal")
        database = embedded(folder)
        [finding] = check_all(database)
        assert (finding.match, finding.table, finding.good) == (id, "", 0)
        database.close()

    def test_a_match_that_was_removed_on_purpose_is_not_missed(
        self, crashed: tuple[Path, str]
    ) -> None:
        folder, id = crashed
        database = embedded(folder)
        with database.writing() as session:
            session.get_one(MatchRow, id).ended = 1
        assert len(Witness(folder / "boomtown.db").names()) == 1
        assert Keeping(database, Bus(database)).remove_matches(before=2) == 1
        assert check_all(database) == []
        database.close()

    def test_it_is_kept_short(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("boomtown.store.journal.TIDY_EVERY", 10)
        database = embedded(tmp_path)
        shelf = Shelf(database)
        id, _ = shelf.begin("short")
        for number, line in enumerate(shelf.row_of_lines(id, 25)):
            shelf.journal.append(id, number, line)
        lines = (tmp_path / "boomtown.db-witness").read_text().split()
        assert lines[::4] == [id] * 5
        assert not (tmp_path / "boomtown.db-witness-before").exists()
        shelf.journal.close()
        database.close()

    def test_without_room_for_it_answers_are_still_taken(self, tmp_path: Path) -> None:
        database = embedded(tmp_path)
        (tmp_path / "boomtown.db-witness").mkdir()
        shelf = Shelf(database)
        id, match = shelf.begin("no room")
        shelf.play(id, match, 3)
        assert len(shelf.matches.lines(id)) == 3
        database.close()
