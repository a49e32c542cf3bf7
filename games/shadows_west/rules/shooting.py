"""Shoot actions, shot by shot (shadows.shoot.*)."""

from __future__ import annotations

from boomtown.core import (
    Answer,
    Arg,
    Ask,
    Match,
    OneOf,
    Reasons,
    Refusal,
    Seat,
    Step,
)
from shadows_west.content import save_target
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import CORRIDOR, OUT
from shadows_west.measuring import sight, spacing
from shadows_west.rules.blasts import chain, explode_marker, explode_piece
from shadows_west.rules.damage import PLAIN_SAVE, Save
from shadows_west.rules.dice import GritTest, roll_for, rolloff, single
from shadows_west.rules.shots import STOP, ShotChoice, may_shoot, shot_choice
from shadows_west.rules.weapons import (
    jam,
    jam_check,
    weapon_of,
    why_not_shooting,
)
from shadows_west.shooting import fire
from shadows_west.shooting.targets import (
    EXPLOSIVE_DIE,
    free_targets,
    look_at,
    pool,
    save_modifier,
    sighted,
)
from shadows_west.state import Figure, Table, West


class ShootAction(Step):
    """A model shoots: weapon and target are chosen now (shadows.act.declare).

    ``at`` is the model that a reaction shoots at, without spotting (shadows.react.options).
    """

    rule = "shadows.shoot.sequence"
    model: str
    at: str | None = None

    def run(self, match: Match[West]) -> None:
        match.then(NextShot(self.model, at=self.at))


class NextShot(Step):
    """The first shot, or the second of a two-shot weapon, if it can still be made.

    Each shot is resolved completely before the next and has its own target (shadows.shoot.multi,
    shadows.weapon.sixgun, shadows.weapon.repeater).
    """

    rule = "shadows.shoot.multi"
    model: str
    at: str | None = None
    weapon: str | None = None
    """The weapon in use; none before the first shot."""
    made: int = 0

    def run(self, match: Match[West]) -> None:
        west = match.state
        shooter = west.table.figures[self.model]
        if self.weapon is not None:
            weapon = weapon_of(shooter, self.weapon)
            if self.made >= WEAPONS[weapon.kind].shots or weapon.jammed:
                return
        if why_not_shooting(west.table, shooter) or not may_shoot(
            west, shooter, at=self.at, weapon=self.weapon
        ):
            if self.made == 0:
                match.tell("shadows.act.impossible", "shoot", who=self.model)
            return
        assert shooter.seat is not None, "only models shoot"
        match.then(PickShot(shooter.seat, self.model, self.at, self.weapon, self.made))


class PickShot(Ask):
    """The shooter declares weapon and target (shadows.shoot.nearest, shadows.shoot.own_gang)."""

    rule = "shadows.shoot.sequence"
    seconds = 60
    model: str
    at: str | None = None
    weapon: str | None = None
    made: int = 0

    @property
    def key(self) -> str:
        return self.rule if self.made == 0 else "shadows.shoot.multi"

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model}

    def choice(self, match: Match[West], seat: Seat) -> ShotChoice:
        west = match.state
        return shot_choice(west, west.table.figures[self.model], at=self.at, weapon=self.weapon)

    def answered(self, match: Match[West], answer: Answer) -> None:
        if answer == STOP:
            match.tell("shadows.act.optional", "shot", who=self.model)
            return
        weapon, mode = answer["weapon"], answer["mode"]
        table, target = match.state.table, answer["target"]
        # shadows.react.options: a reaction needs no spotting.
        spotting = self.at is None and target not in free_targets(
            sighted(table, table.figures[self.model], covers=False)
        )
        if self.at is None and self.made == 0:
            match.state.fired.append(weapon)  # shadows.act.weapon_once
        match.then(Shot(self.model, weapon, target, mode, spotting, self.at, self.made))


# --- a shot --------------------------------------------------------------------------------------


