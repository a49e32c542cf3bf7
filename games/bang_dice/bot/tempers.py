"""The deputy in four tempers: skin, thirst, gifts and old shots weigh differently."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from bang_dice.bot.deputy import ANSWERS
from bang_dice.bot.prospects import Prospect
from bang_dice.bot.sharp import decided
from bang_dice.state import Town
from boomtown.core import Answer, Chance, Imagine, Question, Seat, View

REMEMBERED = 3
"""More shots than these make nobody angrier."""
FRIEND = -0.3
"""Whose life is worth so much to a player is forgiven everything."""


class Mood(Struct, frozen=True):
    """How a temper differs from the deputy."""

    skin: float = 1.0
    """How much it counts what it loses itself, in proportion."""
    thirst: float = 1.0
    """How much it counts what it gains itself."""
    gifts: float = 1.0
    """How much it counts what friends gain."""
    grudge: float = 0.0
    """How much more a life point of somebody counts for each shot that came from there."""


MOODS: Final[Mapping[str, Mood]] = MappingProxyType(
    {
        "careful": Mood(skin=2.0),
        "bold": Mood(skin=0.4),
        "vengeful": Mood(grudge=0.8),
        "greedy": Mood(thirst=2.0, gifts=0.1),
    }
)


class Moody(Prospect):
    """What losses, gains and arrows are worth to somebody of a temper."""

    def __init__(self, town: Town, me: Seat, mood: Mood) -> None:
        self.mood = mood
        super().__init__(town, me)

    def worth_of_lives(self) -> list[float]:
        """What a life point that each player loses is worth."""
        worth = super().worth_of_lives()
        for seat, value in enumerate(worth):
            if value > FRIEND and seat != self.me:
                shots = min(REMEMBERED, self.town.aggression[seat][self.me])
                worth[seat] = value + self.mood.grudge * shots
        return worth

    def loss(self, seat: Seat, points: int) -> float:
        """A player loses life points."""
        value = super().loss(seat, points)
        return value * self.mood.skin if seat == self.me else value

    def gain(self, seat: Seat, points: int) -> float:
        """A player gains life points."""
        value = super().gain(seat, points)
        return value * (self.mood.thirst if seat == self.me else self.mood.gifts)


class TemperedDeputy:
    """Answers as the deputy does, by how things weigh in its temper."""

    def __init__(self, chance: Chance, mood: Mood) -> None:
        self.chance = chance
        self._stance = partial(Moody, mood=mood)

    def answer(self, view: View[Town], ask: Question, imagine: Imagine) -> Answer:
        return decided(ANSWERS, self._stance, view, ask)


TEMPERS = {temper: partial(TemperedDeputy, mood=mood) for temper, mood in MOODS.items()}
