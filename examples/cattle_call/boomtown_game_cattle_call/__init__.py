"""Cattle Call: an auction with hidden coins for three to five, the game of the tutorial."""

from boomtown.core import Game, steps_in
from boomtown_game_cattle_call import rules
from boomtown_game_cattle_call.bot import DroverBot
from boomtown_game_cattle_call.content import HAND
from boomtown_game_cattle_call.state import Market, MarketOptions, deal

GAME = Game(
    id="cattle_call",
    version="0.1.0",
    package="boomtown_game_cattle_call",
    seats=range(3, 6),
    options=MarketOptions,
    state=Market,
    setup=deal,
    opening=rules.Auctions,
    steps=steps_in(rules),
    bots={"drover": DroverBot},
    page="boomtown_game_cattle_call.page:PAGE",
    numbers=lambda options: {"dealt_coins": HAND, "sold_lots": options.lots},
)
