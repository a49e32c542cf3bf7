"""Stage 1: the loot of the round (cash.loot.*)."""

from __future__ import annotations

from boomtown.core import Match, Step
from cash_n_guns.rules.moments import spoken
from cash_n_guns.state import Gang


class RevealLoot(Step):
    """The cards of the round's pile are turned face up beside the token."""

    rule = "cash.loot.reveal"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        for card in gang.piles[0]:
            match.reveal(card)
        gang.loot = [card.value for card in gang.piles.pop(0)]
        match.tell(self.rule, loot=list(gang.loot))
        match.then(*spoken(gang, lambda power, seat: power.loot_shown(gang, seat)))
