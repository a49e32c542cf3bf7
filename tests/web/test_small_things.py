"""Small things that visitors stumbled over: codes, chips, bots for every seat, the log."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.core import Seat
from boomtown.rulebook.book import LANGUAGES
from boomtown.web.site import Site
from played import played
from replays import page_of
from sites import answer_any, seated, site_of, started
from visitors import Person, make, signed_in

HONEST = {
    "en": "A table that is not listed opens only by its invitation link",
    "es": "Una mesa que no es pública solo se abre con su enlace de invitación",
    "ru": "Стол не из списка открывается только по ссылке-приглашению",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_code_of_an_unlisted_table_gets_an_honest_answer_that_tells_nothing(
    app: Flask, language: str
) -> None:
    ann, bill = Person(app, "Ann"), Person(app, "Bill")
    bill.post("/language", lang=language).close()
    code = make(ann)
    hidden = bill.read(f"/t/?code={code}", 404)
    assert HONEST[language] in hidden
    nothing = bill.read("/t/?code=dusty-nowhere-1", 404)

    def plain(page: str, code: str) -> str:
        return re.sub(r'name="csrf_token" value="[^"]*"', "", page).replace(code, "")

    assert plain(hidden, code) == plain(nothing, "dusty-nowhere-1"), "whether there is one or not"
    assert HONEST[language] not in bill.read("/nowhere", 404)


class TestFillingWithBots:
    def test_every_free_seat_gets_a_bot_and_nobody_else_is_moved(self, app: Flask) -> None:
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        code = make(ann, seats="5", listed="true")
        bill.post(f"/t/{code}/sit", seat="3").close()
        assert "Fill with bots" in ann.read(f"/t/{code}")
        assert "Fill with bots" not in bill.read(f"/t/{code}")
        assert ann.send(f"/t/{code}/fill", kind="greenhorn") == 200
        seats = ann.table(code).seats
        assert [bool(seat.bot) for seat in seats] == [False, True, True, False, True]
        assert all(seat.bot is None or seat.bot.startswith("greenhorn") for seat in seats)
        assert "Fill with bots" not in ann.read(f"/t/{code}"), "there is nothing to fill"

    @pytest.mark.rule("boomtown.table.host", "boomtown.table.bot")
    def test_only_the_host_may_and_only_with_bots_that_there_are(self, app: Flask) -> None:
        ann, bill = Person(app, "Ann"), Person(app, "Bill")
        code = make(ann, listed="true")
        assert bill.send(f"/t/{code}/fill") == 409
        assert ann.send(f"/t/{code}/fill", kind="gunslinger") == 409
        assert all(seat.bot is None for seat in ann.table(code).seats)


def test_the_chip_of_my_turn_leads_straight_to_the_table(site: Site, client: FlaskClient) -> None:
    room, players = started(site, "bang_dice", 4, 4)
    answer_any(room, room.playing().match.asked()[0])  # the first throw is nothing to decide
    asked = room.playing().match.asked()[0]
    signed_in(client, players[asked])
    with client.get("/") as response:
        page = response.get_data(as_text=True)
    assert re.search(rf'<a class="turns"[^>]* href="/t/{room.code}">', page)


def test_the_lists_tell_who_is_here_and_who_is_away(app: Flask) -> None:
    site, ann = site_of(app), Person(app, "Ann")
    table, players = seated(site, "bang_dice", 2, 4)
    site.tables.clear_seat(table.code, 3, table.host)
    site.presence.came(table.code, players[0])
    page = ann.read("/")
    assert "Here: Player 1, Player 2." in page, "a page may be reloading"
    site.presence._begun -= 11 * 60_000
    page = ann.read("/")
    assert "Here: Player 1." in page
    assert "Away: Player 2, 11 min." in page


def test_the_log_of_a_replay_runs_as_that_of_the_table(site: Site, client: FlaskClient) -> None:
    """The newest turn on top, and in it the newest line below its heading."""
    room, _ = played(site)
    page = page_of(client, room, 60, "watch")
    replay = re.findall(r'<li id="row-(\d+)"[^>]*class="(head)?', page)
    turns: list[list[int]] = []
    for number, head in replay:
        if head or not turns:
            turns.append([])
        turns[-1].append(int(number))
    assert len(turns) > 2
    firsts = [turn[0] for turn in turns[:-1]]
    assert firsts == sorted(firsts, reverse=True)
    for turn in turns[:-1]:
        assert turn[1:] == sorted(turn[1:], reverse=True)
        assert all(turn[0] < line for line in turn[1:]), "the heading came first"


def test_every_line_and_every_heading_of_the_log_leads_to_its_own_moment(
    site: Site, client: FlaskClient
) -> None:
    room, players = started(site, "bang_dice", 4, 4)
    for _ in range(25):
        answer_any(room, room.playing().match.asked()[0])
    signed_in(client, players[0])
    with client.get(f"/t/{room.code}") as response:
        page = response.get_data(as_text=True)
    log = page[page.index('id="log"') : page.index('id="chat"')]
    links = [int(n) for n in re.findall(rf'<a class="then" href="/t/{room.code}/at/(\d+)"', log)]
    entries = room.playing().match.log.numbered(Seat(0))
    assert sorted(links) == [index for index, _ in entries]
    assert re.search(r'<h3><a class="then"', log)
