"""Stage 7: loot sharing, and the powers that meddle with it (cash.share.*)."""

from __future__ import annotations

from boomtown.core import (
    Alternatives,
    Answer,
    Arg,
    Choice,
    Combination,
    Match,
    OneOf,
    Phases,
    Refusal,
    Repeat,
    Seat,
    Secret,
    Step,
)
from cash_n_guns.content import DEFAULT_TAKE, KIND, USED_AT_ONCE, Kind, Loot, Power
from cash_n_guns.rules.cards import announce, keep_loot, remove_loot
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.items import Clip, FirstAid
from cash_n_guns.rules.loot import DECLINE
from cash_n_guns.state import LOOT, Gang

ALLOW = "allow"
FORBID = "forbid"
ONE = "one"
TWO = "two"
KEPT = "kept"
TOKEN_GONE = Refusal("cash.share.token")
ONLY_ONE_THERE = Refusal("cash.power.greedy_cards")


class Sharing(Phases):
    """Who stands, was not hit and was not late shares, beginning with the Godfather.

    cash.share.godfather_down: or with the nearest of them clockwise.
    """

    rule = "cash.share.takers"

    def phases(self, match: Match[Gang]) -> list[Step]:
        gang = match.state
        seats = [Seat(seat) for seat in range(match.seats)]
        takers = [s for s in seats if gang.gangsters[s].standing and not gang.gangsters[s].late]
        gang.takers = gang.from_godfather(takers)
        if not takers:
            match.tell("cash.share.nobody")
            return [Leftover()]
        match.tell(self.rule, takers=list(gang.takers))
        if len(takers) == 1:
            match.cite("cash.share.one_taker")
        steps: list[Step] = [TakeTurns(), Leftover()]
        if gang.who_has(Power.JUNK_DEALER) in takers:
            steps.insert(1, LastExchange())
        cute = gang.who_has(Power.CUTE)
        if cute is not None and cute in takers:
            steps.insert(0, CuteTakes(cute))
        return steps


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


class TakeTurns(Repeat):
    """One share each, round and round, until the cards are gone (cash.share.end)."""

    rule = "cash.share.order"
    turn: int = 0

    def again(self, match: Match[Gang]) -> bool:
        gang = match.state
        return bool(gang.loot) and not all(gang.gangsters[seat].sated for seat in gang.takers)

    def once(self, match: Match[Gang]) -> None:
        gang = match.state
        seat = gang.takers[self.turn % len(gang.takers)]
        first = self.turn < len(gang.takers)
        self.turn += 1
        if gang.gangsters[seat].sated:
            return
        take = TakeShare(seat, first)
        match.then(*([Exchange(seat), take] if may_exchange(gang, seat) else [take]))


# --- taking a share --------------------------------------------------------------------------


class CardPair(Combination):
    """Two loot cards at once, the second one besides the first."""

    cards: list[Loot]

    def together(self, answer: dict[str, Answer]) -> Refusal | None:
        """The same card twice only if there are two of it (cash.power.greedy_cards)."""
        if answer["first"] == answer["second"] and self.cards.count(answer["first"]) < 2:
            return ONLY_ONE_THERE
        return None


def forbidden(banned: list[Kind]) -> dict[Loot, Refusal]:
    """The shares of kinds that the Dictator has forbidden for this turn."""
    why = Refusal("cash.power.dictator_effect", kinds=[str(kind) for kind in banned])
    return {share: why for share in Loot if KIND[share] in banned}


def shares_left(gang: Gang, banned: list[Kind]) -> list[Loot]:
    """What can be taken: cards, and the token if nobody has it yet, in the order of the deck."""
    there = {*gang.loot, *([Loot.NEW_GODFATHER] if gang.token else [])}
    return [share for share in Loot if share in there and KIND[share] not in banned]


