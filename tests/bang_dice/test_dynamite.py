"""Dynamite and the order of the final dice (specification, sections 3.5 and 3.6)."""

import pytest

from boomtown.testing import refused
from saloon import (
    A,
    B,
    C,
    D,
    E,
    answer,
    cowboy,
    life,
    question,
    reroll,
    stop,
    table,
    throw,
    told,
)

FIVE = (
    "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
)


@pytest.mark.rule("bang.dyn.explode")
@pytest.mark.parametrize(
    "dice", ["dyn dyn dyn gat gat", "dyn dyn dyn dyn gat", "dyn dyn dyn dyn dyn"]
)
def test_three_or_more_dynamites_cost_one_life_point(dice: str) -> None:
    match = table(FIVE)
    throw(match, dice)
    assert life(match) == {"A": 10, "B": 9, "C": 8, "D": 8, "E": 8}
    assert told(match).count("bang.dyn.explode") == 1
    assert match.asked() == [B], "and throwing is over"


@pytest.mark.rule("bang.dyn.explode")
def test_dynamites_of_several_throws_explode_together() -> None:
    match = table(FIVE)
    throw(match, "dyn beer gat gat 1")
    reroll(match, {2: "dyn", 3: "beer"})
    assert (question(match), cowboy(match, "A").life) == ("OfferReroll", 11)
    reroll(match, {3: "dyn"})
    assert cowboy(match, "A").life == 10


@pytest.mark.rule("bang.dyn.explode")
def test_an_explosion_ends_the_throwing_though_throws_are_left() -> None:
    match = table(FIVE)
    throw(match, "dyn dyn dyn beer beer")
    assert question(match) == "Drink"


@pytest.mark.rule("bang.dyn.explode", "bang.loss.bullet_damage")
def test_an_explosion_hurts_the_active_player_alone_and_nobody_did_it() -> None:
    match = table(FIVE.replace("paul sheriff 11/11", "gringo sheriff 9/9"))
    throw(match, "dyn dyn dyn gat gat")
    assert life(match) == {"A": 8, "B": 9, "C": 8, "D": 8, "E": 8}
    assert "bang.gringo.arrow" not in told(match)


@pytest.mark.rule("bang.dyn.order")
def test_the_arrows_of_the_throw_come_before_the_explosion() -> None:
    match = table(
        "A paul outlaw 1/9 a0 | B rose sheriff 11/11 a4 | C lucky outlaw 8/8 a4 "
        "| D willy renegade 8/8 a0 | pile 1 | turn A"
    )
    throw(match, "dyn dyn dyn arrow beer")
    assert life(match) == {"B": 7, "C": 4, "D": 8}, "the Indians came first"
    assert "bang.dyn.explode" not in told(match)


@pytest.mark.rule("bang.dyn.order")
def test_the_bullet_comes_before_the_explosion() -> None:
    match = table(FIVE.replace("turn A", "turn B").replace("9/9", "1/9"), saloon_dice=True)
    answer(match, "B", "loudmouth")
    throw(match, "dyn dyn dyn beer bullet")
    assert cowboy(match, "B").out
    assert "bang.saloon.bullet" in told(match)
    assert "bang.dyn.explode" not in told(match)


@pytest.mark.rule("bang.dyn.order", "bang.resolve.order")
def test_the_explosion_comes_before_the_bulls_eyes() -> None:
    match = table(FIVE)
    throw(match, "dyn dyn dyn 1 beer")
    assert (question(match), cowboy(match, "A").life) == ("Shoot", 10)
    assert "bang.shot.one" not in told(match)


@pytest.mark.rule("bang.dyn.rest")
def test_the_other_dice_are_still_used_after_an_explosion() -> None:
    match = table(FIVE.replace("11/11", "5/11"))
    throw(match, "dyn dyn dyn 1 beer")
    answer(match, "A", {"4": B})
    answer(match, "A", {A: 1})
    assert life(match) == {"A": 5, "B": 8, "C": 8, "D": 8, "E": 8}


@pytest.mark.rule("bang.dyn.rest")
def test_the_gatling_fires_after_an_explosion() -> None:
    match = table(FIVE.replace("A paul", "A willy").replace("D willy", "D suzy"))
    throw(match, "dyn dyn dyn gat gat")
    assert life(match) == {"A": 10, "B": 8, "C": 7, "D": 7, "E": 7}


@pytest.mark.rule("bang.dyn.death")
def test_if_the_explosion_kills_the_other_dice_are_void() -> None:
    match = table(FIVE.replace("turn A", "turn B").replace("9/9", "1/9"))
    throw(match, "dyn dyn dyn 1 beer")
    assert cowboy(match, "B").out
    assert (question(match), match.asked()) == ("BeginTurn", [C])
    assert life(match) == {"A": 11, "C": 8, "D": 8, "E": 8}


@pytest.mark.rule("bang.dyn.death")
def test_a_beer_does_not_save_from_the_explosion() -> None:
    match = table(FIVE.replace("turn A", "turn B").replace("9/9", "1/9"))
    throw(match, "dyn dyn dyn beer beer")
    assert cowboy(match, "B").out


@pytest.mark.rule("bang.dyn.harmless")
@pytest.mark.parametrize("dice", ["dyn beer beer gat gat", "dyn dyn beer gat gat"])
def test_one_or_two_dynamites_do_nothing_but_stay(dice: str) -> None:
    match = table(FIVE)
    throw(match, dice)
    assert refused(match, A, [1]) == "bang.roll.dyn_lock"
    stop(match)
    assert question(match) == "Drink"
    answer(match, "A", {A: dice.split().count("beer")})
    assert life(match) == {"A": 11, "B": 9, "C": 8, "D": 8, "E": 8}
    assert "bang.dyn.explode" not in told(match)


