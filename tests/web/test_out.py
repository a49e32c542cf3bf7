"""Who is out: told whether their side can still win, seeing what the table has agreed on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from bang_dice import GAME as BANG
from boomtown.bots.random_bot import RandomBot
from boomtown.core import By, Chance, Match, Seat, seed_from
from boomtown.core.errors import Refused
from boomtown.core.secret import secrets_in
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.rooms.eyes import sees_all
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.pages import page_of
from boomtown.web.site import Site
from boomtown.web.sockets.feeds import lens_at, moment_of
from boomtown.web.tables.seating import fill_with_bots, make_table, rematch, start
from boomtown.web.tables.table_page import TablePage
from sites import app_in, site_of

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("bang_dice", 3, {}),
    ("bang_dice", 8, {"ghost": True, "special_roles": "mixed", "saloon_dice": True}),
    ("cash_n_guns", 6, {"powers": True}),
]
SEEDS = 8


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("out")) as app:
        yield app


@pytest.fixture(scope="module")
def site(app: Flask) -> Site:
    return site_of(app)


@pytest.mark.parametrize(("id", "seats", "options"), GAMES)
def test_whoever_is_out_is_never_asked_again_and_reads_whether_they_can_win(
    id: str, seats: int, options: dict[str, Any]
) -> None:
    game = find_game(id)
    hope = page_of(game).hope
    assert game.out is not None
    assert hope is not None
    words = [Wording(book_of(game), language) for language in LANGUAGES]
    fallen = 0
    for number in range(SEEDS):
        match = Match.start(game, seats, options, seed=seed_from(f"out {number}"))
        bot = RandomBot(Chance.seeded(f"out {number}"))
        gone: set[Seat] = set()
        while match.outcome is None:
            out = set(game.out(match.state))
            assert gone <= out, "who is out stays out"
            assert not out & set(match.asked())
            for seat in out - gone:
                told = hope(match.view(seat))
                assert all(one.say(told.key, **told.args) for one in words)
                assert out == set(game.out(match.view(seat).state)), "everybody sees it"
            gone = out
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
        fallen += len(gone)
        for seat in gone & set(match.outcome.winners):
            assert hope(match.view(seat)).key != "hope.none", "somebody has won who could not"
    assert fallen, "nobody was ever out before the end"
    assert [one.missing for one in words] == [set()] * 3


# --- the table's agreement ------------------------------------------------------------------------


def begun(site: Site, *, all_seeing: bool, seed: str = "open eyes") -> tuple[Room, str]:
    """A match of BANG! with Mabel on the first seat."""
    player = site.people.add("Mabel", "en").id
    table = make_table(
        site,
        BANG,
        seats=5,
        options={},
        host=player,
        language="en",
        clock="off",
        listed=True,
        all_seeing=all_seeing,
    )
    site.tables.sit(table.code, 0, player)
    start(site, fill_with_bots(site, site.tables.get_one(table.code), "random"))
    room = site.rooms.get(table.code)
    assert room is not None
    return room, player


def out_of(room: Room) -> list[Seat]:
    out = room.game.out
    assert out is not None
    return list(out(room.playing().match.state))


def play_until_out(site: Site, *, all_seeing: bool) -> tuple[Room, Seat]:
    """A match in which somebody is out, and hidden roles are left."""
    for number in range(40):
        room, _player = begun(site, all_seeing=all_seeing)
        bot = RandomBot(Chance.seeded(f"until {number}"))
        with room.lock:
            while (match := room.playing().match).outcome is None:
                if out := out_of(room):
                    return room, out[0]
                seat = match.asked()[0]
                room.answer(seat, bot.pick(match.choice(seat)), by=By.BOT)
    raise AssertionError("nobody was ever out before the end")


def hidden_in(room: Room, seat: Seat | None) -> int:
    """How many secrets a seat cannot see now."""
    with room.lock:
        state = lens_at(room, room.playing().match, seat).view(seat).state
    return sum(not secret.known for secret in secrets_in(state))


@pytest.mark.rule("boomtown.table.out")
def test_the_eliminated_see_everything_only_where_the_table_has_agreed_on_it(site: Site) -> None:
    room, gone = play_until_out(site, all_seeing=True)
    living = next(seat for seat in range(5) if seat not in out_of(room))
    match = room.playing().match
    assert sees_all(room.table, match, gone)
    assert hidden_in(room, gone) == 0
    for seat in (Seat(living), None):
        assert not sees_all(room.table, match, seat)
        assert hidden_in(room, seat) > 0
        with room.lock:
            seen = lens_at(room, match, seat).view(seat)
            assert msgspec.json.encode(seen) == msgspec.json.encode(match.view(seat))
            assert moment_of(room, match).view(seat)


@pytest.mark.rule("boomtown.table.out")
def test_without_that_agreement_every_view_is_what_it_always_was(site: Site) -> None:
    room, gone = play_until_out(site, all_seeing=False)
    match = room.playing().match
    assert hidden_in(room, gone) > 0
    for seat in (*match.all_seats, None):
        assert not sees_all(room.table, match, seat)
        with room.lock:
            seen = lens_at(room, match, seat).view(seat)
        assert msgspec.json.encode(seen) == msgspec.json.encode(match.view(seat))


def test_the_page_of_whoever_is_out_says_so(site: Site) -> None:
    room, gone = play_until_out(site, all_seeing=False)
    match = room.playing().match
    page = TablePage(room.table, room.game, match, gone, "en")
    assert "win" in page.hope
    living = next(seat for seat in range(5) if seat not in out_of(room))
    assert TablePage(room.table, room.game, match, Seat(living), "en").hope == ""
    assert TablePage(room.table, room.game, match, None, "en").hope == ""
    told = (
        page.same_as("prompt"),
        TablePage(room.table, room.game, match, None, "en").same_as("prompt"),
    )
    assert told[0] != told[1]


def test_a_table_keeps_its_agreement_for_the_rematch(app: Flask, site: Site) -> None:
    room, player = begun(site, all_seeing=True)
    assert rematch(site, room.table, player).all_seeing
    client = app.test_client()
    made = client.post("/tables", data={"game": "bang_dice", "seats": "4", "all_seeing": "true"})
    table = site.tables.get(made.location.rpartition("/")[2])
    assert table is not None
    assert table.all_seeing
    with client.get(f"/t/{table.code}") as response:
        assert "The eliminated see everything" in response.get_data(as_text=True)
    plain = client.post("/tables", data={"game": "bang_dice", "seats": "4"})
    assert not site.tables.get_one(plain.location.rpartition("/")[2]).all_seeing


# --- to the end -----------------------------------------------------------------------------------


@pytest.mark.rule("boomtown.table.out")
def test_only_those_who_are_out_skip_to_the_end_and_bots_hurry_when_all_want_it(
    site: Site,
) -> None:
    room, player = begun(site, all_seeing=False)
    live = room.playing()
    with pytest.raises(Refused) as refused:
        room.skip(Seat(0))
    assert refused.value.refusal.rule == "boomtown.table.out"
    assert not room.showing.is_hurried(room.table, live)
    live.match.state.cowboys[0].out = True
    room.skip(Seat(0))
    assert room.showing.is_hurried(room.table, live)
    site.tables.leave(room.code, player, "deputy")
    assert not room.showing.is_hurried(room.table, live), "nobody is there who wants it"
