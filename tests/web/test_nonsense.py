"""Whatever is sent to any route or socket, it is never our fault."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from gunicorn.http.errors import InvalidChunkSize

from boomtown.core.errors import InvalidAnswer
from boomtown.store.models import DeviceLinkRow
from boomtown.web.operator.admin_key import make_admin_key
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.forms import DEEPEST, from_json
from nonsense.asking import Asking, send
from nonsense.filing import Filing
from nonsense.judge import Judge
from nonsense.ledger import Ledger
from nonsense.recipes import FORM, Draft
from nonsense.speaking import Speaking
from nonsense.town import Copies, Facts, Place, Town, built
from nonsense.wire import torment
from sites import app_in, seated, site_of, started
from visitors import Person

log = logging.getLogger(__name__)
TURNS: Sequence[tuple[type[Asking | Speaking | Filing], int]] = (
    (Asking, 150),
    (Speaking, 6),
    (Filing, 12),
)
ENOUGH = 180
"""Bad inputs in as many turns; a socket is one turn. Many more are for ``make nonsense``."""
ON_THE_WIRE = 48
JSON = "application/json"
DEEP = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    "database_url", ["sqlite", pytest.param("postgres", marks=pytest.mark.soak)], indirect=True
)
def test_nonsense_is_answered_politely(tmp_path: Path, database_url: str) -> None:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")
    with app_in(tmp_path, database=database_url) as app:
        town = Town(app, built(site_of(app), seed))
        embedded = town.site.database.embedded
        judge = Judge(town, Ledger(town.site.database) if embedded else None)
        with judge.watching():
            for way, turns in TURNS:
                sender = way(town, judge, seed)
                for _ in range(turns):
                    sender.turn()
    found = judge.found
    assert (found.faults, found.errors, found.changes) == ([], [], [])
    assert found.bad > ENOUGH


def test_a_server_goes_on_after_nonsense_on_the_wire(tmp_path: Path) -> None:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")
    found = torment(Copies(tmp_path, seed), ON_THE_WIRE, seed)
    assert (found.faults, found.errors, found.changes) == ([], [], [])
    assert found.bad == ON_THE_WIRE


class TestTheJudge:
    """What is planted here, the judge of bad inputs must find."""

    @pytest.fixture
    def town(self, app: Flask, site: Site) -> Town:
        """A town with a route for every mistake that somebody might make."""
        make_admin_key(site.settings.data)
        room, players = started(site, "high_noon", 2, 2)

        def planted(what: str) -> str:
            if what == "written":
                site.people.add("Nobody", "en")
            elif what == "moved":
                room.playing().match.chance.below(6)
            elif what == "logged":
                log.error("something is wrong")
            elif what == "threaded":
                thread = Thread(target=lambda: 1 / 0)
                thread.start()
                thread.join()
            elif what == "broken":
                raise LookupError(what)
            elif what == "rolled back":
                with suppress(LookupError), site.database.writing() as session:
                    session.add(DeviceLinkRow(hash="x", player=players[0], until=0))
                    session.flush()
                    raise LookupError
            return abort(409)

        app.add_url_rule("/planted/<what>", view_func=planted)
        place = Place(room.code, "high_noon", room.table.match or "", "", players, ["", ""], "")
        return Town(app, Facts([place], [], {}))

    @pytest.mark.parametrize(
        ("what", "wrong"),
        [
            ("nothing", set()),
            ("rolled back", set()),
            ("written", {"changes"}),
            ("moved", {"changes"}),
            ("logged", {"errors"}),
            ("threaded", {"errors"}),
            ("broken", {"faults", "errors"}),
        ],
    )
    def test_a_planted_mistake_is_found(self, town: Town, what: str, wrong: set[str]) -> None:
        rule = next(rule for rule in town.app.url_map.iter_rules() if "/planted/" in rule.rule)
        judge = Judge(town, Ledger(town.site.database))
        with judge.watching():
            send(town, judge, Draft(rule, town.facts.places[0], "GET", {"what": what}), "planted")
        found = judge.found
        told = {"faults": found.faults, "errors": found.errors, "changes": found.changes}
        assert {name for name, lines in told.items() if lines} == wrong

    def test_what_is_right_does_not_count(self, town: Town) -> None:
        rules = {rule.endpoint: rule for rule in town.app.url_map.iter_rules()}
        judge, place = Judge(town, Ledger(town.site.database)), town.facts.places[0]
        with judge.watching():
            send(town, judge, Draft(rules["pages.credits"], place, "GET", {}), "right")
            said = Draft(rules["tables.say"], place, "POST", {"code": place.code})
            said.cookie, said.kind = town.cookie(place.players[0]), FORM
            said.fields, said.certain = {"text": "\u202eDraw."}, True
            send(town, judge, said, "right, after all")
        assert judge.found.bad == 0
        assert judge.found.fine == 2
        assert judge.written == 1


class TestARefusalChangesNothing:
    """Neither a newcomer nor a name is written down for something that is refused."""

    @pytest.fixture
    def seat(self, site: Site) -> tuple[Room, str]:
        """A table under way, and one of its players."""
        room, players = started(site, "high_noon", 2, 2)
        return room, players[0]

    @pytest.mark.parametrize(
        "act",
        [
            *("sit", "stand", "kick", "unbot", "forgive", "bot", "link", "start", "answer", "undo"),
            *("standing", "pause", "leave", "back", "close", "rematch"),
        ],
    )
    def test_a_stranger_who_is_refused_stays_a_stranger(
        self, client: FlaskClient, site: Site, seat: tuple[Room, str], act: str
    ) -> None:
        ledger = Ledger(site.database)
        fields = {"seat": "0", "name": "Ann", "number": "0", "a": "duck", "kind": "random"}
        with client.post(f"/t/{seat[0].code}/{act}", data=fields) as reply:
            assert reply.status_code == 409
        assert ledger.take() == []

    @pytest.mark.parametrize("path", ["/tables", "/games/high_noon/play"])
    def test_a_form_that_is_wrong_makes_nobody(
        self, client: FlaskClient, site: Site, path: str
    ) -> None:
        ledger = Ledger(site.database)
        fields = {"game": "high_noon", "seats": "77", "name": "Ann"}
        with client.post(path, data=fields) as reply:
            assert reply.status_code == 422
        assert ledger.take() == []

    def test_a_seat_that_is_not_free_gives_nobody_a_new_name(
        self, app: Flask, site: Site, seat: tuple[Room, str]
    ) -> None:
        table, _ = seated(site, "high_noon", 1, 2)
        guest, ledger = Person(app, "Ann"), Ledger(site.database)
        for code, number in ((table.code, "0"), (table.code, "x"), (seat[0].code, "0")):
            assert guest.send(f"/t/{code}/sit", seat=number, name="Bob") in (409, 422)
        assert ledger.take() == []


class Pieces:
    """A body whose pieces gunicorn cannot read."""

    def read(self, _size: int = -1) -> bytes:
        """Never gets further than the first one."""
        raise InvalidChunkSize(b"zz")

    readline = read


def test_a_body_in_pieces_that_are_none_is_refused(client: FlaskClient) -> None:
    for path in ("/verify", "/api/tables", "/healthz"):
        with client.post(
            path,
            content_type=JSON,
            headers={"Transfer-Encoding": "chunked"},
            environ_overrides={"wsgi.input": Pieces(), "wsgi.input_terminated": True},
        ) as reply:
            assert reply.status_code == 400, path


def test_a_part_of_a_form_needs_a_name(client: FlaskClient) -> None:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--\r\n"
    with client.post("/me", data=body, content_type="multipart/form-data; boundary=x") as reply:
        assert reply.status_code == 400


def test_json_that_cannot_be_read_is_refused(client: FlaskClient, site: Site) -> None:
    room, _ = started(site, "shadows_west", 2, 2)
    unreadable = (
        b'{"text": "\xff"}',
        b'{"t\xffxt": ""}',
        b'{"text": "\\u0000"}',
        DEEP,
        b"[" * 9000,
    )
    for path in ("/api/tables", f"/t/{room.code}/preview"):
        for body in unreadable:
            with client.post(path, data=body, content_type=JSON) as reply:
                assert reply.status_code == 422, (path, body[:20])


def test_depth_is_counted_outside_of_quotes() -> None:
    quoted = b'{"text": "' + b"[" * 100 + b'\\"{", "number": 1}'
    assert from_json(quoted, object) == {"text": "[" * 100 + '"{', "number": 1}
    flat = b"[" + b",".join([b"[0]"] * 100) + b"]"
    assert from_json(flat, list[list[int]]) == [[0]] * 100
    with pytest.raises(InvalidAnswer, match="deep"):
        from_json(b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), object)


def test_nul_is_nowhere_taken_for_text(client: FlaskClient) -> None:
    for path, code in (("/t/a%00b", 404), ("/i/%00", 404), ("/search?q=%00", 400)):
        with client.get(path) as reply:
            assert reply.status_code == code
    with client.post("/me", data={"name": "A\0B"}) as reply:
        assert reply.status_code == 400
