"""What a game is like to play: counted right, the same every time, kept with its method."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest

from boomtown.core import Chance, Entry, Game, Match
from boomtown.lab.facets import (
    FACETS,
    FILE,
    Facet,
    Job,
    Measures,
    Played,
    Watch,
    _first,
    _outs,
    _skill,
    measure,
    measures_of,
    out_rules,
    play_one,
)
from boomtown.plugins import find_game, installed_games

NOON = find_game("high_noon")
MEASURED = [game for game in installed_games() if measures_of(game.package)]


def played(**changes: Any) -> Played:
    plain: dict[str, Any] = {
        "decisions": 10,
        "choices": [2],
        "waits": [1],
        "outs": {},
        "first": 0,
        "winners": (0,),
    }
    return Played(**plain | changes)


class TestPlaying:
    def test_the_same_number_is_the_same_match(self) -> None:
        job = Job("high_noon", 4, "again", ("random",))
        assert play_one(NOON, job, 3) == play_one(NOON, job, 3)
        assert play_one(NOON, job, 3) != play_one(NOON, job, 4)

    def test_every_decision_offers_something(self) -> None:
        one = play_one(NOON, Job("high_noon", 4, "offers", ("random",)), 0)
        assert len(one.choices) == one.decisions
        assert min(one.choices) >= 1

    def test_who_is_out_is_told_by_the_log(self) -> None:
        assert out_rules(NOON) == {"noon.out.fall"}
        found = [play_one(NOON, Job("high_noon", 4, "out", ("random",)), n) for n in range(10)]
        assert any(one.outs for one in found)
        for one in found:
            assert all(0 < number < one.decisions for number in one.outs.values())
            assert len(one.outs) < 4

    def test_in_a_skirmish_a_gang_without_models_is_out(self) -> None:
        west = find_game("shadows_west")
        assert out_rules(west) == {"shadows.vp.end"}
        line = Entry("shadows.vp.end", "shadows.vp.end.out", {"seat": 1})
        match = Match.unrecorded(west, 2, chance=Chance.seeded("out"))
        watch = Watch(match, out_rules(west))
        match.log.add(line)
        watch.answered()
        assert list(watch.outs) == [1]

    def test_nobody_waits_where_all_are_asked_together(self) -> None:
        one = play_one(NOON, Job("high_noon", 4, "waits", ("random",)), 0)
        assert one.waits.count(0) > len(one.waits) / 2

    def test_turns_of_others_are_waited_for(self) -> None:
        job = Job("bang_dice", 5, "waits", ("random",))
        one = play_one(find_game("bang_dice"), job, 0)
        assert sorted(one.waits)[len(one.waits) // 2] >= 4

    def test_the_first_player_is_the_first_to_be_asked_alone(self) -> None:
        bang = find_game("bang_dice")
        firsts = {play_one(bang, Job("bang_dice", 4, "f", ("random",)), n).first for n in range(8)}
        assert None not in firsts
        assert play_one(NOON, Job("high_noon", 4, "f", ("random",)), 0).first is None


class TestCounting:
    def test_elimination_is_a_share_of_the_match(self) -> None:
        found = list(_outs([played(outs={1: 5, 2: 9}), played(outs={3: 5}), played()]))
        assert [(one.id, one.value, one.n) for one in found] == [
            ("first_out", 0.5, 2),
            ("after_out", 0.4, 2),
        ]

    def test_a_game_without_elimination_has_no_such_facet(self) -> None:
        assert list(_outs([played(), played()])) == []
        seldom = [played(outs={1: 5}), played(outs={1: 5}), *(played() for _ in range(40))]
        assert list(_outs(seldom)) == []

    def test_going_first_is_measured_against_the_mean_seat(self) -> None:
        [facet] = _first([played(winners=(0,)), played(winners=(1,))], seats=4)
        assert facet.value == 0.25
        assert facet.low < 0.25 < facet.high

    def test_skill_is_a_seat_against_a_seat(self) -> None:
        # Seats 0 and 2 have the best bot in even matches, seat 1 in odd ones.
        fair = [played(winners=(0, 1, 2)), played(winners=(0, 1, 2))]
        [facet] = _skill(fair, 3, "fair")
        assert facet.value == 0.5
        [facet] = _skill([played(winners=(0,)), played(winners=(1,))], 2, "best")
        assert (facet.value, facet.high) == (1, 1)

    def test_winning_always_is_not_certain_to_go_on(self) -> None:
        always = [played(winners=(number % 2,)) for number in range(20)]
        [facet] = _skill(always, 2, "always")
        assert (facet.value, facet.high) == (1.0, 1.0)
        assert 0.8 < facet.low < 0.9

    def test_the_same_seed_gives_the_same_figures(self) -> None:
        one, other = (measure(NOON, 3, 20, "same", processes=1) for _ in range(2))
        assert one == other
        assert measure(NOON, 3, 20, "another", processes=1) != one

    def test_only_facets_that_arise_are_there(self) -> None:
        found = measure(NOON, 3, 20, "few", processes=1)
        assert found.bot == "random"
        assert found.skill_matches == 0
        ids = [facet.id for facet in found.facets]
        assert ids == [id for id in FACETS if id not in ("going_first", "skill")]
        assert found.facet("skill") is None

    def test_progress_adds_up(self) -> None:
        told: list[int] = []
        measure(find_game("cash_n_guns"), 4, 4, "progress", processes=1, progress=told.append)
        assert sum(told) == 4 + 2


class TestKept:
    def test_the_games_of_this_repository_are_measured(self) -> None:
        ids = {game.id for game in MEASURED}
        assert {"bang_dice", "cash_n_guns", "high_noon", "shadows_west"} <= ids

    @pytest.mark.parametrize("game", MEASURED, ids=lambda game: game.id)
    def test_what_is_kept_is_of_this_version_and_says_how(self, game: Game[Any, Any]) -> None:
        kept = measures_of(game.package)
        assert kept is not None
        again = (
            f"boomtown lab measure {game.id} --seats {kept.seats} --matches {kept.matches} --write"
        )
        assert (kept.game, kept.version) == (game.id, game.version), again
        assert kept.seats in game.seats
        assert kept.matches >= 100
        assert kept.seed
        assert [one.id for one in kept.facets] == [id for id in FACETS if kept.facet(id)]
        assert all(one.low <= one.value <= one.high and one.n > 1 for one in kept.facets)

    @pytest.mark.parametrize("game", MEASURED, ids=lambda game: game.id)
    def test_the_first_matches_can_be_played_again(self, game: Game[Any, Any]) -> None:
        kept = measures_of(game.package)
        assert kept is not None
        job = Job(game.id, kept.seats, kept.seed, (kept.bot,), kept.options)
        facet = kept.facet("decisions")
        assert facet is not None
        lengths = [play_one(game, job, number).decisions for number in range(3)]
        assert all(facet.low / 4 < length < facet.high * 4 for length in lengths)

    def test_a_file_reads_back(self) -> None:
        data = (files(NOON.package) / FILE).read_bytes()
        kept = msgspec.json.decode(data, type=Measures)
        assert msgspec.json.decode(msgspec.json.encode(kept), type=Measures) == kept
        assert isinstance(kept.facets[0], Facet)

    def test_a_game_without_measures_has_none(self) -> None:
        assert measures_of("boomtown") is None
