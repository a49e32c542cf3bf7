"""A bot that goes home early: the deputy of this game."""

from boomtown.core import Answer, Chance, Imagine, Question, View

from boomtown_game_gold_rush.state import Field

ENOUGH = 7


class CarefulBot:
    """Goes home as soon as the pan is worth it."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Field], ask: Question, imagine: Imagine) -> Answer:
        if ask.rule != "gold_rush.turn.choose":
            return ask.choice.offers()[0]
        return "home" if view.state.diggers[ask.seat].pan >= ENOUGH else "dig"
