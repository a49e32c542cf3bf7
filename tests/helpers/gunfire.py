"""Shots of Shadows of the West as a test needs them: who stands where, who may be aimed at."""

from collections.abc import Sequence
from typing import Any

from boomtown.core import Match
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.shots import ShotChoice
from shadows_west.shooting.targets import Target
from shadows_west.state import Figure, West
from shadows_west.terrain.maps import Piece
from town import A, fig, play, town


def shooting(
    figures: Sequence[Figure],
    pieces: Sequence[Piece] = (),
    *,
    dice: Sequence[int] = (),
    at: str | None = None,
    **more: Any,
) -> Match[West]:
    """a1 is about to choose a target."""
    return play(town(figures, pieces, **more), ShootAction("a1", at), dice=dice)


def found(match: Match[West], id: str, weapon: str = "a1.w1 shot") -> Target:
    """A target as the shooter is offered it."""
    choice = match.choice(A)
    assert isinstance(choice, ShotChoice)
    return next(target for target in choice.found[weapon] if target.id == id)


def why(match: Match[West], id: str, weapon: str = "a1.w1 shot") -> str | None:
    """The rule that forbids a target."""
    refusal = found(match, id, weapon).refusal
    return None if refusal is None else refusal.rule


def parts(match: Match[West], id: str = "b1") -> list[str]:
    """The summands of the pool against a target."""
    return [modifier.part for modifier in found(match, id).mods]


def pair(gap: int, weapon: str = "pistol", **more: Any) -> list[Figure]:
    """a1 and b1 with that gap between their bases."""
    return [fig("a1", 1000, 1000, weapons=[weapon]), fig("b1", 1098 + gap, 1000, **more)]


NEAREST = [
    fig("a1", 1000, 1000, rank="veteran", weapons=["rifle"]),
    fig("b1", 1400, 1000),
    fig("b2", 1800, 1300),
]
