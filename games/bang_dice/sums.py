"""What comes to what with so many players (bang.setup.roles): for the comparison."""

from __future__ import annotations

from bang_dice.content import DICE, ROLES, THROWS, Role
from bang_dice.rules.setup import eligible_characters, printed_life
from bang_dice.state import BangOptions
from boomtown.core import Amount


def sums(seats: int, options: BangOptions) -> dict[str, Amount]:
    """Roles by seats, and what one attack can cost."""
    dealt = options.characters != "off"
    lives = [printed_life(who) for who in (eligible_characters(options) if dealt else [None])]
    return {
        "roles": {f"role.{role}": count for role, count in ROLES[seats].items()},
        "sides": 2 + ROLES[seats][Role.RENEGADE],  # law, outlaws, and each Renegade alone
        "life": (min(lives), max(lives)),
        "dice": DICE,
        "throws": THROWS,
        "loss_hit": 1,
        "hit_most": seats - 1,  # the Gatling gun
        "arrows": options.arrows + options.chief,
    }
