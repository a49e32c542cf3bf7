"""Shots and fights before they happen: dice with their rules, odds, lines of sight and cover."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Final

from boomtown.core import Answer, Refusal
from shadows_west.content import BLAST, EXPLOSIVE_BLAST
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import CORRIDOR, WeaponType
from shadows_west.measuring import sight
from shadows_west.measuring.spacing import Body
from shadows_west.page.previews.parts import (
    NOTHING,
    Aim,
    Arc,
    Die,
    Draft,
    Fight,
    Line,
    Preview,
    Ring,
    Shot,
    figure_of,
    outline_of,
    why,
)
from shadows_west.rules.fighting import fight_pool
from shadows_west.rules.shots import ShotChoice, shot_choice
from shadows_west.shooting import fire
from shadows_west.shooting.odds import fight_odds
from shadows_west.shooting.pools import dice_of
from shadows_west.shooting.targets import Target
from shadows_west.state import Figure, Kind, Table, West
from shadows_west.terrain.ground import ground

MOST_FAR: Final = 3
"""How many targets out of range are told, where none is in range."""


def aim_from(west: West, shooter: Figure, target: str | None = None) -> Aim | None:
    """What a model could shoot at from where it is."""
    if not shooter.standing or shooter.kind is not Kind.MODEL or not shooter.weapons:
        return None
    return _aim(west.table, shooter, shot_choice(west, shooter), target)


def best_answer(west: West, shooter: Figure, target: str) -> Shot | None:
    """The best shot of a model that reacts to another one."""
    choice = shot_choice(west, shooter, at=target)
    shots = [
        _shot(west.table, shooter, choice, name, found)
        for name, listed in choice.found.items()
        for found in listed
        if found.id == target
    ]
    legal = [shot for shot in shots if shot.refusal is None]
    return min(legal, key=lambda shot: shot.rank, default=None)


def _aim(table: Table, shooter: Figure, choice: ShotChoice, target: str | None) -> Aim:
    shots = [
        _shot(table, shooter, choice, name, found)
        for name, listed in choice.found.items()
        for found in listed
    ]
    shots.sort(key=lambda shot: shot.rank)
    best: dict[str, Shot] = {}
    for shot in shots:
        if shot.refusal is None or shot.refusal.rule == "shadows.shoot.out_of_range":
            best.setdefault(shot.target, shot)
    legal = [shot for shot in best.values() if shot.refusal is None]
    aimed = target or next((shot.target for shot in legal), None)
    far = sorted(best.values(), key=lambda shot: shot.gap or 0)[:MOST_FAR]
    return Aim(
        shooter=shooter.id,
        shots=[shot for shot in shots if shot.target == aimed],
        seen=sorted(legal, key=lambda shot: shot.gap or 0) or far,
    )


def _shot(table: Table, shooter: Figure, choice: ShotChoice, name: str, target: Target) -> Shot:
    weapon, mode = name.split()
    kind = WEAPONS[choice.kinds[weapon]]
    fired = fired_as(kind, mode)
    figure = table.figures.get(target.id)
    odds = target.odds
    hurt = None if odds is None else odds.shaken + odds.downed + odds.casualty
    return Shot(
        weapon=weapon,
        kind=kind.id,
        fired=fired.id,
        mode=mode,
        target=target.id,
        what=target.kind,
        archetype=(figure.archetype or figure.kind.value) if figure is not None else target.kind,
        free=target.free,
        refusal=why(target.refusal),
        gap=target.gap,
        band=target.band,
        bounds=_bounds(fired, target.band),
        cover=list(dict.fromkeys(id.split(".")[0] for id in target.cover)),
        sums=_sums(target),
        dice=target.dice,
        sides=shooter.die,
        hit=None if odds is None else odds.hit,
        hurt=hurt,
        down=None if odds is None else odds.downed + odds.casualty,
        jam=None if odds is None else odds.jam,
        answer={"weapon": weapon, "target": target.id, "mode": mode},
    )


def _bounds(kind: WeaponType, band: str | None) -> tuple[int, int]:
    """From where to where a range band goes."""
    edges = {"short": (0, kind.short), "medium": (kind.short, kind.medium)}
    return edges.get(band or "", (kind.medium, kind.long))


def _sums(target: Target) -> list[Die]:
    sums = [Die(mod.rule, mod.key, mod.dice) for mod in target.mods]
    if sums and target.band == "medium":
        sums.append(Die("shadows.shoot.range", "medium", 0))
    return sums


def aiming(west: West, model: str, choice: ShotChoice, draft: Draft) -> Preview:
    """A shot: at the target that was tapped, or at the best one."""
    table = west.table
    shooter = table.figures[model]
    raw = draft.get("answer")
    if raw is None and "target" not in draft and choice.preset != "stop":
        raw = choice.preset
    chosen = choice.read(raw) if raw else None
    wanted = chosen["target"] if isinstance(chosen, dict) else draft.get("target")
    aim = _aim(table, shooter, choice, wanted if isinstance(wanted, str) else None)
    if isinstance(chosen, dict):
        aim.shots.sort(key=lambda shot: shot.answer != chosen)
        aim.shots = aim.shots if aim.shots and aim.shots[0].answer == chosen else []
    shot = aim.shots[0] if aim.shots and chosen != "stop" else None
    friends = [] if shot is None else _friends_in(table, shooter, shot)
    return Preview(
        do="shot",
        draft={"answer": shot.answer} if shot is not None else None,
        answer=None if shot is None else shot.answer,
        text="" if shot is None else choice.written(shot.answer),
        legal=shot is not None and shot.refusal is None,
        risk=bool(friends),
        refusal=why(_no_shot(choice, chosen, wanted)) if shot is None else shot.refusal,
        aim=aim,
        lines=_sight_lines(table, shooter, aim),
        rings=_cover_rings(table, shot),
        arcs=_arcs(table, shooter, shot),
        hurt=friends,
    )


def _no_shot(choice: ShotChoice, chosen: Answer, wanted: object) -> Refusal | None:
    """Why there is no shot at what was named or tapped, as the choice says it."""
    if isinstance(chosen, dict):
        return choice.refusal(chosen)
    if chosen is not None or not isinstance(wanted, str) or not choice.found:
        return None
    weapon, mode = next(iter(choice.found)).split()
    return choice.refusal({"weapon": weapon, "target": wanted, "mode": mode})


def looking(west: West, draft: Draft) -> Preview:
    """What a model sees, and what it could do to a target, whoever asks."""
    shooter = figure_of(west.table, draft.get("figure"))
    if shooter is None or not west.options.premeasure:
        return Preview(do=NOTHING)
    target = draft.get("target")
    aim = aim_from(west, shooter, target if isinstance(target, str) else None)
    if aim is None:
        return Preview(do=NOTHING)
    shot = aim.shots[0] if aim.shots and target else None
    if not target:
        aim.shots = []
    return Preview(
        do="look",
        aim=aim,
        refusal=None if shot is None else shot.refusal,
        lines=_sight_lines(west.table, shooter, aim) if target else [],
        rings=_cover_rings(west.table, shot),
        arcs=_arcs(west.table, shooter, shot),
    )


def _friends_in(table: Table, shooter: Figure, shot: Shot) -> list[str]:
    """Who of the shooter's own gang is in the fire corridor, or in a blast that the shot sets off.

    shadows.ui.confirm_risk
    """
    reached: list[str] = []
    lit = [shot.target]
    target = table.figures.get(shot.target)
    if shot.mode == CORRIDOR and target is not None:
        line = fire.corridor(table, shooter, target, WEAPONS[shot.fired].long)
        reached = [*line.under, *line.threatened]
        lit = [*line.markers, *line.explosives]
    for id in lit:
        blast = _blast_of(table, id)
        reached += [*blast.full, *blast.partly]
    return [id for id in dict.fromkeys(reached) if table.figures[id].seat == shooter.seat]


def _blast_of(table: Table, id: str) -> fire.Blast:
    """What a stick or a powder keg would reach; nothing if it is neither."""
    marker = table.markers.get(id)
    if marker is not None:
        return fire.blast(table, marker.x, marker.y, marker.z, BLAST)
    keg = next((one for one in ground(table).explosives if one.id == id), None)
    if keg is None:
        return fire.Blast([], [], [], [])
    return fire.blast(table, keg.x, keg.y, keg.z, EXPLOSIVE_BLAST + keg.radius)


def _sight_lines(table: Table, shooter: Figure, aim: Aim) -> list[Line]:
    target = aim.shots[0].target if aim.shots else None
    body = _body(table, target) if target else None
    return [] if body is None else [sight_line(table, shooter, body)]


def best_line(table: Table, aim: Aim | None) -> list[Line]:
    if aim is None or not aim.shots:
        return []
    return _sight_lines(table, table.figures[aim.shooter], aim)


def _body(table: Table, id: str) -> Body | None:
    """A figure or an explosive piece; a ridden horse is where its rider is."""
    figure = table.figures.get(id)
    if figure is not None:
        owner = table.figures.get(figure.horse or "") if figure.kind is Kind.HORSE else None
        return owner if owner is not None and owner.mounted else figure
    return next((one for one in ground(table).explosives if one.id == id), None)


def sight_line(table: Table, shooter: Figure, body: Body) -> Line:
    """From one to the other, with what is first in the way."""
    size = ground(table).size
    ends = (shooter.x, size - shooter.y, body.x, size - body.y)
    if sight.view_open(table, shooter, body):
        return Line(*ends)
    blockers = sight.what_blocks(table, shooter, body)
    if not blockers:
        return Line(*ends)
    middle = blockers[0]
    return Line(*ends, (middle.x, size - middle.y), middle.id.split(".")[0])


def _cover_rings(table: Table, shot: Shot | None) -> list[Ring]:
    """Round everything that gives the target cover."""
    if shot is None:
        return []
    here, size = ground(table), ground(table).size
    rings = []
    for id in shot.cover:
        figure = table.figures.get(id)
        if figure is not None:
            rings.append(Ring(figure.x, size - figure.y, figure.radius + 24))
        elif id in here.shapes:
            shape = here.shapes[id]
            x = sum(px for px, _ in shape) // len(shape)
            y = sum(py for _, py in shape) // len(shape)
            rings.append(Ring(x, size - y, 0, outline_of(table, shape)))
    return rings


def _arcs(table: Table, shooter: Figure, shot: Shot | None) -> list[Arc]:
    """The bands of a weapon, in front of the shooter."""
    if shot is None or shot.gap is None:
        return []
    kind = WEAPONS[shot.fired]
    size = ground(table).size
    angle = atan2(shooter.fy, shooter.fx)
    arcs = []
    for border in sorted({kind.short, kind.medium, kind.long} - {0}):
        far = border + shooter.radius
        (ax, ay), (bx, by), (mx, my) = (
            (
                round(shooter.x + far * cos(angle + turn)),
                round(size - shooter.y - far * sin(angle + turn)),
            )
            for turn in (pi / 2, -pi / 2, pi / 7)
        )
        arcs.append(Arc(f"M{ax} {ay}A{far} {far} 0 0 1 {bx} {by}", mx, my, border // 100))
    return arcs


# --- fights --------------------------------------------------------------------------------------


def fight_ahead(table: Table, figure: Figure, other: Figure, *, charging: bool = False) -> Fight:
    """What a fight between two would be, as they stand in this table."""
    mine = fight_pool(table, figure, other, charging=charging)
    theirs = fight_pool(table, other, figure)
    dice, other_dice = dice_of(mine), dice_of(theirs)
    odds = fight_odds(dice, figure.die, other_dice, other.die)
    return Fight(
        other=other.id,
        sums=[Die(mod.rule, mod.key, mod.dice) for mod in mine],
        dice=dice,
        sides=figure.die,
        other_dice=other_dice,
        other_sides=other.die,
        win=odds.win,
        lose=odds.lose,
    )
