"""Levels at a table: who is seated, how long a marshal thinks, what everybody sees of it."""

from __future__ import annotations

import re

import msgspec
import pytest
from flask import Flask

from boomtown.bots.kinds import LEVELS
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.store.codes import GUESTS
from boomtown.web.rooms.clock import thinking_time
from boomtown.web.site import Site
from boomtown.web.tables.seating import rematch
from boomtown.web.tables.table_page import names_at
from boomtown.web.words import site_wording
from sites import seated, site_of, started
from thinkers import with_thinkers
from visitors import Person, landed, make, room_of


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


@pytest.mark.parametrize(
    ("thinking", "clock", "seconds"),
    [("brief", "off", 0.3), ("usual", "day", 1.0), ("long", "standard", 3), ("long", "quick", 1)],
)
def test_a_marshal_has_less_time_at_a_quick_table(
    thinking: str, clock: str, seconds: float
) -> None:
    assert thinking_time(thinking, clock) == seconds


def test_marshals_think_as_long_as_the_table_has_chosen(ann: Person) -> None:
    site = site_of(ann.app)
    thinkers = with_thinkers(site)
    with ann.post("/games/high_noon/play", seats="3", bots="marshal", thinking="long") as response:
        room = room_of(ann, landed(response).removeprefix("/t/"))
    assert room.table.thinking == "long"
    live = room.playing()
    site.house._think(room, live, room.table.seats[1])
    assert thinkers.times == [3.0]
    assert thinkers.minds == [f"{live.id} 1"], "what it learns stays with its seat"


def test_everybody_sees_that_a_marshal_thinks_and_nobody_that_others_do(app: Flask) -> None:
    site = site_of(app)
    for bot, thinks in [("marshal", True), ("deputy", False)]:
        room, _ = started(site, "high_noon", 0, 3, bot=bot)
        html = Person(app, "Ann").read(f"/t/{room.code}")
        name = names_at(room.table)[0]
        assert (f"{name} is thinking" in html) is thinks
        assert ('class="thinks usual"' in html) is thinks


def test_bots_keep_their_kinds_names_and_time_through_rematches(site: Site) -> None:
    table, players = seated(site, "cash_n_guns", 1, 4, bot="marshal")
    names = names_at(table)
    again = rematch(site, table, players[0])
    for number in range(len(GUESTS)):  # a free seat is called like nobody else, whatever the code
        elsewhere = msgspec.structs.replace(again, code="a" * number)
        assert names_at(elsewhere)[1:] == names[1:]
    third = rematch(site, again, players[0])
    assert names_at(third)[1:] == names[1:]
    assert [seat.bot for seat in third.seats] == [None, *(seat.bot for seat in table.seats[1:])]
    assert third.thinking == table.thinking


def test_a_bot_that_is_sent_away_takes_its_name_along(site: Site) -> None:
    table, players = seated(site, "high_noon", 1, 3)
    again = rematch(site, table, players[0])
    assert again.seats[1].bot_name
    assert site.tables.clear_seat(again.code, 1, players[0]).seats[1].bot_name == ""


def test_bots_come_in_the_tempers_that_their_game_offers(ann: Person) -> None:
    tempers = list(find_game("cash_n_guns").tempers)
    with ann.post("/games/cash_n_guns/play", seats="5", bots="deputy") as response:
        mixed = ann.table(landed(response).removeprefix("/t/"))
    seated = {seat.bot for seat in mixed.seats[1:]}
    assert seated == {f"deputy.{temper}" for temper in tempers}, "four seats, four tempers"
    with ann.post("/games/cash_n_guns/play", seats="4", bots="marshal", temper="bold") as response:
        bold = ann.table(landed(response).removeprefix("/t/"))
    assert [seat.bot for seat in bold.seats[1:]] == ["marshal.bold"] * 3
    with ann.post("/games/high_noon/play", seats="4", bots="deputy", temper="sour") as response:
        plain = ann.table(landed(response).removeprefix("/t/"))
    assert [seat.bot for seat in plain.seats[1:]] == ["deputy"] * 3


def test_levels_and_tempers_are_read_in_three_languages(ann: Person) -> None:
    code = make(ann, game="cash_n_guns")
    ann.post(f"/t/{code}/bot", seat="1", kind="marshal").close()
    kind = ann.table(code).seats[1].bot
    assert kind is not None
    temper = kind.partition(".")[2]
    for language, name in [
        ("en", "Marshal, hard"),
        ("es", "Marshal, difícil"),
        ("ru", "Маршал, сильный"),
    ]:
        ann.post("/me", name="Ann", lang=language, theme="auto").close()
        tags = re.findall(r'<span class="tag">([^<]+)</span>', ann.read(f"/t/{code}"))
        assert any(tag.startswith(f"{name}, ") for tag in tags), (language, temper, tags)


def test_no_level_is_called_like_a_role_or_a_figure_of_a_game() -> None:
    """A newcomer read "bots: Deputy" on the page of a game in which one may be the Deputy."""
    for language in LANGUAGES:
        levels = {site_wording(language).name("bot", kind) for kind in LEVELS}
        for game in installed_games():
            names = book_of(game).languages[language].names
            said = {name for kinds in names.values() for name in kinds.values()}
            assert not levels & said, (game.id, language)
