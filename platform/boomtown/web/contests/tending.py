"""Tournaments go on by themselves: tables begin, the missing are seen to, rounds follow."""

from __future__ import annotations

import logging

from boomtown.bots.kinds import DEPUTY
from boomtown.core.errors import BoomtownError, InvalidOption, Refused
from boomtown.core.record import By
from boomtown.store.database import now
from boomtown.store.standings import halves_of
from boomtown.store.tables import Phase, TableInfo
from boomtown.store.tournaments import LOSS, PAIR, Bout, Result, Tournament, without_result
from boomtown.web.site import Site
from boomtown.web.tables.seating import CannotSetUp, start

BEGUN = "boomtown.table.begun"
log = logging.getLogger(__name__)


def tend(site: Site) -> int:
    """Looks after all tournaments that are played; how many have gone on."""
    went_on = 0
    for id in site.tournaments.running():
        try:
            went_on += tend_one(site, id)
        except Exception:  # what is wrong with one must not stop the others
            log.exception("tournament %s", id)
    return went_on


def tend_one(site: Site, id: str) -> bool:
    """Looks after one; whether it has gone on, and there may be more to do."""
    tournament = site.tournaments.get(id)
    if tournament is None:
        return False
    for bout in tournament.current:
        if bout.table is not None:
            _look(site, tournament, bout, site.tables.get(bout.table))
    went_on = site.tournaments.go_on(id)
    if went_on:
        begin_tables(site, id)
    return went_on


def begin_tables(site: Site, id: str) -> None:
    """Begins the matches of the round; one that cannot is tried again with the next look."""
    tournament = site.tournaments.get(id)
    for bout in tournament.current if tournament is not None else ():
        table = None if bout.table is None else site.tables.get(bout.table)
        if bout.result is None and table is not None and table.phase is Phase.OPEN:
            _begin(site, id, bout, table)


def _begin(site: Site, id: str, bout: Bout, table: TableInfo) -> None:
    """Begins a match. One that its game cannot set up counts for nobody, at once.

    One that cannot begin for another reason is tried again, as long as the table waits.
    """
    try:
        start(site, table)
    except BoomtownError as error:
        if isinstance(error, Refused) and error.refusal.rule == BEGUN:
            return  # another process was quicker
        log.warning("%s does not begin: %s", table.code, error)
        if isinstance(error, CannotSetUp | InvalidOption) or now() >= bout.due:
            site.tournaments.note(id, bout, without_result(len(bout.players)), ())
            site.tables.close(table.code)


def _look(site: Site, tournament: Tournament, bout: Bout, table: TableInfo | None) -> None:
    """What has come of a table, as far as it can be said now."""
    if bout.result is not None:
        if table is not None and table.phase is not Phase.ENDED:
            site.tables.close(table.code)  # whoever noted the result did not come that far
    elif table is None:
        site.tournaments.note(tournament.id, bout, without_result(len(bout.players)), ())
    elif table.phase is Phase.OPEN:
        _begin(site, tournament.id, bout, table)
    elif table.phase is Phase.ENDED:
        site.tournaments.note(tournament.id, bout, result_of(site, bout, table), ())
    elif table.deserted and now() >= max(bout.due, table.touched + tournament.setup.wait):
        site.tables.close(table.code)
        site.tournaments.note(tournament.id, bout, without_result(len(bout.players)), ())
    elif not bout.looked and now() >= bout.due:
        _see_to_missing(site, tournament, bout, table)


def result_of(site: Site, bout: Bout, table: TableInfo) -> Result:
    """How a table counts whose match is over."""
    stored = None if table.match is None else site.matches.get(table.match)
    if stored is None or stored.outcome is None:
        return without_result(len(bout.players))
    outcome = stored.outcome
    seats = range(len(bout.players))
    won = tuple(seat in outcome.winners and seat not in bout.absent for seat in seats)
    return Result(halves_of(outcome, len(bout.players), bout.absent), won, "played")


def _see_to_missing(site: Site, tournament: Tournament, bout: Bout, table: TableInfo) -> None:
    """A bot stands in for those who have not come; or they have lost.

    As was agreed on (boomtown.tournament.missing).
    """
    missing = tuple(missing_at(site, table))
    looked = Bout(
        bout.round, bout.number, bout.table, bout.players, bout.due, True, bout.absent, None
    )
    lost = missing if tournament.setup.missing == LOSS else ()
    result = None
    if lost and len(bout.players) == PAIR:
        came = tuple(seat not in lost for seat in range(PAIR))
        halves = tuple(2 * (came[seat] and not came[1 - seat]) for seat in range(PAIR))
        result = Result(halves, tuple(half > 0 for half in halves), "absent")
    if result is not None:
        site.tournaments.note(tournament.id, looked, result, lost)
        site.tables.close(table.code)
        return
    for seat in missing:
        place = table.seats[seat]
        if place.player is not None and not place.away:
            site.tables.note(table.code, place.player, place.name, "late")
            site.tables.leave(table.code, place.player, DEPUTY)
    site.tournaments.note(tournament.id, looked, None, lost)  # last: or nobody would stand in


def missing_at(site: Site, table: TableInfo) -> list[int]:
    """The seats of people who are not here now and have not answered yet."""
    lines = [] if table.match is None else site.matches.unchecked(table.match)
    answered = {line.seat for line in lines if line.by is By.PLAYER}
    return [
        seat.number
        for seat in table.seats
        if seat.player is not None
        and seat.number not in answered
        and not site.presence.is_open(table.code, seat.player)
    ]
