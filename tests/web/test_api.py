"""The JSON API: seats and their tokens, views without secrets, answers judged by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from boomtown.bots import LEVELS
from boomtown.core import Chance
from boomtown.core.matchfile import verify
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.bus import Bus
from boomtown.web.guard.budget import LIMITS, Act
from boomtown.web.site import Site
from sites import app_in, site_of

HOUSE = "boomtown.table."


class Reply:
    """What the API answered."""

    def __init__(self, code: int, said: Any, headers: dict[str, str]) -> None:
        self.code = code
        self.said = said
        self.headers = headers

    @property
    def rule(self) -> str | None:
        """The rule that forbade it; every refusal has the one shape."""
        assert 400 <= self.code < 500
        assert set(self.said) == {"ok", "error", "rule"}
        assert self.said["ok"] is False
        assert self.said["error"]
        rule: str | None = self.said["rule"]
        return rule


class Api:
    """Somebody who uses the API, with a token or without."""

    def __init__(self, client: FlaskClient, here: str = "/api", token: str = "") -> None:
        self._client = client
        self.here = here
        self.token = token

    def at(self, code: str, token: str = "") -> Api:
        """The same at a table."""
        return Api(self._client, f"/api/tables/{code}", token)

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Reply:
        """One request."""
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        with self._client.open(
            self.here + path, method=method, json=body, headers=headers
        ) as reply:
            said = reply.get_json(silent=True)
            return Reply(reply.status_code, said, dict(reply.headers))

    def get(self, path: str = "", **headers: str) -> Any:
        """What is there."""
        reply = self.call("GET", path, **headers)
        assert reply.code == 200, reply.said
        return reply.said

    def post(self, path: str, body: object = None) -> Any:
        """What came of it."""
        reply = self.call("POST", path, body)
        assert reply.code in (200, 201), reply.said
        return reply.said


@pytest.fixture
def api(client: FlaskClient) -> Api:
    return Api(client)


class Table:
    """A table with some seats taken by programs."""

    def __init__(self, api: Api, game: str, seats: int, taken: int, **more: object) -> None:
        self.made = api.post("/tables", {"game": game, "seats": seats, **more})
        self.code: str = self.made["code"]
        self.host = api.at(self.code, self.made["token"])
        self.spectator = api.at(self.code)
        self.seats = [
            api.at(self.code, self.host.post("/seats", {"name": f"Player {number}"})["token"])
            for number in range(taken)
        ]

    def start(self) -> Table:
        """The match begins; bots sit where nobody does."""
        for seat in self.host.get()["seats"]:
            if seat["free"]:
                self.host.post("/bots", {"seat": seat["seat"], "kind": "random"})
        self.host.post("/start")
        return self

    def asked(self) -> Api:
        """Somebody who is asked now, and has not answered yet."""
        return next(seat for seat in self.seats if is_asked(seat.get("/view")["question"]))


def is_asked(question: Any) -> bool:
    return question is not None and question["given"] is None


@pytest.fixture
def noon(api: Api) -> Table:
    """A duel that has begun."""
    return Table(api, "high_noon", 2, 2).start()


@pytest.fixture
def town(api: Api) -> Table:
    """Four cowboys with secret roles."""
    return Table(api, "bang_dice", 4, 4, options={"characters": "off"}).start()


# --- a whole match ------------------------------------------------------------------------------


def test_a_whole_match_is_played_by_chance_and_its_file_is_true(api: Api, town: Table) -> None:
    chance = Chance.seeded("a whole match")
    for _ in range(find_game("bang_dice").longest):
        if town.spectator.get("/view")["view"]["outcome"] is not None:
            break
        seat = town.asked()
        offers = seat.get("/offers")
        answer = chance.pick(offers["offers"])
        assert seat.post("/answer", {"number": offers["number"], "answer": answer})["ok"]
    facts = town.spectator.get()
    assert (facts["phase"], facts["progress"]) == ("ended", 100)
    assert town.seats[0].get("/view")["question"] is None
    with api._client.get(f"/api/matches/{facts['match']}/file") as file:
        verdict = verify(file.get_data(as_text=True), find_game)
    assert verdict.commitment == facts["commitment"]
    assert town.seats[0].call("POST", "/answer", {"number": 0, "answer": 1}).rule == (
        "boomtown.answer.over"
    )


def test_the_file_of_a_match_that_goes_on_would_tell_the_seed(api: Api, noon: Table) -> None:
    match = noon.spectator.get()["match"]
    assert api.call("GET", f"/matches/{match}/file").rule == "boomtown.table.ended"
    assert api.call("GET", "/matches/nothing/file").code == 404


# --- games and tables ---------------------------------------------------------------------------


def test_games_tell_what_a_table_needs_in_the_language_that_is_asked_for(api: Api) -> None:
    games = {game["id"]: game for game in api.get("/games?lang=es")["games"]}
    bang = games["bang_dice"]
    assert bang == api.get("/games/bang_dice", **{"Accept-Language": "es"})
    assert bang["seats"] == [3, 4, 5, 6, 7, 8]
    assert {*LEVELS, "random", *find_game("bang_dice").bots} == set(bang["bots"])
    assert {"name": "chief", "kind": "switch"}.items() <= bang["options"][1].items()
    assert bang["summary"] != api.get("/games/bang_dice?lang=en")["summary"]
    assert api.call("GET", "/games/poker").code == 404


def test_rules_come_whole_and_in_three_languages(api: Api) -> None:
    told = {lang: api.get(f"/games/high_noon/rules?lang={lang}")["rules"] for lang in LANGUAGES}
    assert len({rule["id"] for rule in told["en"]}) == len(told["ru"]) > 5
    assert {rule["language"] for rule in told["ru"]} == {"ru"}


def test_listed_tables_are_found_and_others_are_not(api: Api) -> None:
    seen, hidden = Table(api, "high_noon", 2, 1), Table(api, "high_noon", 2, 1, listed=False)
    assert [table["code"] for table in api.get("/tables")["tables"]] == [seen.code]
    assert api.get("/tables?phase=playing")["tables"] == []
    seen.start()
    assert [table["code"] for table in api.get("/tables?phase=playing")["tables"]] == [seen.code]
    hidden.start()
    for path in ("", "/view", "/chat"):
        assert hidden.spectator.call("GET", path).code == 404
        assert api.at(hidden.code, "nonsense").call("GET", path).code == 404
        assert api.at(hidden.code, seen.host.token).call("GET", path).code == 404
        assert hidden.host.call("GET", path).code == 200


def test_an_invitation_lets_a_program_sit_down_where_nobody_may_look(api: Api) -> None:
    hidden = Table(api, "high_noon", 2, 0, listed=False)
    invite = hidden.made["invite"].rsplit("/", 1)[-1]
    assert hidden.spectator.call("POST", "/seats", {"name": "Ann"}).code == 404
    wrong = {"name": "Ann", "invite": "wrong"}
    assert hidden.spectator.call("POST", "/seats", wrong).code == 404
    seated = hidden.spectator.post("/seats", {"name": "Ann", "invite": invite, "seat": 1})
    assert seated["seat"] == 1
    assert api.at(hidden.code, seated["token"]).get()["seats"][1]["name"] == "Ann"


def test_a_table_is_made_as_the_games_options_allow(api: Api) -> None:
    def made(**more: object) -> Reply:
        return api.call("POST", "/tables", {"game": "bang_dice", "seats": 4, **more})

    table = made(options={"chief": True}, clock="quick", name="  Ann\x07  ").said["table"]
    assert table["options"]["chief"] is True
    assert (table["clock"], table["phase"], table["match"]) == ("quick", "open", None)
    assert made(seats=2).code == 422
    assert made(options={"guns": 3}).code == 422
    assert made(options={"chief": "perhaps"}).code == 422
    refused = made(seats=3, options={"special_roles": "mixed"})
    assert refused.rule == "bang.setup.modules.limits"
    assert "bang.setup" not in refused.said["error"]


def test_seats_are_taken_once_and_in_order(api: Api) -> None:
    table = Table(api, "high_noon", 3, 1)
    spectator = table.spectator
    assert spectator.call("POST", "/seats", {"name": "A", "seat": 0}).rule == HOUSE + "taken"
    assert spectator.call("POST", "/seats", {"name": "A", "seat": 9}).rule == HOUSE + "seat"
    assert spectator.post("/seats", {"name": "A" * 99})["table"]["seats"][1]["name"] == "A" * 24
    assert table.host.call("POST", "/start").rule == HOUSE + "full"
    assert spectator.post("/seats", {"name": ""})["table"]["seats"][2]["name"]
    assert spectator.call("POST", "/seats", {"name": "A"}).rule == HOUSE + "taken"
    table.start()
    assert spectator.call("POST", "/seats", {"name": "A"}).rule == HOUSE + "begun"
    assert table.host.call("POST", "/start").rule == HOUSE + "begun"


def test_contributions_are_part_of_the_chance(api: Api, site: Site) -> None:
    table = Table(api, "high_noon", 2, 0)
    for mine in ("3f9a", "b710"):
        table.spectator.post("/seats", {"name": "A", "contribution": mine})
    stored = site.matches.get(table.host.post("/start")["match"])
    assert stored is not None
    assert stored.heading.contributions == ("3f9a", "b710")


def test_only_the_host_seats_bots_clears_seats_and_starts(api: Api) -> None:
    table = Table(api, "high_noon", 2, 1)
    for path, body in (("/bots", {"seat": 1}), ("/start", None)):
        assert table.seats[0].call("POST", path, body).rule == HOUSE + "host"
        assert table.spectator.call("POST", path, body).code == 401
    assert table.host.call("POST", "/bots", {"seat": 1, "kind": "genius"}).rule == HOUSE + "bot"
    assert table.host.call("POST", "/bots", {"seat": 0}).rule == HOUSE + "taken"
    assert table.host.post("/bots", {"seat": 1})["seats"][1]["bot"] is not None
    assert table.seats[0].call("DELETE", "/seats/1").rule == HOUSE + "host"
    assert table.host.call("DELETE", "/seats/1").said["seats"][1]["free"]
    assert table.host.call("DELETE", "/seats/0").code == 200
    assert table.seats[0].call("GET", "").code == 401


def test_who_leaves_a_match_is_stood_in_for_and_may_come_back(noon: Table) -> None:
    first = noon.seats[0]
    left = first.call("DELETE", "/seats/0").said["seats"][0]
    assert left["away"]
    assert left["bot"]
    assert first.post("/back")["seats"][0]["bot"] is None
    assert [said["kind"] for said in first.get("/chat")["messages"]] == ["left", "back"]
    assert noon.host.call("POST", "/back").rule == HOUSE + "seated"
    assert noon.host.call("DELETE", "/seats/0").rule == HOUSE + "begun"


# --- tokens -------------------------------------------------------------------------------------


def test_a_token_counts_at_its_own_table_only(api: Api, noon: Table) -> None:
    other = Table(api, "high_noon", 2, 2).start()
    for token in ("nonsense", other.host.token, other.seats[0].token):
        stranger = api.at(noon.code, token)
        for method, path in (("GET", "/view"), ("POST", "/undo"), ("POST", "/start")):
            reply = stranger.call(method, path)
            assert (reply.code, reply.rule) == (401, None)
            assert reply.headers["WWW-Authenticate"].lower() == "bearer"
    assert noon.spectator.call("POST", "/undo").code == 401


def test_a_token_counts_for_its_own_seat_only(town: Table) -> None:
    asked = town.asked()
    number = asked.get("/view")["number"]
    for seat in town.seats:
        if seat is not asked:
            body = {"number": number, "answer": "throw"}
            assert seat.call("POST", "/answer", body).rule == "boomtown.answer.turn"
            assert seat.call("GET", "/offers").rule == "boomtown.answer.turn"


def test_the_hosts_token_sees_and_does_no_more_than_a_spectator(noon: Table) -> None:
    assert noon.host.get("/view?log=0") == noon.spectator.get("/view?log=0")
    body = {"number": 0, "answer": "duck"}
    assert noon.host.call("POST", "/answer", body).rule == HOUSE + "seated"
    assert noon.host.call("POST", "/chat", {"text": "psst"}).rule == HOUSE + "seated"


def test_a_token_that_was_replaced_no_longer_counts(noon: Table, site: Site) -> None:
    old = noon.seats[0]
    newer = site.tables.new_token(noon.code, 0)
    assert old.call("GET", "/view").code == 401
    assert old.at(noon.code, newer).get("/view")["view"]["seat"] == 0
    host = site.tables.new_host_token(noon.code)
    assert noon.host.call("POST", "/start").code == 401
    assert old.at(noon.code, host).call("POST", "/start").rule == HOUSE + "begun"


def test_a_token_that_another_process_gave_out_is_known(
    noon: Table, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bus, "_tell_all_here", lambda *_: None)  # the news is still on its way
    newer = site.tables.new_token(noon.code, 0)
    assert noon.host.at(noon.code, newer).get("/view")["view"]["seat"] == 0


def test_tokens_are_told_once_and_kept_as_hashes(noon: Table, site: Site) -> None:
    tokens = [noon.host.token, *(seat.token for seat in noon.seats)]
    with site.database.engine.connect() as connection:
        for table in ("tables", "seats", "players"):
            kept = str(connection.exec_driver_sql(f"SELECT * FROM {table}").all())
            assert not any(token in kept for token in tokens)
    for seat in (*noon.seats, noon.host):
        told = str([seat.get(path) for path in ("", "/view?log=0", "/chat")])
        assert not any(token in told for token in tokens)


def test_a_cookie_opens_no_door(noon: Table, client: FlaskClient, site: Site) -> None:
    player = site.tables.get_one(noon.code).seats[0].player
    with client.session_transaction() as session:
        session["player"], session["epoch"] = player, 0
    assert noon.spectator.get("/view")["view"]["seat"] is None
    assert noon.spectator.call("POST", "/undo").code == 401


# --- seeing -------------------------------------------------------------------------------------


def test_no_view_shows_a_role_that_its_seat_may_not_know(town: Table, site: Site) -> None:
    room = site.rooms.get(town.code)
    assert room is not None
    with room.lock:
        truth = [str(cowboy.role.value) for cowboy in room.playing().match.state.cowboys]
    sheriff = truth.index("sheriff")
    for number, seat in [*enumerate(town.seats), (None, town.spectator), (None, town.host)]:
        seen = seat.get("/view?log=0")
        assert seen["view"]["seat"] == number
        for other, cowboy in enumerate(seen["view"]["state"]["cowboys"]):
            known = other in (number, sheriff)
            assert cowboy["role"].get("value") == (truth[other] if known else None)
        assert not any("value" in role for role in seen["view"]["state"]["box"])
        assert str(seen["log"]).count("outlaw") == 0


def test_the_log_can_be_read_on_from_where_one_was(town: Table) -> None:
    seat = town.asked()
    before = seat.get("/view?log=0")
    assert len(before["log"]) == before["log_length"]
    assert seat.get("/view")["log"] == []
    seat.post("/answer", {"number": before["number"], "answer": "throw"})
    news = seat.get(f"/view?log={before['log_length']}")
    assert before["log"] + news["log"] == seat.get("/view?log=0")["log"]
    assert news["log"]
    assert seat.get("/view?log=2147483647")["log"] == []


def test_there_is_nothing_to_see_before_the_start(api: Api) -> None:
    table = Table(api, "high_noon", 2, 2)
    for call in (("GET", "/view"), ("GET", "/offers"), ("POST", "/undo")):
        assert table.seats[0].call(*call).rule == HOUSE + "playing"


# --- answering ----------------------------------------------------------------------------------


def test_an_answer_is_taken_once(town: Table) -> None:
    seat = town.asked()
    body = {"number": 0, "answer": "throw"}
    assert seat.post("/answer", body) == {"ok": True, "number": 0}
    again = seat.call("POST", "/answer", body)
    assert again.rule == "boomtown.answer.number"
    assert seat.get("/view")["number"] == 1
    assert seat.call("POST", "/answer", {"number": 7, "answer": []}).rule == again.rule


def test_what_a_game_forbids_is_told_in_the_readers_language(noon: Table) -> None:
    for seat in noon.seats:
        seat.post("/answer", {"number": 0, "answer": "aim"})
    seen = noon.seats[0].get("/view")
    body = {"number": seen["number"], "answer": "aim"}
    told = {
        lang: noon.seats[0].call("POST", "/answer", body, **{"Accept-Language": lang})
        for lang in LANGUAGES
    }
    assert {reply.rule for reply in told.values()} == {"noon.stand.aim"}
    assert len({reply.said["error"] for reply in told.values()}) == 3
    assert not any("noon." in reply.said["error"] for reply in told.values())
    assert noon.seats[0].get("/view") == seen


@pytest.mark.parametrize(
    "answer", [None, True, 1e300, 10**30, {"a": []}, "x" * 999, [[[]]], "\x00"]
)
def test_an_answer_that_cannot_be_read_changes_nothing(noon: Table, answer: object) -> None:
    before = noon.seats[0].get("/view?log=0")
    reply = noon.seats[0].call("POST", "/answer", {"number": 0, "answer": answer})
    assert reply.code in (409, 422)
    assert reply.rule in (None, "boomtown.choice.offered")
    assert noon.seats[0].get("/view?log=0") == before


def test_a_sealed_answer_is_shown_to_its_seat_alone_and_may_be_replaced(noon: Table) -> None:
    first, second = noon.seats
    others = second.get("/view")["view"]["state"]
    for answer in ("duck", "aim"):
        first.post("/answer", {"number": 0, "answer": answer})
        assert first.get("/view")["question"]["given"] == answer
    assert second.get("/view")["view"]["state"] == others
    assert second.get("/view")["question"]["given"] is None


def test_an_answer_is_taken_back_where_nothing_was_learned(noon: Table, town: Table) -> None:
    first, second = noon.seats
    first.post("/answer", {"number": 0, "answer": "duck"})
    assert second.call("POST", "/undo").rule == "boomtown.undo.learned"
    assert first.post("/undo")["ok"]
    assert first.get("/view")["question"]["given"] is None
    seat = town.asked()
    seat.post("/answer", {"number": 0, "answer": "throw"})
    assert seat.call("POST", "/undo").rule == "boomtown.undo.learned"


def test_what_is_said_is_heard_without_anybodys_id(noon: Table, site: Site) -> None:
    noon.seats[0].post("/chat", {"text": "draw\x07 \u202e now"})
    noon.seats[1].post("/chat", {"text": "   "})
    [said] = noon.spectator.get("/chat")["messages"]
    assert (said["name"], said["kind"], said["text"]) == ("Player 0", "said", "draw now")
    assert set(said) == {"id", "name", "kind", "text", "at"}
    assert noon.spectator.get(f"/chat?after={said['id']}")["messages"] == []


# --- refusals -----------------------------------------------------------------------------------


def test_every_refusal_has_one_shape(api: Api, client: FlaskClient) -> None:
    nested = b'{"number": 0, "answer": ' + b"[" * 20_000 + b"]" * 5
    table = Table(api, "high_noon", 2, 2).start()
    answer = f"/api/tables/{table.code}/answer"
    token = {"Authorization": f"Bearer {table.seats[0].token}"}
    json = {"Content-Type": "application/json"}
    for path, data, headers, code in (
        ("/api/tables", b"{}", json, 422),
        ("/api/tables", b'{"game": "high_noon", "seats": "2"}', json, 422),
        ("/api/tables", b'{"game": "high_noon", "seats": 2, "guns": 3}', json, 422),
        ("/api/tables", b'{"game": "high_noon", "seats": 2', json, 422),
        ("/api/tables", b"\xff\xfe", json, 422),
        ("/api/tables", b"", json, 422),
        ("/api/tables", b"game=high_noon", {}, 415),
        ("/api/tables", b" " * 40_000, json, 413),
        ("/api/games", b"{}", json, 405),
        ("/api/nowhere", b"{}", json, 404),
        (answer, nested, {**json, **token}, 422),
        (answer, b"{}", json, 422),
    ):
        with client.post(path, data=data, headers={"Accept": "text/html", **headers}) as reply:
            assert reply.mimetype == "application/json"
            assert Reply(reply.status_code, reply.get_json(), {}).rule is None
            assert (path, data[:40], reply.status_code) == (path, data[:40], code)
    assert api.call("POST", "/games").headers["Allow"].count("GET") == 1
    assert api.call("GET", "/tables?phase=open&phase=playing").code == 422
    assert api.call("GET", "/tables?phrase=open").code == 422


def test_an_address_that_leads_nowhere_is_not_found(tmp_path: Path, database_url: str) -> None:
    with app_in(tmp_path, database=database_url) as app:
        api = Api(app.test_client())
        for code in ("%00", "a" * 300, "no-such-table-1", "%F0%9F%A4%A0", "..%2f..", "A B"):
            for path in ("", "/view", "/chat"):
                assert api.at(code, "nonsense").call("GET", path).code == 404
            assert api.call("GET", f"/matches/{code}/file").code == 404
        table = Table(api, "high_noon", 2, 1)
        for seat in (2, 99, 100, 2**31, 10**30):
            assert table.host.call("DELETE", f"/seats/{seat}").rule == HOUSE + "seat"


def test_whoever_asks_too_often_must_wait(tmp_path: Path) -> None:
    with app_in(tmp_path, limits=True) as app:
        api = Api(app.test_client())
        most = LIMITS[Act.WRITES].address.burst
        site_of(app).budgets.clock = lambda: 0.0
        codes = [api.call("POST", "/tables/none/undo").code for _ in range(most + 1)]
        assert set(codes[:most]) == {404}
        assert codes[most] == 429
        assert api.call("POST", "/tables", {}).rule == "boomtown.site.pace"
        assert api.call("GET", "/games").code == 200
