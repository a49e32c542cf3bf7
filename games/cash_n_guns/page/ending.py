"""The count at the end: everybody's bills, paintings and diamonds (cash.score.*)."""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core import Entry, Result, Say, Seat, Sum, View
from cash_n_guns.content import DIAMOND_BONUS, DIAMONDS, FACE_VALUE, Loot
from cash_n_guns.page.cards import face_value
from cash_n_guns.rules.ending import diamond_winner, painting_value
from cash_n_guns.rules.moments import power_of
from cash_n_guns.state import Gang, Gangster

OUT = Say("ending.out", rule="cash.elim.loot")


def ending(view: View[Gang], told: Sequence[Entry]) -> list[Result]:
    """Everybody's loot, sum by sum; the dead have lost theirs."""
    gang = view.state
    rich = diamond_winner(gang)
    return [
        Result(
            seat=Seat(number),
            sums=() if gangster.out else sums_of(gangster, rich=number == rich),
            fate=OUT if gangster.out else None,
        )
        for number, gangster in enumerate(gang.gangsters)
    ]


def sums_of(gangster: Gangster, *, rich: bool) -> tuple[Sum, ...]:
    """What a living player's loot is worth, in the order in which it is counted."""
    cards = [card.value for card in gangster.loot]
    gems = [card for card in cards if card in DIAMONDS]
    art = cards.count(Loot.PAINTING) + power_of(gangster).paintings
    diamonds = sum(FACE_VALUE[card] for card in gems)
    counted = (
        Sum(Say("ending.bills"), face_value(gangster) - diamonds, "loot-bill"),
        Sum(Say("ending.paintings", {"cards": art}), painting_value(gangster), "loot-painting"),
        Sum(Say("ending.diamonds", {"cards": len(gems)}), diamonds, "loot-diamond"),
        Sum(Say("ending.bonus"), DIAMOND_BONUS if rich else 0, "loot-diamond"),
    )
    return tuple(part for part in counted if part.points)
