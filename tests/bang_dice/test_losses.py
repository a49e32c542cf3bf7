"""Losing and gaining life (specification, sections 3.10 and 3.11)."""

import pytest

from bang_dice.state import Town
from boomtown.core import Match, SealedAsk
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
    stop,
    table,
    throw,
    told,
    window,
)


def all_pass(match: Match[Town]) -> None:
    """Nobody uses anything in the windows that are open."""
    while match.outcome is None and isinstance(match.agenda[-1], SealedAsk):
        window(match)


class TestBatch:
    """Reduce, replace, redirect, apply, arrows, save, eliminate, gain, after."""

    @pytest.mark.rule("bang.loss.batch")
    def test_what_is_never_lost_is_taken_off_before_anybody_decides(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B vera outlaw 7/7 a0 | C molly outlaw 8/8 a0 "
            "| D willy renegade 8/8 a0 | pile 9 | turn A",
            new_characters=True,
        )
        throw(match, "1 1 1 gat gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": B})
        assert question(match) == "MollyDecides"
        assert refused(match, C, {B: 3}) == "boomtown.choice.cap", "Vera loses two, not three"
        answer(match, "C", {B: 2})
        assert life(match) == {"A": 11, "B": 7, "C": 6, "D": 8}

    @pytest.mark.rule("bang.loss.batch")
    def test_paul_regret_has_nothing_for_molly_stark_to_take_over(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B paul outlaw 9/9 a0 | C molly outlaw 8/8 a0 "
            "| D willy renegade 8/8 a0 | pile 9 | turn A",
            new_characters=True,
        )
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert question(match) == "MollyDecides"
        assert refused(match, C, {B: 1}) is not None
        answer(match, "C", {D: 1})
        assert life(match) == {"A": 11, "B": 9, "C": 6, "D": 8}

    @pytest.mark.rule("bang.loss.batch")
    def test_the_indians_are_softened_before_molly_stark_decides(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B jourdonnais outlaw 7/7 a4 | C molly outlaw 8/8 a0 "
            "| D willy renegade 8/8 a2+C | E kit deputy 7/7 a2 | pile 1 | turn A",
            new_characters=True,
            chief=True,
        )
        throw(match, "arrow beer dyn gat gat")
        assert question(match) == "MollyDecides"
        assert refused(match, C, {B: 2}) == "boomtown.choice.cap", "Jourdonnais loses one"
        assert refused(match, C, {D: 5}) == "boomtown.choice.cap", "four arrows tie with B"
        answer(match, "C", {B: 1})
        assert life(match) == {"A": 10, "B": 7, "C": 7, "D": 4, "E": 5}

    @pytest.mark.rule("bang.loss.batch")
    def test_the_chief_with_the_most_arrows_loses_nothing(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B lucky outlaw 8/8 a3 | C molly outlaw 8/8 a0 "
            "| D willy renegade 8/8 a3+C | E kit deputy 7/7 a2 | pile 1 | turn A",
            new_characters=True,
            chief=True,
        )
        throw(match, "arrow beer dyn gat gat")
        assert refused(match, C, {D: 1}) is not None
        answer(match, "C", {})
        assert life(match) == {"A": 10, "B": 5, "C": 8, "D": 8, "E": 5}

    @pytest.mark.rule("bang.loss.batch")
    def test_bart_cassidy_decides_before_molly_stark(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B bart outlaw 8/8 a0 | C molly outlaw 8/8 a0 "
            "| D willy renegade 8/8 a0 | pile 9 | turn A",
            new_characters=True,
        )
        throw(match, "1 1 1 gat gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": B})
        assert (question(match), match.asked()) == ("BartDecides", [B])
        answer(match, "B", 1)
        assert (question(match), match.asked()) == ("MollyDecides", [C])
        assert (cowboy(match, "B").arrows, match.state.pile) == (1, 8), "he has them already"
        assert refused(match, C, {B: 3}) == "boomtown.choice.cap"
        answer(match, "C", {B: 1})
        assert life(match) == {"A": 11, "B": 7, "C": 7, "D": 8}

    @pytest.mark.rule("bang.loss.batch")
    def test_nothing_is_lost_before_everybody_has_decided(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B bart outlaw 8/8 a0 | C molly outlaw 8/8 a0 "
            "| D willy renegade 8/8 a0 | pile 9 | turn A",
            new_characters=True,
        )
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert life(match) == {"A": 11, "B": 8, "C": 8, "D": 8}
        answer(match, "B", 0)
        assert life(match) == {"A": 11, "B": 8, "C": 8, "D": 8}
        answer(match, "C", {})
        assert life(match) == {"A": 11, "B": 7, "C": 7, "D": 7}

    @pytest.mark.rule("bang.loss.batch")
    def test_life_points_never_go_below_none(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B lucky outlaw 2/8 a0 | C kit outlaw 7/7 a0 "
            "| D willy renegade 8/8 a0 | pile 9 | turn A"
        )
        throw(match, "1 1 1 1 gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": B, "4": B})
        assert cowboy(match, "B").life == 0
        [loss] = [entry for entry in match.log if entry.rule == "bang.loss.batch"]
        assert (loss.args["lost"], loss.args["life"]) == (2, 0)

    @pytest.mark.rule("bang.loss.batch")
    def test_pedro_ramirez_returns_arrows_before_the_left_hand_saves(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B pedro outlaw 2/8 a4 | C kit outlaw 7/7 a0 "
            "| D willy renegade:left_hand 8/8 a0 | pile 5 | turn A",
            special_roles="mixed",
        )
        throw(match, "1 1 beer gat gat")
        all_pass(match)
        stop(match)
        all_pass(match)
        answer(match, "A", {"1": B, "2": B})
        assert (question(match), cowboy(match, "B").life) == ("PedroDecides", 0)
        answer(match, "B", {"regular": 2})
        assert question(match) == "LeftHandWindow"
        assert (cowboy(match, "B").arrows, match.state.pile) == (2, 7)
        assert not cowboy(match, "B").out, "about to be eliminated, not yet out"

    @pytest.mark.rule("bang.loss.batch")
    def test_who_is_saved_is_not_eliminated(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B lucky outlaw 1/8 a0 | C kit outlaw 1/7 a0 "
            "| D sam renegade:left_hand 5/9 a0 | pile 9 | turn A",
            special_roles="mixed",
        )
        throw(match, "gat gat gat dyn dyn")
        all_pass(match)
        stop(match)
        all_pass_but_left_hand(match)
        assert question(match) == "SaveSomebody"
        answer(match, "D", C)
        all_pass(match)
        assert life(match) == {"A": 11, "C": 2, "D": 6}, "Sam gains for one, not for two"

    @pytest.mark.rule("bang.loss.batch")
    def test_vulture_sam_gains_before_el_gringos_arrow(self) -> None:
        match = table(
            "A sam outlaw 2/9 a2 | B gringo outlaw 1/7 a0 | C kit sheriff 9/9 a3 "
            "| D willy renegade 8/8 a3 | pile 1 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert life(match) == {"A": 1, "C": 6, "D": 5}, "two and two less three"

    @pytest.mark.rule("bang.loss.batch")
    def test_doc_holyday_gains_before_el_gringos_arrow(self) -> None:
        match = table(
            "A doc outlaw 2/8 a2 | B gringo outlaw 7/7 a0 | C kit sheriff 9/9 a3 "
            "| D willy renegade 8/8 a3 | pile 1 | turn A",
            new_characters=True,
        )
        throw(match, "1 1 1 gat gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": B})
        assert life(match) == {"A": 1, "B": 4, "C": 6, "D": 5}

    @pytest.mark.rule("bang.loss.batch")
    def test_every_cause_is_a_blow_of_its_own(self) -> None:
        match = table(
            "A rose sheriff 11/11 a0 | B gringo outlaw 7/7 a0 | C kit outlaw 7/7 a0 "
            "| D willy renegade 8/8 a0 | pile 9 | turn A"
        )
        throw(match, "1 1 gat gat gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert life(match) == {"A": 11, "B": 4, "C": 6, "D": 7}
        assert told(match).count("bang.gringo.arrow") == 2, "once for the shots, once for the gun"


def all_pass_but_left_hand(match: Match[Town]) -> None:
    """D alone uses a card, and nobody objects."""
    while question(match) == "ThrowWindow":
        window(match)
    window(match, D="left_hand")
    all_pass(match)


@pytest.mark.rule("bang.loss.immediate_stop")
def test_if_the_sheriff_falls_the_remaining_dice_are_void() -> None:
    match = table(
        "A rose outlaw 5/9 a0 | B lucky sheriff 1/10 a0 | C kit outlaw 7/7 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "1 beer gat gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert question(match) == "over"
    assert life(match) == {"A": 5, "C": 7, "D": 8}


@pytest.mark.rule("bang.loss.immediate_stop")
def test_if_the_blow_ends_the_game_its_later_steps_are_void() -> None:
    match = table(
        "A sam outlaw 5/9 a0 | B gringo sheriff 1/9 a0 | C kit outlaw 7/7 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert question(match) == "over"
    assert (cowboy(match, "A").life, cowboy(match, "A").arrows) == (5, 0)
    assert not {"bang.sam.gain", "bang.gringo.arrow"} & set(told(match))


@pytest.mark.rule("bang.loss.immediate_stop", "bang.arrow.attack.rest")
def test_if_the_indians_end_the_game_no_owed_arrow_is_taken() -> None:
    match = table(
        "A rose outlaw 5/9 a0 | B lucky sheriff 4/10 a4 | C kit outlaw 7/7 a2 "
        "| D willy renegade 8/8 a2 | pile 1 | turn A"
    )
    throw(match, "arrow arrow arrow gat gat")
    assert question(match) == "over"
    assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)


@pytest.mark.rule("bang.loss.bullet_damage")
def test_nobody_owes_el_gringo_for_indians_dynamite_or_bullets() -> None:
    before = (
        "A gringo sheriff 9/9 a2 | B lucky outlaw 8/8 a2 | C kit outlaw 7/7 a2 "
        "| D willy renegade 8/8 a2 | pile 1 | turn A"
    )
    match = table(before, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "arrow dyn dyn dyn bullet")
    assert cowboy(match, "A").life == 4, "three arrows, a bullet and dynamite"
    assert "bang.gringo.arrow" not in told(match)
    assert match.state.pile == 9


@pytest.mark.rule("bang.loss.bullet_damage")
def test_bart_cassidy_cannot_take_an_arrow_for_what_no_player_did() -> None:
    match = table(
        "A bart sheriff 10/10 a1 | B lucky outlaw 8/8 a2 | C kit outlaw 7/7 a3 "
        "| D willy renegade 8/8 a2 | pile 1 | turn A",
        saloon_dice=True,
    )
    answer(match, "A", "loudmouth")
    throw(match, "arrow dyn dyn dyn bullet")
    assert cowboy(match, "A").life == 6
    assert "bang.bart.multi" not in told(match)


@pytest.mark.rule("bang.gain.cap")
def test_a_gain_stops_at_the_cap() -> None:
    match = table(
        "A suzy sheriff 9/10 a0 | B lucky outlaw 8/8 a0 | C kit outlaw 7/7 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "beer dyn dyn gat gat")
    stop(match)
    answer(match, "A", {B: 1})
    assert cowboy(match, "A").life == 10, "two would be eleven"


@pytest.mark.rule("bang.gain.cap")
def test_who_is_above_the_cap_keeps_everything_and_gains_nothing() -> None:
    match = table(
        "A rose deputy 11/9 a0 | B lucky sheriff 8/8 a0 | C kit outlaw 7/7 a0 "
        "| D willy renegade 8/8 a0 | E suzy outlaw 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "beer beer dyn gat gat")
    stop(match)
    answer(match, "A", {A: 2})
    assert cowboy(match, "A").life == 11
    assert "bang.gain.cap" not in told(match)


@pytest.mark.rule("bang.gain.living")
def test_nobody_comes_back_from_elimination() -> None:
    match = table(
        "A rose sheriff 11/11 a0 | B lucky outlaw out | C kit outlaw 7/7 a0 "
        "| D willy renegade 8/8 a0 | E suzy deputy ghost | pile 9 | turn A",
        ghost=True,
    )
    throw(match, "beer beer dyn gat gat")
    stop(match)
    for gone in (B, E):
        assert refused(match, A, {gone: 1, A: 1}) == "bang.beer.late"


@pytest.mark.rule("bang.gain.living")
def test_sid_ketchum_helps_the_living_alone() -> None:
    match = table(
        "A sid sheriff 10/10 a0 | B lucky outlaw out | C kit outlaw 6/7 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "beer beer dyn gat gat")
    assert question(match) == "SidHelps"
    assert refused(match, A, B) == "bang.gain.living"
    answer(match, "A", C)
    assert cowboy(match, "C").life == 7


@pytest.mark.rule("bang.gain.living")
def test_vulture_sam_who_falls_with_others_gains_nothing() -> None:
    match = table(
        "A rose sheriff 11/11 a0 | B sam outlaw 1/9 a0 | C kit outlaw 1/7 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert (cowboy(match, "B").out, cowboy(match, "B").life) == (True, 0)
    assert life(match) == {"A": 11, "D": 7}


@pytest.mark.rule("bang.gain.event")
def test_all_beers_for_one_player_are_one_gain() -> None:
    match = table(
        "A rose sheriff 5/11 a0 | B lucky outlaw:bad 5/8 a0 | C kit outlaw 3/7 a0 "
        "| D willy renegade 3/8 a0 | pile 9 | turn A",
        special_roles="mixed",
    )
    throw(match, "beer beer beer beer dyn")
    all_pass(match)
    stop(match)
    all_pass(match)
    answer(match, "A", {A: 3, D: 1})
    assert question(match) == "BadWindow", "one window for the whole step"
    window(match, B="bad")
    all_pass(match)
    assert question(match) == "SpoilAGain"
    answer(match, "B", A)
    all_pass(match)
    assert life(match) == {"A": 5, "B": 5, "C": 3, "D": 4}, "all three beers of A's are lost"


@pytest.mark.rule("bang.gain.event")
def test_gains_of_different_steps_are_different_gains() -> None:
    match = table(
        "A suzy sheriff 5/10 a0 | B lucky outlaw:bad 5/8 a0 | C kit outlaw 3/7 a0 "
        "| D willy renegade 3/8 a0 | pile 9 | turn A",
        special_roles="mixed",
    )
    throw(match, "beer beer dyn gat gat")
    all_pass(match)
    stop(match)
    all_pass(match)
    answer(match, "A", {A: 2})
    window(match, B="bad")
    all_pass(match)
    assert cowboy(match, "A").life == 7, "the beers are lost, Suzy's own two points are not"


@pytest.mark.rule("bang.gain.event")
def test_sam_gains_for_all_of_one_blow_at_once() -> None:
    match = table(
        "A sam sheriff 3/11 a0 | B lucky outlaw 1/8 a0 | C kit outlaw 1/7 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    gains = [entry.args for entry in match.log if entry.rule == "bang.gain.cap"]
    assert gains == [{"seat": A, "gained": 4, "life": 7}]
