"""The gang: who sits where, what lies on the table, and which cards are face down."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from boomtown.core import Chance, Options, Refusal, Seat, Secret, clockwise
from cash_n_guns.content import (
    BANGS,
    CLICKS,
    USED_AT_ONCE,
    WOUNDS_TO_DIE,
    Bullet,
    Loot,
)

BULLETS = "bullet"
LOOT = "loot"
REDRAW_TRIES = 20


class TableRules(Options):
    """How the table plays, as the state keeps it."""

    powers: bool = False
    oldest: Annotated[int, Meta(ge=0, le=8)] = 0
    """Who is the oldest, counted from 1; 0 draws the first Godfather."""
    time_limits: bool = True

    def refusal(self, seats: int) -> Refusal | None:
        """The oldest player must sit at the table (cash.setup.godfather)."""
        if self.oldest > seats:
            return Refusal("cash.setup.godfather", oldest=self.oldest, seats=seats)
        return None


class CashOptions(TableRules):
    """What a table may agree on."""

    wounds: Annotated[int, Meta(ge=1, le=5)] = WOUNDS_TO_DIE


class Gangster(Struct):
    """One player's place. Who took which loot is told, not kept (cash.hidden.snapshot)."""

    hand: list[Secret[Bullet]]
    loot: list[Secret[Loot]] = []  # cash.share.face_down: only its owner knows it
    power: str | None = None
    wounds: int = 0
    out: bool = False
    bullet: Secret[Bullet] | None = None
    """The bullet card of this round, until it is discarded."""
    target: Seat | None = None
    late: bool = False
    ducked: bool = False
    hit: bool = False
    sated: bool = False
    """Whether the Greedy took two cards at once and takes nothing more this round."""
    shown: list[Bullet] = []
    """The bullet cards that everybody has seen this player turn up."""
    found: int = 0
    """How many Bang! came out of the discard pile into this hand."""

    @property
    def standing(self) -> bool:
        """Alive, and neither ducked nor hit this round."""
        return not (self.out or self.ducked or self.hit)


class Gang(Struct):
    """Everything on the table."""

    gangsters: list[Gangster]
    piles: list[list[Secret[Loot]]]
    """The piles that are not yet turned up; the next round's is the first."""
    options: TableRules
    seat_of: dict[str, Seat]
    """Who has which power."""
    godfather: Seat
    round: int = 1
    loot: list[Loot] = []
    """What lies face up in this round."""
    new_godfather: Seat | None = None
    """Who took the token this round."""
    takers: list[Seat] = []
    """Who shares in this round, in the order of sharing."""
    used: list[str] = []
    """Powers that are used up for this sharing."""
    discard: list[Secret[Bullet]] = []  # cash.setup.discard: one pile, no owner's mark
    drawn: Secret[Bullet] | None = None
    """The card that the Hustler has drawn and not yet paid for."""
    removed: list[Secret[Loot]] = []
    """Loot cards that have left the game."""
    spent: list[Secret[Bullet]] = []
    """Hands of the eliminated: they have left the game."""
    wounds: int | UnsetType = UNSET
    """How many wounds kill, if the table has agreed on an unusual number.

    As usual it is left out: states from before this option have the same hash as now.
    """

    @property
    def deadly(self) -> int:
        """How many wounds kill, unless a power says otherwise (cash.elim.limit)."""
        return WOUNDS_TO_DIE if self.wounds is UNSET else self.wounds

    @property
    def token(self) -> bool:
        """Whether the New Godfather token can be taken (cash.setup.token)."""
        return self.new_godfather is None

    def living(self) -> list[Seat]:
        """Seats that are not eliminated."""
        return [Seat(seat) for seat, gangster in enumerate(self.gangsters) if not gangster.out]

    def who_has(self, power: str) -> Seat | None:
        """The living player with this power (cash.power.public: it stops with its owner)."""
        seat = self.seat_of.get(power)
        return None if seat is None or self.gangsters[seat].out else seat

    def from_godfather(self, seats: list[Seat]) -> list[Seat]:
        """Seats clockwise, beginning with the Godfather's own (cash.elim.desk: even if dead)."""
        return clockwise(seats, after=Seat((self.godfather - 1) % len(self.gangsters)))

    def target_ducked(self, seat: Seat) -> bool:
        """Whether the player aims at somebody who ducked."""
        target = self.gangsters[seat].target
        return target is not None and self.gangsters[target].ducked


