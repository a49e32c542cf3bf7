"""Turns, digging and the count: a step for each paragraph of the rulebook."""

from boomtown.core import Ask, Match, OneOf, Refusal, Repeat, Seat, Step, ranks_by

from boomtown_game_gold_rush.content import CAVE_IN
from boomtown_game_gold_rush.rules.evening import Evening
from boomtown_game_gold_rush.state import Field


class Turns(Repeat):
    """Turns go round until somebody has brought enough gold home."""

    rule = "gold_rush.turn.order"

    def again(self, match: Match[Field]) -> bool:
        return True

    def once(self, match: Match[Field]) -> None:
        match.then(Dig(match.state.active))


class Dig(Ask):
    """The active digger digs on, or goes home with what is in the pan."""

    rule = "gold_rush.turn.choose"
    seconds = 30

    def choice(self, match: Match[Field], seat: Seat) -> OneOf:
        empty = match.state.diggers[seat].pan == 0
        refused = {"home": Refusal("gold_rush.turn.home")} if empty else {}
        return OneOf(["dig", "home"], refused=refused, noun="dig")

    def answered(self, match: Match[Field], answer: str) -> None:
        match.then(Throw(self.seat) if answer == "dig" else GoHome(self.seat))


class Throw(Step):
    """One die: a 1 is a cave-in, everything else goes into the pan."""

    rule = "gold_rush.dig.die"
    seat: Seat

    def run(self, match: Match[Field]) -> None:
        field = match.state
        digger = field.diggers[self.seat]
        die = match.chance.die()
        match.tell(self.rule, seat=self.seat, die=die)
        if die == CAVE_IN:
            match.tell("gold_rush.dig.cave_in", seat=self.seat, lost=digger.pan)
            digger.pan = 0
            field.active = Seat((self.seat + 1) % match.seats)
            match.then(Evening(self.seat))
        else:
            digger.pan += die
            match.then(Dig(self.seat))


class GoHome(Step):
    """What is in the pan is safe; enough of it ends the match."""

    rule = "gold_rush.turn.home"
    seat: Seat

    def run(self, match: Match[Field]) -> None:
        field = match.state
        digger = field.diggers[self.seat]
        digger.gold += digger.pan
        digger.pan = 0
        match.tell(self.rule, seat=self.seat, gold=digger.gold)
        field.active = Seat((self.seat + 1) % match.seats)
        if digger.gold >= field.goal:
            match.then(Count())
        else:
            match.then(Evening(self.seat))


class Count(Step):
    """Claims are turned up and added; the most gold wins, equals share the victory."""

    rule = "gold_rush.end.count"

    def run(self, match: Match[Field]) -> None:
        diggers = match.state.diggers
        for digger in diggers:
            match.reveal(digger.claim)
        scores = [digger.gold + digger.claim.value for digger in diggers]
        ranks = ranks_by(scores)
        best = [Seat(seat) for seat, rank in enumerate(ranks) if rank == 1]
        match.end(self.rule, best, ranks=ranks, scores=scores)
