"""The pages of a table, as plain forms: sit, start, play, leave, play again."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.bots.kinds import level_of
from boomtown.core import Seat
from boomtown.plugins import find_game
from boomtown.store.tables import Phase
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.seating import start
from sites import eventually, seated, site_of, started
from visitors import Person, landed, make, room_of


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


@pytest.fixture
def bill(app: Flask) -> Person:
    return Person(app, "Bill")


class TestMaking:
    def test_play_now_needs_one_press_and_no_name(self, app: Flask, client: FlaskClient) -> None:
        with client.post("/games/bang_dice/play", follow_redirects=True) as response:
            code = landed(response).removeprefix("/t/")
        table = site_of(app).tables.get_one(code)
        assert table.phase is Phase.PLAYING
        assert [level_of(seat.bot or "") for seat in table.seats[1:]] == ["deputy"] * 4
        assert table.seats[0].name

    def test_the_form_offers_three_levels_and_seats_the_one_that_is_chosen(
        self, ann: Person
    ) -> None:
        for game in ("bang_dice", "high_noon"):
            with ann.get(f"/tables/new?game={game}") as response:
                offered = re.findall(
                    r'<option value="(\w+)"[^>]*>([^<]+)</option>', response.get_data(as_text=True)
                )
            levels = [
                ("greenhorn", "Greenhorn, easy"),
                ("deputy", "Deputy, medium"),
                ("marshal", "Marshal, hard"),
            ]
            tempers = len(find_game(game).tempers)
            assert offered[-9 - tempers : -6 - tempers] == levels, (
                "before the tempers, the three times to think, and who is advised"
            )
        with ann.post("/games/high_noon/play", seats="3", bots="marshal") as response:
            table = ann.table(landed(response).removeprefix("/t/"))
        assert [seat.bot for seat in table.seats[1:]] == ["marshal"] * 2

    def test_a_kind_that_no_menu_offers_can_still_be_asked_for(self, ann: Person) -> None:
        with ann.post("/games/cash_n_guns/play", seats="4", bots="cool") as response:
            table = ann.table(landed(response).removeprefix("/t/"))
        assert [seat.bot for seat in table.seats[1:]] == ["cool"] * 3

    def test_a_table_has_the_options_of_its_form(self, ann: Person) -> None:
        fields = {
            "o.saloon_dice": "true",
            "o.characters": "off",
            "clock": "quick",
            "listed": "true",
        }
        table = ann.table(make(ann, seats="5", **fields))
        assert (table.options["saloon_dice"], table.options["characters"]) == (True, "off")
        assert (len(table.seats), table.clock, table.listed) == (5, "quick", True)
        assert table.seats[0].player == ann.id

    @pytest.mark.rule("bang.setup.modules.limits")
    def test_a_forbidden_combination_comes_back_with_its_reason(self, ann: Person) -> None:
        sent = {"game": "bang_dice", "seats": "4", "o.ghost": "true"}
        with ann.post("/tables", **sent) as response:
            assert response.status_code == 422
            page = response.get_data(as_text=True)
        assert "bang.setup.modules.limits" in page
        assert "at least 5 players" in page

    @pytest.mark.parametrize("seats", ["2", "99", "many", ""])
    def test_a_wrong_number_of_seats_is_refused_at_its_field(self, ann: Person, seats: str) -> None:
        with ann.post("/tables", game="bang_dice", seats=seats) as response:
            assert response.status_code == 422
        assert site_of(ann.app).tables.of_player(ann.id, 5) == []

    def test_an_unknown_game_is_not_found(self, ann: Person) -> None:
        with ann.post("/tables", game="chess") as response:
            assert response.status_code == 404


class TestLettingIn:
    def test_a_private_table_is_not_there_for_strangers(self, ann: Person, bill: Person) -> None:
        code = make(ann)
        for path in (f"/t/{code}", f"/t/{code}/text", f"/qr/{code}.svg"):
            with bill.get(path) as response:
                assert response.status_code == 404
        with bill.post(f"/t/{code}/sit", seat="1") as response:
            assert response.status_code == 404

    def test_the_link_lets_people_in_and_a_new_one_replaces_it(
        self, ann: Person, bill: Person
    ) -> None:
        code = make(ann)
        old = ann.table(code).invite
        ann.post(f"/t/{code}/link").close()
        with bill.get(f"/i/{old}") as response:
            assert response.status_code == 404
        with bill.get(f"/i/{ann.table(code).invite}") as response:
            assert landed(response) == f"/t/{code}"
        with bill.post(f"/t/{code}/sit", seat="1") as response:
            assert response.status_code == 200
        assert ann.table(code).seats[1].name == "Bill"

    def test_a_typed_code_or_link_leads_to_the_table(self, ann: Person, bill: Person) -> None:
        code = make(ann, listed="true")
        invite = ann.table(code).invite
        for typed in (code, code.upper().replace("-", " "), f"http://localhost/i/{invite}"):
            with bill.client.get("/t/", query_string={"code": typed}, follow_redirects=True) as r:
                assert landed(r) == f"/t/{code}", typed

    def test_the_picture_of_the_link_is_an_svg(self, ann: Person) -> None:
        with ann.get(f"/qr/{make(ann)}.svg") as response:
            assert response.mimetype == "image/svg+xml"
            assert b"<svg" in response.data


class TestSeating:
    @pytest.mark.rule("boomtown.table.host")
    def test_only_the_host_seats_bots_kicks_and_starts(self, ann: Person, bill: Person) -> None:
        code = make(ann, listed="true")
        bill.post(f"/t/{code}/sit", seat="1").close()
        for path, fields in (
            ("bot", {"seat": "2", "kind": "sharp"}),
            ("kick", {"seat": "0"}),
            ("start", {}),
            ("link", {}),
        ):
            with bill.post(f"/t/{code}/{path}", **fields) as response:
                assert response.status_code == 409
        with ann.post(f"/t/{code}/kick", seat="1") as response:
            assert response.status_code == 200
        assert ann.table(code).seats[1].free

    @pytest.mark.rule("boomtown.table.full")
    def test_a_match_begins_when_nobody_is_missing(self, ann: Person) -> None:
        code = make(ann)
        with ann.post(f"/t/{code}/start") as response:
            assert response.status_code == 409
            assert "boomtown.table.full" in response.get_data(as_text=True)
        for seat in "123":
            ann.post(f"/t/{code}/bot", seat=seat, kind="sharp").close()
        with ann.post(f"/t/{code}/start") as response:
            assert response.status_code == 200
        assert ann.table(code).phase is Phase.PLAYING

    @pytest.mark.rule("boomtown.table.bot")
    def test_a_bot_must_be_one_of_the_game(self, ann: Person) -> None:
        code = make(ann)
        with ann.post(f"/t/{code}/bot", seat="1", kind="skynet") as response:
            assert response.status_code == 409

    @pytest.mark.rule("boomtown.table.begun")
    def test_nobody_sits_down_after_the_start(self, ann: Person, bill: Person) -> None:
        code = make(ann, listed="true")
        for seat in "123":
            ann.post(f"/t/{code}/bot", seat=seat, kind="random").close()
        ann.post(f"/t/{code}/start").close()
        with bill.post(f"/t/{code}/sit", seat="1") as response:
            assert response.status_code == 409

    def test_what_browsers_add_to_the_chance_is_part_of_the_match(self, ann: Person) -> None:
        code = make(ann, contribution="salt of Ann")
        for seat in "123":
            ann.post(f"/t/{code}/bot", seat=seat, kind="random").close()
        promised = ann.table(code).commitment
        ann.post(f"/t/{code}/start").close()
        record = room_of(ann, code).playing().match.record
        assert record is not None
        assert record.heading.contributions == ("salt of Ann", "", "", "")
        assert record.heading.commitment == promised


class TestPlaying:
    def test_a_match_is_played_by_forms_alone(self, ann: Person) -> None:
        with ann.post("/games/bang_dice/play", seats="4") as response:
            code = landed(response).removeprefix("/t/")
        ann.post(f"/t/{code}/asks", on="true").close()  # also where there is one answer
        site_of(ann.app).house.start()
        room = room_of(ann, code)
        for _ in range(4):
            eventually(lambda: room.table.phase is Phase.ENDED or 0 in room.playing().match.asked())
            if room.table.phase is Phase.ENDED:
                break
            with ann.get(f"/t/{code}") as response:
                page = response.get_data(as_text=True)
            found = re.search(r'name="number" value="(\d+)"', page)
            assert found is not None
            buttons = re.findall(r'<button type="submit"[^>]* name="a" value=\'([^\']+)\'', page)
            answer = {"a": buttons[0].replace("&#34;", '"')} if buttons else {}
            moment = room.playing().match.moment
            question = room.playing().match.question(Seat(0))
            assert question is not None
            if not buttons and question.choice.kind != "several":
                break
            with ann.post(f"/t/{code}/answer", number=found[1], **answer) as response:
                assert response.status_code == 200, response.get_data(as_text=True)
            assert room.playing().match.moment > moment

    @pytest.mark.rule("boomtown.answer.number")
    def test_an_old_page_is_told_that_the_match_has_moved_on(self, app: Flask, ann: Person) -> None:
        code, room = self.mine(app, ann)
        number = str(room.playing().match.moment)
        ann.post(f"/t/{code}/answer", number=number, a='"throw"').close()
        with ann.post(f"/t/{code}/answer", number=number, a='"throw"') as response:
            assert response.status_code == 409
            text = response.get_data(as_text=True)
        assert "boomtown.answer" in text

    @pytest.mark.rule("boomtown.table.seated")
    def test_nobody_answers_for_another(self, app: Flask, ann: Person, bill: Person) -> None:
        code, room = self.mine(app, ann)
        before = room.playing().match.hash()
        fields = {"number": str(room.playing().match.moment), "a": '"throw"'}
        with bill.post(f"/t/{code}/answer", **fields) as response:
            assert response.status_code == 409
        assert room.playing().match.hash() == before

    def mine(self, app: Flask, person: Person) -> tuple[str, Room]:
        """A match in which this person must throw."""
        site = site_of(app)
        while True:
            table, _ = seated(site, "bang_dice", 0, 3)
            site.tables.clear_seat(table.code, 0, table.host)
            table = site.tables.sit(table.code, 0, person.id)
            start(site, table)
            room = room_of(person, table.code)
            if room.playing().match.asked() == [0]:
                return table.code, room

    @pytest.mark.rule("boomtown.table.standing")
    def test_only_what_is_asked_can_be_passed_until_further_notice(
        self, app: Flask, ann: Person
    ) -> None:
        code, room = self.mine(app, ann)
        with room.lock:
            question = room.playing().match.question(Seat(0))
        assert question is not None
        for number in range(100):
            assert ann.send(f"/t/{code}/standing", key=f"key {number}" * 99, on="true") == 409
            assert ann.send(f"/t/{code}/standing", key=f"key {number}", on="false") == 200
        assert ann.table(code).seats[0].standing == ()
        for on, kept in (("true", (question.key,)), ("false", ())):
            assert ann.send(f"/t/{code}/standing", key=question.key, on=on) == 200
            assert ann.table(code).seats[0].standing == kept

    def test_chat_is_text_whatever_it_says(self, app: Flask, ann: Person) -> None:
        code, _ = self.mine(app, ann)
        ann.post(f"/t/{code}/say", text="<script>alert(1)</script>").close()
        with ann.get(f"/t/{code}") as response:
            page = response.get_data(as_text=True)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page

    def test_leaving_and_coming_back_are_noted(self, app: Flask, ann: Person) -> None:
        code, _ = self.mine(app, ann)
        ann.post(f"/t/{code}/leave").close()
        assert ann.table(code).seats[0].played_by_bot
        ann.post(f"/t/{code}/back").close()
        assert not ann.table(code).seats[0].played_by_bot
        assert [note.kind for note in site_of(app).tables.chat(code)] == ["left", "back"]

    @pytest.mark.rule("boomtown.table.ended")
    def test_a_rematch_follows_the_end_with_the_same_people(
        self, app: Flask, ann: Person, bill: Person
    ) -> None:
        site = site_of(app)
        table, _ = seated(site, "high_noon", 0, 3)
        for seat, person in enumerate((ann, bill)):
            site.tables.clear_seat(table.code, seat, table.host)
            table = site.tables.sit(table.code, seat, person.id)
        start(site, table)
        code, room = table.code, room_of(ann, table.code)
        with ann.post(f"/t/{code}/rematch") as response:
            assert response.status_code == 409
        with room.lock:
            while (match := room.playing().match).outcome is None:
                seat_asked = match.asked()[0]
                room.answer(seat_asked, match.choice(seat_asked).offers()[0])
        with ann.post(f"/t/{code}/rematch") as response:
            again = landed(response)
        with bill.post(f"/t/{code}/rematch") as response:
            assert landed(response) == again
        new = ann.table(again.removeprefix("/t/"))
        assert [seat.name or seat.bot for seat in new.seats] == ["Ann", "Bill", "random"]
        assert new.phase is Phase.PLAYING, "everybody has sat down, so it begins"

    def test_every_game_has_a_table_in_words(self, site: Site, app: Flask, ann: Person) -> None:
        for game in ("bang_dice", "high_noon"):
            room, _ = started(site, game, 0, 4)
            with ann.get(f"/t/{room.code}/text") as response:
                assert response.status_code == 200
                assert "part-board" in response.get_data(as_text=True)
