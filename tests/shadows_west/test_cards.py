"""Turns and cards (specification, sections 3.5, 3.6 and 6)."""

import pytest

from boomtown.core import Chance, Match, Seat
from boomtown.testing import refused
from shadows_west import GAME
from shadows_west.content import DECK
from shadows_west.rules.cards import draw, hand_size, new_deck
from shadows_west.rules.turns import ActionPhase, DrawPhase, EndActionPhase, Turn
from shadows_west.state import Gone, Token
from showdown import acts, cards, crowd, drawn, hands, idle, order, rounds
from town import A, B, C, fig, keys, load, play, question, told, town, who

DUST = 3


# --- turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.turn.phases")
@pytest.mark.rule("shadows.turn.action")
def test_a_turn_is_draw_action_npc_and_recovery() -> None:
    west = town(crowd(2, 2))
    match = drawn(hands(west), Turn(), dice=())
    assert match.state.turn == 2
    assert match.state.phase == "action"
    assert question(match) == "PlayCards"
    west = town(crowd(2, 2, token="done"))
    match = drawn(hands(west), Turn())
    assert question(match) == "Rest", "nobody could be activated"
    assert [gang.hand for gang in match.state.gangs] == [[], []]
    assert match.state.phase == "recovery"


@pytest.mark.rule("shadows.turn.draw")
def test_hands_are_half_of_the_models_and_one_for_the_leader() -> None:
    """EX09."""
    figures = [fig(f"{letter}{n}", 300 * n, 900) for letter in "abcd" for n in range(1, 7)]
    for figure in figures:
        figure.leader = figure.id.endswith("1")
    west = town(figures)
    assert [hand_size(west.table, Seat(seat)) for seat in range(4)] == [4, 4, 4, 4]
    match = play(hands(west), DrawPhase())
    assert [len(gang.hand) for gang in match.state.gangs] == [4, 4, 4, 4]
    assert [len(gang.deck) for gang in match.state.gangs] == [50] * 4
    assert told(match, "shadows.turn.draw")[0] == {"seat": A, "count": 4}


@pytest.mark.rule("shadows.turn.draw_counts")
def test_the_downed_count_for_the_hand_and_the_lost_do_not() -> None:
    """EX09: five models left, two of them Downed, the leader a casualty; a gang of its leader."""
    figures = [fig(f"a{n}", 300 * n, 900, downed=n < 3) for n in range(1, 6)]
    figures += [fig("a6", 2000, 900, leader=True, gone=Gone.CASUALTY)]
    figures += [fig("a7", 2200, 900, gone=Gone.LEFT), fig("t1", 1000, 2000, held_by="a5")]
    figures += [fig("b1", 300, 3000, leader=True, downed=True, mounted=False)]
    west = town(figures)
    assert hand_size(west.table, A) == 3
    assert hand_size(west.table, B) == 2
    assert hand_size(town([fig("a1", 300, 300, mounted=True)]).table, A) == 1


# --- decks ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.cards.deck")
def test_each_player_has_54_cards_of_his_own() -> None:
    deck = new_deck(A, Chance.seeded(1))
    assert sorted(card.value for card in deck) == sorted(DECK)
    assert len(deck) == 54
    assert {card.pool for card in deck} == {"cards0"}
    assert {card.pool for card in new_deck(B, Chance.seeded(1))} == {"cards1"}


@pytest.mark.rule("shadows.cards.reshuffle")
def test_a_deck_that_runs_out_is_made_of_the_discards() -> None:
    """EX15."""
    west = hands(town(crowd(2, 2)))
    gang = west.gangs[A]
    gang.discard = [card.value for card in gang.deck[1:]]
    gang.deck = gang.deck[:1]
    match = drawn(west, shuffles=[["2C", "3C", "4C"]])
    draw(match, A, 4)
    gang = match.state.gangs[A]
    assert [card.value for card in gang.hand] == ["AS", "2C", "3C", "4C"]
    assert len(gang.deck) == 50
    assert gang.discard == []
    assert told(match, "shadows.cards.reshuffle") == [{"seat": A, "count": 53}]


@pytest.mark.rule("shadows.cards.reshuffle")
def test_decks_are_not_reshuffled_between_turns() -> None:
    west = hands(town(crowd(2, 1, token="done")), A="2C", B="3C")
    match = play(west, EndActionPhase(), DrawPhase())
    assert len(match.state.gangs[A].deck) == 52
    assert match.state.gangs[A].discard == ["2C"]


# --- a round -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.cards.play")
@pytest.mark.rule("shadows.hidden.reveal")
def test_cards_are_laid_face_down_and_turned_up_together() -> None:
    match = rounds(town(crowd(2)), A="2C 9D", B="AH 9C")
    assert match.asked() == [A, B]
    before = len(match.log)
    cards(match, A="2C")
    assert len(match.log) == before, "nothing is told before all have chosen"
    assert match.view(B).state.gangs[A].played is None
    assert refused(match, A, "9D") == "boomtown.answer.sealed", "a choice stands"
    assert refused(match, B, "KD") == "shadows.cards.play"
    cards(match, B="AH")
    assert told(match, "shadows.cards.play") == [
        {"seat": A, "card": "2C"},
        {"seat": B, "card": "AH"},
    ]


