"""Arrows and the Indians (specification, section 3.4)."""

from typing import Any

import pytest

from bang_dice import GAME
from bang_dice.content import Cause
from boomtown.core import Chance, Match
from saloon import A, B, D, answer, cowboy, life, question, reroll, stop, table, throw, told

FIVE = (
    "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
)
LAST_ARROW = (
    "A paul sheriff 8/11 a1 | B rose outlaw 9/9 a3 | C lucky outlaw 8/8 a2 "
    "| D willy deputy 8/8 a2 | E slab renegade 8/8 a0 | pile 1 | turn A"
)


def left_in_pile(match: Match[Any]) -> list[Any]:
    """How many arrows the pile had after each one that was taken."""
    return [entry.args["left"] for entry in match.log if entry.rule == "bang.arrow.take"]


@pytest.mark.rule("bang.arrow.take")
def test_each_arrow_thrown_costs_a_token_from_the_pile() -> None:
    match = table(FIVE)
    throw(match, "arrow arrow arrow gat dyn")
    assert (cowboy(match, "A").arrows, match.state.pile) == (3, 6)
    stop(match)
    assert (cowboy(match, "A").arrows, match.state.pile) == (3, 6), "they stay in front of A"
    assert match.asked() == [B]


@pytest.mark.rule("bang.arrow.take")
def test_only_the_thrower_takes_arrows_and_cannot_decline() -> None:
    match = table(FIVE)
    throw(match, "arrow beer gat gat dyn")
    assert question(match) == "OfferReroll", "nothing was asked"
    assert [one.arrows for one in match.state.cowboys] == [1, 0, 0, 0, 0]


@pytest.mark.rule("bang.arrow.one_by_one")
def test_arrows_are_taken_one_at_a_time() -> None:
    match = table(LAST_ARROW.replace("a3", "a2").replace("pile 1", "pile 2"))
    throw(match, "arrow arrow arrow arrow dyn")
    assert left_in_pile(match) == [1, 0, 8, 7], "the attack came after the second"
    attack = told(match).index("bang.arrow.attack")
    assert told(match)[:attack].count("bang.arrow.take") == 2
    assert (cowboy(match, "A").life, cowboy(match, "A").arrows) == (5, 2)


@pytest.mark.rule("bang.arrow.attack")
def test_the_indians_attack_the_moment_the_last_arrow_is_taken() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow beer gat gat dyn")
    assert "bang.arrow.attack" in told(match)
    assert (question(match), match.state.pile) == ("OfferReroll", 9)


@pytest.mark.rule("bang.arrow.attack")
def test_there_is_no_attack_while_an_arrow_is_left() -> None:
    match = table(LAST_ARROW.replace("a3", "a2").replace("pile 1", "pile 2"))
    throw(match, "arrow beer gat gat dyn")
    assert "bang.arrow.attack" not in told(match)
    assert (match.state.pile, cowboy(match, "A").arrows) == (1, 2)


