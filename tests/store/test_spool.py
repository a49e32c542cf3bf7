"""Notes from commands to the process that serves the embedded database."""

from __future__ import annotations

from pathlib import Path

from boomtown.store.bus import Bus
from boomtown.store.database import Database, sqlite_url
from boomtown.store.spool import Spool
from sites import eventually


def test_notes_are_taken_once_in_their_order(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    assert list(spool.take()) == []
    topics = [f"table:{number}" for number in range(20)]
    for topic in topics:
        spool.put(topic)
    assert list(Spool(tmp_path).take()) == topics
    assert list(spool.take()) == []


def test_a_note_reaches_who_listens_though_another_fails(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path))
    bus, spool, heard = Bus(database), Spool(tmp_path), list[str]()

    def listen(topic: str) -> None:
        heard.append(topic)
        if topic == "bad":
            raise ValueError(topic)

    bus.listen(listen)
    for topic in ("bad", "table:x"):
        spool.put(topic)
    spool.start(bus)
    try:
        eventually(lambda: heard == ["bad", "table:x"])
    finally:
        spool.close()
        database.close()
