"""Backup and restore: one archive with the database, the key and a list of what is in it.

Nothing is said to be saved that was not read back: the copy is opened, its pages, rows and chains
of answers are checked, and only then does the archive get its name.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DatabaseError

from boomtown.core.errors import BoomtownError
from boomtown.store.bus import Bus
from boomtown.store.check import Finding, check_all
from boomtown.store.contest_models import METADATA
from boomtown.store.database import Database
from boomtown.store.folder import KEY, FolderLock, checked_key, sync_folder
from boomtown.store.parked import Cause, Parked

DATABASE = "boomtown.db"
MANIFEST = "manifest.json"
BESIDE = ("-wal", "-shm", "-witness", "-witness-before")
"""What lies beside an embedded database and belongs to it."""
CHUNK = 1 << 20


class NoBackup(BoomtownError):
    """Nothing was saved, or nothing restored; the message says why."""


class Part(Struct, frozen=True):
    """A file in the archive."""

    sha256: str
    size: int


class Manifest(Struct, frozen=True):
    """What is in an archive."""

    boomtown: str
    """The version that made it."""
    made: str
    files: dict[str, Part]
    counts: dict[str, int] = {}
    """Rows by table of the database."""
    damaged: list[Finding] = []
    """Matches that were damaged before they were saved."""


class Saved(Struct, frozen=True):
    """What came of a backup or a restore."""

    path: Path
    manifest: Manifest
    unknown: list[Finding]
    """Damaged matches that are not parked yet."""


# --- backup -------------------------------------------------------------------------------------


def back_up(folder: Path, target: Path) -> Saved:
    """Saves the embedded database and the key of a data folder, while it may be in use."""
    source = folder / DATABASE
    if not source.is_file():
        raise NoBackup(f"there is no {DATABASE} in {folder}: nothing was saved")
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as work:
            copy = Path(work) / DATABASE
            _copy(source, copy)
            counts, damaged, unknown = _read_back(copy)
            parts = {DATABASE: copy}
            if (folder / KEY).exists():
                checked_key(folder / KEY, (folder / KEY).read_bytes().strip())
                parts[KEY] = folder / KEY
            return _pack(Path(work), target, parts, counts, damaged, unknown)
    except OSError as error:
        raise NoBackup(f"nothing was saved: {error.strerror or error}") from None


def back_up_key(folder: Path, target: Path) -> Saved:
    """Saves the key alone: a PostgreSQL is saved by its own tool."""
    parts = {KEY: folder / KEY} if (folder / KEY).exists() else {}
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as work:
            return _pack(Path(work), target, parts, {}, [], [])
    except OSError as error:
        raise NoBackup(f"nothing was saved: {error.strerror or error}") from None


def dump_command(url: str, target: Path) -> str:
    """How a PostgreSQL is saved, without its password."""
    known = make_url(url)
    address = URL.create(
        "postgresql", known.username, None, known.host, known.port, known.database, known.query
    )
    return f"pg_dump --format=custom --file={target}.dump '{address.render_as_string()}'"


def _copy(source: Path, copy: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True, timeout=30)) as here,
            closing(sqlite3.connect(copy)) as there,
        ):
            here.backup(there)
            [found] = there.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise NoBackup(f"{source} cannot be copied: {error}. Nothing was saved") from None
    if found != "ok":
        raise NoBackup(f"{source} is damaged: {found}. Nothing was saved")


def _read_back(
    path: Path, *, migrate: bool = False
) -> tuple[dict[str, int], list[Finding], list[Finding]]:
    """The rows of a database by table, its damaged matches, and those that nobody knows of yet."""
    database = Database(f"sqlite:///{path}")
    try:
        if migrate:
            database.migrate()
        with database.engine.connect() as connection:
            counts = {
                table.name: connection.exec_driver_sql(
                    f'SELECT count(*) FROM "{table.name}"'
                ).scalar_one()
                for table in METADATA.sorted_tables
            }
        damaged = check_all(database)
        parked = Parked(database, Bus(database)).all()
        known = {one.match for one in parked if one.cause is Cause.DAMAGE}
    except DatabaseError as error:
        problem = f"{error.orig}; the database is of another version, or damaged"
        raise NoBackup(f"the copy cannot be read: {problem}") from None
    finally:
        database.close()
    return counts, damaged, [one for one in damaged if one.match not in known]


def _pack(
    work: Path,
    target: Path,
    parts: dict[str, Path],
    counts: dict[str, int],
    damaged: list[Finding],
    unknown: list[Finding],
) -> Saved:
    files = {name: Part(_sha256(path), path.stat().st_size) for name, path in parts.items()}
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    manifest = Manifest(version("boomtown"), made, files, counts, damaged)
    listing = work / MANIFEST
    listing.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2))
    archive = work / "archive"
    with (
        open(os.open(archive, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
        tarfile.open(fileobj=file, mode="w") as tar,
    ):
        for name, path in {MANIFEST: listing, **parts}.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = path.stat().st_size, 0o600, int(time.time())
            with path.open("rb") as content:
                tar.addfile(entry, content)
        tar.close()
        file.flush()
        os.fsync(file.fileno())
    unpack(archive, None)
    os.replace(archive, target)
    sync_folder(target.parent)
    return Saved(target, manifest, unknown)


# --- restore ------------------------------------------------------------------------------------


def restore(archive: Path, folder: Path, *, replace: bool = False) -> Saved:
    """Puts an archive in place. What was there before is kept beside it, if it may be replaced."""
    manifest = unpack(archive, None)  # before anything is touched
    if DATABASE not in manifest.files:
        raise NoBackup(f"{archive} holds no database: restore that with pg_restore")
    there = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    if there and not replace:
        raise NoBackup(
            f"{folder} is not empty ({', '.join(there[:3])}): nothing was restored. "
            "Name another folder, or allow it with --replace"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(folder)
        lock.take()
        try:
            return _put_in_place(archive, folder, manifest)
        finally:
            lock.release()
    except OSError as error:
        raise NoBackup(f"not restored: {error.strerror or error}") from None


def _put_in_place(archive: Path, folder: Path, manifest: Manifest) -> Saved:
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as work:
        unpack(archive, Path(work))
        counts, _, unknown = _read_back(Path(work) / DATABASE, migrate=True)
        if not manifest.counts.items() <= counts.items():
            raise NoBackup("the database has other rows than the archive says: not restored")
        sync_folder(Path(work))
        old = [folder / f"{DATABASE}{beside}" for beside in ("", *BESIDE)] + [folder / KEY]
        if any(path.exists() for path in old):
            aside = folder / time.strftime("before-restore-%Y%m%d-%H%M%S")
            aside.mkdir(mode=0o700)
            for path in old:
                if path.exists():
                    shutil.move(path, aside / path.name)
        for name in manifest.files:
            os.replace(Path(work) / name, folder / name)
    sync_folder(folder)
    return Saved(folder, manifest, unknown)


def unpack(archive: Path, folder: Path | None) -> Manifest:
    """Reads an archive to its end and compares every hash; writes the files if told where to."""
    try:
        with tarfile.open(archive, mode="r:") as tar:
            first = tar.next()
            listing = tar.extractfile(first) if first is not None else None
            if first is None or first.name != MANIFEST or listing is None:
                raise NoBackup(f"{archive} is not a backup of Boomtown")
            manifest = msgspec.json.decode(listing.read(), type=Manifest)
            seen = set()
            while (entry := tar.next()) is not None:
                part, content = manifest.files.get(entry.name), tar.extractfile(entry)
                if part is None or content is None or entry.name not in (DATABASE, KEY):
                    raise NoBackup(f"{archive}: {entry.name} does not belong there")
                if _written(content, folder and folder / entry.name) != part.sha256:
                    raise NoBackup(f"{archive}: {entry.name} is damaged")
                seen.add(entry.name)
    except (tarfile.TarError, msgspec.DecodeError, EOFError) as error:
        raise NoBackup(f"{archive} is not a backup of Boomtown, or damaged: {error}") from None
    except OSError as error:
        raise NoBackup(f"{archive} cannot be read: {error.strerror or error}") from None
    if missing := manifest.files.keys() - seen:
        raise NoBackup(f"{archive} is cut short: {', '.join(sorted(missing))} missing")
    return manifest


def _written(content: IO[bytes], path: Path | None) -> str:
    """The hash of some content, after it was written to a private file."""
    digest = hashlib.sha256()
    handle = None if path is None else os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        while chunk := content.read(CHUNK):
            digest.update(chunk)
            while handle is not None and chunk:
                chunk = chunk[os.write(handle, chunk) :]
        if handle is not None:
            os.fsync(handle)
    finally:
        if handle is not None:
            os.close(handle)
    return digest.hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
