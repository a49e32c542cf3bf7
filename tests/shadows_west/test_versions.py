"""Matches of earlier versions go on (docs/concepts/versions.md)."""

from pathlib import Path

from boomtown.core import carry_over
from shadows_west import GAME

OLD = Path(__file__).parent / "1.0.0.match"


def test_a_match_of_the_version_before_goes_on_from_an_open_reaction() -> None:
    match, line = carry_over(GAME, OLD.read_bytes())
    assert line.by == "chapter"
    seat = match.asked()[0]
    question = match.question(seat)
    assert question is not None
    assert question.rule == "shadows.react.declare_all"
    assert match.state.options.reactions == "one"
    assert not match.state.options.carried_wins
    match.time_out(seat)
    turn = match.state.turn
    for _ in range(40):
        match.time_out(match.asked()[0])
    assert match.outcome is not None or match.state.turn >= turn
