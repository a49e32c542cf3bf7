"""Matches of earlier versions go on (docs/concepts/versions.md)."""

from pathlib import Path

from boomtown.core import carry_over
from shadows_west import GAME
from shadows_west.content.gangs import Hand
from shadows_west.rules.gangs import total
from shadows_west.state import Kind

OLD = Path(__file__).parent / "1.0.0.match"
OLD_PRICES = Path(__file__).parent / "1.1.0.match"


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


def test_gangs_that_would_be_too_dear_by_now_play_on() -> None:
    """Both gangs were hired at the prices of 1.1.0, and are being placed."""
    match, line = carry_over(GAME, OLD_PRICES.read_bytes())
    assert line.by == "chapter"
    models = [one for one in match.state.table.figures.values() if one.kind is Kind.MODEL]
    hands = tuple(
        Hand(one.archetype, tuple(arm.kind for arm in one.weapons), one.horse is not None)
        for one in models
        if one.seat == 0
    )
    assert total(hands) > 100
    for _ in range(30):
        match.time_out(match.asked()[0])
    assert match.state.turn >= 1
