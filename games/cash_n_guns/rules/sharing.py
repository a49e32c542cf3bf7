"""Stage 7: loot sharing (cash.share.*)."""

from __future__ import annotations

from boomtown.core import (
    Alternatives,
    Answer,
    Choice,
    Match,
    OneOf,
    Phases,
    Refusal,
    Repeat,
    Seat,
    Step,
)
from cash_n_guns.content import DEFAULT_TAKE, KIND, SHARES, Kind, Loot
from cash_n_guns.rules.cards import remove_loot
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.items import receive
from cash_n_guns.rules.moments import Announced, at_the_table, power_of, spoken
from cash_n_guns.state import Gang

ONE = "one"
TWO = "two"
TOKEN_GONE = Refusal("cash.share.token")


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
        return [
            *spoken(gang, lambda power, seat: power.sharing_begins(gang, seat)),
            TakeTurns(),
            *spoken(gang, lambda power, seat: power.sharing_ends(gang, seat)),
            Leftover(),
        ]


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
        power = power_of(gang.gangsters[seat])
        match.then(*power.turn_begins(gang, seat), TakeShare(seat, first))


# --- taking a share --------------------------------------------------------------------------


def forbidden(gang: Gang, banned: list[Kind]) -> dict[Loot, Refusal]:
    """What lies there but may not be taken: by the Dictator's word, or because it is gone."""
    refused: dict[Loot, Refusal] = {}
    if banned:
        why = Refusal("cash.power.dictator_effect", kinds=[str(kind) for kind in banned])
        there = {*gang.loot, Loot.NEW_GODFATHER}
        refused = {share: why for share in SHARES if share in there and KIND[share] in banned}
    if not gang.token:
        refused[Loot.NEW_GODFATHER] = TOKEN_GONE
    return refused


def shares_left(gang: Gang, banned: list[Kind]) -> list[Loot]:
    """What can be taken: cards, and the token if nobody has it yet, in the order of the deck."""
    there = {*gang.loot}
    if gang.token:
        there.add(Loot.NEW_GODFATHER)
    return [
        share for share in SHARES if share in there and (not banned or KIND[share] not in banned)
    ]


class TakeShare(TimedAsk):
    """A taker must take one card or the token; a power may offer two cards on the first turn.

    cash.share.must_take: there is no passing.
    """

    rule = "cash.share.must_take"
    seconds = 30
    public = True
    first: bool
    banned: list[Kind] = []

    def choice(self, match: Match[Gang], seat: Seat) -> Choice:
        gang = match.state
        shares = shares_left(gang, self.banned)
        refused = forbidden(gang, self.banned)
        preset = next(share for share in DEFAULT_TAKE if share in shares)
        one = OneOf(shares, refused=refused, noun="share", preset=preset)
        cards = [card for card in gang.loot if KIND[card] not in self.banned]
        pair = power_of(gang.gangsters[seat]).pair
        if pair is None or not self.first or len(cards) < 2:
            return one
        two = pair(cards, refused)
        return Alternatives(options={ONE: one, TWO: two}, noun="amount", preset={ONE: preset})

    def answered(self, match: Match[Gang], answer: Answer) -> None:
        if not isinstance(answer, dict):
            shares = [Loot(answer)]
        elif ONE in answer:
            shares = [Loot(answer[ONE])]
        else:
            shares = [Loot(answer[TWO]["first"]), Loot(answer[TWO]["second"])]
        announced = Announced(self.seat, shares, self.first)
        for seat, power in at_the_table(match.state):
            if steps := power.take_announced(match, seat, announced):
                match.then(*steps)
                return
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


class Leftover(Step):
    """Cards that nobody may take any more leave the game (cash.share.nobody)."""

    rule = "cash.share.leftover"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        if gang.loot:
            match.tell(self.rule, cards=len(gang.loot))
            remove_loot(gang, gang.loot)
            gang.loot = []
