"""What lives and falls are worth to a deputy: how much likelier its player wins.

The weights were fitted on 600 matches of sharp bots with 4 to 8 players and 120 with 3: what the
lives of each role said, at the beginning of a turn, about which side would win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, prod
from typing import Final

from bang_dice.bot.suspicion import LIFE, Chances, Stance, role_chances
from bang_dice.content import TARGET_OF_THREE, Role
from bang_dice.state import Town
from boomtown.core import Seat

TEMPER: Final = {Role.OUTLAW: 2.0, Role.DEPUTY: -1.5, Role.RENEGADE: -1.2}
"""How each role takes to shooting at the law: whoever does it once is hardly a friend of it."""
SCALE = 25.0
"""From chances of winning to the unit of all bots: about what a life point matters."""

LAW, OUTLAWS, RENEGADE = range(3)
SIDE: Final = {
    Role.SHERIFF: LAW,
    Role.DEPUTY: LAW,
    Role.OUTLAW: OUTLAWS,
    Role.RENEGADE: RENEGADE,
}
Speaks = Mapping[Role, tuple[float, float, float]]
"""What something of each role speaks for the law, the Outlaws and the Renegade, by logarithms."""
START: Final = (0.0, 0.99, 0.64)
"""What speaks for each side before anybody is looked at."""
LIVES: Final[Speaks] = {
    Role.SHERIFF: (0.0, -0.205, -0.157),
    Role.DEPUTY: (0.0, -0.15, -0.1),
    Role.OUTLAW: (0.0, 0.14, 0.03),
    Role.RENEGADE: (0.0, 0.0, 0.2),
}
"""A life point; the last ones more than one (``LIFE``)."""
NUMBERS: Final[Speaks] = {
    Role.SHERIFF: (0.0, 0.0, 0.0),
    Role.DEPUTY: (0.0, 0.2, -0.1),
    Role.OUTLAW: (0.0, 0.17, 0.0),
    Role.RENEGADE: (0.0, -0.4, -1.3),
}
"""That somebody is still there."""
RIVAL = -0.5
"""What another Renegade's life is worth to a Renegade, as a part of what his own is."""
OWN_LIFE, TARGET_LIFE, DUEL = 0.15, 0.155, 0.2
"""Among three, what one's own life and that of one's target speak for a player; between two."""


def odds_of(weights: Sequence[float]) -> list[float]:
    """How likely each side wins for which so much speaks."""
    powers = [exp(weight) for weight in weights]
    total = sum(powers)
    return [power / total for power in powers]


