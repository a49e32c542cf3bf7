"""Powers of the first stages: whose card is drawn, who aims last, who changes a bullet card."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Refusal, Seat, Step
from cash_n_guns.content import Bullet, Stage
from cash_n_guns.rules.cards import (
    DECLINE,
    ChangeBullet,
    bullet_choice,
    draw_bullet,
    kinds_in,
    pull,
)
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.holdup import LATE, aims, take_aim
from cash_n_guns.rules.moments import Power
from cash_n_guns.rules.things import the_dead
from cash_n_guns.state import Gang

# --- the Hustler -----------------------------------------------------------------------------

NOT_FROM_ONESELF = Refusal("cash.power.hustler")
ONLY_DRAWN = Refusal("cash.power.hustler_order")


class HustlerDraws(TimedAsk):
    """The Hustler may draw a random bullet card from another player's hand."""

    rule = "cash.power.hustler"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        gang = match.state
        others = [other for other in gang.living() if other != seat]
        refused = {**the_dead(gang), seat: NOT_FROM_ONESELF}
        return OneOf([DECLINE, *others], refused=refused, noun="hustle", preset=DECLINE)

    def answered(self, match: Match[Gang], answer: Seat | str) -> None:
        if answer == DECLINE:
            return
        victim = Seat(int(answer))
        card = draw_bullet(match, victim)
        match.state.drawn = card
        match.show(card, self.seat)
        match.then(HustlerGives(self.seat, victim))


class HustlerGives(TimedAsk):
    """Having seen the drawn card, the Hustler gives one of the others back."""

    rule = "cash.power.hustler_order"
    seconds = 20
    victim: Seat

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        held = kinds_in(match.state.gangsters[seat].hand)
        return bullet_choice(held, why=ONLY_DRAWN)

    def answered(self, match: Match[Gang], answer: Bullet) -> None:
        gang = match.state
        drawn, gang.drawn = gang.drawn, None
        assert drawn is not None, "there is a card to pay for"
        given = pull(gang.gangsters[self.seat].hand, answer)
        gang.gangsters[self.seat].hand.append(drawn)
        gang.gangsters[self.victim].hand.append(given)
        match.show(given, self.victim)
        match.tell("cash.power.hustler", seat=self.seat, target=self.victim)
        match.tell(
            "cash.power.hustler",
            "cards",
            to=[self.seat, self.victim],
            seat=self.seat,
            target=self.victim,
            drawn=drawn.value,
            given=given.value,
        )


HUSTLER = Power(
    id="hustler",
    card=9,
    rules=("cash.power.hustler", "cash.power.hustler_order"),
    asks={"cash.power.hustler": Stage.LOOT, "cash.power.hustler_order": Stage.LOOT},
    loot_shown=lambda gang, seat: [HustlerDraws(seat)],
)

# --- the Kid ---------------------------------------------------------------------------------


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


KID = Power(
    id="kid",
    card=11,
    rules=("cash.power.kid", "cash.holdup.kid"),
    asks={"cash.holdup.kid": Stage.HOLD_UP},
    aims_last=True,
    aims_shown=lambda gang, seat: [KidAims(seat)],
)

# --- the Cunning -----------------------------------------------------------------------------


class CunningChanges(ChangeBullet):
    """After all aims, and before any order, the Cunning may change the face-down card.

    cash.power.cunning_before_order: stage 4 has not begun.
    """

    rule = "cash.power.cunning"


def change_card(gang: Gang, seat: Seat) -> list[Step]:
    """With an empty hand there is nothing to change."""
    return [CunningChanges(seat)] if gang.gangsters[seat].hand else []


CUNNING = Power(
    id="cunning",
    card=2,
    rules=("cash.power.cunning", "cash.power.cunning_before_order", "cash.holdup.cunning"),
    asks={"cash.power.cunning": Stage.HOLD_UP},
    aims_shown=change_card,
)

POWERS = (HUSTLER, KID, CUNNING)
