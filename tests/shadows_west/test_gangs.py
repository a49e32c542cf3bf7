"""Gangs: prices, limits, lists and their notation (specification, sections 5.1 to 5.4)."""

import pytest

from boomtown.core import InvalidAnswer, Seat
from shadows_west.content.gangs import GANGS, LISTS, Hand
from shadows_west.content.ranks import Rank
from shadows_west.rules.gangs import (
    ARCHETYPES,
    QUICK,
    hired,
    judge,
    price,
    read_hands,
    roster_choice,
    total,
    write_hands,
)
from shadows_west.state import Gone, Kind

LAWMEN = "marshal: sixgun; deputy: carbine, pistol; townsman: shotgun"


def why(text: str, budget: int = 100) -> str | None:
    refusal = judge(read_hands(text), budget)
    return None if refusal is None else refusal.key


@pytest.mark.rule("shadows.gang.points")
def test_a_model_costs_rank_leadership_weapons_horse_and_sticks() -> None:
    assert price(Hand("marshal", ("sixgun",))) == 26
    assert price(Hand("deputy", ("carbine", "pistol"))) == 19
    assert price(Hand("posse_rider", ("pistol",), horse=True)) == 15
    assert price(Hand("dynamiter", ("pistol",), sticks=1)) == 12
    rich = "marshal: sixgun, repeater, rifle, horse; deputy: repeater; deputy: repeater; townsman"
    refusal = judge(read_hands(rich), 75)
    assert refusal is not None
    assert refusal.describe()["args"] == {"points": total(read_hands(rich)), "budget": 75}


@pytest.mark.rule("shadows.gang.lists")
@pytest.mark.parametrize("budget", ["75", "100", "150"])
@pytest.mark.parametrize("gang", GANGS)
def test_every_ready_made_gang_is_legal_and_costs_exactly_its_budget(
    budget: str, gang: str
) -> None:
    hands = QUICK[budget][gang]
    assert total(hands) == int(budget)
    assert judge(hands, int(budget)) is None


@pytest.mark.rule("shadows.gang.lists")
def test_the_lists_for_100_points_have_six_models_with_these_prices() -> None:
    assert {gang: [price(hand) for hand in hands] for gang, hands in LISTS.items()} == {
        "lawmen": [29, 19, 18, 11, 11, 12],
        "outlaws": [27, 20, 19, 12, 12, 10],
        "apaches": [31, 18, 15, 10, 10, 16],
        "desperados": [24, 20, 17, 17, 12, 10],
    }


@pytest.mark.rule("shadows.gang.size")
def test_a_gang_has_three_to_ten_models() -> None:
    assert why("marshal; townsman") == "shadows.gang.size"
    assert why("marshal; townsman; townsman") is None
    assert why("marshal; " + "; ".join(["townsman"] * 9)) is None
    assert why("marshal; " + "; ".join(["townsman"] * 10), 150) == "shadows.gang.size"


@pytest.mark.rule("shadows.gang.leader")
def test_a_gang_has_exactly_one_leader() -> None:
    assert why("deputy; townsman; townsman") == "shadows.gang.leader"
    assert why("marshal; marshal; townsman") == "shadows.gang.leader"
    assert {id for id, kind in ARCHETYPES.items() if kind.leader} == {
        "marshal",
        "gang_boss",
        "war_chief",
        "jefe",
    }


@pytest.mark.rule("shadows.gang.ranks")
def test_at_most_half_of_the_models_are_veterans_rounded_up() -> None:
    assert why("marshal; deputy; deputy") is None
    assert why("marshal; deputy; deputy; deputy") == "shadows.gang.ranks"
    heroes = [kind.leader for kind in ARCHETYPES.values() if kind.rank is Rank.HERO]
    assert all(heroes), "a Hero is always the leader, so one Hero is never too many"
    assert why("marshal; deputy; townsman", 74) == "shadows.gang.ranks.heroes"


@pytest.mark.rule("shadows.gang.special")
def test_special_weapons_and_dynamite_are_rare() -> None:
    two = "marshal: sixgun, repeater; townsman; townsman"
    assert why(two) is None
    assert why("marshal: sixgun, repeater, heavy_pistol; townsman; townsman") == (
        "shadows.gang.special"
    )
    alike = "marshal: sixgun, sixgun, sixgun; " + "; ".join(["townsman"] * 4)
    assert why(alike) == "shadows.gang.special.alike"
    sticks = "gang_boss: dynamite, dynamite; safe_cracker: dynamite; thug"
    assert why(sticks) == "shadows.gang.special.sticks"