class Shot(Step):
    """Spotting, measuring, and who is mixed up with the target (shadows.shoot.sequence)."""

    rule = "shadows.shoot.sequence"
    model: str
    weapon: str
    target: str
    mode: str
    spotting: bool
    at: str | None = None
    made: int = 0

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        shooter = table.figures[self.model]
        weapon = weapon_of(shooter, self.weapon)
        kind = fired_as(WEAPONS[weapon.kind], self.mode)
        match.tell(self.rule, who=self.model, weapon=weapon.kind, target=self.target)
        rule = "shadows.shoot.spotting"
        if self.spotting and not single(match, shooter, rule, target=self.target):
            return  # the whole action is wasted, further shots included
        one = look_at(table, shooter, self.target)
        if spacing.band(shooter, one.body, kind) == OUT:
            rule = "shadows.shoot.out_of_range"
            match.tell(rule, who=self.model, target=self.target, gap=one.gap, range=kind.long)
            return
        after = NextShot(self.model, self.at, self.weapon, self.made + 1)
        if self.mode == CORRIDOR:
            match.then(FireCorridor(self.model, self.weapon, self.target), after)
        elif isinstance(one.body, Figure) and spacing.engaged(table, one.body):
            match.then(self.into_melee(match, shooter, one.body, kind.long), after)
        else:
            match.then(aimed(match, shooter, self.weapon, self.target), after)

    def into_melee(self, match: Match[West], shooter: Figure, mixed: Figure, far: int) -> Step:
        """Shooter and owner roll off for the real target (shadows.shoot.melee)."""
        table = match.state.table
        assert shooter.seat is not None, "only models shoot"
        assert mixed.seat is not None, "only models are engaged"
        winner = rolloff(match, [shooter.seat, mixed.seat])[0]
        match.tell("shadows.shoot.melee", seat=winner, who=self.model, target=self.target)
        others = [
            model.id
            for model in table.standing()
            if model.id not in (mixed.id, shooter.id)
            and spacing.contact(table, model, mixed)
            and sight.sees(table, shooter, model)
            and spacing.within(shooter, model, far)
        ]
        return MeleePick(winner, self.model, self.weapon, self.target, others)


def not_in_melee(table: Table, mixed: list[str]) -> dict[str, Refusal]:
    """Why the others on the table cannot be the real target."""
    others = [one.id for one in table.present() if one.id not in mixed]
    return {id: Refusal("shadows.shoot.melee", "apart", who=id) for id in others}


class MeleePick(Ask):
    """The winner of the roll-off picks the real target of a shot into a fight."""

    rule = "shadows.shoot.melee"
    forced = True
    seconds = 20
    model: str
    weapon: str
    target: str
    others: list[str]

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model, "target": self.target}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        figures = match.state.table.figures
        shooter = figures[self.model]
        own = [other for other in self.others if figures[other].seat == shooter.seat]
        preset = own[0] if own and seat != shooter.seat else self.target
        mixed = [self.target, *self.others]
        apart = Reasons(not_in_melee, match.state.table, mixed)
        return OneOf(mixed, apart, noun="figure", preset=preset)

    def answered(self, match: Match[West], answer: str) -> None:
        shooter = match.state.table.figures[self.model]
        if answer != self.target:
            match.tell(self.rule, "picked", seat=self.seat, target=answer)
        match.then(aimed(match, shooter, self.weapon, answer))


def aimed(match: Match[West], shooter: Figure, weapon: str, target: str) -> ShootingTest:
    """The test of a shot, with its dice as they are now."""
    table = match.state.table
    kind = WEAPONS[weapon_of(shooter, weapon).kind]
    one = look_at(table, shooter, target)
    band = spacing.band(shooter, one.body, kind)
    own = isinstance(one.body, Figure) and one.body.seat == shooter.seat
    roll = roll_for(shooter, shooter.seat, pool(one, band, kind), spare=own)
    mod = save_modifier(shooter, one.body, kind, band)
    return ShootingTest([roll], weapon=weapon, target=target, mod=mod)


