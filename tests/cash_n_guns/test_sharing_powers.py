"""Powers that meddle with the sharing of loot (specification, section 3.12)."""

import pytest

from boomtown.core import LoadedChance, Match
from boomtown.testing import refused
from cash_n_guns.content import Kind, Loot
from cash_n_guns.state import Gang
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
    loot,
    order,
    question,
    sharing,
    stages,
    table,
    take_all,
    takes,
    told,
)


def load(match: Match[Gang], place: int) -> None:
    """The Junk Dealer's draw: a place in the piles to come."""
    assert isinstance(match.chance, LoadedChance)
    match.chance.dice.append(place)


# --- the Cute --------------------------------------------------------------------------------


@pytest.mark.rule("cash.power.cute")
def test_the_cute_takes_a_five_thousand_bill_before_anyone_and_then_as_usual() -> None:
    match = sharing(table(C={"power": "cute"}))
    assert loot(match, "C") == ["B5"]
    assert match.state.loot.count(Loot.B5) == 1
    assert match.asked() == [A]
    takes(match, "A:B20", "B:B20", "C:P")
    assert loot(match, "C") == ["B5", "P"]


@pytest.mark.rule("cash.power.cute")
@pytest.mark.parametrize("stand", ["SSDS", "SSSS"])
def test_a_cute_who_does_not_share_gets_nothing(stand: str) -> None:
    match = table(C={"power": "cute"})
    stages(match, "BCCC", "CDDA", stand)
    assert loot(match, "C") == []


@pytest.mark.rule("cash.power.cute_bill")
def test_a_five_thousand_diamond_is_not_for_the_cute() -> None:
    cards = ["B20", "B20", "B10", "B10", "B20", "D5", "P", "D1"]
    match = sharing(table(C={"power": "cute"}, loot=cards))
    assert loot(match, "C") == []
    assert len(match.state.loot) == 8


# --- the Dictator ----------------------------------------------------------------------------


@pytest.mark.rule("cash.power.dictator")
def test_the_dictator_forbids_the_kind_that_was_announced() -> None:
    match = sharing(table(D={"power": "dictator"}))
    match.answer(A, "B20")
    assert question(match) == "Veto"
    assert match.asked() == [D]
    assert len(match.state.loot) == 8
    match.answer(D, "forbid")
    assert match.asked() == [A]
    assert refused(match, A, "B5") == "cash.power.dictator_effect"
    match.answer(A, "P")
    assert loot(match, "A") == ["P"]


@pytest.mark.rule("cash.power.dictator")
def test_the_dictator_may_forbid_the_token() -> None:
    match = sharing(table(D={"power": "dictator"}))
    match.answer(A, "NG")
    match.answer(D, "forbid")
    assert refused(match, A, "NG") == "cash.power.dictator_effect"
    match.answer(A, "B20")
    assert match.state.token


@pytest.mark.rule("cash.power.dictator")
def test_the_dictator_forbids_once_per_sharing_and_is_asked_until_then() -> None:
    match = sharing(table(D={"power": "dictator"}))
    match.answer(A, "B20")
    match.time_out(D)
    assert loot(match, "A") == ["B20"]
    match.answer(B, "B20")
    match.answer(D, "forbid")
    match.answer(B, "P")
    assert loot(match, "B") == ["P"]
    match.answer(C, "B20")
    assert loot(match, "C") == ["B20"]
    take_all(match)
    assert match.state.used == []


@pytest.mark.rule("cash.power.dictator")
def test_a_dictator_who_does_not_share_forbids_nothing() -> None:
    match = table(D={"power": "dictator"})
    stages(match, "CCCC", "BCDA", "SSSD")
    match.answer(A, "B20")
    assert loot(match, "A") == ["B20"]


@pytest.mark.rule("cash.power.dictator")
def test_the_dictator_does_not_answer_their_own_take() -> None:
    match = sharing(table(A={"power": "dictator"}))
    match.answer(A, "B20")
    assert match.asked() == [B]


@pytest.mark.rule("cash.power.dictator_effect")
def test_the_ban_ends_with_the_turn() -> None:
    match = sharing(table(D={"power": "dictator"}))
    match.answer(A, "B20")
    match.answer(D, "forbid")
    takes(match, "A:P", "B:B20", "C:B20", "D:B10", "A:B10")
    assert loot(match, "A") == ["P", "B10"]


