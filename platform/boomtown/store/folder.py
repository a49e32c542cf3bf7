"""The data folder: its key, written whole or not at all, and the lock of the one server in it."""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from boomtown.core.errors import BoomtownError

KEY = "secret.key"
LOCK = "boomtown.lock"
KEY_BYTES = 32
SHORTEST_KEY = 32
"""Letters below which a key is no key, but what is left of one."""


class FolderTrouble(BoomtownError):
    """The data folder cannot be used as it is; the message says what to do."""


class FolderInUse(FolderTrouble):
    """Another server works in the data folder."""


def open_folder(folder: Path) -> Path:
    """The data folder, made where it is missing."""
    folder = folder.resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderTrouble(f"the data folder {folder} cannot be made: {error.strerror}") from None
    return folder


def is_embedded(environment: Mapping[str, str]) -> bool:
    """Whether the database lies in the data folder, too."""
    return (environment.get("BOOMTOWN_DATABASE") or "sqlite").startswith("sqlite")


def kept_key(folder: Path) -> bytes:
    """The key of the cookies, made once; only the site's own user may read it."""
    path = folder / KEY
    try:
        key = path.read_bytes().strip()
        if key or _has_data(folder):
            return checked_key(path, key)
        path.unlink()  # what a full disk left of a first start: nothing was ever signed with it
    except FileNotFoundError:
        pass
    except OSError as error:
        raise FolderTrouble(f"{path} cannot be read: {error.strerror}") from None
    return _make_key(path)


def checked_key(path: Path, key: bytes) -> bytes:
    """The key, if it is one."""
    if len(key) < SHORTEST_KEY or not key.isascii() or b"\0" in key:
        raise FolderTrouble(
            f"{path} is damaged ({len(key)} bytes): restore it from a backup. Without one, delete "
            "it: a new key is made, and everybody comes back as somebody new"
        )
    return key


def write_whole(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Writes a small private file that is there whole or not at all, even after a power cut."""
    half = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            os.replace(half, path)
        else:
            os.link(half, path)
        sync_folder(path.parent)
    finally:
        half.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Makes sure that names of files survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _has_data(folder: Path) -> bool:
    database = folder / "boomtown.db"
    return database.exists() and database.stat().st_size > 0


def _make_key(path: Path) -> bytes:
    key = secrets.token_hex(KEY_BYTES).encode()
    try:
        write_whole(path, key)
    except FileExistsError:  # another process was quicker
        return checked_key(path, path.read_bytes().strip())
    except OSError as error:
        raise FolderTrouble(
            f"the key cannot be written to {path}: {error.strerror}. Nothing was left behind"
        ) from None
    return key


class FolderLock:
    """Held by the one server that works in a data folder, as long as any process of it lives."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None

    def take(self, *, patience: float = 0.0) -> None:
        """Takes the lock, or says who has it after so many seconds."""
        path = self._folder / LOCK
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise FolderTrouble(f"{path} cannot be opened: {error.strerror}") from None
        until = time.monotonic() + patience
        while not _locked(handle):
            if time.monotonic() >= until:
                holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "unknown"
                os.close(handle)
                raise FolderInUse(
                    f"another Boomtown works in {self._folder} already (process {holder}): "
                    "stop it first, or use another folder; several servers need a PostgreSQL"
                )
            time.sleep(0.1)
        with suppress(OSError):  # on a full disk the lock holds without a name
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
        self._handle = handle

    def release(self) -> None:
        """Lets another server in."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


_serving: dict[Path, FolderLock] = {}
"""The locks of this process, and of the one that it was forked from."""


def serve_in(folder: Path, *, patience: float = 5.0) -> None:
    """Makes this process, with all that it forks, the one server of a folder.

    A worker whose server holds the lock need not take it again.
    """
    if folder not in _serving:
        lock = FolderLock(folder)
        lock.take(patience=patience)
        _serving[folder] = lock


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
