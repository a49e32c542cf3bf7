"""The Gatling gun (specification, section 3.9)."""

import pytest

from saloon import A, B, C, answer, cowboy, life, question, reroll, stop, table, throw, told

FIVE = (
    "A jesse sheriff 11/11 a2 | B rose outlaw 9/9 a1 | C lucky outlaw 8/8 a0 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 6 | turn A"
)


@pytest.mark.rule("bang.gat.fire")
def test_three_gatlings_hit_everybody_else() -> None:
    match = table(FIVE)
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert life(match) == {"A": 11, "B": 8, "C": 7, "D": 7, "E": 7}
    assert match.asked() == [B], "it fired by itself"


@pytest.mark.rule("bang.gat.fire")
def test_the_gun_fires_even_if_its_owner_would_rather_not() -> None:
    match = table(FIVE.replace("turn A", "turn B").replace("11/11", "1/11"))
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert match.outcome is not None, "the Sheriff falls, like it or not"


@pytest.mark.rule("bang.gat.fire")
def test_the_gun_does_not_hit_the_eliminated_or_the_ghost() -> None:
    match = table(
        "A jesse sheriff 11/11 a0 | B rose outlaw ghost | C lucky outlaw out "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A",
        ghost=True,
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    losers = [entry.args["seat"] for entry in match.log if entry.rule == "bang.loss.batch"]
    assert losers == [3, 4]


@pytest.mark.rule("bang.gat.fire")
def test_the_gun_is_one_blow_in_which_all_fall_together() -> None:
    match = table(
        "A jesse renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw 1/8 a0 "
        "| D willy outlaw 1/8 a0 | pile 9 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert match.outcome is not None
    assert match.outcome.winners == (A,)


@pytest.mark.rule("bang.gat.discard")
def test_the_gun_rids_its_owner_of_all_arrows() -> None:
    match = table(FIVE)
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert (cowboy(match, "A").arrows, match.state.pile) == (0, 8)
    assert cowboy(match, "B").arrows == 1, "and nobody else"


@pytest.mark.rule("bang.gat.discard")
def test_arrows_of_the_same_turn_go_back_as_well() -> None:
    match = table(FIVE)
    throw(match, "arrow gat gat gat dyn")
    assert cowboy(match, "A").arrows == 3
    stop(match)
    assert (cowboy(match, "A").arrows, match.state.pile) == (0, 8)


@pytest.mark.rule("bang.gat.once")
@pytest.mark.parametrize("dice", ["gat gat gat gat dyn", "gat gat gat gat gat"])
def test_more_gatlings_fire_no_more_often(dice: str) -> None:
    match = table(FIVE)
    throw(match, dice)
    stop(match)
    assert life(match) == {"A": 11, "B": 8, "C": 7, "D": 7, "E": 7}
    assert told(match).count("bang.gat.fire") == 1


@pytest.mark.rule("bang.gat.once")
def test_six_symbols_fire_once() -> None:
    match = table(FIVE, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "gat gat gat gat gatx2")
    stop(match)
    assert life(match) == {"A": 11, "B": 8, "C": 7, "D": 7, "E": 7}


@pytest.mark.rule("bang.gat.few")
@pytest.mark.parametrize("gatlings", [1, 2])
def test_fewer_gatlings_do_nothing(gatlings: int) -> None:
    match = table(FIVE)
    throw(match, " ".join(["gat"] * gatlings + ["beer"] * (3 - gatlings) + ["dyn", "dyn"]))
    stop(match)
    answer(match, "A", {A: 3 - gatlings})
    assert life(match) == {"A": 11, "B": 9, "C": 8, "D": 8, "E": 8}
    assert (cowboy(match, "A").arrows, match.state.pile) == (2, 6)


@pytest.mark.rule("bang.gat.few", "bang.roll.once")
def test_gatlings_rerolled_away_do_not_count() -> None:
    match = table(FIVE)
    throw(match, "gat gat gat dyn dyn")
    reroll(match, {1: "beer"})
    stop(match)
    answer(match, "A", {A: 1})
    assert life(match) == {"A": 11, "B": 9, "C": 8, "D": 8, "E": 8}


@pytest.mark.rule("bang.gat.order")
def test_losses_then_own_arrows_then_kit_carlson_then_el_gringo() -> None:
    match = table(
        "A kit sheriff 9/9 a2 | B gringo outlaw 1/7 a1 | C lucky outlaw 8/8 a1 "
        "| D willy renegade 8/8 a0 | pile 5 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert question(match) == "KitDecides"
    assert life(match) == {"A": 9, "C": 7, "D": 7}, "losses and eliminations are over"
    assert (cowboy(match, "A").arrows, match.state.pile) == (0, 8), "own arrows are back"
    assert "bang.gringo.arrow" not in told(match)
    answer(match, "A", {C: 1})
    assert (cowboy(match, "A").arrows, match.state.pile) == (1, 8), "El Gringo's arrow stays"
    rules = ["bang.loss.batch", "bang.out.reveal", "bang.gat.discard", "bang.kit.discard"]
    log = told(match)
    assert [log.index(rule) for rule in [*rules, "bang.gringo.arrow"]] == sorted(
        log.index(rule) for rule in [*rules, "bang.gringo.arrow"]
    )


@pytest.mark.rule("bang.gat.order", "bang.arrow.attack")
def test_own_arrows_are_back_before_el_gringos_arrow_could_be_the_last() -> None:
    match = table(
        "A jesse sheriff 11/11 a2 | B gringo outlaw 7/7 a3 | C lucky outlaw 8/8 a2 "
        "| D willy renegade 8/8 a1 | pile 1 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert "bang.arrow.attack" not in told(match)
    assert (cowboy(match, "A").arrows, match.state.pile) == (1, 2)


@pytest.mark.rule("bang.gat.order", "bang.arrow.attack")
def test_without_own_arrows_el_gringos_arrow_may_be_the_last() -> None:
    match = table(
        "A jesse sheriff 11/11 a0 | B gringo outlaw 7/7 a3 | C lucky outlaw 8/8 a3 "
        "| D willy renegade 8/8 a2 | pile 1 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert life(match) == {"A": 10, "B": 3, "C": 4, "D": 5}
    assert match.state.pile == 9


@pytest.mark.rule("bang.gat.order", "bang.loss.immediate_stop")
def test_if_the_gun_ends_the_game_nothing_else_of_it_happens() -> None:
    match = table(
        "A kit sheriff 9/9 a2 | B gringo outlaw 1/7 a1 | C lucky outlaw out "
        "| D willy renegade 1/8 a0 | pile 6 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert match.outcome is not None
    assert match.outcome.rule == "bang.end.law"
    assert (cowboy(match, "A").arrows, match.state.pile) == (2, 7)
    assert life(match) == {"A": 9}
