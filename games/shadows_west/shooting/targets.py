"""Who may be shot, with how many dice and why, and what the odds are.

Everything here is computed from the public ``Table``: the offers of a shot, previews and bots use
the same lists as the rules. ``sighted`` looks once at everything round a shooter; ``targets``
judges it for one weapon (shadows.ui.shoot).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import comb

from msgspec import Struct

from boomtown.core import Refusal
from shadows_west.content import (
    DOWNED_UP_TO,
    ELEVATED,
    SHAKEN_UP_TO,
    STICK,
    SUCCESS,
    TNT_RADIUS,
    Base,
    save_target,
)
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import LONG, OUT, SHORT, SHOT, WeaponType
from shadows_west.measuring import sight, spacing
from shadows_west.shooting.pools import Modifier, base, dice_of
from shadows_west.state import Figure, Kind, Marker, Table
from shadows_west.terrain.ground import ground
from shadows_west.terrain.pieces import Explosive

MODEL, FOLK, HORSE, TNT, EXPLOSIVE = "model", "folk", "horse", "tnt", "explosive"
EXPLOSIVE_DIE = 8
"""What the left player rolls for a keg of powder that is hit (shadows.terrain.explosive_save)."""


class Mark(Struct, frozen=True):
    """A TNT marker as something to shoot at."""

    id: str
    x: int
    y: int
    z: int
    radius: int = TNT_RADIUS

    @property
    def base(self) -> Base:
        """It lies flat."""
        return STICK


Body = Figure | Mark | Explosive
"""Whatever can be shot at: it has an id, a place and a radius."""


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


class Odds(Struct, frozen=True):
    """What will become of a shot, in per mille."""

    hit: int
    shaken: int = 0
    downed: int = 0
    casualty: int = 0
    jam: int = 0


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


def sighted(table: Table, shooter: Figure) -> list[Sighted]:
    """Everything that could be shot at, in the order of ids, pieces last."""
    return [*_figures(table, shooter), *_markers(table, shooter), *_explosives(table, shooter)]


def _figures(table: Table, shooter: Figure) -> Iterator[Sighted]:
    others = [figure for figure in table.present() if figure.id != shooter.id]
    fair = [figure for figure in others if _never(shooter, figure) is None]
    seen = {figure.id for figure in sight.visible(table, shooter, fair)}
    for figure in others:
        unseen = _never(shooter, figure)
        if unseen is None and figure.id not in seen:
            unseen = _hidden(table, shooter, figure)
        found = _sight(table, shooter, figure, figure.kind.value, unseen)
        if unseen is None and figure.kind is Kind.MODEL:
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
    if figure.seat is not None and figure.seat == shooter.seat:
        return Refusal("shadows.shoot.own_gang", who=figure.id)
    if figure.downed:
        return Refusal("shadows.shoot.ignore", who=figure.id)
    return None


def why_unseen(table: Table, shooter: Figure, figure: Figure) -> Refusal | None:
    """Why a figure is out of sight: behind the shooter's back, in the dust, or hidden."""
    return None if sight.sees(table, shooter, figure) else _hidden(table, shooter, figure)


def _hidden(table: Table, shooter: Figure, figure: Figure) -> Refusal:
    if not sight.in_front(shooter, figure.x, figure.y):
        return Refusal("shadows.los.arc", who=figure.id)
    if table.dust and sight.view_open(table, shooter, figure):
        return Refusal("shadows.event.dust", who=figure.id)
    return Refusal("shadows.los.body", who=figure.id)


def _markers(table: Table, shooter: Figure) -> Iterator[Sighted]:
    for marker in table.markers.values():
        if marker.kind != "tnt" or marker.gone:
            continue
        unseen: Refusal | None = None
        if marker.fresh:
            unseen = Refusal("shadows.tnt.shoot_marker", who=marker.id)
        elif not sight.sees_point(table, shooter, marker.x, marker.y, marker.z):
            unseen = Refusal("shadows.los.body", who=marker.id)
        yield _sight(table, shooter, mark(marker), TNT, unseen)


def _explosives(table: Table, shooter: Figure) -> Iterator[Sighted]:
    for piece in ground(table).explosives:
        hidden = not sight.sees(table, shooter, piece)
        unseen = Refusal("shadows.los.body", who=piece.id) if hidden else None
        yield _sight(table, shooter, piece, EXPLOSIVE, unseen)


