"""Which matches whoever is asking may look at, and how: their replays, results and reviews."""

from __future__ import annotations

from flask import abort

from boomtown.core.errors import Refusal, Refused
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.matches import StoredMatch
from boomtown.web.replays.replay_page import Seen
from boomtown.web.replays.shared import room_of_result
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.standing import MatchStopped, Standing, Stopped
from boomtown.web.site import current_player, payer, room_or_404, site
from boomtown.web.sockets.feeds import seat_of


def seen_or_404(id: str) -> Seen:
    """A match at a table that whoever is asking may look into."""
    stored = site().matches.get(id)
    if stored is None:
        abort(404)
    seen = seen_at(stored, room_or_404(stored.table))
    if not seen.over and not seen.game.lookback:
        raise Refused(Refusal("boomtown.table.memory"))
    return seen


def seen_at(stored: StoredMatch, room: Room) -> Seen:
    """A match at a table, as whoever is asking may look at it.

    One of a deal is told to nobody before its time, once it is over (boomtown.deal.sealed).
    """
    if stored.ended is not None and room.table.sealed:
        raise Refused(Refusal("boomtown.deal.sealed", day=room.table.deal))
    player = current_player()
    mine = seat_of(room.table, player.id if player else None)
    try:
        return Seen(stored, room.table, find_game(stored.game), mine)
    except UnknownGame:
        raise MatchStopped(Stopped(Standing.GONE, stored.game)) from None


def over_or_refused(id: str) -> Seen:
    """A match that is over (boomtown.table.ended)."""
    return finished(seen_or_404(id))


def finished(seen: Seen) -> Seen:
    """The same match; one that goes on is refused."""
    if not seen.over:
        raise Refused(Refusal("boomtown.table.ended"))
    return seen


def result_or_404(id: str) -> tuple[Seen, Room]:
    """A finished match whose result whoever is asking may read, and its room."""
    stored = site().matches.get(id)
    if stored is None:
        abort(404)
    room = room_of_result(id, stored.table)
    return finished(seen_at(stored, room)), room


def address() -> str:
    """Who pays for dear work."""
    return payer().address
