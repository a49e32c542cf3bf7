"""Courage, and the powers that answer it (specification, sections 3.8 and 3.12)."""

import pytest

from boomtown.testing import refused
from cash_n_guns.content import Loot
from hideout import (
    A,
    B,
    C,
    aims,
    bullets,
    courage,
    gangster,
    hand,
    loot,
    order,
    pile,
    question,
    shown,
    stages,
    table,
    takers,
    told,
    wounds,
)


@pytest.mark.rule("cash.courage.choose")
def test_all_living_players_duck_or_stand_at_once() -> None:
    match = table(D={"alive": False, "w": 3})
    bullets(match)
    aims(match, "BCA.")
    order(match)
    assert match.asked() == [A, B, C]
    assert list(match.choice(A).offers()) == ["stand", "duck"]
    courage(match, "SDS.")
    assert [one.ducked for one in match.state.gangsters] == [False, True, False, False]
    assert told(match, "cash.courage.choose") == [{"standing": [A, C]}]
    assert told(match, "cash.courage.duck") == [{"seats": [B]}]


@pytest.mark.rule("cash.courage.duck")
def test_who_ducks_is_not_hit_does_not_shoot_and_does_not_share() -> None:
    match = table()
    stages(match, "BBCC", "BCDA", "SDSS")
    assert wounds(match) == "0000"
    assert takers(match) == "ACD"
    assert pile(match) == [0, 2]
    assert "B" not in shown(match)


@pytest.mark.rule("cash.courage.target_ducked")
def test_nobody_shoots_a_coward() -> None:
    match = table()
    stages(match, "BCCC", "BCDA", "SDSS")
    assert shown(match) == {"C": "C", "D": "C"}
    assert pile(match) == [1, 1]
    assert gangster(match, "A").shown == []
    assert told(match, "cash.courage.target_ducked") == [{"cards": 2, "seats": [A, B]}]


@pytest.mark.rule("cash.courage.sequence", "cash.power.stealthy_steal")
def test_the_professional_may_steal_the_bill_that_the_stealthy_has_just_taken() -> None:
    match = table(draws=(Loot.B10,), A={"power": "professional"}, C={"power": "stealthy"})
    stages(match, "BCCC", "CDAA", "SSDS")
    assert loot(match, "A") == ["B10"]
    assert loot(match, "C") == []
    assert match.state.loot.count(Loot.B10) == 1


@pytest.mark.rule("cash.courage.sequence")
def test_powers_after_courage_come_in_their_order() -> None:
    match = table(
        "ABCDE",
        draws=(Loot.B5,),
        A={"power": "professional"},
        B={"power": "doctor", "w": 1, "loot": ["B5"]},
        C={"power": "stealthy"},
        D={"power": "smart"},
    )
    stages(match, "BCCCC", "BCDBA", "SDDSS")
    assert question(match) == "SmartChanges"
    keys = [e.key for e in match.log if e.key.startswith("cash.power")]
    wanted = ["cash.power.doctor", "cash.power.stealthy", "cash.power.professional"]
    assert keys == [*wanted, "cash.power.professional.card"]
    assert pile(match) == [0, 0]
    match.answer(3, "keep")  # type: ignore[arg-type]  # a seat by its number
    assert sum(pile(match)) == 4


@pytest.mark.rule("cash.power.doctor")
def test_the_doctor_who_ducks_loses_a_wound() -> None:
    match = table(B={"w": 2, "power": "doctor"})
    stages(match, "BCCC", "BCDA", "SDSS")
    assert wounds(match) == "0100"
    healthy = table(B={"power": "doctor"})
    stages(healthy, "BCCC", "BCDA", "SDSS")
    assert wounds(healthy) == "0000"
    assert told(healthy, "cash.power.doctor") == []


@pytest.mark.rule("cash.power.doctor")
def test_falling_to_a_bang_heals_nobody() -> None:
    match = table(B={"w": 1, "power": "doctor"})
    stages(match, "BCCC", "BCDA")
    assert wounds(match) == "0200"


@pytest.mark.rule("cash.power.stealthy")
def test_the_stealthy_who_ducks_takes_a_ten_thousand_bill() -> None:
    match = table(B={"power": "stealthy"})
    stages(match, "CCCC", "BCDA", "SDSS")
    assert loot(match, "B") == ["B10"]
    assert len(match.state.loot) == 7
    assert takers(match) == "ACD"


