"""Saves, damage, casualties and falls (shadows.damage.*, shadows.move.fall, shadows.vp.*)."""

from __future__ import annotations

from typing import Final

from boomtown.core import Match, Seat, Step
from shadows_west.content import DOWNED_UP_TO, SHAKEN_UP_TO
from shadows_west.content.gangs import LEADER
from shadows_west.geometry.polygons import inside, intervals
from shadows_west.moves import forced
from shadows_west.rules.captives import captive_of, draw_in, free_captive, let_go, shield_of
from shadows_west.rules.mounts import rider_of, unhorse
from shadows_west.rules.victory import left_empty
from shadows_west.state import Figure, Gone, Kind, Token, West
from shadows_west.terrain.footing import Spot
from shadows_west.terrain.ground import ground

PLAIN_SAVE: Final = 5
"""The save of everything that is neither a hit, a lost fight, nor a blast."""
LEADER_ONLY: Final = "innocents"


class Save(Step):
    """One die against a target number; how much it fails by decides the damage.

    It is rolled even if the die cannot reach the target (shadows.shoot.save_always); it is no
    test, so nothing is re-rolled (shadows.test.save_is_not_test).
    """

    rule = "shadows.shoot.save"
    who: str
    target: int
    cause: str
    by: Seat | None = None
    mod: int = 0
    """What the weapon adds to the die (shadows.shoot.save_mod)."""
    shield: bool = False
    """Whether a captive would be hit instead: by shots and corridors (shadows.folk.shield)."""
    anyway: bool = False
    """Whether it is rolled although the figure has left the table since: a horse in a blast."""

    def run(self, match: Match[West]) -> None:
        west = match.state
        figure = west.table.figures[self.who]
        if not figure.on_table and rider_of(west, figure) is None and not self.anyway:
            return
        die = match.chance.die(figure.die)
        omen = -1 if figure.omen else 0  # shadows.event.omen
        total = die + self.mod + omen
        passed = total >= self.target
        parts = [f"{name}{n:+d}" for name, n in (("weapon", self.mod), ("omen", omen)) if n]
        match.tell(
            self.rule,
            ("passed" if passed else "failed") + ("_mod" if parts else ""),
            who=self.who,
            cause=self.cause,
            target=self.target,
            die=die,
            sides=figure.die,
            parts=parts,
            total=total,
            short=max(0, self.target - total),
        )
        if passed:
            return
        captive = shield_of(west, figure) if self.shield else None
        if captive is None:
            harm(match, figure, self.target - total, self.by, self.cause)
        else:
            match.tell("shadows.folk.shield", who=self.who, folk=captive.id)
            casualty(match, captive, None, "shield")


def harm(match: Match[West], figure: Figure, failed_by: int, by: Seat | None, cause: str) -> None:
    """What a failed save does (shadows.damage.bands).

    Horses and townsfolk die of any (shadows.folk.die, shadows.mount.shoot_horse); any further
    damage brings a Shaken model down (shadows.damage.shaken_again); a Downed one can only become
    Shaken, or die (shadows.damage.downed_hurt).
    """
    if failed_by > DOWNED_UP_TO or figure.kind is not Kind.MODEL:
        casualty(match, figure, by, cause)
    elif figure.downed:
        shake(match, figure)
    elif figure.shaken or failed_by > SHAKEN_UP_TO:
        down(match, figure, by)
    else:
        shake(match, figure)


def shake(match: Match[West], figure: Figure) -> None:
    """A Shaken model uses the die one rank lower from now on (shadows.damage.shaken)."""
    if figure.shaken:
        return
    figure.shaken = True
    match.tell("shadows.damage.shaken", who=figure.id, sides=figure.die)
    lose_lookout(match, figure)


def down(match: Match[West], figure: Figure, by: Seat | None) -> None:
    """It lies there, drops its loot, lets go of its captive, and may fall over an edge.

    shadows.damage.downed, shadows.mount.rider_lost, shadows.damage.downed_edge
    """
    figure.downed = True
    match.tell("shadows.damage.downed", who=figure.id)
    lose_lookout(match, figure)
    if figure.mounted:
        unhorse(match.state, figure, Gone.BOLTED)
        match.tell("shadows.mount.rider_lost", who=figure.id)
    let_everything_fall(match, figure)
    check_edge(match, figure, by)


def lose_lookout(match: Match[West], figure: Figure) -> None:
    """A Lookout token becomes a Done token (shadows.lookout.lose)."""
    if figure.token is Token.LOOKOUT:
        figure.token = Token.DONE
        match.tell("shadows.lookout.lose", who=figure.id)


def let_everything_fall(match: Match[West], figure: Figure) -> None:
    """What a Downed or removed model carried lies where it was; its captive is free."""
    drop_loot(match, figure)
    set_free(match, figure)
    if figure.held_by is not None and not figure.on_table:
        let_go(match.state, match.state.table.figures[figure.held_by])


def set_free(match: Match[West], captor: Figure) -> None:
    """A captive gets free, perhaps into thorns (shadows.folk.freed, shadows.terrain.cactus)."""
    captive = captive_of(match.state, captor)
    start = (0, 0, 0) if captive is None else (captive.x, captive.y, captive.z)
    free_captive(match, captor)
    if captive is not None:
        match.then(*cactus_saves(match, captive, start))


