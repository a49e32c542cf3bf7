"""The deputy in four tempers: small habits that people notice, on top of its judgement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from boomtown.core import Answer, Chance, Entry, Imagine, Listener, Question, View
from cash_n_guns.bot.deputy import DeputyBot, boldness, likely
from cash_n_guns.bot.reckoning import STEADY, Reckoning
from cash_n_guns.content import FACE_VALUE, Bullet, Loot
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.state import Gang

Habit = Callable[["TemperedDeputy", Reckoning, Question], Answer | None]
"""What is done at a question; None leaves it to the deputy."""
OFTEN = 0.75
"""How often a habit is followed, so that nobody can count on it."""
FLINCH = 0.25
"""How often the careful duck and the bold stand where the deputy would not."""


class TemperedDeputy(Listener):
    """Follows its habits where they apply, and the deputy otherwise."""

    def __init__(self, chance: Chance, habits: Mapping[str, Habit]) -> None:
        self.chance = chance
        self.told: Sequence[Entry] = ()
        self._deputy = DeputyBot(chance)
        self._habits = habits

    def hear(self, told: Sequence[Entry]) -> None:
        self.told = told

    def answer(self, view: View[Gang], ask: Question, imagine: Imagine) -> Answer:
        habit = self._habits.get(ask.rule)
        if habit is not None and len(ask.choice.offers()) > 1:
            answer = habit(self, Reckoning(view.state, ask.seat, STEADY), ask)
            if answer is not None:
                return answer
        return self._deputy.answer(view, ask, imagine)


def stand_seldom(bot: TemperedDeputy, table: Reckoning, ask: Question) -> Answer:
    """As the deputy, but now and then the guns are too many."""
    flinches = bool(table.aimers(table.me)) and likely(bot.chance, FLINCH)
    return STAND if likely(bot.chance, boldness(table)) and not flinches else DUCK


def stand_often(bot: TemperedDeputy, table: Reckoning, ask: Question) -> Answer:
    """As the deputy, but now and then in spite of everything."""
    return STAND if likely(bot.chance, max(boldness(table), FLINCH)) else DUCK


def load_early(bot: TemperedDeputy, table: Reckoning, ask: Question) -> Answer | None:
    """A Bang! rather now than later."""
    return Bullet.BANG if likely(bot.chance, 0.5) else None


def pay_back(bot: TemperedDeputy, table: Reckoning, ask: Question) -> Answer | None:
    """Aims at whoever has aimed at it last, unless it is itself or out."""
    if not table.threats[table.me] or not likely(bot.chance, OFTEN):
        return None
    for entry in reversed(bot.told):
        if entry.rule == AIM and entry.args.get("target") == table.me:
            foe = entry.args.get("seat")
            return next((seat for seat in table.others if seat == foe), None)
    return None


def aim_at_the_rich(bot: TemperedDeputy, table: Reckoning, ask: Question) -> Answer | None:
    """Aims at whoever has the most cards, who is not always who is worth most."""
    if not table.threats[table.me] or not likely(bot.chance, OFTEN):
        return None
    cards = {seat: len(table.gang.gangsters[seat].loot) for seat in table.others}
    most = max(cards.values())
    return bot.chance.pick([seat for seat, count in cards.items() if count == most])


def take_money(bot: TemperedDeputy, table: Reckoning, ask: Question) -> Answer | None:
    """What has the highest number on it, where that is worth about as much."""
    shares = ask.choice.offers()
    if any(isinstance(share, dict) for share in shares):
        return None
    face = max(shares, key=lambda share: FACE_VALUE.get(Loot(share), 0))
    best = max(table.worth(Loot(share)) for share in shares)
    return face if table.worth(Loot(face)) > 0.7 * best else None


AIM = "cash.holdup.aim"
COURAGE = "cash.courage.choose"
HABITS: dict[str, dict[str, Habit]] = {
    "careful": {COURAGE: stand_seldom},
    "bold": {COURAGE: stand_often, "cash.bullet.choose": load_early},
    "vengeful": {AIM: pay_back},
    "greedy": {AIM: aim_at_the_rich, "cash.share.must_take": take_money},
}
TEMPERS = {temper: partial(TemperedDeputy, habits=habits) for temper, habits in HABITS.items()}