@pytest.mark.rule("cash.power.dictator_effect")
def test_with_nothing_else_left_the_turn_is_lost() -> None:
    match = sharing(table(loot=["B20"] * 8, D={"power": "dictator"}))
    match.answer(A, "B20")
    match.answer(D, "allow")
    match.answer(B, "NG")
    match.answer(D, "allow")
    match.answer(C, "B20")
    match.answer(D, "forbid")
    assert told(match, "cash.power.dictator_effect") == [{"seat": C}]
    assert match.asked() == [D]
    assert loot(match, "C") == []


@pytest.mark.rule("cash.power.dictator_limits")
def test_the_dictator_stops_neither_cute_nor_stealthy_nor_junk_dealer() -> None:
    match = table(
        A={"power": "cute"},
        B={"power": "stealthy"},
        C={"power": "junk_dealer", "loot": ["B5"]},
        D={"power": "dictator"},
    )
    stages(match, "CCCC", "-C--", "SDSS")
    assert loot(match, "A") == ["B5"]
    assert loot(match, "B") == ["B10"]
    match.answer(A, "B20")
    match.answer(D, "allow")
    assert match.asked() == [C]
    match.answer(C, "B5")
    assert question(match) == "TakeShare"
    assert told(match, "cash.power.junk_dealer") == [{"seat": C}]


# --- the Greedy ------------------------------------------------------------------------------


@pytest.mark.rule("cash.power.greedy")
def test_the_greedy_takes_two_cards_at_once_and_then_sits_out() -> None:
    match = sharing(table(A={"power": "greedy"}))
    match.answer(A, {"two": {"first": "B20", "second": "P"}})
    order = []
    while match.state.round == 1:
        order += match.asked()
        match.time_out(match.asked()[0])
    assert order == [B, C, D, B, C, D]
    assert loot(match, "A") == ["B20", "P"]


@pytest.mark.rule("cash.power.greedy")
def test_the_greedy_may_take_one_share_and_goes_on_as_usual() -> None:
    match = sharing(table(A={"power": "greedy"}))
    match.answer(A, {"one": "NG"})
    takes(match, "B:B20", "C:B20", "D:P")
    assert match.asked() == [A]
    assert list(match.choice(A).offers()) == ["B5", "B10", "D1"]


@pytest.mark.rule("cash.power.greedy_cards")
def test_two_cards_must_both_be_there_and_none_is_the_token() -> None:
    match = sharing(table(A={"power": "greedy"}))
    twice = {"two": {"first": "P", "second": "P"}}
    assert refused(match, A, twice) == "cash.power.greedy_cards"
    token = {"two": {"first": "P", "second": "NG"}}
    assert refused(match, A, token) == "cash.power.greedy_cards"
    same = {"two": {"first": "B20", "second": "B20"}}
    assert refused(match, A, same) is None


@pytest.mark.rule("cash.power.greedy_cards")
def test_with_one_card_left_the_greedy_takes_like_anybody() -> None:
    match = sharing(table(D={"power": "greedy"}, loot=["B5"] * 4))
    takes(match, "A:B5", "B:B5", "C:B5")
    assert list(match.choice(D).offers()) == ["B5", "NG"]


@pytest.mark.rule("cash.power.greedy_cards")
def test_clip_and_kit_act_in_the_order_named() -> None:
    cards = ["CL", "FA", "B20", "B10", "B5", "B5", "P", "D1"]
    match = table(A={"power": "greedy", "w": 2}, loot=cards, discard=[0, 1])
    stages(match, "CCCC", "----")
    match.answer(A, {"two": {"first": "CL", "second": "FA"}})
    assert question(match) == "ClipDiscard"
    assert gangster(match, "A").wounds == 2
    match.answer(A, "click")
    assert gangster(match, "A").wounds == 0
    assert hand(match, "A") == [3, 4]
    assert match.asked() == [B]


@pytest.mark.rule("cash.power.greedy_dictator")
def test_the_dictator_blocks_both_kinds_of_the_greedys_two_cards() -> None:
    match = sharing(table(A={"power": "greedy"}, D={"power": "dictator"}))
    match.answer(A, {"two": {"first": "B20", "second": "P"}})
    match.answer(D, "forbid")
    kinds = [str(Kind.BILL), str(Kind.PAINTING)]
    assert told(match, "cash.power.dictator") == [{"seat": D, "target": A, "kinds": kinds}]
    assert set(match.choice(A).offers()) == {"D1", "NG"}
    match.answer(A, "D1")
    assert loot(match, "A") == ["D1"]


