"""Backup and restore: nothing is said to be saved that cannot be read back."""

from __future__ import annotations

import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from boomtown.store import backup as backup_module
from boomtown.store.backup import NoBackup, back_up, back_up_key, dump_command, restore, unpack
from boomtown.store.database import Database, sqlite_url
from boomtown.store.folder import KEY, FolderInUse, FolderLock, kept_key
from shelves import Shelf


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def shelf(folder: Path) -> Iterator[Shelf]:
    """A site in use, with a match of seven answers."""
    database = Database(sqlite_url(folder))
    database.migrate()
    kept_key(folder)
    shelf = Shelf(database)
    id, match = shelf.begin("saved")
    shelf.play(id, match, 7, keep=True)
    yield shelf
    shelf.journal.close()
    database.close()


def answers(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "boomtown.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])


def test_database_and_key_come_back_as_they_were(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    with shelf.database.writing():  # the site is in use
        saved = back_up(folder, tmp_path / "copy.tar")
    assert saved.manifest.counts["answers"] == 7
    assert (tmp_path / "copy.tar").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.tar", "data"]
    restored = restore(tmp_path / "copy.tar", tmp_path / "new")
    assert restored.unknown == []
    assert (tmp_path / "new" / KEY).read_bytes() == (folder / KEY).read_bytes()
    assert (tmp_path / "new" / KEY).stat().st_mode & 0o777 == 0o600
    assert answers(tmp_path / "new") == 7


def test_a_mistyped_folder_is_an_error_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(NoBackup, match="nothing was saved"):
        back_up(tmp_path / "date", tmp_path / "copy.tar")
    assert list(tmp_path.iterdir()) == []


def test_a_later_backup_takes_the_place_of_an_earlier_one_or_leaves_it(
    shelf: Shelf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "monday"
    target.write_text("last week's")

    def full(path: Path, folder: Path | None) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(backup_module, "unpack", full)
        with pytest.raises(NoBackup, match="No space left"):
            back_up(folder, target)
    assert target.read_text() == "last week's"
    back_up(folder, target)
    assert "answers" in unpack(target, None).counts


def test_what_is_damaged_is_saved_and_said(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    with shelf.database.writing() as session:
        session.connection().exec_driver_sql("DELETE FROM answers WHERE number = 2")
    saved = back_up(folder, tmp_path / "copy.tar")
    assert [one.good for one in saved.unknown] == [2]
    assert [one.good for one in restore(tmp_path / "copy.tar", tmp_path / "new").unknown] == [2]


def test_a_file_that_is_no_database_is_not_saved(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (folder / "boomtown.db").write_bytes(b"not a database at all" * 500)
    with pytest.raises(NoBackup, match="Nothing was saved"):
        back_up(folder, tmp_path / "copy.tar")
    assert not (tmp_path / "copy.tar").exists()


@pytest.mark.parametrize("place", [600, 4000, 40_000, -2000])
def test_a_changed_archive_is_refused_before_anything_is_touched(
    shelf: Shelf, folder: Path, tmp_path: Path, place: int
) -> None:
    archive = tmp_path / "copy.tar"
    back_up(folder, archive)
    raw = bytearray(archive.read_bytes())
    if place < 0:
        del raw[len(raw) // 2 :]
    else:
        raw[place] ^= 1
    archive.write_bytes(raw)
    with pytest.raises(NoBackup):
        restore(archive, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_archive_with_a_stranger_in_it_is_refused(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "copy.tar"
    back_up(folder, archive)
    with tarfile.open(archive, "a") as tar:
        tar.addfile(tarfile.TarInfo("../../evil"))
    with pytest.raises(NoBackup, match="does not belong there"):
        restore(archive, tmp_path / "new")


def test_a_folder_in_which_something_lies_is_kept_unless_told(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    back_up(folder, tmp_path / "copy.tar")
    other = tmp_path / "other"
    other.mkdir()
    (other / "boomtown.db").write_text("of yesterday")
    with pytest.raises(NoBackup, match="--replace"):
        restore(tmp_path / "copy.tar", other)
    restore(tmp_path / "copy.tar", other, replace=True)
    [aside] = other.glob("before-restore-*")
    assert (aside / "boomtown.db").read_text() == "of yesterday"
    assert answers(other) == 7


def test_nothing_is_restored_under_a_running_server(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    back_up(folder, tmp_path / "copy.tar")
    lock = FolderLock(folder)
    lock.take()
    with pytest.raises(FolderInUse):
        restore(tmp_path / "copy.tar", folder, replace=True)
    lock.release()
    restore(tmp_path / "copy.tar", folder, replace=True)


def test_a_postgresql_is_saved_by_its_own_tool_and_the_key_here(
    folder: Path, tmp_path: Path
) -> None:
    folder.mkdir()
    kept_key(folder)
    assert list(back_up_key(folder, tmp_path / "key.tar").manifest.files) == [KEY]
    command = dump_command("postgresql+psycopg://town:secret@db:5432/town", tmp_path / "key.tar")
    assert "postgresql://town@db:5432/town" in command
    assert "secret" not in command
    with pytest.raises(NoBackup, match="pg_restore"):
        restore(tmp_path / "key.tar", tmp_path / "new")