# --- what a seat cannot know (cash.hidden.server_only) ---------------------------------------


def redraw(gang: Gang, seat: Seat | None, chance: Chance) -> None:
    """Deals anew what the seat cannot know, as it could be for all that everybody has seen."""
    redraw_loot(gang, seat, chance)
    redraw_bullets(gang, seat, chance)


def redraw_loot(gang: Gang, seat: Seat | None, chance: Chance) -> None:
    """Clips and kits lie in piles to come; everything else is anywhere (cash.clip.not_loot)."""
    piled = [card for pile in gang.piles for card in pile if not card.known_to(seat)]
    kept = [card for gangster in gang.gangsters for card in gangster.loot]
    kept = [card for card in (*kept, *gang.removed) if not card.known_to(seat)]
    values = sorted(card.value for card in (*piled, *kept))  # whoever has them now
    for special in [value for value in values if value in USED_AT_ONCE]:
        piled.pop(chance.below(len(piled))).value = special
    others = [value for value in values if value not in USED_AT_ONCE]
    chance.shuffle(others)
    for card, value in zip((*piled, *kept), others, strict=True):
        card.value = value


def redraw_bullets(gang: Gang, seat: Seat | None, chance: Chance) -> None:
    """Hands that fit what each player has turned up; the rest is the discard pile."""
    places = [_bullet_places(gangster, seat) for gangster in gang.gangsters]
    loose = [*gang.discard, *gang.spent, *([gang.drawn] if gang.drawn else [])]
    loose = [card for card in loose if not card.known_to(seat)]
    every = [*(card for hand in places for card in hand), *loose]
    values = sorted(card.value for card in every)
    bangs = values.count(Bullet.BANG)
    for _ in range(REDRAW_TRIES):
        dealt = [
            value
            for gangster, hand in zip(gang.gangsters, places, strict=True)
            for value in _likely_hand(gangster, seat, len(hand), chance)
        ]
        left = bangs - dealt.count(Bullet.BANG)
        if 0 <= left <= len(loose):
            rest = [Bullet.BANG] * left + [Bullet.CLICK] * (len(loose) - left)
            chance.shuffle(rest)
            values = dealt + rest
            break
    else:  # so much was exchanged that the hands say nothing any more
        chance.shuffle(values)
    for card, value in zip(every, values, strict=True):
        card.value = value


def _bullet_cards(gangster: Gangster) -> list[Secret[Bullet]]:
    return [*gangster.hand, *([gangster.bullet] if gangster.bullet else [])]


def _bullet_places(gangster: Gangster, seat: Seat | None) -> list[Secret[Bullet]]:
    return [card for card in _bullet_cards(gangster) if not card.known_to(seat)]


def _likely_hand(gangster: Gangster, seat: Seat | None, size: int, chance: Chance) -> list[Bullet]:
    """Cards that the player may still have: those of the set-up less those turned up."""
    seen = Counter(gangster.shown)
    seen.update(card.value for card in _bullet_cards(gangster) if card.known_to(seat))
    if gangster.bullet is not None and gangster.bullet.public:
        seen[gangster.bullet.value] -= 1  # it was counted as turned up
    likely = [Bullet.BANG] * (BANGS + gangster.found - seen[Bullet.BANG])
    likely += [Bullet.CLICK] * (CLICKS - seen[Bullet.CLICK])
    chance.shuffle(likely)
    return (likely + [Bullet.CLICK] * size)[:size]
