"""The Junk Dealer's exchange (cash.power.junk_dealer)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat, Secret, Step
from cash_n_guns.content import USED_AT_ONCE, Loot, Power
from cash_n_guns.rules.cards import announce
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.items import receive
from cash_n_guns.rules.loot import DECLINE
from cash_n_guns.state import LOOT, Gang

KEPT = "kept"


def may_exchange(gang: Gang, seat: Seat) -> bool:
    """Once per sharing, as a taker with loot, while piles are left (cash.power.junk_when)."""
    return (
        gang.who_has(Power.JUNK_DEALER) == seat
        and Power.JUNK_DEALER not in gang.used
        and seat in gang.takers
        and bool(gang.gangsters[seat].loot)
        and bool(gang.piles)
    )


class LastExchange(Step):
    """After the last card the Junk Dealer may still make the exchange."""

    rule = "cash.power.junk_when"

    def run(self, match: Match[Gang]) -> None:
        dealer = match.state.who_has(Power.JUNK_DEALER)
        if dealer is not None and may_exchange(match.state, dealer):
            match.then(Exchange(dealer))


class Exchange(TimedAsk):
    """The Junk Dealer may exchange a loot card for a random one of the piles not yet revealed."""

    rule = "cash.power.junk_dealer"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        owned = {card.value for card in match.state.gangsters[seat].loot}
        cards = [card for card in Loot if card in owned]
        return OneOf([DECLINE, *cards], noun="exchange", preset=DECLINE)

    def answered(self, match: Match[Gang], answer: str) -> None:
        if answer == DECLINE:
            return
        gang = match.state
        gang.used.append(Power.JUNK_DEALER)
        dealer = gang.gangsters[self.seat]
        given = next(card for card in dealer.loot if card.value == answer)
        dealer.loot.remove(given)
        drawn = self.swap(match, given)
        match.tell(self.rule, seat=self.seat)
        announce(match, drawn.value if drawn.value in USED_AT_ONCE else KEPT)
        if drawn.value in USED_AT_ONCE:
            match.tell("cash.power.junk_special", seat=self.seat, card=drawn.value)
            receive(match, self.seat, drawn.value)
        else:
            dealer.loot.append(drawn)
            match.show(drawn, self.seat)
            mine = [self.seat]
            match.tell(self.rule, "cards", to=mine, given=given.value, drawn=drawn.value)

    def swap(self, match: Match[Gang], given: Secret[Loot]) -> Secret[Loot]:
        """A random card of the later piles; the given one takes its place face down."""
        piles = match.state.piles
        places = [(p, n) for p, pile in enumerate(piles) for n in range(len(pile))]
        pile, place = places[match.chance.below(len(places))]
        card = piles[pile][place]
        piles[pile][place] = Secret.dealt(given.value, LOOT, to=[self.seat])
        return card
