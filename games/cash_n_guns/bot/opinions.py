"""What the bot makes of each power: how its own questions are answered, and what ducking brings.

Every power has an entry; ``AS_WITHOUT`` says that the bot plays as if it had none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from boomtown.core import Answer, Chance, Question
from cash_n_guns.bot.decisions import Decision, aim, cheapest_bullet
from cash_n_guns.bot.outlook import Outlook
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.cards import DECLINE, KEEP
from cash_n_guns.rules.powers import bullets, courage, scoring, sharing, wounds
from cash_n_guns.rules.powers.sharing import ALLOW, FORBID

JUNK = 7.0
"""A card worth less than this goes to the Junk Dealer's piles."""
OUTRAGE = 17.0
"""What a share must be worth to the Dictator to be forbidden others."""


def open_air(outlook: Outlook) -> float:
    """Ducking brings nothing."""
    return 0.0


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """What is different for somebody with a power."""

    answers: Mapping[str, Decision] = field(default_factory=dict)
    """What is done at the power's own questions, by the rule that asks."""
    shelter: Callable[[Outlook], float] = open_air
    """What ducking brings."""


AS_WITHOUT = Opinion()
"""The bot plays as without the power, or the power needs no decision."""

# --- questions -------------------------------------------------------------------------------


def draw_bullet(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """The Hustler draws where most Bang! should be, while a Click can be given for it."""
    clicks = [card for card in outlook.own.hand if card.value is Bullet.CLICK]
    if not clicks:
        return DECLINE
    return max(outlook.others, key=lambda seat: outlook.fires(seat))


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


# --- ducking ---------------------------------------------------------------------------------


def a_wound_less(outlook: Outlook) -> float:
    """The Doctor heals."""
    return outlook.wounded_now() / 2 if outlook.own.wounds else 0.0


def a_bill(outlook: Outlook) -> float:
    """The Stealthy takes a bill, if there is one."""
    return 10.0 if Loot.B10 in outlook.gang.loot else 0.0


OPINIONS: Mapping[str, Opinion] = {
    bullets.HUSTLER.id: Opinion(
        answers={
            "cash.power.hustler": draw_bullet,
            "cash.power.hustler_order": cheapest_bullet,
        }
    ),
    bullets.KID.id: Opinion(answers={"cash.holdup.kid": aim}),
    bullets.CUNNING.id: Opinion(answers={"cash.power.cunning": change_bullet}),
    courage.DOCTOR.id: Opinion(shelter=a_wound_less),
    courage.STEALTHY.id: Opinion(shelter=a_bill),
    courage.PROFESSIONAL.id: AS_WITHOUT,
    courage.SMART.id: Opinion(answers={"cash.power.smart": save_bullet}),
    wounds.LUCKY_MAN.id: AS_WITHOUT,
    wounds.UNBREAKABLE.id: AS_WITHOUT,  # how many wounds kill is read from the power
    wounds.VULTURE.id: AS_WITHOUT,
    sharing.CUTE.id: AS_WITHOUT,
    sharing.GREEDY.id: AS_WITHOUT,  # that two cards are offered is seen in the question
    sharing.JUNK_DEALER.id: Opinion(answers={"cash.power.junk_dealer": exchange}),
    sharing.DICTATOR.id: Opinion(answers={"cash.power.dictator": veto}),
    sharing.GOOD_FRIEND.id: AS_WITHOUT,
    scoring.COLLECTOR.id: AS_WITHOUT,  # its painting is counted with the others
}
