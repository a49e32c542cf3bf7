"""The dice of the turn and the stages of their resolution."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from bang_dice.content import DICE, GHOST_DICE, SYMBOLS, Cause, Face, SaloonDie, Stage
from bang_dice.rules.characters import CHARACTERS
from bang_dice.rules.throws import dynamite_is_locked
from bang_dice.state import Town
from boomtown.core import Question, View


class DieState(StrEnum):
    """What a die is waiting for."""

    BLANK = "blank"
    OPEN = "open"
    LOCKED = "locked"
    NOW = "now"
    LATER = "later"
    DONE = "done"


class Die(Struct):
    """A die in the tray."""

    number: int
    face: Face | None
    icon: str
    double: bool
    kind: SaloonDie | None
    state: DieState
    word: str
    """The sentence under the die."""
    forced: bool
    """Whether the Ghost has set it."""
    rule: str = ""
    """What its face does."""


class StageMark(Struct):
    """A stage, and whether it is over, going on or to come."""

    stage: Stage
    icon: str
    state: DieState
    rule: str


RULE_OF_FACE = {
    Face.ARROW: "bang.arrow.take",
    Face.BROKEN: "bang.saloon.broken",
    Face.BULLET: "bang.saloon.bullet",
    Face.DYNAMITE: "bang.roll.dyn_lock",
    Face.ONE: "bang.shot.one",
    Face.TWO: "bang.shot.two",
    Face.BEER: "bang.beer.use",
    Face.GATLING: "bang.gat.fire",
}
RULE_OF_STAGE = {
    Stage.ARROWS: "bang.arrow.take",
    Stage.DYNAMITE: "bang.dyn.explode",
    Stage.SHOTS: "bang.shot.assign_first",
    Stage.BEER: "bang.beer.batch",
    Stage.GATLING: "bang.gat.fire",
}
STAGE_OF_FACE = {
    Face.ARROW: Stage.ARROWS,
    Face.BROKEN: Stage.ARROWS,
    Face.BULLET: Stage.ARROWS,
    Face.DYNAMITE: Stage.DYNAMITE,
    Face.ONE: Stage.SHOTS,
    Face.TWO: Stage.SHOTS,
    Face.BEER: Stage.BEER,
    Face.GATLING: Stage.GATLING,
}
STAGE_OF_CAUSE = {
    Cause.INDIANS: Stage.ARROWS,
    Cause.BULLET: Stage.ARROWS,
    Cause.DYNAMITE: Stage.DYNAMITE,
    Cause.BULLSEYE: Stage.SHOTS,
    Cause.GATLING: Stage.GATLING,
}
STAGE_OF_RULE = {
    "bang.chief.take": Stage.ARROWS,
    "bang.saloon.broken": Stage.ARROWS,
    "bang.shot.one": Stage.SHOTS,
    "bang.beer.use": Stage.BEER,
} | {who.rule: who.stage for who in CHARACTERS.values() if who.stage is not None}
STAGES = list(Stage)
STAGE_ICONS = {
    Stage.ARROWS: "die-arrow",
    Stage.DYNAMITE: "die-dyn",
    Stage.SHOTS: "aim",
    Stage.BEER: "die-beer",
    Stage.GATLING: "die-gat",
}
END_OF_TURN = "bang.ask.own_turn.end"
WORDS = {
    Stage.ARROWS: {DieState.NOW: "board.die.now", DieState.DONE: "board.die.taken"},
    Stage.DYNAMITE: {DieState.NOW: "board.die.explodes", DieState.DONE: "board.die.locked"},
    Stage.SHOTS: {DieState.NOW: "board.die.shoot", DieState.DONE: "board.die.fired"},
    Stage.BEER: {DieState.NOW: "board.die.pour", DieState.DONE: "board.die.drunk"},
    Stage.GATLING: {DieState.NOW: "board.die.now", DieState.DONE: "board.die.counted"},
}
WORDS_OF_FACE = {Face.BROKEN: "board.die.done", Face.BULLET: "board.die.done"}
"""Of dice that have been dealt with, where the word of their stage would be wrong."""
ASKED_AT = {Stage.SHOTS: "bang.shot.one", Stage.BEER: "bang.beer.use"}
"""The question of whoever resolves a stage; for everybody else it merely goes on."""
REROLL = "bang.roll.reroll"
LATER_WORDS = {Stage.BEER: "board.die.after_shots", Stage.GATLING: "board.die.last"}


def symbol(face: Face) -> Face:
    """What a face shows; a double face shows it twice."""
    return SYMBOLS[face][0] if face in SYMBOLS else face


def stage_of(view: View[Town]) -> int | None:
    """Which stage is being resolved, by its place; None while dice are still thrown."""
    town, prompt = view.state, view.prompt
    if view.outcome is not None or (prompt is not None and prompt.key == END_OF_TURN):
        return len(STAGES)
    if not town.dice or town.ghost_turn:
        return None
    if town.losses:
        return STAGES.index(STAGE_OF_CAUSE[town.losses[-1].cause])
    if prompt is not None and prompt.rule in STAGE_OF_RULE:
        return STAGES.index(STAGE_OF_RULE[prompt.rule])
    return STAGES.index(Stage.BEER) if town.gains else None


def is_final(town: Town) -> bool:
    """Whether the dice stay as they are (bang.roll.over)."""
    return bool(town.dice) and (town.final or town.throws_left == 0)


def stages_of(view: View[Town]) -> list[StageMark]:
    now = stage_of(view)
    shown = {STAGE_OF_FACE[symbol(face)] for face in view.state.dice}
    marks = []
    for index, stage in enumerate(STAGES):
        state = DieState.LATER
        if now is not None and index <= now:
            state = DieState.NOW if index == now else DieState.DONE
        elif stage not in shown:
            state = DieState.BLANK
        marks.append(StageMark(stage, STAGE_ICONS[stage], state, RULE_OF_STAGE[stage]))
    return marks


def dice_of(view: View[Town], question: Question | None) -> list[Die]:
    """The dice of the turn; before the first throw, as many blank ones."""
    town = view.state
    asked = "" if question is None else question.key
    now = stage_of(view)
    count = len(town.dice)
    token = town.token if town.token is not None and town.token.holder == town.active else None
    forced = 0 if token is None else 1 + token.double
    dice = []
    for index, face in enumerate(town.dice):
        last = town.saloon_die is not None and index == count - 1 and count >= DICE
        state, word = die_state(town, face, now, asked)
        dice.append(
            Die(
                number=index + 1,
                face=face,
                icon=f"die-{symbol(face)}",
                double=face in SYMBOLS,
                kind=town.saloon_die if last else None,
                state=state,
                word=word,
                forced=index < forced and token is not None and face is token.face,
                rule=RULE_OF_FACE[symbol(face)],
            )
        )
    for number in range(count + 1, (GHOST_DICE if town.ghost_turn else DICE) + 1):
        dice.append(Die(number, None, "", False, None, DieState.BLANK, "board.die.blank", False))
    return dice


def die_state(town: Town, face: Face, now: int | None, asked: str) -> tuple[DieState, str]:
    """What becomes of a die, and the words for it."""
    if face is Face.DYNAMITE and not town.ghost_turn and dynamite_is_locked(town):
        exploding = now == STAGES.index(Stage.DYNAMITE)
        return DieState.LOCKED, "board.die.explodes" if exploding else "board.die.locked"
    if asked == REROLL:
        return DieState.OPEN, "board.die.keep"
    if town.ghost_turn:
        return DieState.OPEN, "board.die.lies"
    stage = STAGE_OF_FACE[symbol(face)]
    if now is None:
        return DieState.OPEN, "board.die.lies"
    place = STAGES.index(stage)
    state = DieState.NOW if place == now else DieState.DONE if place < now else DieState.LATER
    if state is DieState.LATER:
        return state, LATER_WORDS.get(stage, "board.die.later")
    if state is DieState.NOW and asked != ASKED_AT.get(stage, asked):
        return state, "board.die.now"
    if state is DieState.DONE and face in WORDS_OF_FACE:
        return state, WORDS_OF_FACE[face]
    return state, WORDS[stage][state]
