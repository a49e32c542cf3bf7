"""Tools: a deck, and hands that only their owners see (gold_rush.cards.*)."""

from boomtown.core import Ask, Match, OneOf, Seat, Step

from boomtown_game_gold_rush.content import TOOLS
from boomtown_game_gold_rush.state import Field

NOTHING = "nothing"


class DrawTool(Step):
    """A card from the deck, as long as there is one; only who draws it sees it."""

    rule = "gold_rush.cards.draw"
    seat: Seat

    def run(self, match: Match[Field]) -> None:
        field = match.state
        if field.deck:
            card = field.deck.pop()
            match.show(card, self.seat)
            field.diggers[self.seat].hand.append(card)
            match.tell(self.rule, seat=self.seat, left=len(field.deck))


class PlayTool(Ask):
    """A tool from the hand, or none; what it is worth goes into the pan."""

    rule = "gold_rush.cards.play"
    forced = True

    def choice(self, match: Match[Field], seat: Seat) -> OneOf:
        hand = match.state.diggers[seat].hand
        tools = sorted({card.value for card in hand})
        return OneOf([*tools, NOTHING], preset=NOTHING, noun="tool")

    def answered(self, match: Match[Field], answer: str) -> None:
        if answer == NOTHING:
            return
        field = match.state
        digger = field.diggers[self.seat]
        place = [card.value for card in digger.hand].index(answer)
        card = digger.hand.pop(place)
        match.reveal(card)
        field.played.append(card)
        digger.pan += TOOLS[answer]
        match.tell(self.rule, seat=self.seat, tool=answer, worth=TOOLS[answer])
