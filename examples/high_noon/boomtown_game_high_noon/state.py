"""The table: who has how many lives, and which trick lies face down in front of whom."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from boomtown.core import Chance, Options, Seat, Secret, ranks_by


class Trick(StrEnum):
    STAR = "star"
    WHISKY = "whisky"
    SHOUT = "shout"


class NoonOptions(Options):
    lives: Annotated[int, Meta(ge=1, le=9)] = 3
    rounds: Annotated[int, Meta(ge=1, le=30)] = 12


class Gunslinger(Struct):
    lives: int
    trick: Secret[Trick]
    steady: bool = False
    ducks: bool = False


class Noon(Struct):
    gunslingers: list[Gunslinger]
    box: list[Secret[Trick]]
    rounds: int
    round: int = 0

    def standing(self) -> list[Seat]:
        return [Seat(seat) for seat, one in enumerate(self.gunslingers) if one.lives]

    def ranks(self) -> tuple[int, ...]:
        return ranks_by([one.lives for one in self.gunslingers])


def deal(seats: int, options: NoonOptions, chance: Chance) -> Noon:
    """Lives (noon.setup.lives) and a trick each, seen by its owner alone (noon.setup.trick)."""
    deck = [trick for trick in Trick for _ in range(3)]
    chance.shuffle(deck)
    tricks = [Secret.dealt(deck.pop(), "trick", to=[Seat(seat)]) for seat in range(seats)]
    box = [Secret.dealt(trick, "trick") for trick in deck]
    return Noon([Gunslinger(options.lives, trick) for trick in tricks], box, options.rounds)
