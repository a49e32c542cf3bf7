"""Cash 'n Guns keeps what every game must keep: for all players, with and without powers."""

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from boomtown.bots import RandomBot
from boomtown.core import Chance, Match, Seat
from boomtown.testing import CHECKS, Play, Suite, run_examples
from cash_n_guns import GAME
from cash_n_guns.content import BANGS, CLICKS, DECK, Bullet, Loot
from cash_n_guns.rules.moments import deadly
from cash_n_guns.rules.powers.sharing import GOOD_FRIEND
from cash_n_guns.state import Gang

EXAMPLES = Path(__file__).parents[2] / "games" / "cash_n_guns" / "examples.md"
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (seats, {"powers": powers}) for seats in GAME.seats for powers in (False, True)
]
LONGEST = 500
"""More decisions than any match takes: 8 rounds of 3 for 8 players, 8 shares each, and powers."""


def suite(name: str, times: int = 1) -> Suite:
    """Matches for all numbers of players with and without powers, and for the other options."""
    plays = [
        Play(seats, options, f"{name} {number} {seats}")
        for number in range(times)
        for seats, options in SETTINGS
    ]
    plays.append(Play(4, {"oldest": 3, "time_limits": False}, f"{name} options"))
    return Suite(GAME, plays)


@pytest.mark.parametrize("check", [check for check in CHECKS if check != "leaks"])
def test_every_check_for_all_players(check: str) -> None:
    """A setting for each check, another one each time; all of them in the long runs."""
    plays = suite(f"conformance {check}").plays
    assert Suite(GAME, [plays[sorted(CHECKS).index(check) % len(plays)]]).run(check) == []


@pytest.mark.soak
@pytest.mark.parametrize("check", [check for check in CHECKS if check != "leaks"])
def test_every_check_for_all_players_with_and_without_powers(check: str) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak checks")
    assert suite(f"{seed} {check}", 4).run(check) == []


def test_nothing_leaks() -> None:
    """Also not through draws, thefts and clips: what they tell must be told to all alike.

    A match with powers and one without; all of them in the long runs.
    """
    assert Suite(GAME, suite("leaks").plays[1:3]).run("leaks") == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(12))
def test_nothing_leaks_in_long_runs(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak leaks")
    assert Suite(GAME, suite(seed, 24).plays[part::12]).run("leaks") == []


def check_table(gang: Gang) -> None:
    """What must be true after every single answer."""
    owned = [card for gangster in gang.gangsters for card in gangster.loot]
    piled = [card for pile in gang.piles for card in pile]
    loot = Counter([*gang.loot, *(card.value for card in (*owned, *piled, *gang.removed))])
    assert loot == Counter(DECK)
    assert not {card.value for card in owned} & {Loot.CLIP, Loot.FIRST_AID}  # cash.clip.not_loot
    held = [card for one in gang.gangsters for card in (*one.hand, one.bullet) if card is not None]
    loose = [*gang.discard, *gang.spent, *([gang.drawn] if gang.drawn else [])]
    bullets = Counter(card.value for card in (*held, *loose))
    seats = len(gang.gangsters)
    assert bullets == {Bullet.CLICK: CLICKS * seats, Bullet.BANG: BANGS * seats}
    for seat, gangster in enumerate(gang.gangsters):
        if gangster.out:
            assert gangster.wounds >= deadly(gang, Seat(seat))
            assert gangster.hand == []
            assert gangster.loot == []
        else:
            assert 0 <= gangster.wounds < deadly(gang, Seat(seat))
    friend = gang.who_has(GOOD_FRIEND.id)
    sizes = {
        len(one.hand) for seat, one in enumerate(gang.gangsters) if not one.out and seat != friend
    }
    assert len(sizes) <= 2  # one more while a clip or an exchange is under way


def play_and_check(seats: int, options: dict[str, Any], seed: str) -> None:
    """A whole random match with the invariants after every answer; some seats are absent."""
    chance = Chance.seeded(seed)
    bot = RandomBot(chance.another())
    match = Match.unrecorded(GAME, seats, options, chance=chance)
    while match.outcome is None:
        seat = match.asked()[0]
        if bot.chance.below(20) == 0:
            match.time_out(seat)
        else:
            match.answer(seat, bot.pick(match.choice(seat)))
        check_table(match.state)
        assert match.number < LONGEST, seed
    living = match.state.living()
    assert set(match.outcome.winners) <= set(living)
    assert bool(match.outcome.winners) == bool(living)


def test_random_matches_end_and_keep_the_table_whole() -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "table")
    for number in range(4 * len(SETTINGS)):
        seats, options = SETTINGS[number % len(SETTINGS)]
        play_and_check(seats, options, f"{seed} {number}")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_random_matches_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak")
    for number in range(part, 10_000, 20):
        seats, options = SETTINGS[number % len(SETTINGS)]
        play_and_check(seats, options, f"{seed} {number}")


def test_all_worked_examples_come_out() -> None:
    result = run_examples(GAME, EXAMPLES.read_text(encoding="utf-8"))
    assert result.failed == []
    assert str(result) == "53 passed, 0 failed"
