"""A bot that keeps a cool head: it counts bullets, weighs threats, and knows what to take."""

from __future__ import annotations

from collections.abc import Callable

from boomtown.core import Answer, Chance, Imagine, Question, Seat, View
from cash_n_guns.bot.outlook import Outlook
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.cards import KEEP
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.loot import DECLINE
from cash_n_guns.rules.sharing import ALLOW, FORBID, ONE, TWO
from cash_n_guns.state import Gang

JUNK = 7.0
"""A card worth less than this goes to the Junk Dealer's piles."""
OUTRAGE = 17.0
"""What a share must be worth to the Dictator to be forbidden others."""
MANY = 100


class CoolBot:
    """Answers from what its seat can see."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Gang], ask: Question, imagine: Imagine) -> Answer:
        return DECISIONS[ask.rule](Outlook(view.state, ask.seat), ask, self.chance)


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


def change_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """The Cunning holds a Bang! for a target that will stand, and a Click for one that ducks."""
    bullet, target = outlook.own.bullet, outlook.own.target
    if bullet is None:
        return KEEP
    good = target is not None and target != outlook.me and outlook.stands(target) > 0.6
    wanted = Bullet.BANG if good else Bullet.CLICK
    return wanted if bullet.value is not wanted and wanted in ask.choice.offers() else KEEP


def save_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """The Smart takes a Bang! back for a Click."""
    bullet = outlook.own.bullet
    wasted = bullet is not None and bullet.value is Bullet.BANG
    return Bullet.CLICK if wasted and Bullet.CLICK in ask.choice.offers() else KEEP


def cheapest_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """A Click, if there is one, for a clip or for the Hustler's victim."""
    return next(iter(ask.choice.offers()))


def draw_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """The Hustler draws where most Bang! should be, while a Click can be given for it."""
    clicks = [card for card in outlook.own.hand if card.value is Bullet.CLICK]
    if not clicks:
        return DECLINE
    return max(outlook.others, key=lambda seat: outlook.fires(seat))


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
    hurt = outlook.wounded(gangster, 1) * outlook.stands(seat) * outlook.fires(outlook.me)
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


def show_courage(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """Standing pays if the share outweighs the wounds to expect."""
    own = outlook.own
    hits = outlook.hits(outlook.aimers(outlook.me))
    share = 0.0 if own.late else outlook.share()
    value = hits.get(0, 0.0) * share
    value -= sum(odds * outlook.wounded(own, count) for count, odds in hits.items() if count)
    return STAND if value > shelter(outlook) else DUCK


def shelter(outlook: Outlook) -> float:
    """What ducking brings: a wound less for the Doctor, a bill for the Stealthy."""
    own = outlook.own
    match own.power:
        case "doctor":
            return outlook.wounded_now() / 2 if own.wounds else 0.0
        case "stealthy":
            return 10.0 if Loot.B10 in outlook.gang.loot else 0.0
        case _:
            return 0.0


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


def veto(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """The Dictator forbids what is worth a lot."""
    shares = ask.args["shares"]
    assert isinstance(shares, list)
    return FORBID if max(outlook.worth(Loot(share)) for share in shares) >= OUTRAGE else ALLOW


def exchange(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """The Junk Dealer gives the card that is worth least, if it is junk."""
    cards = [Loot(card) for card in ask.choice.offers() if card != DECLINE]
    worst = min(cards, key=outlook.worth)
    return worst if outlook.worth(worst) < JUNK else DECLINE


DECISIONS: dict[str, Callable[[Outlook, Question, Chance], Answer]] = {
    "cash.power.hustler": draw_bullet,
    "cash.power.hustler_order": cheapest_bullet,
    "cash.bullet.choose": choose_bullet,
    "cash.holdup.aim": aim,
    "cash.holdup.kid": aim,
    "cash.power.cunning": change_bullet,
    "cash.privilege.order": give_order,
    "cash.privilege.owner_picks": change_target,
    "cash.courage.choose": show_courage,
    "cash.power.smart": save_bullet,
    "cash.power.junk_dealer": exchange,
    "cash.share.must_take": take_share,
    "cash.power.dictator": veto,
    "cash.clip.swap": cheapest_bullet,
}
"""What is done at each question."""
