"""The evening after a turn: what else a digger may do."""

from boomtown.core import Match, Phases, Seat, Step

from boomtown_game_gold_rush.rules.tools import DrawTool, PlayTool
from boomtown_game_gold_rush.rules.walking import Walk
from boomtown_game_gold_rush.rules.washing import Wash
from boomtown_game_gold_rush.rules.water import Bid
from boomtown_game_gold_rush.state import Field


class Evening(Phases):
    """When a turn is over, its digger has the evening."""

    rule = "gold_rush.evening.order"
    seat: Seat

    def phases(self, match: Match[Field]) -> list[Step]:
        steps: list[Step] = []
        steps.append(Wash(self.seat))
        steps.append(Walk(self.seat))
        steps += [DrawTool(self.seat), PlayTool(self.seat)]
        if any(digger.gold for digger in match.state.diggers):
            steps.append(Bid(list(match.all_seats)))
        return steps
