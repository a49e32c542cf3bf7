"""What is done at the questions that everybody is asked, whatever their power."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from boomtown.core import Answer, Chance, Question, Seat
from cash_n_guns.bot.outlook import Outlook
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.sharing import ONE, TWO

Decision: TypeAlias = Callable[[Outlook, Question, Chance], Answer]
MANY = 100


def likely(chance: Chance, odds: float) -> bool:
    """True as often as the odds say."""
    return chance.below(MANY) < odds * MANY


# --- bullets ---------------------------------------------------------------------------------


def choose_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """A Bang! as often as the hand has them, more often when much is at stake."""
    offers = list(ask.choice.offers())
    if len(offers) == 1:
        return offers[0]
    cards = [card.value for card in outlook.own.hand]
    share = cards.count(Bullet.BANG) / len(cards)
    stake = sum(outlook.worth(card) for card in outlook.gang.loot) / 80
    return Bullet.BANG if likely(chance, share * (0.5 + 0.5 * stake)) else Bullet.CLICK


def cheapest_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """A Click, if there is one, for a clip or for the Hustler's victim."""
    return next(iter(ask.choice.offers()))


# --- aims ------------------------------------------------------------------------------------


def aim(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """More often at those whom a hit costs most, but so that nobody can count on it."""
    return pick_target(outlook, outlook.others, chance)


def pick_target(outlook: Outlook, targets: list[Seat], chance: Chance) -> Seat:
    """A player, the more likely the more it pays to threaten them.

    If everybody aimed at the best target, it would duck and all the bullets would be wasted.
    """
    weights = [1 + int(menace(outlook, seat)) for seat in targets]
    return chance.pick([seat for seat, n in zip(targets, weights, strict=True) for _ in range(n)])


def menace(outlook: Outlook, seat: Seat) -> float:
    """What a gun on a player does: wounds if they stand, and their share if they duck."""
    gangster = outlook.gang.gangsters[seat]
    hurt = outlook.wounded(seat, 1) * outlook.stands(seat) * outlook.fires(outlook.me)
    scare = 4.0 + len(gangster.loot) + 3.0 * gangster.wounds
    return hurt + scare


def give_order(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """Whoever threatens the Godfather most is sent elsewhere."""
    offers = ask.choice.offers()
    aimers = [seat for seat in outlook.aimers(outlook.me) if seat in offers]
    dangers = {seat: outlook.fires(seat) * outlook.stands(seat) for seat in aimers}
    worst = max(dangers, key=lambda seat: dangers[seat], default=None)
    return NOBODY if worst is None or not dangers[worst] else worst


def change_target(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """One of the new targets."""
    return pick_target(outlook, [Seat(int(seat)) for seat in ask.choice.offers()], chance)


# --- loot ------------------------------------------------------------------------------------


def take_share(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """What is worth most; the Greedy takes two if the next turn would bring less."""
    offers = ask.choice.offers()
    single = [offer for offer in offers if not isinstance(offer, dict)]
    single += [offer[ONE] for offer in offers if isinstance(offer, dict) and ONE in offer]
    best = max(single, key=lambda share: outlook.worth(Loot(share)))
    if not isinstance(offers[0], dict):
        return best
    pairs = [offer for offer in offers if TWO in offer]
    two = max(pairs, key=lambda offer: pair_worth(outlook, offer))
    return two if pair_worth(outlook, two) > one_by_one(outlook) else {ONE: best}


def pair_worth(outlook: Outlook, offer: dict[str, dict[str, str]]) -> float:
    """What two cards are worth together."""
    return sum(outlook.worth(Loot(card)) for card in offer[TWO].values())


def one_by_one(outlook: Outlook) -> float:
    """What taking turns should bring, if everybody takes the best."""
    worth = sorted((outlook.worth(card) for card in outlook.gang.loot), reverse=True)
    return sum(worth[:: max(1, len(outlook.gang.takers))])


DECISIONS: dict[str, Decision] = {
    "cash.bullet.choose": choose_bullet,
    "cash.holdup.aim": aim,
    "cash.privilege.order": give_order,
    "cash.privilege.owner_picks": change_target,
    "cash.share.must_take": take_share,
    "cash.clip.swap": cheapest_bullet,
}
"""By the rule that asks."""
