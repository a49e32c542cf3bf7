"""What a game is like to play: counted right, the same every time, kept with its method."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest

from boomtown.core import Chance, Entry, Game, Match
from boomtown.core.beat import Beat
from boomtown.lab.facets import (
    FACETS,
    FILE,
    Facet,
    First,
    Measures,
    Setting,
    Thinking,
    facets_from,
    first_of,
    ladder_from,
    measures_of,
)
from boomtown.lab.measuring import (
    LADDER,
    Plan,
    begun,
    measure_one,
    missing,
    plans,
    with_setting,
)
from boomtown.lab.watching import (
    Job,
    Mixed,
    Played,
    Watch,
    mix_one,
    out_rules,
    play_one,
    seated,
)
from boomtown.plugins import find_game, installed_games

NOON, BANG, CASH, WEST = (
    find_game(id) for id in ("high_noon", "bang_dice", "cash_n_guns", "shadows_west")
)
MEASURED = [game for game in installed_games() if measures_of(game.package)]
BARE = ("no_townsfolk", "no_events", "no_unusual_terrain")


def played(**changes: Any) -> Played:
    plain: dict[str, Any] = {
        "decisions": 10,
        "choices": [2],
        "waits": [1],
        "shows": [(0,)],
        "outs": {},
        "first": 0,
        "first_rule": "",
        "first_part": "",
        "winners": (0,),
    }
    return Played(**plain | changes)


def facets(some: list[Played], seats: int, thinking: float = 4) -> dict[str, Facet]:
    return {one.id: one for one in facets_from(some, seats, thinking)}


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
        assert out_rules(WEST) == {"shadows.vp.end"}
        line = Entry("shadows.vp.end", "shadows.vp.end.out", {"seat": 1})
        match = Match.unrecorded(WEST, 2, chance=Chance.seeded("out"))
        watch = Watch(match, out_rules(WEST))
        match.log.add(line)
        watch.answered()
        assert list(watch.outs) == [1]

    def test_nobody_waits_where_all_are_asked_together(self) -> None:
        one = play_one(NOON, Job("high_noon", 4, "waits", ("random",)), 0)
        assert one.waits.count(0) > len(one.waits) / 2

    def test_turns_of_others_are_waited_for_and_what_the_table_shows(self) -> None:
        one = play_one(BANG, Job("bang_dice", 5, "waits", ("random",)), 0)
        assert sorted(one.waits)[len(one.waits) // 2] >= 4
        assert len(one.shows) == len(one.waits)
        assert sum(sum(shown) for shown in one.shows) > 10_000

    def test_what_is_shown_before_each_question_counts(self) -> None:
        match = Match.unrecorded(BANG, 4, chance=Chance.seeded("beats"))
        watch = Watch(match, frozenset(), {"shown": Beat(time=700)})
        match.log.add(Entry("any", "shown", {}))
        watch.decision(match.asked()[0])
        assert watch.leads == [700]

    def test_set_up_does_not_say_who_goes_first(self) -> None:
        bang = [play_one(BANG, Job("bang_dice", 4, "f", ("random",)), n) for n in range(3)]
        assert {one.first_rule for one in bang} == {"bang.ask.own_turn"}
        assert {one.first_part for one in bang} == {"role:sheriff"}
        assert play_one(NOON, Job("high_noon", 4, "f", ("random",)), 0).first is None
        west = play_one(WEST, Job("shadows_west", 2, "f", ("random",)), 0)
        assert west.first_rule == "shadows.act.turn", "not who picked a zone first"

    def test_kinds_are_mixed_evenly_and_change_seats(self) -> None:
        job = Job("cash_n_guns", 5, "mix", LADDER)
        tables = [seated(job, number) for number in range(6)]
        for kind in LADDER:
            assert all(1 <= table.count(kind) <= 2 for table in tables)
            assert sum(table.count(kind) for table in tables) == 10
        assert len({tuple(table) for table in tables}) > 3
        assert mix_one(CASH, job, 2) == mix_one(CASH, job, 2)


class TestCounting:
    def test_elimination_is_a_share_of_the_match(self) -> None:
        out = [played(outs={1: 5, 2: 9}), played(outs={3: 5}), played(outs={2: 5}), played()]
        found = facets(out, 4)
        assert (found["out"].value, found["out"].n) == (0.75, 4)
        assert (found["first_out"].value, found["first_out"].n) == (0.5, 3)
        assert found["after_out"].value == pytest.approx(0.4333, abs=1e-4)

    def test_where_it_hardly_happens_only_that_is_said(self) -> None:
        found = facets([played(), played()], 4)
        assert found["out"].value == 0
        assert found["out"].high > 0.5, "two matches prove little"
        seldom = [played(outs={1: 5}), played(outs={1: 5}), *(played() for _ in range(40))]
        assert "first_out" not in facets(seldom, 4)

    def test_between_two_nobody_sits_out(self) -> None:
        assert not {"out", "first_out", "after_out"} & facets([played(), played()], 2).keys()

    def test_waiting_takes_as_long_as_others_think_or_the_table_shows(self) -> None:
        two = [played(shows=[(1000, 9000, 500)])] * 2
        assert facets(two, 3)["seconds"].value == 4 + 9 + 0.5
        assert facets(two, 3, thinking=10)["seconds"].value == 10 + 10 + 0.5

    def test_going_first_is_measured_against_the_mean_seat(self) -> None:
        facet = facets([played(winners=(0,)), played(winners=(1,))], 4)["going_first"]
        assert facet.value == 0.25
        assert facet.low < 0.25 < facet.high

    def test_who_goes_first_is_said(self) -> None:
        sheriff = {"first_rule": "turn", "first_part": "role:sheriff"}
        assert first_of([played(**sheriff), played(**sheriff)]) == First("turn", "role:sheriff")
        outlaw = {"first_rule": "turn", "first_part": "role:outlaw"}
        assert first_of([played(**sheriff), played(**outlaw)]) == First("turn")
        assert first_of([played(first=None)]) is None


class TestLuck:
    def mixed(self, *tables: tuple[str, tuple[int, ...]]) -> list[Mixed]:
        return [Mixed(tuple(kinds.split()), winners) for kinds, winners in tables]

    def test_who_always_wins_by_level_leaves_nothing_to_luck(self) -> None:
        tables = self.mixed(("low high", (1,)), ("high low", (0,))) * 20
        rungs, [luck] = ladder_from(tables, ("low", "high"), "seed")
        assert [(one.kind, one.value, one.n) for one in rungs] == [("low", 0, 40), ("high", 1, 40)]
        assert rungs[1].low < 1, "winning always is not certain to go on"
        assert luck.value == 0

    def test_equals_leave_everything_to_it(self) -> None:
        tables = self.mixed(("a b", (0,)), ("a b", (1,)), ("b a", (0,)), ("b a", (1,))) * 10
        rungs, [luck] = ladder_from(tables, ("a", "b"), "seed")
        assert {one.value for one in rungs} == {0.5}
        assert luck.value == 1
        assert 0.8 < luck.low < 1

    def test_few_matches_leave_much_open(self) -> None:
        few = self.mixed(("a b", (0,)), ("a b", (1,)), ("b a", (1,)))
        _, [luck] = ladder_from(few, ("a", "b"), "seed")
        assert luck.high - luck.low > 0.3

    def test_where_all_win_nothing_can_be_said(self) -> None:
        assert ladder_from(self.mixed(("a b", (0, 1))), ("a", "b"), "seed") == ([], [])


class TestPlans:
    def test_every_number_of_players_and_every_variant(self) -> None:
        found = {(plan.seats, plan.variants): plan for plan in plans(WEST, 30)}
        for seats in WEST.seats:
            assert found[seats, ()].matches == found[seats, BARE].matches == 30
            assert found[seats, ("no_townsfolk",)].matches == 10
        assert found[2, BARE].options == {
            "townsfolk": False,
            "events": False,
            "unusual_terrain": False,
        }

    def test_a_variant_is_not_planned_where_it_cannot_be_played(self) -> None:
        seats = {plan.seats for plan in plans(BANG, 30) if plan.variants == ("ghost",)}
        assert seats == {5, 6, 7, 8}

    def test_a_run_goes_on_where_it_was_stopped(self) -> None:
        new = begun(NOON, None, 6, "s", Thinking())
        todo = missing(NOON, new)
        assert len(todo) == len(NOON.seats)
        done = Setting(seats=3, matches=6, mixed=6, facets=[])
        kept = with_setting(NOON, new, done)
        assert [plan.seats for plan in missing(NOON, kept)] == [2, 4, 5, 6]
        assert begun(NOON, kept, 6, "s", Thinking()) is kept
        for other in (begun(NOON, kept, 7, "s", Thinking()), begun(NOON, kept, 6, "t", Thinking())):
            assert other.settings == [], "another number or seed begins anew"

    def test_the_same_seed_gives_the_same_figures_and_progress_adds_up(self) -> None:
        plan, told = Plan(4, (), {}, 3, 3), list[int]()
        one = measure_one(CASH, plan, "same", 4, processes=1, progress=told.append)
        assert one == measure_one(CASH, plan, "same", 4, processes=1)
        assert one != measure_one(CASH, plan, "another", 4, processes=1)
        assert sum(told) == plan.total == 6


class TestKept:
    def test_the_games_of_this_repository_are_measured(self) -> None:
        ids = {game.id for game in MEASURED}
        assert {"bang_dice", "cash_n_guns", "high_noon", "shadows_west"} <= ids

    @pytest.mark.parametrize("game", MEASURED, ids=lambda game: game.id)
    def test_what_is_kept_is_of_this_version_whole_and_says_how(self, game: Game[Any, Any]) -> None:
        kept = measures_of(game.package)
        assert kept is not None
        assert (kept.game, kept.version) == (game.id, game.version), (
            f"boomtown lab measure {game.id} --write"
        )
        assert missing(game, kept) == [], f"boomtown lab measure {game.id} --write"
        for setting in kept.settings:
            assert [one.id for one in setting.facets] == [id for id in FACETS if setting.facet(id)]
            assert all(one.low <= one.value <= one.high and one.n > 1 for one in setting.facets)
            assert [one.kind for one in setting.ladder] in ([], kept.ladder)

    @pytest.mark.parametrize("game", MEASURED, ids=lambda game: game.id)
    def test_a_first_match_can_be_played_again(self, game: Game[Any, Any]) -> None:
        kept = measures_of(game.package)
        assert kept is not None
        setting = kept.settings[0]
        facet = setting.facet("decisions")
        assert facet is not None
        job = Job(game.id, setting.seats, kept.seed, (kept.bot,), setting.options)
        assert facet.low / 4 < play_one(game, job, 0).decisions < facet.high * 4

    def test_a_file_reads_back(self) -> None:
        data = (files(NOON.package) / FILE).read_bytes()
        kept = msgspec.json.decode(data, type=Measures)
        assert msgspec.json.decode(msgspec.json.encode(kept), type=Measures) == kept

    def test_a_game_without_measures_has_none(self) -> None:
        assert measures_of("boomtown") is None

    def test_the_nearest_number_of_players_stands_in(self) -> None:
        kept = measures_of(WEST.package)
        assert kept is not None
        assert (near := kept.nearest(6)) is not None
        assert near.seats == 4
        assert kept.nearest(3, ("nonsense",)) is None