@pytest.mark.rule("bang.dyn.harmless")
def test_two_dynamites_after_the_last_throw_do_nothing_either() -> None:
    match = table(FIVE)
    throw(match, "dyn dyn arrow gat gat")
    assert cowboy(match, "A").life == 11
    reroll(match, {3: "beer"})
    reroll(match, {3: "beer"})
    assert (question(match), cowboy(match, "A").life) == ("Drink", 11)
    answer(match, "A", {A: 1})
    assert "bang.dyn.explode" not in told(match)


@pytest.mark.rule("bang.resolve.order")
def test_bulls_eyes_then_beers_then_the_gatling() -> None:
    match = table(FIVE.replace("8/8 a0 | D", "1/8 a0 | D").replace("9/9", "1/9"))
    throw(match, "1 beer gat gat gat")
    stop(match)
    assert question(match) == "Shoot"
    answer(match, "A", {"1": B})
    assert question(match) == "Drink"
    assert refused(match, A, {B: 1}) == "bang.beer.late", "too late for a beer"
    assert cowboy(match, "C").life == 1, "the gun has not fired yet"
    answer(match, "A", {C: 1})
    assert life(match) == {"A": 11, "C": 1, "D": 7, "E": 7}, "and in time for a beer"


@pytest.mark.rule("bang.resolve.order")
def test_ones_and_twos_hit_together() -> None:
    match = table(FIVE)
    throw(match, "2 1 2 dyn dyn")
    stop(match)
    assert question(match) == "Shoot"
    answer(match, "A", {"1": C, "2": B, "3": D})
    assert life(match) == {"A": 11, "B": 8, "C": 7, "D": 7, "E": 8}


@pytest.mark.rule("bang.resolve.order", "bang.dyn.order")
def test_arrows_then_dynamite_then_the_rest() -> None:
    match = table(FIVE)
    throw(match, "arrow dyn dyn dyn 1")
    answer(match, "A", {"5": E})
    log = told(match)
    order = ["bang.arrow.take", "bang.dyn.explode", "bang.shot.one"]
    assert [rule for rule in log if rule in order] == order


@pytest.mark.rule("bang.resolve.order.saloon")
def test_with_the_loudmouth_arrow_bullet_dynamite_then_bulls_eyes() -> None:
    match = table(FIVE, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "dyn arrow 1 gat bullet")
    reroll(match, {2: "dyn", 4: "arrow", 5: "2x2"})
    assert question(match) == "OfferReroll"
    reroll(match, {4: "dyn"})
    answer(match, "A", {"3": B, "5a": C, "5b": D})
    order = [
        "bang.arrow.take",
        "bang.saloon.bullet",
        "bang.arrow.take",
        "bang.dyn.explode",
        "bang.shot.one",
        "bang.shot.one",
        "bang.shot.one",
    ]
    assert [rule for rule in told(match) if rule in order] == order
    assert life(match) == {"A": 9, "B": 8, "C": 7, "D": 7, "E": 8}


@pytest.mark.rule("bang.resolve.order.saloon")
def test_with_the_coward_arrow_broken_arrow_dynamite_then_beers() -> None:
    match = table(FIVE.replace("11/11", "5/11"), saloon_dice=True)
    answer(match, "A", "coward")
    throw(match, "dyn dyn dyn arrow broken")
    order = ["bang.arrow.take", "bang.saloon.broken", "bang.dyn.explode"]
    assert [rule for rule in told(match) if rule in order] == order
    assert (cowboy(match, "A").life, cowboy(match, "A").arrows) == (4, 0)


@pytest.mark.rule("bang.resolve.order.saloon")
def test_single_and_double_bulls_eyes_are_aimed_together_before_the_gatling() -> None:
    match = table(FIVE.replace("A paul", "A willy").replace("D willy", "D suzy"), saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "1 beer gat gat 1x2")
    stop(match)
    assert question(match) == "Shoot"
    answer(match, "A", {"1": B, "5a": B, "5b": E})
    assert life(match) == {"A": 11, "B": 7, "C": 8, "D": 8, "E": 7}
    answer(match, "A", {E: 1})
    assert life(match) == {"A": 11, "B": 6, "C": 7, "D": 7, "E": 7}


@pytest.mark.rule("bang.resolve.all")
def test_every_bulls_eye_must_be_aimed_at_somebody() -> None:
    match = table(FIVE)
    throw(match, "1 2 dyn gat gat")
    stop(match)
    assert refused(match, A, {}) == "1"
    assert refused(match, A, {"1": B}) == "2"
    assert refused(match, A, {"1": B, "2": "none"}) == "boomtown.choice.offered"
    assert refused(match, A, {"1": B, "2": C}) is None


@pytest.mark.rule("bang.resolve.all")
def test_every_beer_must_be_given_to_somebody() -> None:
    match = table(FIVE)
    throw(match, "beer beer dyn gat gat")
    stop(match)
    assert refused(match, A, {}) == "boomtown.choice.total"
    assert refused(match, A, {A: 1}) == "boomtown.choice.total"
    assert refused(match, A, {A: 2}) is None, "though nobody needs one"


@pytest.mark.rule("bang.resolve.all")
def test_the_gatling_and_the_only_possible_shot_are_not_optional() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "2 gat gat gat dyn")
    stop(match)
    assert life(match) == {"A": 11, "B": 8, "C": 6, "D": 7}
    assert match.asked() == [B]


@pytest.mark.rule("bang.resolve.all")
def test_a_result_without_any_possible_effect_is_lost() -> None:
    match = table(FIVE, saloon_dice=True)
    answer(match, "A", "coward")
    throw(match, "beer dyn dyn gat broken")
    assert question(match) == "OfferReroll", "there is no arrow to break"
    assert match.state.pile == 9
