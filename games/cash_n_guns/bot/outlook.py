"""What a seat can expect, from its view alone: who may shoot, who will duck, what loot is worth.

All amounts are in thousands; all of them are estimates, and only bots use them.
"""

from __future__ import annotations

from itertools import product
from math import prod

from boomtown.core import Seat
from cash_n_guns.content import (
    BANGS,
    CLICKS,
    DIAMONDS,
    FACE_VALUE,
    PAINTING_SET,
    ROUNDS,
    Bullet,
    Loot,
)
from cash_n_guns.rules.moments import deadly, power_of
from cash_n_guns.state import Gang, Gangster

THOUSAND = 1_000
CARD = 11.0
"""What a card that one cannot see is worth on average."""
INCOME = 16.0
"""What a round to come brings somebody who lives."""
DESK = 7.0
"""What the desk is worth for a round."""
FEAR = (0.3, 0.08, 0.0)
"""The part of everything one has that is at risk if one wound more kills, or two, or more."""
STANDS = (0.5, 0.8, 0.85)
"""How likely such a player stays standing with a gun or two on them."""


def fear(left: int) -> float:
    """What is at risk if so many wounds more kill."""
    return FEAR[min(left, len(FEAR)) - 1]


class Outlook:
    """One seat's estimates of the table it sees."""

    def __init__(self, gang: Gang, me: Seat) -> None:
        self.gang = gang
        self.me = me
        self.own = gang.gangsters[me]
        self.living = gang.living()
        self.others = [seat for seat in self.living if seat != me]
        self.rounds_left = ROUNDS - gang.round
        self.loot = [card.value for card in self.own.loot]

    # --- shots --------------------------------------------------------------------------------

    def unseen(self, gangster: Gangster) -> tuple[int, int]:
        """Bang! and Clicks of a player that nobody has seen turned up."""
        bangs = BANGS + gangster.found - gangster.shown.count(Bullet.BANG)
        clicks = CLICKS - gangster.shown.count(Bullet.CLICK)
        return max(0, bangs), max(0, clicks)

    def fires(self, seat: Seat) -> float:
        """How likely the face-down card of a player is a Bang!."""
        bullet = self.gang.gangsters[seat].bullet
        if bullet is not None and bullet.known:
            return float(bullet.value is Bullet.BANG)
        bangs, clicks = self.unseen(self.gang.gangsters[seat])
        return bangs / max(1, bangs + clicks)

    def aimers(self, seat: Seat) -> list[Seat]:
        """Who aims at a player."""
        return [s for s in self.living if self.gang.gangsters[s].target == seat]

    def stands(self, seat: Seat) -> float:
        """How likely a player stays standing, by the guns on them and their wounds."""
        calm = STANDS[min(self.left(seat), len(STANDS)) - 1]
        danger = sum(self.fires(aimer) for aimer in self.aimers(seat))
        return calm * 0.75**danger

    def hits(self, shooters: list[Seat]) -> dict[int, float]:
        """How likely so many of these players hit me, if I stand."""
        chances = [self.fires(seat) * self.stands(seat) for seat in shooters]
        found: dict[int, float] = {}
        for outcome in product((False, True), repeat=len(chances)):
            odds = prod(p if hit else 1 - p for p, hit in zip(chances, outcome, strict=True))
            found[sum(outcome)] = found.get(sum(outcome), 0.0) + odds
        return found

    # --- life and loot ------------------------------------------------------------------------

    def fortune(self, seat: Seat) -> float:
        """What a player stands to lose: loot, and the rounds to come."""
        if seat == self.me:
            loot = sum(FACE_VALUE.get(card, 0) for card in self.loot) / THOUSAND
            loot += PAINTING_SET[self.loot.count(Loot.PAINTING)] / THOUSAND
        else:
            loot = CARD * len(self.gang.gangsters[seat].loot)
        return loot + INCOME * self.rounds_left + INCOME / 2

    def left(self, seat: Seat) -> int:
        """How many wounds more kill a player."""
        return deadly(self.gang, seat) - self.gang.gangsters[seat].wounds

    def wounded(self, seat: Seat, hits: int) -> float:
        """What so many wounds more cost a player."""
        fortune, left = self.fortune(seat), self.left(seat)
        if hits >= left:
            return fortune
        more = fear(left - hits) - fear(left)
        return fortune * more * self.rounds_left / ROUNDS + hits

    def share(self) -> float:
        """What a place in the sharing of this round should bring."""
        worth = sum(self.worth(card) for card in self.gang.loot)
        sharers = 1.0 + sum(
            self.stands(seat) for seat in self.others if not self.gang.gangsters[seat].late
        )
        first = 1.15 if self.gang.godfather == self.me else 1.0
        return first * worth / sharers

    def worth(self, share: Loot) -> float:
        """What a share is worth to me."""
        if share is Loot.PAINTING:
            return self.painting()
        if share in DIAMONDS:
            return FACE_VALUE[share] / THOUSAND + self.diamond()
        if share is Loot.FIRST_AID:
            return self.wounded_now()
        if share is Loot.CLIP:
            return 1.0 + 0.7 * self.rounds_left if self.gang.discard else 0.5
        if share is Loot.NEW_GODFATHER:
            return DESK if self.rounds_left and self.gang.godfather != self.me else 0.2
        return FACE_VALUE[share] / THOUSAND

    def painting(self) -> float:
        """What one painting more adds to the set, now and as a start for others."""
        have = self.loot.count(Loot.PAINTING) + power_of(self.own).paintings
        now = self.step(have)
        later = (self.step(have + 1) - now) * min(1.0, self.rounds_left / 4)
        return now + 0.6 * max(0.0, later)

    def step(self, have: int) -> float:
        """What the next painting adds to so many."""
        top = len(PAINTING_SET) - 1
        return (PAINTING_SET[min(have + 1, top)] - PAINTING_SET[min(have, top)]) / THOUSAND

    def diamond(self) -> float:
        """What one diamond more is worth for the bonus."""
        have = sum(card in DIAMONDS for card in self.loot)
        return 7.0 + 3.0 * min(have, 3)

    def wounded_now(self) -> float:
        """What a first aid kit is worth."""
        risk = fear(self.left(self.me))
        return self.fortune(self.me) * risk * self.rounds_left / ROUNDS + self.own.wounds