class Prospect(Stance):
    """What losses, gains and arrows are worth: how much likelier its player wins with them."""

    def __init__(self, town: Town, me: Seat) -> None:
        self.falls = [0.0] * len(town.cowboys)
        """What it is worth, besides their lives, that each player falls."""
        self.decisive = [False] * len(town.cowboys)
        """Whose fall decides so much that their lives do not count besides."""
        super().__init__(town, me)

    def worth_of_lives(self) -> list[float]:
        """What a life point that each player loses is worth."""
        if len(self.town.cowboys) == 3:
            return self._among_three()
        return self._among_many()

    def loss(self, seat: Seat, points: int) -> float:
        """A player loses life points, and perhaps the last one."""
        life = self.town.cowboys[seat].life
        if points < life or not life:
            return super().loss(seat, points)
        lives = 0.0 if self.decisive[seat] else self.worth[seat] * LIFE[life]
        return lives + self.falls[seat]

    # --- four and more -------------------------------------------------------------------------

    def _among_many(self) -> list[float]:
        town, me = self.town, self.me
        role = town.role(me)
        if me == town.ghost and town.ghost_role is not None:
            role = town.ghost_role  # bang.ghost.team
        side, living, chances = SIDE[role], town.living(), role_chances(town, TEMPER)
        odds = odds_of([START[k] + self._speaks_for(k, living, chances) for k in range(3)])
        lives, numbers = (
            {who: self._slope(row, side, odds) for who, row in table.items()}
            for table in (LIVES, NUMBERS)
        )
        worth = [0.0] * len(town.cowboys)
        for seat in living:
            likely = chances[seat].items()
            worth[seat] = -sum(lives[who] * chance for who, chance in likely)
            self.falls[seat] = -sum(numbers[who] * chance for who, chance in likely)
            if side == RENEGADE and seat != me:
                rival = chances[seat].get(Role.RENEGADE, 0.0)
                worth[seat] += (1.0 - RIVAL) * rival * lives[Role.RENEGADE]
        self._look_at_the_end(side, odds[side], living, chances)
        if side == RENEGADE:
            self._be_patient(worth, odds[side], living, chances)
        return worth

    def _speaks_for(self, side: int, living: list[Seat], chances: list[Chances]) -> float:
        """What everybody who is left speaks for a side."""
        return sum(
            chance * (LIVES[who][side] * LIFE[self.town.cowboys[seat].life] + NUMBERS[who][side])
            for seat in living
            for who, chance in chances[seat].items()
        )

    @staticmethod
    def _slope(row: tuple[float, float, float], side: int, odds: list[float]) -> float:
        """How much likelier a side wins for each of something that is there."""
        mean = sum(weight * chance for weight, chance in zip(row, odds, strict=True))
        return SCALE * odds[side] * (row[side] - mean)

    def _look_at_the_end(
        self, side: int, own: float, living: list[Seat], chances: list[Chances]
    ) -> None:
        """The Sheriff's fall ends the match, and so does that of the last enemy of the law."""
        foes = {seat: _foe(chances[seat]) for seat in living}
        for seat in living:
            if Role.SHERIFF in chances[seat]:
                self.falls[seat] = SCALE * ((side == OUTLAWS) - own)
                self.decisive[seat] = True
            else:
                others = prod(1.0 - foe for other, foe in foes.items() if other != seat)
                self.falls[seat] += SCALE * foes[seat] * others * ((side == LAW) - own)

    def _be_patient(
        self, worth: list[float], own: float, living: list[Seat], chances: list[Chances]
    ) -> None:
        """A Renegade leaves the Sheriff alone until nobody else is there, and must not fall."""
        if self.me in living:
            self.falls[self.me] = -SCALE * own
            self.decisive[self.me] = True
        sheriff = next(seat for seat in living if Role.SHERIFF in chances[seat])
        if len(living) == 2:
            self.falls[sheriff] = SCALE * (1.0 - own)
        else:
            worth[sheriff] = min(0.0, worth[sheriff])

    # --- three ---------------------------------------------------------------------------------

    def _among_three(self) -> list[float]:
        """Each of three hunts one and is hunted by the other (bang.three.goal)."""
        town, me = self.town, self.me
        life = [LIFE[cowboy.life] for cowboy in town.cowboys]
        self.decisive = [True] * 3
        living = town.living()
        if len(living) == 2:
            return self._in_a_duel(life, next(seat for seat in living if seat != me))
        with_role = {town.role(Seat(seat)): Seat(seat) for seat in range(3)}
        target = with_role[TARGET_OF_THREE[town.role(me)]]
        hunter = with_role[TARGET_OF_THREE[town.role(target)]]
        hunts = ((me, target), (target, hunter), (hunter, me))
        own, targets, hunters = odds_of(
            [OWN_LIFE * life[a] - TARGET_LIFE * life[b] for a, b in hunts]
        )
        worth = [0.0] * 3
        worth[me] = -SCALE * own * (OWN_LIFE * (1.0 - own) + TARGET_LIFE * hunters)
        worth[target] = SCALE * own * (TARGET_LIFE * (1.0 - own) + OWN_LIFE * targets)
        worth[hunter] = SCALE * own * (OWN_LIFE * hunters - TARGET_LIFE * targets)
        # Whoever fells their target has won; whoever falls otherwise leaves a duel.
        without_target = 1.0 if town.active == me else self._duel(life, hunter)
        without_hunter = 0.0 if town.active == target else self._duel(life, target)
        self.falls[me] = -SCALE * own
        self.falls[target] = SCALE * (without_target - own)
        self.falls[hunter] = SCALE * (without_hunter - own)
        return worth

    def _duel(self, life: list[float], other: Seat) -> float:
        """How likely one wins when only two are left."""
        return 1.0 / (1.0 + exp(DUEL * (life[other] - life[self.me])))

    def _in_a_duel(self, life: list[float], other: Seat) -> list[float]:
        """Two are left, and the last one wins (bang.three.duel)."""
        own = self._duel(life, other)
        self.falls[self.me], self.falls[other] = -SCALE * own, SCALE * (1.0 - own)
        worth = [0.0] * 3
        worth[other] = SCALE * own * (1.0 - own) * DUEL
        worth[self.me] = -worth[other]
        return worth


def _foe(chances: Chances) -> float:
    """How likely somebody is an enemy of the law."""
    return chances.get(Role.OUTLAW, 0.0) + chances.get(Role.RENEGADE, 0.0)
