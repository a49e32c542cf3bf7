"""The hold-up and the Godfather's privilege (specification, sections 3.6 and 3.7)."""

import pytest

from boomtown.testing import refused
from hideout import (
    A,
    B,
    C,
    D,
    aims,
    bullets,
    courage,
    gangster,
    hand,
    order,
    question,
    shown,
    stages,
    table,
    takers,
    told,
    wounds,
)


@pytest.mark.rule("cash.holdup.aim")
def test_everybody_aims_at_a_living_player() -> None:
    match = table(D={"alive": False, "w": 3})
    bullets(match)
    assert list(match.choice(A).offers()) == [A, B, C, "nobody"]
    assert refused(match, A, 3) == "cash.elim.out"
    aims(match, "BCA.")
    assert [one.target for one in match.state.gangsters] == [B, C, A, None]


@pytest.mark.rule("cash.holdup.aim")
def test_aiming_at_oneself_is_allowed() -> None:
    match = table()
    bullets(match)
    aims(match, "ACDA")
    assert gangster(match, "A").target == A
    assert told(match, "cash.holdup.aim.self") == [{"seat": A, "target": A}]


@pytest.mark.rule("cash.holdup.nobody")
def test_aiming_at_nobody_costs_nothing() -> None:
    match = table()
    stages(match, "CBCC", "C-DA")
    assert wounds(match) == "0000"
    assert shown(match) == {"A": "C", "B": "B", "C": "C", "D": "C"}
    assert takers(match) == "ABCD"


@pytest.mark.rule("cash.holdup.too_slow")
def test_whoever_is_too_slow_has_no_target_and_no_share() -> None:
    match = table()
    stages(match, "CBCC", "C!DA")
    assert gangster(match, "B").late
    assert gangster(match, "B").target is None
    assert takers(match) == "ACD"
    assert told(match, "cash.holdup.too_slow") == [{"seat": B}]


@pytest.mark.rule("cash.holdup.too_slow")
def test_late_is_late_even_while_others_still_aim() -> None:
    match = table()
    bullets(match)
    match.time_out(B)
    assert refused(match, B, C) == "boomtown.answer.sealed"
    assert match.question(B) is None
    assert match.asked() == [A, C, D]


@pytest.mark.rule("cash.holdup.too_slow")
def test_an_aim_given_in_time_is_not_lost_to_the_clock_of_others() -> None:
    match = table()
    bullets(match)
    match.answer(A, C)
    match.time_out(B)
    match.answer(A, D)
    match.time_out(C)
    match.time_out(D)
    assert gangster(match, "A").target == D
    assert [one.late for one in match.state.gangsters] == [False, True, True, True]


@pytest.mark.rule("cash.holdup.late_rest")
def test_a_late_player_shows_courage_and_can_be_hit() -> None:
    match = table()
    stages(match, "BBCC", "B!DA")
    assert wounds(match) == "0100"
    assert shown(match)["B"] == "B"
    match = table()
    bullets(match, "BCCC")
    aims(match, "B!DA")
    order(match)
    assert B in match.asked()
    courage(match, "SDSS")
    assert wounds(match) == "0000"


@pytest.mark.rule("cash.holdup.late_rest")
def test_a_late_doctor_who_ducks_still_heals() -> None:
    match = table(B={"w": 2, "power": "doctor"})
    stages(match, "CCCC", "B!DA", "SDSS")
    assert wounds(match) == "0100"


@pytest.mark.rule("cash.holdup.kid", "cash.power.kid")
def test_the_kid_aims_after_all_others_have_shown_their_aims() -> None:
    match = table(B={"power": "kid"})
    bullets(match)
    assert match.asked() == [A, C, D]
    for seat, target in ((A, C), (C, D), (D, A)):
        match.answer(seat, target)
    assert question(match) == "KidAims"
    assert [one.target for one in match.view(B).state.gangsters] == [C, None, D, A]
    assert list(match.choice(B).offers()) == [A, B, C, D, "nobody"]
    match.answer(B, B)
    assert gangster(match, "B").target == B


@pytest.mark.rule("cash.holdup.kid")
def test_the_kid_may_be_late_in_a_window_of_their_own() -> None:
    match = table(B={"power": "kid"})
    bullets(match)
    for seat in (A, C, D):
        match.answer(seat, "nobody")
    match.time_out(B)
    assert [one.late for one in match.state.gangsters] == [False, True, False, False]


@pytest.mark.rule("cash.holdup.cunning", "cash.power.cunning")
def test_the_cunning_may_change_the_card_after_the_kid() -> None:
    match = table(A={"power": "kid"}, B={"power": "cunning"})
    bullets(match, "CCCC")
    for seat, target in ((B, C), (C, D), (D, B)):
        match.answer(seat, target)
    match.answer(A, B)
    assert question(match) == "CunningChanges"
    assert match.asked() == [B]
    match.answer(B, "bang")
    assert hand(match, "B") == [5, 2]
    order(match)
    courage(match)
    assert wounds(match) == "0010"


