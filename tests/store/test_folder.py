"""The data folder: a key that is whole, and one server at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    second.take(pid=17)
    with pytest.raises(FolderInUse, match="process 17"):
        first.take()
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
