"""Clips and first aid kits (specification, section 3.10), and the Good Friend."""

import pytest

from boomtown.core import Match
from boomtown.testing import refused
from cash_n_guns.state import Gang
from hideout import (
    A,
    B,
    gangster,
    hand,
    loot,
    pile,
    question,
    stages,
    table,
    take_all,
    takes,
    told,
    wounds,
)

CLIP = ["CL", "B20", "B10", "B10", "B5", "B5", "P", "D1"]
KIT = ["FA", "B20", "B10", "B10", "B5", "B5", "P", "D1"]


def sharing(match: Match[Gang], stand: str = "SSSS") -> Match[Gang]:
    """The match at the sharing; everybody played a Click at nobody."""
    stages(match, "CCCC", "----", stand)
    return match


@pytest.mark.rule("cash.aid.heal")
@pytest.mark.parametrize(("power", "had"), [("doctor", 2), ("unbreakable", 4)])
def test_a_first_aid_kit_heals_all_wounds_at_once(power: str, had: int) -> None:
    match = sharing(table(A={"w": had, "power": power}, loot=KIT))
    takes(match, "A:FA")
    assert wounds(match) == "0000"
    assert loot(match, "A") == []
    assert [card.value for card in match.state.removed] == ["FA"]
    assert match.asked() == [B]


@pytest.mark.rule("cash.aid.none")
def test_a_kit_without_wounds_is_thrown_away() -> None:
    match = sharing(table(B={"w": 1}, loot=KIT))
    takes(match, "A:FA")
    assert wounds(match) == "0100"
    assert told(match, "cash.aid.none") == [{"seat": A}]
    assert len(match.state.removed) == 1


@pytest.mark.rule("cash.clip.swap")
@pytest.mark.parametrize(("card", "left"), [("click", [3, 4]), ("bang", [4, 3])])
def test_a_clip_exchanges_a_card_for_a_bang_of_the_pile(card: str, left: list[int]) -> None:
    match = sharing(table(discard=[3, 1], loot=CLIP))
    takes(match, "A:CL")
    assert question(match) == "ClipDiscard"
    assert hand(match, "A") == [4, 4]
    assert pile(match) == [3, 0]
    match.answer(A, card)
    assert hand(match, "A") == left
    assert sum(pile(match)) == 4
    assert match.asked() == [B]


@pytest.mark.rule("cash.clip.swap")
def test_an_absent_player_discards_a_click_if_there_is_one() -> None:
    match = sharing(table(round=7, hands=[1, 1], discard=[3, 1], loot=CLIP))
    takes(match, "A:CL")
    assert refused(match, A, "click") == "cash.bullet.choose"
    match.time_out(A)
    assert hand(match, "A") == [0, 1]
    match = sharing(table(round=6, hands=[2, 1], discard=[3, 1], loot=CLIP))
    takes(match, "A:CL")
    match.time_out(A)
    assert hand(match, "A") == [0, 2]


@pytest.mark.rule("cash.clip.lost")
def test_without_a_bang_in_the_pile_the_clip_is_lost() -> None:
    match = sharing(table(discard=[4, 0], loot=CLIP))
    takes(match, "A:CL")
    assert match.asked() == [B]
    assert hand(match, "A") == [4, 3]
    assert pile(match) == [4, 0]
    assert told(match, "cash.clip.lost") == [{"seat": A}]


@pytest.mark.rule("cash.clip.pile")
def test_a_bang_shown_this_round_is_not_yet_in_the_pile() -> None:
    match = table(loot=CLIP)
    stages(match, "CBCC", "-D--")
    takes(match, "A:CL")
    assert told(match, "cash.clip.lost") == [{"seat": A}]


@pytest.mark.rule("cash.clip.pile")
def test_a_bang_discarded_in_stage_five_is_found_in_the_same_round() -> None:
    match = table(loot=CLIP)
    stages(match, "CCCB", "BCAA", "SSSD")
    takes(match, "A:CL")
    match.answer(A, "click")
    assert hand(match, "A") == [3, 4]