@pytest.mark.rule("shadows.cards.play")
def test_an_absent_player_plays_the_card_that_acts_last() -> None:
    match = rounds(town(crowd(2)), A="2C 9D AS", B="AH 9C")
    match.time_out(A)
    cards(match, B="9C")
    assert told(match, "shadows.cards.play")[0] == {"seat": A, "card": "9D"}


@pytest.mark.rule("shadows.cards.play")
def test_a_last_card_is_played_by_itself() -> None:
    match = rounds(town(crowd(2)), A="2C", B="AH 9C")
    assert match.asked() == [B], "how many cards A has is no secret"
    cards(match, B="9C")
    assert told(match, "shadows.cards.play")[0] == {"seat": A, "card": "2C"}


@pytest.mark.rule("shadows.cards.black_first")
def test_a_black_two_acts_before_a_red_ace() -> None:
    """EX11."""
    match = rounds(town(crowd(2)), A="2C 9D", B="AH 9C")
    cards(match, A="2C", B="AH")
    assert order(match) == "AB"
    assert "shadows.dice.rolloff" not in keys(match)


@pytest.mark.rule("shadows.cards.value")
def test_within_a_colour_the_ace_is_highest() -> None:
    match = rounds(town(crowd(4)), A="10S 2C", B="JC 2C", C="AC 2C", D="KS 2C")
    cards(match, A="10S", B="JC", C="AC", D="KS")
    assert order(match) == "CDBA"


@pytest.mark.rule("shadows.cards.tie")
def test_the_same_value_in_one_colour_rolls_off_without_an_event() -> None:
    """EX12."""
    match = rounds(town(crowd(2)), A="AS 9D", B="AC 9C", dice=[4, 6])
    cards(match, A="AS", B="AC")
    assert order(match) == "BA"
    assert "shadows.event.trigger" not in keys(match)


@pytest.mark.rule("shadows.cards.identical")
@pytest.mark.rule("shadows.event.trigger")
def test_identical_cards_bring_an_event_before_the_roll_off() -> None:
    """EX10: Andy 10S, Tony JH, Tom 10S, John 6C."""
    match = rounds(town(crowd(4)), A="10S 2H", B="JH 2H", C="10S 2H", D="6C 2H", dice=[DUST, 8, 3])
    cards(match, A="10S", B="JH", C="10S", D="6C")
    assert order(match) == "ACDB"
    assert match.state.table.dust
    said = keys(match)
    assert said.index("shadows.event.trigger") < said.index("shadows.dice.rolloff")
    assert told(match, "shadows.cards.identical") == [{"seats": [A, C]}]


@pytest.mark.rule("shadows.cards.joker")
def test_jokers_act_last_and_are_identical() -> None:
    """EX13."""
    match = rounds(town(crowd(3)), A="joker 2H", B="2D 2H", C="joker 2H", dice=[DUST, 9, 1])
    cards(match, A="joker", B="2D", C="joker")
    assert order(match) == "BAC"
    assert match.state.table.dust


@pytest.mark.rule("shadows.cards.event_limit")
def test_there_is_one_event_a_turn() -> None:
    match = rounds(town(crowd(2)), A="10S 9S", B="10S 9S", dice=[DUST, 8, 3])
    cards(match, A="10S", B="10S")
    load(match, 2, 7)
    idle(match)
    assert told(match, "shadows.cards.play")[2:] == [
        {"seat": A, "card": "9S"},
        {"seat": B, "card": "9S"},
    ]
    assert keys(match).count("shadows.event.trigger") == 1
    assert keys(match).count("shadows.cards.identical") == 2
    assert order(match) == "BA", "later identical cards only roll off"


@pytest.mark.rule("shadows.concept.options")
def test_a_table_may_play_without_events() -> None:
    match = rounds(town(crowd(2), events=False), A="10S 9S", B="10S 9S", dice=[8, 3])
    cards(match, A="10S", B="10S")
    assert order(match) == "AB"
    assert "shadows.event.trigger" not in keys(match)


@pytest.mark.rule("shadows.cards.discard")
def test_after_an_activation_the_card_goes_on_the_pile() -> None:
    match = rounds(town(crowd(2)), A="2C 9D", B="AH 9C")
    cards(match, A="2C", B="AH")
    assert match.state.gangs[A].discard == []
    acts(match, "single", "a1")
    match.answer(A, "stop")
    assert match.state.gangs[A].discard == ["2C"]
    assert match.state.gangs[A].played is None
    assert order(match) == "B"


