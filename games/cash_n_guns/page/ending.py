"""The end of a match on the page: everybody's loot item by item (cash.score.*)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from boomtown.core import Seat, View
from cash_n_guns.content import DIAMOND_BONUS, DIAMONDS, FACE_VALUE, Loot
from cash_n_guns.page.cards import face_value
from cash_n_guns.rules.ending import set_value
from cash_n_guns.rules.moments import power_of
from cash_n_guns.state import Gang


class Count(Struct):
    """What a player's loot brought in the end, item by item (cash.score.sum)."""

    seat: Seat
    rank: int
    bills: int
    diamonds: int
    diamond_cards: int
    bonus: int
    paintings: int
    painting_cards: int
    total: int
    out: bool
    winner: bool


def counts_of(view: View[Gang]) -> list[Count]:
    """Everybody's loot item by item, the best first; the dead have lost theirs."""
    outcome, gang = view.outcome, view.state
    if outcome is None:
        return []
    held = [Counter(card.value for card in gangster.loot) for gangster in gang.gangsters]
    diamonds = [sum(cards[card] for card in DIAMONDS) for cards in held]
    most = max(diamonds)
    counts = []
    for number, gangster in enumerate(gang.gangsters):
        cards, value = held[number], face_value(gangster)
        gems = sum(FACE_VALUE[card] * cards[card] for card in DIAMONDS)
        alive = not gangster.out
        rich = alive and most > 0 and diamonds[number] == most and diamonds.count(most) == 1
        counts.append(
            Count(
                seat=Seat(number),
                rank=outcome.ranks[number],
                bills=value - gems,
                diamonds=gems,
                diamond_cards=diamonds[number],
                bonus=DIAMOND_BONUS if rich else 0,
                paintings=set_value(gangster, cards[Loot.PAINTING]) if alive else 0,
                painting_cards=cards[Loot.PAINTING] + power_of(gangster).paintings,
                total=outcome.scores[number],
                out=gangster.out,
                winner=number in outcome.winners,
            )
        )
    return sorted(counts, key=lambda count: (count.rank, count.seat))


def results_of(view: View[Gang]) -> list[list[tuple[str, str]]]:
    if view.outcome is None:
        return []
    return [
        [
            *([("power", one.power)] if one.power is not None else []),
            *([("fate", "out")] if one.out else []),
        ]
        for one in view.state.gangsters
    ]
