"""High Noon: a small shoot-out for two to six (noon.setup.seats), an example from outside."""

from boomtown.core import Game, steps_in
from boomtown_game_high_noon import rules
from boomtown_game_high_noon.state import Noon, NoonOptions, deal

GAME = Game(
    id="high_noon",
    version="1.0.0",
    package="boomtown_game_high_noon",
    seats=range(2, 7),
    options=NoonOptions,
    state=Noon,
    setup=deal,
    opening=rules.Rounds,
    steps=steps_in(rules),
    things={"stand": lambda view: range(view.seats)},
    numbers=lambda options: {"shot_dice": rules.DICE, "begin_lives": options.lives},
)
