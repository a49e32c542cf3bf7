"""Arrows and losses: the last arrow costs life, and lost life may cost arrows.

The two chapters call each other, so they stand together (bang.arrow.*, bang.chief.*,
bang.loss.*). What characters do about losses stands with them, in ``characters/``.
"""

from __future__ import annotations

from collections.abc import Callable

from bang_dice.content import Cause
from bang_dice.rules.ending import eliminate
from bang_dice.rules.moments import Moment, character_of, everybody, thrower
from bang_dice.rules.tokens import CHIEF, REGULAR, arrow_value, own_arrows, return_arrows
from bang_dice.rules.windows import LeftHandWindow, window_seats
from bang_dice.state import Loss, Town
from boomtown.core import Ask, Match, OneOf, Seat, Step


class TakeArrows(Step):
    """One token after another from the pile; taking the last one brings the Indians."""

    rule = "bang.arrow.take"
    seat: Seat
    count: int
    thrown: bool = False
    """Whether dice made the player take them: some characters choose then (Apache Kid)."""

    def run(self, match: Match[Town]) -> None:
        town = match.state
        # bang.arrow.attack.rest: an eliminated player takes no more.
        while self.count and town.is_living(self.seat):
            self.count -= 1
            if self.thrown and (instead := instead_of_arrow(town, self.seat)) is not None:
                match.then(instead, self)
                return
            if town.chief_in_pile and town.pile:
                match.then(ChooseArrow(self.seat), self)
                return
            take_arrow(match, self.seat, chief=town.chief_in_pile)
            if town.tokens_in_pile() == 0:
                match.then(IndianAttack(), self)
                return


def take_arrow(match: Match[Town], seat: Seat, *, chief: bool) -> None:
    """One token from the pile, kept in front of its taker (bang.arrow.one_by_one)."""
    town = match.state
    cowboy = town.cowboys[seat]
    if chief:
        town.chief_in_pile = False
        cowboy.chief = True
        town.taken.append(CHIEF)
        match.tell("bang.chief.take", seat=seat, left=town.tokens_in_pile())
    else:
        town.pile -= 1
        cowboy.arrows += 1
        town.taken.append(REGULAR)
        match.tell("bang.arrow.take", seat=seat, left=town.tokens_in_pile())


class ChooseArrow(Ask):
    """Whoever takes an arrow may take the chief's, if it lies in the pile (bang.chief.last)."""

    rule = "bang.chief.take"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        return OneOf([REGULAR, CHIEF], noun="arrow", preset=REGULAR)

    def answered(self, match: Match[Town], answer: str) -> None:
        take_arrow(match, self.seat, chief=answer == CHIEF)
        if match.state.tokens_in_pile() == 0:
            match.then(IndianAttack())


def instead_of_arrow(town: Town, seat: Seat) -> Step | None:
    """What a character is asked before it takes an arrow that it has thrown."""
    asked = character_of(town.cowboys[seat]).arrow_thrown
    return None if asked is None else asked(town, seat)


class IndianAttack(Step):
    """Every living player is to lose as many life points as the arrows there are worth."""

    rule = "bang.arrow.attack"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        town.taken = []
        match.tell(self.rule)
        hits = {seat: arrow_value(town.cowboys[seat]) for seat in town.living()}
        # bang.arrow.attack.off_turn, bang.arrow.attack.resume: the turn goes on where it was.
        lose(match, Cause.INDIANS, {seat: hit for seat, hit in hits.items() if hit}, None)


BY_SHOT = (Cause.BULLSEYE, Cause.GATLING)


def lose(match: Match[Town], cause: Cause, hits: dict[Seat, int], attacker: Seat | None) -> None:
    """Begins a blow; all its losses happen at the same moment."""
    town = match.state
    loss = Loss(cause, attacker, hits)
    if not town.seat_of and not town.options.chief:
        loss.stage = FIRST_WITHOUT_ABILITIES
    town.losses.append(loss)
    carry_on(match, loss)


class CarryOn(Step):
    """A blow goes on after a decision that came in between."""

    rule = "bang.loss.batch"

    def run(self, match: Match[Town]) -> None:
        carry_on(match, match.state.losses[-1])


def carry_on(match: Match[Town], loss: Loss) -> None:
    """The stages of a blow, one after another; one that must ask puts its steps in front."""
    while loss.stage < len(STAGES):
        stage = STAGES[loss.stage]
        loss.stage += 1
        steps = stage(match, loss)
        if match.outcome is not None:
            return  # bang.loss.immediate_stop: whatever is left is void
        if steps:
            match.then(*steps, CarryOn())
            return
    match.state.losses.pop()


def reduce(match: Match[Town], loss: Loss) -> list[Step]:
    """What some characters never lose, then what the chief's arrow spares."""
    for seat, who in everybody(match.state, list(loss.hits)):
        spared = loss.hits[seat] - who.suffers(loss.cause, loss.hits[seat])
        if spared:
            match.tell(who.rule, seat=seat)
            take_off(loss, seat, spared)
    if loss.cause is Cause.INDIANS:
        spare_the_chief(match, loss)
    return []


