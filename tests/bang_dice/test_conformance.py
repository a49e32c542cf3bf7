"""BANG! dice keeps what every game must keep: for all players and every set of modules."""

import itertools
import os
from pathlib import Path
from typing import Any

import pytest

from bang_dice import GAME
from bang_dice.content import ARROWS, DICE, ROLE_OF, ROLES, Face, RoleCard
from bang_dice.state import Town
from boomtown.bots import RandomBot
from boomtown.core import Chance, Match, Refused
from boomtown.testing import CHECKS, Play, Suite, run_examples

EXAMPLES = Path(__file__).parents[2] / "games" / "bang_dice" / "examples.md"
SWITCHES = ("saloon_dice", "chief", "new_characters", "ghost")
ROLE_MODES = ("off", "special", "mixed")
LONGEST = 4_000
"""More decisions than any random match takes; the longest of 20,000 had 1,400."""


def every_setting() -> list[tuple[int, dict[str, Any]]]:
    """All numbers of players with all sets of modules that go together."""
    settings: list[tuple[int, dict[str, Any]]] = []
    for on in itertools.product((False, True), repeat=len(SWITCHES)):
        for mode in ROLE_MODES:
            options: dict[str, Any] = dict(zip(SWITCHES, on, strict=True))
            options["special_roles"] = mode
            for seats in GAME.seats:
                if GAME.options(**options).refusal(seats) is None:
                    settings.append((seats, options))
    return settings


SETTINGS = every_setting()


def test_modules_need_enough_players() -> None:
    with pytest.raises(Refused, match=r"bang\.setup\.modules\.limits\.ghost"):
        Match.start(GAME, 4, {"ghost": True})
    with pytest.raises(Refused, match=r"bang\.setup\.modules\.limits\.special_roles"):
        Match.start(GAME, 3, {"special_roles": "special"})


def suite(name: str) -> Suite:
    """A match for every setting, and some with chosen characters and with none."""
    plays = [Play(seats, options, f"{name} {n}") for n, (seats, options) in enumerate(SETTINGS)]
    for seats in GAME.seats:
        for characters in ("choose", "off"):
            options = {"characters": characters, "chief": True, "saloon_dice": True}
            plays.append(Play(seats, options, f"{name} {seats} {characters}"))
    return Suite(GAME, plays)


@pytest.mark.parametrize("check", [check for check in CHECKS if check != "leaks"])
def test_every_check_with_every_set_of_modules(check: str) -> None:
    whole = suite(f"conformance {check}")
    assert Suite(GAME, whole.plays[::2]).run(check) == []


@pytest.mark.parametrize("part", range(4))
def test_nothing_leaks_with_any_set_of_modules(part: int) -> None:
    """Also not through the sealed windows: who could be asked must not show."""
    whole = suite("leaks")
    assert Suite(GAME, whole.plays[part::8]).run("leaks") == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(12))
def test_nothing_leaks_in_long_runs(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak leaks")
    plays = [play for number in range(4) for play in suite(f"{seed} {number}").plays]
    assert Suite(GAME, plays[part::12]).run("leaks") == []


def check_table(town: Town, dealt: list[RoleCard]) -> None:
    """What must be true after every single step."""
    held = sum(cowboy.arrows for cowboy in town.cowboys)
    assert town.pile + held == ARROWS  # bang.arrow.conserve
    chiefs = town.chief_in_pile + sum(cowboy.chief for cowboy in town.cowboys)
    assert chiefs == town.options.chief
    for cowboy in town.cowboys:
        assert cowboy.life >= 0
        assert cowboy.out or cowboy.life <= max(cowboy.cap, 12)
        assert not (cowboy.out and cowboy.tokens)
    assert sorted(cowboy.role.value for cowboy in town.cowboys) == dealt
    if town.ghost_turn:
        assert len(town.dice) in (0, 2)
    elif town.token is None or town.token.holder != town.active:
        assert len(town.dice) in (0, DICE, DICE + 1)
    assert all(isinstance(face, Face) for face in town.dice)


def play_and_check(seats: int, options: dict[str, Any], seed: str) -> int:
    """A whole random match with the invariants after every step; how long it took."""
    chance = Chance.seeded(seed)
    bot = RandomBot(chance.another())
    match = Match.unrecorded(GAME, seats, options, chance=chance)
    dealt = sorted(cowboy.role.value for cowboy in match.state.cowboys)
    wanted = [role for role, count in ROLES[seats].items() for _ in range(count)]
    assert sorted(ROLE_OF[cowboy.role.value] for cowboy in match.state.cowboys) == sorted(wanted)
    while match.outcome is None:
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
        check_table(match.state, dealt)
        assert match.number < LONGEST, seed
    return match.number


@pytest.mark.parametrize("part", range(4))
def test_a_thousand_random_matches_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "table")
    for number in range(part, 1000, 4):
        seats, options = SETTINGS[number % len(SETTINGS)]
        play_and_check(seats, options, f"{seed} {number}")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_twenty_thousand_random_matches_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak")
    for number in range(part, 20_000, 20):
        seats, options = SETTINGS[number % len(SETTINGS)]
        play_and_check(seats, options, f"{seed} {number}")


def test_all_worked_examples_come_out() -> None:
    result = run_examples(GAME, EXAMPLES.read_text(encoding="utf-8"))
    assert result.failed == []
    assert str(result) == "50 passed, 0 failed"
