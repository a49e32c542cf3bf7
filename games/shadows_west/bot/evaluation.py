"""How likely each gang wins, from points, who stands and what is carried; fair between activations.

The weights were fitted on 48 matches of quick policies for two gangs, all scenarios: a first
judgement, to be fitted anew from stronger players. On the same matches it is wrong by 0.62 a table
(logarithmic loss), where the mere shares are wrong by 0.80. Half-way and later in 16 others it gave
67 of 100 to who won in the end, and 33 to who did not.
"""

from __future__ import annotations

from math import exp
from typing import Final

from boomtown.core import WHOLE, Evaluation, Seat
from shadows_west.content import TURNS
from shadows_west.state import MODEL, ON_TABLE, West

POINT, POINT_LATER, STANDS, DOWNED, CARRIES = 722, 50, 3454, -1334, 536
"""In thousandths: a victory point, the same while all turns are to come, the whole gang standing,
the whole gang Downed, and loot or a captive in somebody's hands."""
NOBODY, NOBODY_LATER = 427, -197
"""That nobody wins, at the end, and more while all turns are to come."""
GONE = -3000
"""A gang without models."""
MANY = 10_000


def worth(west: West) -> list[int]:
    """Each gang beside the others, and beside a match that nobody wins."""
    left = max(0, TURNS + 1 - max(1, west.turn))
    hopes = [exp(hope(west, Seat(seat), left) / 1000) for seat in range(len(west.gangs))]
    total = sum(hopes) + exp((NOBODY + NOBODY_LATER * left // TURNS) / 1000)
    return [int(WHOLE * one / total) for one in hopes]


def hope(west: West, seat: Seat, left: int) -> int:
    """What speaks for a gang."""
    gang = west.gangs[seat]
    stands = downed = carries = 0
    for figure in west.table.figures.values():
        if figure.seat == seat and figure.kind is MODEL and figure.gone is ON_TABLE:
            if figure.downed:
                downed += 1
            else:
                stands += 1
                carries += figure.loot is not None or figure.holds is not None
    value = gang.points * (POINT + POINT_LATER * left // TURNS) + CARRIES * carries
    value += (STANDS * stands + DOWNED * downed) // max(1, gang.starting, stands + downed)
    return value if stands or downed or west.turn == 0 else value + GONE


def calm(west: West) -> int:
    """The turn, the cards still held, and who is still to act with the card that lies there."""
    cards = sum([len(gang.hand) for gang in west.gangs])
    return west.turn * MANY + cards * 10 + len(west.order)


EVALUATION: Final = Evaluation(worth=worth, calm=calm)
