"""Matches that are over, or stopped somewhere, at tables of a site: the same ones every time."""

from __future__ import annotations

from typing import Any

from boomtown.bots.random_bot import RandomBot
from boomtown.core import By, Chance, Seat, seed_from
from boomtown.core.match import checked_options
from boomtown.core.record import plain
from boomtown.plugins import find_game
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.seating import fill_with_bots, start

MABEL = Seat(0)
"""The one player among bots."""


def play_on(room: Room, seed: str, *, lines: int | None = None, undo: bool = False) -> None:
    """Plays at random to the end, or until there are so many lines.

    With ``undo`` the player takes the first answer back that can be taken back.
    """
    bot = RandomBot(Chance.seeded(seed))
    with room.lock:
        while True:
            match = room.playing().match
            if match.outcome is not None or match.number == lines:
                return
            seat = match.asked()[0]
            by = By.PLAYER if seat == MABEL else By.BOT
            answer = bot.pick(match.choice(seat))
            if match.hushed:
                room.open_envelope(seat, answer, by)
            else:
                room.answer(seat, answer, by=by)
            if undo and seat == MABEL and room.playing().match.undoable:
                room.undo(MABEL)
                undo = False


def played(
    site: Site,
    seed: str = "a match",
    *,
    options: dict[str, Any] | None = None,
    listed: bool = True,
    lines: int | None = None,
    undo: bool = False,
) -> tuple[Room, str]:
    """A match of BANG! with one player and four bots, and who the player is."""
    game, player = find_game("bang_dice"), site.people.add("Mabel", "en").id
    table = site.tables.make(
        game=game.id,
        options=plain(checked_options(game, 5, options)),
        seats=5,
        host=player,
        clock="off",
        listed=listed,
        language="en",
        seed=seed_from(seed),
    )
    table = site.tables.sit(table.code, MABEL, player, "my words")
    start(site, fill_with_bots(site, table, "random"))
    room = site.rooms.get(table.code)
    assert room is not None
    play_on(room, seed, lines=lines, undo=undo)
    return room, player


def noon(site: Site, *, lines: int | None = None, listed: bool = True) -> tuple[Room, str]:
    """A match of High Noon with one person and two bots, the same every time; and who that is."""
    game, player = find_game("high_noon"), site.people.add("Mabel", "en").id
    table = site.tables.make(
        game=game.id,
        options=plain(checked_options(game, 3, {})),
        seats=3,
        host=player,
        clock="off",
        listed=listed,
        language="en",
        seed=seed_from("a review"),
    )
    table = site.tables.sit(table.code, 0, player)
    start(site, fill_with_bots(site, table, "random"))
    room = site.rooms.get(table.code)
    assert room is not None
    play_on(room, "a review", lines=lines)
    return room, player
