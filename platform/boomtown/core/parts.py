"""What everybody was in a match that is over, as its end has shown it to all."""

from __future__ import annotations

from typing import Any

from boomtown.core.match import Match
from boomtown.core.outcome import Part


def parts_of(match: Match[Any]) -> tuple[Part, ...]:
    """A part for each seat, from the view of somebody who only looks on.

    A game without parts has the sides that its outcome names, and no words for them.
    """
    if match.game.parts is not None:
        parts = tuple(match.game.parts(match.view(None)))
        if len(parts) != match.seats:
            raise ValueError(f"{match.game.id}: {len(parts)} parts for {match.seats} seats")
        return parts
    teams = {} if match.outcome is None else match.outcome.teams
    sides = {seat: side for side, seats in teams.items() for seat in seats}
    return tuple(Part(side=sides.get(seat, "")) for seat in match.all_seats)
