"""The frame of a round, its loot and the desk (specification, sections 3.3, 3.4 and 3.10)."""

import pytest

from boomtown.core import Chance, Match
from cash_n_guns import GAME
from hideout import (
    LOOT,
    A,
    B,
    C,
    aims,
    bullets,
    courage,
    gangster,
    hand,
    order,
    pile,
    question,
    stages,
    table,
    take_all,
    takes,
    told,
)


@pytest.mark.rule("cash.round.stages")
def test_a_round_has_seven_stages_in_order() -> None:
    match = table()
    asked = [question(match)]
    assert told(match, "cash.loot.reveal")
    bullets(match)
    asked.append(question(match))
    aims(match, "BCDA")
    asked.append(question(match))
    order(match)
    asked.append(question(match))
    courage(match)
    asked.append(question(match))
    assert asked == ["ChooseBullet", "HoldUp", "GiveOrder", "Courage", "TakeShare"]
    assert told(match, "cash.effects.reveal")
    take_all(match)
    assert match.state.round == 2
    assert question(match) == "ChooseBullet"


@pytest.mark.rule("cash.round.stages", "cash.end.eight")
def test_eight_rounds_are_played_with_eight_cards_each() -> None:
    match = Match.unrecorded(GAME, 4, {"oldest": 1}, chance=Chance.seeded("eight"))
    for number in range(1, 9):
        assert match.state.round == number
        assert len(match.state.loot) == 8
        assert len(match.state.piles) == 8 - number
        stages(match, "C" * 4 if number < 6 else "B" * 4, "----")
        take_all(match)
    assert match.outcome is not None
    assert [len(one.hand) for one in match.state.gangsters] == [0] * 4


@pytest.mark.rule("cash.round.lead")
def test_the_holder_of_the_desk_leads() -> None:
    match = table(gf="C")
    assert told(match, "cash.round.lead") == [{"round": 1, "seat": C}]
    bullets(match)
    aims(match, "BCDA")
    assert match.asked() == [C]


@pytest.mark.rule("cash.round.start")
def test_at_the_start_of_a_round_figures_stand_and_the_token_is_back() -> None:
    match = table(B={"power": "dictator"})
    stages(match, "BCCC", "BC!A", "SSSD")
    takes(match, "A:NG")
    assert not match.state.token
    assert gangster(match, "B").hit
    assert gangster(match, "C").late
    assert gangster(match, "D").ducked
    take_all(match)
    assert match.state.token
    assert all(one.standing and not one.late for one in match.state.gangsters)
    assert all(one.target is None for one in match.state.gangsters)
    assert match.state.takers == []
    assert match.state.used == []


@pytest.mark.rule("cash.round.end", "cash.clip.pile")
def test_cards_turned_up_reach_the_discard_pile_at_the_end_of_the_round() -> None:
    match = table()
    stages(match, "BCCC", "DCDA")
    assert pile(match) == [0, 0]
    assert gangster(match, "A").bullet is not None
    take_all(match)
    assert pile(match) == [3, 1]
    assert gangster(match, "A").bullet is None
    assert match.state.round == 2


@pytest.mark.rule("cash.loot.reveal")
def test_the_loot_of_the_round_is_open_to_everybody() -> None:
    match = table()
    for seat in (None, A, B):
        view = match.view(seat).state
        assert view.loot == LOOT
        assert view.token
    assert told(match, "cash.loot.reveal") == [{"loot": LOOT}]
    assert len(match.state.piles) == 7


@pytest.mark.rule("cash.bullet.choose")
def test_every_living_player_puts_a_card_of_the_hand_down() -> None:
    match = table(B={"alive": False, "w": 3})
    assert match.asked() == [0, 2, 3]
    bullets(match, "B.CC")
    assert hand(match, "A") == [5, 2]
    assert hand(match, "C") == [4, 3]
    assert gangster(match, "B").bullet is None


@pytest.mark.rule("cash.bullet.choose")
def test_only_cards_of_the_hand_can_be_chosen() -> None:
    match = table(round=4, A={"hand": [5, 0]}, B={"hand": [0, 3]})
    choice = match.choice(A)
    assert list(choice.offers()) == ["click"]
    refusal = choice.refusal("bang")
    assert refusal is not None
    assert refusal.rule == "cash.bullet.choose"
    assert list(match.choice(B).offers()) == ["bang"]


@pytest.mark.rule("cash.bullet.once")
def test_a_card_that_was_played_is_gone() -> None:
    match = table(round=6, hands=[2, 1])
    stages(match, "BCCC", "-CDA")
    take_all(match)
    assert hand(match, "A") == [2, 0]
    assert list(match.choice(A).offers()) == ["click"]


@pytest.mark.rule("cash.desk.stay")
def test_the_desk_stays_with_a_living_godfather() -> None:
    match = table(gf="B")
    stages(match, "CCCC", "BCDA")
    take_all(match)
    assert match.state.godfather == B


@pytest.mark.rule("cash.desk.stay")
def test_the_desk_stays_with_a_godfather_who_ducked_or_was_hit() -> None:
    match = table(gf="B")
    stages(match, "BCCC", "BCDA", "SSDS")
    take_all(match)
    assert match.state.godfather == B


@pytest.mark.rule("cash.desk.dead", "cash.elim.desk")
def test_the_desk_of_a_dead_godfather_goes_to_the_next_living_player() -> None:
    match = table("ABCDE", gf="B", round=4, hands=[3, 2], B={"w": 2}, C={"alive": False, "w": 3})
    stages(match, "BC.CC", "BA.EA", "SS.DS")
    assert match.state.takers == [4, 0]
    take_all(match)
    assert match.state.godfather == 3
    assert told(match, "cash.desk.dead") == [{"seat": 3}]


@pytest.mark.rule("cash.desk.dead", "cash.share.token_effect")
def test_the_token_decides_even_if_the_godfather_is_dead() -> None:
    match = table(gf="A", round=4, hands=[3, 2], A={"w": 2})
    stages(match, "CBCC", "BACA")
    takes(match, "B:B20", "C:B20", "D:NG")
    take_all(match)
    assert match.state.godfather == 3
