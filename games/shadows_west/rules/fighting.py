"""Fights: who against whom, dice, strikes and shoves (shadows.fight.*)."""

from __future__ import annotations

from typing import Final

from boomtown.core import Arg, Ask, Match, OneOf, Reasons, Refusal, Seat, Step
from shadows_west.content import FORTIFIED_HEIGHT, INCH, save_target
from shadows_west.measuring import spacing
from shadows_west.moves import forced
from shadows_west.rules.captives import break_away, let_go
from shadows_west.rules.damage import Fall, Save, cactus_saves, casualty
from shadows_west.rules.dice import GritTest, active_seat, roll_for, roller
from shadows_west.rules.mounts import unhorse
from shadows_west.shooting.pools import Modifier, Pool, base
from shadows_west.state import Figure, Gone, Kind, Table, West
from shadows_west.terrain.ground import ground

STRIKE: Final = "strike"
SHOVE: Final = "shove"


# --- who -----------------------------------------------------------------------------------------


def touching(table: Table, figure: Figure) -> list[Figure]:
    """The figures in contact that could be fought at all: enemies and free townsfolk.

    shadows.concept.contact

    A horse is never the defender: enemies fight its rider (shadows.mount.fight).
    """
    x, y, far = figure.x, figure.y, spacing.FARTHEST_TOUCH
    return [
        other
        for other in table.figures.values()
        if -far <= other.x - x <= far
        and -far <= other.y - y <= far
        and other.on_table
        and other.kind is not Kind.HORSE
        and other.seat != figure.seat
        and not _held_by_own(table, figure, other)
        and spacing.contact(table, figure, other)
    ]


def _held_by_own(table: Table, figure: Figure, other: Figure) -> bool:
    return other.held_by is not None and table.figures[other.held_by].seat == figure.seat


def why_not_fought(table: Table, figure: Figure, other: Figure) -> Refusal | None:
    """Own gang and its captives, horses, who is not in contact, and the Downed beside others."""
    if other.seat == figure.seat and other.seat is not None:
        return Refusal("shadows.fight.defender", "own", who=other.id)
    if other.kind is Kind.HORSE:
        return Refusal("shadows.mount.fight", who=other.id)
    if _held_by_own(table, figure, other):
        return Refusal("shadows.fight.defender", "held", who=other.id)
    if not spacing.contact(table, figure, other):
        return Refusal("shadows.fight.defender", "apart", who=other.id)
    return why_safe(table, figure, other)


def why_safe(table: Table, figure: Figure, other: Figure) -> Refusal | None:
    """A Downed enemy is safe while a standing one is in contact (shadows.fight.downed)."""
    if other.downed and (standing := spacing.engaged(table, figure)):
        return Refusal("shadows.fight.downed", who=other.id, other=standing[0].id)
    return None


def not_fought(table: Table, figure: Figure) -> dict[str, Refusal]:
    """Why a model cannot fight the others on the table."""
    return {
        one.id: why
        for one in table.present()
        if (why := why_not_fought(table, figure, one)) is not None
    }


def opponents(table: Table, figure: Figure) -> list[Figure]:
    """Those that a model may fight now, standing ones first (shadows.fight.defender)."""
    if not figure.standing:
        return []
    found = [one for one in touching(table, figure) if why_safe(table, figure, one) is None]
    return sorted(found, key=lambda one: one.downed)


class FightAction(Step):
    """A model fights somebody in contact; ``against`` is given in the free fight of a charge."""

    rule = "shadows.fight.defender"
    model: str
    against: str | None = None
    charging: bool = False

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        attacker = table.figures[self.model]
        found = [one.id for one in opponents(table, attacker)]
        if not found or (self.against is not None and self.against not in found):
            match.tell("shadows.act.impossible", "fight", who=self.model)
        elif self.against is not None:
            match.then(Attack(self.model, self.against, self.charging))
        else:
            assert attacker.seat is not None, "only models attack"
            match.then(PickDefender(attacker.seat, self.model))


class PickDefender(Ask):
    """The attacker chooses one enemy in contact."""

    rule = "shadows.fight.defender"
    forced = True
    seconds = 30
    model: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        table = match.state.table
        attacker = table.figures[self.model]
        found = [one.id for one in opponents(table, attacker)]
        return OneOf(found, refused=Reasons(not_fought, table, attacker), noun="figure")

    def answered(self, match: Match[West], answer: str) -> None:
        match.then(Attack(self.model, answer))


class Attack(Step):
    """A Downed enemy dies without any dice; any other turns and fights (shadows.fight.downed)."""

    rule = "shadows.fight.roll"
    model: str
    against: str
    charging: bool = False

    def run(self, match: Match[West]) -> None:
        west = match.state
        attacker, defender = west.table.figures[self.model], west.table.figures[self.against]
        if defender.downed:
            match.tell("shadows.fight.downed", who=self.model, other=self.against)
            casualty(match, defender, attacker.seat, "finished")
            return
        match.tell("shadows.fight.defender", who=self.model, other=self.against)
        face(defender, attacker)
        mine = fight_pool(west.table, attacker, defender, charging=self.charging)
        theirs = fight_pool(west.table, defender, attacker)
        rolls = [
            roll_for(attacker, attacker.seat, mine),
            roll_for(defender, roller(west, defender, attacker.seat), theirs),
        ]
        orders = active_seat(west)
        match.then(FightTest(rolls, attacker.seat if orders is None else orders))


