"""Washing: dice that are thrown, and some of them once more (gold_rush.dice.*)."""

from boomtown.core import Ask, Match, Seat, Several, Step

from boomtown_game_gold_rush.content import DICE, NUGGET
from boomtown_game_gold_rush.state import Field


class Wash(Step):
    """The dice are thrown."""

    rule = "gold_rush.dice.throw"
    seat: Seat

    def run(self, match: Match[Field]) -> None:
        match.state.dice = [match.chance.die() for _ in range(DICE)]
        match.tell(self.rule, seat=self.seat, faces=list(match.state.dice))
        match.then(Again(self.seat))


class Again(Ask):
    """Any of the dice are thrown once more."""

    rule = "gold_rush.dice.again"

    def choice(self, match: Match[Field], seat: Seat) -> Several:
        return Several(list(range(1, DICE + 1)), preset=[], noun="die")

    def answered(self, match: Match[Field], answer: list[int]) -> None:
        dice = match.state.dice
        for number in answer:
            dice[number - 1] = match.chance.die()
        if answer:
            match.tell(self.rule, seat=self.seat, faces=list(dice))
        found = dice.count(NUGGET)
        match.state.diggers[self.seat].pan += found
        match.tell("gold_rush.dice.nugget", seat=self.seat, found=found)
