"""Loot sharing (specification, section 3.10)."""

import pytest

from boomtown.core import Seat
from boomtown.testing import refused
from hideout import LOOT, A, B, C, D, loot, sharing, stages, table, takers, takes, told


@pytest.mark.rule("cash.share.takers")
def test_only_those_who_stand_unhit_and_in_time_share() -> None:
    match = table("ABCDE", B={"w": 2})
    stages(match, "BCCCC", "CDDA!", "SSSDS")
    assert takers(match) == "AB"  # C is hit, D ducked, E was late; B's old wounds do not matter


@pytest.mark.rule("cash.share.order")
def test_the_godfather_takes_first_then_clockwise_round_and_round() -> None:
    match = sharing(table(gf="C"))
    order = []
    while match.state.round == 1:
        order += match.asked()
        match.time_out(match.asked()[0])
    assert order == [C, D, A, B, C, D, A, B]


@pytest.mark.rule("cash.share.godfather_down")
def test_the_nearest_taker_clockwise_begins_without_the_godfather() -> None:
    match = table("ABCDE", gf="B")
    stages(match, "BCCCC", "BAAAA", "SSDSS")
    assert takers(match) == "DEA"
    assert match.asked() == [D]


@pytest.mark.rule("cash.share.must_take")
def test_a_taker_takes_one_of_the_cards_there_or_the_token() -> None:
    match = sharing(table())
    assert list(match.choice(A).offers()) == ["B5", "B10", "B20", "D1", "P", "NG"]
    assert refused(match, A, "pass") == "boomtown.choice.offered"
    assert refused(match, A, "D10") == "boomtown.choice.offered"
    takes(match, "A:P")
    assert loot(match, "A") == ["P"]
    assert "P" not in match.choice(B).offers()


@pytest.mark.rule("cash.share.must_take")
@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (["B5", "B10", "B20"], "B20"),
        (["D10", "P", "B10"], "B10"),
        (["P", "D10", "B5"], "D10"),
        (["B5", "P", "D5"], "P"),
        (["D5", "D1", "B5"], "B5"),
        (["D1", "FA", "D5"], "D5"),
        (["FA", "CL", "D1"], "D1"),
        (["CL", "FA", "CL"], "FA"),
        (["CL", "CL", "CL"], "CL"),
    ],
)
def test_an_absent_taker_takes_the_first_of_a_list(there: list[str], taken: str) -> None:
    match = sharing(table(loot=there))
    match.time_out(A)
    [line] = told(match, "cash.share.must_take")
    assert line == {"seat": A, "share": taken}


@pytest.mark.rule("cash.share.token")
def test_the_token_replaces_a_card_and_only_one_player_gets_it() -> None:
    match = sharing(table())
    takes(match, "A:NG")
    assert loot(match, "A") == []
    assert len(match.state.loot) == 8
    assert refused(match, B, "NG") == "cash.share.token"


@pytest.mark.rule("cash.share.token", "cash.share.token_effect")
@pytest.mark.parametrize("taker", [A, C])
def test_who_takes_the_token_is_the_next_godfather(taker: Seat) -> None:
    match = sharing(table())
    while match.asked() != [taker]:
        match.time_out(match.asked()[0])
    match.answer(taker, "NG")
    order = []
    while match.state.round == 1:
        order += match.asked()
        match.time_out(match.asked()[0])
    assert order == [Seat((taker + 1 + turn) % 4) for turn in range(len(order))]
    assert match.state.godfather == taker
    assert match.state.token


@pytest.mark.rule("cash.share.end")
def test_sharing_ends_with_the_last_card_though_the_token_is_there() -> None:
    match = sharing(table(loot=["B5", "B5"]))
    takes(match, "A:B5", "B:B5")
    assert match.state.round == 2
    assert match.state.godfather == A


@pytest.mark.rule("cash.share.one_taker")
def test_a_single_taker_takes_everything() -> None:
    match = table()
    stages(match, "BBCC", "BAAA", "SSDS")
    assert takers(match) == "D"
    for card in ("B20", "B20", "P", "B10", "B10", "D1", "B5", "B5"):
        match.answer(D, card)
    assert len(loot(match, "D")) == 8
    assert match.state.removed == []


@pytest.mark.rule("cash.share.nobody")
def test_without_takers_the_loot_leaves_the_game() -> None:
    match = table()
    stages(match, "CCCC", "BCDA", "DDDD")
    assert told(match, "cash.share.nobody")
    assert [card.value for card in match.state.removed] == LOOT
    assert match.state.round == 2


@pytest.mark.rule("cash.share.leftover", "cash.power.greedy", "cash.share.one_taker")
def test_what_a_greedy_sole_taker_leaves_is_gone() -> None:
    match = table(A={"power": "greedy"})
    stages(match, "CCCC", "BCDA", "SDDD")
    match.answer(A, {"two": {"first": "B20", "second": "B20"}})
    assert loot(match, "A") == ["B20", "B20"]
    assert len(match.state.removed) == 6
    assert told(match, "cash.share.leftover") == [{"cards": 6}]
    assert match.state.round == 2


@pytest.mark.rule("cash.share.face_down")
def test_loot_once_taken_is_known_to_its_owner_alone() -> None:
    match = sharing(table())
    takes(match, "A:P")
    assert told(match, "cash.share.must_take") == [{"seat": A, "share": "P"}]
    known = [match.view(seat).state.gangsters[A].loot[0].known for seat in (A, B, None)]
    assert known == [True, False, False]