def take_off(loss: Loss, seat: Seat, points: int) -> None:
    """Some of the hits on a player do not count."""
    loss.hits[seat] -= points
    if loss.hits[seat] == 0:
        del loss.hits[seat]


def spare_the_chief(match: Match[Town], loss: Loss) -> None:
    """The chief's arrow and strictly the most arrows: no loss (bang.chief.immune)."""
    town = match.state
    values = {seat: arrow_value(town.cowboys[seat]) for seat in town.living()}
    for seat, value in values.items():
        others = [other for who, other in values.items() if who != seat]
        if town.cowboys[seat].chief and all(value > other for other in others):
            match.tell("bang.chief.immune", seat=seat)
            loss.hits.pop(seat, None)


def replace(match: Match[Town], loss: Loss) -> list[Step]:
    """Some of those who are hit may do something about it: Bart Cassidy."""
    steps: list[Step] = []
    for seat, who in everybody(match.state, list(loss.hits)):
        if who.is_hit is not None:
            steps += who.is_hit(match, loss, seat)
    return steps


def redirect(match: Match[Town], loss: Loss) -> list[Step]:
    """Some may do something about hits on others: Molly Stark."""
    town = match.state
    steps: list[Step] = []
    for seat, who in everybody(town, town.from_left_of(town.active)):
        if who.sees_hits is not None:
            steps += who.sees_hits(match, loss, seat)
    return steps


def apply(match: Match[Town], loss: Loss) -> list[Step]:
    """All life points are lost at the same time; nobody has fewer than none.

    bang.loss.bullet_damage: arrows, dynamite and bullets have no attacker.
    """
    cowboys = match.state.cowboys
    for seat, hit in loss.hits.items():
        cowboy = cowboys[seat]
        loss.lost[seat] = lost = min(hit, cowboy.life)
        cowboy.life -= lost
        match.tell("bang.loss.batch", loss.cause.value, seat=seat, lost=lost, life=cowboy.life)
    return []


def arrows(match: Match[Town], loss: Loss) -> list[Step]:
    """After an Indian attack everybody returns all arrows; else some may for what they lost."""
    town = match.state
    if loss.cause is Cause.INDIANS:
        # bang.arrow.attack.discard: before eliminations; bang.pedro.indians: nothing is left.
        for seat in town.living():
            return_arrows(town, seat)
        match.tell("bang.arrow.attack.discard")
        return []
    steps: list[Step] = []
    for seat, who in everybody(town, [seat for seat, lost in loss.lost.items() if lost]):
        if who.has_lost is not None:
            steps += who.has_lost(match, loss, seat)
    return steps


def save(match: Match[Town], loss: Loss) -> list[Step]:
    """Who is at 0 is about to be eliminated: the moment of the Devil's Left Hand."""
    town = match.state
    if all(town.cowboys[seat].life for seat in loss.lost):
        loss.stage = len(STAGES) - 1  # nobody falls: on to what comes after
        return []
    seats = window_seats(town, Moment.FALL)
    return [LeftHandWindow(seats)] if seats else []


def dying(town: Town) -> list[Seat]:
    """The players at 0 life points, from left of the active player on."""
    return [seat for seat in town.from_left_of(town.active) if town.cowboys[seat].life == 0]


def fall(match: Match[Town], loss: Loss) -> list[Step]:
    """All who are still at 0 are eliminated together, then the end is checked (bang.out.when)."""
    fallen = dying(match.state)
    loss.fallen = len(fallen)
    if fallen:
        eliminate(match, fallen, loss)
    return []


def mourn(match: Match[Town], loss: Loss) -> list[Step]:
    """Some profit when others fall: Vulture Sam."""
    town = match.state
    steps: list[Step] = []
    for seat, who in everybody(town, town.from_left_of(town.active) if loss.fallen else []):
        if who.others_fell is not None:
            steps += who.others_fell(match, loss, seat)
    return steps


def aftermath(match: Match[Town], loss: Loss) -> list[Step]:
    """What the shooter does now, then what those do who were shot (bang.gat.order)."""
    if loss.attacker is None:
        return []
    town = match.state
    shooter = thrower(town)
    if loss.cause is Cause.BULLSEYE:
        done = shooter.shots_done
    else:
        own_arrows(match)
        done = shooter.gatling_done
    steps: list[Step] = [] if done is None else [done()]
    for seat, who in everybody(town, [seat for seat, lost in loss.lost.items() if lost]):
        if who.was_shot is not None:
            steps.append(who.was_shot(seat))
    return steps


STAGES: list[Callable[[Match[Town], Loss], list[Step]]] = [
    reduce,
    replace,
    redirect,
    apply,
    arrows,
    save,
    fall,
    mourn,
    aftermath,
]
"""bang.loss.batch, in its order; inside a stage bang.loss.order."""
FIRST_WITHOUT_ABILITIES = STAGES.index(apply)
"""Where a blow begins if nobody at the table has an ability to reduce or move it."""
