"""Gaining life points (bang.gain.*, bang.beer.*)."""

from __future__ import annotations

from bang_dice.rules.moments import Moment
from bang_dice.rules.windows import BadWindow, window_seats
from bang_dice.state import Town
from boomtown.core import Match, Seat, Step


def gain(match: Match[Town], amounts: dict[Seat, int]) -> list[Step]:
    """Steps by which players gain life points: one gain each (bang.gain.event).

    Where nobody can interfere they gain at once, and there is nothing left to do.
    """
    town = match.state
    cowboys = town.cowboys
    town.gains = {
        seat: min(amount, cowboys[seat].cap - cowboys[seat].life)
        for seat, amount in amounts.items()
        # bang.gain.living; bang.gain.cap, bang.beer.cap, bang.jesse.cap: never above the cap.
        if not cowboys[seat].out and cowboys[seat].life < cowboys[seat].cap
    }
    if not town.gains:
        return []
    only = next(iter(town.gains)) if len(town.gains) == 1 else None
    seats = window_seats(town, Moment.GAIN, only)
    if seats:
        return [BadWindow(seats), GiveLife()]
    give_life(match)
    return []


class GiveLife(Step):
    """The life points that nobody has spoilt are gained."""

    rule = "bang.gain.event"

    def run(self, match: Match[Town]) -> None:
        give_life(match)


def give_life(match: Match[Town]) -> None:
    """Everybody gains at the same time, never above the cap."""
    town = match.state
    for seat, amount in town.gains.items():
        cowboy = town.cowboys[seat]
        cowboy.life += amount
        match.tell("bang.gain.cap", seat=seat, gained=amount, life=cowboy.life)
    town.gains = {}
