"""Water: everybody bids at once, unseen until all are in (gold_rush.sealed.*)."""

from boomtown.core import Match, Number, SealedAsk, Seat

from boomtown_game_gold_rush.content import WATER
from boomtown_game_gold_rush.state import Field


class Bid(SealedAsk):
    """Sealed bids for the water; the highest pays and gets it, equals cancel each other."""

    rule = "gold_rush.sealed.bid"
    seconds = 30
    public = True

    def choice(self, match: Match[Field], seat: Seat) -> Number:
        return Number(0, match.state.diggers[seat].gold)

    def revealed(self, match: Match[Field], answers: dict[Seat, int]) -> None:
        most = max(answers.values())
        match.tell(self.rule, most=most)
        best = [seat for seat, bid in answers.items() if bid == most]
        if most and len(best) == 1:
            digger = match.state.diggers[best[0]]
            digger.gold -= most
            digger.pan += WATER
            match.tell("gold_rush.sealed.water", seat=best[0], paid=most)
