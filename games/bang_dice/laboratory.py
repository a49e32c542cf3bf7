"""The edition for the laboratory: numbers of the box that no table can choose."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bang_dice import GAME
from bang_dice.content import SHERIFF_BONUS, RoleCard
from bang_dice.rules.setup import deal
from bang_dice.state import BangOptions, Town
from boomtown.core import Chance, with_constants


class BangConstants(BangOptions):
    """What a table may choose, and what only the laboratory changes."""

    sheriff_bonus: Annotated[int, Meta(ge=0, le=6)] = SHERIFF_BONUS
    """Life points of the Sheriff beyond the character's own (bang.setup.life)."""


def deal_changed(seats: int, options: BangConstants, chance: Chance) -> Town:
    """The usual deal; then the Sheriff gets as many life points as the study says."""
    town = deal(seats, options, chance)
    for cowboy in town.cowboys:
        if cowboy.role.value is RoleCard.SHERIFF:
            cowboy.life += options.sheriff_bonus - SHERIFF_BONUS
            cowboy.cap += options.sheriff_bonus - SHERIFF_BONUS
    return town


LABORATORY = with_constants(GAME, BangConstants, deal_changed)
