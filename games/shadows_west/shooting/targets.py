"""Who may be shot, with how many dice and why, and what the odds are.

Everything here is computed from the public ``Table``: the offers of a shot, previews and bots use
the same lists as the rules. ``sighted`` looks once at everything round a shooter; ``targets``
judges it for one weapon (shadows.ui.shoot).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from typing import Final

from msgspec import Struct

from boomtown.core import Refusal
from shadows_west.content import (
    ELEVATED,
)
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import LONG, OUT, SHORT, SHOT, WeaponType
from shadows_west.measuring import sight, spacing
from shadows_west.measuring.spacing import Body as Body
from shadows_west.measuring.spacing import Mark as Mark
from shadows_west.shooting.odds import MODEL as MODEL
from shadows_west.shooting.odds import SHAKEN, Odds, odds
from shadows_west.shooting.pools import Modifier, base, dice_of
from shadows_west.state import MODEL as MODEL_KIND
from shadows_west.state import ON_TABLE, Figure, Kind, Marker, Table
from shadows_west.terrain.ground import ground

FOLK: Final = "folk"
HORSE: Final = "horse"
TNT: Final = "tnt"
EXPLOSIVE: Final = "explosive"
KINDS: Final = {kind: kind.value for kind in Kind}
"""The names of the kinds of figures, looked up once."""
EXPLOSIVE_DIE: Final = 8
"""What the left player rolls for a keg of powder that is hit (shadows.terrain.explosive_save)."""


class Sighted(Struct):
    """Something that could be shot at, as this shooter sees it."""

    id: str
    kind: str
    body: Body
    gap: int
    unseen: Refusal | None
    """Why it cannot be seen, or may never be shot at."""
    cover: list[str]
    """The pieces and figures that it hides behind."""
    elevated: bool
    back: bool
    engaged: bool = False


class Target(Struct):
    """Something that may be shot at with a weapon, or the reason why not."""

    id: str
    kind: str
    free: bool
    """Whether no spotting test is needed."""
    refusal: Refusal | None
    cover: list[str]
    elevated: bool
    back: bool
    engaged: bool
    gap: int | None
    """Like all that follows, left out where measuring is not allowed before the shot."""
    band: str | None
    mods: list[Modifier]
    dice: int | None
    """None also for a fire corridor, which needs no test."""
    odds: Odds | None

    @property
    def spotting(self) -> bool:
        """Whether the shooter must first pass a spotting test (shadows.shoot.spotting)."""
        return self.refusal is None and not self.free


# --- looking -------------------------------------------------------------------------------------


def mark(marker: Marker) -> Mark:
    """A placed stick as a target."""
    return Mark(marker.id, marker.x, marker.y, marker.z)


def body_of(table: Table, id: str) -> Body | None:
    """What stands behind the id of a target; a ridden horse is where its rider is."""
    if figure := table.figures.get(id):
        owner = table.figures.get(figure.horse or "") if figure.kind is Kind.HORSE else None
        return owner if owner is not None and owner.mounted else figure
    if marker := table.markers.get(id):
        return mark(marker)
    return ground(table).explosive(id)


def sighted(table: Table, shooter: Figure, *, covers: bool = True) -> list[Sighted]:
    """Everything that could be shot at, in the order of ids, pieces last.

    What each of them hides behind need not be looked for.
    """
    return [
        *_figures(table, shooter, covers),
        *_markers(table, shooter, covers),
        *_explosives(table, shooter, covers),
    ]


def sighted_enemies(
    table: Table, shooter: Figure, reach: int, busy: Set[str] | None = None
) -> list[Sighted]:
    """Of all that is ``sighted``, the enemies in sight that are at most so far away.

    Which of them need a spotting test does not hang on anybody farther away (``free_targets``).
    ``busy`` names those who are engaged, if that is known.
    """
    found: list[Sighted] = []
    for enemy in table.enemies(shooter.seat):
        if spacing.within(shooter, enemy, reach) and sight.sees(table, shooter, enemy):
            one = _sight(table, shooter, enemy, MODEL, None)
            one.engaged = bool(spacing.engaged(table, enemy)) if busy is None else enemy.id in busy
            found.append(one)
    return found


def any_sighted(table: Table, shooter: Figure, fits: Callable[[Body], bool]) -> bool:
    """Whether anything that could be shot at is seen, of what fits; ``sighted`` says all about it.

    For a yes or no that would be too slow. What is behind the shooter is passed over first.
    """
    for figure in table.figures.values():
        if (
            figure.gone is ON_TABLE
            and _fair(shooter, figure)
            and sight.in_front(shooter, figure.x, figure.y)
            and figure.id != shooter.id
            and fits(figure)
            and sight.sees(table, shooter, figure)
        ):
            return True
    for piece in ground(table).explosives:
        if (
            sight.in_front(shooter, piece.x, piece.y)
            and fits(piece)
            and sight.sees(table, shooter, piece)
        ):
            return True
    for marker in _sticks(table):
        if not marker.fresh and fits(mark(marker)) and _sees_stick(table, shooter, marker):
            return True
    return False


def _figures(table: Table, shooter: Figure, covers: bool) -> Iterator[Sighted]:
    for figure in table.present():
        if figure.id == shooter.id:
            continue
        unseen = _never(shooter, figure)
        if unseen is None and not sight.sees(table, shooter, figure):
            unseen = _hidden(table, shooter, figure)
        found = _sight(table, shooter, figure, KINDS[figure.kind], unseen, covers)
        if unseen is None and figure.kind is MODEL_KIND:
            found.engaged = bool(spacing.engaged(table, figure))
        yield found
        if figure.mounted and figure.horse is not None:
            # shadows.mount.shoot_horse: the horse instead of its rider.
            yield Sighted(
                figure.horse,
                HORSE,
                figure,
                found.gap,
                unseen,
                found.cover,
                found.elevated,
                found.back,
                found.engaged,
            )


def _never(shooter: Figure, figure: Figure) -> Refusal | None:
    """Own models are never targets (shadows.shoot.own_gang), nor are Downed ones.

    shadows.shoot.ignore, shadows.damage.downed_ignored
    """
    if _fair(shooter, figure):
        return None
    if figure.seat is not None and figure.seat == shooter.seat:
        return Refusal("shadows.shoot.own_gang", who=figure.id)
    return Refusal("shadows.shoot.ignore", who=figure.id)


def _fair(shooter: Figure, figure: Figure) -> bool:
    return not figure.downed and (figure.seat is None or figure.seat != shooter.seat)


def why_unseen(table: Table, shooter: Figure, figure: Figure) -> Refusal | None:
    """Why a figure is out of sight: behind the shooter's back, in the dust, or hidden."""
    return None if sight.sees(table, shooter, figure) else _hidden(table, shooter, figure)