def face(figure: Figure, other: Figure) -> None:
    """Turns towards another figure; each part of a facing is at most 1000 (shadows.geo.facing)."""
    dx, dy = other.x - figure.x, other.y - figure.y
    largest = max(abs(dx), abs(dy))
    if largest:
        scale = max(1, -(-largest // INCH // 10))
        figure.fx, figure.fy = dx // scale, dy // scale


# --- dice ----------------------------------------------------------------------------------------


def fight_pool(table: Table, figure: Figure, other: Figure, *, charging: bool = False) -> Pool:
    """The dice of one fighter, each with its reason (shadows.fight.roll, table 2.6)."""
    pool = [base("shadows.fight.roll")]
    if charging:
        pool.append(Modifier("shadows.move.charge", "charge", 1))
        if fortified(table, other, figure):
            pool.append(Modifier("shadows.fight.fortified", "fortified", -1))
    if many := outnumbered_by(table, figure):
        pool.append(Modifier("shadows.fight.outnumbered", "outnumbered", -many))
    return pool


def outnumbered_by(table: Table, figure: Figure) -> int:
    """Enemies in contact that have nobody else to fight, beyond the first.

    shadows.fight.outnumbered
    """
    free = [one for one in spacing.engaged(table, figure) if len(spacing.engaged(table, one)) == 1]
    return max(0, len(free) - 1)


def fortified(table: Table, figure: Figure, against: Figure) -> bool:
    """Behind a low obstacle, or higher: by its base, or in the saddle against one on foot.

    shadows.fight.fortified, shadows.fight.fortified_height, shadows.move.obstacle_contact
    """
    higher = figure.z - against.z
    if higher >= FORTIFIED_HEIGHT:
        return True
    if figure.mounted and not against.mounted and higher > -FORTIFIED_HEIGHT:
        return True
    return any(
        spacing.touches_linear(fence, figure) and spacing.crosses_linear(fence, figure, against)
        for fence in ground(table).linears
    )


class FightTest(GritTest):
    """Both roll; more successes win, then the highest die (shadows.fight.win, .tie)."""

    rule = "shadows.fight.roll"

    def rolled(self, match: Match[West]) -> None:
        first, second = self.rolls
        mine, theirs = (first.successes, first.highest), (second.successes, second.highest)
        if mine == theirs:
            match.tell("shadows.fight.tie", who=first.who, other=second.who)
            return
        winner, loser = (first, second) if mine > theirs else (second, first)
        margin = max(1, winner.successes - loser.successes)
        match.tell("shadows.fight.win", who=winner.who, other=loser.who, margin=margin)
        figures = match.state.table.figures
        victor = figures[winner.who]
        if victor.kind is Kind.FOLK:
            start = (victor.x, victor.y, victor.z)
            break_away(match, victor, figures[loser.who])
            match.then(*cactus_saves(match, victor, start))
        else:
            assert victor.seat is not None, "models have owners"
            match.then(StrikeOrShove(victor.seat, winner.who, loser.who, margin))


# --- strikes and shoves --------------------------------------------------------------------------


class StrikeOrShove(Ask):
    """The winner strikes the loser, or pushes him away (shadows.fight.shove)."""

    rule = "shadows.fight.shove"
    seconds = 20
    winner: str
    loser: str
    margin: int

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {
            "who": self.winner,
            "other": self.loser,
            "target": save_target(self.margin),
            "push": push_length(match.state.table, self.winner, self.loser, self.margin),
        }

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf([STRIKE, SHOVE], noun="fight_result", preset=STRIKE)

    def answered(self, match: Match[West], answer: str) -> None:
        if answer == SHOVE:
            match.then(Shove(self.winner, self.loser, self.margin))
            return
        winner = match.state.table.figures[self.winner]
        match.tell("shadows.fight.save", who=self.winner, other=self.loser)
        match.then(Save(self.loser, save_target(self.margin), "fight", winner.seat))


def push_length(table: Table, winner: str, loser: str, margin: int) -> int:
    """One inch per success of margin; a larger base only one (shadows.fight.shove_big)."""
    larger = table.figures[loser].radius > table.figures[winner].radius
    return INCH if larger else margin * INCH


class Shove(Step):
    """Straight away from the winner, without a save, over an edge if need be.

    shadows.fight.shove_stop, shadows.fight.shove_ledge, shadows.fight.shove_mounted
    """

    rule = "shadows.fight.shove"
    winner: str
    loser: str
    margin: int

    def run(self, match: Match[West]) -> None:
        west = match.state
        winner, loser = west.table.figures[self.winner], west.table.figures[self.loser]
        dx, dy = loser.x - winner.x, loser.y - winner.y
        length = push_length(west.table, self.winner, self.loser, self.margin)
        push = forced.push(west.table, loser, dx, dy, length)
        match.tell(self.rule, who=self.winner, other=self.loser, length=push.length)
        if loser.mounted:
            unhorse(west, loser, Gone.BOLTED)
            match.tell("shadows.fight.shove_mounted", who=self.loser)
        start = (loser.x, loser.y, loser.z)
        loser.x, loser.y, loser.z = push.x, push.y, push.z
        part(west, loser)
        if push.fall:
            loser.x, loser.y, loser.z = start
            x, y, z = push.x, push.y, push.z
            match.then(Fall(self.loser, x, y, z, push.fall, push.hit, winner.seat))
        else:
            match.then(*cactus_saves(match, loser, start, winner.seat))


def part(west: West, pushed: Figure) -> None:
    """Who is pushed out of contact holds his captive no longer, or is held no longer."""
    captor = west.table.figures[pushed.held_by] if pushed.held_by is not None else pushed
    held = west.table.figures.get(captor.holds or "")
    if held is not None and not spacing.contact(west.table, captor, held):
        let_go(west, captor)