class ShootingTest(GritTest, kw_only=True):
    """Three dice and the modifiers of the situation (shadows.shoot.roll).

    shadows.shoot.abstraction: neither dice nor successes are bullets.
    """

    rule = "shadows.shoot.roll"
    weapon: str
    target: str
    mod: int
    """What the target adds to its save."""

    def against(self) -> str:
        return self.target

    def rolled(self, match: Match[West]) -> None:
        [roll] = self.rolls
        shooter = match.state.table.figures[roll.who]
        if roll.successes:
            hit(match, shooter, self.target, roll.successes, self.mod)
            return
        match.tell("shadows.shoot.miss", who=roll.who, target=self.target)
        jam_check(match, shooter, weapon_of(shooter, self.weapon), roll.shown)


def hit(match: Match[West], shooter: Figure, target: str, successes: int, mod: int) -> None:
    """A figure saves (shadows.shoot.save); a stick explodes, and powder perhaps.

    shadows.shoot.save_mod: what the weapon does to a save it does to that of powder, too.
    """
    table = match.state.table
    needed = save_target(successes)
    if target in table.figures:
        match.then(Save(target, needed, "shot", shooter.seat, mod, shield=True))
    elif target in table.markers:
        match.then(explode_marker(table, target, shooter.seat))
    else:
        die = match.chance.die(EXPLOSIVE_DIE)
        holds = die + mod >= needed
        match.tell(
            "shadows.terrain.explosive_save",
            ("passed" if holds else "failed") + ("_mod" if mod else ""),
            piece=target,
            target=needed,
            die=die,
            sides=EXPLOSIVE_DIE,
            parts=[f"weapon{mod:+d}"] if mod else [],
            total=die + mod,
        )
        if not holds:
            match.then(explode_piece(table, target, shooter.seat))


# --- the fire corridor ---------------------------------------------------------------------------


class FireCorridor(Step):
    """Lead along a line: who is under it is hit, who is near it may be.

    No test, no cover, no other modifier; fights are not asked about (shadows.shoot.melee_area).
    """

    rule = "shadows.shoot.corridor_line"
    model: str
    weapon: str
    target: str

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        shooter = table.figures[self.model]
        body = look_at(table, shooter, self.target).body
        weapon = WEAPONS[weapon_of(shooter, self.weapon).kind]
        lane = fire.corridor(table, shooter, body, fired_as(weapon, CORRIDOR).long)
        match.tell(self.rule, who=self.model, target=self.target)
        victims: list[Step] = [
            CorridorVictim(self.model, figure, figure in lane.under) for figure in lane.order
        ]
        # shadows.tnt.chain, shadows.terrain.explosive_chain
        blasts = chain(table, shooter, lane.markers, lane.explosives, shooter.seat)
        match.then(*victims, *blasts, CorridorJam(self.model, self.weapon))


class CorridorVictim(Step):
    """Hit, or only threatened; then a 5+ save (shadows.shoot.corridor_save)."""

    rule = "shadows.shoot.corridor_hits"
    model: str
    who: str
    under: bool

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        shooter = table.figures[self.model]
        if not table.figures[self.who].on_table:
            return
        if not self.under and not single(match, shooter, self.rule, target=self.who):
            return
        # shadows.mount.area_hits: the rider, never the horse under him.
        match.then(Save(self.who, PLAIN_SAVE, "corridor", shooter.seat, shield=True))


class CorridorJam(Step):
    """A fire corridor jams its weapon by itself; a second barrel never shoots again.

    shadows.weapon.sawn_off, shadows.weapon.lemat
    """

    rule = "shadows.shoot.corridor_jam"
    model: str
    weapon: str

    def run(self, match: Match[West]) -> None:
        shooter = match.state.table.figures[self.model]
        weapon = weapon_of(shooter, self.weapon)
        weapon.spent = bool(WEAPONS[weapon.kind].barrel)
        jam(match, shooter, weapon)
