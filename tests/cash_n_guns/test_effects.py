"""Card effects and elimination (specification, section 3.9)."""

import pytest

from cash_n_guns.content import Bullet, Loot
from hideout import (
    A,
    B,
    C,
    D,
    bullets,
    gangster,
    hand,
    loot,
    pile,
    question,
    shown,
    stages,
    table,
    take_all,
    takers,
    told,
    wounds,
)


@pytest.mark.rule("cash.effects.reveal")
def test_standing_players_turn_their_cards_up_together() -> None:
    match = table()
    stages(match, "CBCC", "C-D!", "SSSS")
    assert shown(match) == {"A": "C", "B": "B", "C": "C", "D": "C"}
    assert wounds(match) == "0000"
    assert [card.value for card in [gangster(match, "B").bullet] if card] == [Bullet.BANG]
    assert match.view(None).state.gangsters[B].bullet.known  # type: ignore[union-attr]


@pytest.mark.rule("cash.effects.click")
def test_a_click_does_nothing() -> None:
    match = table()
    stages(match, "CCCC", "BCDA")
    assert wounds(match) == "0000"
    assert takers(match) == "ABCD"


@pytest.mark.rule("cash.effects.bang")
def test_a_bang_wounds_its_target_who_does_not_share() -> None:
    match = table()
    stages(match, "BCCC", "BCDA")
    assert wounds(match) == "0100"
    assert gangster(match, "B").hit
    assert takers(match) == "ACD"


@pytest.mark.rule("cash.effects.simultaneous")
def test_two_who_shoot_each_other_are_both_wounded() -> None:
    match = table()
    stages(match, "BBCC", "BADC")
    assert wounds(match) == "1100"
    assert takers(match) == "CD"


@pytest.mark.rule("cash.effects.simultaneous")
def test_who_is_killed_still_shoots() -> None:
    match = table(round=4, hands=[3, 2], B={"w": 2})
    stages(match, "BBCC", "BCDA")
    assert wounds(match) == "0310"
    assert takers(match) == "AD"


@pytest.mark.rule("cash.effects.several")
def test_every_bang_on_a_player_is_a_wound() -> None:
    match = table()
    stages(match, "BBCC", "CCDA")
    assert wounds(match) == "0020"
    assert told(match, "cash.effects.several") == [{"seat": C, "hits": 2, "wounds": 2}]


@pytest.mark.rule("cash.effects.self")
def test_a_shot_at_oneself_wounds() -> None:
    match = table()
    stages(match, "CBCC", "BBDA")
    assert wounds(match) == "0100"
    ducked = table()
    stages(ducked, "CBCC", "BBDA", "SDSS")
    assert wounds(ducked) == "0000"


@pytest.mark.rule("cash.effects.order")
def test_luck_wounds_deaths_vulture_and_end_come_in_their_order() -> None:
    match = table(
        "ABCDE",
        round=4,
        hands=[3, 2],
        draws=(Loot.B20,),
        A={"power": "lucky_man", "w": 2},
        B={"w": 2, "loot": ["B20"]},
        C={"power": "vulture"},
    )
    stages(match, "BBBBB", "BAAAC")
    # Three hits do nothing to the Lucky Man, so he does not die; B does, and C feeds on B.
    assert wounds(match) == "23100"
    assert gangster(match, "B").out
    assert loot(match, "C") == ["B20"]
    rules = [
        "cash.effects.bang",
        "cash.power.lucky_man",
        "cash.effects.several",
        "cash.power.vulture",
        "cash.elim.loot",
    ]
    order = [entry.rule for entry in match.log if entry.rule in rules]
    assert sorted(order, key=rules.index) == order


@pytest.mark.rule("cash.elim.limit")
def test_three_wounds_eliminate_all_at_once() -> None:
    match = table("ABCDE", round=4, hands=[3, 2], B={"w": 2}, C={"w": 1})
    stages(match, "BCCBB", "BAACC")
    assert wounds(match) == "03300"
    assert match.state.living() == [A, D, 4]
    assert [args["seat"] for args in told(match, "cash.elim.loot")] == [B, C]


@pytest.mark.rule("cash.elim.loot")
def test_the_loot_of_the_dead_leaves_the_game_unseen() -> None:
    match = table(round=4, hands=[3, 2], C={"w": 2, "loot": ["B20", "P", "D5"]})
    stages(match, "BCCC", "CDDA")
    assert loot(match, "C") == []
    assert len(match.state.removed) == 3
    assert told(match, "cash.elim.loot") == [{"seat": C, "cards": 3}]
    known = [[card.known for card in match.view(s).state.removed] for s in (A, C, None)]
    assert known == [[False] * 3, [True] * 3, [False] * 3]


@pytest.mark.rule("cash.elim.hand")
def test_the_hand_of_the_dead_leaves_the_game_but_not_the_card_played() -> None:
    match = table(round=4, hands=[3, 2], discard=[8, 4], C={"w": 2})
    stages(match, "BCCC", "CDDA")
    take_all(match)
    assert hand(match, "C") == [0, 0]
    assert len(match.state.spent) == 4
    assert pile(match) == [11, 5]


@pytest.mark.rule("cash.elim.out")
def test_the_dead_decide_nothing_and_cannot_be_aimed_at() -> None:
    match = table(round=4, hands=[3, 2], C={"w": 2, "power": "hustler"})
    match.answer(C, "decline")
    stages(match, "BCCC", "CDDA")
    take_all(match)
    assert question(match) == "ChooseBullet"
    assert match.asked() == [A, B, D]
    bullets(match)
    assert C not in match.choice(A).offers()


