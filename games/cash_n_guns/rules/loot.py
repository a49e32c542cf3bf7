"""Stage 1: the loot of the round, and the Hustler (cash.loot.*, cash.power.hustler)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Refusal, Seat, Step
from cash_n_guns.content import Bullet, Power
from cash_n_guns.rules.cards import bullet_choice, draw_bullet, kinds_in, pull
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.state import Gang

DECLINE = "decline"
ONLY_DRAWN = Refusal("cash.power.hustler_order")


class RevealLoot(Step):
    """The cards of the round's pile are turned face up beside the token."""

    rule = "cash.loot.reveal"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        for card in gang.piles[0]:
            match.reveal(card)
        gang.loot = [card.value for card in gang.piles.pop(0)]
        match.tell(self.rule, loot=list(gang.loot))
        hustler = gang.who_has(Power.HUSTLER)
        if hustler is not None:
            match.then(HustlerDraws(hustler))


class HustlerDraws(TimedAsk):
    """The Hustler may draw a random bullet card from another player's hand."""

    rule = "cash.power.hustler"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        others = [other for other in match.state.living() if other != seat]
        return OneOf([DECLINE, *others], noun="hustle", preset=DECLINE)

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
