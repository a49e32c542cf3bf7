"""Who plays whom in a tournament: pairs by the circle method, larger tables mixed well.

People are numbers from 0, as they were drawn when the tournament began; None is a bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from boomtown.core.chance import Chance

TRIES = 12
"""How often people are drawn anew before the best round is taken."""
Seating = tuple[int | None, ...]
"""Who sits at a table, by seat."""


def round_robin(people: int) -> list[list[Seating]]:
    """All rounds in which everybody meets everybody else once; where one is over, they rest.

    The circle method: the first stays, the others move on by one. The first seat goes to whoever
    has had it less often.

    >>> round_robin(3)
    [[(1, 2)], [(2, 0)], [(0, 1)]]
    """
    circle: list[int | None] = [*range(people), *([None] if people % 2 else [])]
    rounds: list[list[tuple[int, int]]] = []
    for _ in range(len(circle) - 1):
        pairs = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        rounds.append([(a, b) for a, b in pairs if a is not None and b is not None])
        circle[1:] = [circle[-1], *circle[1:-1]]
    return _evened(people, rounds)


def _evened(people: int, rounds: list[list[tuple[int, int]]]) -> list[list[Seating]]:
    """The same pairs, with the first seat given to whoever has had it less often."""
    first, evened = [0] * people, []
    for number, pairs in enumerate(rounds):
        turned: list[Seating] = []
        for one, other in pairs:
            swap = (first[one], number % 2) > (first[other], 0)
            pair = (other, one) if swap else (one, other)
            first[pair[0]] += 1
            turned.append(pair)
        evened.append(turned)
    return evened


def mixed_round(
    people: Sequence[int], seats: int, before: Sequence[Seating], chance: Chance
) -> list[Seating]:
    """The tables of the next round: who has met least meets, and seats go round.

    As many tables as are needed, people spread evenly, bots on the seats that are left.
    """
    met = _meetings(before)
    tried = [_groups(people, seats, met, chance) for _ in range(TRIES)]
    groups = min(tried, key=lambda groups: _again(groups, met))
    return [_seated(group, seats, before) for group in groups]


def _again(groups: list[list[int]], met: dict[frozenset[int], int]) -> int:
    """How often people would meet again; to meet for the third time is much worse."""
    pairs = (frozenset(pair) for group in groups for pair in combinations(group, 2))
    return sum(met.get(pair, 0) ** 2 for pair in pairs)


def _groups(
    people: Sequence[int], seats: int, met: dict[frozenset[int], int], chance: Chance
) -> list[list[int]]:
    drawn = list(people)
    chance.shuffle(drawn)
    count = -(-len(drawn) // seats)
    groups = [drawn[start::count] for start in range(count)]
    better = True
    while better:
        better = False
        for one, other in combinations(range(count), 2):
            for i in range(len(groups[one])):
                for j in range(len(groups[other])):
                    if _gain(groups[one], i, groups[other], j, met) > 0:
                        mine, theirs = groups[one], groups[other]
                        mine[i], theirs[j] = theirs[j], mine[i]
                        better = True
    return groups


def _meetings(before: Sequence[Seating]) -> dict[frozenset[int], int]:
    met: dict[frozenset[int], int] = {}
    for table in before:
        for pair in combinations([one for one in table if one is not None], 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def _gain(
    mine: list[int], i: int, theirs: list[int], j: int, met: dict[frozenset[int], int]
) -> int:
    """How much less often people would meet again if two changed tables; thrice is much worse."""

    def cost(who: int, group: list[int], without: int) -> int:
        others = (one for place, one in enumerate(group) if place != without)
        return sum(met.get(frozenset((who, one)), 0) ** 2 for one in others)

    now = cost(mine[i], mine, i) + cost(theirs[j], theirs, j)
    then = cost(theirs[j], mine, i) + cost(mine[i], theirs, j)
    return now - then


def _seated(group: Sequence[int], seats: int, before: Sequence[Seating]) -> Seating:
    """People on the seats that they have had least often; bots on the others."""
    had = {
        who: [sum(table[seat] == who for table in before) for seat in range(seats)] for who in group
    }
    placed: list[int | None] = [*group, *([None] * (seats - len(group)))]
    better = True
    while better:
        better = False
        for one, other in combinations(range(seats), 2):
            now = _worn(had, placed[one], one) + _worn(had, placed[other], other)
            then = _worn(had, placed[other], one) + _worn(had, placed[one], other)
            if then < now:
                placed[one], placed[other] = placed[other], placed[one]
                better = True
    return tuple(placed)


def _worn(had: dict[int, list[int]], who: int | None, seat: int) -> int:
    """The square makes it worse to have had one seat twice than two seats once."""
    return 0 if who is None else (had[who][seat] + 1) ** 2
