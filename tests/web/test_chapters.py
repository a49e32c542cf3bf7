"""A match goes on when its game gets a new version, in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from boomtown import plugins
from boomtown.core import By, Game, Refused, Seat, verify
from boomtown.plugins import Listing
from boomtown.store.backup import back_up
from boomtown.store.check import check_all
from boomtown.store.database import now, sqlite_url
from boomtown.store.models import SnapshotRow
from boomtown.web.operator import doctor
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.rooms import Rooms
from boomtown.web.rooms.standing import MatchStopped, Standing
from boomtown.web.site import Site
from claims import one, two
from sites import app_in, site_of, started

Opens = Callable[..., AbstractContextManager[Flask]]
BEGUN = "boomtown.chapter.begun"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game[Any, Any]], None]:
    """Puts a version of the game in the place of the one before."""

    def put(game: Game[Any, Any]) -> None:
        for module in (plugins, doctor):
            monkeypatch.setattr(module, "listings", lambda **_: [Listing(game.id, "", game)])

    put(one.GAME)
    return put


@pytest.fixture
def opens(tmp_path: Path, database_url: str) -> Opens:
    """The site on one database, again and again."""
    return lambda: app_in(tmp_path, database=database_url)


@pytest.fixture
def begun(opens: Opens, install: Callable[..., None]) -> tuple[str, list[str]]:
    """A match of the version before, put away in the middle of a day."""
    with opens() as app:
        room, players = started(site_of(app), "claims", 3, 3)
        play(room, 8)
        return room.code, players


def play(room: Room, answers: int = 1_000) -> None:
    with room.lock:
        for _ in range(answers):
            match = room.playing().match
            if match.outcome is not None:
                return
            seat = match.asked()[0]
            offers = match.choice(seat).offers()
            room.answer(seat, offers[match.number % len(offers)])


def room_in(app: Flask, code: str) -> Room:
    room = site_of(app).rooms.get(code)
    assert room is not None
    return room


def forget_snapshot(site: Site, id: str) -> None:
    with site.database.writing() as session:
        session.delete(session.get_one(SnapshotRow, id))


def page(app: Flask, path: str, player: str | None = None, status: int = 200) -> str:
    client = app.test_client()
    if player is not None:
        with client.session_transaction() as session:
            session["player"], session["epoch"] = player, 0
    with client.get(path) as response:
        assert response.status_code == status, path
        return response.get_data(as_text=True)


@pytest.mark.rule(BEGUN)
def test_it_is_played_on_to_its_end_and_replayed_and_verified(
    opens: Opens, install: Callable[..., None], begun: tuple[str, list[str]]
) -> None:
    code, players = begun
    install(two.GAME)
    with opens() as app:
        room = room_in(app, code)
        match = room.playing().match
        assert isinstance(match.state, two.Camp)
        assert match.number == 9
        assert room.table.options == {"days": 3}
        text = page(app, f"/t/{code}", players[0])
        assert "A new chapter: the match goes on with version 2.0.0 of its game." in text
        assert "Something that the present version has no words for." in text, "claims.rest is gone"
        play(room)
        id = room.table.match or ""
        site = site_of(app)
        lines = [timed.line.by for timed in site.matches.lines(id)]
        assert lines.count(By.CHAPTER) == 1
        assert check_all(site.database) == []

        text = page(app, f"/matches/{id}?seat=open")
        assert "What came before was played with version 1.0.0 of the game." in text
        assert 'min="9"' in text
        assert "1.0.0: 8 answers (only that version shows them)" in text
        assert f"2.0.0: {len(lines) - 9} answers" in text
        assert "Verified in part" in text
        text = page(app, f"/matches/{id}?at=12&seat=open")
        assert "What came before" not in text
        assert page(app, f"/matches/{id}?at=2&seat=open").count("What came before") == 1
        assert "1.0.0: 8 answers; only that version can check them" in page(
            app, f"/matches/{id}/verify"
        )
        exported = page(app, f"/matches/{id}/file")
        assert page(app, f"/api/matches/{id}/file") == exported
    for game, checked in ((one.GAME, [True, False]), (two.GAME, [False, True])):
        verdict = verify(exported, lambda id, game=game: game)  # type: ignore[misc]  # its own
        assert [chapter.checked for chapter in verdict.chapters] == checked
    install(one.GAME)
    with opens() as app:
        text = page(app, f"/matches/{id}?at=8&seat=open")
        assert "What follows was played with version 2.0.0 of the game" in text


def test_what_it_is_loaded_from_does_not_matter(
    opens: Opens, install: Callable[..., None], begun: tuple[str, list[str]]
) -> None:
    code, _ = begun
    install(two.GAME)
    with opens() as app:
        room = room_in(app, code)
        play(room, 3)
        live = room.playing()
        hash, log = live.match.hash(), list(live.match.log)
    for lost in (False, True):
        with opens() as app:
            if lost:
                forget_snapshot(site_of(app), live.id)
            match = room_in(app, code).playing().match
            assert (match.hash(), list(match.log)) == (hash, log)
            assert match.number == 12


def test_an_answer_is_taken_back_within_the_chapter_only(
    opens: Opens, install: Callable[..., None]
) -> None:
    with opens() as app:
        room, _ = started(site_of(app), "claims", 3, 3)
        play(room, 3)
        room.answer(Seat(0), "rest")
        assert room.playing().match.undoable == 1
    install(two.GAME)
    with opens() as app:
        room = room_in(app, room.code)
        with pytest.raises(Refused, match="learned"):
            room.undo(Seat(0))
        before = room.playing().match.hash()
        room.answer(Seat(1), "pan")
    with opens() as app:
        room = room_in(app, room.code)
        room.undo(Seat(1))
        assert room.playing().match.hash() == before


def test_a_running_match_tells_nobody_what_its_chapter_holds(
    opens: Opens, install: Callable[..., None], begun: tuple[str, list[str]]
) -> None:
    code, players = begun
    install(two.GAME)
    with opens() as app:
        room = room_in(app, code)
        claims = [digger.claim.value for digger in room.playing().match.state.diggers]
        id = room.table.match
        for path in (f"/matches/{id}/file", f"/api/matches/{id}/file", f"/matches/{id}/verify"):
            page(app, path, status=409)
        token = site_of(app).tables.new_token(code, 1)
        client = app.test_client()
        with client.get(
            f"/api/tables/{code}/view", headers={"Authorization": f"Bearer {token}"}
        ) as response:
            told = response.get_data(as_text=True)
        assert f'"value":{claims[1]}' in told.replace(" ", "")
        assert f'"value":{claims[0]}' not in told.replace(" ", "")
        text = page(app, f"/matches/{id}", players[1])
        assert "answers" not in text.split('<dl class="facts">')[1].split("</dl>")[0], (
            "nobody may count sealed answers"
        )


@pytest.mark.rule("boomtown.table.stopped")
@pytest.mark.parametrize("how", ["no upgrade", "another version", "a mistake", "too old"])
def test_a_version_that_cannot_go_on_is_told_and_loses_nothing(
    opens: Opens, install: Callable[..., None], begun: tuple[str, list[str]], how: str
) -> None:
    def mistaken(version: str, old: object) -> None:
        raise KeyError("nugget")

    games: dict[str, Game[Any, Any]] = {
        "no upgrade": replace(two.GAME, upgrade=None),
        "another version": replace(one.GAME, version="1.5.0"),
        "a mistake": replace(two.GAME, upgrade=mistaken),
        "too old": replace(two.GAME, upgrade=lambda version, old: None),
    }
    code, players = begun
    install(games[how])
    with opens() as app:
        room = room_in(app, code)
        with pytest.raises(MatchStopped) as stopped:
            play(room, 1)
        assert stopped.value.stopped.standing is Standing.OTHER_VERSION
        text = page(app, f"/t/{code}", players[0])
        assert "This match was played with version 1.0.0 of its game" in text
        assert site_of(app).parked.all() == []
    install(two.GAME)
    with opens() as app:
        play(room_in(app, code))


def test_a_match_that_nobody_put_aside_waits_for_its_version(
    tmp_path: Path,
    opens: Opens,
    install: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as crash:
        crash.setattr(Rooms, "put_aside", lambda rooms: None)
        with opens() as app:
            room, _ = started(site_of(app), "claims", 3, 3)
            play(room, 2)
    install(two.GAME)
    with opens() as app:
        stopped = room_in(app, room.code).stopped
        assert stopped is not None
        assert "start and stop claims 1.0.0 once more" in stopped.problem
    install(one.GAME)
    with opens() as app:
        assert room_in(app, room.code).playing().match.number == 2
    install(two.GAME)
    with opens() as app:
        assert room_in(app, room.code).playing().match.number == 3


def test_a_match_without_any_answer_goes_on_too(opens: Opens, install: Callable[..., None]) -> None:
    with opens() as app:
        room, _ = started(site_of(app), "claims", 3, 3)
        assert room.live is not None
    install(two.GAME)
    with opens() as app:
        play(room_in(app, room.code))


def test_a_match_that_branched_off_goes_on_and_is_loaded_again(
    opens: Opens, install: Callable[..., None]
) -> None:
    with opens() as app:
        room, players = started(site_of(app), "claims", 3, 3)
        play(room)
        client = app.test_client()
        with client.session_transaction() as session:
            session["player"], session["epoch"] = players[0], 0
        form = {"at": "4", "seat": "A"}
        with client.post(f"/matches/{room.table.match}/branch", data=form) as response:
            code = response.headers["Location"].rsplit("/", 1)[1]
        branch = room_in(app, code)
        play(branch, 2)
    install(two.GAME)
    with opens() as app:
        room = room_in(app, code)
        play(room, 2)
        live = room.playing()
        hash = live.match.hash()
    with opens() as app:
        forget_snapshot(site_of(app), live.id)
        assert room_in(app, code).playing().match.hash() == hash


def test_of_two_processes_one_begins_the_chapter(
    opens: Opens,
    install: Callable[..., None],
    begun: tuple[str, list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, _ = begun
    install(two.GAME)
    with opens() as app:
        site = site_of(app)
        stored = site.matches.get(site.tables.get_one(code).match or "")
        assert stored is not None
        kept = [site.matches.kept(stored)]
        play(room_in(app, code), 1)
        really = site.matches.kept
        monkeypatch.setattr(
            site.matches, "kept", lambda stored: kept.pop() if kept else really(stored)
        )
        late = site.rooms.loader.load(stored.id)
        assert isinstance(late, LiveMatch)
        assert late.match.number == 10
        assert [timed.line.by for timed in site.matches.lines(stored.id)].count(By.CHAPTER) == 1


class TestForTheOperator:
    @pytest.fixture
    def database_url(self, tmp_path: Path) -> str:
        return sqlite_url(tmp_path)

    def findings(self, data: Path) -> Iterator[str]:
        for one_ in doctor.examine(data, {"BOOMTOWN_SECRET": "x"}, now):
            if one_.about == "matches":
                yield one_.text

    def test_the_doctor_says_what_will_go_on_and_what_will_not(
        self, tmp_path: Path, install: Callable[..., None], begun: tuple[str, list[str]]
    ) -> None:
        old = "claims 1.0.0 was played, 2.0.0 is installed"
        install(two.GAME)
        assert list(self.findings(tmp_path)) == [f"1 running matches go on as a new chapter: {old}"]
        install(replace(two.GAME, upgrade=None))
        assert list(self.findings(tmp_path)) == [
            f"1 running matches wait: {old}; snapshot: claims 2.0.0 cannot go on from 1.0.0"
        ]

    def test_a_backup_knows_chapters(
        self,
        tmp_path: Path,
        opens: Opens,
        install: Callable[..., None],
        begun: tuple[str, list[str]],
    ) -> None:
        install(two.GAME)
        with opens() as app:
            play(room_in(app, begun[0]), 2)
        saved = back_up(tmp_path, tmp_path / "backup.tar")
        assert saved.manifest.damaged == []
        assert saved.manifest.counts["answers"] == 11
