"""Cards that act the moment they are taken: clip and first aid kit (cash.clip.*, cash.aid.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat, Step
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.cards import (
    announce,
    bang_in_pile,
    bullet_choice,
    discard,
    gain_bang,
    keep_loot,
    kinds_in,
    pull,
    remove_loot,
)
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.rules.moments import spoken
from cash_n_guns.state import Gang

FOUND = "found"
LOST = "lost"


class FirstAid(Step):
    """All wounds are healed; without wounds the kit is thrown away (cash.aid.none)."""

    rule = "cash.aid.heal"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        gangster = match.state.gangsters[self.seat]
        remove_loot(match.state, [Loot.FIRST_AID])
        rule = self.rule if gangster.wounds else "cash.aid.none"
        match.tell(rule, seat=self.seat)
        gangster.wounds = 0


def search_pile(match: Match[Gang]) -> bool:
    """Whether a Bang! is found in the discard pile: everybody sees that much."""
    found = bang_in_pile(match.state)
    announce(match, FOUND if found else LOST)
    return found


class Clip(Step):
    """A Bang! from the discard pile comes into the hand, another card goes for it."""

    rule = "cash.clip.swap"
    seat: Seat

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        remove_loot(gang, [Loot.CLIP])
        if not search_pile(match):
            match.tell("cash.clip.lost", seat=self.seat)
            return
        friends = spoken(gang, lambda power, seat: power.clip_works(gang, seat, self.seat))
        if gang.gangsters[self.seat].hand:
            gain_bang(gang, self.seat)
            match.tell(self.rule, seat=self.seat)
            match.then(ClipDiscard(self.seat), *friends)
        else:
            # The Bang! that was gained is itself the card discarded: the pile stays as it is.
            match.tell("cash.clip.empty_hand", seat=self.seat)
            match.then(*friends)


class ClipDiscard(TimedAsk):
    """Whoever took the clip discards one card of their hand, of their choice, face down."""

    rule = "cash.clip.swap"
    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return bullet_choice(kinds_in(match.state.gangsters[seat].hand))

    def answered(self, match: Match[Gang], answer: Bullet) -> None:
        discard(match, pull(match.state.gangsters[self.seat].hand, answer))
        match.tell(self.rule, "discard", seat=self.seat)


def receive(match: Match[Gang], seat: Seat, card: Loot) -> None:
    """A card just taken: it acts and leaves the game, or is kept."""
    if card is Loot.CLIP:
        match.then(Clip(seat))
    elif card is Loot.FIRST_AID:
        match.then(FirstAid(seat))
    else:
        keep_loot(match.state, seat, card)
