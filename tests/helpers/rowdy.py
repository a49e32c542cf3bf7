"""A bot that looks for trouble: it answers at random, but it closes in, grabs and fights."""

from typing import Any

from boomtown.bots import RandomBot
from boomtown.core import Answer, Imagine, OneOf, Question, View
from shadows_west.rules.moving import MoveChoice
from shadows_west.state import Kind, West


class RowdyBot(RandomBot):
    """Brings into play what random answers hardly ever get to: contact and all that follows."""

    def answer(self, view: View[West], ask: Question, imagine: Imagine) -> Answer:
        choice = ask.choice
        if isinstance(choice, MoveChoice):
            return self.move(choice)
        if isinstance(choice, OneOf) and "fight" in choice.offers() and self.chance.below(3):
            return "fight"
        if isinstance(choice, OneOf) and "move" in choice.offers() and self.chance.below(2):
            return "move"
        return self.pick(choice)

    def move(self, choice: MoveChoice) -> Answer:
        """Into contact if it can, else nearer to somebody, and something else by the way."""
        orders: list[dict[str, Any]] = list(choice.offers())
        if self.chance.below(20):
            orders = [order for order in orders if all(deed[1] != "exit" for deed in order["do"])]
        busy = [order for order in orders if order["charge"] or order["do"]]
        if busy and self.chance.below(4):
            order = self.chance.pick(busy)
        elif self.chance.below(3):
            order = min(orders, key=lambda order: self.distance(choice, order))
        else:
            order = self.chance.pick(orders)
        return self.with_more(choice, order)

    def distance(self, choice: MoveChoice, order: dict[str, Any]) -> int:
        """From the end of an order to the nearest figure of others."""
        me = choice.figure
        x, y = order["steps"][-1][1:3] if order["steps"] else (me.x, me.y)
        others = [
            one
            for one in choice.table.present()
            if one.seat != me.seat and one.kind is not Kind.HORSE and one.id != me.holds
        ]
        return min(((one.x - x) ** 2 + (one.y - y) ** 2 for one in others), default=0)

    def with_more(self, choice: MoveChoice, order: dict[str, Any]) -> Answer:
        """The order with one more deed: a stick, a call, somebody let go, loot dropped."""
        me, last = choice.figure, len(order["steps"])
        deeds: list[list[int | str]] = [
            [0, "place", me.x + 60, me.y, me.z],
            [last, "call"],
            [0, "release"],
            [0, "drop"],
        ]
        more = order | {"do": [self.chance.pick(deeds), *order["do"]]}
        return order if choice.refusal(choice.read(more)) else more
