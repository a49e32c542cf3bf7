"""Stage 3: the hold-up (cash.holdup.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat
from cash_n_guns.rules.clock import TimedSealedAsk
from cash_n_guns.rules.moments import spoken
from cash_n_guns.rules.things import the_dead
from cash_n_guns.state import Gang

NOBODY = "nobody"
LATE = "late"


def aims(gang: Gang) -> OneOf:
    """Any living player, oneself too, or nobody (cash.holdup.nobody)."""
    return OneOf([*gang.living(), NOBODY], refused=the_dead(gang), noun="aim")


def take_aim(match: Match[Gang], seat: Seat, answer: Seat | str) -> None:
    """An aim becomes public."""
    gangster = match.state.gangsters[seat]
    if answer == LATE:
        # cash.holdup.late_rest: nothing but the aim and the share is lost.
        gangster.late = True
        match.tell("cash.holdup.too_slow", seat=seat)
    elif answer == NOBODY:
        match.tell("cash.holdup.nobody", seat=seat)
    else:
        gangster.target = Seat(int(answer))
        key = "self" if gangster.target == seat else None
        match.tell("cash.holdup.aim", key, seat=seat, target=gangster.target)


class HoldUp(TimedSealedAsk):
    """At the count of three everybody aims but who aims last; who misses it is late."""

    rule = "cash.holdup.aim"
    seconds = 10

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return aims(match.state)

    def default(self, match: Match[Gang], seat: Seat) -> str:
        return LATE

    def may_answer(self, seat: Seat) -> bool:
        """cash.holdup.too_slow: late is late, even while others still aim."""
        return super().may_answer(seat) and self.answers.get(seat) != LATE

    def revealed(self, match: Match[Gang], answers: dict[Seat, Seat | str]) -> None:
        # cash.online.reveal: all at once, before anything else happens.
        for seat, answer in answers.items():
            take_aim(match, seat, answer)
        gang = match.state
        # cash.holdup.cunning: who aims last does so before anybody changes a card.
        match.then(*spoken(gang, lambda power, seat: power.aims_shown(gang, seat)))
