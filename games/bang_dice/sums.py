"""What comes to what with so many players (bang.setup.roles): for the comparison."""

from __future__ import annotations

from bang_dice.content import DICE, ROLE_OF, ROLES, THROWS, Role
from bang_dice.rules.setup import eligible_characters, role_cards, starting_life
from bang_dice.state import BangOptions
from boomtown.core import Amount


def sums(seats: int, options: BangOptions) -> dict[str, Amount]:
    """Roles by seats, and what one attack can cost."""
    return {
        "roles": {f"role.{role}": count for role, count in ROLES[seats].items()},
        "sides": 2 + ROLES[seats][Role.RENEGADE],  # law, outlaws, and each Renegade alone
        "life": _life(seats, options),
        "dice": DICE,
        "throws": THROWS,
        "loss_hit": 1,
        "hit_most": seats - 1,  # the Gatling gun
        "arrows": options.arrows + options.chief,
    }


def _life(seats: int, options: BangOptions) -> Amount:
    """Life points at the start; the Sheriff apart, who may have more (bang.setup.life)."""
    dealt = options.characters != "off"
    found: dict[str, tuple[int, int]] = {}
    for who, sheriff in (("others", False), ("sheriff", True)):
        cards = [card for card in role_cards(options) if (ROLE_OF[card] is Role.SHERIFF) == sheriff]
        lives = [
            starting_life(card, character, seats)
            for card in cards
            for character in (eligible_characters(options) if dealt else [None])
        ]
        found[f"lives.{who}"] = (min(lives), max(lives))
    others, sheriff_life = found.values()
    return others if others == sheriff_life else found
