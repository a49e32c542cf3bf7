"""What is on the table: coins in hands, animals in corrals, a lot under the hammer."""

from collections import Counter
from typing import Annotated

from msgspec import Meta, Struct

from boomtown.core import Chance, Options, Seat, Secret
from boomtown_game_cattle_call.content import COINS, HAND, LOTS, Animal, worth


class MarketOptions(Options):
    lots: Annotated[int, Meta(ge=3, le=20)] = 8


class Rancher(Struct):
    hand: list[Secret[int]]
    corral: list[Animal] = []
    gavel: bool = True

    def score(self) -> int:
        return sum(worth(animals) for animals in Counter(self.corral).values())


class Market(Struct):
    ranchers: list[Rancher]
    coins: list[Secret[int]]
    lots: list[Secret[Animal]]
    left: int
    """How many lots are still to be sold."""
    spent: list[Secret[int]] = []
    lot: Animal | None = None
    """What is under the hammer."""


def deal(seats: int, options: MarketOptions, chance: Chance) -> Market:
    """Coins for everybody (cattle.setup.coins), and the lots face down (cattle.setup.lots)."""
    coins, lots = list(COINS), list(LOTS)
    chance.shuffle(coins)
    chance.shuffle(lots)
    ranchers = [
        Rancher([Secret.dealt(coins.pop(0), "coin", to=[Seat(seat)]) for _ in range(HAND)])
        for seat in range(seats)
    ]
    pile = [Secret.dealt(coin, "coin") for coin in coins]
    return Market(ranchers, pile, [Secret.dealt(lot, "lot") for lot in lots], options.lots)
