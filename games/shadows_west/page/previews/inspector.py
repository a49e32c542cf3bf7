"""What anybody may look at: a figure with its guns and eyes, a place and who threatens it, and the
line between two of either."""

from __future__ import annotations

from boomtown.core import Seat
from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring import sight, spacing
from shadows_west.moves.land import reach
from shadows_west.page.previews.guns import gun_of
from shadows_west.page.previews.layers import sector
from shadows_west.page.previews.parts import (
    Draft,
    Inspected,
    Line,
    Preview,
    Ring,
    Seen,
    Sightline,
    figure_of,
    height_of,
    outline_of,
    place_of,
)
from shadows_west.page.previews.shots import sight_line
from shadows_west.state import Figure, Kind, Table, West
from shadows_west.terrain.ground import ground

MOST_POINTS = 2


def inspecting(west: West, seat: Seat | None, draft: Draft) -> Preview:
    """A figure, a place, or the line between two of them, as a seat or a spectator asks."""
    raw = draft.get("points")
    spots = [_spot(west.table, seat, one, draft) for one in raw] if isinstance(raw, list) else []
    found = [spot for spot in spots if spot is not None][:MOST_POINTS]
    if len(found) == MOST_POINTS:
        return _between(west, *found)
    if not found:
        return Preview(do="inspect")
    spot = found[0]
    return _figure(west, spot) if spot.id in west.table.figures else _place(west, spot)


def _spot(table: Table, seat: Seat | None, raw: object, draft: Draft) -> Figure | None:
    """A figure of the table, or one of the asker's who might stand on a place."""
    known = figure_of(table, raw)
    place = place_of(raw)
    if known is not None or place is None:
        return known
    size = ground(table).size
    x, y = (min(max(part, 0), size) for part in place)
    z = height_of(table, x, y, draft.get("level"))
    return Figure("", Kind.FOLK, seat, x=x, y=y, z=z)  # townsfolk look all round


# --- one figure -----------------------------------------------------------------------------------


def _figure(west: West, figure: Figure) -> Preview:
    table = west.table
    model = figure.kind is Kind.MODEL
    armed = any(not weapon.jammed for weapon in figure.weapons)
    card = Inspected(
        id=figure.id,
        archetype=figure.archetype or figure.kind.value,
        rank=figure.rank.value if model else "",
        sides=figure.die,
        move=table.allowance(figure) if model else 0,
        sticks=figure.sticks,
        guns=[gun_of(weapon.kind, jammed=weapon.jammed) for weapon in figure.weapons],
        sees=_seen(west, figure) if model and figure.standing else [],
        threats=_threats(west, figure),
    )
    size = ground(table).size
    return Preview(
        do="inspect",
        card=card,
        rings=[Ring(figure.x, size - figure.y, figure.radius + 30)],
        danger=[(sector(table, figure), figure.token.value)] if armed and figure.standing else [],
        reach=[outline_of(table, one) for one in reach(table, figure)] if model else [],
        lines=[_threat_line(table, one.id, figure) for one in card.threats],
    )


def _seen(west: West, figure: Figure) -> list[Seen]:
    """The standing models of other gangs that it sees, the nearest first."""
    enemies = sight.visible(west.table, figure, west.table.enemies(figure.seat))
    return [_known(west, figure, enemy) for enemy in spacing.by_nearness(figure, enemies)]


def _known(west: West, viewer: Figure, other: Figure) -> Seen:
    return Seen(
        id=other.id,
        archetype=other.archetype or other.kind.value,
        gap=spacing.gap(viewer, other) if west.options.premeasure else None,
        cover=bool(sight.cover(west.table, viewer, other)),
    )


# --- danger ---------------------------------------------------------------------------------------


def _threats(west: West, figure: Figure) -> list[Seen]:
    """Who sees a figure, or a place, and has a weapon that reaches so far."""
    found = []
    for enemy in spacing.by_nearness(figure, west.table.enemies(figure.seat)):
        working = [WEAPONS[one.kind].long for one in enemy.weapons if not one.jammed]
        near = not west.options.premeasure or spacing.within(enemy, figure, max(working, default=0))
        if working and near and sight.sees(west.table, enemy, figure):
            found.append(
                Seen(
                    id=enemy.id,
                    archetype=enemy.archetype or enemy.kind.value,
                    gap=spacing.gap(enemy, figure) if west.options.premeasure else None,
                    cover=bool(sight.cover(west.table, enemy, figure)),
                )
            )
    return found


def _threat_line(table: Table, enemy: str, spot: Figure) -> Line:
    size = ground(table).size
    one = table.figures[enemy]
    return Line(one.x, size - one.y, spot.x, size - spot.y)


def _place(west: West, spot: Figure) -> Preview:
    """Who could shoot at somebody who stood there."""
    size = ground(west.table).size
    threats = _threats(west, spot)
    return Preview(
        do="inspect",
        end=(spot.x, spot.y, spot.z),
        rings=[Ring(spot.x, size - spot.y, spot.radius)],
        threats=threats,
        lines=[_threat_line(west.table, one.id, spot) for one in threats],
    )


# --- between two ----------------------------------------------------------------------------------


def _between(west: West, one: Figure, other: Figure) -> Preview:
    """Whether a view is open between two, and who of them looks the other way."""
    table = west.table
    line = sight_line(table, one, other)
    away = [
        viewer.id
        for viewer, seen in ((one, other), (other, one))
        if viewer.kind is Kind.MODEL and not sight.in_front(viewer, seen.x, seen.y)
    ]
    size = ground(table).size
    covers = sorted({one.id.split(".")[0] for one in sight.cover(table, one, other)})
    return Preview(
        do="inspect",
        sight=Sightline(
            one=one.id,
            other=other.id,
            gap=spacing.gap(one, other) if west.options.premeasure else None,
            by=line.by,
            away=away,
            cover=[] if line.by else covers,
        ),
        rings=[Ring(spot.x, size - spot.y, spot.radius + 20) for spot in (one, other)],
        lines=[line],
    )
