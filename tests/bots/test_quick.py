"""Quick policies as players: before a search trusts one, it must play well by itself."""

from typing import Any

import pytest

from boomtown.bots import RandomBot
from boomtown.core import Chance, Game, Match, Policy, Seat, play_on, quick_policy
from boomtown.plugins import find_game
from toys import HONEST


def played(game: Game[Any, Any], number: int, seats: int, options: dict[str, object]) -> Match[Any]:
    """One match of a quick policy against random players; it sits at a seat after the other."""
    match = Match.unrecorded(game, seats, options, chance=Chance.seeded("quick", number))
    policy, chance = quick_policy(game), Chance.seeded("answers", number)
    others = RandomBot(chance.another())
    while match.outcome is None:
        seat = match.asked()[0]
        ask = match.question(seat)
        assert ask is not None
        own = seat == number % seats
        match.answer(
            seat, policy.answer(match.state, ask, chance) if own else others.pick(ask.choice)
        )
    return match


@pytest.mark.parametrize(
    ("id", "seats", "options", "matches", "wins", "losses"),
    [
        ("bang_dice", 5, {}, 60, 36, 24),  # of those who win about two in five
        ("bang_dice", 3, {}, 30, 17, 13),
        ("cash_n_guns", 6, {}, 18, 13, 5),  # one in six
        ("cash_n_guns", 5, {"powers": True}, 15, 10, 5),
        ("shadows_west", 2, {"budget": "75"}, 6, 2, 0),  # many a shootout has no winner
    ],
)
def test_a_quick_policy_beats_random_players(
    id: str, seats: int, options: dict[str, object], matches: int, wins: int, losses: int
) -> None:
    game = find_game(id)
    won = lost = 0
    for number in range(matches):
        outcome = played(game, number, seats, options).outcome
        assert outcome is not None
        won += number % seats in outcome.winners
        lost += bool(outcome.winners) and number % seats not in outcome.winners
    assert won >= wins, (won, lost)
    assert lost <= losses, (won, lost)


def end(game: Game[Any, Any], seats: int, policy: Policy | None = None) -> str:
    """How an imagined table ends that is played on."""
    match = Match.unrecorded(game, seats, chance=Chance.seeded("same"))
    table = match.imagine(Seat(0), Chance.seeded("dream"))
    assert play_on(table, policy or quick_policy(game), Chance.seeded("answers")) > 0
    assert table.outcome is not None
    return table.hash()


@pytest.mark.parametrize(("id", "seats"), [("bang_dice", 4), ("cash_n_guns", 4)])
def test_the_same_chance_plays_the_same_playout(id: str, seats: int) -> None:
    game = find_game(id)
    assert end(game, seats) == end(game, seats)


def test_a_game_without_a_policy_is_played_on_by_any_answers() -> None:
    assert end(HONEST, 3) == end(HONEST, 3)
