"""Which character a bot picks, where the table chooses them (bang.setup.choose)."""

from __future__ import annotations

from bang_dice.bot.opinions import OPINIONS
from bang_dice.bot.suspicion import Stance
from boomtown.core import Answer, Question


def choose_character(stance: Stance, ask: Question) -> Answer:
    """The one of those still free that wins most often."""
    return max(ask.choice.offers(), key=lambda who: OPINIONS[who].wins)
