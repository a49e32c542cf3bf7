"""Activations: who acts, with what, and what may be declared (shadows.act.*, shadows.lookout.*)."""

from __future__ import annotations

from typing import Final

from boomtown.core import (
    Alternatives,
    Answer,
    Arg,
    Ask,
    Choice,
    Match,
    OneOf,
    Ordered,
    Reasons,
    Refusal,
    Seat,
    Step,
)
from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring.spacing import within
from shadows_west.rules.blasts import ThrowAction, action_over
from shadows_west.rules.fighting import FightAction, opponents
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.reactions import Reactions
from shadows_west.rules.recovery import flee
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.weapons import usable, why_no_weapon, why_not_shooting
from shadows_west.shooting.targets import Body, any_sighted
from shadows_west.state import Figure, Kind, Quiet, Token, West

SINGLE: Final = "single"
DOUBLE: Final = "double"
PASSED: Final = "pass"
FLEE: Final = "flee"
LISTEN: Final = "listen"
DROP: Final = "drop"
KEEP: Final = "keep"

MOVE: Final = "move"
SHOOT: Final = "shoot"
THROW: Final = "throw"
FIGHT: Final = "fight"
LOOKOUT: Final = "lookout"
STOP: Final = "stop"
KINDS: Final = (MOVE, SHOOT, THROW, FIGHT, LOOKOUT)

ACTIONS = {SINGLE: 2, DOUBLE: 1}
"""Actions of each model, by the kind of activation."""

# --- whose turn it is ----------------------------------------------------------------------------


def unspent(west: West, seat: Seat) -> list[Figure]:
    """The models that a player can still activate this turn (shadows.concept.spent)."""
    return [model for model in west.table.models(seat) if not model.spent]


def why_spent(model: Figure) -> Refusal:
    """Why a model cannot be activated (any more) this turn."""
    if model.token is Token.LOOKOUT:
        return Refusal("shadows.lookout.same_turn", who=model.id)
    return Refusal("shadows.concept.spent", who=model.id)


def not_to_activate(west: West, seat: Seat) -> dict[str, Refusal]:
    """Why anybody else on the table cannot be activated now."""
    return {
        one.id: why_spent(one)
        if one.kind is Kind.MODEL and one.seat == seat
        else Refusal("shadows.act.turn", "other", who=one.id)
        for one in west.table.present()
        if one.kind is not Kind.MODEL or one.seat != seat or one.spent
    }


def may_pass(west: West, seat: Seat) -> bool:
    """Whether all unspent models hold Lookout tokens, of an earlier turn (shadows.act.pass)."""
    return all(model.token is Token.LOOKOUT for model in unspent(west, seat))


class Activate(Step):
    """A player whose card is up makes one activation, or must pass if all models are spent."""

    rule = "shadows.act.turn"
    seat: Seat

    def run(self, match: Match[West]) -> None:
        if unspent(match.state, self.seat):
            match.then(ChooseMode(self.seat))
        else:
            match.tell("shadows.act.pass", seat=self.seat)


class ModeChoice(Alternatives):
    """One model, two models, or none. Giving up is allowed too, but never proposed."""

    def complete(self) -> bool:
        return False

    def proposed(self) -> list[str]:
        return [name for name in super().proposed() if name != FLEE]


