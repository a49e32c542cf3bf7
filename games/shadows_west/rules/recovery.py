"""Recovery tests, bottle checks and flight (shadows.recovery.*, shadows.bottle.*)."""

from __future__ import annotations

from typing import Final

from boomtown.core import Ask, ForEachSeat, Match, OneOf, Phases, Reasons, Refusal, Seat, Step
from shadows_west.content.gangs import LEADER
from shadows_west.content.ranks import GRIT
from shadows_west.measuring.spacing import contact
from shadows_west.rules.damage import casualty, remove
from shadows_west.rules.dice import GritTest, roll_for
from shadows_west.rules.victory import flee_bonus, left_empty
from shadows_west.shooting.pools import Modifier, base
from shadows_west.state import Gone, Kind, Table, Token, West

STAND_UP: Final = 3
"""Successes that bring a Downed model to its feet."""
CARRIED_OFF: Final = ("bank_job", "innocents")
"""Scenarios in which a model that left with something counts as standing."""
FIGHT_ON: Final = "fight_on"
LEAVE: Final = "leave"


class RecoveryPhase(Phases):
    """Done tokens are removed, Downed models test, and gangs may lose their nerve."""

    rule = "shadows.turn.recovery"

    def phases(self, match: Match[West]) -> list[Step]:
        match.state.phase = "recovery"
        return [Recover(match.state.in_game())]


class Recover(ForEachSeat):
    """Each gang in the order of seats: Done tokens, recovery tests, bottle check."""

    rule = "shadows.recovery.order"

    def each(self, match: Match[West], seat: Seat) -> None:
        models = list(match.state.table.models(seat))
        for model in models:
            if model.token is Token.DONE:
                model.token = Token.NONE
        tests = [TryToRecover(model.id) for model in models if model.downed]
        match.then(*tests, BottleCheck(seat))


# --- recovery ------------------------------------------------------------------------------------


class TryToRecover(Step):
    """Three dice, and one more if a standing friend is in contact."""

    rule = "shadows.recovery.test"
    model: str

    def run(self, match: Match[West]) -> None:
        table = match.state.table
        figure = table.figures[self.model]
        pool = [base(self.rule)]
        if any(contact(table, figure, friend) for friend in table.standing(figure.seat)):
            pool.append(Modifier(self.rule, "friend", 1))
        match.then(RecoveryTest([roll_for(figure, figure.seat, pool)]))


class RecoveryTest(GritTest):
    """No success: it succumbs. Three: it stands up. Otherwise it stays where it is."""

    rule = "shadows.recovery.test"

    def rolled(self, match: Match[West]) -> None:
        [roll] = self.rolls
        figure = match.state.table.figures[roll.who]
        if roll.successes == 0:
            match.tell("shadows.recovery.succumb", who=figure.id)
            casualty(match, figure, None, "succumbed", Gone.SUCCUMBED)
        elif roll.successes >= STAND_UP:
            figure.downed = False
            figure.shaken = True
            match.tell("shadows.recovery.stand", who=figure.id)
        else:
            match.tell(self.rule, "stays", who=figure.id)


# --- bottle --------------------------------------------------------------------------------------


def must_check(west: West, seat: Seat) -> bool:
    """Whether at most half of the gang's starting models, rounded down, are standing.

    shadows.scen.off_table: who left with a marker or captive counts, where that is the game.
    """
    standing = len(west.table.standing(seat))
    return standing + carried_off(west, seat) <= west.gangs[seat].starting // 2


def carried_off(west: West, seat: Seat) -> int:
    """Models that left with what the scenario is about."""
    if west.scenario not in CARRIED_OFF:
        return 0
    return sum(
        1
        for figure in west.table.figures.values()
        if figure.seat == seat and figure.kind is Kind.MODEL and figure.gone is Gone.TAKEN
    )


