"""A toy game, honest by default, and broken on purpose in one way at a time.

Three laps of: a sealed bid by all, a word by each, a reaction window. Cards are hidden. What a
``flaw`` breaks is written where the honest rule stands.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from boomtown.core import Chance, Game, Seat, Secret, steps_in
from toys import rules
from toys.state import CARDS, Table, ToyOptions


def deal(seats: int, options: ToyOptions, chance: Chance, flaw: str = "") -> Table:
    cards = list(CARDS)
    chance.shuffle(cards)
    hands = [Secret.dealt(cards.pop(), "card", to=[Seat(seat)]) for seat in range(seats)]
    if flaw == "lonely pools":
        for seat, hand in enumerate(hands):
            hand.pool = f"card {seat}"
    return Table(hands, [Secret.dealt(card, "card") for card in cards], options.laps, flaw)


HONEST = Game(
    id="toy",
    version="1",
    package="toys",
    seats=range(2, 5),
    options=ToyOptions,
    state=Table,
    setup=deal,
    opening=rules.Laps,
    steps=steps_in(rules),
    longest=200,
)


def broken(flaw: str, **changes: Any) -> Game[Table, ToyOptions]:
    """The toy with one flaw in its rules, or with another declaration."""
    return replace(HONEST, setup=partial(deal, flaw=flaw), **changes)
