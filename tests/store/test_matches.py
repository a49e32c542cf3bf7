"""Matches in the database: nothing acknowledged is lost, and nobody writes over anybody."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from boomtown.core import Match, Outcome, Record, Seat, export, save, verify
from boomtown.store import journal
from boomtown.store.database import Database, sqlite_url
from boomtown.store.journal import Overtaken
from boomtown.store.matches import EVERY
from boomtown.store.models import SnapshotRow
from boomtown.store.tables import Phase
from boomtown_game_high_noon import GAME
from databases import new_database
from shelves import LINE, Shelf
from sites import eventually


class FailingCommit(sqlite3.Cursor):
    """A cursor whose commits fail while the disk is full."""

    full = False

    def execute(self, sql: str, *parameters: Any) -> FailingCommit:
        if sql == "COMMIT" and self.full:
            raise sqlite3.OperationalError("disk I/O error")
        super().execute(sql, *parameters)
        return self


class FullDisk(sqlite3.Connection):
    """A connection with such cursors."""

    def cursor(self, factory: Any = FailingCommit) -> Any:  # as sqlite3 has it
        return super().cursor(factory)


def test_a_commit_that_fails_leaves_no_lock_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(sqlite_url(tmp_path))
    database.migrate()
    database.engine.dispose()

    @event.listens_for(database.engine, "do_connect")
    def faulty(_dialect: Any, _entry: Any, _args: Any, wanted: dict[str, Any]) -> None:
        wanted["factory"] = FullDisk

    shelf = Shelf(database)
    id, match = shelf.begin("full")
    monkeypatch.setattr(FailingCommit, "full", True)
    with pytest.raises(sqlite3.OperationalError) as kept:  # as a log keeps it
        shelf.play(id, match, 1)
    monkeypatch.setattr(FailingCommit, "full", False)
    with closing(sqlite3.connect(tmp_path / "boomtown.db", timeout=0)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.rollback()
    assert "disk" in str(kept.value)
    assert shelf.matches.lines(id) == []
    database.close()


@pytest.fixture
def shelf(database: Database) -> Shelf:
    return Shelf(database)


def test_a_match_is_loaded_exactly_where_it_was(shelf: Shelf) -> None:
    id, match = shelf.begin("where it was")
    shelf.play(id, match, 7)
    loaded, lines = shelf.matches.load(GAME, shelf.stored(id))
    assert loaded.hash() == match.hash()
    assert loaded.number == match.number == len(lines)
    assert [line.at for line in lines] == [1000 + number for number in range(7)]


def test_loading_begins_at_the_snapshot_and_plays_what_follows(shelf: Shelf) -> None:
    id, match = shelf.begin("snapshot")
    shelf.play(id, match, 4, keep=True)
    shelf.play(id, match, 3)
    loaded, _ = shelf.matches.load(GAME, shelf.stored(id))
    assert loaded.hash() == match.hash()
    assert loaded.record == match.record
    assert EVERY > 7


@pytest.mark.parametrize("damage", ["cut", "another match"])
def test_a_snapshot_that_is_wrong_is_not_used(shelf: Shelf, damage: str) -> None:
    id, match = shelf.begin("wrong")
    shelf.play(id, match, 4, keep=True)
    other, otherwise = shelf.begin("otherwise")
    shelf.play(other, otherwise, 4)
    saved = save(match)[:-1] if damage == "cut" else save(otherwise, lines=False)
    with shelf.database.writing() as session:
        session.merge(SnapshotRow(match=id, number=4, data=saved))
    loaded, _ = shelf.matches.load(GAME, shelf.stored(id))
    assert loaded.hash() == match.hash()
    assert loaded.record == match.record


def record_of(shelf: Shelf, id: str) -> Record:
    stored, lines = shelf.stored(id), shelf.matches.lines(id)
    return Record(stored.heading, stored.seed, [timed.line for timed in lines])


def test_a_match_is_replayed_to_any_of_its_answers(shelf: Shelf) -> None:
    id, match = shelf.begin("any")
    hashes = [match.hash()]
    for _ in range(5):
        shelf.play(id, match, 1)
        hashes.append(match.hash())
    for upto, hash in enumerate(hashes):
        assert Match.replayed(GAME, record_of(shelf, id), upto).hash() == hash


def test_an_answer_taken_back_is_a_line_like_any_other(shelf: Shelf) -> None:
    id, match = shelf.begin("undo")
    seat = match.asked()[0]
    shelf.write(id, match, seat, match.choice(seat).offers()[0])
    if not match.undoable:
        pytest.fail("the first answer of this seed learns nothing, so it can be taken back")
    number = match.number
    match.undo(seat)
    assert match.record is not None
    line = shelf.linked(id, match.record.lines[-1], number, 5, match.moment)
    shelf.journal.append(id, number, line)
    loaded, _ = shelf.matches.load(GAME, shelf.stored(id))
    assert loaded.hash() == match.hash()
    assert loaded.number == 2


def test_a_number_is_written_once(shelf: Shelf) -> None:
    id, _ = shelf.begin("once")
    line = shelf.linked(id, LINE, 0)
    shelf.journal.append(id, 0, line)
    with pytest.raises(Overtaken):
        shelf.journal.append(id, 0, line)
    assert len(shelf.matches.lines(id)) == 1


def test_of_many_writers_of_one_number_a_single_one_wins(shelf: Shelf) -> None:
    """Ten threads, twenty numbers each: the journal shares commits, and still nobody is lost."""
    id, _ = shelf.begin("race")
    lines = shelf.row_of_lines(id, 20)
    won: list[int] = []
    lost: list[int] = []

    def write() -> None:
        for number in range(20):
            try:
                shelf.journal.append(id, number, lines[number])
                won.append(number)
            except Overtaken:
                lost.append(number)

    threads = [threading.Thread(target=write) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(20))
    assert len(lost) == 180
    assert len(shelf.matches.lines(id)) == 20


def test_a_commit_with_one_bad_row_keeps_the_good_ones(shelf: Shelf) -> None:
    first, _ = shelf.begin("first")
    second, _ = shelf.begin("second")
    shelf.journal.append(first, 0, shelf.linked(first, LINE, 0))
    errors: list[str] = []

    def write(id: str) -> None:
        try:
            shelf.journal.append(id, 0, shelf.linked(id, LINE, 0))
        except Overtaken:
            errors.append(id)

    threads = [threading.Thread(target=write, args=(id,)) for id in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [first]
    assert len(shelf.matches.lines(second)) == 1


def test_a_table_gets_one_match(shelf: Shelf) -> None:
    id, match = shelf.begin("one")
    code = shelf.stored(id).table
    assert match.record is not None
    again = shelf.matches.begin(code, match, ["A"], match.record.heading, match.record.seed)
    assert again == id
    assert shelf.tables.get_one(code).phase is Phase.PLAYING


def test_the_end_is_noted_and_the_file_verifies(shelf: Shelf) -> None:
    id, match = shelf.begin("end")
    shelf.play(id, match, 10_000, keep=True)
    assert match.outcome is not None
    shelf.matches.end(id, match.outcome)
    stored = shelf.stored(id)
    assert stored.outcome == match.outcome
    assert stored.ended is not None
    assert shelf.tables.get_one(stored.table).phase is Phase.ENDED
    replayed = Match.replayed(GAME, record_of(shelf, id))
    verdict = verify(export(replayed), lambda _: GAME)
    assert verdict.outcome == match.outcome


def test_envelopes_are_kept_until_their_question_closes(shelf: Shelf) -> None:
    id, _ = shelf.begin("envelopes")
    assert shelf.matches.seal(id, 0, 3, Seat(1), "pass")
    assert shelf.matches.seal(id, 0, 3, Seat(1), {"use": "doctor"})
    assert shelf.matches.seal(id, 0, 4, Seat(0), "pass")
    assert shelf.matches.envelopes(id, 3) == {1: {"use": "doctor"}}
    shelf.matches.end(id, Outcome("noon.end.last", ()))
    assert shelf.matches.envelopes(id, 4) == {}


def test_a_match_that_branched_off_begins_where_it_did(shelf: Shelf) -> None:
    id, match = shelf.begin("branch")
    shelf.play(id, match, 3)
    stored = shelf.stored(id)
    twin = match.clone()
    code = shelf.tables.make(
        game=GAME.id,
        options={},
        seats=3,
        host=shelf.host,
        clock="off",
        listed=False,
        language="en",
    ).code
    branch = shelf.matches.begin(code, twin, ["A", "B", "C"], stored.heading, stored.seed)
    shelf.tables.branched(code, id, 3, 1)
    assert shelf.tables.get_one(code).study is not None
    loaded, lines = shelf.matches.load(GAME, shelf.stored(branch))
    assert loaded.hash() == match.hash()
    assert lines == []


def test_what_was_written_is_moved_to_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "TIDY_EVERY", 20)
    database = Database(sqlite_url(tmp_path))
    database.migrate()
    shelf = Shelf(database)
    id, _ = shelf.begin("tidy")
    for number, line in enumerate(shelf.row_of_lines(id, 20)):
        shelf.journal.append(id, number, line)
    # Opened as immutable, a database is read without the file of what was written last.
    place = f"file:{tmp_path / 'boomtown.db'}?immutable=1"
    with closing(sqlite3.connect(place, uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM answers").fetchone() == (20,)
    database.close()


def test_the_last_match_of_a_player_is_one_that_is_over(shelf: Shelf) -> None:
    assert shelf.matches.last_of(shelf.host, GAME.id) is None
    ended = []
    for seed in ("first", "second", "running"):
        id, match = shelf.begin(seed, seat=Seat(1))
        if seed != "running":
            shelf.play(id, match, 10_000)
            assert match.outcome is not None
            shelf.matches.end(id, match.outcome)
            ended.append(id)
            assert shelf.matches.last_of(shelf.host, GAME.id) == (id, Seat(1))
            time.sleep(0.002)  # ended at another millisecond
    assert shelf.matches.last_of(shelf.host, GAME.id) == (ended[-1], Seat(1))
    assert shelf.matches.last_of(shelf.host, "another_game") is None
    assert shelf.matches.last_of("somebody else", GAME.id) is None


def test_nothing_is_put_aside_for_a_question_that_was_closed(shelf: Shelf) -> None:
    id, match = shelf.begin("closed")
    shelf.play(id, match, 1)
    assert not shelf.matches.seal(id, 0, 0, Seat(1), "pass")
    assert shelf.matches.envelopes(id, 0) == {}


def test_whoever_answers_while_another_process_opens_the_envelopes_is_too_late(
    postgres_server: str,
) -> None:
    database = Database(new_database(postgres_server))
    database.migrate()
    shelf = Shelf(database)
    id, match = shelf.begin("closing")
    sealed: list[bool] = []

    def seal() -> None:
        sealed.append(shelf.matches.seal(id, 0, 0, Seat(1), "pass"))

    thread = threading.Thread(target=seal)
    with shelf.matches.closing(id):
        thread.start()
        eventually(lambda: waiting_for_locks(database) == 1)
        assert shelf.matches.envelopes(id, 0) == {}
        shelf.play(id, match, 1)
    thread.join()
    assert sealed == [False]
    database.close()


def waiting_for_locks(database: Database) -> int:
    """How many wait for somebody else."""
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with database.engine.connect() as connection:
        return int(connection.exec_driver_sql(waits).scalar_one())