class BottleCheck(Step):
    """A gang that has lost half of its models must hold its nerve."""

    rule = "shadows.bottle.when"
    seat: Seat

    def run(self, match: Match[West]) -> None:
        west = match.state
        if not west.table.models(self.seat):
            return
        if not must_check(west, self.seat):
            return
        standing = list(west.table.standing(self.seat))
        starting = west.gangs[self.seat].starting
        match.tell(self.rule, seat=self.seat, standing=len(standing), starting=starting)
        if not standing:
            match.tell("shadows.bottle.none", seat=self.seat)
            flee(match, self.seat)
        elif west.options.campaign:
            match.then(GiveUp(self.seat))
        else:
            match.then(HoldNerve(self.seat))


class GiveUp(Ask):
    """In a campaign a player may fail the check on purpose, to save the models."""

    rule = "shadows.camp.voluntary_bottle"
    seconds = 30

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf([FIGHT_ON, LEAVE], noun="nerve", preset=FIGHT_ON)

    def answered(self, match: Match[West], answer: str) -> None:
        if answer == LEAVE:
            match.tell(self.rule, seat=self.seat)
            flee(match, self.seat)
        else:
            match.then(HoldNerve(self.seat))


class HoldNerve(Step):
    """The leader tests with three dice; without him the best of the others, with one."""

    rule = "shadows.bottle.leader"
    seat: Seat

    def run(self, match: Match[West]) -> None:
        standing = list(match.state.table.standing(self.seat))
        leader = next((model for model in standing if model.leader), None)
        if leader is not None:
            match.then(BottleTest([roll_for(leader, self.seat, [base(self.rule, LEADER.nerve)])]))
            return
        best = max(GRIT[model.rank].order for model in standing)
        match.then(
            Substitute(
                self.seat, [model.id for model in standing if GRIT[model.rank].order == best]
            )
        )


def no_substitute(table: Table, seat: Seat, models: list[str]) -> dict[str, Refusal]:
    """Why the others cannot test for the leader: a lower rank, or not standing in this gang."""
    own = {model.id for model in table.standing(seat)}
    return {
        one.id: Refusal("shadows.bottle.leader", "rank" if one.id in own else "other", who=one.id)
        for one in table.present()
        if one.id not in models
    }


class Substitute(Ask):
    """The owner says which of the models of highest rank tests for the leader."""

    rule = "shadows.bottle.leader"
    seconds = 30
    forced = True
    models: list[str]

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        figures = match.state.table.figures
        best = max(self.models, key=lambda id: figures[id].die)  # the first of the best
        others = Reasons(no_substitute, match.state.table, seat, self.models)
        return OneOf(self.models, others, noun="figure", preset=best)

    def answered(self, match: Match[West], answer: str) -> None:
        figure = match.state.table.figures[answer]
        match.then(BottleTest([roll_for(figure, self.seat, [base(self.rule, 1)])]))


class BottleTest(GritTest):
    """One success, and the gang fights on; none, and it flees."""

    rule = "shadows.bottle.result"

    def rolled(self, match: Match[West]) -> None:
        [roll] = self.rolls
        seat = match.state.table.figures[roll.who].seat
        assert seat is not None, "only gangs have a nerve to lose"
        if roll.successes:
            match.tell(self.rule, "holds", seat=seat)
        else:
            flee(match, seat)


# --- flight --------------------------------------------------------------------------------------


def flee(match: Match[West], seat: Seat, rule: str = "shadows.bottle.result") -> None:
    """All models are removed, riders too, without any test; loot and captives stay behind.

    shadows.scen.rout_markers: what was carried off before keeps its points.
    """
    west = match.state
    match.tell(rule, "flees", seat=seat)
    for model in list(west.table.models(seat)):
        remove(match, model, Gone.FLED)
    for horse in west.table.figures.values():
        if horse.kind is Kind.HORSE and horse.seat == seat and horse.on_table:
            horse.gone = Gone.BOLTED
    west.gangs[seat].fled = True
    left_empty(match, seat)
    flee_bonus(match, seat)
