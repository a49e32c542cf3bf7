"""Sharp shots: a Lookout shoots the stick in a thrower's hand (shadows.tnt.sharp_shot)."""

from __future__ import annotations

from boomtown.core import (
    Arg,
    Ask,
    Match,
    OneOf,
    Reasons,
    Refusal,
    Seat,
    Step,
)
from shadows_west.content import BLAST
from shadows_west.content.gangs import WEAPONS
from shadows_west.content.weapons import OUT, SHOT
from shadows_west.measuring import spacing
from shadows_west.rules.blasts import Explode
from shadows_west.rules.dice import GritTest, roll_for
from shadows_west.rules.weapons import (
    jam_check,
    modes,
    usable,
    weapon_of,
    why_not_shooting,
    why_unusable,
)
from shadows_west.shooting.pools import Modifier
from shadows_west.shooting.targets import look_at, pool, why_unseen
from shadows_west.state import Figure, West


class SharpShot(Step):
    """A Lookout shoots the stick in the thrower's hand (shadows.tnt.sharp_shot)."""

    rule = "shadows.tnt.sharp_shot"
    model: str
    thrower: str

    def run(self, match: Match[West]) -> None:
        west = match.state
        shooter = west.table.figures[self.model]
        if not sharp_weapons(west, shooter, self.thrower):
            match.tell("shadows.act.impossible", "shoot", who=self.model)
            return
        assert shooter.seat is not None, "only models react"
        match.then(PickSharpWeapon(shooter.seat, self.model, self.thrower))


def sharp_weapons(west: West, shooter: Figure, thrower: str) -> list[str]:
    """The weapons that can hit the stick from here; a fire corridor is no sharp shot."""
    table = west.table
    target = table.figures[thrower]
    if why_not_shooting(table, shooter) or not target.standing or not target.sticks:
        return []
    if why_unseen(table, shooter, target) is not None:
        return []
    return [
        weapon.id
        for weapon in usable(shooter, [])
        if SHOT in modes(weapon)
        and not (
            west.options.premeasure and spacing.band(shooter, target, WEAPONS[weapon.kind]) == OUT
        )
    ]


def not_sharp(west: West, shooter: Figure, thrower: str, sharp: list[str]) -> dict[str, Refusal]:
    """Why other weapons cannot hit the stick."""
    target = west.table.figures[thrower]
    refused: dict[str, Refusal] = {}
    for figure in west.table.present():
        for weapon in figure.weapons:
            kind = WEAPONS[weapon.kind]
            if figure.id != shooter.id:
                refused[weapon.id] = Refusal("shadows.tnt.sharp_shot", "other", who=shooter.id)
            elif why := why_unusable(weapon, []):
                refused[weapon.id] = why
            elif SHOT not in modes(weapon):
                refused[weapon.id] = Refusal("shadows.tnt.sharp_shot", "corridor", weapon=kind.id)
            elif weapon.id not in sharp:
                gap = spacing.gap(shooter, target)
                refused[weapon.id] = Refusal(
                    "shadows.shoot.out_of_range", who=thrower, gap=gap, range=kind.long
                )
    return refused


class PickSharpWeapon(Ask):
    """With which weapon, if there are several."""

    rule = "shadows.tnt.sharp_shot"
    forced = True
    seconds = 20
    model: str
    thrower: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model, "target": self.thrower}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        west = match.state
        shooter = west.table.figures[self.model]
        sharp = sharp_weapons(west, shooter, self.thrower)
        return OneOf(sharp, Reasons(not_sharp, west, shooter, self.thrower, sharp), noun="arm")

    def answered(self, match: Match[West], answer: str) -> None:
        match.then(SharpAim(self.model, answer, self.thrower))


class SharpAim(Step):
    """One shot at the stick; a weapon with two shots has a second one if the first misses.

    shadows.shoot.multi
    """

    rule = "shadows.tnt.sharp_shot"
    model: str
    weapon: str
    thrower: str
    made: int = 0

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        shooter = table.figures[self.model]
        kind = WEAPONS[weapon_of(shooter, self.weapon).kind]
        one = look_at(table, shooter, self.thrower)
        band = spacing.band(shooter, one.body, kind)
        match.tell(self.rule, who=self.model, target=self.thrower, weapon=kind.id)
        if band == OUT:
            rule = "shadows.shoot.out_of_range"
            match.tell(rule, who=self.model, target=self.thrower, gap=one.gap, range=kind.long)
            return
        dice = [*pool(one, band, kind), Modifier(self.rule, "small", -1)]
        roll = roll_for(shooter, shooter.seat, dice)
        match.then(SharpTest([roll], weapon=self.weapon, thrower=self.thrower, made=self.made))


class SharpTest(GritTest, kw_only=True):
    """A hit explodes the stick, centred on the thrower."""

    rule = "shadows.tnt.sharp_shot"
    weapon: str
    thrower: str
    made: int
    """Shots that the weapon has made before in this action."""

    def against(self) -> str:
        return self.thrower

    def rolled(self, match: Match[West]) -> None:
        [roll] = self.rolls
        figures = match.state.table.figures
        shooter, thrower = figures[roll.who], figures[self.thrower]
        if roll.successes:
            thrower.sticks -= 1
            match.then(Explode(thrower.x, thrower.y, thrower.z, BLAST, by=shooter.seat))
            return
        match.tell("shadows.shoot.miss", who=roll.who, target=self.thrower)
        weapon = weapon_of(shooter, self.weapon)
        jam_check(match, shooter, weapon, roll.shown)
        if self.made + 1 < WEAPONS[weapon.kind].shots and not weapon.jammed:
            match.then(SharpAim(roll.who, self.weapon, self.thrower, self.made + 1))
