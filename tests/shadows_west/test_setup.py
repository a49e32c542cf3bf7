"""Setting up (specification, sections 5.6 and 3.17)."""

from typing import Any

import pytest

from boomtown.core import Chance, LoadedChance, Match, Seat
from boomtown.testing import refused
from shadows_west import GAME
from shadows_west.content.gangs import LISTS
from shadows_west.geometry.exact import d2
from shadows_west.rules.deployment import outdoor_spots, place_refusal, waiting
from shadows_west.rules.gangs import write_hands
from shadows_west.rules.townsfolk import folk_refusal
from shadows_west.state import Gone, Kind, West
from shadows_west.terrain.ground import buildings_inside, ground
from shadows_west.terrain.zones import zone_of
from town import A, B, C, D, fig, keys, question, told, town

QUIET = {"townsfolk": False}


def begun(
    seats: int = 2, *, dice: tuple[int, ...] = (), picks: tuple[str, ...] = (), **options: Any
) -> Match[West]:
    chance = LoadedChance(dice=dice, picks=picks, rest=Chance.seeded("setup"))
    return Match.unrecorded(GAME, seats, options, chance=chance)


def with_gangs(seats: int = 2, *gangs: str, **more: Any) -> Match[West]:
    match = begun(seats, **more)
    for seat in match.all_seats:
        match.answer(seat, gangs[seat] if gangs else "lawmen")
    return match


def deploying(seats: int = 2, *gangs: str, **more: Any) -> Match[West]:
    """Zones are picked in order; models are about to be placed."""
    match = with_gangs(seats, *gangs, **{**QUIET, **more})
    while question(match) == "PickZone":
        match.time_out(match.asked()[0])
    return match


# --- gangs ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.gang.lists")
@pytest.mark.rule("shadows.gang.duplicates")
def test_everybody_chooses_a_gang_at_the_same_time() -> None:
    match = begun(3)
    assert match.asked() == [A, B, C]
    match.answer(B, "outlaws")
    assert match.view(A).state.gangs[B].kind == ""
    assert len(match.log) == 1
    match.answer(B, "lawmen")
    match.answer(A, "lawmen")
    match.answer(C, "jefe: lemat; raider; raider: rifle")
    assert [gang.kind for gang in match.state.gangs] == ["lawmen", "lawmen", "desperados"]
    assert [gang.starting for gang in match.state.gangs] == [6, 6, 3]
    assert told(match, "shadows.gang.lists")[2] == {
        "seat": C,
        "gang": "desperados",
        "models": 3,
        "points": 43,
    }


@pytest.mark.rule("shadows.gang.size")
def test_a_gang_that_costs_too_much_is_refused() -> None:
    match = begun(budget="75")
    assert refused(match, A, write_hands(LISTS["lawmen"])) == "shadows.gang.size"
    assert refused(match, A, "marshall") == "0.archetype"
    assert refused(match, A, "lawmen") is None


def test_an_absent_player_gets_the_first_list() -> None:
    match = begun()
    match.time_out(A)
    match.answer(B, "outlaws")
    assert match.state.gangs[A].kind == "lawmen"


# --- scenario, map, zones ------------------------------------------------------------------------


@pytest.mark.rule("shadows.setup.zones")
@pytest.mark.rule("shadows.dice.halves")
def test_map_and_scenario_may_be_drawn() -> None:
    match = begun(scenario="random", map="random", dice=(5,), picks=("mission",))
    assert match.state.scenario == "innocents", "D4: a D8 of 5 is a 3"
    assert match.state.table.map == "mission"
    assert keys(match) == ["shadows.scen.innocents.begins"]


@pytest.mark.rule("shadows.setup.zones")
@pytest.mark.rule("shadows.dice.rolloff")
def test_zones_are_picked_in_the_order_of_a_roll_off() -> None:
    """EX08: A 7, B 7, C 3, then A 2, B 9."""
    match = with_gangs(3, dice=(7, 7, 3, 2, 9), **QUIET)
    assert match.state.zones == [B, A, C]
    assert match.asked() == [B]
    assert list(match.choice(B).offers()) == ["ne", "nw", "se", "sw"]
    match.answer(B, "sw")
    assert refused(match, A, "sw") == "shadows.setup.zones"
    match.answer(A, "ne")
    match.time_out(C)
    assert [gang.zone for gang in match.state.gangs] == ["ne", "sw", "nw"]


@pytest.mark.rule("shadows.setup.zones")
@pytest.mark.parametrize(
    ("scenario", "offered"),
    [
        ("shootout", ["n", "s", "w", "e"]),
        ("bank_job", ["n", "s"]),
        ("innocents", ["n", "s"]),
        ("hold", ["w", "e"]),
    ],
)
def test_two_players_have_opposite_edges(scenario: str, offered: list[str]) -> None:
    match = with_gangs(2, dice=(3, 8), scenario=scenario)
    assert list(match.choice(B).offers()) == offered
    match.answer(B, offered[0])
    assert match.state.gangs[A].zone == offered[1]


