"""The page of a table before the start: who sits where, and how others get in."""

from __future__ import annotations

from flask import url_for
from msgspec import Struct

from boomtown.bots.kinds import offered_kinds
from boomtown.core.errors import Refusal
from boomtown.core.seats import Seat
from boomtown.rulebook.numbers import numbers_at
from boomtown.store.database import now
from boomtown.store.tables import TableInfo
from boomtown.web.guard.links import outside_url
from boomtown.web.rooms.live import Room
from boomtown.web.rules.addresses import book_url
from boomtown.web.rules.rule_pages import RuleLink, link_to
from boomtown.web.site import current_player, language, site, wording
from boomtown.web.sockets.feeds import seat_of
from boomtown.web.tables.lobby import options_in_words, plates_of
from boomtown.web.tables.plates import SeatPlate
from boomtown.web.tables.table_page import names_at, plain_wording, unusual
from boomtown.web.tables.times import clock_in_words

KICKED = "boomtown.table.kicked"


def invite_url(table: TableInfo) -> str:
    """The link that lets people in."""
    return outside_url("tables.invited", invite=table.invite)


class SeatingPage(Struct, frozen=True):
    """What the page shows before the start."""

    code: str
    game: str
    title: str
    book_url: str
    """Where the rules stand as this table will play them."""
    seats: list[SeatPlate]
    is_host: bool
    me: Seat | None
    invite_url: str
    qr_url: str
    options_text: list[tuple[str, str]]
    clock: str
    listed: bool
    all_seeing: bool
    advice: str
    """Who may ask a bot what it would do."""
    commitment: str
    bot_kinds: list[tuple[str, str]]
    can_start: bool
    why_not: str | None
    why: RuleLink | None
    kicked: list[tuple[str, str]]
    """For the host: who was asked to leave, by player and name."""
    out: str | None
    """To one of those: that it is so."""
    out_why: RuleLink | None
    seeking: bool
    """Whether it looks for players."""
    fill_in: int | None
    """In how many minutes bots take the free seats."""


def seating_page(room: Room) -> SeatingPage:
    """The table before the start, as whoever is asking sees it."""
    info, game, player = room.table, room.game, current_player()
    numbers = numbers_at(game, info.options)
    words = plain_wording(game, language(), names_at(info), numbers)
    free = sum(seat.free for seat in info.seats)
    mine = player.id if player else None
    return SeatingPage(
        code=info.code,
        game=game.id,
        title=words.title,
        book_url=book_url(game.id, unusual(game, info, numbers)),
        seats=plates_of(info, mine, words, absent=site().absences.since(info), words=wording()),
        is_host=mine == info.host,
        me=seat_of(info, mine),
        invite_url=invite_url(info),
        qr_url=url_for("tables.qr", code=info.code),
        options_text=options_in_words(game, info.options, words),
        clock=clock_in_words(wording(), info.clock),
        listed=info.listed,
        all_seeing=info.all_seeing,
        advice=info.advice,
        commitment=info.commitment,
        bot_kinds=[(kind, words.name("bot", kind)) for kind in offered_kinds(game)],
        can_start=free == 0,
        why_not=None if free == 0 else words.refusal(Refusal("boomtown.table.full", count=free)),
        why=None if free == 0 else link_to("boomtown.table.full", language()),
        kicked=site().tables.kicked(info.code) if mine == info.host else [],
        out=words.refusal(Refusal(KICKED)) if mine in info.kicked else None,
        out_why=link_to(KICKED, language()) if mine in info.kicked else None,
        seeking=info.seeking is not None,
        fill_in=None if info.fill_at is None else max(1, -(-(info.fill_at - now()) // 60_000)),
    )
