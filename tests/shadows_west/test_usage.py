"""Deputies use the whole game: every mechanic of Shadows of the West occurs among them."""

from boomtown.lab.usage import usage
from shadows_west import GAME


def test_shots_lookouts_and_reactions_occur_in_a_match() -> None:
    found = usage(GAME, 1, "few", seats=[2], options={"scenario": "hold", "budget": "75"})
    assert found.bots == "deputy"
    kinds = found.answers["shadows.act.declare"]["action"]
    assert all(kinds[kind].times for kind in ("move", "shoot", "lookout"))
    assert found.rules["shadows.react.trigger"].times