@pytest.mark.rule("shadows.gang.arms")
def test_a_model_has_up_to_three_weapons_of_its_archetype() -> None:
    refusal = judge(read_hands("marshal; townsman: rifle; townsman"), 100)
    assert refusal is not None
    assert refusal.rule == "shadows.gang.arms"
    assert refusal.args == {
        "who": "townsman",
        "weapon": "rifle",
        "allowed": list(ARCHETYPES["townsman"].weapons),
    }
    assert why("marshal: pistol, pistol, pistol, pistol; townsman; townsman") == (
        "shadows.gang.arms.many"
    )
    assert why("marshal; townsman; townsman") is None
    assert why("gang_boss: bow; thug; thug") == "shadows.gang.arms"


@pytest.mark.rule("shadows.gang.archetypes")
def test_archetypes_say_who_has_a_horse_or_dynamite_and_how_many_there_are() -> None:
    assert why("marshal; townsman: horse; townsman") == "shadows.gang.archetypes.no_horse"
    assert why("marshal; posse_rider; townsman") == "shadows.gang.archetypes.horse"
    assert why("marshal: dynamite; townsman; townsman") == "shadows.gang.archetypes.no_dynamite"
    assert why("jefe; dynamiter: pistol; raider") == "shadows.gang.archetypes.dynamite"
    assert why("marshal; thug; thug") == "shadows.gang.archetypes.mixed"
    riders = "; ".join(["posse_rider: horse"] * 4)
    assert why(f"marshal; {riders}") == "shadows.gang.archetypes.many"


@pytest.mark.rule("shadows.gang.duplicates")
def test_two_players_may_field_the_same_gang_and_ids_carry_the_seat() -> None:
    gang = read_hands("marshal: sixgun; deputy: carbine, pistol; posse_rider: pistol, horse")
    ours, theirs = hired(Seat(0), gang), hired(Seat(1), gang)
    assert [figure.id for figure in ours] == ["a1", "a2", "a3", "a3.h"]
    assert [figure.id for figure in theirs] == ["b1", "b2", "b3", "b3.h"]
    assert [weapon.id for weapon in ours[1].weapons] == ["a2.w1", "a2.w2"]
    assert ours[0].leader
    assert all(figure.gone is Gone.WAITING for figure in ours if figure.kind is Kind.MODEL)
    assert ours[2].mounted
    assert ours[2].horse == "a3.h"
    assert ours[3].gone is Gone.RIDDEN
    assert ours[3].horse == "a3"


@pytest.mark.parametrize("gang", GANGS)
def test_a_gang_can_be_written_down_and_read_again(gang: str) -> None:
    for budget in QUICK:
        hands = tuple(QUICK[budget][gang])
        assert read_hands(write_hands(hands)) == hands
    assert write_hands(read_hands(LAWMEN)) == LAWMEN


def test_a_gang_can_be_picked_written_or_sent_as_fields() -> None:
    choice = roster_choice("100")
    assert choice.read("lawmen") == write_hands(LISTS["lawmen"])
    fields = [
        {"archetype": "marshal", "weapons": ["sixgun"]},
        {"archetype": "deputy", "weapons": ["carbine", "pistol"], "horse": False, "sticks": 0},
        {"archetype": "townsman", "weapons": ["shotgun"]},
    ]
    assert choice.read(fields) == LAWMEN
    assert choice.refusal(LAWMEN) is None
    assert len(choice.offers()) == len(GANGS)
    assert choice.default() == write_hands(LISTS["lawmen"])


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (7, ""),
        ("marshall: sixgun", "0.archetype"),
        ("marshal: cannon", "0.weapons"),
        ([{"archetype": "marshal", "weapons": "sixgun"}], "0.weapons"),
        ([{"archetype": "marshal", "horse": 1}], "0.horse"),
        ([{"archetype": "marshal", "sticks": -1}], "0.sticks"),
        ([7], "0"),
        ("marshal; " * 1000, ""),
    ],
)
def test_nonsense_is_named_by_its_field(raw: object, field: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        read_hands(raw)
    assert caught.value.field == field
