"""Turns of Shadows of the West as a test needs them: hands of cards, rounds, and answers by name.

match = rounds(west, A="2C 9D", B="AH 9C")
cards(match, A="2C", B="AH")
assert order(match) == "AB"
"""

from collections.abc import Iterable
from typing import Any

from boomtown.core import Chance, LoadedChance, Match, Seat, Secret, Step
from shadows_west.content import DECK
from shadows_west.rules.activation import Activate
from shadows_west.rules.cards import CardRounds, pool
from shadows_west.state import Figure, West
from town import fig, play

LETTERS = "ABCD"


def seat_of(letter: str) -> Seat:
    """A seat by its letter."""
    return Seat(LETTERS.index(letter))


def hands(west: West, **given: str) -> West:
    """Cards in hand, by letter; the rest of each deck lies face down in order."""
    for seat, gang in enumerate(west.gangs):
        held = given.get(LETTERS[seat], "").split()
        rest = list(DECK)
        for card in held:
            rest.remove(card)
        gang.hand = [Secret.dealt(card, pool(Seat(seat)), to=[Seat(seat)]) for card in held]
        gang.deck = [Secret.dealt(card, pool(Seat(seat))) for card in rest]
    return west


def crowd(seats: int = 2, models: int = 2, **more: Any) -> list[Figure]:
    """Some models for each seat in its own row, out of everybody's reach."""
    return [
        fig(f"{letter.lower()}{number}", 300 * number, 300 + 1000 * row, face="N", **more)
        for row, letter in enumerate(LETTERS[:seats])
        for number in range(1, models + 1)
    ]


def rounds(west: West, *, dice: Iterable[int] = (), **given: str) -> Match[West]:
    """Rounds of cards begin with these hands."""
    return play(hands(west, **given), CardRounds(), dice=dice)


def cards(match: Match[West], **chosen: str) -> None:
    """The cards that are laid face down, by letter."""
    for letter, card in chosen.items():
        match.answer(seat_of(letter), card)


def order(match: Match[West]) -> str:
    """Who still acts in this round, by letters."""
    return "".join(LETTERS[seat] for seat in match.state.order)


def acts(match: Match[West], mode: str, named: object) -> None:
    """The seat that is asked activates somebody."""
    match.answer(match.asked()[0], {mode: named})


def activated(west: West, model: str, *, dice: Iterable[int] = ()) -> Match[West]:
    """The owner makes a single activation with a model."""
    seat = west.table.figures[model].seat
    assert seat is not None
    match = play(west, Activate(seat), dice=dice)
    acts(match, "single", model)
    return match


def does(match: Match[West], *kinds: str) -> None:
    """The seat that is asked declares these actions, one after the other."""
    for kind in kinds:
        match.answer(match.asked()[0], kind)


def idle(match: Match[West]) -> None:
    """Every activation of the round is given away."""
    turns = len(match.state.order)
    for _ in range(turns):
        seat = match.asked()[0]
        match.time_out(seat)
        if match.asked() == [seat] and match.state.acting:
            match.time_out(seat)


def drawn(
    west: West, *steps: Step, shuffles: Iterable[list[str]] = (), dice: Iterable[int] = ()
) -> Match[West]:
    """Steps with loaded shuffles, and other chance where nothing is loaded."""
    chance = LoadedChance(dice=dice, shuffles=shuffles, rest=Chance.seeded("showdown"))
    return play(west, *steps, chance=chance)