@pytest.mark.rule("cash.power.stealthy")
def test_the_ten_thousand_diamond_is_no_bill() -> None:
    match = table(B={"power": "stealthy"}, loot=["D10", "B20", "B5", "B5", "P", "P", "D1", "D1"])
    stages(match, "CCCC", "BCDA", "SDSS")
    assert loot(match, "B") == []


@pytest.mark.rule("cash.power.stealthy")
def test_a_standing_stealthy_takes_nothing_in_advance() -> None:
    match = table(B={"power": "stealthy"})
    stages(match, "CCCC", "BCDA")
    assert loot(match, "B") == []


@pytest.mark.rule("cash.power.professional")
def test_the_professional_shows_a_bang_and_steals_a_card() -> None:
    match = table(draws=(Loot.PAINTING,), A={"power": "professional"}, B={"loot": ["B20", "P"]})
    stages(match, "BCCC", "BCDA", "SDSS")
    assert loot(match, "A") == ["P"]
    assert loot(match, "B") == ["B20"]
    assert gangster(match, "A").shown == ["bang"]
    assert pile(match) == [1, 1]  # the Bang! is a discard of stage 5
    unseen = told(match, "cash.courage.target_ducked")
    assert unseen == [{"cards": 1, "seats": [1]}], "everybody has seen the Bang!"


@pytest.mark.rule("cash.power.professional")
def test_the_stolen_card_is_known_to_thief_and_victim_only() -> None:
    match = table(draws=(Loot.PAINTING,), A={"power": "professional"}, B={"loot": ["B20", "P"]})
    stages(match, "BCCC", "BCDA", "SDSS")
    stolen = {seat: match.view(seat).state.gangsters[A].loot[0].known for seat in (A, B, C, None)}
    assert stolen == {A: True, B: True, C: False, None: False}
    [entry] = [e for e in match.log if e.key == "cash.power.professional.card"]
    assert entry.to == (A, B)


@pytest.mark.rule("cash.power.professional_none")
@pytest.mark.parametrize(
    ("bullet", "owned", "stand"),
    [("BCCC", [], "SDSS"), ("CCCC", ["B20"], "SDSS"), ("BCCC", ["B20"], "DDSS")],
    ids=["nothing to steal", "a click", "ducked"],
)
def test_without_a_theft_nothing_is_shown(bullet: str, owned: list[str], stand: str) -> None:
    match = table(A={"power": "professional"}, B={"loot": owned})
    stages(match, bullet, "BCDA", stand)
    assert loot(match, "A") == []
    assert loot(match, "B") == owned
    assert gangster(match, "A").shown == []
    assert "A" not in shown(match)


@pytest.mark.rule("cash.power.smart")
def test_the_smart_takes_the_bang_back_if_the_target_ducked() -> None:
    match = table(A={"power": "smart"})
    stages(match, "BCCC", "BCDA", "SDSS")
    assert question(match) == "SmartChanges"
    match.answer(A, "click")
    assert hand(match, "A") == [4, 3]
    assert pile(match) == [2, 0]
    assert told(match, "cash.power.smart.changed") == [{"seat": A}]


@pytest.mark.rule("cash.power.smart")
def test_the_smart_is_not_asked_if_the_target_stands_or_the_hand_is_empty() -> None:
    match = table(A={"power": "smart"})
    stages(match, "BCCC", "BCDA")
    assert question(match) == "TakeShare"
    match = table(round=8, hands=[1, 0], A={"power": "smart"})
    stages(match, "CCCC", "BCDA", "SDSS")
    assert question(match) == "TakeShare"


@pytest.mark.rule("cash.power.smart")
def test_the_smart_may_keep_the_card_and_needs_the_other_in_hand() -> None:
    match = table(round=7, hands=[2, 0], A={"power": "smart"})
    stages(match, "CCCC", "BCDA", "SDSS")
    assert refused(match, A, "bang") == "cash.bullet.choose"
    match.time_out(A)
    assert told(match, "cash.power.smart.kept") == [{"seat": A}]


@pytest.mark.rule("cash.power.smart_duck")
@pytest.mark.parametrize("aim", ["BCDA", "ACDA"], ids=["at another", "at oneself"])
def test_a_ducked_smart_may_change_the_card_too(aim: str) -> None:
    match = table(A={"power": "smart"})
    stages(match, "BCCC", aim, "DDSS")
    assert question(match) == "SmartChanges"
    match.answer(A, "click")
    assert hand(match, "A") == [4, 3]
