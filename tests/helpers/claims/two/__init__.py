"""Claims 2.0.0: a digger has claim, gold and a pan; resting is panning, and rounds are days."""

from typing import Annotated

from msgspec import Meta, Struct

from boomtown.core import (
    Ask,
    Chance,
    Game,
    Match,
    OneOf,
    Options,
    Position,
    Repeat,
    SealedAsk,
    Seat,
    Secret,
    Step,
)


class Days(Options):
    days: Annotated[int, Meta(ge=1, le=9)] = 3


class Digger(Struct):
    claim: Secret[int]
    gold: int = 0
    pan: int = 0


class Camp(Struct):
    diggers: list[Digger]
    days: int
    day: int = 0


def pitch(seats: int, options: Days, chance: Chance) -> Camp:
    """Everybody gets a claim that nobody else knows."""
    deck = [11, 22, 33, 44, 55]
    chance.shuffle(deck)
    claims = [Secret.dealt(deck.pop(), "claim", to=[Seat(seat)]) for seat in range(seats)]
    return Camp([Digger(claim) for claim in claims], options.days)


class Season(Repeat):
    rule = "claims.day"

    def again(self, match: Match[Camp]) -> bool:
        return True

    def once(self, match: Match[Camp]) -> None:
        camp = match.state
        camp.day += 1
        if camp.day > camp.days:
            match.then(Count())
            return
        match.tell(self.rule, day=camp.day)
        match.then(Bids(list(match.all_seats)), *(Dig(seat) for seat in match.all_seats))


class Bids(SealedAsk):
    rule = "claims.bid"

    def choice(self, match: Match[Camp], seat: Seat) -> OneOf:
        return OneOf([1, 2, 3], noun="bid")

    def revealed(self, match: Match[Camp], answers: dict[Seat, int]) -> None:
        match.tell(self.rule, bids=list(answers.values()))


class Dig(Ask):
    rule = "claims.turn"
    dice: int = 1

    def choice(self, match: Match[Camp], seat: Seat) -> OneOf:
        return OneOf(["pan", "dig"], noun="turn")

    def answered(self, match: Match[Camp], answer: str) -> None:
        digger = match.state.diggers[self.seat]
        if answer == "pan":
            digger.pan += 1
            match.tell("claims.pan", seat=self.seat)
            return
        found = sum(match.chance.die() for _ in range(self.dice))
        digger.gold += found
        match.tell(self.rule, seat=self.seat, found=found)


class Count(Step):
    rule = "claims.count"

    def run(self, match: Match[Camp]) -> None:
        diggers = match.state.diggers
        for digger in diggers:
            match.reveal(digger.claim)
        worth = [digger.gold + digger.pan for digger in diggers]
        match.end(self.rule, [Seat(s) for s, one in enumerate(worth) if one == max(worth)])


def upgrade(version: str, old: Position) -> Position | None:
    """From 1.0.0: each claim gets its gold, and a turn that waits is a dig."""
    if version != "1.0.0":
        return None
    camp = old.state
    diggers = [
        {"claim": claim, "gold": gold}
        for claim, gold in zip(camp["claims"], camp["gold"], strict=True)
    ]
    agenda = [{**step, "step": "Dig"} if step["step"] == "Turn" else step for step in old.agenda]
    return Position(
        {"days": old.options["rounds"]},
        {"diggers": diggers, "days": camp["rounds"], "day": camp["round"]},
        agenda,
    )


GAME = Game(
    id="claims",
    version="2.0.0",
    package="claims.two",
    seats=range(2, 5),
    options=Days,
    state=Camp,
    setup=pitch,
    opening=Season,
    steps=(Season, Bids, Dig, Count),
    upgrade=upgrade,
)