def _hidden(table: Table, shooter: Figure, figure: Figure) -> Refusal:
    if not sight.in_front(shooter, figure.x, figure.y):
        return Refusal("shadows.los.arc", who=figure.id)
    if table.dust and sight.view_open(table, shooter, figure):
        return Refusal("shadows.event.dust", who=figure.id)
    return Refusal("shadows.los.body", who=figure.id)


def _markers(table: Table, shooter: Figure, covers: bool) -> Iterator[Sighted]:
    for marker in _sticks(table):
        unseen: Refusal | None = None
        if marker.fresh:
            unseen = Refusal("shadows.tnt.shoot_marker", who=marker.id)
        elif not _sees_stick(table, shooter, marker):
            unseen = Refusal("shadows.los.body", who=marker.id)
        yield _sight(table, shooter, mark(marker), TNT, unseen, covers)


def _sticks(table: Table) -> list[Marker]:
    return [one for one in table.markers.values() if one.kind == "tnt" and not one.gone]


def _sees_stick(table: Table, shooter: Figure, stick: Marker) -> bool:
    return sight.sees_point(table, shooter, stick.x, stick.y, stick.z)


def _explosives(table: Table, shooter: Figure, covers: bool) -> Iterator[Sighted]:
    for piece in ground(table).explosives:
        hidden = not sight.sees(table, shooter, piece)
        unseen = Refusal("shadows.los.body", who=piece.id) if hidden else None
        yield _sight(table, shooter, piece, EXPLOSIVE, unseen, covers)


def _sight(
    table: Table,
    shooter: Figure,
    body: Body,
    kind: str,
    unseen: Refusal | None,
    covers: bool = True,
) -> Sighted:
    if unseen is not None:
        return Sighted(body.id, kind, body, spacing.gap(shooter, body), unseen, [], False, False)
    return Sighted(
        body.id,
        kind,
        body,
        spacing.gap(shooter, body),
        None,
        [cover.id for cover in sight.cover(table, shooter, body)] if covers else [],
        shooter.z - body.z >= ELEVATED,
        _shows_back(body, shooter),
    )


def _shows_back(body: Body, shooter: Figure) -> bool:
    """shadows.shoot.back; only models have a back (shadows.los.allround)."""
    if not isinstance(body, Figure) or body.kind is not MODEL_KIND:
        return False
    return not sight.in_front(body, shooter.x, shooter.y)


# --- judging -------------------------------------------------------------------------------------


def targets(
    table: Table,
    shooter: Figure,
    weapon: str,
    *,
    premeasure: bool = True,
    way: str = SHOT,
    at: str | None = None,
    seen: Sequence[Sighted] | None = None,
) -> list[Target]:
    """Everything round the shooter, judged for a kind of weapon.

    Without ``premeasure`` nothing is measured before the shot (shadows.measure.premeasure).

    ``way`` is how the weapon is fired; ``at`` names the one model that a reaction may shoot,
    without spotting (shadows.react.options).
    """
    kind = fired_as(WEAPONS[weapon], way)
    around = sighted(table, shooter) if seen is None else list(seen)
    free = free_targets(around)
    found: list[Target] = []
    for one in around:
        target = _judged(table, shooter, one, kind, premeasure)
        target.free = target.refusal is None and (at is not None or one.id in free)
        if at is not None and at not in (one.id, one.body.id) and target.refusal is None:
            target.refusal = Refusal("shadows.react.options", who=at)
            target.free = False
        found.append(target)
    return found


