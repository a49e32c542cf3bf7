"""The deputy: knows sets and what others want of them, mixes courage and bluffs, uses its power."""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core import Answer, Chance, Imagine, Question, Seat, View
from cash_n_guns.bot.powers import OPINIONS, Decision, opinion_of
from cash_n_guns.bot.reckoning import STEADY, Judgement, Reckoning, even
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.moments import power_of
from cash_n_guns.rules.sharing import ONE, TWO
from cash_n_guns.state import Gang

FINE = 10_000
LEAST = 0.01
"""What a target is worth that is worth nothing."""


def likely(chance: Chance, odds: float) -> bool:
    """True as often as the odds say."""
    return chance.below(FINE) < odds * FINE


# --- bullets ---------------------------------------------------------------------------------


def choose_bullet(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """A Bang! as often as the hand has them, more often when much is at stake."""
    offers = list(ask.choice.offers())
    if len(offers) == 1:
        return offers[0]
    hand = [card.value for card in table.own.hand]
    part = hand.count(Bullet.BANG) / len(hand)
    stake = sum(table.pot) / table.judgement.round
    odds = part * (1.0 + table.judgement.stake * (stake - 1.0)) * opinion_of(table.own).keen
    return Bullet.BANG if likely(chance, odds) else Bullet.CLICK


def cheapest_bullet(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """A Click, if there is one."""
    return next(iter(ask.choice.offers()))


# --- aims ------------------------------------------------------------------------------------


def aim(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """At whom it pays most to threaten; at nobody, if everybody knows that the gun is empty."""
    if not table.threats[table.me]:
        return NOBODY
    return pick_target(table, table.others, chance)


def pick_target(table: Reckoning, targets: Sequence[Seat], chance: Chance) -> Seat:
    """The better a target, the more often; if all aimed at one, it would duck and be safe."""
    gains = [max(LEAST, gain_of(table, seat)) for seat in targets]
    best = max(gains)
    weights = [1 + int(FINE * (gain / best) ** table.judgement.focus) for gain in gains]
    lot = chance.below(sum(weights))
    for seat, weight in zip(targets, weights, strict=True):
        lot -= weight
        if lot < 0:
            return seat
    raise AssertionError("the weights add up")


def gain_of(table: Reckoning, seat: Seat) -> float:
    """What my gun on a player should bring me: they are hit, or lose their share by ducking."""
    alone = table.stands(seat)
    stands = table.stands(seat, more=table.threats[table.me])
    fires = table.fires(table.me)
    left_to_others = table.freed(seat) + table.ranks[seat] * table.loses(seat)
    gain = left_to_others * (alone - stands + stands * fires)
    if opinion_of(table.own).robs and table.gang.gangsters[seat].loot:
        gain += (1.0 - stands) * fires * table.judgement.card
    return gain + stands * fires * wound_worth(table, seat)


def wound_worth(table: Reckoning, seat: Seat) -> float:
    """What it is worth to me that a player has a wound more."""
    left = table.wounds_left[seat]
    fortune = table.promise(seat)
    if left == 1:
        heirs = len(table.living) - 1
        cards = min(opinion_of(table.own).inherits, len(table.gang.gangsters[seat].loot))
        spoils = table.judgement.card * cards
        return table.ranks[seat] * fortune + table.income / heirs + spoils
    return table.ranks[seat] * fortune * (table.survives(left) - table.survives(left - 1))


def give_order(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """Whoever threatens the Godfather most is sent elsewhere."""
    offers = ask.choice.offers()
    aimers = [seat for seat in table.aimers(table.me) if seat in offers]
    dangers = {seat: table.fires(seat) * table.stands(seat) for seat in aimers}
    worst = max(dangers, key=lambda seat: dangers[seat], default=None)
    return NOBODY if worst is None or not dangers[worst] else worst


def change_target(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """One of the new targets."""
    return pick_target(table, [Seat(int(seat)) for seat in ask.choice.offers()], chance)


# --- courage ---------------------------------------------------------------------------------


def show_courage(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """Whatever wins more often; where it is close, now this and now that."""
    return STAND if likely(chance, boldness(table)) else DUCK


def boldness(table: Reckoning) -> float:
    """How likely I stand."""
    opinion, suffers = opinion_of(table.own), power_of(table.own).suffers
    share = 0.0 if table.own.late else table.share + opinion.extra(table)
    hits = table.hits()
    stand = 0.0
    for count, odds in enumerate(hits):
        counted = suffers(count)
        stand += odds * table.odds(0.0 if counted else share, hits=counted)
    duck = table.odds(opinion.sneaks(table), healed=min(opinion.heals, table.own.wounds))
    if hits[0] == 1.0 and stand >= duck:
        return 1.0
    return even((table.in_money(stand) - table.in_money(duck)) / table.judgement.doubt)


# --- loot ------------------------------------------------------------------------------------


def take_share(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """What is worth most; the Greedy takes two if the next turn would bring less."""
    offers = ask.choice.offers()
    single = [offer for offer in offers if not isinstance(offer, dict)]
    single += [offer[ONE] for offer in offers if isinstance(offer, dict) and ONE in offer]
    best = max(single, key=lambda share: table.worth(Loot(share)))
    if not isinstance(offers[0], dict):
        return best
    pairs = [offer for offer in offers if TWO in offer]
    two = max(pairs, key=lambda offer: pair_worth(table, offer))
    alone = table.turns(0.0, float(len(table.gang.takers)))
    return two if pair_worth(table, two) > alone else {ONE: best}


def pair_worth(table: Reckoning, offer: dict[str, dict[str, str]]) -> float:
    """What two cards are worth together."""
    return sum(table.worth(Loot(card)) for card in offer[TWO].values())


ANSWERS: dict[str, Decision] = {
    "cash.bullet.choose": choose_bullet,
    "cash.holdup.aim": aim,
    "cash.privilege.order": give_order,
    "cash.privilege.owner_picks": change_target,
    "cash.courage.choose": show_courage,
    "cash.share.must_take": take_share,
    "cash.clip.swap": cheapest_bullet,
    "cash.holdup.kid": aim,
    **{rule: do for opinion in OPINIONS.values() for rule, do in opinion.answers.items()},
}
"""What is done at each question, by the rule that asks."""


class DeputyBot:
    """Answers from what its seat can see."""

    def __init__(self, chance: Chance, judgement: Judgement = STEADY) -> None:
        self.chance = chance
        self.judgement = judgement

    def answer(self, view: View[Gang], ask: Question, imagine: Imagine) -> Answer:
        return ANSWERS[ask.rule](Reckoning(view.state, ask.seat, self.judgement), ask, self.chance)
