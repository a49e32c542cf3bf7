"""Deputies use the whole game: every mechanic of Cash 'n Guns occurs among them."""

import pytest

from boomtown.bots.kinds import RANDOM
from boomtown.lab.usage import Usage, usage
from cash_n_guns import GAME
from cash_n_guns.content import Loot
from cash_n_guns.rules.powers import POWERS

UNWISE = {
    "cash.effects.self": "nobody aims at themself",
    "cash.elim.out": "it only refuses",
    "cash.power.greedy_cards": "it only refuses",
    "cash.desk.dead": "somebody takes the token whenever anybody shares",
}
"""Rules that random play reaches and deputies need not, and why."""
FOOLISH = {
    ("cash.power.hustler_order", "bullet", "bang"): "a Bang! for a Bang! or a Click",
    ("cash.power.smart", "change", "bang"): "a Bang! thrown away",
    ("cash.power.junk_dealer", "exchange", "B20"): "the best bill for a card unseen",
}
"""Answers that deputies never choose, and why."""
SILENT = {"collector", "unbreakable"}
"""Powers that tell nothing when they are at work."""


def unexpected(found: Usage) -> list[tuple[str, str, str]]:
    return [one for one in found.unused_answers() if one not in FOOLISH]


def test_bluffs_orders_and_empty_hands_occur_in_a_few_matches() -> None:
    found = usage(GAME, 8, "few", seats=[6], options={"powers": True})
    assert found.bots == "deputy"
    aims = found.answers["cash.holdup.aim"]["aim"]
    assert aims["nobody"].times > 0
    courage = found.answers["cash.courage.choose"]["courage"]
    assert courage["duck"].times > courage["duck"].offered / 20
    taken = found.answers["cash.share.must_take"]["share"]
    assert all(taken[loot].times for loot in Loot)


@pytest.mark.soak
def test_every_mechanic_occurs_among_deputies() -> None:
    base = usage(GAME, 300, "mechanics")
    powers = usage(GAME, 500, "mechanics", options={"powers": True}, seats=[7, 8])
    at_random = usage(GAME, 300, "mechanics", bots=RANDOM)
    reached = {rule for rule, one in at_random.rules.items() if one.times}
    missed = [
        rule
        for rule in base.rules
        if rule in reached - UNWISE.keys() and not base.rules[rule].times + powers.rules[rule].times
    ]
    assert missed == []
    assert unexpected(powers) == []
    assert powers.unused_things() == []
    loud = [power.rule for power in POWERS if power.id not in SILENT]
    assert [rule for rule in loud if not powers.rules[rule].times] == []