def drop_loot(match: Match[West], figure: Figure) -> None:
    """A loot marker falls where its carrier is (shadows.loot.drop)."""
    if figure.loot is None:
        return
    marker = match.state.table.markers[figure.loot]
    marker.x, marker.y, marker.z, marker.gone = figure.x, figure.y, figure.z, False
    figure.loot = None
    match.tell("shadows.loot.drop", who=figure.id, marker=marker.id)


def remove(match: Match[West], figure: Figure, gone: Gone) -> None:
    """Takes a figure off the table; what it carried stays (shadows.damage.casualty).

    A ridden horse leaves with its rider (shadows.mount.rider_lost).
    """
    if figure.mounted:
        unhorse(match.state, figure, Gone.BOLTED)
    figure.gone = gone
    let_everything_fall(match, figure)


def casualty(
    match: Match[West],
    figure: Figure,
    by: Seat | None,
    cause: str,
    gone: Gone = Gone.CASUALTY,
) -> None:
    """A casualty is removed, and scores for the gang that caused it (shadows.damage.casualty).

    ``gone`` is SUCCUMBED in the recovery phase, where nobody scores.
    """
    west = match.state
    rider = rider_of(west, figure)
    if rider is not None:
        unhorse(west, rider, gone)
    remove(match, figure, gone)
    match.tell("shadows.damage.casualty", figure.kind.value, who=figure.id, cause=cause, by=by)
    if figure.kind is Kind.HORSE and rider is None and figure.horse is not None:
        west.table.figures[figure.horse].horse = None
    if rider is not None:
        # shadows.mount.horse_lost: the rider comes off badly, or well.
        draw_in(west, rider)
        match.tell("shadows.mount.horse_lost", who=rider.id)
        match.then(Save(rider.id, PLAIN_SAVE, "unhorsed", by))
    score(match, by, figure)
    if figure.kind is Kind.MODEL:
        left_empty(match, figure.seat)


def score(match: Match[West], by: Seat | None, victim: Figure) -> None:
    """One point for an enemy model, one more for a leader (shadows.vp.casualty).

    Own models, townsfolk, horses and accidents give nothing (shadows.vp.none); where townsfolk
    are at stake only a leader counts.
    """
    if by is None or victim.kind is not Kind.MODEL or victim.seat is None or victim.seat == by:
        return
    west = match.state
    gang = west.gangs[by]
    gang.caused[victim.seat] = gang.caused.get(victim.seat, 0) + 1
    won = LEADER.prize if victim.leader else int(west.scenario != LEADER_ONLY)
    if won:
        gang.points += won
        match.tell("shadows.vp.casualty", seat=by, who=victim.id, points=won, total=gang.points)


# --- falls ---------------------------------------------------------------------------------------


class Fall(Step):
    """A figure falls; whoever it lands on is in danger first (shadows.move.fall_on_model).

    ``x y z`` is where it comes to lie, beside the figure that it ``hit``.
    """

    rule = "shadows.move.fall"
    who: str
    x: int
    y: int
    z: int
    height: int
    hit: str | None = None
    by: Seat | None = None
    thorns: bool = True
    """Whether it sees to the cactus patch that it ends in, or the Move it is part of does."""

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.who]
        start = (figure.x, figure.y, figure.z)
        figure.x, figure.y, figure.z = self.x, self.y, self.z
        match.tell(self.rule, who=self.who, height=self.height)
        saves: list[Step] = []
        if self.hit is not None:
            match.tell("shadows.move.fall_on_model", who=self.who, other=self.hit)
            saves.append(Save(self.hit, PLAIN_SAVE, "fallen_upon", self.by))
        if (target := forced.fall_save(self.height)) is not None:
            saves.append(Save(self.who, target, "fall", self.by))
        cacti = cactus_saves(match, figure, start, self.by) if self.thorns else []
        match.then(*saves, *cacti, Settle(self.who, self.by))


class Settle(Step):
    """A Downed model that has come to lie near an edge falls over it."""

    rule = "shadows.damage.downed_edge"
    who: str
    by: Seat | None = None

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.who]
        if figure.on_table and figure.downed:
            check_edge(match, figure, self.by)


def check_edge(match: Match[West], figure: Figure, by: Seat | None) -> None:
    """A Downed model within 1" of the unwalled edge of an elevated place falls over it."""
    over = forced.downed_edge(match.state.table, figure)
    if over is not None:
        match.tell("shadows.damage.downed_edge", who=figure.id)
        match.then(Fall(figure.id, over.x, over.y, over.z, over.fall, over.hit, by))


# --- cactus --------------------------------------------------------------------------------------


def cactus_saves(
    match: Match[West], figure: Figure, start: Spot, by: Seat | None = None
) -> list[Step]:
    """A 5+ save for each patch that a figure has got into, willingly or not.

    Along the ground its base centre enters what it crosses; out of the air, only what it lands in
    (shadows.terrain.cactus).
    """
    x, y, z = start
    if figure.z != 0:
        return []
    if z != 0:
        x, y = figure.x, figure.y
    return [
        Save(figure.id, PLAIN_SAVE, "cactus", by)
        for patch in ground(match.state.table).cacti
        if not (z == 0 and inside(patch.poly, x, y))
        and intervals(patch.poly, x, y, figure.x, figure.y)
    ]
