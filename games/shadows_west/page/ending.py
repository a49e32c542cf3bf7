"""The end of a match: every gang's points by their source (shadows.vp.*, shadows.scen.*)."""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core import Entry, Result, Say, Seat, Sum, View, whole
from shadows_west.state import West

SOURCES = {
    "shadows.vp.casualty": ("ending.casualties", "skull"),
    "shadows.scen.flee_bonus.points": ("ending.flee_bonus", "boots"),
    "shadows.scen.bank_job.points": ("ending.bank_job", "loot-bill"),
    "shadows.scen.innocents.points": ("ending.innocents", "stand"),
    "shadows.scen.hold.points": ("ending.hold", "table"),
}
"""By the key of a log line that tells of points: what they were for, and its icon."""
FLED = Say("ending.fled", rule="shadows.bottle.result")


def ending(view: View[West], told: Sequence[Entry]) -> list[Result]:
    """Everybody's gang and its points, source by source."""
    return [
        Result(
            seat=Seat(seat),
            sums=sums_of(Seat(seat), told),
            fate=FLED if gang.fled else None,
        )
        for seat, gang in enumerate(view.state.gangs)
    ]


def sums_of(seat: Seat, told: Sequence[Entry]) -> tuple[Sum, ...]:
    """What brought a gang points, in the order of the first ones."""
    points: dict[str, int] = {}
    for entry in told:
        if entry.key in SOURCES and entry.args.get("seat") == seat:
            points[entry.key] = points.get(entry.key, 0) + whole(entry, "points")
    return tuple(Sum(Say(SOURCES[key][0]), won, SOURCES[key][1]) for key, won in points.items())
