"""The gate against cheap tricks: how often a lone strategy wins among bots of another kind.

A strategy is a bot like any other. Most are another bot with a few answers of their own:

    always_stand = trick(DeputyBot, {"cash.courage.choose": lambda view, ask, chance: "stand"})
    standing = lone(GAME, always_stand, DeputyBot, seats=6, matches=1000, seed="gate")
    assert standing.times < 1.2, standing
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from boomtown.bots.kinds import play_out
from boomtown.core.bot import Bot, Imagine
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.core.view import Question, View
from boomtown.lab.intervals import wilson

MakeBot: TypeAlias = Callable[[Chance], Bot]
"""Makes a bot for one seat, with chance of its own."""
Habit: TypeAlias = Callable[[View[Any], Question, Chance], Answer | None]
"""What is answered to a question; None leaves it to the other bot."""

Place: TypeAlias = Callable[[Match[Any], int], Seat]
"""Where the lone one sits, by a match that was just dealt and its number."""


class Trick:
    """A bot with a few habits, which otherwise plays like another one."""

    def __init__(self, chance: Chance, like: MakeBot, habits: Mapping[str, Habit]) -> None:
        self.chance = chance
        self.like = like(chance)
        self.habits = habits

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        habit = self.habits.get(ask.rule)
        answer = None if habit is None else habit(view, ask, self.chance)
        return self.like.answer(view, ask, imagine) if answer is None else answer


def trick(like: MakeBot, habits: Mapping[str, Habit]) -> MakeBot:
    """Makes bots that play like another one but for these habits, by the rule that asks."""
    return lambda chance: Trick(chance, like, habits)


class Standing(Struct, frozen=True):
    """How often the lone one has won."""

    won: int
    matches: int
    fair: float
    """The share of somebody who plays like the others."""

    @property
    def times(self) -> float:
        """How many times its fair share it has won."""
        return self.won / self.matches / self.fair

    @property
    def interval(self) -> tuple[float, float]:
        """Where that lies, 95 times in 100 (Wilson)."""
        low, high = wilson(self.won, self.matches)
        return low / self.fair, high / self.fair

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.times:.2f}x its share ({low:.2f} - {high:.2f}), {self.matches} matches"


def in_turn(match: Match[Any], number: int) -> Seat:
    """One seat after another."""
    return Seat(number % match.seats)


def lone(
    game: Game[Any, Any],
    strategy: MakeBot,
    among: MakeBot,
    *,
    seats: int,
    matches: int,
    seed: str,
    options: Mapping[str, object] | None = None,
    control: bool = False,
    place: Place = in_turn,
    fair: float | None = None,
) -> Standing:
    """Plays matches of one strategy among other bots; it changes its seat from match to match.

    Every seat is taken to be as good as any other. Where roles or sides differ, ``place`` says
    which seat it takes, and ``fair`` what somebody who plays like the others wins there;
    ``control`` finds that out: it plays each match once more with the other kind in its place.
    """
    won = usual = 0
    for number in range(matches):
        deal = (game, seats, dict(options or {}), (seed, seats, number), place, number)
        won += _wins(*deal, strategy, among)
        usual += control and _wins(*deal, among, among)
    if control:
        fair = usual / matches
    return Standing(won, matches, 1 / seats if fair is None else fair)


def _wins(
    game: Game[Any, Any],
    seats: int,
    options: dict[str, object],
    seed: tuple[object, ...],
    place: Place,
    number: int,
    strategy: MakeBot,
    among: MakeBot,
) -> bool:
    """Whether the lone one wins this match."""
    chance = Chance.seeded(*seed)
    match = Match.unrecorded(game, seats, options, chance=chance.another())
    lonely = place(match, number)
    bots = [(strategy if s == lonely else among)(chance.another()) for s in match.all_seats]
    play_out(match, bots, chance)
    assert match.outcome is not None, "the match is over"
    return lonely in match.outcome.winners
