"""Deputies use the whole game: every mechanic of BANG! The Dice Game occurs among them."""

import pytest

from bang_dice import GAME
from bang_dice.content import SaloonDie
from bang_dice.rules.roles import SPECIAL_ROLES
from bang_dice.rules.turn import NONE
from boomtown.bots.kinds import RANDOM
from boomtown.lab.usage import usage
from saloon import EVERYTHING

RARE = {
    "bang.end.all_dead": "nobody who plans lets everybody fall at once",
    "bang.end.two_renegades": "the Sheriff falls last, with two Renegades dealt, in few matches",
    "bang.role.bear": "it needs no use",
}
"""Rules that random play reaches and deputies need not, and why."""
FOOLISH = {("bang.role.left_hand", "saved", "keep"): "who was saved returns all arrows"}
"""Answers that deputies never choose, and why."""
ANY = {"slab", "face"}
"""Nouns whose items are dice or their faces: which of them it was says nothing about rules."""


def test_rerolls_shots_and_saloon_dice_occur_in_a_few_matches() -> None:
    found = usage(GAME, 4, "few", seats=[5], options={"saloon_dice": True})
    assert found.bots == "deputy"
    dice = found.answers["bang.saloon.choose"]["saloon_die"]
    assert sum(dice[die].times for die in SaloonDie) > dice[NONE].times
    again = found.answers["bang.roll.reroll"]["die"]
    assert 0 < again["-"].times < again["-"].offered, "it stops, and it throws again"
    for rule in ("bang.shot.one", "bang.beer.use", "bang.gat.fire", "bang.arrow.attack"):
        assert found.rules[rule].times, rule


@pytest.mark.soak
def test_every_mechanic_occurs_among_deputies() -> None:
    base = usage(GAME, 100, "mechanics")
    special = {**EVERYTHING, "special_roles": "special"}
    modules = usage(GAME, 60, "mechanics", options=special, seats=[6, 7, 8])
    at_random = usage(GAME, 300, "mechanics", bots=RANDOM)
    reached = {rule for rule, one in at_random.rules.items() if one.times}
    used = {rule for found in (base, modules) for rule, one in found.rules.items() if one.times}
    assert sorted(reached - RARE.keys() - used) == []
    unused = [one for one in modules.unused_answers() if one not in FOOLISH and one[1] not in ANY]
    assert unused == []
    powers = {role.rule for role in SPECIAL_ROLES.values() if role.moment is not None}
    assert sorted(powers - used) == []
