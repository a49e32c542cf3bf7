"""The sums that a reader of rules would have to do: roles by seats, cards by models, and so on.

A game works them out for a number of players (``Game.sums``), by names that all games share, so
that they can stand side by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Amount, Game
from boomtown.core.match import checked_options

SUMS = (
    "sides",
    "roles",
    "points",
    "models",
    "models_all",
    "bystanders",
    "life",
    "cards",
    "live_rounds",
    "cards_turn",
    "dice",
    "throws",
    "arrows",
    "rounds",
    "loot_round",
    "loot_share",
    "loot_all",
    "loss_hit",
    "hit_most",
    "aim_most",
)
"""In the order in which they are shown; each has a name in every language of the site."""


class UnknownSum(BoomtownError):
    """A game has a sum that no reader has a name for."""


def sums_of(game: Game[Any, Any], seats: int, options: Mapping[str, object]) -> dict[str, Amount]:
    """What comes to what, with so many players and these options; nothing where it cannot be."""
    if game.sums is None:
        return {}
    try:
        chosen = checked_options(game, seats, dict(options))
    except BoomtownError:
        return {}
    found = game.sums(seats, chosen)
    if unknown := found.keys() - set(SUMS):
        raise UnknownSum(f"{game.id}: nobody knows the sum {min(unknown)!r}; see boomtown.rulebook")
    return {name: found[name] for name in SUMS if name in found}
