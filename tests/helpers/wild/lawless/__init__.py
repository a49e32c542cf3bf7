"""A package that keeps no rule of the house: see the tests of the conformance suite."""

import random  # noqa: F401, TID251 - that is the point

from msgspec import Struct

from boomtown.core import Ask, Chance, Game, Match, OneOf, Options, Refusal, Seat
from boomtown.lab.intervals import wilson  # noqa: F401 - that is the point

FLIPS = 3


class Coins(Struct):
    weight: float


class Flip(Ask):
    rule = "lawless.flip.coin"

    def choice(self, match: Match[Coins], seat: Seat) -> OneOf:
        return OneOf(["heads"], refused={"edge": Refusal(self.rule, "thumb")}, noun="side")

    def answered(self, match: Match[Coins], answer: str) -> None:
        match.tell(self.rule, side=answer * FLIPS)
        if match.number > FLIPS:
            match.tell("lawless.flip.coin", "edge", side=answer)
        match.end("lawless.made.up", [self.seat])


def setup(seats: int, options: Options, chance: Chance) -> Coins:
    return Coins(1.5)


GAME = Game(
    id="lawless",
    version="1",
    package="lawless",
    seats=range(1, 5),
    state=Coins,
    setup=setup,
    opening=lambda: Flip(Seat(0)),
    steps=(Flip,),
)
