"""Quick answers for searches: what each player's life is worth, and dice by their faces.

The sharp bot deals the hidden roles in every possible way and weighs every set of dice to throw
again; here each player is judged alone and each die alone, in whole numbers. Only what the seat
may know is used: roles that are face up, its own, and what everybody did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bang_dice.bot.suspicion import worth_among_three
from bang_dice.content import (
    DYNAMITE_LIMIT,
    GATLINGS,
    ROLE_OF,
    ROLES,
    SYMBOLS,
    Face,
    Role,
)
from bang_dice.rules.moments import character_of, thrower
from bang_dice.rules.resolve import targets_by_face
from bang_dice.rules.tokens import CHIEF, REGULAR
from bang_dice.state import Cowboy, Town
from boomtown.core import Answer, Chance, Combination, OneOf, Question, Seat, Several

# What a life point that others lose is worth to a role, in tenths; those of friends cost.
WORTH = {
    Role.SHERIFF: {Role.DEPUTY: -6, Role.OUTLAW: 10, Role.RENEGADE: 9},
    Role.DEPUTY: {Role.SHERIFF: -25, Role.DEPUTY: -6, Role.OUTLAW: 10, Role.RENEGADE: 8},
    Role.OUTLAW: {Role.SHERIFF: 12, Role.DEPUTY: 6, Role.OUTLAW: -6, Role.RENEGADE: 3},
    Role.RENEGADE: {Role.SHERIFF: -15, Role.DEPUTY: 9, Role.OUTLAW: 9, Role.RENEGADE: 10},
}
OWN = {Role.SHERIFF: -25, Role.DEPUTY: -8, Role.OUTLAW: -9, Role.RENEGADE: -20}
GOAL = 25
CLEAR = 8
"""More evidence than this makes nobody more suspicious."""
HINT = (100, 201, 406, 817, 1644, 3312, 6669, 13429, 27043)
"""How much so many shots at the Sheriff speak for an Outlaw, of a hundred."""
LIFE = (0, 300, 500, 667, 817, 957, 1090, 1219, 1344, 1466, 1586)
"""What so many life points are worth together: the last ones most."""
LAST = len(LIFE) - 1
FAR_OFF = 5


def worth_of_lives(town: Town, me: Seat) -> list[int]:
    """What a life point is worth to a player if each of the others loses it, in tenths."""
    cowboys = town.cowboys
    if len(cowboys) == 3:
        return [int(10 * worth_among_three(town, me, Seat(seat))) for seat in range(3)]
    role = ROLE_OF[cowboys[me].role.value]
    if me == town.ghost and town.ghost_role is not None:
        role = town.ghost_role  # bang.ghost.team
    table = WORTH[role]
    living = sum([not cowboy.out for cowboy in cowboys])
    if role is Role.RENEGADE and living == 2:
        return [OWN[role] if seat == me else GOAL for seat in range(len(cowboys))]
    left = dict(ROLES[len(cowboys)])
    star = 0
    for seat, cowboy in enumerate(cowboys):
        if cowboy.role.public or seat == me:
            known = ROLE_OF[cowboy.role.value]
            left[known] = left.get(known, 0) - 1
            if known is Role.SHERIFF:
                star = seat
    outlaws, deputies = max(0, left.get(Role.OUTLAW, 0)), max(0, left.get(Role.DEPUTY, 0))
    renegades = max(0, left.get(Role.RENEGADE, 0))
    worth: list[int] = []
    for seat, cowboy in enumerate(cowboys):
        if seat == me:
            worth.append(0 if cowboy.out else OWN[role])
        elif cowboy.role.public:
            worth.append(table.get(ROLE_OF[cowboy.role.value], 0))
        elif cowboy.out:
            worth.append(0)
        else:
            seen = town.aggression[seat][star] - town.mercy[seat][star] - town.kindness[seat][star]
            hint = HINT[min(CLEAR, abs(seen))]
            bad = outlaws * (hint if seen > 0 else 10_000 // hint)
            good = deputies * (10_000 // hint if seen > 0 else hint)
            other = renegades * 100
            total = bad + good + other
            worth.append(
                0
                if not total
                else (
                    bad * table.get(Role.OUTLAW, 0)
                    + good * table.get(Role.DEPUTY, 0)
                    + other * table.get(Role.RENEGADE, 0)
                )
                // total
            )
    return worth


def lost(cowboy: Cowboy, points: int) -> int:
    """What so many life points of a player are worth."""
    life = min(cowboy.life, LAST)
    return LIFE[life] - LIFE[max(0, life - points)]


def gained(cowboy: Cowboy, points: int) -> int:
    """What so many more are worth, never above the cap."""
    life = min(cowboy.life, LAST)
    return LIFE[max(life, min(cowboy.cap, LAST, life + points))] - LIFE[life]


def reroll(town: Town, ask: Question, chance: Chance) -> Answer:
    """Each die that promises more than it shows (bang.roll.reroll)."""
    me, choice = ask.seat, ask.choice
    assert isinstance(choice, Several)
    if town.ghost_turn:
        return []
    worth, cowboys, own = worth_of_lives(town, me), town.cowboys, town.cowboys[me]
    who, targets = thrower(town), targets_by_face(town)
    aims = {
        face: max([worth[seat] * lost(cowboys[seat], 1) for seat in seats], default=0)
        for face, seats in targets.items()
    }
    beer = max([-worth[seat] * gained(one, 1) for seat, one in enumerate(cowboys) if not one.out])
    guns = sum([SYMBOLS.get(face, (face, 1))[1] for face in town.dice if face in GATLINGS])
    gun = (
        sum([worth[s] * lost(c, 1) for s, c in enumerate(cowboys) if s != me and not c.out])
        - OWN_ARROWS * own.arrows
    )
    fires = guns >= who.gatlings
    gun_each = gun // who.gatlings if gun > 0 and guns >= who.gatlings - 1 else 0
    value = {
        Face.ONE: aims[Face.ONE],
        Face.TWO: aims[Face.TWO],
        Face.BEER: max(0, beer),
        Face.GATLING: (gun if fires and guns == who.gatlings else gun_each) if gun > 0 else 0,
    }
    for double, (single, count) in SYMBOLS.items():
        value[double] = count * value[single]
    arrow = _arrow_cost(town, own, worth[me])
    bombs = town.dice.count(Face.DYNAMITE)
    blast = -worth[me] * lost(own, 1)
    hope = (
        (value[Face.ONE] + value[Face.TWO] + value[Face.BEER] + gun_each - arrow)
        * (8 if town.throws_left > 1 else 6)
        // 36
    )
    danger = blast * RISK[min(bombs, DYNAMITE_LIMIT)] // 100
    again: list[int] = []
    for die in choice.of:
        if die not in choice.refused:
            shown = town.dice[int(die) - 1]
            if value.get(shown, 0) < hope - danger:
                again.append(int(die))
    return again


OWN_ARROWS = -400
"""What each of one's own arrows adds to the worth of a Gatling that takes them away."""
RISK = (1, 4, 17, 0)
"""How likely, of a hundred, a die thrown again completes the dynamite, by how many lie there."""


