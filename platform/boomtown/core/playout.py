"""Playouts: quiet matches that are played on quickly, as searches do by the thousand."""

from __future__ import annotations

from typing import Any

from boomtown.core.chance import Chance
from boomtown.core.errors import GameFault
from boomtown.core.match import Match


def play_randomly(match: Match[Any], chance: Chance) -> int:
    """Plays a quiet match to its end by any answers, and says how many that took."""
    begun = match.number
    while match.outcome is None:
        step = match.waits()
        seat = step.waiting()[0]
        offers = step.choice(match, seat).offers()
        match.take(seat, offers[chance.below(len(offers))])
        if match.number - begun > match.game.longest:
            raise GameFault(f"{match.game.id}: no end after {match.game.longest} answers")
    return match.number - begun