class TakeShare(TimedAsk):
    """A taker must take one card or the token; the Greedy may take two cards on the first turn.

    cash.share.must_take: there is no passing.
    """

    rule = "cash.share.must_take"
    seconds = 30
    first: bool
    banned: list[Kind] = []

    def choice(self, match: Match[Gang], seat: Seat) -> Choice:
        gang = match.state
        shares = shares_left(gang, self.banned)
        refused = {s: why for s, why in forbidden(self.banned).items() if s in gang.loot}
        if not gang.token:
            refused[Loot.NEW_GODFATHER] = TOKEN_GONE
        elif Kind.NEW_GODFATHER in self.banned:
            refused |= {Loot.NEW_GODFATHER: forbidden(self.banned)[Loot.NEW_GODFATHER]}
        preset = next(share for share in DEFAULT_TAKE if share in shares)
        one = OneOf(shares, refused=refused, noun="share", preset=preset)
        cards = [card for card in gang.loot if KIND[card] not in self.banned]
        if not self.may_take_two(gang) or len(cards) < 2:
            return one
        kinds = [card for card in shares if card is not Loot.NEW_GODFATHER]
        part = OneOf(kinds, refused={Loot.NEW_GODFATHER: ONLY_ONE_THERE, **refused}, noun="share")
        two = CardPair(parts={"first": part, "second": part}, cards=cards)
        return Alternatives(options={ONE: one, TWO: two}, noun="greedy", preset={ONE: preset})

    def may_take_two(self, gang: Gang) -> bool:
        """cash.power.greedy: only the Greedy, and only on the first turn of the sharing."""
        return self.first and gang.who_has(Power.GREEDY) == self.seat

    def answered(self, match: Match[Gang], answer: Answer) -> None:
        if not isinstance(answer, dict):
            shares = [Loot(answer)]
        elif ONE in answer:
            shares = [Loot(answer[ONE])]
        else:
            shares = [Loot(answer[TWO]["first"]), Loot(answer[TWO]["second"])]
        dictator = match.state.who_has(Power.DICTATOR)
        if dictator is not None and may_forbid(match.state, dictator, self.seat):
            names = [str(share) for share in shares]
            match.tell("cash.power.dictator", "announced", seat=self.seat, shares=names)
            match.then(Veto(dictator, self.seat, shares, self.first))
        else:
            match.then(*takes(self.seat, shares))


def takes(seat: Seat, shares: list[Loot]) -> list[Step]:
    """The takes of a turn, in the order in which they were named."""
    return [Take(seat, share, pair=len(shares) == 2) for share in shares]


class Take(Step):
    """A share changes hands; clips and first aid kits act at once."""

    rule = "cash.share.must_take"
    seat: Seat
    share: Loot
    pair: bool

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        if self.pair:
            gang.gangsters[self.seat].sated = True
        if self.share is Loot.NEW_GODFATHER:
            # cash.share.token_effect: the desk moves at the end of the round.
            gang.new_godfather = self.seat
            match.tell("cash.share.token", seat=self.seat)
            return
        rule = "cash.power.greedy" if self.pair else self.rule
        match.tell(rule, seat=self.seat, share=self.share)
        gang.loot.remove(self.share)
        receive(match, self.seat, self.share)


def receive(match: Match[Gang], seat: Seat, card: Loot) -> None:
    """A card just taken: it acts and leaves the game, or is kept."""
    if card is Loot.CLIP:
        match.then(Clip(seat))
    elif card is Loot.FIRST_AID:
        match.then(FirstAid(seat))
    else:
        keep_loot(match.state, seat, card)


# --- the Dictator ----------------------------------------------------------------------------


def may_forbid(gang: Gang, dictator: Seat, taker: Seat) -> bool:
    """Once per sharing, as a taker, another player's take.

    cash.power.dictator_limits: what powers take or exchange is never announced.
    """
    unused = Power.DICTATOR not in gang.used
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
        gang.used.append(Power.DICTATOR)
        banned = [kind for kind in Kind if kind in {KIND[share] for share in self.shares}]
        kinds = [str(kind) for kind in banned]
        match.tell(self.rule, seat=self.seat, target=self.taker, kinds=kinds)
        if len(self.shares) == 2:
            match.cite("cash.power.greedy_dictator")
        if shares_left(gang, banned):
            match.then(TakeShare(self.taker, self.first, banned))
        else:
            match.tell("cash.power.dictator_effect", seat=self.taker)


# --- the Junk Dealer -------------------------------------------------------------------------


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
            cards = {"given": given.value, "drawn": drawn.value}
            match.tell(self.rule, "cards", to=[self.seat], **cards)

    def swap(self, match: Match[Gang], given: Secret[Loot]) -> Secret[Loot]:
        """A random card of the later piles; the given one takes its place face down."""
        piles = match.state.piles
        places = [(p, n) for p, pile in enumerate(piles) for n in range(len(pile))]
        pile, place = places[match.chance.below(len(places))]
        card = piles[pile][place]
        piles[pile][place] = Secret.dealt(given.value, LOOT, to=[self.seat])
        return card


class Leftover(Step):
    """Cards that nobody may take any more leave the game (cash.share.nobody)."""

    rule = "cash.share.leftover"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        if gang.loot:
            match.tell(self.rule, cards=len(gang.loot))
            remove_loot(gang, gang.loot)
            gang.loot = []
