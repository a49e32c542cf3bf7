"""What happens in an example: whose turn it is, and what is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from boomtown.core import (
    PASS,
    Alternatives,
    Answer,
    Choice,
    Match,
    Point,
    Seat,
    Several,
    Step,
)
from boomtown.testing.builders import refused
from boomtown.testing.examples import ExampleFailed
from shadows_west.notation.lines import known, letters, seats_of
from shadows_west.notation.written import WestExample
from shadows_west.rules.activation import (
    ACTIONS,
    DOUBLE,
    SINGLE,
    BeginModel,
    EndActivation,
    begin_activation,
)
from shadows_west.rules.cards import Activations, CardRounds, DiscardPlayed, PlayCards
from shadows_west.rules.deployment import Deployment
from shadows_west.rules.npc import NpcPhase
from shadows_west.rules.recovery import RecoveryPhase
from shadows_west.rules.setup import PlaceLoot, RollForZones
from shadows_west.rules.townsfolk import CountTownsfolk
from shadows_west.rules.turns import DrawPhase
from shadows_west.rules.victory import EndOfTurn
from shadows_west.state import (
    West,
)

BEGINNINGS: Final[dict[str, Callable[[], Step]]] = {
    "zones": RollForZones,
    "loot": PlaceLoot,
    "folk": CountTownsfolk,
    "deploy": Deployment,
    "draw": DrawPhase,
    "cards": CardRounds,
    "npc": NpcPhase,
    "recovery": RecoveryPhase,
    "end": EndOfTurn,
}
"""What may come after the activation, or instead of it."""


DONE_BY = re.compile(r"(?P<seat>[A-D]): (?P<answer>.+)")
ABSENT = re.compile(r"(?P<seat>[A-D]) times out")
HALF = re.compile(r"D(?P<sides>[345]) (?P<shown>[1-5])")
FORBIDDEN = re.compile(r"(?P<seat>[A-D]) may not: (?P<answer>.+) \((?P<rule>[\w.]+)\)")


# --- what happens --------------------------------------------------------------------------------


def agenda(told: WestExample, west: West) -> list[Step]:
    """An activation that has begun, and what follows: the others, or phases; then new cards."""
    steps: list[Step] = []
    if told.acts:
        models = [known(west.table, id) for id in told.acts.split()]
        seat = models[0].seat
        if seat is None:
            raise ExampleFailed(f"{models[0].id} is nobody's")
        others = [] if told.then else [other for other in west.in_game() if other != seat]
        west.order = [seat, *others]
        ids = [model.id for model in models]
        begin_activation(west, ids)
        actions = ACTIONS[SINGLE if len(ids) == 1 else DOUBLE]
        steps += [BeginModel(id, actions) for id in ids]
        steps += [EndActivation(ids), DiscardPlayed(seat), Activations()]
    for word in told.then:
        if word not in BEGINNINGS:
            raise ExampleFailed(f"then: nobody knows {word}")
        steps.append(BEGINNINGS[word]())
    return [*steps, PlayCards([Seat(seat) for seat in range(len(west.gangs))])]


def read_dice(dice: Sequence[int | str]) -> list[int]:
    """The dice to throw: half a die, ``D3 2``, is thrown as the whole one (shadows.dice.halves)."""
    thrown: list[int] = []
    for die in dice:
        if isinstance(die, int):
            thrown.append(die)
            continue
        found = HALF.fullmatch(die)
        if found is None or int(found["shown"]) > int(found["sides"]):
            raise ExampleFailed(f"this is no die: {die!r}; half a D6 that comes to 2 is 'D3 2'")
        thrown.append(2 * int(found["shown"]))
    return thrown


NOT_OFFERED = "boomtown.choice.offered"
"""An example may leave it at that: whatever rule refuses the answer, it is not offered."""


def carry_out(match: Match[West], line: str) -> bool:
    """One line of ``do``; whether there is something new to see."""
    forbidden = FORBIDDEN.fullmatch(line)
    if forbidden is not None:
        [seat] = seats_of(forbidden["seat"])
        why = refused(match, seat, read_answer(match, seat, forbidden["answer"]))
        if why is None or forbidden["rule"] not in (why, NOT_OFFERED):
            raise ExampleFailed(f"{line!r}: {f'refused by {why}' if why else 'it is allowed'}")
        return False
    absent = ABSENT.fullmatch(line)
    found = absent or DONE_BY.fullmatch(line)
    if found is None:
        raise ExampleFailed(f"this is nothing to do: {line!r}")
    [seat] = seats_of(found["seat"])
    asked = match.asked()
    if seat not in asked:
        raise ExampleFailed(f"{line!r}: it is {letters(asked) or 'nobody'} who is asked")
    if absent is not None:
        match.time_out(seat)
    else:
        match.answer(seat, read_answer(match, seat, found["answer"]))
    sealed = [other for other in asked if other != seat]
    return not sealed or match.asked() != sealed


def read_answer(match: Match[West], seat: Seat, text: str) -> Answer:
    """An answer as it is written: ``single a1``, ``b1 shoot``, ``walk 1400 1000; charge b1``."""
    if seat not in match.asked():
        return text
    choice = match.choice(seat)
    if isinstance(choice, Alternatives):
        name, _, inner = text.partition(" ")
        if name == PASS and not inner:
            return {name: choice.options[name].offers()[0]}
        return {name: _read(choice.options.get(name), inner or name)}
    return _read(choice, text)


def _read(choice: Choice | None, text: str) -> Answer:
    if isinstance(choice, Several):
        return [word for word in re.split(r"[\s,]+", text) if word not in ("", "and")]
    if isinstance(choice, Point):
        return [int(word) for word in text.split()]
    return int(text) if text.isdecimal() else text
