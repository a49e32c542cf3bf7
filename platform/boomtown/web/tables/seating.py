"""From an empty table to a match: make, sit, start, branch, rematch."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from boomtown.bots.kinds import DEPUTY, can_play, tempered
from boomtown.core.chance import Chance, commitment_to, fresh_seed, mixed_key
from boomtown.core.errors import GameFault, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.match import Match, checked_options
from boomtown.core.record import Heading, plain
from boomtown.core.seats import Seat
from boomtown.lessons.lesson import NAMES
from boomtown.lessons.script import Script
from boomtown.plugins import find_game
from boomtown.store.database import now
from boomtown.store.matches import StoredMatch
from boomtown.store.tables import Phase, TableInfo
from boomtown.web.rooms.standing import RULE
from boomtown.web.site import Site
from boomtown.web.tables.table_page import names_at

MOST_FAILURES = 3
FAILING_MILLISECONDS = 60 * 60 * 1000
"""A game with so many parked matches in so long a time is failing."""
log = logging.getLogger(__name__)


class CannotSetUp(Refused):
    """A match that its game fails to set up, however often it is tried."""


def make_table(
    site: Site,
    game: Game[Any, Any],
    *,
    seats: int,
    options: dict[str, Any],
    host: str,
    language: str,
    clock: str,
    listed: bool,
    origin: str = "",
    thinking: str = "usual",
    all_seeing: bool = False,
    advice: str = "off",
) -> TableInfo:
    """A table for a game; options that its rules forbid are refused."""
    refuse_failing(site, game.id)
    chosen = checked_options(game, seats, options)
    return site.tables.make(
        game=game.id,
        options=plain(chosen),
        seats=seats,
        host=host,
        clock=clock,
        listed=listed,
        language=language,
        origin=origin,
        thinking=thinking,
        all_seeing=all_seeing,
        advice=advice,
    )


def refuse_failing(site: Site, game: str) -> None:
    """A game that has failed again and again gets no new matches until the operator releases one.

    Each failure costs the other tables a moment.
    """
    if site.parked.failures(game, since=now() - FAILING_MILLISECONDS) >= MOST_FAILURES:
        raise Refused(Refusal(RULE, "failing", game=game))


def fill_with_bots(site: Site, table: TableInfo, kind: str) -> TableInfo:
    """Puts a bot on every free seat; where its temper is left open, each has another one."""
    for seat in table.seats:
        if seat.free:
            cast = in_temper(table, seat.number, kind)
            table = site.tables.put_bot(table.code, seat.number, cast, table.host)
    return table


def in_temper(table: TableInfo, seat: int, kind: str) -> str:
    """A level in a temper that the table and the seat decide, if the game offers any."""
    return tempered(find_game(table.game), kind, sum(table.code.encode()) + seat)


def start(site: Site, table: TableInfo) -> str:
    """Begins the match, once nobody is missing (boomtown.table.full)."""
    refuse_failing(site, table.game)
    free = sum(seat.free for seat in table.seats)
    if free:
        raise Refused(Refusal("boomtown.table.full", count=free))
    if table.match is not None:
        raise Refused(Refusal("boomtown.table.begun"))
    game = find_game(table.game)
    try:
        match = site.rooms.wall.run(
            "",
            lambda: Match.start(
                game,
                len(table.seats),
                dict(table.options),
                seed=bytes.fromhex(table.seed),
                contributions=[seat.contribution for seat in table.seats],
            ),
        )
    except GameFault as error:
        log.error("%s cannot be set up: %s", game.id, error)
        raise CannotSetUp(Refusal(RULE, "failing", game=game.id)) from None
    assert match.record is not None
    id = site.matches.begin(
        table.code, match, names_at(table), match.record.heading, match.record.seed
    )
    site.crier.starts(table, id)
    return id


def check_free(table: TableInfo, wanted: int | None) -> None:
    """Refuses if the seat that is wanted is taken, or all of them are."""
    if table.phase is not Phase.OPEN:
        raise Refused(Refusal("boomtown.table.begun"))
    if wanted is not None and not 0 <= wanted < len(table.seats):
        raise Refused(Refusal("boomtown.table.seat", number=wanted + 1))
    if not any(seat.free and wanted in (None, seat.number) for seat in table.seats):
        raise Refused(Refusal("boomtown.table.taken"))


def kind_or_refused(game: Game[Any, Any], kind: str) -> str:
    """A kind of bot that can play this game."""
    if not can_play(game, kind):
        raise Refused(Refusal("boomtown.table.bot", kind=kind))
    return kind


def rematch(site: Site, table: TableInfo, player: str, origin: str = "") -> TableInfo:
    """The same people, the same game, the same bots, at a new table; one for all who ask."""
    if table.successor is not None:
        return site.tables.get_one(table.successor)
    again = site.tables.make(
        game=table.game,
        options=table.options,
        seats=len(table.seats),
        host=player,
        clock=table.clock,
        listed=table.listed,
        language=table.language,
        origin=origin,
        thinking=table.thinking,
        all_seeing=table.all_seeing,
        advice=table.advice,
    )
    settled = site.tables.follow(table.code, again.code)
    if settled != again.code:
        site.tables.remove(again.code)
        return site.tables.get_one(settled)
    for seat, name in zip(table.seats, names_at(table), strict=True):
        if seat.player is None and seat.bot is not None:
            site.tables.put_bot(again.code, seat.number, seat.bot, player, name)
    return site.tables.get_one(again.code)


def sit_again(site: Site, old: TableInfo, again: TableInfo, player: str) -> TableInfo:
    """Whoever wants a rematch gets the old seat back, if the new table has not begun."""
    place = old.seat_of(player)
    if place is None or again.match is not None or again.seat_of(player) is not None:
        return again
    return site.tables.sit(again.code, place.number, player)


def branch(
    site: Site,
    stored: StoredMatch,
    then: Match[Any],
    seat: Seat,
    player: str,
    language: str,
    bot: str,
    *,
    origin: str = "",
) -> TableInfo:
    """A new table that plays on from a moment of a finished match, as one seat knew it.

    What that seat did not know is drawn anew, and so are the dice to come.
    """
    seed = fresh_seed()
    imagined = site.shelf.imagined(then, seat, seed, origin)
    table = _made_for(site, imagined, seat, player, language, bot, seed, origin)
    site.tables.branched(table.code, stored.id, then.number, seat)
    return _begun(site, table, imagined, seed)


def play_out_from(
    site: Site, then: Match[Any], seat: Seat, player: str, language: str
) -> TableInfo:
    """A new table that goes on from any moment with everything as it lies there: for an author.

    Only the dice to come are new, and what was loaded stays behind.
    """
    seed = fresh_seed()
    match = then.clone()
    match.chance = Chance(mixed_key(seed))
    table = _made_for(site, match, seat, player, language, DEPUTY, seed)
    return _begun(site, table, match, seed)


def _made_for(
    site: Site,
    match: Match[Any],
    seat: Seat,
    player: str,
    language: str,
    bot: str,
    seed: bytes,
    origin: str = "",
) -> TableInfo:
    """An unlisted table for a match that is going on already: one person, and bots."""
    table = site.tables.make(
        game=match.game.id,
        options=msgspec.to_builtins(match.options),
        seats=match.seats,
        host=player,
        clock="off",
        listed=False,
        language=language,
        seed=seed,
        origin=origin,
    )
    table = site.tables.sit(table.code, seat, player)
    return fill_with_bots(site, table, bot)


def _begun(site: Site, table: TableInfo, match: Match[Any], seed: bytes) -> TableInfo:
    """The table, at which the match goes on."""
    match.number = 0  # its answers are counted from here
    heading = Heading(
        game=match.game.id,
        version=match.game.version,
        seats=match.seats,
        options=msgspec.to_builtins(match.options),
        commitment=commitment_to(seed),
        start=match.hash(),
    )
    site.matches.begin(table.code, match, names_at(table), heading, seed.hex())
    return site.tables.get_one(table.code)


def teach(site: Site, script: Script, player: str, language: str, *, origin: str = "") -> TableInfo:
    """A private table at which a lesson begins: never listed, never rated, without a clock."""
    game = script.game
    refuse_failing(site, game.id)
    seed = fresh_seed()
    try:
        match = site.rooms.wall.run("", lambda: script.start(mixed_key(seed)))
    except GameFault as error:
        log.error("lesson %s of %s cannot be set up: %s", script.name, game.id, error)
        raise CannotSetUp(Refusal(RULE, "failing", game=game.id)) from None
    options = msgspec.to_builtins(match.options)
    table = site.tables.make(
        game=game.id,
        options=options,
        seats=match.seats,
        host=player,
        clock="off",
        listed=False,
        language=language,
        seed=seed,
        origin=origin,
    )
    table = site.tables.sit(table.code, script.seat, player)
    for seat in table.seats:
        if seat.free:
            site.tables.put_bot(table.code, seat.number, DEPUTY, player, NAMES[seat.number])
    heading = Heading(
        game=game.id,
        version=game.version,
        seats=match.seats,
        options=options,
        commitment=commitment_to(seed),
        start=match.hash(),
        lesson=script.name,
    )
    table = site.tables.get_one(table.code)
    site.matches.begin(table.code, match, names_at(table), heading, seed.hex())
    return site.tables.get_one(table.code)