@pytest.mark.rule("shadows.setup.zones")
def test_zones_are_strips_or_corner_squares() -> None:
    assert zone_of(3600, "n") == (0, 3000, 3600, 3600)
    assert zone_of(3600, "w") == (0, 0, 600, 3600)
    assert zone_of(3600, "se") == (2700, 0, 3600, 900)
    assert zone_of(4800, "ne") == (3900, 3900, 4800, 4800)


@pytest.mark.rule("shadows.scen.bank_job")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bank_job_has_one_loot_marker_more_than_players(seats: int) -> None:
    match = deploying(seats, scenario="bank_job")
    markers = match.state.table.markers
    assert len(markers) == seats + 1
    land = ground(match.state.table)
    assert {(one.x, one.y, one.z) for one in markers.values()} <= set(land.loot)


# --- townsfolk -----------------------------------------------------------------------------------


def placing(seats: int = 2, **more: Any) -> Match[West]:
    match = with_gangs(seats, **more)
    while question(match) == "PickZone":
        match.time_out(match.asked()[0])
    return match


@pytest.mark.rule("shadows.folk.number")
@pytest.mark.parametrize(
    ("scenario", "die", "count"), [("shootout", 1, 3), ("shootout", 6, 5), ("innocents", 3, 6)]
)
def test_there_are_three_to_five_townsfolk_and_more_innocents(
    scenario: str, die: int, count: int
) -> None:
    match = placing(dice=(9, 1, die), scenario=scenario)
    assert told(match, "shadows.folk.number") == [{"count": count}]


@pytest.mark.rule("shadows.concept.options")
def test_a_table_may_play_without_townsfolk_except_where_they_are_the_point() -> None:
    assert question(placing(townsfolk=False)) == "PlaceModel"
    assert question(placing(townsfolk=False, scenario="innocents")) == "PlaceFolk"


@pytest.mark.rule("shadows.folk.place")
def test_players_place_them_in_turn_beginning_with_the_winner() -> None:
    match = placing(dice=(2, 9, 2))
    assert match.asked() == [B]
    match.answer(B, [1800, 1500])
    assert match.asked() == [A]
    assert refused(match, A, [1800, 1798]) == "shadows.folk.place", "2.00 apart"
    assert refused(match, A, [1800, 1799]) == "shadows.geo.path_end", "on the wagon"
    assert refused(match, A, [1800, 250]) == "shadows.folk.place", "more than 12 from the middle"
    assert refused(match, A, [1800, 1500, 250]) is not None
    assert refused(match, A, [1800, "x"]) == "y"
    match.time_out(A)
    match.time_out(B)
    folk = [one for one in match.state.table.present() if one.kind is Kind.FOLK]
    assert [one.id for one in folk] == ["t1", "t2", "t3"]
    assert question(match) == "PlaceModel"


@pytest.mark.rule("shadows.folk.place")
def test_a_point_for_a_townsperson_may_be_upstairs() -> None:
    table = town([fig("a1", 300, 300)], map="redemption").table
    assert folk_refusal(ground(table), table.present(), 1800, 2300, 300) is None
    refusal = folk_refusal(ground(table), table.present(), 1800, 1500, 300)
    assert refusal is not None
    assert refusal.rule == "shadows.geo.path_end"


# --- deployment ----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.setup.deploy")
def test_the_loser_of_the_roll_off_places_first_and_then_by_turns() -> None:
    match = deploying(2, dice=(2, 9))
    assert match.state.gangs[B].zone == "n"
    assert match.asked() == [A]
    match.answer(A, "a1 1800 300")
    assert match.asked() == [B]
    match.answer(B, "b3 1800 3300 0 face 1000 0")
    assert match.asked() == [A]
    model = match.state.table.figures["b3"]
    assert (model.x, model.y, model.z, model.fx, model.fy) == (1800, 3300, 0, 1000, 0)
    assert match.state.table.figures["a1"].fy > 0, "towards the middle, if nothing is said"


@pytest.mark.rule("shadows.setup.deploy")
def test_a_model_stands_wholly_in_its_zone_where_a_move_may_end() -> None:
    match = deploying(2, dice=(2, 9))
    assert refused(match, A, "a1 1800 551") is None
    assert refused(match, A, "a1 1800 552") == "shadows.setup.deploy"
    assert refused(match, A, "a1 1800 48") == "shadows.setup.deploy"
    assert refused(match, A, "b1 1800 300") == "shadows.setup.deploy"
    assert refused(match, A, "a1 2400 520") == "shadows.geo.path_end", "in the stable's wall"
    assert refused(match, A, "a1 2400 551 400") is None, "on the stable's roof"
    assert refused(match, A, "a1 2400 551 300") == "shadows.geo.path_end", "in the air"
    assert refused(match, A, "a1 1800") == "at"
    assert refused(match, A, "a1 1800 300 0 face 0 0") == "face"
    assert refused(match, A, {"model": 7, "at": [1, 2]}) == "model"
    match.answer(A, "a1 1800 300")
    match.time_out(B)
    assert refused(match, A, "a2 1850 300") == "shadows.geo.path_end", "on a1"
    assert refused(match, A, "a1 2000 300") == "shadows.setup.deploy", "placed already"