@pytest.mark.rule("bang.arrow.attack", "bang.arrow.attack.resume")
def test_el_gringos_arrow_may_be_the_last_one_and_the_turn_goes_on() -> None:
    match = table(
        "A paul outlaw 6/9 a2 | B gringo sheriff 5/9 a1 | C rose outlaw 9/9 a2 "
        "| D willy renegade 8/8 a3 | pile 1 | turn A"
    )
    throw(match, "1 beer dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert life(match) == {"A": 3, "B": 3, "C": 7, "D": 5}
    assert (question(match), match.asked()) == ("Drink", [A])
    answer(match, "A", {A: 1})
    assert cowboy(match, "A").life == 4


@pytest.mark.rule("bang.arrow.attack.loss")
def test_everybody_loses_a_life_point_for_each_arrow() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow beer gat gat dyn")
    assert life(match) == {"A": 6, "B": 6, "C": 6, "D": 6, "E": 8}


@pytest.mark.rule("bang.arrow.attack.loss")
def test_the_losses_of_an_attack_happen_together() -> None:
    match = table(
        "A paul sheriff 1/11 a0 | B rose outlaw 3/9 a3 | C lucky outlaw 5/8 a5 "
        "| D slab renegade 8/8 a0 | pile 1 | turn A"
    )
    throw(match, "arrow beer gat gat dyn")
    assert match.outcome is not None
    assert match.outcome.side == "renegade", "nobody fell before the others"


@pytest.mark.rule("bang.arrow.attack.loss")
def test_an_attack_has_no_attacker() -> None:
    match = table(
        "A paul outlaw 6/9 a2 | B gringo sheriff 5/9 a1 | C rose outlaw 9/9 a2 "
        "| D willy renegade 8/8 a3 | pile 1 | turn A"
    )
    throw(match, "arrow beer dyn gat gat")
    assert cowboy(match, "B").life == 4
    assert "bang.gringo.arrow" not in told(match)
    assert cowboy(match, "A").arrows == 0


@pytest.mark.rule("bang.arrow.attack.discard")
def test_after_the_attack_all_arrows_are_back_in_the_pile() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow beer gat gat dyn")
    assert [one.arrows for one in match.state.cowboys] == [0] * 5
    assert match.state.pile == 9


@pytest.mark.rule("bang.arrow.attack.discard")
def test_arrows_go_back_before_anybody_is_eliminated() -> None:
    match = table(LAST_ARROW.replace("rose outlaw 9/9", "rose outlaw 2/9"))
    throw(match, "arrow beer gat gat dyn")
    assert cowboy(match, "B").out
    log = told(match)
    assert log.index("bang.arrow.attack.discard") < log.index("bang.out.reveal")


@pytest.mark.rule("bang.arrow.attack.discard")
def test_whoever_is_saved_from_the_indians_holds_no_arrows() -> None:
    match = table(
        LAST_ARROW.replace("outlaw 9/9", "outlaw 2/9").replace("renegade", "renegade:left_hand"),
        special_roles="mixed",
    )
    throw(match, "arrow beer gat gat dyn")
    while question(match) == "ThrowWindow":
        for seat in match.asked():
            match.answer(seat, "pass")
    assert question(match) == "LeftHandWindow"
    assert (cowboy(match, "B").life, cowboy(match, "B").arrows, match.state.pile) == (0, 0, 9)


@pytest.mark.rule("bang.arrow.attack.resume")
def test_after_the_attack_the_player_decides_about_the_dice_as_before() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow beer gat gat dyn")
    assert (question(match), match.asked()) == ("OfferReroll", [A])
    reroll(match, {1: "1"})
    reroll(match, {2: "1"})
    answer(match, "A", {"1": B, "2": B})
    assert cowboy(match, "B").life == 4


@pytest.mark.rule("bang.arrow.attack.resume")
def test_an_attack_that_ends_the_game_is_not_followed_by_anything() -> None:
    match = table(LAST_ARROW.replace("paul sheriff 8/11", "paul sheriff 2/11"))
    throw(match, "arrow arrow 1 gat dyn")
    assert (question(match), match.state.pile) == ("over", 9)


@pytest.mark.rule("bang.arrow.attack.rest")
def test_arrows_still_owed_are_taken_after_the_attack() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow arrow arrow gat dyn")
    assert cowboy(match, "A").life == 6, "only the arrows held at the attack count"
    assert (cowboy(match, "A").arrows, match.state.pile) == (2, 7)


@pytest.mark.rule("bang.arrow.attack.rest")
def test_who_falls_in_the_attack_owes_nothing() -> None:
    match = table(
        LAST_ARROW.replace("turn A", "turn C").replace("lucky outlaw 8/8", "kit outlaw 3/7")
    )
    throw(match, "arrow arrow arrow gat dyn")
    assert cowboy(match, "C").out
    assert (cowboy(match, "C").arrows, match.state.pile) == (0, 9)
    assert left_in_pile(match) == [0]


@pytest.mark.rule("bang.arrow.attack.off_turn")
def test_an_attack_hits_everybody_alike_and_the_turn_stays_where_it_is() -> None:
    match = table(LAST_ARROW.replace("turn A", "turn E").replace("outlaw 9/9", "outlaw 3/9"))
    throw(match, "arrow beer gat gat dyn")
    assert life(match) == {"A": 7, "C": 6, "D": 6, "E": 7}
    assert (match.state.active, match.asked()) == (4, [4])
    stop(match)
    answer(match, "E", {4: 1})
    assert match.asked() == [A], "and the next turn is whose it would have been"


@pytest.mark.rule("bang.arrow.transfer")
def test_giving_an_arrow_away_starts_no_attack() -> None:
    match = table(
        "A elena sheriff 9/9 a0 | B rose outlaw 9/9 a3 | C lucky outlaw 8/8 a2 "
        "| D willy renegade 8/8 a2 | pile 2 | turn A",
        new_characters=True,
    )
    throw(match, "arrow beer gat gat dyn")
    answer(match, "A", {"token": "regular", "to": B})
    assert [one.arrows for one in match.state.cowboys] == [0, 4, 2, 2]
    assert match.state.pile == 1
    assert "bang.arrow.attack" not in told(match)


@pytest.mark.rule("bang.arrow.transfer")
def test_taking_the_chiefs_arrow_from_a_player_starts_no_attack() -> None:
    match = table(
        "A apache sheriff 11/11 a0 | B rose outlaw 9/9 a3+C | C lucky outlaw 8/8 a3 "
        "| D willy renegade 8/8 a2 | pile 1 | turn A",
        new_characters=True,
        chief=True,
    )
    throw(match, "arrow beer gat gat dyn")
    answer(match, "A", "chief")
    assert (cowboy(match, "A").chief, cowboy(match, "B").chief) == (True, False)
    assert match.state.pile == 1
    assert "bang.arrow.attack" not in told(match)


@pytest.mark.rule("bang.arrow.transfer")
def test_swapping_and_returning_arrows_start_no_attack() -> None:
    match = table(
        "A kit outlaw:ugly 7/7 a2 | B rose sheriff 11/11 a4 | C lucky outlaw 8/8 a2 "
        "| D willy renegade 8/8 a0 | pile 1 | turn A",
        special_roles="mixed",
    )
    answer(match, "A", "ugly")
    answer(match, "A", [A, D])
    assert [one.arrows for one in match.state.cowboys] == [0, 4, 2, 2]
    assert "bang.arrow.attack" not in told(match)
    assert match.state.pile == 1


@pytest.mark.rule("bang.arrow.conserve")
def test_lost_arrows_go_back_to_the_pile() -> None:
    match = table(
        "A kit sheriff 9/9 a1 | B rose outlaw 1/9 a4 | C pedro outlaw 8/8 a2 "
        "| D willy renegade 8/8 a1 | pile 1 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert question(match) == "PedroDecides"
    answer(match, "C", {"regular": 1})
    assert question(match) == "KitDecides"
    assert (match.state.pile, cowboy(match, "B").out) == (7, True)
    answer(match, "A", {D: 1})
    assert match.state.pile == 8
    assert cowboy(match, "C").arrows == 1


@pytest.mark.rule("bang.arrow.conserve")
@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("deal", range(4))
def test_no_arrow_ever_appears_or_vanishes_and_the_pile_is_never_empty(
    seats: int, deal: int
) -> None:
    options: dict[str, object] = {
        "saloon_dice": True,
        "chief": deal % 2 == 0,
        "new_characters": True,
        "special_roles": "mixed" if seats > 3 else "off",
        "ghost": seats > 4,
    }
    chance = Chance.seeded("arrows", seats, deal)
    match = Match.unrecorded(GAME, seats, options, chance=Chance.seeded("dice", seats, deal))
    tokens = 10 if deal % 2 == 0 else 9
    while match.outcome is None and match.number < 600:
        town = match.state
        assert town.tokens_in_pile() + sum(one.tokens for one in town.cowboys) == tokens
        under_attack = any(loss.cause is Cause.INDIANS for loss in town.losses)
        assert town.tokens_in_pile() > 0 or under_attack
        assert not any(one.tokens for one in town.cowboys if one.out)
        seat = match.asked()[0]
        match.answer(seat, chance.pick(match.choice(seat).offers()))


@pytest.mark.rule("bang.arrow.attack.loss")
def test_the_arrows_of_a_former_attack_do_not_count_again() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow beer gat gat dyn")
    assert life(match) == {"A": 6, "B": 6, "C": 6, "D": 6, "E": 8}
    reroll(match, {1: "arrow", 2: "arrow"})
    assert life(match) == {"A": 6, "B": 6, "C": 6, "D": 6, "E": 8}
    assert (cowboy(match, "A").arrows, match.state.pile) == (2, 7)


@pytest.mark.rule("bang.arrow.attack", "bang.arrow.attack.rest")
def test_the_indians_may_come_twice_in_one_turn() -> None:
    match = table(LAST_ARROW)
    throw(match, "arrow arrow arrow arrow arrow")
    assert (cowboy(match, "A").life, cowboy(match, "A").arrows, match.state.pile) == (6, 4, 5)
    reroll(match, {1: "arrow", 2: "arrow", 3: "arrow", 4: "arrow", 5: "arrow"})
    assert (cowboy(match, "A").out, match.state.pile) == (True, 9), "nine arrows are too many"
    assert told(match).count("bang.arrow.attack") == 2
