"""The edition for the laboratory: numbers of the box that no table can choose."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from boomtown.core import Chance, with_constants
from cash_n_guns import GAME
from cash_n_guns.content import DECK, Loot
from cash_n_guns.rules.setup import deal
from cash_n_guns.state import CashOptions, Gang


class CashConstants(CashOptions):
    """What a table may choose, and what only the laboratory changes."""

    paintings: Annotated[int, Meta(ge=0, le=10)] = DECK[Loot.PAINTING]
    """How many paintings are in the loot; small bills take the place of the others."""


def deal_changed(seats: int, options: CashConstants, chance: Chance) -> Gang:
    """The usual deal; then as many paintings as the study has too many become small bills."""
    gang = deal(seats, options, chance)
    painted = [card for pile in gang.piles for card in pile if card.value is Loot.PAINTING]
    for card in painted[options.paintings :]:
        card.value = Loot.B5
    return gang


LABORATORY = with_constants(GAME, CashConstants, deal_changed)
