"""A disk that loses its power: a shim under SQLite's own file layer.

A wrapper around SQLite's ``unix`` VFS, made with ctypes on the very library that Python's sqlite3
is linked to. The files are the real ones; what is written, cut and synced is noted as well, so that
at any moment one can build the disk as a power cut would leave it: whatever was synced, and of the
writes since then any that happened to get there, whole or torn at a sector.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from boomtown.core.chance import Chance

OK = 0
SECTORS = (512, 4096)


def linked_library() -> ctypes.CDLL | None:
    """The SQLite that this Python uses; None where it is built into Python itself."""
    import _sqlite3

    file = getattr(_sqlite3, "__file__", None)
    if file is None:
        return None
    ctypes.CDLL(file)
    with open("/proc/self/maps", encoding="ascii", errors="replace") as maps:
        paths = {line.split()[-1] for line in maps if "libsqlite3" in line}
    for path in paths:
        library = ctypes.CDLL(path)
        library.sqlite3_libversion.restype = ctypes.c_char_p
        if library.sqlite3_libversion().decode() == sqlite3.sqlite_version:
            return library
    return None


_pointer, _int, _int64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
CLOSE = ctypes.CFUNCTYPE(_int, _pointer)
WRITE = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _int, _int64)
TRUNCATE = ctypes.CFUNCTYPE(_int, _pointer, _int64)
SYNC = ctypes.CFUNCTYPE(_int, _pointer, _int)
OPEN = ctypes.CFUNCTYPE(_int, _pointer, _pointer, _pointer, _int, _pointer)
DELETE = ctypes.CFUNCTYPE(_int, _pointer, ctypes.c_char_p, _int)


class Methods(ctypes.Structure):
    """``sqlite3_io_methods``."""

    _fields_ = [
        ("version", _int),
        ("close", _pointer),
        ("read", _pointer),
        ("write", _pointer),
        ("truncate", _pointer),
        ("sync", _pointer),
        *((f"rest{number}", _pointer) for number in range(13)),
    ]


class File(ctypes.Structure):
    """``sqlite3_file``; what follows belongs to the real one."""

    _fields_ = [("methods", _pointer)]


class Vfs(ctypes.Structure):
    """``sqlite3_vfs``."""

    _fields_ = [
        ("version", _int),
        ("size", _int),
        ("longest", _int),
        ("next", _pointer),
        ("name", ctypes.c_char_p),
        ("data", _pointer),
        ("open", _pointer),
        ("delete", _pointer),
        *((f"rest{number}", _pointer) for number in range(14)),
    ]


class Change(NamedTuple):
    """A write that was not synced yet; without data, a cut."""

    offset: int
    data: bytes | None


class Kept:
    """What is known of one file."""

    def __init__(self) -> None:
        self.synced: bytes | None = None
        """As it is on the disk for certain; None if not even its name is."""
        self.now = bytearray()
        self.changes: list[Change] = []

    def apply(self, change: Change) -> None:
        self.now = applied(self.now, change)
        self.changes.append(change)

    def sync(self) -> None:
        self.synced, self.changes = bytes(self.now), []


def applied(content: bytearray, change: Change) -> bytearray:
    """A file after a change."""
    if change.data is None:
        return content[: change.offset]
    if len(content) < change.offset:
        content.extend(bytes(change.offset - len(content)))
    content[change.offset : change.offset + len(change.data)] = change.data
    return content


class Disk:
    """The files under SQLite, as far as they are synced."""

    def __init__(self) -> None:
        self.files: dict[str, Kept] = {}
        self.syncs = 0
        self.on_change: Callable[[], None] = lambda: None
        """Called before each write, cut and sync: where a test cuts the power."""
        self.lock = Lock()

    def after_power_cut(self, chance: Chance, folder: Path) -> None:
        """Writes the disk as it would be found now into another folder."""
        for path, kept in self.files.items():
            content = self._found(chance, kept)
            if content is not None and not path.endswith("-shm"):
                (folder / os.path.basename(path)).write_bytes(content)

    def _found(self, chance: Chance, kept: Kept) -> bytes | None:
        if kept.synced is None and chance.below(2):
            return None  # not even its name got to the disk
        content = bytearray(kept.synced or b"")
        sector = SECTORS[chance.below(len(SECTORS))]
        share = chance.below(5)  # from nothing to everything
        for change in kept.changes:
            if change.data is None:
                if chance.below(4) < share:
                    content = applied(content, change)
                continue
            for start, piece in _sectors(change, sector):
                if chance.below(4) < share:
                    content = applied(content, Change(start, piece))
        return bytes(content)


def _sectors(change: Change, sector: int) -> Iterator[tuple[int, bytes]]:
    """A write in the pieces that reach the disk one by one."""
    assert change.data is not None
    place, end = change.offset, change.offset + len(change.data)
    while place < end:
        upto = min(end, (place // sector + 1) * sector)
        yield place, change.data[place - change.offset : upto - change.offset]
        place = upto


@contextmanager
def power_under_sqlite(library: ctypes.CDLL, folder: Path) -> Iterator[Disk]:
    """For a while, whatever SQLite does in a folder is noted."""
    shim = _Shim(library, folder)
    try:
        yield shim.disk
    finally:
        shim.remove()


class _Shim:
    """The wrapper itself; it must outlive every connection that was opened through it."""

    alive: list[_Shim] = []

    def __init__(self, library: ctypes.CDLL, folder: Path) -> None:
        self._library = library
        self._folder = str(folder.resolve())
        self.disk = Disk()
        self._names: dict[int, str] = {}
        self._originals: dict[int, Methods] = {}
        self._tables: list[Methods] = []
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        library.sqlite3_vfs_register.argtypes = [_pointer, _int]
        library.sqlite3_vfs_unregister.argtypes = [_pointer]
        self._real = library.sqlite3_vfs_find(None)
        self._vfs = Vfs()
        ctypes.memmove(ctypes.byref(self._vfs), self._real, ctypes.sizeof(Vfs))
        self._name = b"boomtown-power-%d" % len(self.alive)
        self._vfs.name, self._vfs.next = self._name, None
        self._real_open = OPEN(self._real.contents.open)
        self._real_delete = DELETE(self._real.contents.delete)
        self._callbacks = (
            OPEN(self._open),
            DELETE(self._delete),
            CLOSE(self._close),
            WRITE(self._write),
            TRUNCATE(self._truncate),
            SYNC(self._sync),
        )
        self._vfs.open = ctypes.cast(self._callbacks[0], _pointer)
        self._vfs.delete = ctypes.cast(self._callbacks[1], _pointer)
        self.alive.append(self)
        assert library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == OK

    def remove(self) -> None:
        """SQLite works on its own again."""
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        assert self._library.sqlite3_vfs_register(self._real, 1) == OK

    def _open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        result: int = self._real_open(vfs, name, file, flags, out)
        path = ctypes.string_at(name).decode() if name else ""
        if result == OK and path.startswith(self._folder):
            handle = ctypes.cast(file, ctypes.POINTER(File)).contents
            real = Methods.from_address(handle.methods)
            table = Methods.from_buffer_copy(real)
            table.close = ctypes.cast(self._callbacks[2], _pointer)
            table.write = ctypes.cast(self._callbacks[3], _pointer)
            table.truncate = ctypes.cast(self._callbacks[4], _pointer)
            table.sync = ctypes.cast(self._callbacks[5], _pointer)
            self._tables.append(table)
            handle.methods = ctypes.addressof(table)
            self._originals[file] = real
            self._names[file] = path
            self.disk.files.setdefault(path, Kept())
        return result

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        self.disk.files.pop(name.decode(), None)
        result: int = self._real_delete(vfs, name, sync)
        return result

    def _close(self, file: int) -> int:
        handle = ctypes.cast(file, ctypes.POINTER(File)).contents
        real = self._originals.pop(file)
        handle.methods = ctypes.addressof(real)
        del self._names[file]
        result: int = CLOSE(real.close)(file)
        return result

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        self.disk.on_change()
        result: int = WRITE(self._originals[file].write)(file, data, size, offset)
        if result == OK:
            with self.disk.lock:
                kept = self.disk.files[self._names[file]]
                kept.apply(Change(offset, ctypes.string_at(data, size)))
        return result

    def _truncate(self, file: int, size: int) -> int:
        self.disk.on_change()
        result: int = TRUNCATE(self._originals[file].truncate)(file, size)
        if result == OK:
            with self.disk.lock:
                self.disk.files[self._names[file]].apply(Change(size, None))
        return result

    def _sync(self, file: int, flags: int) -> int:
        self.disk.on_change()
        result: int = SYNC(self._originals[file].sync)(file, flags)
        if result == OK:
            with self.disk.lock:
                self.disk.files[self._names[file]].sync()
                self.disk.syncs += 1
        return result