class ChooseMode(Ask):
    """One model with two actions, or two models with one each, in the order they are named.

    shadows.ui.react: whoever declines all reactions may say here that he wants to be asked again.
    """

    rule = "shadows.act.turn"
    seconds = 60

    def choice(self, match: Match[West], seat: Seat) -> ModeChoice:
        west = match.state
        models = [model.id for model in unspent(west, seat)]
        spent = Reasons(not_to_activate, west, seat)
        modes: dict[str, Choice] = {SINGLE: OneOf(models, spent, noun="figure")}
        refused: dict[str, Refusal] = {}
        if len(models) > 1:
            modes[DOUBLE] = Ordered(models, spent, least=2, most=2, noun="figure")
        else:
            refused[DOUBLE] = Refusal("shadows.act.double", count=len(models))
        preset = {SINGLE: models[0]}
        if may_pass(west, seat):
            modes[PASSED] = OneOf([PASSED], noun="mode")
            preset = {PASSED: PASSED}
        else:
            refused[PASSED] = Refusal("shadows.act.pass", count=len(models))
        if west.gangs[seat].quiet is Quiet.ALWAYS:
            modes[LISTEN] = OneOf([LISTEN], noun="mode")
        modes[FLEE] = OneOf([FLEE], noun="mode")
        return ModeChoice(modes, refused, noun="mode", preset=preset)

    def answered(self, match: Match[West], answer: dict[str, Answer]) -> None:
        [(mode, named)] = answer.items()
        if mode == FLEE:
            flee(match, self.seat, "shadows.act.resign")
        elif mode == LISTEN:
            match.state.gangs[self.seat].quiet = Quiet.NO
            match.tell("shadows.ui.react", seat=self.seat)
            match.then(ChooseMode(self.seat))
        elif mode == PASSED:
            match.tell("shadows.act.pass", "chosen", seat=self.seat)
        else:
            models = [named] if mode == SINGLE else list(named)
            match.tell(f"shadows.act.{mode}", seat=self.seat, models=models)
            activate(match, models, ACTIONS[mode])


def activate(match: Match[West], models: list[str], actions: int) -> None:
    """The named models act one after the other, each with so many actions."""
    begin_activation(match.state, models)
    match.then(*(BeginModel(id, actions) for id in models), EndActivation(list(models)))


def begin_activation(west: West, models: list[str]) -> None:
    """From now on these models are spent, no weapon has been used, and nobody has declined."""
    west.acting = list(models)
    west.fired = []
    west.ask_again()
    for id in models:
        west.table.figures[id].activated = True


class BeginModel(Step):
    """A model on Lookout since an earlier turn drops its token to act, or keeps it."""

    rule = "shadows.lookout.carry"
    model: str
    actions: int

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if figure.on_table and figure.token is Token.LOOKOUT and figure.seat is not None:
            match.then(KeepLookout(figure.seat, self.model, self.actions))
        else:
            match.then(Act(self.model, self.actions))


class KeepLookout(Ask):
    """The token is dropped freely, or the model keeps it and takes no action."""

    rule = "shadows.lookout.carry"
    seconds = 30
    model: str
    actions: int

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf([DROP, KEEP], noun="lookout", preset=KEEP)

    def answered(self, match: Match[West], answer: str) -> None:
        match.tell(self.rule, answer, who=self.model)
        if answer == DROP:
            match.state.table.figures[self.model].token = Token.NONE
            match.then(Act(self.model, self.actions))


# --- actions -------------------------------------------------------------------------------------


class Act(Step):
    """A model's next action, as long as it has any left and can still act.

    shadows.lookout.take: going on Lookout ends the activation. shadows.damage.downed: a Downed
    model makes one Move per activation and nothing else.
    """

    rule = "shadows.act.single"
    model: str
    left: int
    moved: bool = False

    def run(self, match: Match[West]) -> None:
        action_over(match.state.table)
        figure = match.state.table.figures[self.model]
        over = self.left < 1 or not figure.on_table or figure.token is Token.LOOKOUT
        if over or (figure.downed and self.moved) or figure.seat is None:
            return
        match.then(Declare(figure.seat, self.model, self.left, self.moved))


class Declare(Ask):
    """An action is declared by kind; path, weapon and target are chosen after the reactions."""

    rule = "shadows.act.declare"
    seconds = 60
    model: str
    left: int
    moved: bool

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model, "left": self.left}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        kinds = possible_kinds(match.state, self.model)
        refused = {kind: why for kind, why in kinds.items() if why is not None}
        return OneOf([*KINDS, STOP], refused, noun="action", preset=STOP)

    def answered(self, match: Match[West], answer: str) -> None:
        if answer == STOP:
            match.tell("shadows.act.optional", who=self.model)
            return
        match.tell(self.rule, who=self.model, kind=answer)
        sticks = match.state.table.figures[self.model].sticks
        match.then(
            Reactions(answer, self.model),
            Resolve(answer, self.model, sticks),
            Act(self.model, self.left - 1, self.moved or answer == MOVE),
        )