@pytest.mark.rule("cash.clip.pile")
def test_a_bang_discarded_for_one_clip_is_found_by_the_next() -> None:
    match = sharing(table(discard=[0, 1], loot=["CL", "CL", *CLIP[2:]]))
    takes(match, "A:CL")
    match.answer(A, "bang")
    takes(match, "B:CL")
    match.answer(B, "click")
    assert hand(match, "B") == [3, 4]


@pytest.mark.rule("cash.clip.empty_hand")
def test_with_an_empty_hand_the_bang_goes_straight_back() -> None:
    match = sharing(table(round=8, hands=[1, 0], discard=[3, 1], loot=CLIP))
    takes(match, "A:CL")
    assert match.asked() == [B]
    assert hand(match, "A") == [0, 0]
    assert pile(match) == [3, 1]
    assert told(match, "cash.clip.empty_hand") == [{"seat": A}]


@pytest.mark.rule("cash.clip.not_loot")
def test_clips_and_kits_are_never_owned() -> None:
    match = sharing(table(loot=["CL", "FA", "B5", "B5"]))
    takes(match, "A:CL", "B:FA", "C:B5", "D:B5")
    assert [loot(match, letter) for letter in "ABCD"] == [[], [], ["B5"], ["B5"]]
    assert sorted(card.value for card in match.state.removed) == ["CL", "FA"]


@pytest.mark.rule("cash.power.good_friend")
def test_the_good_friend_gets_a_bang_of_the_pile_as_well() -> None:
    match = sharing(table(discard=[0, 2], loot=CLIP, C={"power": "good_friend"}))
    takes(match, "A:CL")
    assert hand(match, "C") == [4, 3]
    match.answer(A, "click")
    assert hand(match, "C") == [4, 4]
    assert pile(match) == [1, 0]


@pytest.mark.rule("cash.power.good_friend")
def test_the_good_friend_gets_the_bang_that_was_discarded_for_the_clip() -> None:
    match = sharing(table(discard=[0, 1], loot=CLIP, C={"power": "good_friend"}))
    takes(match, "A:CL")
    match.answer(A, "bang")
    assert hand(match, "C") == [4, 4]


@pytest.mark.rule("cash.power.good_friend")
def test_if_no_bang_is_left_the_good_friend_goes_without() -> None:
    match = sharing(table(discard=[0, 1], loot=CLIP, C={"power": "good_friend"}))
    takes(match, "A:CL")
    match.answer(A, "click")
    assert hand(match, "C") == [4, 3]
    assert told(match, "cash.power.good_friend.none") == [{"seat": 2}]


@pytest.mark.rule("cash.power.good_friend")
def test_a_hand_that_has_grown_keeps_a_card_to_the_end() -> None:
    match = table(round=8, hands=[1, 0], loot=CLIP, C={"power": "good_friend", "hand": [1, 1]})
    stages(match, "CCCC", "----")
    take_all(match)
    assert match.outcome is not None
    assert hand(match, "C") == [0, 1]


@pytest.mark.rule("cash.power.good_friend_absent")
def test_a_good_friend_who_ducked_gets_the_bang_too() -> None:
    match = sharing(table(discard=[0, 2], loot=CLIP, C={"power": "good_friend"}), "SSDS")
    takes(match, "A:CL")
    match.answer(A, "click")
    assert gangster(match, "C").ducked
    assert hand(match, "C") == [4, 4]


@pytest.mark.rule("cash.power.good_friend_absent")
def test_a_lost_clip_or_their_own_brings_the_good_friend_nothing_more() -> None:
    lost = sharing(table(loot=CLIP, C={"power": "good_friend"}))
    takes(lost, "A:CL")
    assert hand(lost, "C") == [4, 3]
    own = sharing(table(discard=[0, 2], loot=CLIP, A={"power": "good_friend"}))
    takes(own, "A:CL")
    own.answer(A, "click")
    assert hand(own, "A") == [3, 4]
    dead = sharing(
        table(discard=[0, 2], loot=CLIP, C={"power": "good_friend", "alive": False, "w": 3})
    )
    takes(dead, "A:CL")
    dead.answer(A, "click")
    assert hand(dead, "C") == [0, 0]
