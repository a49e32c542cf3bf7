"""Shadows of the West keeps what every game must keep: 2 to 4 players, all scenarios and maps."""

import itertools
import os
from collections import Counter
from typing import Any

import pytest

from boomtown.bots import RandomBot, play_out
from boomtown.core import Chance, Match
from boomtown.lab.reach import game_coverage
from boomtown.testing import CHECKS, Play, Suite
from rowdy import RowdyBot
from shadows_west import GAME
from shadows_west.bot.gunhand import GunhandBot
from shadows_west.content import DECK, SCENARIOS
from shadows_west.measuring.spacing import overlaps
from shadows_west.state import Gone, Kind, Table, West
from shadows_west.terrain.ground import ground, surfaces_at

MAPS = ("redemption", "gulch", "mission")
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (seats, {"scenario": scenario, "map": MAPS[(seats + number) % len(MAPS)]})
    for number, scenario in enumerate(SCENARIOS)
    for seats in GAME.seats
]
DEAR = ("bots", "leaks")
OTHERS: list[tuple[int, dict[str, Any]]] = [
    (2, {"townsfolk": False, "events": False, "unusual_terrain": False, "premeasure": False}),
    (3, {"rerolls": "ask", "campaign": True, "budget": "75", "map": "gulch"}),
    (2, {"large_table": True, "budget": "150", "scenario": "innocents", "townsfolk": False}),
    (2, {"reactions": "any", "close_fire": True, "carried_wins": True, "scenario": "bank_job"}),
    (4, {"scenario": "random", "map": "random"}),
]


def suite(name: str, part: int, parts: int) -> Suite:
    """Matches for all numbers of players and scenarios, and for the other options."""
    settings = [*SETTINGS, *OTHERS][part::parts]
    return Suite(GAME, [Play(seats, options, f"{name} {seats}") for seats, options in settings])


@pytest.mark.parametrize("check", [check for check in CHECKS if check not in DEAR])
def test_every_check(check: str) -> None:
    """A setting for each check, another one each time; all of them in the long runs."""
    parts = len(SETTINGS) + len(OTHERS)
    part = sorted(CHECKS).index(check) % parts
    assert suite(f"conformance {check}", part, parts).run(check) == []


@pytest.mark.parametrize("check", ["leaks", pytest.param("bots", marks=pytest.mark.soak)])
def test_checks_that_take_long(check: str) -> None:
    """Small gangs of two players, from whom everything hidden is hidden all the same."""
    options = {"budget": "75", "scenario": "bank_job"}
    assert Suite(GAME, [Play(2, options, f"conformance {check}")]).run(check) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_every_check_with_every_setting(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak checks")
    assert [one for check in CHECKS for one in suite(seed, part, 8).run(check)] == []


def test_every_rule_is_named_by_code_and_read_out_by_a_test() -> None:
    coverage = game_coverage(GAME, None, [])
    assert coverage.unknown == []
    assert coverage.uncited == []
    assert coverage.untested == []


# --- invariants ----------------------------------------------------------------------------------


def check_table(table: Table) -> None:
    """Nobody stands in anybody, everybody stands on something, and who is held is held."""
    land = ground(table)
    present = list(table.present())
    for one, other in itertools.combinations(present, 2):
        assert not overlaps(one, other), (one.id, other.id)
    for figure in present:
        assert 0 <= figure.x <= land.size
        assert 0 <= figure.y <= land.size
        assert figure.z in surfaces_at(land, figure.x, figure.y), figure.id
        assert (figure.fx, figure.fy) != (0, 0)
        if figure.holds is not None:
            assert table.figures[figure.holds].held_by == figure.id
        if figure.held_by is not None:
            assert table.figures[figure.held_by].holds == figure.id
        if figure.mounted:
            assert figure.horse is not None
            assert table.figures[figure.horse].gone is Gone.RIDDEN
    carried = Counter(figure.loot for figure in table.figures.values() if figure.loot)
    assert all(count == 1 and table.markers[id].gone for id, count in carried.items())


def check_gangs(west: West) -> None:
    """Every deck has its 54 cards, and no more than one event happens in a turn."""
    for gang in west.gangs:
        hidden = [*gang.deck, *gang.hand, *([gang.played] if gang.played else [])]
        cards = Counter([*(card.value for card in hidden), *gang.discard])
        assert not cards or cards == Counter(DECK)
        assert gang.points >= 0


def play_and_check(seats: int, options: dict[str, Any], seed: str, kind: Any) -> Match[West]:
    """A whole match with the invariants after every answer; some seats are absent."""
    chance = Chance.seeded(seed)
    match = Match.unrecorded(GAME, seats, options, chance=chance)
    bots = [kind(chance.another()) for _ in match.all_seats]
    events: Counter[int] = Counter()
    told = 0
    while match.outcome is None:
        seat = match.asked()[0]
        if chance.below(40) == 0:
            match.time_out(seat)
        else:
            question = match.question(seat)
            assert question is not None
            imagine = lambda: match.imagine(seat, chance.another())  # noqa: B023, E731
            match.answer(seat, bots[seat].answer(match.view(seat), question, imagine))
        check_table(match.state.table)
        check_gangs(match.state)
        for entry in match.log.since(told):
            if entry.key == "shadows.event.trigger":
                events[match.state.turn] += 1
        told = len(match.log)
    assert all(count == 1 for count in events.values()), seed
    return match


@pytest.mark.parametrize("part", range(2))
def test_random_matches_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "table")
    seats, options = SETTINGS[3 * part % len(SETTINGS) + part % 3]
    play_and_check(seats, options, f"{seed} {part}", RandomBot)


@pytest.mark.parametrize("part", range(2))
def test_rowdy_matches_end_and_keep_the_table_whole(part: int) -> None:
    """Contact, captives, sticks and shoves, which random play hardly ever comes to."""
    seed = os.environ.get("BOOMTOWN_SEED", "rowdy")
    seats, options = SETTINGS[5 * part % len(SETTINGS)]
    play_and_check(seats, options, f"{seed} {part}", RowdyBot)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_rowdy_matches_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak rowdies")
    for number in range(part, 1000, 20):
        seats, options = [*SETTINGS, *OTHERS][number % (len(SETTINGS) + len(OTHERS))]
        play_and_check(seats, options, f"{seed} {number}", RowdyBot)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_random_matches_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak")
    for number in range(part, 1000, 20):
        seats, options = [*SETTINGS, *OTHERS][number % (len(SETTINGS) + len(OTHERS))]
        play_and_check(seats, options, f"{seed} {number}", RandomBot)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_two_hundred_matches_of_gunhands_end_and_keep_the_table_whole(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SEED", "soak gunhands")
    for number in range(part, 200, 20):
        seats, options = SETTINGS[number % len(SETTINGS)]
        play_and_check(seats, options, f"{seed} {number}", GunhandBot)


def test_folk_are_nobodys() -> None:
    """shadows.npc.who: in a whole match no townsperson ever belongs to a gang."""
    chance = Chance.seeded("folk")
    match = Match.unrecorded(GAME, 2, {"scenario": "innocents"}, chance=chance.another())
    play_out(match, [RandomBot(chance.another()) for _ in match.all_seats], chance)
    folk = [one for one in match.state.table.figures.values() if one.kind is Kind.FOLK]
    assert len(folk) >= 5
    assert {one.seat for one in folk} == {None}
