"""The rules of Cattle Call, a step for each paragraph of its rulebook."""

from boomtown.core import (
    PASS,
    Arg,
    ForEachSeat,
    Match,
    OneOf,
    Refusal,
    Repeat,
    SealedAsk,
    Seat,
    Secret,
    Step,
    Window,
    clockwise,
    ranks_by,
)
from boomtown_game_cattle_call.content import Animal
from boomtown_game_cattle_call.state import Market

NOTHING = 0
"""The bid of those who lay no coin."""


class Auctions(Repeat):
    """Lot follows lot; after the last one the animals are counted."""

    rule = "cattle.lot.turn"

    def again(self, match: Match[Market]) -> bool:
        return True

    def once(self, match: Match[Market]) -> None:
        market = match.state
        if market.left == 0:
            return match.then(Count())
        market.left -= 1
        lot = market.lots.pop(0)
        match.reveal(lot)
        market.lot = lot.value
        match.tell(self.rule, animal=lot.value, left=market.left)
        match.then(Bid(match.all_seats))


class Bid(SealedAsk):
    """Everybody lays a coin face down, or nothing; all are turned up together."""

    rule = "cattle.bid.sealed"
    seconds = 40

    def args(self, match: Match[Market]) -> dict[str, Arg]:
        return {"animal": lot_of(match)}

    def choice(self, match: Match[Market], seat: Seat) -> OneOf:
        hand = match.state.ranchers[seat].hand
        return OneOf([NOTHING, *sorted({coin.value for coin in hand})], noun="coin")

    def nothing_to_choose(self, match: Match[Market], seat: Seat) -> bool:
        return not match.state.ranchers[seat].hand

    def revealed(self, match: Match[Market], answers: dict[Seat, int]) -> None:
        for seat, coin in answers.items():
            if coin != NOTHING:
                spend(match, seat, coin)
            match.tell(self.rule, seat=seat, bid=coin)
        bidders = clockwise(match.all_seats, after=Seat(match.seats - 1))
        able = [seat for seat in bidders if can_raise(match.state, seat)]
        leader = leading(answers)
        match.then(Raise([seat for seat in able if seat != leader], answers, leader))


class Raise(Window):
    """Whoever still has the gavel may use it: one more coin, and the lot is theirs if they lead."""

    rule = "cattle.gavel.window"
    bids: dict[Seat, int]
    leader: Seat | None
    seconds = 20

    def args(self, match: Match[Market]) -> dict[str, Arg]:
        return {"animal": lot_of(match), "bid": self.highest()}

    def highest(self) -> int:
        """What must be beaten."""
        return NOTHING if self.leader is None else self.bids[self.leader]

    def choice(self, match: Match[Market], seat: Seat) -> OneOf:
        coins = sorted({coin.value for coin in match.state.ranchers[seat].hand})
        missing = self.highest() - self.bids[seat]
        refused = {
            coin: Refusal("cattle.gavel.higher", bid=self.highest())
            for coin in coins
            if coin <= missing
        }
        return OneOf([PASS, *coins], refused=refused, noun="coin", preset=PASS)

    def used(self, match: Match[Market], seat: Seat, answer: int) -> None:
        match.state.ranchers[seat].gavel = False
        spend(match, seat, answer)
        bids = {**self.bids, seat: self.bids[seat] + answer}
        match.tell(self.rule, seat=seat, coin=answer, bid=bids[seat])
        match.then(Sell(bids, seat))

    def closed(self, match: Match[Market]) -> None:
        match.then(Sell(self.bids, self.leader))


class Sell(Step):
    """The highest bid that nobody shares takes the lot; the others who bid draw a coin each."""

    rule = "cattle.sell.highest"
    bids: dict[Seat, int]
    winner: Seat | None

    def run(self, match: Match[Market]) -> None:
        market, animal = match.state, lot_of(match)
        market.lot = None
        if self.winner is None:
            match.tell("cattle.sell.nobody", animal=animal)
        else:
            market.ranchers[self.winner].corral.append(animal)
            match.tell(self.rule, seat=self.winner, animal=animal)
        losers = [seat for seat, bid in self.bids.items() if bid and seat != self.winner]
        match.then(Draw(losers))


class Draw(ForEachSeat):
    """A coin from the pile; spent coins make a new pile when there is none."""

    rule = "cattle.sell.draw"

    def each(self, match: Match[Market], seat: Seat) -> None:
        market = match.state
        if not market.coins:
            market.coins, market.spent = market.spent, []
            for coin in market.coins:
                match.conceal(coin)
            match.chance.shuffle(market.coins)
        coin = market.coins.pop(0)
        match.show(coin, seat)
        market.ranchers[seat].hand.append(coin)
        match.tell(self.rule, seat=seat)


class Count(Step):
    """The most points win; among equals, the most money in hand."""

    rule = "cattle.end.count"

    def run(self, match: Match[Market]) -> None:
        ranchers = match.state.ranchers
        for rancher in ranchers:
            for coin in rancher.hand:
                match.reveal(coin)
        scores = [rancher.score() for rancher in ranchers]
        money = [sum(coin.value for coin in rancher.hand) for rancher in ranchers]
        ranks = ranks_by(list(zip(scores, money, strict=True)))
        best = [Seat(seat) for seat, rank in enumerate(ranks) if rank == 1]
        match.end(self.rule, best, ranks=ranks, scores=scores)


def leading(bids: dict[Seat, int]) -> Seat | None:
    """Who has the highest bid that nobody shares (cattle.bid.tie)."""
    offers = list(bids.values())
    alone = [bid for bid in offers if bid != NOTHING and offers.count(bid) == 1]
    return next((seat for seat, bid in bids.items() if alone and bid == max(alone)), None)


def can_raise(market: Market, seat: Seat) -> bool:
    """Whether somebody has a gavel and a coin: everybody sees both."""
    rancher = market.ranchers[seat]
    return rancher.gavel and bool(rancher.hand)


def spend(match: Match[Market], seat: Seat, value: int) -> None:
    """A coin of that value leaves the hand and lies open."""
    market = match.state
    hand = market.ranchers[seat].hand
    coin: Secret[int] = next(coin for coin in hand if coin.value == value)
    hand.remove(coin)
    match.reveal(coin)
    market.spent.append(coin)


def lot_of(match: Match[Market]) -> Animal:
    """What is under the hammer."""
    assert match.state.lot is not None, "bids are for a lot"
    return match.state.lot
