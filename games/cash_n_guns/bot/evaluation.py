"""How likely each player wins, from loot, wounds and the rounds to come; fair between rounds.

The weights were fitted on 260 matches of quick policies, 4 to 8 players, with and without powers.
On matches that were kept apart it is wrong by 1.28 a table (logarithmic loss), where an equal
chance for all who live is wrong by 1.76; whom it likes best wins 45 % of them.
"""

from __future__ import annotations

from math import exp
from typing import Final

from boomtown.core import WHOLE, Evaluation
from cash_n_guns.content import DIAMONDS, ROUNDS, Loot
from cash_n_guns.rules.ending import scores_of
from cash_n_guns.state import Gang

TEN_THOUSAND = 10_000
NOW: Final = (494, -479)
"""In thousandths: what ten thousand and a wound mean at the end."""
LATER: Final = (-514, -602, 955, 73)
"""What ten thousand, a wound, a painting and a diamond mean besides while all rounds are left."""
DESK = 435


def worth(gang: Gang) -> list[int]:
    """Each player by what they have and may hope for, beside the others who live."""
    scores, left = scores_of(gang), ROUNDS + 1 - gang.round
    hopes: list[float] = []
    for seat, gangster in enumerate(gang.gangsters):
        if gangster.out:
            hopes.append(0.0)
            continue
        loot = [card.value for card in gangster.loot]
        paintings = loot.count(Loot.PAINTING)
        diamonds = sum([card in DIAMONDS for card in loot])
        now = NOW[0] * scores[seat] // TEN_THOUSAND + NOW[1] * gangster.wounds
        later = LATER[0] * scores[seat] // TEN_THOUSAND + LATER[1] * gangster.wounds
        later += LATER[2] * paintings + LATER[3] * diamonds
        desk = DESK if seat == gang.godfather else 0
        hopes.append(exp((now + desk + later * left // ROUNDS) / 1000))
    total = sum(hopes) or 1.0
    return [int(WHOLE * hope / total) for hope in hopes]


EVALUATION: Final = Evaluation(worth=worth, calm=lambda gang: gang.round)
