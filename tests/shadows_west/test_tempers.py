"""Tempers that people can tell apart: who runs at a gun, who waits, who goes for the loot."""

from collections import Counter
from functools import cache

import pytest

from boomtown.bots import answer_of, make_bot
from boomtown.core import Chance
from shadows_west import GAME
from shadows_west.rules.activation import LOOKOUT, MOVE, SHOOT, Act
from shadows_west.state import West
from shadows_west.terrain.maps import Piece
from town import A, fig, loot, play, town

FAR = range(500, 1300, 250)


def behind_a_fence(far: int) -> West:
    """Somebody with a pistol, and an enemy behind a fence so far away."""
    fence = Piece("fence", "linear", line=((850 + far, 700), (850 + far, 1300)), h=100)
    enemy = fig("b1", 910 + far, 1000, weapons=["pistol"], face="W")
    return town([fig("a1", 900, 1000, weapons=["pistol"], face="E"), enemy], [fence])


def between(far: int) -> West:
    """An enemy to shoot at on one side, loot on the other."""
    figures = [fig("a1", 1500, 1000, weapons=["pistol"], face="E")]
    figures.append(fig("b1", 1500 + far, 1000, face="E"))
    return town(figures, markers=[loot("loot1", 900, 1000)], scenario="bank_job")


@cache
def declared(temper: str) -> Counter[str]:
    """What somebody of a temper does in his last action, before a fence and beside loot."""
    found: Counter[str] = Counter()
    for far in FAR:
        for place in (behind_a_fence, between):
            chance = Chance.seeded("tempers")
            match = play(place(far), Act("a1", 1))
            answer = answer_of(make_bot(GAME, f"deputy.{temper}", chance), match, A, chance)
            found[f"{place.__name__} {answer}"] += 1
    return found


@pytest.mark.parametrize(
    ("temper", "does", "where"),
    [
        ("careful", SHOOT, behind_a_fence),
        ("bold", MOVE, behind_a_fence),
        ("vengeful", LOOKOUT, behind_a_fence),
        ("greedy", MOVE, between),
    ],
)
def test_each_temper_has_something_that_it_does_far_more_often_than_the_others(
    temper: str, does: str, where: object
) -> None:
    key = f"{getattr(where, '__name__', '')} {does}"
    counts = {one: declared(one)[key] for one in GAME.tempers}
    others = [count for one, count in counts.items() if one != temper]
    if temper == "careful":  # the greedy one has no reason not to shoot there either
        others.remove(counts["greedy"])
    assert counts[temper] >= max(others) + 2, counts
