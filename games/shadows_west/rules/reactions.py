"""Reactions of models on Lookout (shadows.react.*)."""

from __future__ import annotations

from typing import Final

from boomtown.core import (
    PASS,
    Alternatives,
    Answer,
    Arg,
    Choice,
    Match,
    OneOf,
    Reasons,
    Refusal,
    SealedAsk,
    Seat,
    Step,
)
from shadows_west.content.gangs import WEAPONS
from shadows_west.content.ranks import GRIT
from shadows_west.measuring.sight import sees
from shadows_west.measuring.spacing import within
from shadows_west.rules.blasts import ThrowAction, action_over, throw_refusal
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.sharp_shots import SharpShot, sharp_weapons
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.weapons import usable, why_no_weapon, why_not_shooting
from shadows_west.state import DONE, LOOKOUT, MODEL, Figure, Kind, Quiet, West

MOVE: Final = "move"
SHOOT: Final = "shoot"
THROW: Final = "throw"
SHARP: Final = "sharp"
ONCE: Final = "once"
ANY: Final = "any"

# --- who may react, and how ----------------------------------------------------------------------


def lookouts(west: West, trigger: Figure) -> dict[Seat, list[str]]:
    """The models that may react to this figure, by gang (shadows.react.trigger).

    Only what lies open decides: tokens, facing and sight.
    """
    found: dict[Seat, list[str]] = {}
    for model in west.table.figures.values():
        seat = model.seat
        if (
            model.token is LOOKOUT
            and model.standing
            and model.kind is MODEL
            and seat is not None
            and seat != trigger.seat
            and not west.gangs[seat].quiet
            and sees(west.table, model, trigger)
        ):
            found.setdefault(seat, []).append(model.id)
    return found


def reaction_kinds(
    west: West, model: Figure, trigger: Figure, declared: str
) -> dict[str, Refusal | None]:
    """How a model may react, and which rule forbids the rest (shadows.react.options)."""
    kinds: dict[str, Refusal | None] = {
        SHOOT: _shoot_refusal(west, model, trigger),
        THROW: _throw_refusal(west, model, trigger),
        MOVE: None,
    }
    if declared == THROW:
        able = sharp_weapons(west, model, trigger.id)
        kinds[SHARP] = None if able else Refusal("shadows.tnt.sharp_shot", who=model.id)
    return kinds


def _shoot_refusal(west: West, model: Figure, trigger: Figure) -> Refusal | None:
    if why := why_no_weapon(west.table, model, []):
        return why
    if not trigger.standing:
        return Refusal("shadows.shoot.ignore", who=trigger.id)
    reach = max(WEAPONS[weapon.kind].long for weapon in usable(model, []))
    near = not west.options.premeasure or within(model, trigger, reach)
    if not sees(west.table, model, trigger):
        return Refusal("shadows.react.options", "unseen", who=model.id, trigger=trigger.id)
    if not near:
        return Refusal("shadows.react.options", "reach", who=model.id, trigger=trigger.id)
    return None


def _throw_refusal(west: West, model: Figure, trigger: Figure) -> Refusal | None:
    if not model.sticks:
        return Refusal("shadows.tnt.throw", "no_stick", who=model.id)
    if why := why_not_shooting(west.table, model):
        return why
    return throw_refusal(west.table, model, trigger.id, premeasure=west.options.premeasure)


def could_charge(west: West, model: Figure, trigger: Figure) -> bool:
    """Whether a Move may end at the model that triggers the reaction, as the crow flies."""
    return trigger.standing and within(model, trigger, west.table.allowance(model))


# --- declaring -----------------------------------------------------------------------------------


class Reactions(Step):
    """Before a declared action is resolved, passive models on Lookout may react to it.

    shadows.react.no_chain: nothing but a declared action comes here.
    """

    rule = "shadows.react.trigger"
    kind: str
    model: str

    def run(self, match: Match[West]) -> None:
        seats = lookouts(match.state, match.state.table.figures[self.model])
        if seats:
            match.then(DeclareReactions(sorted(seats), kind=self.kind, trigger=self.model))


def not_reacting(west: West, seat: Seat, able: list[str]) -> dict[str, Refusal]:
    """Why the other models on the table do not react for a player."""
    return {
        model.id: Refusal(
            "shadows.react.trigger", None if model.seat == seat else "other", who=model.id
        )
        for model in west.table.models()
        if model.id not in able
    }


