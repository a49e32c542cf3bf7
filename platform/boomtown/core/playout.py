"""Playouts: quiet matches that are played on quickly, as searches do by the thousand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boomtown.core.bot import Policy
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.errors import GameFault
from boomtown.core.game import WHOLE, Game
from boomtown.core.match import Match
from boomtown.core.view import Question


class AnyAnswer:
    """The policy of games that have none: any of the offers."""

    def answer(self, state: Any, ask: Question, chance: Chance) -> Answer:
        """One of the offers, all as likely."""
        return ask.choice.pick(chance)


def quick_policy(game: Game[Any, Any]) -> Policy:
    """The game's own policy for one playout, or any answers."""
    return AnyAnswer() if game.quick is None else game.quick()


def play_randomly(match: Match[Any], chance: Chance) -> int:
    """Plays a quiet match to its end by any answers, and says how many that took."""
    begun = match.number
    while match.outcome is None:
        step = match.waits()
        seat = step.waiting()[0]
        match.take(seat, step.choice(match, seat).pick(chance))
        if match.number - begun > match.game.longest:
            raise endless(match)
    return match.number - begun


def play_on(match: Match[Any], policy: Policy, chance: Chance, points: int | None = None) -> int:
    """Plays a quiet match on by a policy, and says how many answers that took.

    To its end; or, where the game has an evaluation, until so many calm points have gone by.
    """
    begun = match.number
    evaluation = None if points is None else match.game.evaluation
    place = 0 if evaluation is None else evaluation.calm(match.state)
    left = points or 0
    while match.outcome is None:
        seat = match.waits().waiting()[0]
        ask = match.question(seat)
        assert ask is not None, "the table waits for this seat"
        match.take(seat, policy.answer(match.state, ask, chance))
        if evaluation is not None and place != (now := evaluation.calm(match.state)):
            place, left = now, left - 1
            if left <= 0:
                break
        if match.number - begun > match.game.longest:
            raise endless(match)
    return match.number - begun


def endless(match: Match[Any]) -> GameFault:
    """A match that goes on longer than any match can."""
    return GameFault(f"{match.game.id}: no end after {match.game.longest} answers")


def worth_of(match: Match[Any]) -> Sequence[int]:
    """How likely each seat wins, of ``WHOLE``: by the outcome, or as the game evaluates it."""
    if match.outcome is not None:
        winners = match.outcome.winners
        return [WHOLE if seat in winners else 0 for seat in range(match.seats)]
    evaluation = match.game.evaluation
    if evaluation is None:
        raise ValueError(f"{match.game.id} evaluates nothing before the end")
    return evaluation.worth(match.state)
