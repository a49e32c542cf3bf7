"""What holds for all characters of the base game (specification, 3.15)."""

import pytest

from bang_dice.rules.setup import deal
from bang_dice.state import BangOptions
from boomtown.core import Chance
from boomtown.testing import refused
from saloon import A, B, C, answer, cowboy, life, question, stop, table, throw


@pytest.mark.rule("bang.char.one")
def test_everybody_has_one_character_that_nobody_else_has() -> None:
    for seed in range(20):
        town = deal(8, BangOptions(), Chance.seeded(seed))
        dealt = [one.character for one in town.cowboys]
        assert None not in dealt
        assert len(set(dealt)) == 8


@pytest.mark.rule("bang.char.one")
def test_suzy_cannot_use_a_one_as_anything_else() -> None:
    match = table(
        "A suzy sheriff 5/10 | B calamity outlaw 8/8 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | E paul deputy 9/9 | pile 9 | turn A"
    )
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    assert refused(match, A, {"1": C}) == "bang.shot.one"
    assert refused(match, A, {"1": B}) is None


@pytest.mark.rule("bang.char.optional", "bang.bart.replace", "bang.pedro.discard")
def test_abilities_that_may_be_used_need_not_be() -> None:
    match = table(
        "A lucky sheriff 8/10 | B bart outlaw 5/8 a1 | C pedro outlaw 5/8 a2 | D kit renegade 7/7"
        " | pile 6 | turn A"
    )
    throw(match, "1 2 dyn dyn gat")
    stop(match)
    answer(match, "A", {"1": B, "2": C})
    answer(match, "B", 0)
    answer(match, "C", {})
    assert life(match) == {"A": 8, "B": 4, "C": 4, "D": 7}
    assert (cowboy(match, "B").arrows, cowboy(match, "C").arrows) == (1, 2)


@pytest.mark.rule("bang.char.optional", "bang.paul.immune", "bang.gringo.arrow")
def test_abilities_without_a_may_happen_by_themselves() -> None:
    match = table(
        "A lucky sheriff 8/10 | B gringo outlaw 5/7 | C paul outlaw 5/9 | D kit renegade 7/7"
        " | pile 9 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert question(match) == "BeginTurn", "nobody was asked"
    assert life(match) == {"A": 8, "B": 4, "C": 5, "D": 6}
    assert cowboy(match, "A").arrows == 1
