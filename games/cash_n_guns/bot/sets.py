"""What paintings and diamonds are worth before the end: sets that may still grow.

Who took what is not kept on the table (cash.hidden.snapshot), so these are odds over all hands that
fit what a seat can count. Amounts are in thousands.
"""

from __future__ import annotations

from functools import cache
from math import comb

from cash_n_guns.content import DIAMOND_BONUS, PAINTING_SET

THOUSAND = 1_000
BONUS = DIAMOND_BONUS / THOUSAND
PAINTINGS_MOST = len(PAINTING_SET) - 1


@cache
def catches(to_come: int, grasp: float) -> tuple[float, ...]:
    """How likely somebody gets none, one … or all of so many cards, if each one with such odds."""
    return tuple(
        comb(to_come, got) * grasp**got * (1 - grasp) ** (to_come - got)
        for got in range(to_come + 1)
    )


def set_worth(paintings: int) -> float:
    """What so many paintings are worth at the end."""
    return PAINTING_SET[min(paintings, PAINTINGS_MOST)] / THOUSAND


@cache
def paintings_worth(have: int, to_come: int, grasp: float) -> float:
    """What a set of paintings should be worth at the end, if so many more will lie there."""
    odds = catches(to_come, grasp)
    return sum(chance * set_worth(have + got) for got, chance in enumerate(odds))


@cache
def another_painting(have: int, to_come: int, grasp: float) -> float:
    """What one painting more adds to a set, now and later."""
    with_it = paintings_worth(have + 1, to_come, grasp)
    return with_it - paintings_worth(have, to_come, grasp)


@cache
def rival_painting(held: int, rivals: int, to_come: int, grasp: float) -> float:
    """What a painting adds to the set of whoever wants it, if others hold so many in all.

    Any division among them is taken to be as likely as any other, and who has more wants more.
    """
    total = weights = 0.0
    for have in range(held + 1):
        weight = divisions(held - have, rivals - 1) * (1.0 + have)
        total += weight * another_painting(have, to_come, grasp)
        weights += weight
    return total / weights if weights else 0.0


@cache
def divisions(cards: int, hands: int, most: int = 99) -> int:
    """In how many ways cards lie in hands, none of which has more than the most."""
    if hands == 0:
        return int(cards == 0)
    return sum(divisions(cards - own, hands - 1, most) for own in range(min(cards, most) + 1))


@cache
def most_diamonds(have: int, held: int, rivals: int) -> float:
    """How likely nobody else has as many diamonds, if the others hold so many in all."""
    if not have or not rivals:
        return float(bool(have))
    return divisions(held, rivals, have - 1) / divisions(held, rivals)


@cache
def bonus_worth(have: int, held: int, to_come: int, rivals: int, grasp: float) -> float:
    """What the bonus for the most diamonds should bring at the end."""
    odds = catches(to_come, grasp)
    return BONUS * sum(
        chance * most_diamonds(have + got, held + to_come - got, rivals)
        for got, chance in enumerate(odds)
    )
