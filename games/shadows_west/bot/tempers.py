"""The deputy in four tempers: the same judgement with other weights."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec import structs

from shadows_west.bot.deputy import DeputyBot
from shadows_west.bot.stakes import STEADY, Judgement

JUDGEMENTS: Final[Mapping[str, Judgement]] = MappingProxyType(
    {
        "careful": structs.replace(STEADY, caution=0.6, advance=0.1),  # keeps out of sight
        "bold": structs.replace(STEADY, caution=0.05, advance=0.8, nerve=2.0),  # goes there
        "vengeful": structs.replace(STEADY, react=0.1, watch=1.2),  # waits, and shoots back
        "greedy": structs.replace(STEADY, errand=1.8, point=10.0),  # loot and captives first
    }
)
TEMPERS = {
    temper: partial(DeputyBot, judgement=judgement) for temper, judgement in JUDGEMENTS.items()
}
