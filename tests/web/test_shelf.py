"""Dear work: made once, in another process, kept while there is room; nobody waits behind it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from bang_dice import GAME
from boomtown.core import By, Line, Match, Record, Seat
from boomtown.store.matches import Matches
from boomtown.store.tables import Phase
from boomtown.web.replays import dear
from boomtown.web.replays import shelf as shelf_module
from boomtown.web.replays import timeline as timeline_module
from boomtown.web.replays.timeline import Beginning, Film, Timeline
from boomtown.web.replays.work import Kept, Once
from boomtown.web.site import Site
from boomtown.workers import Busy, QueueFull, TooSlow
from played import played
from replays import stored_of
from sites import answer_any, app_in, eventually, site_of, started


class Calls:
    """Counts what the site hands to its workers, and may hold it up or spoil it."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[str] = []
        self.error: Exception | None = None
        self.gate = Event()
        self.gate.set()
        run = site.work.run

        def counted(call: Callable[..., Any], *args: Any, **queue: Any) -> Any:
            self.names.append(call.__name__)
            assert self.gate.wait(30)
            if self.error is not None:
                raise self.error
            return run(call, *args, **queue)

        monkeypatch.setattr(site.work, "run", counted)


@pytest.fixture
def calls(site: Site, monkeypatch: pytest.MonkeyPatch) -> Calls:
    return Calls(site, monkeypatch)


