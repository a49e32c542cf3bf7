"""Claims 1.0.0: gold and claims lie in two lists, and a day is a turn of each seat."""

from typing import Annotated

from msgspec import Meta, Struct

from boomtown.core import (
    Ask,
    Chance,
    Game,
    Match,
    OneOf,
    Options,
    Repeat,
    SealedAsk,
    Seat,
    Secret,
    Step,
)


class Rounds(Options):
    rounds: Annotated[int, Meta(ge=1, le=9)] = 3


class Camp(Struct):
    claims: list[Secret[int]]
    gold: list[int]
    rounds: int
    round: int = 0


def pitch(seats: int, options: Rounds, chance: Chance) -> Camp:
    """Everybody gets a claim that nobody else knows."""
    deck = [11, 22, 33, 44, 55]
    chance.shuffle(deck)
    claims = [Secret.dealt(deck.pop(), "claim", to=[Seat(seat)]) for seat in range(seats)]
    return Camp(claims, [0] * seats, options.rounds)


class Season(Repeat):
    rule = "claims.day"

    def again(self, match: Match[Camp]) -> bool:
        return True

    def once(self, match: Match[Camp]) -> None:
        camp = match.state
        camp.round += 1
        if camp.round > camp.rounds:
            match.then(Count())
            return
        match.tell(self.rule, "round", round=camp.round)
        match.then(Bids(list(match.all_seats)), *(Turn(seat) for seat in match.all_seats))


class Bids(SealedAsk):
    rule = "claims.bid"

    def choice(self, match: Match[Camp], seat: Seat) -> OneOf:
        return OneOf([1, 2, 3], noun="bid")

    def revealed(self, match: Match[Camp], answers: dict[Seat, int]) -> None:
        match.tell(self.rule, bids=list(answers.values()))


class Turn(Ask):
    rule = "claims.turn"

    def choice(self, match: Match[Camp], seat: Seat) -> OneOf:
        return OneOf(["rest", "dig"], noun="turn")

    def answered(self, match: Match[Camp], answer: str) -> None:
        if answer == "rest":
            match.tell("claims.rest", seat=self.seat)
            return
        found = match.chance.die()
        match.state.gold[self.seat] += found
        match.tell(self.rule, seat=self.seat, found=found)


class Count(Step):
    rule = "claims.count"

    def run(self, match: Match[Camp]) -> None:
        for claim in match.state.claims:
            match.reveal(claim)
        gold = match.state.gold
        match.end(self.rule, [Seat(s) for s, one in enumerate(gold) if one == max(gold)])


GAME = Game(
    id="claims",
    version="1.0.0",
    package="claims.one",
    seats=range(2, 5),
    options=Rounds,
    state=Camp,
    setup=pitch,
    opening=Season,
    steps=(Season, Bids, Turn, Count),
)
