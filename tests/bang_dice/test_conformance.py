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


Setting = tuple[int, dict[str, Any]]


def every_setting() -> list[Setting]:
    """All numbers of players with all sets of modules that go together."""
    settings: list[Setting] = []
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


CHARACTERS = ("deal", "choose", "off")


def facts(setting: Setting) -> set[frozenset[object]]:
    """All pairs of things that a setting brings together."""
    seats, options = setting
    single = [("seats", seats), *options.items()]
    return {frozenset(pair) for pair in itertools.combinations(single, 2)}


def any_two() -> list[Setting]:
    """As few settings as bring any two things together that go together."""
    settings = [
        (seats, {**options, "characters": characters})
        for seats, options in SETTINGS
        for characters in CHARACTERS
    ]
    brought = {number: facts(setting) for number, setting in enumerate(settings)}
    left = set().union(*brought.values())
    chosen = []
    while left:
        best = max(brought, key=lambda number: len(brought[number] & left))
        chosen.append(settings[best])
        left -= brought.pop(best)
    return chosen


ANY_TWO = any_two()


def suite(name: str, settings: list[Setting]) -> Suite:
    """A match for every one of these settings."""
    plays = [Play(seats, options, f"{name} {n}") for n, (seats, options) in enumerate(settings)]
    return Suite(GAME, plays)


def every_suite(name: str) -> Suite:
    """A match for every setting, and some with chosen characters and with none."""
    others = [
        (seats, {"characters": characters, "chief": True, "saloon_dice": True})
        for seats in GAME.seats
        for characters in ("choose", "off")
    ]
    return suite(name, [*SETTINGS, *others])


@pytest.mark.parametrize("check", [check for check in CHECKS if check != "leaks"])
def test_every_check_with_any_two_modules(check: str) -> None:
    """One or two of them for each check; all of them, and all others, in the long runs.

    Bots think for long at a large table, and each of them plays twice: theirs is the smallest.
    """
    part = sorted(CHECKS).index(check) % 16
    few = ANY_TWO[part::16] if check != "bots" else [min(ANY_TWO, key=lambda one: one[0])]
    assert suite(f"conformance {check}", few).run(check) == []


def test_nothing_leaks_with_any_two_modules() -> None:
    """Also not through the sealed windows: who could be asked must not show. All in long runs."""
    whole = suite("leaks", ANY_TWO)
    assert Suite(GAME, whole.plays[::4]).run("leaks") == []


@pytest.mark.soak
@pytest.mark.parametrize("check", [check for check in CHECKS if check != "leaks"])
def test_every_check_with_every_set_of_modules(check: str) -> None:
    """Bots have a quarter of the settings: all of them would take as long as all other checks."""
    plays = every_suite(f"conformance {check}").plays
    assert Suite(GAME, plays[:: 4 if check == "bots" else 1]).run(check) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(12))
def test_nothing_leaks_in_long_runs(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak leaks")
    plays = [play for number in range(4) for play in every_suite(f"{seed} {number}").plays]
    assert Suite(GAME, plays[part::12]).run("leaks") == []


def check_table(town: Town, dealt: list[RoleCard]) -> None:
    """What must be true after every single step."""
    assert town.all_arrows() == ARROWS  # bang.arrow.conserve
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


def test_a_match_with_every_setting_ends_and_keeps_the_table_whole() -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "table")
    for number, (seats, options) in enumerate(SETTINGS):
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
    assert str(result) == "94 passed, 0 failed"
