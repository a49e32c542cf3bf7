"""What is done at the end of a step: captives, friends, loot, sticks, jams (section 7)."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from msgspec import structs

from boomtown.core import Refusal
from shadows_west.content import CONTACT, KEEP_AWAY, LOOT_RADIUS, ON_FOOT
from shadows_west.geometry.segments import point_segment_d2
from shadows_west.measuring.sight import sees, sees_point
from shadows_west.measuring.spacing import Disc, contact, marker_disc, walled_off
from shadows_west.moves.forced import away_from
from shadows_west.moves.march import March, note
from shadows_west.state import Kind
from shadows_west.terrain.footing import Obstacle, Spot
from shadows_west.terrain.standing import heights_at


def deeds_at(march: March, step: int) -> Refusal | None:
    for deed in march.order.do:
        if deed[0] == step and deed[1] in DEEDS:
            refusal = DEEDS[str(deed[1])](march, step, deed[2:])
            if refusal is not None:
                return refusal
    return None


def _folk(march: March, rule: str, id: str) -> Refusal | None:
    """Whether there is a townsperson in contact, and whether a reaction may touch him."""
    other = march.table.figures.get(id)
    if other is None or not other.on_table or other.kind is not Kind.FOLK:
        return Refusal(rule, "nobody", who=id)
    if march.reaction_to not in (None, id):
        return Refusal("shadows.react.contact", who=id)
    if not contact(march.table, march.disc(), other):
        return Refusal(rule, "short", who=id)
    return None


def _seize(march: March, step: int, args: list[int | str]) -> Refusal | None:
    id = str(args[0])
    refusal = _folk(march, "shadows.folk.capture", id)
    if refusal is not None:
        return refusal
    if march.holds is not None or march.table.figures[id].held_by is not None:
        return Refusal("shadows.folk.capture", "held", who=id)
    march.holds = id
    note(march, step, "seize", id)
    return None


def _attack(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """An attack on a townsperson is a charge with its free fight (shadows.folk.contact_choice)."""
    id = str(args[0])
    refusal = _folk(march, "shadows.folk.contact_choice", id)
    if refusal is not None:
        return refusal
    other = march.table.figures[id]
    if not step or contact(march.table, march.figure, other) or march.order.fight not in (None, id):
        return Refusal("shadows.folk.contact_choice", "already", who=id)
    if not sees(march.table, march.figure, other):
        return Refusal("shadows.move.charge_unseen", who=id)
    march.trip.fight = id
    note(march, step, "attack", id)
    return None


def _release(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """The captive is put 1" away, beginning on its own side (shadows.folk.release)."""
    if march.holds is None:
        return Refusal("shadows.folk.release")
    captive = march.table.figures[march.holds]
    centre = Obstacle(
        march.figure.id, march.x, march.y, march.z, march.base.radius, march.base.height
    )
    dx, dy = captive.x - march.figure.x, captive.y - march.figure.y
    spot = away_from(march.around, [*march.others(), centre], centre, dx, dy)
    march.placed.append(Obstacle(captive.id, *spot, captive.radius, captive.base.height))
    march.holds = None
    note(march, step, "release", captive.id, spot)
    return None