class DeclareReactions(SealedAsk, kw_only=True):
    """All who could react say at once whether one model of theirs does, and how.

    Where two gangs have agreed on any number, whoever has named one is asked for another.
    shadows.react.one_per_gang, shadows.hidden.reveal
    """

    rule = "shadows.react.declare_all"
    replaceable = False
    routine = True
    kind: str
    trigger: str
    named: list[tuple[str, str]] = []
    """The reactions to this action that have been declared already."""

    def time(self, match: Match[West]) -> int:
        """shadows.ui.react: as long as the table has agreed on."""
        return match.state.options.react_seconds

    def worth_asking(self, match: Match[West], seat: Seat) -> bool:
        """shadows.ui.react: a shot, a throw or a charge is possible, and not at townsfolk."""
        west = match.state
        trigger = west.table.figures[self.trigger]
        if trigger.kind is not Kind.MODEL:
            return False
        choice = match.choice(seat)
        assert isinstance(choice, Alternatives), "one of several models reacts"
        return any(
            set(how.offers()) - {MOVE} or could_charge(west, west.table.figures[id], trigger)
            for id, how in choice.options.items()
            if id != PASS
        )

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.trigger, "kind": self.kind}

    def choice(self, match: Match[West], seat: Seat) -> Alternatives:
        west = match.state
        trigger = west.table.figures[self.trigger]
        longer = Quiet.PHASE if west.phase == "npc" else Quiet.ACTIVATION
        times = [ONCE, longer.value, Quiet.ALWAYS.value]
        options: dict[str, Choice] = {PASS: OneOf(times, noun="decline")}
        able = self.able(west)[seat]
        for id in able:
            kinds = reaction_kinds(west, west.table.figures[id], trigger, self.kind)
            refused = {kind: why for kind, why in kinds.items() if why is not None}
            options[id] = OneOf(list(kinds), refused, noun="reaction")
        return Alternatives(
            options, Reasons(not_reacting, west, seat, able), noun="reactor", preset={PASS: ONCE}
        )

    def able(self, west: West) -> dict[Seat, list[str]]:
        """Who may still react, by gang."""
        named = {model for model, _ in self.named}
        found = lookouts(west, west.table.figures[self.trigger])
        left = {seat: [id for id in ids if id not in named] for seat, ids in found.items()}
        return {seat: ids for seat, ids in left.items() if ids}

    def revealed(self, match: Match[West], answers: dict[Seat, Answer]) -> None:
        west = match.state
        before = len(self.named)
        for seat, answer in answers.items():
            [(model, how)] = answer.items()
            if model == PASS:
                west.gangs[seat].quiet = Quiet.NO if how == ONCE else Quiet(how)
                continue
            self.named.append((model, how))
            match.tell(self.rule, who=model, kind=how, trigger=self.trigger)
        if west.options.reactions == ANY and len(west.gangs) == 2:
            again = {west.table.figures[model].seat for model, _ in self.named[before:]}
            more = [seat for seat in sorted(self.able(west)) if seat in again]
            if more:
                match.then(
                    DeclareReactions(
                        more, kind=self.kind, trigger=self.trigger, named=list(self.named)
                    )
                )
                return
        match.then(
            *(React(model, how, self.trigger, self.kind) for model, how in self.ordered(match))
        )

    def ordered(self, match: Match[West]) -> list[tuple[str, str]]:
        """By the dice between gangs; models of one gang as they were named."""
        figures = match.state.table.figures
        if len({figures[model].seat for model, _ in self.named}) < 2:
            return self.named
        return in_order(match, self.named)


def in_order(match: Match[West], reacting: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """From the highest grit die to the lowest; ties to the higher rank, then roll again."""
    if len(reacting) < 2:
        return reacting
    figures = match.state.table.figures
    groups: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for model, how in reacting:
        figure = figures[model]
        die = match.chance.die(figure.die)
        match.tell("shadows.react.order", who=model, die=die, sides=figure.die)
        groups.setdefault((-die, -GRIT[figure.rank].order), []).append((model, how))
    return [pair for _, tied in sorted(groups.items()) for pair in in_order(match, tied)]


# --- reacting ------------------------------------------------------------------------------------


class React(Step):
    """A declared reaction is carried out; if it cannot be, the model stays on Lookout."""

    rule = "shadows.react.must"
    model: str
    kind: str
    trigger: str
    declared: str

    def run(self, match: Match[West]) -> None:
        west = match.state
        figure = west.table.figures[self.model]
        trigger = west.table.figures[self.trigger]
        if not figure.standing or figure.token is not LOOKOUT:
            return  # an earlier reaction has reached it
        if reaction_kinds(west, figure, trigger, self.declared)[self.kind] is not None:
            match.tell(self.rule, who=self.model, kind=self.kind)
            return
        match.then(self.action(), EndReaction(self.model))

    def action(self) -> Step:
        """The action of this reaction; its target is the model that triggered it."""
        if self.kind == MOVE:
            return MoveAction(self.model, reaction_to=self.trigger)
        if self.kind == THROW:
            return ThrowAction(self.model, at=self.trigger)
        if self.kind == SHARP:
            return SharpShot(self.model, self.trigger)
        return ShootAction(self.model, at=self.trigger)


class EndReaction(Step):
    """After its reaction a model's Lookout token becomes a Done token."""

    rule = "shadows.react.done"
    model: str

    def run(self, match: Match[West]) -> None:
        west = match.state
        figure = west.table.figures[self.model]
        if figure.token is LOOKOUT:
            figure.token = DONE
            match.cite(self.rule)
        action_over(west.table)
