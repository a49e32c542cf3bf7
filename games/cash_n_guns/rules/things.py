"""What a seat sees on the table, by noun of the choices: what is not offered has a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boomtown.core import Refusal, Seat, View
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.state import Gang


def the_dead(gang: Gang) -> dict[Seat, Refusal]:
    """Nobody aims at an eliminated player, orders one or draws from one (cash.elim.out)."""
    return {
        Seat(seat): Refusal("cash.elim.out", seat=seat)
        for seat, gangster in enumerate(gang.gangsters)
        if gangster.out
    }


def seats(view: View[Gang]) -> list[Seat]:
    """Everybody, dead or alive."""
    return [Seat(seat) for seat in range(view.seats)]


def bullets(view: View[Gang]) -> list[Bullet]:
    """Both kinds of bullet card; a hand without one of them shows an empty place."""
    return list(Bullet)


def shares(view: View[Gang]) -> list[Loot]:
    """The loot of the round, and the token, even if it is gone."""
    return [*view.state.loot, Loot.NEW_GODFATHER]


def own_loot(view: View[Gang]) -> list[Loot]:
    """The viewer's own cards."""
    if view.seat is None:
        return []
    return [card.value for card in view.state.gangsters[view.seat].loot]


THINGS: dict[str, Callable[[View[Gang]], Sequence[int | str]]] = {
    "aim": seats,
    "order": seats,
    "seat": seats,
    "hustle": seats,
    "bullet": bullets,
    "change": bullets,
    "share": shares,
    "exchange": own_loot,
}
