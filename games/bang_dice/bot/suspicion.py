"""What a bot makes of the others: who they may be, and what their lives are worth to it.

It knows what its seat knows: the roles that are face up, its own, how many of each were dealt,
and who shot, spared and treated whom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import exp

from bang_dice.content import CHIEF_VALUE, ROLES, TARGET_OF_THREE, Cause, Role
from bang_dice.rules.moments import character_of
from bang_dice.state import Town
from boomtown.core import Seat

Chances = dict[Role, float]

# How much a shot at a player with this role, known by now, speaks for an Outlaw.
LEANING = {Role.SHERIFF: 1.0, Role.DEPUTY: 0.5, Role.OUTLAW: -0.5, Role.RENEGADE: 0.0}
# How each role takes to shooting at the law.
TEMPER = {Role.OUTLAW: 0.7, Role.DEPUTY: -0.7, Role.RENEGADE: -0.2}
CLEAR = 8.0
"""More evidence than this makes nobody more suspicious."""
KINDNESS = 0.7
"""A life point given counts less than a shot: there are many reasons to drink."""

# What a life point that others lose is worth to a role; those of friends count below zero.
WORTH = {
    Role.SHERIFF: {Role.DEPUTY: -0.6, Role.OUTLAW: 1.0, Role.RENEGADE: 0.9},
    Role.DEPUTY: {Role.SHERIFF: -2.5, Role.DEPUTY: -0.6, Role.OUTLAW: 1.0, Role.RENEGADE: 0.8},
    Role.OUTLAW: {Role.SHERIFF: 1.2, Role.DEPUTY: 0.6, Role.OUTLAW: -0.6, Role.RENEGADE: 0.3},
}
OWN_WORTH = {Role.SHERIFF: -2.5, Role.DEPUTY: -0.8, Role.OUTLAW: -0.9, Role.RENEGADE: -2.0}
GOAL = 2.5
"""The one whose fall wins the game."""

FAR_OFF = 0.05
"""How much an attack counts that is many arrows away."""
MOST_LIFE = 20
# The last life points are worth most: a player who falls throws no more dice.
LIFE = [0.0, *accumulate(1 + 2 / life for life in range(1, MOST_LIFE + 1))]


def role_chances(town: Town, temper: Mapping[Role, float] = TEMPER) -> list[Chances]:
    """How likely each player has each role, as far as the seat that sees this town can tell."""
    seats = range(len(town.cowboys))
    roles = {seat: town.role(Seat(seat)) for seat in seats if town.cowboys[seat].role.known}
    hidden = [seat for seat in seats if seat not in roles]
    left = Counter(ROLES[len(town.cowboys)])
    left.subtract(roles.values())
    chances = [{roles[seat]: 1.0} if seat in roles else {} for seat in seats]
    public = [0.0 if cowboy.face_down else 1.0 for cowboy in town.cowboys]
    # First by what was done to those whose role is face up, then also by what to the suspects.
    for _ in range(2 if hidden else 0):
        lawful = [sure * leaning(chances[seat]) for seat, sure in zip(seats, public, strict=True)]
        weights = [hints(hostility(town, seat, lawful), temper) for seat in hidden]
        found = [dict.fromkeys(TEMPER, 0.0) for _ in hidden]
        total = spread(weights, found, left, 0, 1.0)
        for seat, shares in zip(hidden, found, strict=True):
            chances[seat] = {role: share / total for role, share in shares.items()}
            public[seat] = 1.0
    return chances


def leaning(chances: Chances) -> float:
    """Which side a player is on: above zero the law's."""
    return sum(LEANING[role] * chance for role, chance in chances.items())


def hostility(town: Town, seat: int, lawful: list[float]) -> float:
    """How much a player has done against the law, by what everybody has seen."""
    shots, spared, gifts = town.aggression[seat], town.mercy[seat], town.kindness[seat]
    evidence = sum(
        weight * (shots[other] - spared[other] - KINDNESS * gifts[other])
        for other, weight in enumerate(lawful)
    )
    return max(-CLEAR, min(CLEAR, evidence))


def hints(evidence: float, tempers: Mapping[Role, float]) -> Chances:
    """What the evidence makes of each role, before the number of cards is considered."""
    return {role: exp(temper * evidence) for role, temper in tempers.items()}


def spread(
    weights: list[Chances], found: list[Chances], left: Counter[Role], place: int, weight: float
) -> float:
    """Deals the roles that are left in every possible way, and adds up how likely each way is."""
    if place == len(weights):
        return weight
    total = 0.0
    for role, hint in weights[place].items():
        if left[role]:
            left[role] -= 1
            part = spread(weights, found, left, place + 1, weight * hint)
            left[role] += 1
            found[place][role] += part
            total += part
    return total


