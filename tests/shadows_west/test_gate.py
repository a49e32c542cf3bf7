"""The gate: no simple strategy wins much more than its share against deputies.

A new strategy is one line of TRICKS: a name, and what it does at which question. Everything else it
does as a deputy would.
"""

from collections.abc import Callable, Mapping

import pytest

from boomtown.core import PASS, Answer, Chance, Question, View
from boomtown.testing import Habit, lone, trick
from gate import MATCHES, pass_gate
from shadows_west import GAME
from shadows_west.bot.deputy import DeputyBot
from shadows_west.content import card_key
from shadows_west.moves.orders import plain_order
from shadows_west.moves.ready import ReadyMove, ready_moves
from shadows_west.rules.activation import (
    DOUBLE,
    DROP,
    FIGHT,
    KEEP,
    LOOKOUT,
    MOVE,
    SHOOT,
    SINGLE,
    THROW,
)
from shadows_west.rules.reactions import ONCE
from shadows_west.state import Figure, West

DEARER = 5
"""A match takes as much longer than one of another game."""
ANYWHERE = {"scenario": "random", "map": "random", "budget": "75"}

# --- habits --------------------------------------------------------------------------------------


def always(*answers: Answer) -> Habit:
    """The first of these that can be answered, whatever happens."""

    def habit(view: View[West], ask: Question, chance: Chance) -> Answer | None:
        offers = ask.choice.offers()
        return next((answer for answer in answers if answer in offers), None)

    return habit


def own(view: View[West], ask: Question) -> Figure:
    return view.state.table.figures[str(ask.args["who"])]


def nearest(view: View[West], figure: Figure, x: int, y: int) -> int:
    """The square of the distance from a place to the nearest enemy."""
    foes = view.state.table.enemies(figure.seat)
    return min(((foe.x - x) ** 2 + (foe.y - y) ** 2 for foe in foes), default=0)


def moves(*keys: str) -> Habit:
    """The first ready-made move of these kinds."""

    def habit(view: View[West], ask: Question, chance: Chance) -> Answer | None:
        found = ready_moves(view.state.table, own(view, ask))
        for key in keys:
            for one in found:
                if one.key == f"move.{key}":
                    return plain_order(one.order)
        return None

    return habit


def ends(sign: int) -> Habit:
    """A charge, or as near to the enemy as possible; or as far from him."""

    def habit(view: View[West], ask: Question, chance: Chance) -> Answer | None:
        figure = own(view, ask)
        found = ready_moves(view.state.table, figure)
        charges = [one for one in found if one.key == "move.charge"]
        if sign > 0 and charges:
            return plain_order(charges[0].order)

        def far(one: ReadyMove) -> int:
            return sign * nearest(view, figure, *one.order.steps[-1][1:3])

        ways = [one for one in found if one.key == "move.direction"]
        return plain_order(min(ways, key=far).order) if ways else None

    return habit


def target(rank: Callable[[Figure], float]) -> Habit:
    """Of the models that can be shot at, the one that ranks first."""

    def habit(view: View[West], ask: Question, chance: Chance) -> Answer | None:
        figures = view.state.table.figures
        found = [
            (rank(figures[offer["target"]]), number, offer)
            for number, offer in enumerate(ask.choice.offers())
            if isinstance(offer, dict) and offer["target"] in figures
        ]
        return max(found)[2] if found else None

    return habit


def card(number: int) -> Habit:
    """The first card, or the last."""

    def habit(view: View[West], ask: Question, chance: Chance) -> Answer | None:
        cards = sorted((one for one in ask.choice.offers() if one != PASS), key=card_key)
        return cards[number] if cards else None

    return habit


def mode(wanted: str) -> Habit:
    """The first activation of a kind."""

    def habit(view: View[West], ask: Question, chance: Chance) -> Answer | None:
        return next((offer for offer in ask.choice.offers() if wanted in offer), None)

    return habit


def reacts(view: View[West], ask: Question, chance: Chance) -> Answer | None:
    return next((one for one in ask.choice.offers() if SHOOT in one.values()), None)


def at_random(view: View[West], ask: Question, chance: Chance) -> Answer:
    return ask.choice.pick(chance)


DECLARE, GO, AIM = "shadows.act.declare", "shadows.move.distance", "shadows.shoot.sequence"
REACT, CARD, TURN = "shadows.react.declare_all", "shadows.cards.play", "shadows.act.turn"
CARRY, DEPLOY = "shadows.lookout.carry", "shadows.setup.deploy"
NEVER_REACT = always({PASS: ONCE})

TRICKS: Mapping[str, Mapping[str, Habit]] = {
    "shoots whenever it can": {DECLARE: always(SHOOT)},
    "shoots the nearest": {AIM: lambda view, ask, chance: ask.choice.default()},
    "shoots the leader": {AIM: target(lambda one: one.leader)},
    "shoots the weakest": {AIM: target(lambda one: one.shaken - one.die)},
    "shoots the strongest": {AIM: target(lambda one: one.die)},
    "rushes": {DECLARE: always(FIGHT, MOVE), GO: ends(1)},
    "shoots, or rushes": {DECLARE: always(FIGHT, SHOOT, MOVE), GO: ends(1)},
    "camps on Lookout": {DECLARE: always(LOOKOUT), CARRY: always(KEEP)},
    "shoots, or camps": {DECLARE: always(SHOOT, LOOKOUT), CARRY: always(DROP)},
    "runs away": {GO: ends(-1)},
    "never reacts": {REACT: NEVER_REACT},
    "always reacts": {REACT: reacts},
    "never looks out": {DECLARE: always(FIGHT, SHOOT, MOVE), CARRY: always(DROP)},
    "loot and captives first": {DECLARE: always(MOVE), GO: moves("exit", "loot", "seize")},
    "charges first": {GO: moves("charge")},
    "throws first": {DECLARE: always(THROW)},
    "early cards": {CARD: card(0)},
    "late cards": {CARD: card(-1)},
    "one model at a time": {TURN: mode(SINGLE)},
    "two models at a time": {TURN: mode(DOUBLE)},
    "stands anywhere": {DEPLOY: at_random},
    "anybody, anything": {TURN: at_random, DECLARE: at_random},
}


@pytest.mark.soak
@pytest.mark.parametrize("name", TRICKS)
def test_no_trick_wins_much_more_than_its_share(name: str) -> None:
    tricky, matches = trick(DeputyBot, TRICKS[name]), MATCHES // DEARER
    pass_gate(
        lone(GAME, tricky, DeputyBot, seats=2, matches=matches, seed="gate", options=ANYWHERE)
    )


def test_rushing_does_not_win_every_match() -> None:
    """Few matches, but enough that one who always wins is found out."""
    tricky = trick(DeputyBot, TRICKS["rushes"])
    pass_gate(
        lone(GAME, tricky, DeputyBot, seats=2, matches=6, seed="gate, short", options=ANYWHERE)
    )
