"""Captives, dragged friends, and townsfolk that fight (shadows.folk.*, shadows.damage.drag)."""

from __future__ import annotations

from typing import Final

from boomtown.core import Match
from shadows_west.moves import forced
from shadows_west.moves.runs import flee
from shadows_west.rules.dice import random_direction
from shadows_west.state import Figure, Gone, Kind, West

LAWMEN: Final = "lawmen"


def captive_of(west: West, captor: Figure) -> Figure | None:
    """The townsperson that it holds; a dragged friend is no captive."""
    held = None if captor.holds is None else west.table.figures[captor.holds]
    return held if held is not None and held.kind is Kind.FOLK else None


def take_hold(captor: Figure, held: Figure) -> None:
    """A captive, or a Downed friend, goes where the captor goes."""
    captor.holds = held.id
    held.held_by = captor.id


def let_go(west: West, captor: Figure) -> None:
    """Whoever it holds stays where he is, and is free (shadows.folk.release)."""
    if captor.holds is not None:
        west.table.figures[captor.holds].held_by = None
        captor.holds = None


def free_captive(match: Match[West], captor: Figure) -> None:
    """A captive is placed 1" away and free; a dragged friend is only let go.

    When an enemy moves into contact with the captor, or the captor is Downed, becomes a casualty
    or flees (shadows.folk.freed, shadows.damage.drag).
    """
    west = match.state
    captive = captive_of(west, captor)
    let_go(west, captor)
    if captive is not None:
        captive.x, captive.y, captive.z = forced.freed(west.table, captor, captive)
        match.tell("shadows.folk.freed", who=captor.id, folk=captive.id)


def draw_in(west: West, captor: Figure) -> None:
    """A captive stays in contact with a captor who is on foot all at once (shadows.folk.held)."""
    captive = captive_of(west, captor)
    if captive is None:
        return
    dx, dy = captive.x - captor.x, captive.y - captor.y
    spot = forced.beside(west.table, captor, captive, dx, dy)
    if spot is None:
        let_go(west, captor)
    else:
        captive.x, captive.y, captive.z = spot


def shield_of(west: West, captor: Figure) -> Figure | None:
    """The captive that takes a shot for its captor; Lawmen never hide behind anybody.

    shadows.folk.shield, shadows.folk.shield_lawmen
    """
    if captor.seat is None or west.gangs[captor.seat].kind == LAWMEN:
        return None
    return captive_of(west, captor)


def break_away(match: Match[West], folk: Figure, opponent: Figure) -> None:
    """A townsperson that wins a fight runs 4" in a random direction, without any test.

    A direction less than 90 degrees from the opponent is rolled again (shadows.folk.fight).
    """
    west = match.state
    while True:
        dx, dy = random_direction(match)
        if dx * (opponent.x - folk.x) + dy * (opponent.y - folk.y) <= 0:
            break
    if folk.held_by is not None:
        let_go(west, west.table.figures[folk.held_by])
    flight = flee(west.table, folk, dx, dy)
    if flight is not None:
        folk.x, folk.y, folk.z = flight.x, flight.y, flight.z
        folk.gone = Gone.LEFT if flight.left else Gone.NO
    match.tell("shadows.folk.fight", who=folk.id, other=opponent.id)
