"""Powers that meddle with the sharing: a first bill, a word against a take, two cards, a swap."""

from __future__ import annotations

from boomtown.core import Answer, Arg, Combination, Match, OneOf, Refusal, Seat, Secret, Step
from cash_n_guns.content import KIND, USED_AT_ONCE, Kind, Loot, Stage
from cash_n_guns.rules.cards import DECLINE, announce, gain_bang, keep_loot
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.items import receive, search_pile
from cash_n_guns.rules.moments import Announced, Power
from cash_n_guns.rules.sharing import TakeShare, shares_left, takes
from cash_n_guns.state import LOOT, Gang

# --- the Cute --------------------------------------------------------------------------------


class CuteTakes(Step):
    """The Cute, if a taker, takes a 5,000 bill before anyone else; a diamond does not count.

    cash.power.cute_bill: without such a bill the power does nothing.
    """

    rule = "cash.power.cute"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        if Loot.B5 in gang.loot:
            gang.loot.remove(Loot.B5)
            keep_loot(gang, self.seat, Loot.B5)
            match.tell(self.rule, seat=self.seat)


CUTE = Power(
    id="cute",
    card=3,
    rules=("cash.power.cute", "cash.power.cute_bill"),
    sharing_begins=lambda gang, seat: [CuteTakes(seat)] if seat in gang.takers else [],
)

# --- the Greedy ------------------------------------------------------------------------------

TWO_CARDS = Refusal("cash.power.greedy_cards")


class CardPair(Combination):
    """Two loot cards at once, the second one besides the first."""

    cards: list[Loot]

    def together(self, answer: dict[str, Answer]) -> Refusal | None:
        """The same card twice only if there are two of it (cash.power.greedy_cards)."""
        if answer["first"] == answer["second"] and self.cards.count(answer["first"]) < 2:
            return TWO_CARDS
        return None


def pair_of(cards: list[Loot], refused: dict[Loot, Refusal]) -> CardPair:
    """Any two of these cards, but not the token (cash.power.greedy_cards)."""
    kinds = [card for card in Loot if card in cards]
    part = OneOf(kinds, refused={**refused, Loot.NEW_GODFATHER: TWO_CARDS}, noun="share")
    return CardPair(parts={"first": part, "second": part}, cards=cards)


GREEDY = Power(
    id="greedy",
    card=8,
    rules=("cash.power.greedy", "cash.power.greedy_cards", "cash.power.greedy_dictator"),
    pair=pair_of,
)

# --- the Junk Dealer -------------------------------------------------------------------------

KEPT = "kept"


def may_exchange(gang: Gang, seat: Seat) -> bool:
    """Once per sharing, as a taker with loot, while piles are left (cash.power.junk_when)."""
    return (
        JUNK_DEALER.id not in gang.used
        and seat in gang.takers
        and bool(gang.gangsters[seat].loot)
        and bool(gang.piles)
    )


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
        gang.used.append(JUNK_DEALER.id)
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


class LastExchange(Step):
    """After the last card the Junk Dealer may still make the exchange."""

    rule = "cash.power.junk_when"

    def run(self, match: Match[Gang]) -> None:
        dealer = match.state.who_has(JUNK_DEALER.id)
        if dealer is not None:
            match.then(*exchange(match.state, dealer))


def exchange(gang: Gang, seat: Seat) -> list[Step]:
    """The exchange, if it can be made now."""
    return [Exchange(seat)] if may_exchange(gang, seat) else []


JUNK_DEALER = Power(
    id="junk_dealer",
    card=10,
    rules=("cash.power.junk_dealer", "cash.power.junk_when", "cash.power.junk_special"),
    asks={"cash.power.junk_dealer": Stage.SHARE},
    turn_begins=exchange,
    sharing_ends=lambda gang, seat: [LastExchange()] if seat in gang.takers else [],
)

# --- the Dictator ----------------------------------------------------------------------------

ALLOW = "allow"
FORBID = "forbid"


def may_forbid(gang: Gang, dictator: Seat, taker: Seat) -> bool:
    """Once per sharing, as a taker, another player's take.

    cash.power.dictator_limits: what powers take or exchange is never announced.
    """
    unused = DICTATOR.id not in gang.used
    return unused and dictator in gang.takers and dictator != taker


class Veto(TimedAsk):
    """The Dictator may forbid the announced kind; both kinds if two cards were announced.

    cash.power.greedy_dictator: the Greedy then chooses afresh.
    """

    rule = "cash.power.dictator"
    seconds = 8
    taker: Seat
    shares: list[Loot]
    first: bool

    def args(self, match: Match[Gang]) -> dict[str, Arg]:
        return {"taker": self.taker, "shares": [str(share) for share in self.shares]}

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return OneOf([ALLOW, FORBID], noun="veto", preset=ALLOW)

    def answered(self, match: Match[Gang], answer: str) -> None:
        if answer == ALLOW:
            match.then(*takes(self.taker, self.shares))
            return
        gang = match.state
        gang.used.append(DICTATOR.id)
        banned = [kind for kind in Kind if kind in {KIND[share] for share in self.shares}]
        kinds = [str(kind) for kind in banned]
        match.tell(self.rule, seat=self.seat, target=self.taker, kinds=kinds)
        if len(self.shares) == 2:
            match.cite("cash.power.greedy_dictator")
        if shares_left(gang, banned):
            match.then(TakeShare(self.taker, self.first, banned))
        else:
            match.tell("cash.power.dictator_effect", seat=self.taker)


def object_to(match: Match[Gang], seat: Seat, take: Announced) -> list[Step]:
    """Everybody hears what is to be taken, and the Dictator decides."""
    if not may_forbid(match.state, seat, take.taker):
        return []
    names = [str(share) for share in take.shares]
    match.tell("cash.power.dictator", "announced", passing=True, seat=take.taker, shares=names)
    return [Veto(seat, take.taker, take.shares, take.first)]


DICTATOR = Power(
    id="dictator",
    card=5,
    rules=("cash.power.dictator", "cash.power.dictator_effect", "cash.power.dictator_limits"),
    asks={"cash.power.dictator": Stage.SHARE},
    take_announced=object_to,
)

# --- the Good Friend -------------------------------------------------------------------------


class GoodFriend(Step):
    """When another player's clip worked, the Good Friend gains a Bang! as well, if one is left.

    cash.power.good_friend_absent: wherever the Good Friend stands, but not for their own clip.
    """

    rule = "cash.power.good_friend"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        if search_pile(match):
            gain_bang(match.state, self.seat)
            match.tell(self.rule, seat=self.seat)
        else:
            match.tell(self.rule, "none", seat=self.seat)


GOOD_FRIEND = Power(
    id="good_friend",
    card=7,
    rules=("cash.power.good_friend", "cash.power.good_friend_absent"),
    clip_works=lambda gang, seat, taker: [GoodFriend(seat)] if seat != taker else [],
)

POWERS = (CUTE, GREEDY, JUNK_DEALER, DICTATOR, GOOD_FRIEND)