def possible_kinds(west: West, model: str) -> dict[str, Refusal | None]:
    """What a model may declare now, and which rule forbids the rest."""
    figure = west.table.figures[model]
    return {kind: kind_refusal(west, figure, kind) for kind in KINDS}


def kind_refusal(west: West, figure: Figure, kind: str) -> Refusal | None:
    """The rule that forbids a kind of action now, or None."""
    if kind == MOVE:
        return None
    if figure.downed:
        return Refusal("shadows.damage.downed", who=figure.id)
    if kind == SHOOT:
        return _shoot_refusal(west, figure)
    if kind == THROW:
        return _throw_refusal(west, figure)
    return _fight_refusal(west, figure) if kind == FIGHT else None


def _shoot_refusal(west: West, figure: Figure) -> Refusal | None:
    if why := why_no_weapon(west.table, figure, west.fired):
        return why
    if not has_target(west, figure):
        return Refusal("shadows.shoot.sequence", "nobody", who=figure.id)
    return None


def has_target(west: West, shooter: Figure) -> bool:
    """Whether there is anything to shoot at, with some weapon that may be used now."""
    reach = max(WEAPONS[weapon.kind].long for weapon in usable(shooter, west.fired))

    def in_reach(body: Body) -> bool:
        return not west.options.premeasure or within(shooter, body, reach)

    return any_sighted(west.table, shooter, in_reach)


def _throw_refusal(west: West, figure: Figure) -> Refusal | None:
    if not figure.sticks:
        return Refusal("shadows.tnt.throw", "no_stick", who=figure.id)
    return why_not_shooting(west.table, figure)


def _fight_refusal(west: West, figure: Figure) -> Refusal | None:
    if opponents(west.table, figure):
        return None
    return Refusal("shadows.fight.defender", "nobody", who=figure.id)


class Resolve(Step):
    """After the reactions the declared action is carried out, or lost if it cannot be done."""

    rule = "shadows.react.resume"
    kind: str
    model: str
    sticks: int = 0

    def run(self, match: Match[West]) -> None:
        west = match.state
        figure = west.table.figures[self.model]
        if not figure.on_table:
            return
        if figure.downed and self.kind != MOVE:
            match.tell("shadows.damage.downed_interrupt", who=self.model, kind=self.kind)
            return
        lost = kind_refusal(west, figure, self.kind)
        if self.kind == THROW and figure.sticks < self.sticks:
            # shadows.tnt.sharp_shot: the stick in hand has exploded, even if there is another.
            lost = Refusal("shadows.tnt.sharp_shot")
        if lost is not None:
            match.tell("shadows.act.impossible", who=self.model, kind=self.kind)
            return
        match.then(action(self.kind, self.model))


def action(kind: str, model: str) -> Step:
    """The step that carries an action out."""
    if kind == MOVE:
        return MoveAction(model)
    if kind == SHOOT:
        return ShootAction(model)
    if kind == THROW:
        return ThrowAction(model)
    if kind == FIGHT:
        return FightAction(model)
    return TakeLookout(model)


class TakeLookout(Step):
    """A Lookout token instead of a Done token; the activation is over.

    shadows.lookout.after_action: a first action may have come before. shadows.lookout.same_turn:
    the model has been activated, so it is spent. shadows.ui.react: who looks out wants to be asked.
    """

    rule = "shadows.lookout.take"
    model: str

    def run(self, match: Match[West]) -> None:
        west = match.state
        figure = west.table.figures[self.model]
        figure.token = Token.LOOKOUT
        if figure.seat is not None:
            west.gangs[figure.seat].quiet = Quiet.NO
        match.tell(self.rule, who=self.model)


class EndActivation(Step):
    """Each activated model gets a Done token, except one on Lookout."""

    rule = "shadows.act.done"
    models: list[str]

    def run(self, match: Match[West]) -> None:
        west = match.state
        for id in self.models:
            figure = west.table.figures[id]
            if figure.on_table and figure.token is not Token.LOOKOUT:
                figure.token = Token.DONE
        west.acting = []
        west.fired = []
        west.ask_again()
