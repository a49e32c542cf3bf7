"""The end of the game and the scoring (specification, section 3.11)."""

import pytest

from boomtown.core import Match, Outcome
from cash_n_guns.rules.ending import diamond_winner
from cash_n_guns.state import Gang
from hideout import A, B, C, scored, stages, table, take_all, told

SET = [0, 4, 12, 30, 60, 100, 150, 200, 300, 400, 500]


def outcome(match: Match[Gang]) -> Outcome:
    assert match.outcome is not None
    return match.outcome


@pytest.mark.rule("cash.end.eight")
def test_the_game_ends_after_the_sharing_of_round_eight() -> None:
    match = table(round=8, hands=[1, 0])
    stages(match, "CCCC", "BCDA")
    assert match.outcome is None
    take_all(match)
    assert outcome(match).rule in ("cash.score.winner", "cash.score.tie")
    assert len(match.state.discard) == 4


@pytest.mark.rule("cash.end.alive_only", "cash.score.diamonds")
def test_only_the_living_score_whatever_happened_to_them_in_round_eight() -> None:
    match = table(
        round=8,
        hands=[1, 0],
        A={"hand": [0, 1], "loot": ["B20"]},
        B={"hand": [0, 1], "loot": ["D1"]},
        C={"w": 2, "loot": ["D1", "D1", "D5", "D10", "B20", "B20"]},
        loot=["B5"] * 8,
    )
    stages(match, "BBCC", "CDAA", "SSSS")
    take_all(match)
    # C died; D was hit and took nothing, but lives and counts; B has the only diamond alive.
    assert outcome(match).scores == (40_000, 81_000, 0, 0)
    assert outcome(match).winners == (B,)
    assert outcome(match).ranks == (2, 1, 4, 3)


@pytest.mark.rule("cash.score.sum")
def test_bills_diamonds_paintings_and_bonus_add_up() -> None:
    match = scored(
        A={"loot": ["D1", "D1", "D5", "B20"]},
        B={"loot": ["D10", "B20", "B10", "P", "P", "P", "P"]},
        C={"loot": ["B20", "B20", "P"]},
        D={"loot": ["B5"]},
    )
    assert outcome(match).scores == (87_000, 100_000, 44_000, 5_000)
    assert [line["total"] for line in told(match, "cash.score.sum")] == [87000, 100000, 44000, 5000]


@pytest.mark.rule("cash.score.diamonds")
def test_the_most_diamond_cards_bring_the_bonus_not_their_value() -> None:
    match = scored(A={"loot": ["D1", "D1"]}, B={"loot": ["D10"]})
    assert diamond_winner(match.state) == A
    assert outcome(match).scores[:2] == (62_000, 10_000)


@pytest.mark.rule("cash.score.diamond_tie")
def test_as_many_diamonds_bring_nobody_the_bonus() -> None:
    match = scored(A={"loot": ["D1", "D1"]}, B={"loot": ["D10", "D5"]})
    assert diamond_winner(match.state) is None
    assert told(match, "cash.score.diamond_tie") == [{}]
    assert diamond_winner(scored().state) is None


@pytest.mark.rule("cash.score.paintings")
@pytest.mark.parametrize("count", range(11))
def test_paintings_are_worth_what_their_number_says(count: int) -> None:
    match = scored(A={"loot": ["P"] * count})
    assert outcome(match).scores[A] == SET[count] * 1000


@pytest.mark.rule("cash.power.collector")
@pytest.mark.parametrize("count", range(11))
def test_the_collector_has_one_painting_more_but_not_more_than_ten(count: int) -> None:
    match = scored(A={"power": "collector", "loot": ["P"] * count})
    assert outcome(match).scores[A] == SET[min(count + 1, 10)] * 1000


@pytest.mark.rule("cash.power.collector")
def test_the_collectors_painting_is_no_card() -> None:
    match = table(A={"power": "collector"}, B={"power": "professional"})
    stages(match, "CBCC", "CADA", "DSSS")
    assert match.state.gangsters[B].loot == []


@pytest.mark.rule("cash.score.winner")
def test_the_highest_score_wins() -> None:
    match = scored(A={"loot": ["B20"]}, B={"loot": ["B20", "B5"]}, C={"w": 2})
    assert outcome(match).winners == (B,)
    assert outcome(match).rule == "cash.score.winner"
    assert outcome(match).ranks == (2, 1, 3, 4)


@pytest.mark.rule("cash.score.tie")
def test_of_equal_scores_more_wounds_win() -> None:
    match = scored(A={"loot": ["B20"]}, B={"w": 2, "loot": ["B10", "B10"]}, C={"w": 2})
    assert outcome(match).winners == (B,)
    assert outcome(match).rule == "cash.score.tie"


@pytest.mark.rule("cash.score.tie")
def test_with_equal_wounds_the_victory_is_shared() -> None:
    match = scored(
        A={"w": 1, "loot": ["B20"]}, B={"w": 1, "loot": ["B10", "B10"]}, C={"loot": ["B20"]}
    )
    assert outcome(match).winners == (A, B)
    assert outcome(match).ranks == (1, 1, 3, 4)


@pytest.mark.rule("cash.score.open")
def test_at_the_end_the_cards_of_the_living_lie_open() -> None:
    match = scored(
        A={"loot": ["B20"], "hand": [0, 1]},
        D={"alive": False, "w": 3},
        B={"loot": ["D1"], "hand": [0, 0]},
    )
    view = match.view(None).state
    assert [card.value for card in view.gangsters[A].loot] == ["B20"]
    assert [card.value for card in view.gangsters[A].hand] == ["bang"]
    assert [card.value for card in view.gangsters[B].loot] == ["D1"]
    assert all(card.known for card in view.gangsters[C].hand)