@pytest.mark.rule("shadows.setup.deploy")
def test_a_model_may_begin_upstairs_and_a_rider_may_not() -> None:
    match = deploying(2, "lawmen", "desperados", dice=(9, 2), scenario="shootout", map="gulch")
    assert match.state.gangs[B].zone == "s"
    table, zone = match.state.table, (2300, 500, 3100, 1300)
    foot, rider = table.figures["b1"], table.figures["b4"]
    assert rider.mounted
    assert place_refusal(ground(table), table.present(), foot, zone, 2700, 900, 300) is None
    refusal = place_refusal(ground(table), table.present(), rider, zone, 2700, 900, 300)
    assert refusal is not None
    assert refusal.key == "shadows.setup.deploy.horse"


@pytest.mark.rule("shadows.setup.deploy")
def test_models_begin_more_than_six_inches_from_enemies() -> None:
    table = town([fig("a1", 300, 300), fig("b1", 1000, 300)]).table
    model = table.figures["a1"]
    whole = (0, 0, 3600, 3600)
    refusal = place_refusal(ground(table), table.present(), model, whole, 302, 300, 0)
    assert refusal is not None
    assert refusal.key == "shadows.setup.deploy.enemy"
    table.figures["a1"].gone = Gone.WAITING
    assert place_refusal(ground(table), table.present(), model, whole, 301, 300, 0) is None


@pytest.mark.rule("shadows.setup.time_out")
def test_an_absent_players_models_stand_in_the_middle_of_the_zone() -> None:
    match = deploying(2, dice=(2, 9))
    match.time_out(A)
    figures = match.state.table.figures
    assert not waiting(match.state.table, A)
    assert (figures["a1"].x, figures["a1"].y) == (1800, 300)
    assert (figures["a2"].x, figures["a2"].y) == (1800, 200), "ties: lower y, then lower x"
    assert (figures["a3"].x, figures["a3"].y) == (1700, 300)
    assert figures["a1"].fx == 0
    assert figures["a1"].fy > 0
    assert match.asked() == [B], "and A is not asked again"
    match.answer(B, "rest")
    assert match.state.turn == 1


@pytest.mark.rule("shadows.setup.time_out")
def test_free_spots_are_outdoors() -> None:
    table = town([fig("a1", 300, 300)], map="redemption").table
    spots = outdoor_spots(table, table.figures["a1"], (2200, 500, 3100, 1400))
    assert spots == []
    spots = outdoor_spots(table, table.figures["a1"], (2700, 0, 3600, 900))
    assert spots
    assert not any(buildings_inside(ground(table), x, y, 0) for x, y, _ in spots)


@pytest.mark.rule("shadows.setup.deploy")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("map", ["redemption", "gulch", "mission"])
@pytest.mark.parametrize("large", [False, True])
def test_every_map_has_room_for_every_gang(seats: int, map: str, large: bool) -> None:
    match = deploying(seats, map=map, budget="150", large_table=large)
    while question(match) == "PlaceModel":
        match.time_out(match.asked()[0])
    assert match.state.turn == 1
    for seat in match.all_seats:
        models = list(match.state.table.models(seat))
        assert len(models) == match.state.gangs[seat].starting


@pytest.mark.rule("shadows.setup.deploy")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("map", ["redemption", "gulch", "mission"])
def test_all_models_at_once_form_a_line_and_no_clump(seats: int, map: str) -> None:
    match = deploying(seats, map=map)
    seat = match.asked()[0]
    first = match.choice(seat).offers()[0]
    assert first == {"formation": True}
    match.answer(seat, "formation")
    models = list(match.state.table.models(seat))
    assert not waiting(match.state.table, seat)
    gaps = [
        d2(one.x, one.y, other.x, other.y)
        for number, one in enumerate(models)
        for other in models[:number]
    ]
    assert min(gaps) >= 200**2, "elbow room"
    assert max(gaps) >= (1200 if seats == 2 else 800) ** 2, "they cover some ground"
    west = match.state
    zone = zone_of(ground(west.table).size, west.gangs[seat].zone)
    for model in models:
        others = [one for one in west.table.present() if one is not model]
        at = (model.x, model.y, model.z)
        assert place_refusal(ground(west.table), others, model, zone, *at) is None


@pytest.mark.rule("shadows.setup.decks")
def test_decks_are_shuffled_when_the_last_model_stands() -> None:
    match = deploying(4)
    assert all(not gang.deck for gang in match.state.gangs)
    while question(match) == "PlaceModel":
        match.time_out(match.asked()[0])
    assert "shadows.setup.decks" in keys(match)
    for seat in (A, B, C, D):
        gang = match.state.gangs[Seat(seat)]
        assert len(gang.deck) + len(gang.hand) == 54
