"""Leads: what led to a question is shown before its clock runs, and bots wait for it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from boomtown.core import Seat
from boomtown.plugins import find_game
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.pages import page_of
from boomtown.web.rooms.showing import ALONE, Showing
from boomtown.web.site import Site
from boomtown.web.sockets.feeds import PageFeed, Watching
from sites import started

COUNT = 3300
SHOWN = ["bang_dice", "cash_n_guns", "shadows_west"]


def held_up(site: Site, people: int = 4) -> tuple[Room, list[str]]:
    """Everybody has aimed, and must now show courage."""
    room, players = started(site, "cash_n_guns", people, 4, clock="quick")
    while (match := room.playing().match).log and not room.playing().lead >= COUNT:
        for seat in match.asked():
            room.answer(seat, match.choice(seat).offers()[0])
    return room, players


def test_the_clock_of_a_question_runs_when_the_count_has_been_shown(site: Site) -> None:
    room, _ = held_up(site)
    live = room.playing()
    time = live.time(room.table)
    assert time is not None
    seat = live.match.asked()[0]
    deadline = live.deadline(room.table, seat)
    assert deadline == live.since + COUNT + time + live.bank_now("quick", seat)


def test_time_in_which_the_table_is_shown_something_takes_nothing_from_the_bank(site: Site) -> None:
    room, _ = held_up(site)
    live = room.playing()
    seat, time = live.match.asked()[0], live.time(room.table)
    assert time is not None
    assert live.bank_used_now(room.table, seat, live.since + time + COUNT) == 0


def test_a_page_is_told_the_time_and_its_lead(site: Site, app: Any) -> None:
    room, players = held_up(site)
    seat = room.playing().match.asked()[0]
    watching = Watching(player=players[seat], language="en", token="t", text=False, log=0, chat=0)
    feed = PageFeed(site, app.extensions["painter"], room, watching)
    with app.test_request_context(), room.lock:
        message = json.loads(feed.next()[-1])
    assert 0 < message["lead"] <= COUNT
    assert f'data-lead="{message["lead"]}"' in message["parts"]["status"]
    whole = room.playing().time(room.table)
    assert f'data-left="{whole}"' in message["parts"]["status"]


class TestBots:
    def test_they_wait_until_the_table_has_been_shown_what_happened(self, site: Site) -> None:
        room, _ = held_up(site)
        live, showing = room.playing(), Showing()
        assert showing.wait(room.table, live, looking=True) == COUNT
        for seat in range(4):
            showing.saw(Seat(seat), live.match.moment)
        assert showing.wait(room.table, live, looking=True) == 0

    def test_one_who_has_not_seen_it_holds_them(self, site: Site) -> None:
        room, _ = held_up(site)
        live, showing = room.playing(), Showing()
        for seat in range(3):
            showing.saw(Seat(seat), live.match.moment)
        showing.saw(Seat(3), live.match.moment - 1)
        assert showing.wait(room.table, live, looking=True) == COUNT

    def test_somebody_alone_with_them_may_look_slowly(self, site: Site) -> None:
        room, players = held_up(site)
        for player in players[1:]:
            site.tables.leave(room.code, player, "random")
        live, showing = room.playing(), Showing()
        assert showing.wait(room.table, live, looking=True) == COUNT, "a program never tells"
        showing.saw(Seat(0), live.match.moment - 1)
        assert showing.wait(room.table, live, looking=True) == ALONE
        assert showing.wait(room.table, live, looking=False) == COUNT


@pytest.mark.parametrize("id", SHOWN)
class TestDeclarations:
    """What a game declares exists: lines, effects, pictures."""

    def test_every_beat_is_of_a_line_of_the_log(self, id: str) -> None:
        sentences = book_of(find_game(id)).languages[FIRST_LANGUAGE].log
        assert set(page_of(find_game(id)).beats) <= set(sentences)

    def test_every_effect_is_there(self, id: str) -> None:
        known = exported("boomtown", "static/tables", "EFFECTS")
        known |= exported(find_game(id).package, "page/static", "effects")
        used = {beat.effect for beat in page_of(find_game(id)).beats.values()} - {""}
        assert used <= known

    def test_every_picture_is_in_the_sprite(self, id: str) -> None:
        sprite = files("boomtown").joinpath("static/sprite.svg").read_text()
        icons = {beat.icon for beat in page_of(find_game(id)).beats.values()} - {""}
        for icon in icons:
            assert re.search(f'id="{re.sub(r"{.*?}", ".+", icon)}"', sprite), icon


def exported(package: str, folder: str, name: str) -> set[str]:
    """The names in an object that a script of a folder exports."""
    scripts = files(package).joinpath(folder).iterdir()
    texts = [one.read_text() for one in scripts if one.name.endswith(".js")]
    found = [re.search(rf"export const {name} = {{(.*?)}};", text, re.DOTALL) for text in texts]
    return {word for one in found if one is not None for word in re.findall(r"\w+", one[1])}


def test_a_socket_tells_what_it_has_shown(site: Site) -> None:
    room, _ = held_up(site)
    looked: list[str] = []
    site.rooms.on_move = looked.append
    room.saw(Seat(2), 7)
    assert looked == [room.code]
