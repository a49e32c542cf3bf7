"""Quick answers for searches: who may shoot, what standing brings, what to take.

The same thoughts as the cool bot's in whole numbers and fewer steps. Only what the seat may know is
used: its own cards, and what lies open on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from boomtown.core import Answer, Chance, Question, Seat
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
from cash_n_guns.rules.cards import KEEP
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.moments import deadly, power_of
from cash_n_guns.rules.sharing import ONE
from cash_n_guns.state import Gang, Gangster

THOUSAND = 1_000
INCOME = 18
"""What a round to come brings somebody who lives, in thousands."""
DESK = 6
FEAR = (30, 9, 2)
"""The part, of a hundred, of everything one has that is at risk if one wound more kills, or two."""
CALM = (45, 75, 80)
"""How likely, of a hundred, such a player stays standing with a gun on them."""
BOLD = 80
"""How often, of a hundred, somebody with a Bang! in sight of a target is taken to fire it."""


def fires(gangster: Gangster, me: bool) -> int:
    """How likely, of a hundred, the card that a player has put down is a Bang!."""
    if me and gangster.bullet is not None:
        return 100 if gangster.bullet.value is Bullet.BANG else 0
    bangs = max(0, BANGS + gangster.found - gangster.shown.count(Bullet.BANG))
    clicks = max(0, CLICKS - gangster.shown.count(Bullet.CLICK))
    return 100 * bangs // max(1, bangs + clicks)


def left(gang: Gang, seat: Seat) -> int:
    """How many wounds more kill a player."""
    return max(1, deadly(gang, seat) - gang.gangsters[seat].wounds)


def fortune(gang: Gang, seat: Seat, loot: Sequence[Loot]) -> int:
    """What a player has and may hope for."""
    have = (
        sum([FACE_VALUE.get(card, 0) for card in loot])
        + PAINTING_SET[min(loot.count(Loot.PAINTING), len(PAINTING_SET) - 1)]
    )
    return have // THOUSAND + INCOME * (ROUNDS - gang.round) + INCOME // 2


def price(gang: Gang, seat: Seat, share: Loot, loot: Sequence[Loot]) -> int:
    """What a share is worth to a player with this loot."""
    rounds = ROUNDS - gang.round
    if share is Loot.PAINTING:
        have = loot.count(Loot.PAINTING) + power_of(gang.gangsters[seat]).paintings
        top = len(PAINTING_SET) - 1
        worth = [PAINTING_SET[min(have + more, top)] for more in range(4)]
        later = max(0, (worth[3] - worth[1]) // 2 - (worth[1] - worth[0]))
        return (worth[1] - worth[0] + later * min(4, rounds) // 4) // THOUSAND
    if share in DIAMONDS:
        return FACE_VALUE[share] // THOUSAND + 7 + 3 * min(3, sum([c in DIAMONDS for c in loot]))
    if share is Loot.FIRST_AID:
        wounds = gang.gangsters[seat].wounds
        return (
            fortune(gang, seat, loot) * FEAR[min(left(gang, seat), 3) - 1] // 100 if wounds else 0
        )
    if share is Loot.CLIP:
        return 1 + rounds // 2
    if share is Loot.NEW_GODFATHER:
        return DESK if rounds and gang.godfather != seat else 0
    return FACE_VALUE[share] // THOUSAND


def own_loot(gang: Gang, seat: Seat) -> list[Loot]:
    """What a player knows to have."""
    return [card.value for card in gang.gangsters[seat].loot]


def choose_bullet(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """A Bang! somewhat more often than the hand has them."""
    me, choice = ask.seat, ask.choice
    offers = choice.offers()
    if len(offers) == 1:
        return offers[0]
    cards = [card.value for card in gang.gangsters[me].hand]
    odds = 100 * cards.count(Bullet.BANG) // len(cards)
    odds += odds * (gang.round - 3) // 10
    return Bullet.BANG if chance.below(100) < odds else Bullet.CLICK


def aim(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """At another one, the more likely the more there is to win by it."""
    me, choice = ask.seat, ask.choice
    seats = [seat for seat in choice.offers() if seat != NOBODY and seat != me]
    if not seats:
        return choice.default()
    weights = [
        4 + len(gang.gangsters[seat].loot) + 4 * gang.gangsters[seat].wounds for seat in seats
    ]
    draw = chance.below(sum(weights))
    for seat, weight in zip(seats, weights, strict=True):
        draw -= weight
        if draw < 0:
            return seat
    return seats[-1]


def give_order(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """Whoever threatens the Godfather most aims elsewhere."""
    me, choice = ask.seat, ask.choice
    best: Answer = NOBODY
    most = 0
    for seat in choice.offers():
        if seat != NOBODY:
            threat = gang.gangsters[seat]
            if threat.target == me and (odds := fires(threat, me=False)) > most:
                best, most = seat, odds
    return best


def show_courage(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """Standing pays if the share outweighs the wounds to expect."""
    me = ask.seat
    own = gang.gangsters[me]
    aimed = [0] * len(gang.gangsters)
    for gangster in gang.gangsters:
        if gangster.target is not None and not gangster.out:
            aimed[gangster.target] += 1
    safe = 100
    sharers = 100
    for seat, gangster in enumerate(gang.gangsters):
        if gangster.out or seat == me:
            continue
        calm = CALM[min(left(gang, Seat(seat)), 3) - 1] if aimed[seat] else 97
        if gangster.target == me:
            safe = safe * (10_000 - fires(gangster, me=False) * calm * BOLD // 100) // 10_000
        if not gangster.late:
            sharers += calm
    loot = own_loot(gang, me)
    share = 0
    if not own.late:
        share = 100 * sum([price(gang, me, card, loot) for card in gang.loot]) // sharers
    wounds = left(gang, me)
    have = fortune(gang, me, loot)
    cost = have if wounds == 1 else have * (FEAR[wounds - 2] if wounds < 5 else 0) // 100 + 2
    return STAND if safe * share >= (100 - safe) * cost else DUCK


def take_share(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """What is worth most; the Greedy plays as without the power."""
    me, choice = ask.seat, ask.choice
    loot = own_loot(gang, me)
    offers = choice.offers()
    single = [offer[ONE] if isinstance(offer, dict) else offer for offer in offers if is_one(offer)]
    best = max(single, key=lambda share: price(gang, me, Loot(share), loot))
    return {ONE: best} if isinstance(offers[0], dict) else best


def is_one(offer: Answer) -> bool:
    """Whether an offer is a single share."""
    return not isinstance(offer, dict) or ONE in offer


def first_offer(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """A Click, if there is one."""
    choice = ask.choice
    return choice.offers()[0]


def save_bullet(gang: Gang, ask: Question, chance: Chance) -> Answer:
    """The Smart takes a Bang! back for a Click."""
    me, choice = ask.seat, ask.choice
    bullet = gang.gangsters[me].bullet
    wasted = bullet is not None and bullet.value is Bullet.BANG
    return Bullet.CLICK if wasted and Bullet.CLICK in choice.offers() else KEEP


Decide = Callable[[Gang, Question, Chance], Answer]
DECISIONS: Mapping[str, Decide] = {
    "cash.bullet.choose": choose_bullet,
    "cash.holdup.aim": aim,
    "cash.holdup.kid": aim,
    "cash.privilege.order": give_order,
    "cash.privilege.owner_picks": aim,
    "cash.courage.choose": show_courage,
    "cash.share.must_take": take_share,
    "cash.clip.swap": first_offer,
    "cash.power.hustler_order": first_offer,
    "cash.power.smart": save_bullet,
}
"""By question; everything else is answered as for an absent player."""


class QuickPolicy:
    """Answers for every seat, in a few microseconds each."""

    def answer(self, state: Gang, ask: Question, chance: Chance) -> Answer:
        decide = DECISIONS.get(ask.key)
        return ask.choice.default() if decide is None else decide(state, ask, chance)
