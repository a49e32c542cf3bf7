"""The hills: a map with places, and diggers who walk from one to the next (gold_rush.map.*)."""

from boomtown.core import Ask, Match, OneOf, Seat

from boomtown_game_gold_rush.content import PATHS
from boomtown_game_gold_rush.state import Field


class Walk(Ask):
    """To a place that a path leads to, or nowhere; where gold is left, one nugget is found."""

    rule = "gold_rush.map.walk"
    public = True

    def choice(self, match: Match[Field], seat: Seat) -> OneOf:
        here = match.state.diggers[seat].spot
        return OneOf([*PATHS[here], here], preset=here, noun="spot")

    def answered(self, match: Match[Field], answer: str) -> None:
        field = match.state
        digger = field.diggers[self.seat]
        digger.spot = answer
        match.tell(self.rule, seat=self.seat, spot=answer)
        if field.veins.get(answer, 0):
            field.veins[answer] -= 1
            digger.pan += 1
            match.tell("gold_rush.map.vein", seat=self.seat, left=field.veins[answer])
