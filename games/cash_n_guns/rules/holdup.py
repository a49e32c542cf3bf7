"""Stage 3: the hold-up, the Kid and the Cunning (cash.holdup.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat, Step
from cash_n_guns.content import Bullet, Power
from cash_n_guns.rules.cards import KEEP, bullet_choice, kinds_in, pull
from cash_n_guns.rules.clock import TimedAsk, TimedSealedAsk
from cash_n_guns.state import Gang

NOBODY = "nobody"
LATE = "late"


def aims(gang: Gang) -> OneOf:
    """Any living player, oneself too, or nobody (cash.holdup.nobody)."""
    return OneOf([*gang.living(), NOBODY], noun="aim")


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
    """At the count of three everybody but the Kid aims; who misses it is late."""

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
        match.then(*after_the_count(match.state))


def after_the_count(gang: Gang) -> list[Step]:
    """First the Kid aims, then the Cunning may change the bullet card (cash.holdup.cunning)."""
    steps: list[Step] = []
    kid = gang.who_has(Power.KID)
    if kid is not None:
        steps.append(KidAims(kid))
    cunning = gang.who_has(Power.CUNNING)
    if cunning is not None and gang.gangsters[cunning].hand:
        steps.append(CunningChanges(cunning))
    return steps


class KidAims(TimedAsk):
    """The Kid aims last, seeing all other aims (cash.power.kid), and may be late in it."""

    rule = "cash.holdup.kid"
    seconds = 10

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return aims(match.state)

    def default(self, match: Match[Gang], seat: Seat) -> str:
        return LATE

    def answered(self, match: Match[Gang], answer: Seat | str) -> None:
        match.cite("cash.power.kid")
        take_aim(match, self.seat, answer)


def exchange_bullet(match: Match[Gang], seat: Seat, kind: Bullet) -> None:
    """The face-down card goes back to the hand, another one takes its place."""
    gangster = match.state.gangsters[seat]
    assert gangster.bullet is not None, "everybody has put a card down"
    other = pull(gangster.hand, kind)
    gangster.hand.append(gangster.bullet)
    gangster.bullet = other


class CunningChanges(TimedAsk):
    """After all aims, and before any order, the Cunning may change the face-down card.

    cash.power.cunning_before_order: stage 4 has not begun.
    """

    rule = "cash.power.cunning"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return bullet_choice(kinds_in(match.state.gangsters[seat].hand), keep=True)

    def answered(self, match: Match[Gang], answer: str) -> None:
        changed = answer != KEEP
        if changed:
            exchange_bullet(match, self.seat, Bullet(answer))
        match.tell(self.rule, "changed" if changed else "kept", seat=self.seat)
