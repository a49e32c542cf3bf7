"""The data folder: a key that is whole, and one server at a time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from boomtown.store.database import Database, sqlite_url
from boomtown.store.folder import KEY, FolderInUse, FolderLock, FolderTrouble, kept_key, open_folder


def test_a_key_is_made_once_and_only_for_the_sites_own_user(tmp_path: Path) -> None:
    key = kept_key(tmp_path)
    assert kept_key(tmp_path) == key == (tmp_path / KEY).read_bytes()
    assert (tmp_path / KEY).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY]


@pytest.mark.parametrize("call", ["fsync", "link"])
def test_a_first_start_on_a_full_disk_leaves_nothing_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(FolderTrouble, match="No space left on device"):
            kept_key(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert len(kept_key(tmp_path)) == 64


def test_an_empty_key_of_a_first_start_that_failed_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / KEY).touch()
    assert len(kept_key(tmp_path)) == 64


@pytest.mark.parametrize("left", [b"", b"\n", b"abc", b"\0" * 64, b"\xff" * 64])
def test_a_damaged_key_is_a_clear_error(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "boomtown.db").write_bytes(b"people live here")
    (tmp_path / KEY).write_bytes(left)
    with pytest.raises(FolderTrouble, match=r"secret\.key is damaged"):
        kept_key(tmp_path)
    assert (tmp_path / KEY).read_bytes() == left


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderTrouble, match="cannot be made"):
        open_folder(tmp_path / "file" / "data")


def test_the_second_server_is_told_who_the_first_one_is(tmp_path: Path) -> None:
    first, second = FolderLock(tmp_path), FolderLock(tmp_path)
    first.take()
    with pytest.raises(FolderInUse, match=f"{tmp_path} already \\(process {os.getpid()}\\)"):
        second.take()
    first.release()
    second.take()
    second.release()


def test_a_server_that_was_killed_holds_no_lock(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from boomtown.store.folder import FolderLock; "
        "FolderLock(Path(sys.argv[1])).take(); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path)])
    assert killed.returncode == -9
    lock = FolderLock(tmp_path)
    lock.take()
    lock.release()


def serve(data: Path, *, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """``boomtown serve`` where it is not going to work."""

    def little_room() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [sys.executable, "-c", "from boomtown.cli import main; main()", "serve"],
        env={**os.environ, "BOOMTOWN_DATA": str(data), "BOOMTOWN_BIND": "127.0.0.1:1"},
        preexec_fn=little_room,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_second_server_does_not_start(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    first.take()
    second = serve(tmp_path)
    first.release()
    told = " ".join(second.stderr.split())
    assert second.returncode == 2
    assert f"works in {tmp_path} already (process {os.getpid()})" in told.replace("- ", "-")
    assert not (tmp_path / "boomtown.db").exists()


@pytest.mark.parametrize("room", [0, 4096])
def test_on_a_full_disk_the_start_says_so_and_the_next_one_works(tmp_path: Path, room: int) -> None:
    told = serve(tmp_path, limit=room)
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert "boomtown: the" in told.stderr
    assert len(kept_key(tmp_path)) == 64
    database = Database(sqlite_url(tmp_path))
    database.migrate()
    database.close()


def test_a_worker_of_a_second_server_says_why_it_does_not_start(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    first.take()
    script = (
        "import boomtown.store.folder as folder; "
        "folder.serve_in.__kwdefaults__['patience'] = 0; import boomtown.web.server.wsgi"
    )
    worker = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "BOOMTOWN_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    first.release()
    assert worker.returncode == 3, "gunicorn does not try again"
    assert worker.stderr.startswith("boomtown: another Boomtown works in")


@pytest.mark.parametrize(("age", "code"), [(1, 3), (2, 1)])
def test_a_worker_without_a_database_ends_the_server_only_at_the_start(
    tmp_path: Path, age: int, code: int
) -> None:
    """Later the database comes back, and the next worker finds it."""
    script = (
        "import time, types; from boomtown.web.server import gunicorn_conf; "
        f"gunicorn_conf.post_fork(None, types.SimpleNamespace(age={age})); "
        "time.sleep = lambda seconds: None; import boomtown.web.server.wsgi"
    )
    nowhere = f"postgresql+psycopg://nobody@/nothing?host={tmp_path}"
    worker = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "BOOMTOWN_DATA": str(tmp_path), "BOOMTOWN_DATABASE": nowhere},
        capture_output=True,
        text=True,
    )
    assert worker.returncode == code
    assert worker.stderr.startswith("boomtown: the database postgresql+psycopg://nobody@")


def test_a_new_data_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    made = open_folder(tmp_path / "new")
    assert made.stat().st_mode & 0o777 == 0o700