@pytest.mark.rule("cash.power.greedy_dictator")
def test_the_greedy_may_choose_two_cards_of_other_kinds_afresh() -> None:
    cards = ["B20", "B20", "B10", "D1", "D5", "P", "P", "CL"]
    match = sharing(table(A={"power": "greedy"}, D={"power": "dictator"}, loot=cards))
    match.answer(A, {"one": "B20"})
    match.answer(D, "forbid")
    match.answer(A, {"two": {"first": "P", "second": "D5"}})
    assert loot(match, "A") == ["P", "D5"]
    assert gangster(match, "A").sated


@pytest.mark.rule("cash.power.greedy", "cash.power.dictator_effect")
def test_a_greedy_who_lost_the_first_turn_gets_no_pair_later() -> None:
    match = sharing(table(B={"power": "greedy"}, D={"power": "dictator"}, loot=["B20"] * 8))
    match.answer(A, "NG")
    match.answer(D, "allow")
    match.answer(B, {"two": {"first": "B20", "second": "B20"}})
    match.answer(D, "forbid")
    takes(match, "C:B20", "D:B20", "A:B20")
    assert list(match.choice(B).offers()) == ["B20"]


# --- the Junk Dealer -------------------------------------------------------------------------


@pytest.mark.rule("cash.power.junk_dealer")
def test_the_junk_dealer_exchanges_a_card_for_one_still_to_come() -> None:
    match = sharing(table(B={"power": "junk_dealer", "loot": ["B5", "P"]}))
    takes(match, "A:B20")
    assert question(match) == "Exchange"
    assert list(match.choice(B).offers()) == ["decline", "B5", "P"]
    place = 9
    drawn = match.state.piles[1][1].value
    load(match, place)
    match.answer(B, "B5")
    assert loot(match, "B") == ["P", str(drawn)]
    given = match.state.piles[1][1]
    assert given.value == "B5"
    assert [given.known_to(seat) for seat in (A, B, None)] == [False, True, False]
    assert question(match) == "TakeShare"
    assert told(match, "cash.power.junk_dealer") == [{"seat": B}]


@pytest.mark.rule("cash.power.junk_dealer")
def test_the_exchange_is_made_once_per_sharing() -> None:
    match = sharing(table(A={"power": "junk_dealer", "loot": ["B5", "P"]}))
    load(match, 0)
    match.answer(A, "B5")
    takes(match, "A:B20", "B:B20", "C:B10", "D:B10")
    assert question(match) == "TakeShare"
    assert match.asked() == [A]


@pytest.mark.rule("cash.power.junk_when")
def test_the_junk_dealer_is_asked_on_each_own_turn_and_after_the_last_card() -> None:
    match = sharing(table(A={"power": "junk_dealer", "loot": ["P"]}, loot=["B5"] * 5))
    questions = []
    while match.state.round == 1:
        questions += [(question(match), seat) for seat in match.asked()]
        match.time_out(match.asked()[0])
    turn = [("Exchange", A), ("TakeShare", A)]
    others = [("TakeShare", seat) for seat in (B, C, D)]
    assert questions == [*turn, *others, *turn, ("Exchange", A)]


@pytest.mark.rule("cash.power.junk_when")
def test_a_junk_dealer_who_got_no_turn_may_still_exchange() -> None:
    match = sharing(table(D={"power": "junk_dealer", "loot": ["P"]}, loot=["B5", "B5"]))
    takes(match, "A:B5", "B:B5")
    assert question(match) == "Exchange"
    assert match.asked() == [D]


@pytest.mark.rule("cash.power.junk_when")
def test_there_is_no_exchange_in_round_eight_or_without_loot_or_absent() -> None:
    eight = sharing(table(round=8, hands=[1, 0], A={"power": "junk_dealer", "loot": ["P"]}))
    assert question(eight) == "TakeShare"
    poor = sharing(table(A={"power": "junk_dealer"}))
    assert question(poor) == "TakeShare"
    ducked = table(A={"power": "junk_dealer", "loot": ["P"]}, loot=["B5"])
    stages(ducked, "CCCC", "----", "DSSS")
    assert question(ducked) == "TakeShare"
    ducked.answer(B, "B5")
    assert ducked.state.round == 2


