"""What the deputy makes of each power: its own questions, what ducking brings, how it shoots.

Every power has an entry; ``AS_WITHOUT`` says that nothing is done otherwise for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from boomtown.core import Answer, Chance, Question, Seat
from cash_n_guns.bot.reckoning import Reckoning
from cash_n_guns.content import KIND, VULTURE_CARDS, Bullet, Loot
from cash_n_guns.rules.cards import DECLINE, KEEP
from cash_n_guns.rules.powers import bullets, courage, scoring, sharing, wounds
from cash_n_guns.rules.powers.sharing import ALLOW, FORBID
from cash_n_guns.state import Gangster

Decision: TypeAlias = Callable[[Reckoning, Question, Chance], Answer]
SURE = 0.6
"""How likely a target must stand for the Cunning to hold a Bang! ready."""
OUTRAGE = 3.0
"""What a word of the Dictator must bring."""
SWAP = 2.0
"""By how much a card must be worse than those of the piles for the Junk Dealer to give it."""


def nothing(table: Reckoning) -> float:
    """As for everybody."""
    return 0.0


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """What is different for somebody with a power."""

    answers: Mapping[str, Decision] = field(default_factory=dict)
    """What is done at the power's own questions, by the rule that asks."""
    heals: int = 0
    """How many wounds ducking heals."""
    sneaks: Callable[[Reckoning], float] = nothing
    """What ducking brings."""
    extra: Callable[[Reckoning], float] = nothing
    """What standing brings besides the share."""
    keen: float = 1.0
    """How many times as often as others a Bang! is chosen."""
    robs: bool = False
    """Whether a Bang! at somebody who ducks brings a card of theirs."""
    inherits: int = 0
    """How many cards of somebody who is killed it brings."""


AS_WITHOUT = Opinion()

# --- questions -------------------------------------------------------------------------------


def draw_bullet(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """The Hustler draws where most Bang! should be, while a Click can be given for it."""
    clicks = [card for card in table.own.hand if card.value is Bullet.CLICK]
    if not clicks or not table.rounds_left:
        return DECLINE
    return max(table.others, key=lambda seat: (table.threats[seat], table.ranks[seat]))


def pay_bullet(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """The Hustler pays with a Click, if there is one."""
    return next(iter(ask.choice.offers()))


def change_bullet(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """The Cunning holds a Bang! for a target that will stand, and a Click for one that ducks."""
    bullet, target = table.own.bullet, table.own.target
    if bullet is None:
        return KEEP
    good = target is not None and target != table.me and table.stands(target) > SURE
    wanted = Bullet.BANG if good else Bullet.CLICK
    return wanted if bullet.value is not wanted and wanted in ask.choice.offers() else KEEP


def save_bullet(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """The Smart takes a Bang! back for a Click, while there are rounds to use it."""
    bullet = table.own.bullet
    wasted = bullet is not None and bullet.value is Bullet.BANG and table.rounds_left > 0
    return Bullet.CLICK if wasted and Bullet.CLICK in ask.choice.offers() else KEEP


def veto(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """The Dictator forbids what would otherwise come round, or what makes another too rich."""
    shares = ask.args["shares"]
    taker = ask.args["taker"]
    assert isinstance(shares, list)
    assert isinstance(taker, int)
    wanted = [Loot(str(share)) for share in shares]
    order = table.gang.takers
    between = (order.index(table.me) - order.index(Seat(taker)) - 1) % len(order)
    left = [*table.gang.loot, *([Loot.NEW_GODFATHER] if table.gang.token else [])]
    for share in wanted:
        left.remove(share)
    allowed = next_pick(table, left, between)
    kinds = {KIND[share] for share in wanted}
    others = [share for share in left if KIND[share] not in kinds]
    instead = max(others, key=table.worth, default=None)
    after = [share for share in [*left, *wanted] if share is not instead]
    forbidden = next_pick(table, after, between)
    taken = sum(table.worth(share) for share in wanted)
    less = taken - (0.0 if instead is None else table.worth(instead))
    gain = forbidden - allowed + table.judgement.deny * less
    return FORBID if gain > OUTRAGE else ALLOW


def next_pick(table: Reckoning, shares: list[Loot], before: int) -> float:
    """What my next turn brings, if so many others take the best before."""
    worth = sorted((table.worth(share) for share in shares), reverse=True)
    return worth[before] if before < len(worth) else 0.0


def exchange(table: Reckoning, ask: Question, chance: Chance) -> Answer:
    """The Junk Dealer gives the card that is worth least, if those of the piles are better."""
    cards = [Loot(card) for card in ask.choice.offers() if card != DECLINE]
    worst = min(cards, key=table.without)
    return worst if table.without(worst) + SWAP < table.unseen_card else DECLINE


# --- what ducking and standing bring ---------------------------------------------------------


def a_bill(table: Reckoning) -> float:
    """The Stealthy takes a bill, if there is one."""
    return 10.0 if Loot.B10 in table.gang.loot else 0.0


def a_first_bill(table: Reckoning) -> float:
    """The Cute takes a bill before the others."""
    return 5.0 if Loot.B5 in table.gang.loot else 0.0


OPINIONS: Mapping[str, Opinion] = {
    bullets.HUSTLER.id: Opinion(
        answers={"cash.power.hustler": draw_bullet, "cash.power.hustler_order": pay_bullet},
        keen=1.2,
    ),
    bullets.KID.id: AS_WITHOUT,  # all other aims are seen in the question
    bullets.CUNNING.id: Opinion(answers={"cash.power.cunning": change_bullet}),
    courage.DOCTOR.id: Opinion(heals=1),
    courage.STEALTHY.id: Opinion(sneaks=a_bill),
    courage.PROFESSIONAL.id: Opinion(keen=1.5, robs=True),
    courage.SMART.id: Opinion(answers={"cash.power.smart": save_bullet}, keen=1.5),
    wounds.LUCKY_MAN.id: AS_WITHOUT,  # how many hits count is asked of the power
    wounds.UNBREAKABLE.id: AS_WITHOUT,  # how many wounds kill, too
    wounds.VULTURE.id: Opinion(inherits=VULTURE_CARDS),
    sharing.CUTE.id: Opinion(extra=a_first_bill),
    sharing.GREEDY.id: AS_WITHOUT,  # that two cards are offered is seen in the question
    sharing.JUNK_DEALER.id: Opinion(answers={"cash.power.junk_dealer": exchange}),
    sharing.DICTATOR.id: Opinion(answers={"cash.power.dictator": veto}),
    sharing.GOOD_FRIEND.id: AS_WITHOUT,  # whether others' clips help is asked of the power
    scoring.COLLECTOR.id: AS_WITHOUT,  # its painting is counted with the others
}


def opinion_of(gangster: Gangster) -> Opinion:
    """What is different for a player."""
    return AS_WITHOUT if gangster.power is None else OPINIONS[gangster.power]