@pytest.mark.rule("cash.power.cunning")
def test_the_cunning_may_bluff_with_a_card_of_the_same_kind() -> None:
    match = table(B={"power": "cunning"})
    bullets(match)
    aims(match, "BCDA")
    match.answer(B, "click")
    assert hand(match, "B") == [4, 3]
    assert told(match, "cash.power.cunning.changed") == [{"seat": B}]


@pytest.mark.rule("cash.power.cunning")
def test_the_cunning_with_an_empty_hand_is_not_asked() -> None:
    match = table(round=8, hands=[1, 0], B={"power": "cunning"})
    bullets(match)
    aims(match, "BCDA")
    assert question(match) == "GiveOrder"


@pytest.mark.rule("cash.power.cunning")
def test_the_cunning_cannot_put_down_what_is_not_in_the_hand() -> None:
    match = table(round=7, hands=[2, 0], B={"power": "cunning"})
    bullets(match)
    aims(match, "BCDA")
    assert refused(match, B, "bang") == "cash.bullet.choose"
    match.time_out(B)
    assert told(match, "cash.power.cunning.kept") == [{"seat": B}]


@pytest.mark.rule("cash.power.cunning_before_order")
def test_the_cunning_decides_before_the_godfather_orders() -> None:
    match = table(B={"power": "cunning"})
    bullets(match)
    aims(match, "BCDA")
    assert question(match) == "CunningChanges"
    match.answer(B, "keep")
    assert question(match) == "GiveOrder"
    order(match, "C>A")
    assert question(match) == "Courage"


@pytest.mark.rule("cash.privilege.order")
def test_the_godfather_may_order_one_other_living_player() -> None:
    match = table(D={"alive": False, "w": 3})
    bullets(match)
    aims(match, "BCA.")
    assert list(match.choice(A).offers()) == ["nobody", B, C]
    assert refused(match, A, A) == "cash.privilege.order"
    order(match, "C>B")
    assert gangster(match, "C").target == B
    assert question(match) == "Courage"


@pytest.mark.rule("cash.privilege.order")
def test_the_godfather_need_not_order_anybody() -> None:
    match = table()
    bullets(match)
    aims(match, "BCDA")
    order(match)
    assert [one.target for one in match.state.gangsters] == [B, C, D, A]


@pytest.mark.rule("cash.privilege.owner_picks")
def test_the_ordered_player_picks_somebody_new() -> None:
    match = table()
    bullets(match)
    aims(match, "BCAB")
    match.answer(A, C)
    assert match.asked() == [C]
    assert refused(match, C, C) == "cash.privilege.owner_picks"
    assert refused(match, C, A) == "cash.privilege.owner_picks"
    assert refused(match, C, "nobody") == "boomtown.choice.offered"
    match.answer(C, D)
    assert gangster(match, "C").target == D


@pytest.mark.rule("cash.privilege.owner_picks")
def test_an_ordered_player_may_turn_on_the_godfather() -> None:
    match = table()
    bullets(match, "CCCB")
    aims(match, "BCAB")
    order(match, "D>A")
    courage(match)
    assert wounds(match) == "1000"


@pytest.mark.rule("cash.privilege.owner_picks")
def test_without_an_answer_it_is_the_first_new_target_clockwise() -> None:
    match = table()
    bullets(match)
    aims(match, "BCAB")
    match.answer(A, D)
    match.time_out(D)
    assert gangster(match, "D").target == A


@pytest.mark.rule("cash.privilege.who")
def test_a_late_player_cannot_be_ordered_but_one_aiming_at_nobody_can() -> None:
    match = table()
    bullets(match)
    aims(match, "B!-A")
    assert refused(match, A, B) == "cash.privilege.who"
    match.answer(A, C)
    assert list(match.choice(C).offers()) == [A, B, D]


@pytest.mark.rule("cash.privilege.who")
def test_with_two_players_left_nobody_can_be_ordered_away() -> None:
    dead = {"alive": False, "w": 3}
    match = table(round=5, hands=[2, 2], C=dead, D=dead)
    bullets(match)
    aims(match, "BA..")
    assert question(match) == "Courage"
    match = table(round=5, hands=[2, 2], C=dead, D=dead)
    bullets(match)
    aims(match, "BB..")
    match.answer(A, B)
    assert list(match.choice(B).offers()) == [A]


@pytest.mark.rule("cash.privilege.any_state")
@pytest.mark.parametrize("aim", ["!", "-"])
def test_a_late_or_idle_godfather_keeps_the_privilege(aim: str) -> None:
    match = table()
    bullets(match)
    aims(match, f"{aim}CDA")
    assert question(match) == "GiveOrder"
    order(match, "D>B")
    assert gangster(match, "D").target == B