@pytest.mark.rule("cash.power.junk_when")
def test_there_is_no_exchange_between_a_veto_and_the_new_choice() -> None:
    match = sharing(table(A={"power": "junk_dealer", "loot": ["P"]}, D={"power": "dictator"}))
    match.answer(A, "decline")
    match.answer(A, "B20")
    match.answer(D, "forbid")
    assert question(match) == "TakeShare"
    assert match.asked() == [A]


@pytest.mark.rule("cash.power.junk_special", "cash.clip.not_loot")
@pytest.mark.parametrize("card", [Loot.CLIP, Loot.FIRST_AID])
def test_a_clip_or_kit_drawn_acts_at_once(card: Loot) -> None:
    match = table(
        A={"power": "junk_dealer", "loot": ["B5"], "w": 1},
        C={"power": "good_friend"},
        discard=[0, 2],
    )
    stages(match, "CCCC", "----")
    later = [one.value for pile in match.state.piles for one in pile]
    load(match, later.index(card))
    match.answer(A, "B5")
    assert told(match, "cash.power.junk_special") == [{"seat": A, "card": card}]
    assert [one.value for one in match.state.removed] == [card]
    assert loot(match, "A") == []
    if card is Loot.CLIP:
        match.answer(A, "click")
        assert hand(match, "A") == [3, 4]
        assert hand(match, "C") == [4, 4]
    else:
        assert gangster(match, "A").wounds == 0
    assert question(match) == "TakeShare"


# --- the Hustler -----------------------------------------------------------------------------


@pytest.mark.rule("cash.power.hustler")
def test_the_hustler_draws_a_random_card_and_gives_one() -> None:
    match = table(draws=("bang",), B={"power": "hustler"})
    assert question(match) == "HustlerDraws"
    assert list(match.choice(B).offers()) == ["decline", A, C, D]
    match.answer(B, D)
    match.answer(B, "click")
    assert hand(match, "B") == [4, 4]
    assert hand(match, "D") == [6, 2]
    assert told(match, "cash.power.hustler") == [{"seat": B, "target": D}]
    [entry] = [e for e in match.log if e.key == "cash.power.hustler.cards"]
    assert entry.to == (B, D)
    assert question(match) == "ChooseBullet"


@pytest.mark.rule("cash.power.hustler")
def test_the_hustler_may_decline_and_cannot_rob_the_dead() -> None:
    match = table(B={"power": "hustler"}, C={"alive": False, "w": 3})
    assert list(match.choice(B).offers()) == ["decline", A, D]
    match.time_out(B)
    assert question(match) == "ChooseBullet"
    assert told(match, "cash.power.hustler") == []


@pytest.mark.rule("cash.power.hustler_order")
def test_the_hustler_sees_the_card_first_and_may_not_give_it_back() -> None:
    match = table(round=4, draws=("bang",), B={"power": "hustler", "hand": [5, 0]})
    match.answer(B, D)
    drawn = {seat: match.view(seat).state.drawn for seat in (A, B, D, None)}
    assert {seat: card.known for seat, card in drawn.items() if card} == {
        A: False,
        B: True,
        D: True,
        None: False,
    }
    assert refused(match, B, "bang") == "cash.power.hustler_order"
    match.time_out(B)
    assert hand(match, "B") == [4, 1]


@pytest.mark.rule("cash.power.hustler_order")
def test_without_a_click_the_absent_hustler_gives_a_bang() -> None:
    match = table(round=6, draws=("click",), B={"power": "hustler", "hand": [0, 3]})
    match.answer(B, D)
    match.time_out(B)
    assert hand(match, "B") == [1, 2]


@pytest.mark.rule("cash.power.hustler")
def test_once_a_card_is_played_nobody_can_follow_the_exchanged_ones() -> None:
    match = table(draws=("bang",), B={"power": "hustler"})
    match.answer(B, D)
    match.answer(B, "click")
    assert any(card.known for card in match.view(B).state.gangsters[D].hand)
    bullets(match)
    assert not any(card.known for card in match.view(B).state.gangsters[D].hand)
    assert not any(card.known for card in match.view(D).state.gangsters[B].hand)
    aims(match, "----")
    order(match)
    courage(match)
    assert question(match) == "TakeShare"
