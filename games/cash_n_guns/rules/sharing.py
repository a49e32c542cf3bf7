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
    Step,
)
from cash_n_guns.content import DEFAULT_TAKE, KIND, Kind, Loot, Power
from cash_n_guns.rules.cards import keep_loot, remove_loot
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.items import receive
from cash_n_guns.rules.junk import Exchange, LastExchange, may_exchange
from cash_n_guns.state import Gang

ALLOW = "allow"
FORBID = "forbid"
ONE = "one"
TWO = "two"
TOKEN_GONE = Refusal("cash.share.token")
TWO_CARDS = Refusal("cash.power.greedy_cards")


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
            return TWO_CARDS
        return None


def pair_of(cards: list[Loot], refused: dict[Loot, Refusal]) -> CardPair:
    """Any two of these cards, but not the token (cash.power.greedy_cards)."""
    kinds = [card for card in Loot if card in cards]
    part = OneOf(kinds, refused={**refused, Loot.NEW_GODFATHER: TWO_CARDS}, noun="share")
    return CardPair(parts={"first": part, "second": part}, cards=cards)


def forbidden(gang: Gang, banned: list[Kind]) -> dict[Loot, Refusal]:
    """What lies there but may not be taken: by the Dictator's word, or because it is gone."""
    why = Refusal("cash.power.dictator_effect", kinds=[str(kind) for kind in banned])
    there = {*gang.loot, Loot.NEW_GODFATHER}
    refused = {share: why for share in Loot if share in there and KIND[share] in banned}
    return refused if gang.token else {**refused, Loot.NEW_GODFATHER: TOKEN_GONE}


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
        refused = forbidden(gang, self.banned)
        preset = next(share for share in DEFAULT_TAKE if share in shares)
        one = OneOf(shares, refused=refused, noun="share", preset=preset)
        cards = [card for card in gang.loot if KIND[card] not in self.banned]
        if not self.may_take_two(gang) or len(cards) < 2:
            return one
        two = pair_of(cards, refused)
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
            match.tell(
                "cash.power.dictator", "announced", passing=True, seat=self.seat, shares=names
            )
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
        # cash.hidden.snapshot: who took what is told in this round, and then remembered or not.
        match.tell(rule, passing=True, seat=self.seat, share=self.share)
        gang.loot.remove(self.share)
        receive(match, self.seat, self.share)


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


class Leftover(Step):
    """Cards that nobody may take any more leave the game (cash.share.nobody)."""

    rule = "cash.share.leftover"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        if gang.loot:
            match.tell(self.rule, cards=len(gang.loot))
            remove_loot(gang, gang.loot)
            gang.loot = []
