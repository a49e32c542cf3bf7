"""Editions of the toy for the laboratory: one as it should be, the others not."""

from typing import Annotated

from msgspec import Meta

from boomtown.core import Chance, Options, with_constants
from toys import HONEST, deal
from toys.state import Table, ToyOptions


class ToyConstants(ToyOptions):
    laps_more: Annotated[int, Meta(ge=0, le=4)] = 0


def deal_more(seats: int, options: ToyConstants, chance: Chance) -> Table:
    table = deal(seats, options, chance)
    table.laps += options.laps_more
    return table


def deal_always_more(seats: int, options: ToyConstants, chance: Chance) -> Table:
    table = deal(seats, options, chance)
    table.laps += 1
    return table


NAMELESS = with_constants(HONEST, ToyConstants, deal_more)
OTHER_GAME = with_constants(HONEST, ToyConstants, deal_always_more)
OTHER_OPTIONS = with_constants(
    HONEST, Options, lambda seats, _, chance: deal(seats, ToyOptions(), chance)
)
