"""A match that cannot go on harms nobody: no page, no list, no other table, no restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from boomtown import plugins
from boomtown.core import Refused, Seat
from boomtown.plugins import Listing, find_game
from boomtown.store.parked import Cause
from boomtown.store.tables import Phase
from boomtown.web.rooms import live
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.pages import page_of
from boomtown.web.rooms.standing import MatchStopped, Standing
from boomtown.web.site import Site
from boomtown.web.sockets.feeds import ViewFeed
from boomtown.web.tables.seating import MOST_FAILURES, start
from boomtown_game_high_noon import rules
from sites import answer_any, app_in, eventually, seated, site_of, started

PAGES = ("/", "/me", "/games/", "/games/bang_dice", "/rules/", "/plugins", "/nowhere", "/credits")


def sit(site: Site, client: FlaskClient, game: str = "high_noon") -> Room:
    """A match with the visitor on the first seat and a bot on the second, waiting for both."""
    client.post("/me", data={"name": "Ann"}).close()
    with client.session_transaction() as session:
        me = session["player"]
    table, _ = seated(site, game, 0, 4 if game != "high_noon" else 2)
    site.tables.clear_seat(table.code, 0, table.host)
    site.tables.sit(table.code, 0, me)
    room = site.rooms.get(table.code)
    assert room is not None
    start(site, room.table)
    return room


Change = Callable[[str], None]


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Iterator[Change]:
    """Installs another version of a game, or takes it away."""
    known = plugins.listings()

    def install(what: str, id: str = "high_noon") -> None:
        listings = []
        for one in known:
            if one.id != id:
                listings.append(one)
            elif what == "broken":
                listings.append(Listing(id, "", None, "SyntaxError: invalid syntax"))
            elif what != "gone":
                assert one.game is not None
                listings.append(Listing(id, "", replace(one.game, version=what)))
        monkeypatch.setattr(plugins, "listings", lambda **how: listings)

    yield install
    monkeypatch.undo()


def again(room: Room) -> None:
    """Forgets what is in memory, as a restart does."""
    with room.lock:
        room._live = room._stopped = None


@pytest.mark.rule("boomtown.table.stopped")
@pytest.mark.parametrize(
    ("what", "standing", "words"),
    [
        ("9.9.9", Standing.OTHER_VERSION, "played with version 1.0.0"),
        ("gone", Standing.GONE, "high_noon is not installed"),
        ("broken", Standing.GONE, "high_noon is not installed"),
    ],
)
class TestAChangedGame:
    def test_its_players_reach_every_page(
        self,
        site: Site,
        client: FlaskClient,
        change: Change,
        what: str,
        standing: Standing,
        words: str,
    ) -> None:
        room = sit(site, client)
        change(what)
        again(room)
        assert room.stopped is not None
        assert room.stopped.standing is standing
        for path in PAGES:
            with client.get(path) as response:
                assert response.status_code == (404 if path == "/nowhere" else 200), path
        with client.get("/") as response:
            assert "It cannot go on at the moment." in response.get_data(as_text=True)
        for path in (f"/t/{room.code}", f"/t/{room.code}/text"):
            with client.get(path) as response:
                page = response.get_data(as_text=True)
            assert response.status_code == 200
            assert words in page
            assert "every answer is kept" in page

    def test_programs_are_told_410(
        self,
        site: Site,
        client: FlaskClient,
        change: Change,
        what: str,
        standing: Standing,
        words: str,
    ) -> None:
        room = sit(site, client)
        token = site.tables.new_token(room.code, 0)
        bearer = {"Authorization": f"Bearer {token}"}
        change(what)
        again(room)
        with client.get(f"/api/tables/{room.code}/view", headers=bearer) as response:
            assert response.status_code == 410
            assert response.get_json()["rule"] == "boomtown.table.stopped"
            assert words in response.get_json()["error"]
        with client.get(f"/api/tables/{room.code}", headers=bearer) as response:
            assert response.status_code == 200
        with client.get("/api/tables?phase=playing") as response:
            assert response.status_code == 200

    def test_nothing_is_lost_and_the_match_goes_on_when_the_game_is_back(
        self,
        site: Site,
        client: FlaskClient,
        change: Change,
        what: str,
        standing: Standing,
        words: str,
    ) -> None:
        room = sit(site, client)
        answer_any(room, Seat(0))
        before = room.playing().match.hash()
        change(what)
        again(room)
        with pytest.raises(MatchStopped):
            answer_any(room, Seat(1))
        change("1.0.0")
        again(room)
        assert room.playing().match.hash() == before
        answer_any(room, Seat(1))

    def test_other_tables_are_served(
        self,
        site: Site,
        client: FlaskClient,
        change: Change,
        what: str,
        standing: Standing,
        words: str,
    ) -> None:
        sit(site, client)
        other, _ = started(site, "bang_dice", 0, 4, bot="sharp")
        change(what)
        site.house.start()
        eventually(lambda: other.table.phase is Phase.ENDED)


def test_an_open_table_of_a_game_that_is_gone_says_so(
    site: Site, client: FlaskClient, change: Change
) -> None:
    table, _ = seated(site, "high_noon", 0, 2)
    change("gone")
    with client.get(f"/t/{table.code}") as response:
        page = response.get_data(as_text=True)
    assert response.status_code == 200
    assert "the table waits until the game is back" in page


def fail(*_: object) -> None:
    raise ZeroDivisionError("the author forgot something")


def loop(*_: object) -> None:
    while True:
        pass


@pytest.mark.rule("boomtown.table.stopped")
@pytest.mark.parametrize(("mistake", "cause"), [(fail, Cause.FAULT), (loop, Cause.SLOW)])
class TestAGameThatBreaks:
    @pytest.fixture
    def app(self, tmp_path: Path) -> Iterator[Flask]:
        with app_in(tmp_path, game_seconds=0.2) as app:
            yield app

    @pytest.fixture
    def broken(
        self,
        site: Site,
        client: FlaskClient,
        monkeypatch: pytest.MonkeyPatch,
        mistake: Callable[..., None],
    ) -> Room:
        """A table whose next step does not come back as it should."""
        room = sit(site, client)
        answer_any(room, Seat(0))
        monkeypatch.setattr(rules.Stand, "revealed", mistake)
        with pytest.raises(MatchStopped):
            answer_any(room, Seat(1))
        return room

    def test_its_match_is_parked_with_its_place_and_the_last_good_answer(
        self, site: Site, client: FlaskClient, broken: Room, cause: Cause
    ) -> None:
        (parked,) = site.parked.all()
        assert parked.table == broken.code
        assert parked.cause is cause
        assert parked.number == 1
        assert "test_standing.py" in parked.problem
        with client.get(f"/t/{broken.code}") as response:
            assert "The operator has been told" in response.get_data(as_text=True)
            assert response.status_code == 200

    def test_a_restart_does_not_try_again_but_the_operator_can(
        self, site: Site, broken: Room, cause: Cause, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        again(broken)
        assert broken.stopped is not None
        assert broken.stopped.standing is Standing.FAULTY
        monkeypatch.undo()
        assert broken.live is None, "only the operator says that it may be tried again"
        assert site.parked.release(broken.table.match or "")
        answer_any(broken, Seat(1))

    def test_the_house_serves_the_others(self, site: Site, broken: Room, cause: Cause) -> None:
        other, _ = started(site, "bang_dice", 0, 4, bot="sharp")
        site.house.start()
        eventually(lambda: other.table.phase is Phase.ENDED)
        assert len(site.parked.all()) == 1


@pytest.mark.rule("boomtown.table.stopped")
class TestAGameThatFailsAgainAndAgain:
    def test_it_gets_no_new_matches_until_the_operator_releases_one(self, site: Site) -> None:
        rooms = [started(site, "high_noon", 2, 2)[0] for _ in range(MOST_FAILURES)]
        for room in rooms:
            with pytest.raises(MatchStopped), room.lock:
                room.shown(room.playing(), fail)
        with pytest.raises(Refused, match="failing"):
            started(site, "high_noon", 2, 2)
        started(site, "bang_dice", 4, 4)
        assert site.parked.release(rooms[0].table.match or "")
        started(site, "high_noon", 2, 2)

    def test_a_set_up_that_fails_is_told_and_begins_nothing(
        self, site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rules.Rounds, "once", fail)
        with client.post("/games/high_noon/play") as response:
            assert response.status_code == 409
            assert "has failed" in response.get_data(as_text=True)
        assert site.tables.playing() == []

    def test_a_match_that_grows_without_end_is_parked(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "LARGEST_MATCH", 100)
        monkeypatch.setattr(live, "EVERY", 1)
        room, _ = started(site, "high_noon", 2, 2)
        with pytest.raises(MatchStopped):
            answer_any(room, Seat(0))
        (parked,) = site.parked.all()
        assert (parked.cause, parked.number) == (Cause.LARGE, 0)


class TestWhatAPlayerSends:
    def test_an_answer_that_a_game_chokes_on_is_refused_and_harms_nobody(
        self, site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room = sit(site, client)
        choice = type(room.playing().match.choice(Seat(0)))
        monkeypatch.setattr(choice, "read", fail)
        form = {"number": "0", "a": '"duck"'}
        with client.post(f"/t/{room.code}/answer", data=form) as response:
            assert response.status_code == 422
        assert site.parked.all() == []
        monkeypatch.undo()
        with client.post(f"/t/{room.code}/answer", data=form) as response:
            assert response.status_code == 302


class TestABrokenBoard:
    @pytest.mark.parametrize("where", ["function", "template"])
    def test_the_table_is_shown_in_words(
        self, app: Flask, site: Site, client: FlaskClient, where: str, monkeypatch: Any
    ) -> None:
        room = sit(site, client, "bang_dice")
        if where == "function":
            page = page_of(find_game("bang_dice"))
            monkeypatch.setattr(
                "boomtown.web.tables.table_page.page_of", lambda game: replace(page, board=fail)
            )
        else:
            loader = app.jinja_env.loader
            source = loader.get_source  # type: ignore[union-attr]  # Flask always has one

            def broken(environment: Any, name: str) -> Any:
                found = source(environment, name)
                if name != "bang_dice/board.html":
                    return found
                return "{{ nobody.knows.this }}", found[1], found[2]

            monkeypatch.setattr(loader, "get_source", broken)
            app.jinja_env.cache.clear()  # type: ignore[union-attr]  # as above
        with client.get(f"/t/{room.code}") as response:
            text = response.get_data(as_text=True)
        assert response.status_code == 200
        assert "The drawn table does not work at the moment." in text
        assert 'id="prompt"' in text
        assert site.parked.all() == []


class TestTheErrorPage:
    def test_it_needs_no_database(
        self, site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client.post("/me", data={"name": "Ann"}).close()
        monkeypatch.setattr(site.people, "get", no_database)
        for path, lang, words in (("/", "en", "our fault"), ("/me", "ru", "Виноваты мы")):
            with client.get(path, headers={"Accept-Language": lang}) as response:
                assert response.status_code == 503
                assert response.headers["Retry-After"]
                assert words in response.get_data(as_text=True)

    def test_it_needs_no_game(
        self, site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken() -> list[object]:
            raise RuntimeError("no plugin can be loaded")

        monkeypatch.setattr(plugins, "listings", broken)
        client.application.config["PROPAGATE_EXCEPTIONS"] = False
        with client.get("/games/") as response:
            assert response.status_code == 500
            assert "our fault" in response.get_data(as_text=True)


def no_database(*_: object) -> None:
    raise OperationalError("SELECT", {}, Exception("the server is gone"))


def test_the_host_may_close_a_table_that_cannot_go_on(
    app: Flask, site: Site, client: FlaskClient, change: Change
) -> None:
    with client.post("/games/high_noon/play", data={"name": "Ann"}) as response:
        code = response.headers["Location"].rsplit("/", 1)[1]
    with client.post(f"/t/{code}/close") as response:
        assert response.status_code == 409, "a match that goes on is not closed"
    change("gone")
    room = site.rooms.get(code)
    assert room is not None
    again(room)
    with client.post(f"/t/{code}/close") as response:
        assert response.status_code == 302
    change("1.0.0")
    again(room)
    assert site.tables.get_one(code).phase is Phase.ENDED
    assert room.stopped is not None
    assert room.stopped.standing is Standing.CLOSED
    with pytest.raises(MatchStopped):
        room.playing()


def test_a_match_that_killed_its_process_is_parked_at_the_next_start(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        room, _ = started(site_of(app), "high_noon", 2, 2)
        id = room.playing().id
    (tmp_path / "running").mkdir(exist_ok=True)
    (tmp_path / "running" / "overdue.4711").write_bytes(id.encode().ljust(64, b"\0"))
    for _ in range(2):
        with app_in(tmp_path) as app:
            (parked,) = site_of(app).parked.all()
            assert parked.match == id
            assert parked.cause is Cause.SLOW


def test_whoever_looks_on_is_told_when_a_match_stops_and_when_it_goes_on(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    program = ViewFeed(room, Seat(0))
    with room.lock:
        assert b'"type":"view"' in program.next()[0]
        with pytest.raises(MatchStopped):
            room.shown(room.playing(), fail)
        (told,) = program.next()
        assert b'"type":"stopped"' in told
        assert b"boomtown.table.stopped.faulty" in told
        assert program.next() == []
    assert site.parked.release(room.table.match or "")
    with room.lock:
        assert b'"type":"view"' in program.next()[0]