def _arrow_cost(town: Town, own: Cowboy, worth: int) -> int:
    """What another arrow costs its taker: the nearer the attack, the more."""
    near = max(FAR_OFF, 75 - 4 * town.pile)
    more = lost(own, own.arrows + 1) - (lost(own, own.arrows) if town.pile > 1 else 0)
    return -worth * more * near // 100


def shoot(town: Town, ask: Question, chance: Chance) -> Answer:
    """Each bull's eye where it does most, counting those before it (bang.shot.one)."""
    me, choice = ask.seat, ask.choice
    assert isinstance(choice, Combination)
    worth, hits = worth_of_lives(town, me), [0] * len(town.cowboys)
    answer: dict[str, Answer] = {}
    for name, part in choice.parts.items():
        if not isinstance(part, OneOf) or part.noun != "seat":
            answer[name] = part.default()
            continue
        best, most = part.of[0], None
        for seat in part.of:
            cowboy = town.cowboys[int(seat)]
            shots = hits[int(seat)]
            gain = worth[int(seat)] * (lost(cowboy, shots + 1) - lost(cowboy, shots))
            if most is None or gain > most:
                best, most = seat, gain
        hits[int(best)] += 1
        answer[name] = best
    return answer


def drink(town: Town, ask: Question, chance: Chance) -> Answer:
    """Each beer to whom it helps most (bang.beer.use)."""
    me, choice = ask.seat, ask.choice
    beers = sum(choice.default().values())
    worth, given = worth_of_lives(town, me), [0] * len(town.cowboys)
    size = character_of(town.cowboys[me]).beer(town.cowboys[me])
    answer: dict[Seat, int] = {}
    for _ in range(beers):
        best, most = me, None
        for seat in town.living():
            cowboy, more = town.cowboys[seat], size if seat == me else 1
            gain = -worth[seat] * (gained(cowboy, given[seat] + more) - gained(cowboy, given[seat]))
            if most is None or gain > most:
                best, most = seat, gain
        given[best] += size if best == me else 1
        answer[best] = answer.get(best, 0) + 1
    return answer


def break_arrow(town: Town, ask: Question, chance: Chance) -> Answer:
    """One's own arrow, or a friend's (bang.saloon.broken)."""
    me, choice = ask.seat, ask.choice
    worth = worth_of_lives(town, me)
    return min(choice.offers(), key=lambda seat: worth[int(seat)])


def take_arrow(town: Town, ask: Question, chance: Chance) -> Answer:
    """The chief's arrow for whoever then has most of all (bang.chief.take)."""
    me, choice = ask.seat, ask.choice
    own = town.cowboys[me].arrows + 2
    others = [one.arrows for seat, one in enumerate(town.cowboys) if seat != me and not one.out]
    wanted = CHIEF if own > max(others, default=0) else REGULAR
    return wanted if wanted in choice.offers() else choice.default()


Decide = Callable[[Town, Question, Chance], Answer]
DECISIONS: Mapping[str, Decide] = {
    "bang.roll.reroll": reroll,
    "bang.shot.one": shoot,
    "bang.beer.use": drink,
    "bang.saloon.broken": break_arrow,
    "bang.chief.take": take_arrow,
}
"""By question; everything else is answered as for an absent player."""


class QuickPolicy:
    """Answers for every seat, in a few microseconds each."""

    def answer(self, state: Town, ask: Question, chance: Chance) -> Answer:
        decide = DECISIONS.get(ask.key)
        return ask.choice.default() if decide is None else decide(state, ask, chance)
