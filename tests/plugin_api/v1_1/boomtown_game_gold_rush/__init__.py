"""Gold Rush: dig for gold, and know when to stop."""

from boomtown.core import Game, steps_in

from boomtown_game_gold_rush.content import DICE
from boomtown_game_gold_rush.bot.careful import CarefulBot
from boomtown_game_gold_rush.rules import digging, evening, setup, tools, walking, washing, water
from boomtown_game_gold_rush.state import Field, FieldOptions

GAME = Game(
    id="gold_rush",
    version="0.1.0",
    package="boomtown_game_gold_rush",
    api=">=1.1,<2",
    seats=range(2, 6),
    options=FieldOptions,
    state=Field,
    setup=setup.stake_out,
    opening=digging.Turns,
    steps=steps_in(digging, evening, tools, walking, washing, water),
    bots={"careful": CarefulBot},  # the deputy; greenhorn and marshal are made of it
    numbers=lambda options: {"wanted_gold": options.goal},
    sums=lambda seats, options: {"dice": DICE},
    traits=lambda field, seat: {"claim": [str(field.diggers[seat].claim.value)]},
    page="boomtown_game_gold_rush.page:PAGE",
)
