"""Deputies use the whole game: the mechanics of Shadows of the West occur among them."""

import pytest

from boomtown.lab.usage import Usage, usage
from shadows_west import GAME
from shadows_west.content.gangs import WEAPONS
from shadows_west.rules.activation import KINDS

MECHANICS = (
    "shadows.act.double",
    "shadows.act.pass",
    "shadows.bottle.result",
    "shadows.damage.drag",
    "shadows.fight.downed",
    "shadows.fight.save",
    "shadows.folk.capture",
    "shadows.folk.shield",
    "shadows.loot.take",
    "shadows.mount.horse_lost",
    "shadows.move.charge",
    "shadows.move.climb",
    "shadows.move.drop",
    "shadows.move.jump",
    "shadows.move.leave_table",
    "shadows.move.unjam",
    "shadows.react.done",
    "shadows.shoot.corridor_line",
    "shadows.shoot.multi",
    "shadows.shoot.spotting",
    "shadows.terrain.explosive_save",
    "shadows.tnt.blast",
    "shadows.tnt.place",
    "shadows.tnt.test",
)
"""Each of them is a thing that one does, or that comes of it. Not here: sharp shots, shoves over an
edge, charges as reactions, and whoever gets off a horse or on again; they need a rare table
(tests/shadows_west/test_deputy.py)."""


def chosen(found: Usage, rule: str, noun: str) -> set[str]:
    """What was chosen at least once."""
    return {item for item, count in found.answers[rule][noun].items() if count.times}


def test_shots_lookouts_and_reactions_occur_in_a_match() -> None:
    found = usage(GAME, 1, "few", seats=[2], options={"scenario": "hold", "budget": "75"})
    assert found.bots == "deputy"
    assert {"move", "shoot", "lookout"} <= chosen(found, "shadows.act.declare", "action")
    assert found.rules["shadows.react.trigger"].times


@pytest.mark.soak
def test_every_mechanic_occurs_among_deputies() -> None:
    anywhere = {"scenario": "random", "map": "random"}
    found = usage(GAME, 300, "mechanics", seats=[2, 3], options=anywhere)
    assert [rule for rule in MECHANICS if not found.rules[rule].times] == []
    assert chosen(found, "shadows.act.declare", "action") >= set(KINDS)
    assert chosen(found, "shadows.lookout.carry", "lookout") == {"drop", "keep"}
    assert [kind for kind in WEAPONS if not found.things["weapon"][kind].times] == []