@pytest.mark.rule("cash.elim.desk", "cash.share.godfather_down")
def test_sharing_counts_from_the_seat_of_a_dead_godfather() -> None:
    match = table(round=4, hands=[3, 2], gf="B", B={"w": 2})
    stages(match, "BCCC", "BDDA")
    assert takers(match) == "CDA"


@pytest.mark.rule("cash.power.lucky_man")
def test_three_hits_do_nothing_to_the_lucky_man() -> None:
    match = table(D={"w": 1, "power": "lucky_man"})
    stages(match, "BBBC", "DDDA")
    assert wounds(match) == "0001"
    assert takers(match) == "ABCD"


@pytest.mark.rule("cash.power.lucky_man")
def test_a_late_lucky_man_does_not_share() -> None:
    match = table(D={"power": "lucky_man"})
    stages(match, "BBBC", "DDD!")
    assert wounds(match) == "0000"
    assert takers(match) == "ABC"


@pytest.mark.rule("cash.power.lucky_two")
@pytest.mark.parametrize(("bullet", "wounded"), [("BCCC", "0001"), ("BBCC", "0002")])
def test_one_or_two_hits_wound_the_lucky_man(bullet: str, wounded: str) -> None:
    match = table(D={"power": "lucky_man"})
    stages(match, bullet, "DDDA")
    assert wounds(match) == wounded
    assert takers(match) == "ABC"


@pytest.mark.rule("cash.power.unbreakable")
@pytest.mark.parametrize(
    ("bullet", "aim", "left"),
    [("BCCC", "BCDA", "0400"), ("BCBC", "BCBA", "0500")],
    ids=["four wounds", "five wounds"],
)
def test_the_unbreakable_dies_of_the_fifth_wound(bullet: str, aim: str, left: str) -> None:
    match = table(round=4, hands=[3, 2], B={"w": 3, "power": "unbreakable"})
    stages(match, bullet, aim)
    assert wounds(match) == left
    assert gangster(match, "B").out == (left == "0500")


@pytest.mark.rule("cash.power.vulture")
def test_the_vulture_takes_two_cards_of_the_dead_at_random() -> None:
    match = table(
        round=4,
        hands=[3, 2],
        draws=(Loot.PAINTING, Loot.B5),
        C={"w": 2, "loot": ["B20", "P", "D5", "B5"]},
        D={"power": "vulture"},
    )
    stages(match, "BCCC", "CAAA", "SSSD")
    assert loot(match, "D") == ["P", "B5"]
    assert sorted(card.value for card in match.state.removed) == ["B20", "D5"]
    assert told(match, "cash.power.vulture") == [{"seat": D, "target": C, "cards": 2}]
    [entry] = [e for e in match.log if e.key == "cash.power.vulture.cards"]
    assert entry.to == (D, C)


@pytest.mark.rule("cash.power.vulture")
@pytest.mark.parametrize("owned", [[], ["B5"]])
def test_the_vulture_takes_fewer_if_there_are_fewer(owned: list[str]) -> None:
    match = table(round=4, hands=[3, 2], C={"w": 2, "loot": owned}, D={"power": "vulture"})
    stages(match, "BCCC", "CAAA")
    assert loot(match, "D") == owned


@pytest.mark.rule("cash.power.vulture")
def test_the_vulture_feeds_on_everybody_who_dies() -> None:
    both = {"w": 2, "loot": ["B5", "B5", "B5"]}
    match = table("ABCDE", round=4, hands=[3, 2], B=both, C=both, D={"power": "vulture"})
    stages(match, "BCCCB", "BAAAC")
    assert loot(match, "D") == ["B5"] * 4
    assert len(match.state.removed) == 2


@pytest.mark.rule("cash.power.vulture_anywhere")
def test_a_vulture_who_dies_at_the_same_instant_takes_nothing() -> None:
    match = table(
        "ABCDE",
        round=4,
        hands=[3, 2],
        C={"w": 2, "loot": ["B20", "P"]},
        D={"w": 2, "power": "vulture"},
    )
    stages(match, "BBCCC", "CDAAA")
    assert gangster(match, "D").out
    assert loot(match, "D") == []
    assert len(match.state.removed) == 2


@pytest.mark.rule("cash.power.vulture_anywhere")
def test_a_vulture_who_ducked_or_fell_still_feeds() -> None:
    match = table(round=4, hands=[3, 2], C={"w": 2, "loot": ["B20"]}, D={"power": "vulture"})
    stages(match, "BBCC", "CDAA")
    assert gangster(match, "D").hit
    assert loot(match, "D") == ["B20"]


@pytest.mark.rule("cash.end.early")
def test_a_lone_survivor_wins_before_the_sharing() -> None:
    dead = {"alive": False, "w": 3}
    match = table(
        round=6, A={"w": 2, "hand": [2, 1]}, B={"hand": [2, 1], "loot": ["P"]}, C=dead, D=dead
    )
    stages(match, "CB..", "BA..")
    assert match.outcome is not None
    assert match.outcome.winners == (B,)
    assert match.outcome.rule == "cash.end.early"
    assert len(match.state.removed) == 8
    assert match.state.loot == []
    assert match.outcome.scores == (0, 4_000, 0, 0)


@pytest.mark.rule("cash.end.early")
def test_without_survivors_nobody_wins() -> None:
    dead = {"alive": False, "w": 3}
    match = table(round=6, A={"w": 2, "hand": [2, 1]}, B={"w": 2, "hand": [2, 1]}, C=dead, D=dead)
    stages(match, "BB..", "BA..")
    assert match.outcome is not None
    assert match.outcome.draw