@pytest.mark.parametrize("cost", [0.0, 1000.0], ids=["all kept", "few kept"])
def test_a_film_shows_every_moment_as_it_was(
    site: Site, monkeypatch: pytest.MonkeyPatch, cost: float
) -> None:
    monkeypatch.setattr(timeline_module, "COST", cost)
    room, _ = played(site, undo=True)
    stored = stored_of(site, room)
    lines = [timed.line for timed in site.matches.lines(stored.id)]
    assert any(line.by is By.UNDO for line in lines)
    pack = msgspec.msgpack.encode
    film = dear.film("bang_dice", pack(Beginning.of(stored)), pack(lines))
    whole = msgspec.msgpack.decode(film, type=Film)
    assert len(whole.kept) == (len(lines) + 1 if cost == 0 else 1 + len(lines) // 20)
    timeline = Timeline(GAME, Beginning.of(stored), whole, lines)
    record = Record(stored.heading, stored.seed, lines)
    for number in range(len(lines) + 1):
        then, again = timeline.at(number), Match.replayed(GAME, record, number)
        assert then.hash() == again.hash()
        assert list(then.log) == list(again.log)
        assert (then.moment, then.log.page, then.number) == (again.moment, again.log.page, number)
        assert then.view(Seat(0)) == again.view(Seat(0))


def test_a_finished_match_is_played_once_for_its_pages_and_once_for_its_proof(
    site: Site, client: FlaskClient, calls: Calls
) -> None:
    room, _ = played(site)
    id = stored_of(site, room).id
    for path in ("", "?at=3&seat=open", "?at=9&seat=B&part=1", "/verify", "/file", "/verify", ""):
        with client.get(f"/matches/{id}{path}") as response:
            assert response.status_code == 200
    with client.get(f"/api/matches/{id}/file") as response:
        assert response.status_code == 200
    assert sorted(calls.names) == ["film", "proof"]


def test_who_wants_the_same_meanwhile_waits_for_the_same_one(site: Site, calls: Calls) -> None:
    room, _ = played(site)
    stored = stored_of(site, room)
    calls.gate.clear()
    found: list[Timeline] = []
    waiting = [
        Thread(target=lambda: found.append(site.shelf.timeline(GAME, stored, "somebody")))
        for _ in range(5)
    ]
    for thread in waiting:
        thread.start()
    eventually(lambda: calls.names == ["film"])
    with room.lock:  # nobody who waits holds the room
        assert room.playing().match.outcome is not None
    calls.gate.set()
    for thread in waiting:
        thread.join()
    assert calls.names == ["film"]
    assert len(found) == 5
    assert len({id(timeline) for timeline in found}) == 1


def test_of_a_running_match_only_what_is_new_is_read_and_played(
    site: Site, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    for _ in range(6):
        answer_any(room, room.playing().match.asked()[0])
    assert site.shelf.timeline(GAME, stored_of(site, room), "").last == 6
    asked: list[int] = []
    lines = Matches.unchecked

    def counted(matches: Matches, id: str, since: int = 0) -> list[Line]:
        asked.append(since)
        return lines(matches, id, since)

    monkeypatch.setattr(Matches, "unchecked", counted)
    answer_any(room, room.playing().match.asked()[0])
    timeline = site.shelf.timeline(GAME, stored_of(site, room), "")
    assert timeline.last == 7
    assert timeline.at(7).hash() == room.playing().match.hash()
    assert asked == [6]
    assert calls.names == ["film"]
    monkeypatch.setattr(shelf_module, "AT_ONCE", 0)
    answer_any(room, room.playing().match.asked()[0])
    assert site.shelf.timeline(GAME, stored_of(site, room), "").last == 8
    assert calls.names == ["film", "film"], "too much for this process"


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_what_takes_too_long_is_said_in_words_and_not_tried_again(
    site: Site, client: FlaskClient, calls: Calls, language: str
) -> None:
    room, _ = played(site)
    id = stored_of(site, room).id
    calls.error = TooSlow("film: more than 10 s")
    said = {"en": "takes too long", "es": "tarda demasiado", "ru": "слишком долго"}
    for _ in range(2):
        with client.get(f"/matches/{id}", headers={"Accept-Language": language}) as response:
            assert response.status_code == 503
            assert said[language] in response.get_data(as_text=True)
    assert calls.names == ["film"]
    with client.get(f"/matches/{id}/verify") as response:
        assert response.status_code == 200, "the check is left to the command line"
    with client.get(f"/matches/{id}/file") as response:
        assert response.status_code == 200


@pytest.mark.parametrize("error", [Busy("no result"), QueueFull("full")])
def test_a_busy_site_says_when_to_come_again(
    site: Site, client: FlaskClient, calls: Calls, error: Exception
) -> None:
    room, _ = played(site)
    id = stored_of(site, room).id
    calls.error = error
    for path in (f"/matches/{id}", f"/matches/{id}/verify"):
        with client.get(path, headers={"Accept-Language": "en"}) as response:
            assert response.status_code == 503
            assert response.headers["Retry-After"] == "10"
            assert "Try again in a moment" in response.get_data(as_text=True)
    calls.error = None
    with client.get(f"/matches/{id}") as response:
        assert response.status_code == 200


def test_other_processes_do_the_work(tmp_path: Path) -> None:
    with app_in(tmp_path, work_processes=1) as app:
        site, client = site_of(app), app.test_client()
        room, _ = played(site)
        id = stored_of(site, room).id
        with client.get(f"/matches/{id}?at=5&seat=open") as response:
            assert response.status_code == 200
        with client.get(f"/matches/{id}/verify", headers={"Accept-Language": "en"}) as response:
            assert "every roll and every hash is the same" in response.get_data(as_text=True)
        with client.post(f"/matches/{id}/branch", data={"at": "5", "seat": "A"}) as response:
            assert response.status_code == 302
        numbers = site.work.numbers()
        assert (numbers.done, numbers.failed) == (3, 0)


def test_a_timeline_counts_for_what_it_takes_in_memory(site: Site) -> None:
    room, _ = started(site, "bang_dice", 0, 4)
    site.house.start()
    eventually(lambda: room.table.phase is Phase.ENDED)
    site.house.close()  # whatever else it does would be counted
    stored = stored_of(site, room)
    site.shelf.timeline(room.game, stored, "")
    site.shelf._timelines.drop(stored.id)
    gc.collect()
    tracemalloc.start()
    site.shelf.timeline(room.game, stored, "")
    gc.collect()
    really, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.5 < site.shelf._timelines.bytes / really < 2


def test_only_so_many_bytes_are_kept_the_last_used_ones() -> None:
    kept: Kept[str] = Kept(100)
    for name in "abc":
        kept.put(name, name, 40)
    assert [kept.get(name) for name in "abc"] == [None, "b", "c"]
    kept.get("b")
    kept.put("d", "d", 40)
    assert [kept.get(name) for name in "bcd"] == ["b", None, "d"]
    kept.put("e", "e", 1000)
    assert [kept.get(name) for name in "bde"] == [None, None, "e"], "one is kept in any case"
    kept.put("e", "f", 10)
    assert (kept.get("e"), kept.bytes) == ("f", 10)


def test_what_fails_fails_for_all_who_wait_and_is_tried_again_later() -> None:
    once: Once[int] = Once()

    def fail() -> int:
        raise TooSlow("late")

    with pytest.raises(TooSlow):
        once.make("key", fail)
    assert once.make("key", lambda: 3) == 3