@pytest.mark.rule("shadows.cards.no_carry")
def test_cards_left_in_hand_are_discarded_face_up() -> None:
    west = hands(town(crowd(2, 1, token="done")), A="2C 9D", B="AH")
    match = play(west, ActionPhase())
    assert [gang.hand for gang in match.state.gangs] == [[], []]
    assert match.state.gangs[A].discard == ["2C", "9D"]
    assert told(match, "shadows.cards.no_carry")[0] == {"seat": A, "cards": ["2C", "9D"]}


@pytest.mark.rule("shadows.cards.lone_shooter")
def test_a_lone_shooter_waits_until_he_wants_to_play() -> None:
    """EX16."""
    west = town(crowd(2, 4))
    west.gangs[A].lone = True
    match = rounds(west, A="QH", B="3S 4S 5S")
    assert list(match.choice(A).offers()) == ["QH", "pass"]
    cards(match, A="pass", B="4S")
    assert order(match) == "B"
    idle(match)
    cards(match, A="QH", B="3S")
    assert order(match) == "BA"
    idle(match)
    assert order(match) == "B", "A has no card in the third round"


@pytest.mark.rule("shadows.cards.lone_shooter")
def test_one_card_that_is_left_over_must_be_played() -> None:
    west = town(crowd(2, 4))
    match = rounds(west, A="QH 2H", B="3S 4S 5S")
    assert "pass" not in match.choice(A).offers()
    assert refused(match, A, "pass") == "shadows.cards.lone_shooter"
    cards(match, A="2H", B="4S")
    idle(match)
    assert match.asked() == [B], "A's last card is played by itself"


@pytest.mark.rule("shadows.cards.lone_shooter_end")
def test_if_everybody_who_has_a_card_passes_the_phase_is_over() -> None:
    west = town(crowd(2, 2))
    for gang in west.gangs:
        gang.lone = True
    match = rounds(west, A="QH", B="3S")
    cards(match, A="pass", B="pass")
    assert question(match) == "Rest"
    assert match.state.gangs[A].discard == ["QH"]
    assert match.state.gangs[B].discard == ["3S"]


@pytest.mark.rule("shadows.act.repeat")
def test_when_all_cards_are_resolved_the_next_round_begins() -> None:
    match = rounds(town(crowd(2, 4)), A="2C 9D 3D", B="AH 9C 3D")
    cards(match, A="2C", B="AH")
    idle(match)
    assert question(match) == "PlayCards"
    assert match.asked() == [A, B]


@pytest.mark.rule("shadows.act.sole_player")
def test_the_last_player_with_unspent_models_acts_on_alone() -> None:
    figures = crowd(2, 3)
    for figure in figures:
        if figure.seat == B:
            figure.token = Token.DONE
    match = rounds(town(figures), A="2C 9D", B="AH 9C")
    assert match.asked() == [A], "the others choose no more cards"
    cards(match, A="9D")
    idle(match)
    assert order(match) == "A", "a card for each activation; the last one plays itself"
    idle(match)
    assert question(match) == "Rest", "his cards have run out"
    assert len(match.state.gangs[B].hand) == 2
    assert not who(match, "a3").spent


# --- hidden information --------------------------------------------------------------------------


@pytest.mark.rule("shadows.hidden.views")
def test_a_view_shows_the_own_hand_and_only_the_number_of_others() -> None:
    match = rounds(town(crowd(2)), A="2C 9D", B="AH 9C")
    mine, theirs = match.view(A).state.gangs[A], match.view(B).state.gangs[A]
    assert [card.value for card in mine.hand] == ["2C", "9D"]
    assert [card.known for card in theirs.hand] == [False, False]
    assert not any(card.known for card in mine.deck), "nobody knows his own deck"
    assert not any(card.known for card in match.view(None).state.gangs[A].hand)


@pytest.mark.rule("shadows.hidden.counting")
def test_discards_are_open_and_decks_keep_to_themselves() -> None:
    match = rounds(town(crowd(2)), A="2C 9D", B="AH 9C")
    cards(match, A="2C", B="AH")
    idle(match)
    assert match.view(B).state.gangs[A].discard == ["2C"]
    imagined = match.imagine(B, Chance.seeded(3))
    gang = imagined.state.gangs[A]
    rest = [card.value for card in (*gang.hand, *gang.deck)]
    assert sorted([*rest, *gang.discard, *([gang.played.value] if gang.played else [])]) == sorted(
        DECK
    )


@pytest.mark.rule("shadows.hidden.after")
def test_the_cards_of_a_match_come_from_its_seed_alone() -> None:
    def decks(seed: int) -> list[list[str]]:
        match = Match.unrecorded(GAME, 2, {"townsfolk": False}, chance=Chance.seeded(seed))
        while match.state.turn == 0:
            match.time_out(match.asked()[0])
        return [[card.value for card in (*g.hand, *g.deck)] for g in match.state.gangs]

    assert decks(1) == decks(1)
    assert decks(1) != decks(2)