def worth_of_lives(town: Town, me: Seat) -> list[float]:
    """What a life point is worth to a player if each of the others loses it."""
    role = town.role(me)
    if len(town.cowboys) == 3:
        return [worth_among_three(town, me, Seat(seat)) for seat in range(3)]
    if me == town.ghost and town.ghost_role is not None:
        role = town.ghost_role  # bang.ghost.team
    chances = role_chances(town)
    table = renegade_worth(town, me, chances) if role is Role.RENEGADE else WORTH[role]
    worth = [sum(table.get(who, 0.0) * chance for who, chance in c.items()) for c in chances]
    worth[me] = 0.0 if town.cowboys[me].out else OWN_WORTH[role]
    return worth


def worth_among_three(town: Town, me: Seat, seat: Seat) -> float:
    """Each of three has a target; whoever is left to two must be the last (bang.three.goal)."""
    if seat == me:
        return -1.5
    if len(town.living()) == 2 or town.role(seat) is TARGET_OF_THREE[town.role(me)]:
        return GOAL
    return 0.6


def renegade_worth(town: Town, me: Seat, chances: list[Chances]) -> Chances:
    """The Renegade keeps the balance, and keeps the Sheriff for the end (bang.end.sheriff_dead)."""
    living = [seat for seat in town.living() if seat != me]
    if len(living) == 1:
        return dict.fromkeys(Role, GOAL)
    outlaws = sum(chances[seat].get(Role.OUTLAW, 0.0) for seat in living)
    law = sum(chances[seat].get(Role.DEPUTY, 0.0) for seat in living) + 1
    share = outlaws / (outlaws + law)
    return {
        Role.SHERIFF: -1.5,
        Role.DEPUTY: 1.2 - 0.6 * share,
        Role.OUTLAW: 0.6 + 0.6 * share,
        Role.RENEGADE: 1.0,
    }


class Stance:
    """What losses, gains and arrows are worth to one player."""

    def __init__(self, town: Town, me: Seat) -> None:
        self.town = town
        self.me = me
        self.worth = self.worth_of_lives()
        self.living = town.living()
        self.arrows = [cowboy.arrows for cowboy in town.cowboys]
        self.chief = next((s for s in self.living if town.cowboys[s].chief), None)

    def worth_of_lives(self) -> list[float]:
        """What a life point that each player loses is worth."""
        return worth_of_lives(self.town, self.me)

    def loss(self, seat: Seat, points: int) -> float:
        """A player loses life points."""
        life = self.town.cowboys[seat].life
        return self.worth[seat] * (LIFE[life] - LIFE[max(0, life - points)])

    def gain(self, seat: Seat, points: int) -> float:
        """A player gains life points, never above the cap."""
        cowboy = self.town.cowboys[seat]
        life = max(cowboy.life, min(cowboy.cap, cowboy.life + points))
        return self.worth[seat] * (LIFE[cowboy.life] - LIFE[life])

    def shot(self, seat: Seat, hits: int) -> float:
        """A player is hit by bull's eyes (bang.vera.less)."""
        return self.blow(seat, Cause.BULLSEYE, hits)

    def blow(self, seat: Seat, cause: Cause, hits: int) -> float:
        """A player is hit; some lose less than others (``Character.suffers``)."""
        if hits:
            hits = character_of(self.town.cowboys[seat]).suffers(cause, hits)
        return self.loss(seat, hits) if hits else 0.0

    def raid(self, arrows: Sequence[int], chief: Seat | None) -> float:
        """The Indians attack while the arrows lie like this (bang.arrow.attack.loss)."""
        total = 0.0
        for seat in self.living:
            value = arrows[seat]
            if seat == chief:
                value += CHIEF_VALUE
                if all(value > arrows[other] for other in self.living if other != seat):
                    continue  # bang.chief.immune
            total += self.blow(seat, Cause.INDIANS, value)
        return total

    def threat(self, arrows: Sequence[int], chief: Seat | None) -> float:
        """What arrows are worth that lie like this: the fewer are left, the nearer the attack."""
        tokens = self.town.all_arrows() + self.town.options.chief
        pile = tokens - sum(arrows) - (chief is not None)
        return self.raid(arrows, chief) * (1.0 if pile <= 0 else max(FAR_OFF, 0.75 - 0.04 * pile))

    def change(self, moved: dict[Seat, int], chief: Seat | None) -> float:
        """What it is worth if players get arrows (or lose them), and one holds the chief's."""
        arrows = list(self.arrows)
        for seat, count in moved.items():
            arrows[seat] += count
        return self.threat(arrows, chief) - self.threat(self.arrows, self.chief)

    def arrow(self, seat: Seat, count: int = 1) -> float:
        """A player takes arrows from the pile."""
        return self.change({seat: count}, self.chief)
