"""Cards that change hands, most of them unseen (cash.hidden.*)."""

from __future__ import annotations

from functools import cache

from boomtown.core import Match, OneOf, Refusal, Seat, Secret
from cash_n_guns.content import BULLET_KINDS, Bullet, Loot
from cash_n_guns.rules.clock import TimedAsk
from cash_n_guns.state import BULLETS, LOOT, Gang

KEEP = "keep"
DECLINE = "decline"
NOT_IN_HAND = Refusal("cash.bullet.choose")


def announce(match: Match[Gang], fact: str) -> None:
    """Tells everybody a fact that depends on face-down cards: whether a clip finds a Bang!, say.

    The cards stay face down; the fact is a secret that is told, like any card turned up.
    """
    match.reveal(Secret.dealt(fact, ""))


# --- bullet cards ----------------------------------------------------------------------------


def kinds_in(hand: list[Secret[Bullet]]) -> tuple[Bullet, ...]:
    """The kinds of bullet cards in a hand, a Click first."""
    held = {card.value for card in hand}
    return tuple([kind for kind in BULLET_KINDS if kind in held])


@cache
def bullet_choice(
    held: tuple[Bullet, ...], keep: bool = False, why: Refusal = NOT_IN_HAND
) -> OneOf:
    """A Click or a Bang! of the hand; absent players play a Click if they can, or keep theirs."""
    refused = {kind: why for kind in Bullet if kind not in held}
    if keep:
        return OneOf([KEEP, *Bullet], refused=refused, noun="change", preset=KEEP)
    return OneOf(list(Bullet), refused=refused, noun="bullet", preset=held[0])


def pull(hand: list[Secret[Bullet]], kind: str) -> Secret[Bullet]:
    """Takes a card of this kind out of a hand; cards of a kind are all alike."""
    card = next(card for card in hand if card.value == kind)
    hand.remove(card)
    return card


def exchange_bullet(match: Match[Gang], seat: Seat, kind: Bullet) -> None:
    """The face-down card goes back to the hand, another one takes its place."""
    gangster = match.state.gangsters[seat]
    assert gangster.bullet is not None, "everybody has put a card down"
    other = pull(gangster.hand, kind)
    gangster.hand.append(gangster.bullet)
    gangster.bullet = other


class ChangeBullet(TimedAsk):
    """Whoever has such a power may put down another card of the hand than the one that lies there.

    When, and by which rule, is the power's own: it derives its question from this one.
    """

    seconds = 20

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return bullet_choice(kinds_in(match.state.gangsters[seat].hand), keep=True)

    def answered(self, match: Match[Gang], answer: str) -> None:
        changed = answer != KEEP
        if changed:
            exchange_bullet(match, self.seat, Bullet(answer))
        match.tell(self.rule, "changed" if changed else "kept", seat=self.seat)


def draw_bullet(match: Match[Gang], seat: Seat) -> Secret[Bullet]:
    """A random card leaves a player's hand (cash.online.random)."""
    hand = match.state.gangsters[seat].hand
    return pull(hand, match.chance.pick([card.value for card in hand]))


def close_hand(gang: Gang, seat: Seat) -> None:
    """Nobody else can follow single cards of a hand any more, once a card was played from it."""
    gangster = gang.gangsters[seat]
    gangster.hand = [own(card, BULLETS, seat) for card in gangster.hand]


def own(card: Secret[Bullet], pool: str, seat: Seat) -> Secret[Bullet]:
    """The card as only its owner knows it."""
    return card if card.seats == 1 << seat else Secret.dealt(card.value, pool, to=[seat])


def discard(match: Match[Gang], card: Secret[Bullet]) -> None:
    """A card goes face down on the discard pile: from now on nobody knows it."""
    match.conceal(card)
    match.state.discard.append(card)


def bang_in_pile(gang: Gang) -> bool:
    """Whether the discard pile holds a Bang! (cash.clip.pile: only what lies there already)."""
    return any(card.value is Bullet.BANG for card in gang.discard)


def gain_bang(gang: Gang, seat: Seat) -> None:
    """A Bang! moves from the discard pile into a hand."""
    gangster = gang.gangsters[seat]
    pull(gang.discard, Bullet.BANG)
    gangster.hand.append(Secret.dealt(Bullet.BANG, BULLETS, to=[seat]))
    gangster.found += 1


# --- loot ------------------------------------------------------------------------------------


def keep_loot(gang: Gang, seat: Seat, card: Loot) -> None:
    """A card that everybody has seen goes face down to its owner (cash.share.face_down)."""
    gang.gangsters[seat].loot.append(Secret.dealt(card, LOOT, to=[seat]))


def remove_loot(gang: Gang, cards: list[Loot]) -> None:
    """Face-up cards leave the game."""
    for card in cards:
        gone = Secret.dealt(card, LOOT)
        gone.public = True
        gang.removed.append(gone)


def steal(match: Match[Gang], thief: Seat, owner: Seat) -> Loot:
    """A random card of a player's loot changes hands: only these two know which one.

    The owner's cards are mixed first, so that nobody else can follow one they knew.
    """
    gang = match.state
    stash = [card.value for card in gang.gangsters[owner].loot]
    value = match.chance.pick(stash)
    stash.remove(value)
    gang.gangsters[owner].loot = [Secret.dealt(card, LOOT, to=[owner]) for card in stash]
    stolen = Secret.dealt(value, LOOT, to=[owner])
    gang.gangsters[thief].loot.append(stolen)
    match.show(stolen, thief)
    return value
