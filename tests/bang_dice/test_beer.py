"""Beer (specification, section 3.8)."""

import pytest

from boomtown.core import Seat
from boomtown.testing import refused
from saloon import A, B, C, D, E, answer, cowboy, life, question, reroll, stop, table, throw, told

FIVE = (
    "A paul sheriff 5/11 a0 | B rose outlaw 5/9 a0 | C lucky outlaw 5/8 a0 "
    "| D willy deputy 5/8 a0 | E slab renegade 5/8 a0 | pile 9 | turn A"
)


@pytest.mark.rule("bang.beer.use")
@pytest.mark.parametrize("drinker", [A, B, C, D, E])
def test_a_beer_gives_any_living_player_a_life_point(drinker: Seat) -> None:
    match = table(FIVE)
    throw(match, "beer dyn dyn gat gat")
    stop(match)
    answer(match, "A", {drinker: 1})
    expected = [5, 5, 5, 5, 5]
    expected[drinker] = 6
    assert list(life(match).values()) == expected


@pytest.mark.rule("bang.beer.use")
def test_several_beers_may_go_to_one_player_or_to_several() -> None:
    match = table(FIVE)
    throw(match, "beer beer beer gat gat")
    stop(match)
    answer(match, "A", {A: 2, C: 1})
    assert life(match) == {"A": 7, "B": 5, "C": 6, "D": 5, "E": 5}


@pytest.mark.rule("bang.beer.use")
def test_a_beer_that_was_rerolled_away_gives_nothing() -> None:
    match = table(FIVE)
    throw(match, "beer dyn dyn gat gat")
    reroll(match, {1: "gat"})
    stop(match)
    assert life(match) == {"A": 5, "B": 4, "C": 4, "D": 4, "E": 4}


@pytest.mark.rule("bang.beer.cap")
def test_nobody_is_raised_above_the_starting_life() -> None:
    match = table(FIVE.replace("5/9", "8/9"))
    throw(match, "beer beer beer gat gat")
    stop(match)
    answer(match, "A", {B: 3})
    assert (cowboy(match, "B").life, cowboy(match, "B").cap) == (9, 9)


@pytest.mark.rule("bang.beer.cap")
def test_a_beer_for_somebody_in_full_health_is_allowed_and_wasted() -> None:
    match = table(FIVE.replace("5/9", "9/9"))
    throw(match, "beer dyn dyn gat gat")
    stop(match)
    assert refused(match, A, {B: 1}) is None
    answer(match, "A", {B: 1})
    assert life(match) == {"A": 5, "B": 9, "C": 5, "D": 5, "E": 5}


@pytest.mark.rule("bang.beer.batch")
def test_all_beers_are_assigned_before_any_is_given() -> None:
    match = table(FIVE)
    throw(match, "beer beer beer gat gat")
    stop(match)
    answer(match, "A", {A: 1, B: 1, C: 1})
    log = told(match)
    assigned = [place for place, rule in enumerate(log) if rule == "bang.beer.use"]
    given = [place for place, rule in enumerate(log) if rule == "bang.gain.cap"]
    assert len(assigned) == len(given) == 3
    assert max(assigned) < min(given)


@pytest.mark.rule("bang.beer.batch")
def test_jesse_jones_four_life_points_are_counted_once_for_all_beers() -> None:
    match = table(FIVE.replace("paul sheriff 5/11", "jesse sheriff 4/11"))
    throw(match, "beer beer beer gat gat")
    stop(match)
    assert question(match) == "Drink"
    answer(match, "A", {A: 3})
    assert cowboy(match, "A").life == 10
    assert question(match) == "BeginTurn", "they were all given in one go"


@pytest.mark.rule("bang.beer.late")
def test_a_beer_comes_too_late_for_the_victims_of_the_bulls_eyes() -> None:
    match = table(FIVE.replace("rose outlaw 5/9", "rose outlaw 1/9"))
    throw(match, "1 beer dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert cowboy(match, "B").out
    assert refused(match, A, {B: 1}) == "bang.beer.late"
    answer(match, "A", {A: 1})
    assert (cowboy(match, "B").out, cowboy(match, "B").life) == (True, 0)


@pytest.mark.rule("bang.beer.late", "bang.gain.living")
def test_a_beer_comes_too_late_for_the_victims_of_the_indians() -> None:
    match = table(
        "A paul sheriff 5/11 a0 | B rose outlaw 4/9 a4 | C lucky outlaw 5/8 a2 "
        "| D willy deputy 5/8 a2 | E slab renegade 5/8 a0 | pile 1 | turn A"
    )
    throw(match, "arrow beer dyn gat gat")
    stop(match)
    assert refused(match, A, {B: 1}) == "bang.beer.late"


@pytest.mark.rule("bang.beer.late")
def test_a_beer_heals_what_the_bulls_eyes_have_done() -> None:
    match = table(FIVE.replace("rose outlaw 5/9", "rose outlaw 9/9"))
    throw(match, "1 beer dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    answer(match, "A", {B: 1})
    assert cowboy(match, "B").life == 9, "given first, it would have been wasted"
