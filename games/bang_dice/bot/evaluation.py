"""How likely each player wins, from lives, arrows and who is left; fair when a turn begins.

The weights were fitted on 700 matches of quick policies, 4 to 8 players: what a table said about
which side would win, at each turn. On matches that were kept apart it is wrong by 0.78 a table
(logarithmic loss), where the mere shares of the sides are wrong by 1.01.
"""

from __future__ import annotations

from math import exp
from typing import Final

from bang_dice.content import ROLE_OF, Role
from bang_dice.state import Town
from boomtown.core import WHOLE, Evaluation

LOW_LIFE = 2
NEAR = 10
"""With so many arrows in the pile an attack is far off."""
OUTLAWS: Final = (-200, -306, 870, -226, -270, 264, 320, -16, 10, 40, -30, 340)
RENEGADE: Final = (-560, -188, 460, -102, -580, 46, -100, 252, -110, 17, -15, -40)
"""In thousandths, against the law's side: what each feature speaks for them."""


def features(town: Town) -> tuple[int, ...]:
    """One; the Sheriff's life, and whether it is low; of Deputies, Outlaws and Renegades life and
    number; arrows of the Sheriff and of the Outlaws, the nearer the attack the heavier; and how
    many Outlaws are low."""
    life = dict.fromkeys(Role, 0)
    number = dict.fromkeys(Role, 0)
    arrows = dict.fromkeys(Role, 0)
    low = dict.fromkeys(Role, 0)
    near = max(0, NEAR - town.pile)
    for cowboy in town.cowboys:
        if not cowboy.out:
            role = ROLE_OF[cowboy.role.value]
            life[role] += cowboy.life
            number[role] += 1
            arrows[role] += near * cowboy.arrows
            low[role] += cowboy.life <= LOW_LIFE
    return (
        1,
        life[Role.SHERIFF],
        low[Role.SHERIFF],
        life[Role.DEPUTY],
        number[Role.DEPUTY],
        life[Role.OUTLAW],
        number[Role.OUTLAW],
        life[Role.RENEGADE],
        number[Role.RENEGADE],
        arrows[Role.SHERIFF],
        arrows[Role.OUTLAW],
        low[Role.OUTLAW],
    )


def worth(town: Town) -> list[int]:
    """How likely each player's side wins; of several Renegades only one of the living can."""
    if len(town.cowboys) == 3:
        return among_three(town)
    found = features(town)
    outlaws, renegade = (
        exp(sum([weight * value for weight, value in zip(row, found, strict=True)]) / 1000)
        for row in (OUTLAWS, RENEGADE)
    )
    living = found[8]
    total = 1.0 + outlaws + (renegade if living else 0.0)
    each: list[int] = []
    for cowboy in town.cowboys:
        role = ROLE_OF[cowboy.role.value]
        if role is Role.OUTLAW:
            each.append(int(WHOLE * outlaws / total))
        elif role is Role.RENEGADE:
            each.append(0 if cowboy.out else int(WHOLE * renegade / total) // living)
        else:
            each.append(int(WHOLE / total))
    return each


def among_three(town: Town) -> list[int]:
    """Everybody for themselves: the more life, the better, twice as much more than twice so."""
    lives = [0 if cowboy.out else cowboy.life**2 for cowboy in town.cowboys]
    total = max(1, sum(lives))
    return [WHOLE * life // total for life in lives]


EVALUATION: Final = Evaluation(worth=worth, calm=lambda town: town.turn)
