"""Feeds: what is made once for everybody is exactly what each would have got alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from boomtown.core import Chance, Match, Seat
from boomtown.plugins import find_game
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.sockets.feeds import (
    Moment,
    PageFeed,
    ViewFeed,
    Watching,
    asked_of,
    moment_of,
    view_message,
)
from boomtown.web.sockets.painter import Painter
from boomtown.web.sockets.watch_routes import LAST, read_so_far
from sites import site_of, started

EVERYTHING = {"saloon_dice": True, "chief": True, "special_roles": "mixed", "ghost": True}
TABLES = [
    ("bang_dice", 5, {"characters": "off"}),
    ("bang_dice", 8, EVERYTHING),
    ("high_noon", 2, {}),
]


def decisions(game: str, seats: int, options: dict[str, Any], seed: str) -> Iterator[Match[Any]]:
    """A match played by chance, at every decision and at its end."""
    chance = Chance.seeded(seed)
    match = Match.unrecorded(find_game(game), seats, options, chance=chance.another())
    yield match
    while match.outcome is None:
        seat = chance.pick(match.asked())
        match.answer(seat, chance.pick(match.choice(seat).offers()))
        yield match


def everybody(match: Match[Any]) -> list[Seat | None]:
    return [*match.all_seats, None]


def told(match: Match[Any], seat: Seat | None) -> bytes:
    """What a seat is told, made for it alone."""
    return msgspec.json.encode(view_message(match.view(seat), asked_of(match, seat)))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_one_copy_of_the_state_gives_every_view_byte_for_byte(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    for seed in range(5):
        for match in decisions(game, seats, options, f"views {seed}"):
            alone = [told(match, seat) for seat in everybody(match)]
            before = match.hash()
            moment = Moment(match)
            assert [moment.view(seat) + b"}" for seat in everybody(match)] == alone
            assert match.hash() == before


@pytest.mark.parametrize("game", ["bang_dice", "high_noon"])
def test_a_room_never_shows_the_view_of_another_moment(site: Site, game: str) -> None:
    room, _ = started(site, game, 4 if game == "bang_dice" else 2, 4 if game == "bang_dice" else 2)
    chance = Chance.seeded("moments")
    for _ in range(40):
        with room.lock:
            match = room.playing().match
            if match.outcome is not None:
                break
            for seat in everybody(match):
                assert moment_of(room, match).view(seat) + b"}" == told(match, seat)
            seat = chance.pick(match.asked())
            room.answer(seat, chance.pick(match.choice(seat).offers()))


def heard(feed: ViewFeed, room: Room) -> list[dict[str, Any]]:
    with room.lock:
        return [json.loads(message) for message in feed.next()]


def test_whoever_has_heard_everything_hears_nothing(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    feed = ViewFeed(room, None)
    assert len(heard(feed, room)) == 1
    assert heard(feed, room) == []
    site.tables.say(room.code, room.table.host, "Host", "howdy")
    assert heard(feed, room) == []
    with room.lock:
        feed.forget()
    assert len(heard(feed, room)) == 1


def test_a_page_that_claims_a_position_before_the_first_line_is_told_everything(
    app: Flask, site: Site
) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    room.playing().match = room.playing().match.clone()
    heard_by = [
        PageFeed(
            site,
            app.extensions["painter"],
            room,
            Watching(player=None, language="en", token="t", text=False, log=log, chat=0),
        )
        for log in (0, -1000)
    ]
    with app.test_request_context(), room.lock:
        plain, claimed = (json.loads(feed.next()[-1])["log"]["html"] for feed in heard_by)
    assert claimed == plain
    assert plain


@pytest.mark.parametrize(("said", "read"), [("7", 7), ("-1", 0), ("9" * 30, LAST), ("x", 0)])
def test_a_page_may_say_anything_of_how_far_it_has_read(app: Flask, said: str, read: int) -> None:
    """Beyond 64 bits a database refuses to be asked at all."""
    with app.test_request_context(f"/?chat={said}"):
        assert read_so_far("chat") == read
        site_of(app).tables.chat("nobody", read)


def test_after_a_taking_back_the_log_begins_anew(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4, options={"characters": "choose"})
    feed, late = ViewFeed(room, None), ViewFeed(room, None)
    before = heard(feed, room)[0]["log"]
    heard(late, room)
    match = room.playing().match
    seat = match.asked()[0]
    for _ in range(2):
        room.answer(seat, match.choice(seat).offers()[0])
        heard(feed, room)
        room.undo(seat)
        assert heard(feed, room)[0]["log"] == before
    room.answer(seat, match.choice(seat).offers()[-1])  # as long as before, but not the same
    whole = [msgspec.to_builtins(entry) for entry in room.playing().match.log.visible_to(None)]
    assert heard(late, room)[0]["log"] == whole


class Onlookers:
    """Every seat and a spectator, in several languages, with pages of both kinds."""

    def __init__(self, app: Flask, room: Room, players: list[str]) -> None:
        self._room = room
        self._feeds = [
            PageFeed(
                site_of(app),
                app.extensions["painter"],
                room,
                Watching(player=player, language=lang, token="token", text=text, log=0, chat=0),
            )
            for player in (*players, None)
            for lang, text in (("en", False), ("en", True), ("es", False))
        ]

    def told(self, *, alone: bool) -> list[list[bytes]]:
        """What each of them is told now; ``alone``, of parts that are all made for them."""
        with self._room.lock:
            messages = []
            for feed in self._feeds:
                if alone:
                    self._room.forget_shared()
                    feed._bases.clear()
                messages.append(feed.next())
            return messages


@pytest.mark.parametrize("steps", [24, pytest.param(90, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("bang_dice", 4, {"characters": "choose"}),
        ("bang_dice", 5, EVERYTHING),
        ("cash_n_guns", 4, {"powers": True}),
        ("shadows_west", 2, {}),
        ("high_noon", 3, {}),
    ],
)
def test_a_page_that_shares_is_the_page_that_would_be_made_alone(
    app: Flask, game: str, seats: int, options: dict[str, Any], steps: int
) -> None:
    site = site_of(app)
    room, players = started(site, game, seats, seats, options=options)
    together, alone = Onlookers(app, room, players), Onlookers(app, room, players)
    chance = Chance.seeded(f"pages of {game}")
    for step in range(steps):
        assert together.told(alone=False) == alone.told(alone=True)
        match = room.playing().match
        if match.outcome is not None:
            break
        if step == 10:
            site.tables.leave(room.code, players[-1], "random")
        if step == 20:
            site.tables.say(room.code, players[0], "Player 1", "howdy")
        if match.undoable and match.last_seat is not None and chance.below(2):
            room.undo(match.last_seat)
            continue
        seat = chance.pick(match.asked())
        room.answer(seat, chance.pick(match.choice(seat).offers()))


def test_help_is_not_drawn_again_as_long_as_it_is_the_same(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, painter, drawn = site_of(app), app.extensions["painter"], []
    room, players = started(site, "bang_dice", 4, 4)
    part = Painter.part

    def noting(self: Painter, name: str, page: Any) -> str:
        drawn.append(name)
        return part(self, name, page)

    monkeypatch.setattr(Painter, "part", noting)
    watching = Watching(player=players[0], language="en", token="", text=False, log=0, chat=0)
    feed = PageFeed(site, painter, room, watching)
    with room.lock:
        assert b'data-hint=\\"role\\"' in feed.next()[0]
        assert feed.next() == []
        assert drawn.count("board") == 2
        assert drawn.count("aid") == 1
        feed.forget()
        assert b"part-aid" in feed.next()[0], "a page that missed something is told it again"


def test_only_so_many_bytes_of_pieces_are_kept(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 40_000
    monkeypatch.setattr("boomtown.web.sockets.painter.MOST_PIECES", most)
    painter: Painter = app.extensions["painter"]
    painter.forget()
    room, players = started(site_of(app), "bang_dice", 4, 4, options={"characters": "off"})
    onlookers, chance, made = Onlookers(app, room, players), Chance.seeded("pieces"), 0
    for _ in range(24):
        before = painter.pieces.bytes
        onlookers.told(alone=False)
        made += max(0, painter.pieces.bytes - before)
        assert painter.pieces.bytes <= most
        match = room.playing().match
        seat = chance.pick(match.asked())
        room.answer(seat, chance.pick(match.choice(seat).offers()))
    assert made > most  # or the limit was never reached
