"""Throws and rerolls, and what their faces do at once (bang.roll.*, bang.dyn.*, bang.saloon.*)."""

from __future__ import annotations

from functools import cache

from bang_dice.content import (
    BASE_FACES,
    DYNAMITE_LIMIT,
    SALOON_FACES,
    Cause,
    Face,
)
from bang_dice.rules.losses import TakeArrows, lose
from bang_dice.rules.moments import Moment, thrower
from bang_dice.rules.tokens import BrokenArrow
from bang_dice.rules.windows import throw_window
from bang_dice.state import Town
from boomtown.core import Arg, Ask, Match, Refusal, Seat, Several, Step

LOCKED = Refusal("bang.roll.dyn_lock")


def faces_of(town: Town, die: int) -> tuple[Face, ...]:
    """The faces that a die can show; the saloon die is the last one."""
    if town.saloon_die is not None and die == len(town.dice) - 1:
        return SALOON_FACES[town.saloon_die]
    return BASE_FACES


def faces_in_play(town: Town) -> list[Face]:
    """Whatever the dice of this game can show."""
    saloon = SALOON_FACES.values() if town.options.saloon_dice else []
    return list(dict.fromkeys([*BASE_FACES, *(face for faces in saloon for face in faces)]))


def dynamite(town: Town) -> int:
    """How many dice show dynamite (bang.saloon.dyn: on any die)."""
    return town.dice.count(Face.DYNAMITE)


def throwing_is_over(town: Town) -> bool:
    """No throw left, three dynamite, or nothing but dynamite (bang.roll.over, bang.roll.eligible).

    Dynamite is locked, but not for everybody (bang.black_jack.reroll, bang.black_jack.limit).
    """
    shown = dynamite(town)
    return (
        town.final
        or town.throws_left == 0
        # bang.black_jack.three: three explode for him, too.
        or (shown >= DYNAMITE_LIMIT and not town.ghost_turn)
        or (shown == len(town.dice) and dynamite_is_locked(town))
    )


def dynamite_is_locked(town: Town) -> bool:
    """Whether dice that show dynamite stay where they are (bang.roll.dyn_lock)."""
    return Face.DYNAMITE not in thrower(town).rerolls


class Throw(Step):
    """Dice are cast; what they show is applied in the order of the rules (bang.roll.sequence)."""

    rule = "bang.roll.sequence"
    cast: list[int]

    def run(self, match: Match[Town]) -> None:
        cast_dice(match, self.cast)


def cast_dice(match: Match[Town], cast: list[int], fixed: int = 0, *, again: bool = True) -> None:
    """Casts some dice; those that the Ghost has set count as thrown now (bang.ghost.counts)."""
    town = match.state
    town.throws_left -= 1
    town.throw += 1
    if town.saloon_die is None:
        faces = match.chance.rolls(BASE_FACES, len(cast))
    else:
        faces = [match.chance.roll(faces_of(town, die)) for die in cast]
    dice = town.dice
    for die, face in zip(cast, faces, strict=True):
        dice[die] = face
    town.fresh = [*range(fixed), *cast] if fixed else cast
    town.taken = []
    showing = dice.copy()
    match.tell(
        "bang.roll.first", "cast", seat=town.active, cast=len(cast), dice=showing, again=again
    )
    if town.options.special_roles == "off":
        settle(match)
    else:
        match.then(*interrupts(town), Settle(town.throw))


def interrupts(town: Town) -> list[Step]:
    """The sealed window that a throw opens, if any (bang.ask.pace: one for both powers)."""
    last = not town.final and throwing_is_over(town)
    return throw_window(town, Moment.THROW, *([Moment.LAST_THROW] if last else []))


class Settle(Step):
    """What follows once nobody interrupts the throw any more."""

    rule = "bang.roll.sequence"
    throw: int

    def run(self, match: Match[Town]) -> None:
        if self.throw == match.state.throw:
            settle(match)


def settle(match: Match[Town]) -> None:
    """Immediate faces, then an explosion, then the next decision (bang.roll.immediate)."""
    town = match.state
    fresh, town.fresh = town.fresh, []
    if town.ghost_turn:
        # bang.ghost.no_effect: the Ghost's faces do nothing to him.
        match.then(Decide(town.throw))
        return
    over = throwing_is_over(town)
    steps: list[Step] = []
    if Face.ARROW in town.dice or town.saloon_die is not None:
        steps = immediate_steps(town, fresh, over)
    if over and dynamite(town) >= DYNAMITE_LIMIT:
        steps.append(Explosion())
    elif not over:
        steps.append(Decide(town.throw) if steps else OfferReroll(town.active))
    match.then(*steps)


