"""The board of Shadows of the West: everything that its template shows, from the view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from boomtown.core import (
    Help,
    Progress,
    Question,
    Seat,
    View,
)
from shadows_west.content import TURNS
from shadows_west.page.cards import Own, TurnRow, own_of, turns_of
from shadows_west.page.drawing import Scenery, scenery
from shadows_west.page.figures import Crew, Fig, Lump, crews_of, figure_of, markers_of
from shadows_west.page.previews.parts import Line
from shadows_west.page.previews.shots import sight_line
from shadows_west.page.prompt import help_for, reactors
from shadows_west.page.zones import Zone, zones_of
from shadows_west.rules.gangs import RosterChoice
from shadows_west.state import Kind, Table, West
from shadows_west.terrain.ground import ground
from shadows_west.terrain.zones import zone_of

LETTERS: Final = "abcd"
"""The ids of figures begin with the letters of their seats."""
PHASES: Final = ("draw", "action", "npc", "recovery")


class WestBoard(Struct):
    """What the template needs."""

    scenery: Scenery
    turn: int
    turns: int
    phase: str
    scenario: str
    order: list[TurnRow]
    own: Own | None
    figures: list[Fig]
    """On the table, the lower ones first, and from north to south: a plate hangs below its figure,
    and the next one stands in front of it."""
    crews: list[Crew]
    markers: list[Lump]
    focus: tuple[int, int]
    """Where a small window looks at first."""
    acting: str | None
    dust: bool
    premeasure: bool
    zones: list[Zone]
    building: bool
    """Whether the viewer hires a gang now."""
    face: tuple[int, int]
    """Where the model that is asked about looks."""
    ask: Help | None
    sights: list[Line] = []
    """From those who may react to what they see."""


def board(view: View[West], question: Question | None) -> WestBoard:
    """The board as one seat, or a spectator, may see it."""
    west = view.state
    table = west.table
    acting = acting_of(view, question)
    known = {id: figure_of(table, figure, acting[:1]) for id, figure in table.figures.items()}
    present = sorted(
        (fig for fig in known.values() if not fig.gone), key=lambda fig: (fig.z, fig.y)
    )
    here = known.get(acting[0]) if acting else None
    return WestBoard(
        scenery=scenery(ground(table)),
        turn=west.turn,
        turns=TURNS,
        phase=west.phase,
        scenario=west.scenario,
        order=turns_of(view),
        own=own_of(view),
        figures=present,
        crews=crews_of(view, known),
        markers=markers_of(table),
        focus=(here.x, here.y) if here is not None else _middle(view, present),
        acting=here.id if here is not None else None,
        dust=table.dust,
        premeasure=west.options.premeasure,
        zones=zones_of(view, question),
        building=question is not None and isinstance(question.choice, RosterChoice),
        face=_face(table, here),
        ask=None if question is None else help_for(view, question),
        sights=_sights(table, question),
    )


def _sights(table: Table, question: Question | None) -> list[Line]:
    """The lines of sight of whoever may react."""
    if question is None or not (asked := reactors(question)):
        return []
    trigger = table.figures[str(question.args["who"])]
    return [sight_line(table, table.figures[id], trigger) for id in asked]


def acting_of(view: View[West], question: Question | None) -> list[str]:
    """The model that is asked about, before those of the activation that goes on."""
    asked = view.prompt.args.get("who") if view.prompt is not None else None
    if question is not None:
        asked = question.args.get("who", asked)
    acting = [id for id in view.state.acting if id != asked]
    return [asked, *acting] if isinstance(asked, str) else acting


def _face(table: Table, here: Fig | None) -> tuple[int, int]:
    if here is None:
        return 0, 1000
    figure = table.figures[here.id]
    return figure.fx, figure.fy


def _middle(view: View[West], figures: list[Fig]) -> tuple[int, int]:
    """Between the viewer's own figures; before there are any, the zone, or the whole table."""
    mine = [fig for fig in figures if fig.seat == view.seat and view.seat is not None]
    if not mine:
        size = ground(view.state.table).size
        zone = "" if view.seat is None else view.state.gangs[view.seat].zone
        x0, y0, x1, y1 = zone_of(size, zone) if zone else (0, 0, size, size)
        return (x0 + x1) // 2, size - (y0 + y1) // 2
    return sum(fig.x for fig in mine) // len(mine), sum(fig.y for fig in mine) // len(mine)


def progress(view: View[West]) -> Progress:
    """The turn, and how far it has got."""
    west = view.state
    if west.phase == "setup":
        return Progress("board.progress.setup", {}, 0)
    part = PHASES.index(west.phase)
    done = 100 * ((west.turn - 1) * len(PHASES) + part) // (TURNS * len(PHASES))
    share = 100 if view.outcome is not None else done
    return Progress("board.progress", {"turn": west.turn, "turns": TURNS}, share)


def cast(view: View[West]) -> dict[str, tuple[str, str]]:
    """The models by what they are, so that the log can tell of A1 the Marshal."""
    return {
        figure.id: ("archetype", figure.archetype)
        for figure in view.state.table.figures.values()
        if figure.kind is Kind.MODEL and figure.archetype
    }


def whose(args: Mapping[str, Any]) -> Seat | None:
    """Whose line of the log it is: the player's who is named, or of the model that acts."""
    seat, figure = args.get("seat"), args.get("who")
    if isinstance(seat, int):
        return Seat(seat)
    if isinstance(figure, str) and figure[:1] in LETTERS:
        return Seat(LETTERS.index(figure[0]))
    return None
