"""A bot that pays for what completes its herds: the deputy of this game."""

from boomtown.core import PASS, Answer, Chance, Imagine, Question, View
from boomtown_game_cattle_call.content import worth
from boomtown_game_cattle_call.state import Market

DEAR = 3
"""A lot worth so many points may cost a high coin."""


class DroverBot:
    """Bids higher the more a lot is worth to it, and keeps the gavel for what is dear."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Market], ask: Question, imagine: Imagine) -> Answer:
        market = view.state
        rancher = market.ranchers[ask.seat]
        same = rancher.corral.count(market.lot) if market.lot else 0
        gain = worth(same + 1) - worth(same)
        if ask.rule == "cattle.gavel.window":
            offers = [coin for coin in ask.choice.offers() if coin != PASS]
            return min(offers) if offers and gain >= DEAR else PASS
        coins = sorted(coin.value for coin in rancher.hand)
        if not coins:
            return ask.choice.default()
        place = min(len(coins) - 1, (gain * len(coins)) // (DEAR + 1))
        return coins[place]