def immediate_steps(town: Town, fresh: list[int], over: bool) -> list[Step]:
    """Arrows, then the broken arrow, then the bullet, of the dice just cast."""
    steps: list[Step] = []
    if arrows := arrows_to_take(town, fresh, over):
        steps.append(TakeArrows(town.active, arrows, thrown=True))
        taken = thrower(town).arrows_taken
        steps += [] if taken is None else [taken()]
    if town.saloon_die is not None:
        # bang.roll.once, bang.roll.immediate_reroll, bang.saloon.when: what was cast now, once.
        shown = [town.dice[die] for die in fresh]
        steps += [BrokenArrow() for face in shown if face is Face.BROKEN]
        steps += [Bullet() for face in shown if face is Face.BULLET]
    return steps


def arrows_to_take(town: Town, fresh: list[int], over: bool) -> int:
    """One token for each arrow just thrown; some take theirs at the end (bang.bill.late)."""
    if thrower(town).late_arrows:
        return town.dice.count(Face.ARROW) if over else 0
    return [town.dice[die] for die in fresh].count(Face.ARROW)


class Bullet(Step):
    """A bullet costs the thrower a life point at once."""

    rule = "bang.saloon.bullet"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.is_living(town.active):
            match.tell(self.rule, seat=town.active)
            lose(match, Cause.BULLET, {town.active: 1}, None)


class Explosion(Step):
    """Three or more dynamite showing explode, once a turn, after the immediate faces.

    bang.dyn.order, bang.dyn.rest: before the bull's eyes, and the other dice still count;
    bang.dyn.harmless: fewer do nothing but lock.
    """

    rule = "bang.dyn.explode"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.exploded or dynamite(town) < DYNAMITE_LIMIT or not town.is_living(town.active):
            return
        town.exploded = town.final = True
        match.tell(self.rule, seat=town.active)
        lose(match, Cause.DYNAMITE, {town.active: 1}, None)


class Decide(Step):
    """Stop or throw again, if throwing is not over (bang.roll.accept)."""

    rule = "bang.roll.accept"
    throw: int

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if self.throw != town.throw or throwing_is_over(town):
            return
        if town.ghost_turn or town.is_living(town.active):
            match.then(OfferReroll(town.active))


@cache
def dice_to_reroll(count: int, locked: tuple[int, ...]) -> Several:
    """Some of the dice, by number; dynamite is locked (bang.roll.dyn_lock)."""
    refused = dict.fromkeys(locked, LOCKED)
    return Several(range(1, count + 1), refused=refused, noun="die", preset=[])


class OfferReroll(Ask):
    """After a throw the active player may stop, or throw some of the dice again.

    bang.ghost.reroll: dice that the Ghost fixed are dice like the others from now on.
    """

    rule = "bang.roll.reroll"
    seconds = 40

    def args(self, match: Match[Town]) -> dict[str, Arg]:
        return {"faces": list(match.state.dice), "left": match.state.throws_left}

    def choice(self, match: Match[Town], seat: Seat) -> Several:
        town = match.state
        if Face.DYNAMITE not in town.dice or not dynamite_is_locked(town):
            return dice_to_reroll(len(town.dice), ())
        faces = enumerate(town.dice, start=1)
        return dice_to_reroll(len(town.dice), tuple(d for d, f in faces if f is Face.DYNAMITE))

    def answered(self, match: Match[Town], answer: list[int]) -> None:
        if answer:
            cast_dice(match, [die - 1 for die in answer])
        else:
            # bang.roll.empty: choosing no die is stopping.
            match.tell("bang.roll.empty", seat=self.seat)
            match.state.final = True
            match.then(*stopped(match.state))


def stopped(town: Town) -> list[Step]:
    """What a player who stops early still meets: the Gambler, then Bill Noface's arrows."""
    steps = throw_window(town, Moment.LAST_THROW)
    if thrower(town).late_arrows:
        steps.append(LateArrows(town.throw))
    return steps


class LateArrows(Step):
    """Bill Noface's last throw is the one he stops at; now its arrows count."""

    rule = "bang.bill.stop"
    throw: int

    def run(self, match: Match[Town]) -> None:
        town = match.state
        arrows = town.dice.count(Face.ARROW)
        if self.throw == town.throw and arrows:
            match.then(TakeArrows(town.active, arrows, thrown=True))


class ForcedThrow(Step):
    """The Gambler's victim throws all dice again, locked ones too, and must accept."""

    rule = "bang.role.gambler.final"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        town.final = True
        town.throws_left = 1
        match.then(Throw(list(range(len(town.dice)))))