def free_targets(around: Sequence[Sighted]) -> set[str]:
    """The targets that need no spotting test.

    The nearest enemy and the nearest unengaged one (shadows.shoot.nearest, shadows.shoot.ignore),
    the nearest large one (shadows.shoot.large_target), waiting horses (shadows.mount.shoot_horse),
    a townsperson that no enemy is nearer than (shadows.folk.attack), markers and explosive pieces
    (shadows.shoot.no_spotting, shadows.terrain.explosive_shoot).
    """
    seen = [one for one in around if one.unseen is None]
    enemies = [one for one in seen if one.kind == MODEL]
    free = {one.id for one in seen if one.kind in (TNT, EXPLOSIVE)}
    free |= _nearest(enemies)
    free |= _nearest([one for one in enemies if not one.engaged])
    free |= _nearest([one for one in enemies if isinstance(one.body, Figure) and one.body.large])
    closest = min((one.gap for one in enemies), default=None)
    for one in seen:
        if one.kind == HORSE:
            # A ridden horse is as hard to pick out as its rider.
            if one.body.id == one.id or one.body.id in free:
                free.add(one.id)
        elif one.kind == FOLK and (closest is None or one.gap <= closest):
            free.add(one.id)
    return free


def _nearest(around: Sequence[Sighted]) -> set[str]:
    closest = min((one.gap for one in around), default=0)
    return {one.id for one in around if one.gap == closest}


def _judged(
    table: Table, shooter: Figure, one: Sighted, kind: WeaponType, premeasure: bool
) -> Target:
    target = Target(
        one.id, one.kind, False, one.unseen, one.cover, one.elevated, one.back, one.engaged,
        None, None, [], None, None,
    )  # fmt: skip
    if not premeasure:
        return target
    target.gap = one.gap
    target.band = spacing.band(shooter, one.body, kind)
    if one.unseen is not None:
        return target
    if target.band == OUT:
        target.refusal = Refusal(
            "shadows.shoot.out_of_range", who=one.id, gap=one.gap, range=kind.long
        )
    elif kind.way == SHOT:
        target.mods = pool(one, target.band, kind)
        target.dice = dice_of(target.mods)
        target.odds = shot_odds(table, shooter, one, kind, target.dice, target.band)
    return target


def pool(one: Sighted, band: str, kind: WeaponType) -> list[Modifier]:
    """The dice of a shot, each with its reason (shadows.shoot.roll, table 2.5).

    What the weapon adds comes on top of what the band does (shadows.weapon.shotgun).
    """
    mods = [base("shadows.shoot.roll")]
    if band == SHORT:
        mods.append(Modifier("shadows.shoot.range", "short", 1))
    if band == LONG:
        mods.append(Modifier("shadows.shoot.range", "long", -1))
    if more := kind.dice(band):
        mods.append(Modifier("shadows.shoot.roll", "weapon", more))
    if one.cover:
        mods.append(Modifier("shadows.shoot.cover", "cover", -1, {"pieces": list(one.cover)}))
    if one.elevated:
        mods.append(Modifier("shadows.shoot.elevated", "elevated", 1))
    if one.back:
        mods.append(Modifier("shadows.shoot.back", "back", 1))
    if one.kind == TNT:
        mods.append(Modifier("shadows.tnt.shoot_marker", "small", -1))
    return mods


def look_at(table: Table, shooter: Figure, id: str) -> Sighted:
    """One thing as the shooter sees it, when the shot is already decided."""
    body = body_of(table, id)
    assert body is not None, "a target is on the table"
    if id in table.markers:
        kind = TNT
    elif id in table.figures:
        kind = table.figures[id].kind.value
    else:
        kind = EXPLOSIVE
    one = _sight(table, shooter, body, kind, None)
    one.id = id
    return one


def save_modifier(shooter: Figure, body: Body, kind: WeaponType, band: str) -> int:
    """What the target adds to its save, by the weapon's note (shadows.shoot.save_mod)."""
    return kind.save(band, partial(spacing.within, shooter, body))


def shot_odds(
    table: Table, shooter: Figure, one: Sighted, kind: WeaponType, dice: int, band: str
) -> Odds:
    """The odds of a shot at what is sighted."""
    if one.kind == TNT:
        return Odds(odds(dice, shooter.die, 6, jam=kind.jam).hit)
    mod = save_modifier(shooter, one.body, kind, band)
    if one.kind == EXPLOSIVE:
        return odds(dice, shooter.die, EXPLOSIVE_DIE, mod, EXPLOSIVE, kind.jam)
    figure = table.figures[one.id]
    mod -= int(figure.omen)
    victim = SHAKEN if one.kind == MODEL and figure.shaken else one.kind
    return odds(dice, shooter.die, figure.die, mod, victim, kind.jam)