def _sight(table: Table, shooter: Figure, body: Body, kind: str, unseen: Refusal | None) -> Sighted:
    if unseen is not None:
        return Sighted(body.id, kind, body, spacing.gap(shooter, body), unseen, [], False, False)
    return Sighted(
        body.id,
        kind,
        body,
        spacing.gap(shooter, body),
        None,
        [cover.id for cover in sight.cover(table, shooter, body)],
        shooter.z - body.z >= ELEVATED,
        _shows_back(body, shooter),
    )


def _shows_back(body: Body, shooter: Figure) -> bool:
    """shadows.shoot.back; only models have a back (shadows.los.allround)."""
    if not isinstance(body, Figure) or body.kind is not Kind.MODEL:
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
    free = free_targets(table, around)
    found: list[Target] = []
    for one in around:
        target = _judged(table, shooter, one, kind, premeasure)
        target.free = target.refusal is None and (at is not None or one.id in free)
        if at is not None and at not in (one.id, one.body.id) and target.refusal is None:
            target.refusal = Refusal("shadows.react.options", who=at)
            target.free = False
        found.append(target)
    return found


def free_targets(table: Table, around: Sequence[Sighted]) -> set[str]:
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


# --- odds ----------------------------------------------------------------------------------------


@cache
def outcomes(dice: int, sides: int) -> dict[tuple[int, int], int]:
    """How often a test shows so many successes and that highest die, the default re-roll included.

    Of ``sides ** (dice + 1)`` cases: the last die is the re-roll, thrown or not.
    """
    fails = SUCCESS - 1
    found: dict[tuple[int, int], int] = {}
    for highest in range(1, fails + 1):
        found[0, highest] = (highest**dice - (highest - 1) ** dice) * sides
    for successes in range(1, dice + 1):
        for highest in range(SUCCESS, sides + 1):
            tops = (highest - fails) ** successes - (highest - SUCCESS) ** successes
            ways = comb(dice, successes) * fails ** (dice - successes) * tops
            if highest < sides or successes == dice:
                _add(found, successes, highest, ways * sides)
            else:
                _add(found, successes, highest, ways * fails)
                _add(found, successes + 1, highest, ways * (sides - fails))
    return found


def _add(found: dict[tuple[int, int], int], successes: int, highest: int, ways: int) -> None:
    found[successes, highest] = found.get((successes, highest), 0) + ways


def _per_mille(part: int, whole: int) -> int:
    """Rounded to the nearest."""
    return (2000 * part + whole) // (2 * whole)


@cache
def odds(
    dice: int, sides: int, save_die: int, mod: int = 0, victim: str = MODEL, jam: int = 0
) -> Odds:
    """What becomes of a shot: exact over all results of all dice.

    ``victim`` is ``model``, ``shaken``, or anything that dies of every failed save.
    """
    whole = sides ** (dice + 1) * save_die
    hit = 0
    ends = {"shaken": 0, "downed": 0, "casualty": 0}
    for (successes, _), ways in outcomes(dice, sides).items():
        if successes:
            hit += ways * save_die
            for die in range(1, save_die + 1):
                end = _end(save_target(successes) - die - mod, victim)
                if end:
                    ends[end] += ways
    jams = ((SUCCESS - 1) ** dice - (SUCCESS - 2) ** dice) * (SUCCESS - 1) if jam else 0
    return Odds(
        _per_mille(hit, whole),
        _per_mille(ends["shaken"], whole),
        _per_mille(ends["downed"], whole),
        _per_mille(ends["casualty"], whole),
        _per_mille(jams, sides**dice * jam) if jam else 0,
    )


def _end(failed_by: int, victim: str) -> str:
    if failed_by <= 0:
        return ""
    if failed_by > DOWNED_UP_TO or victim not in (MODEL, "shaken"):
        return "casualty"
    return "downed" if failed_by > SHAKEN_UP_TO or victim == "shaken" else "shaken"


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
    victim = "shaken" if one.kind == MODEL and figure.shaken else one.kind
    return odds(dice, shooter.die, figure.die, mod, victim, kind.jam)


class FightOdds(Struct, frozen=True):
    """Who wins a fight, in per mille."""

    win: int
    tie: int
    lose: int


@cache
def fight_odds(dice: int, sides: int, other_dice: int, other_sides: int) -> FightOdds:
    """The odds of a fight: successes first, then the highest die (shadows.fight.tie)."""
    win = lose = 0
    for mine, ways in outcomes(dice, sides).items():
        for theirs, other_ways in outcomes(other_dice, other_sides).items():
            if mine > theirs:
                win += ways * other_ways
            elif mine < theirs:
                lose += ways * other_ways
    whole = sides ** (dice + 1) * other_sides ** (other_dice + 1)
    won, lost = _per_mille(win, whole), _per_mille(lose, whole)
    return FightOdds(won, 1000 - won - lost, lost)
