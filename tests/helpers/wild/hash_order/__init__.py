"""A game whose log depends on the order of a set: the same in one process, not in two."""

from msgspec import Struct

from boomtown.core import Ask, Chance, Game, Match, OneOf, Options, Seat


class Names(Struct):
    order: list[str]


class Pick(Ask):
    rule = "hash_order.pick"

    def choice(self, match: Match[Names], seat: Seat) -> OneOf:
        return OneOf(["any"], noun="pick")

    def answered(self, match: Match[Names], answer: str) -> None:
        match.state.order = list({"Annie", "Bill", "Cass", "Dora", "Earl", "Fay"})
        match.end(self.rule, [Seat(0)])


def setup(seats: int, options: Options, chance: Chance) -> Names:
    return Names([])


GAME = Game(
    id="hash_order",
    version="1",
    package="hash_order",
    seats=range(1, 2),
    state=Names,
    setup=setup,
    opening=lambda: Pick(Seat(0)),
    steps=(Pick,),
)
