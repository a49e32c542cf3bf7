"""Stage 4: the Godfather's privilege (cash.privilege.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Refusal, Seat, Step, clockwise
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.things import the_dead
from cash_n_guns.state import Gang

NOT_ONESELF = Refusal("cash.privilege.order")
AT_ANOTHER = Refusal("cash.privilege.owner_picks", "self")


def new_targets(gang: Gang, seat: Seat) -> list[Seat]:
    """Living players whom an ordered player may pick, clockwise from their own seat."""
    old = gang.gangsters[seat].target
    others = clockwise(gang.living(), after=seat)
    return [other for other in others if other not in (seat, old)]


def cannot_be_ordered(gang: Gang, seat: Seat) -> Refusal | None:
    """A late player, or one who could pick nobody new (cash.privilege.who)."""
    if gang.gangsters[seat].late:
        return Refusal("cash.privilege.who", "late", seat=seat)
    if not new_targets(gang, seat):
        return Refusal("cash.privilege.who", "nobody_left", seat=seat)
    return None


class Privilege(Step):
    """The Godfather is asked, late or not, if there is anybody to order."""

    rule = "cash.privilege.any_state"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        others = [seat for seat in gang.living() if seat != gang.godfather]
        if any(cannot_be_ordered(gang, seat) is None for seat in others):
            match.then(GiveOrder(gang.godfather))


class GiveOrder(TimedAsk):
    """Once a round the Godfather may order one other player to change target."""

    rule = "cash.privilege.order"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        gang = match.state
        others = [other for other in gang.living() if other != seat]
        refused = {s: why for s in others if (why := cannot_be_ordered(gang, s)) is not None}
        refused |= {**the_dead(gang), seat: NOT_ONESELF}
        return OneOf([NOBODY, *others], refused=refused, noun="order", preset=NOBODY)

    def answered(self, match: Match[Gang], answer: Seat | str) -> None:
        if answer == NOBODY:
            match.tell(self.rule, "none", seat=self.seat)
            return
        ordered = Seat(int(answer))
        match.tell(self.rule, seat=self.seat, target=ordered)
        match.then(ChangeTarget(ordered))


class ChangeTarget(TimedAsk):
    """The ordered player picks a new target: somebody else than themself and the old one."""

    rule = "cash.privilege.owner_picks"
    seconds = 15
    public = True

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        gang = match.state
        targets, old = new_targets(gang, seat), gang.gangsters[seat].target
        refused = the_dead(gang)
        if old is not None:
            refused[old] = Refusal("cash.privilege.owner_picks", "same", seat=old)
        refused[seat] = AT_ANOTHER
        return OneOf(sorted(targets), refused=refused, noun="seat", preset=targets[0])

    def answered(self, match: Match[Gang], answer: Seat) -> None:
        match.state.gangsters[self.seat].target = answer
        match.tell(self.rule, seat=self.seat, target=answer)