def _drag(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """A Downed friend in contact is dragged along (shadows.damage.drag)."""
    id = str(args[0])
    friend = march.table.figures.get(id)
    if friend is None or not friend.on_table or friend.seat != march.figure.seat:
        return Refusal("shadows.damage.drag", "nobody", who=id)
    if friend.kind is not Kind.MODEL or not friend.downed or friend.held_by is not None:
        return Refusal("shadows.damage.drag", "nobody", who=id)
    if march.mounted or march.holds is not None:
        return Refusal("shadows.damage.drag", "hands", who=id)
    if step and march.reaction_to is not None:
        return Refusal("shadows.react.contact", who=id)
    if not contact(march.table, march.disc(), friend):
        return Refusal("shadows.damage.drag", "short", who=id)
    march.holds = id
    note(march, step, "drag", id)
    return None


def _loot(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """Pick up the nearest marker that the base touches (shadows.loot.take)."""
    if march.loot is not None:
        return Refusal("shadows.loot.take", "full")
    here = march.disc()
    found = [
        ((marker.x - here.x) ** 2 + (marker.y - here.y) ** 2, marker.id)
        for marker in march.table.markers.values()
        if marker.kind == "loot"
        and not marker.gone
        and marker.id not in march.taken
        and touches_marker(march, here, marker_disc(marker))
    ]
    if not found:
        return Refusal("shadows.loot.take", "short")
    march.loot = min(found)[1]
    march.taken.add(march.loot)
    note(march, step, "loot", march.loot)
    return None


def touches_marker(march: March, here: Disc, marker: Disc) -> bool:
    """Whether a base touches, or is on, a loot marker, with no wall between."""
    reach = here.radius + LOOT_RADIUS + CONTACT
    return (
        here.z == marker.z
        and (here.x - marker.x) ** 2 + (here.y - marker.y) ** 2 <= reach * reach
        and not walled_off(march.ground, here, marker)
    )


def _drop_loot(march: March, step: int, args: list[int | str]) -> Refusal | None:
    if march.loot is None:
        return Refusal("shadows.loot.drop")
    note(march, step, "drop", march.loot)
    march.loot = None
    return None


def _place(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """A stick on a point within 1" of the path so far, seen from where a step began or ended.

    shadows.tnt.place, shadows.geo.los_point
    """
    x, y, z = (int(value) for value in args)
    if march.mounted or march.sticks < 1:
        return Refusal("shadows.tnt.place", "none")
    size = march.ground.size
    if not (0 <= x <= size and 0 <= y <= size) or z not in heights_at(march.around, x, y):
        return Refusal("shadows.tnt.place", "surface")
    here = (march.x, march.y, march.z)
    ways = [(leg.start, leg.end) for leg in march.trip.legs] or [(here, here)]
    if not any(_beside_way(start, end, (x, y, z)) for start, end in ways):
        return Refusal("shadows.tnt.place", "far")
    places = dict.fromkeys(place for way in ways for place in way)
    if not any(_sees_round(march, place, (x, y, z)) for place in places):
        return Refusal("shadows.tnt.place", "unseen")
    march.sticks -= 1
    note(march, step, "place", "", (x, y, z))
    return None


def _beside_way(start: Spot, end: Spot, point: Spot) -> bool:
    """Whether a point is within 1" of the base somewhere on a step, height included."""
    dz = min(abs(point[2] - start[2]), abs(point[2] - end[2]))
    if dz > KEEP_AWAY:
        return False
    reach = ON_FOOT.radius + isqrt(KEEP_AWAY * KEEP_AWAY - dz * dz)
    num, den = point_segment_d2(point[0], point[1], *start[:2], *end[:2])
    return num <= reach * reach * den


def _sees_round(march: March, place: Spot, point: Spot) -> bool:
    """Placing dynamite looks all round (shadows.geo.los_point)."""
    on_foot = structs.replace(march.figure, mounted=False)
    return sees_point(march.table, on_foot, *point, around=True, at=place)


def _unjam(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """A whole Move clears the jam of one weapon (shadows.move.unjam)."""
    weapon = next((one for one in march.figure.weapons if one.id == args[0]), None)
    if weapon is None or not weapon.jammed:
        return Refusal("shadows.move.unjam", weapon=str(args[0]))
    note(march, step, "unjam", weapon.id)
    return None


DEEDS: dict[str, Callable[[March, int, list[int | str]], Refusal | None]] = {
    "seize": _seize,
    "attack": _attack,
    "release": _release,
    "drag": _drag,
    "loot": _loot,
    "drop": _drop_loot,
    "place": _place,
    "unjam": _unjam,
}
