"""Horses and riders (shadows.mount.*)."""

from __future__ import annotations

from boomtown.core import Match
from shadows_west.state import Figure, Gone, Kind, West


def ridden(west: West, rider: Figure) -> Figure | None:
    """The horse under a rider."""
    return west.table.figures[rider.horse] if rider.mounted and rider.horse is not None else None


def rider_of(west: West, horse: Figure) -> Figure | None:
    """Who sits on this horse."""
    if horse.kind is not Kind.HORSE or horse.gone is not Gone.RIDDEN or horse.horse is None:
        return None
    return west.table.figures[horse.horse]


def unhorse(west: West, rider: Figure, gone: Gone) -> None:
    """The rider is on foot where the horse was, and the horse is not on the table any more.

    shadows.mount.rider_lost, shadows.mount.horse_lost, shadows.fight.shove_mounted
    """
    horse = ridden(west, rider)
    if horse is not None:
        horse.gone = gone
        horse.x, horse.y, horse.z = rider.x, rider.y, rider.z
        rider.mounted, rider.horse = False, None


def bolt(match: Match[West], horse: Figure) -> None:
    """A waiting horse that a stranger touches gallops off for good (shadows.mount.waiting)."""
    horse.gone = Gone.BOLTED
    if horse.horse is not None:
        match.state.table.figures[horse.horse].horse = None
    match.tell("shadows.mount.waiting", who=horse.id)


def mount(west: West, rider: Figure) -> None:
    """The rider climbs into the saddle, where the horse stands (shadows.mount.up_down)."""
    assert rider.horse is not None, "only one's own horse is mounted"
    horse = west.table.figures[rider.horse]
    rider.x, rider.y, rider.z = horse.x, horse.y, horse.z
    rider.mounted = True
    horse.gone = Gone.RIDDEN


def dismount(west: West, rider: Figure, x: int, y: int, z: int) -> None:
    """The horse waits where it is, and the rider stands beside it (shadows.mount.up_down)."""
    assert rider.horse is not None, "a mounted model has a horse"
    horse = west.table.figures[rider.horse]
    horse.gone = Gone.NO
    horse.x, horse.y, horse.z = rider.x, rider.y, rider.z
    horse.fx, horse.fy = rider.fx, rider.fy
    rider.mounted = False
    rider.x, rider.y, rider.z = x, y, z
