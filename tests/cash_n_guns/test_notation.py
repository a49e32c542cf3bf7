"""The notation of the worked examples: every word of its preamble, used or not."""

import json
from typing import Any

import pytest

from boomtown.testing import ExampleFailed, run_examples
from cash_n_guns import GAME
from cash_n_guns.notation import CashNotation
from cash_n_guns.notation.takes import read_entry
from hideout import LOOT

EIGHT = ["A:B20", "B:B20", "C:P", "D:B10", "A:B10", "B:D1", "C:B5", "D:B5"]
AFTER = ["A:B10", "B:B10", "C:B5", "D:B5"]
STILL = {"bullet": "CCCC", "aim": "----", "courage": "SSSS"}
ROUND_4 = {"round": 4, "hands": [3, 2], "discard": [8, 4]}
CLIPS = ["CL", "CL", "B10", "B10", "B5", "B5", "P", "D1"]
DEAD = {"alive": False, "w": 3, "hand": [0, 0]}

EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "late": (
        {},
        {"bullet": "CCCC", "aim": "B!DA", "courage": "SSSS"}
        | {"takes": ["A:B20", "C:B20", "D:P", "A:B10", "C:B10", "D:D1", "A:B5", "C:B5"]},
        {"takers": "ACD", "w": "0000", "gf": "A", "round": 2, "over": False, "winners": []},
    ),
    "everybody late": (
        {},
        {"bullet": "CCCC", "aim": "!!!!", "courage": "SSSS", "takes": []},
        {"takers": "", "order": "", "removed_loot": 8},
    ),
    "the kid is late": (
        {"B": {"power": "kid"}},
        {"bullet": "CCCC", "aim": "C!DA", "courage": "SSSS"}
        | {"takes": ["A:B20", "C:B20", "D:P", "A:B10", "C:B10", "D:D1", "A:B5", "C:B5"]},
        {"takers": "ACD"},
    ),
    "no order, no change": (
        {"B": {"power": "cunning"}, "C": {"power": "hustler"}},
        STILL | {"takes": EIGHT},
        {"hand": {"B": [4, 3], "C": [4, 3]}, "hand_after_hustler": {"C": [5, 3]}},
    ),
    "the hustler within a whole round": (
        {"B": {"power": "hustler"}},
        STILL | {"hustler": {"from": "D", "draw": "B", "give": "C"}, "takes": EIGHT},
        {
            "hand_after_hustler": {"B": [4, 4], "D": [6, 2]},
            "hand": {"B": [3, 4], "D": [5, 2]},
            "discard": [4, 0],
        },
    ),
    "the cute takes a bill without a word": (
        {"C": {"power": "cute"}},
        STILL | {"takes": ["A:B20", "B:B20", "C:P", "D:B10", "A:B10", "B:D1", "C:B5"]},
        {"loot": {"C": ["B5", "P", "B5"]}},
    ),
    "a clip that is lost": (
        {"loot": CLIPS},
        STILL | {"takes": ["A:CL", "B:CL", *EIGHT[2:4], "A:B10", *EIGHT[5:]]},
        {"removed_loot": 2, "discard": [4, 0], "hand": {"A": [4, 3]}},
    ),
    "a clip with an empty hand": (
        {"round": 8, "hands": [1, 0], "discard": [17, 11], "loot": CLIPS},
        STILL | {"takes": ["A:CL>B", "B:CL>B", *EIGHT[2:4], "A:B10", *EIGHT[5:]]},
        {"over": True, "removed_loot": 2, "hand": {"A": [0, 0]}, "gf": "not checked"},
    ),
    "a working clip among the greedy's two": (
        {"A": {"power": "greedy"}, "discard": [0, 1], "loot": CLIPS},
        STILL | {"takes": ["A:CL+B10>C", "B:CL", "C:P", "D:B10", "B:D1", "C:B5", "D:B5"]},
        {"loot": {"A": ["B10"]}, "hand": {"A": [3, 4]}, "removed_loot": 2},
    ),
    "two clips at once": (
        {"A": {"power": "greedy"}, "discard": [0, 2], "loot": CLIPS},
        STILL | {"takes": ["A:CL+CL>C>B", "B:P", "C:B10", "D:B10", "B:D1", "C:B5", "D:B5"]},
        {"loot": {"A": []}, "hand": {"A": [3, 4]}, "removed_loot": 2, "discard": [5, 1]},
    ),
    "both kinds forbidden": (
        {"A": {"power": "greedy"}, "D": {"power": "dictator"}},
        STILL | {"takes": ["A:B20+P!bill+painting", "A:D1", *EIGHT[1:3], "D:B20", *AFTER]},
        {"loot": {"A": ["D1", "B10"], "B": ["B20", "B10"]}},
    ),
    "two cards of one kind forbidden": (
        {"A": {"power": "greedy"}, "D": {"power": "dictator"}},
        STILL | {"takes": ["A:B20+B10!bill", "A:D1+P", "B:B20", "C:B20", "D:B10", *AFTER[1:]]},
        {"loot": {"A": ["D1", "P"]}},
    ),
    "a token forbidden": (
        {"D": {"power": "dictator"}},
        STILL | {"takes": ["A:NG!new_godfather", *EIGHT]},
        {"gf": "A"},
    ),
    "junk that is a clip": (
        {"round": 2, "hands": [4, 3], "discard": [3, 1]}
        | {"B": {"power": "junk_dealer", "loot": ["B5"]}},
        STILL | {"takes": ["A:B20", "B:B5<>CL>C", *EIGHT[1:]]},
        {"loot": {"B": ["B20", "D1"]}, "hand": {"B": [2, 4]}, "removed_loot": 1},
    ),
    "junk after the last card": (
        {"B": {"power": "junk_dealer", "loot": ["B5"]}},
        STILL | {"takes": [*EIGHT, "B:B5<>D10"]},
        {"loot": {"B": ["B20", "D1", "D10"]}},
    ),
    "the smart keeps the card": (
        {"A": {"power": "smart"}},
        {"bullet": "BCCC", "aim": "BCDA", "courage": "SDSS"}
        | {"takes": ["A:B20", "C:B20", "D:P", "A:B10", "C:B10", "D:D1", "A:B5", "C:B5"]},
        {"discard": [3, 1], "hand": {"A": [5, 2]}},
    ),
    "the vulture takes all there is": (
        {**ROUND_4, "C": {"w": 2, "loot": ["B20"]}, "D": {"power": "vulture"}},
        {"bullet": "BCCC", "aim": "CAAA", "courage": "SSSD", "vulture_draw": {"C": ["B20"]}}
        | {"takes": ["A:B20", "B:B20", "A:P", "B:B10", "A:B10", "B:D1", "A:B5", "B:B5"]},
        {"loot": {"D": ["B20"]}, "removed_loot": 0, "eliminated": ["C"], "w": "0030"},
    ),
    "many wounds": (
        {**ROUND_4, "B": {"w": 8}},
        {"bullet": "BCBB", "aim": "BABB", "courage": "SSSS"}
        | {"takes": ["A:B20", "C:B20", "D:P", "A:B10", "C:B10", "D:D1", "A:B5", "C:B5"]},
        {"w": "0900", "eliminated": ["B"]},
    ),
    "a lone survivor": (
        {"round": 6, "C": DEAD, "D": DEAD, "discard": [9, 10]}
        | {"A": {"w": 2, "hand": [2, 1]}, "B": {"hand": [2, 1], "loot": ["B5"]}},
        {"bullet": "BB..", "aim": "-A..", "courage": "SS.."},
        {"over": True, "winners": ["B"], "eliminated": ["A"], "removed_loot": 8, "takers": "",
         "total": {"B": 5000}, "round": "not checked", "discard": "not checked"},
    ),
    "takes that are not written": (
        {},
        {"bullet": "BCCC", "aim": "BCDA", "courage": "SSSS"},
        {"w": "0100", "takers": "ACD", "removed_loot": 0},
    ),
    "a shared victory": (
        {"A": {"loot": ["B20"]}, "B": {"loot": ["B10", "B10"]}},
        {"score": True},
        {"winners": ["A", "B"], "bonus": None, "over": True},
    ),
}  # fmt: skip


def written(before: dict[str, Any], choices: dict[str, Any], after: dict[str, Any]) -> str:
    """An example as a file holds it."""
    table = {"seats": "ABCD", "loot": LOOT, **before}
    told = {"id": "X", "before": table, "choices": choices, "after": after}
    return f"```json\n{json.dumps(told)}\n```\n"


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_comes_out(name: str) -> None:
    result = run_examples(GAME, written(*EXAMPLES[name]))
    assert result.failed == []
    assert result.passed == ["X"]


WRONG: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], str]] = {
    "another result": ({}, STILL | {"takes": EIGHT}, {"w": "0100"}, "w is 0000, not 0100"),
    "a word nobody knows": ({}, STILL | {"takes": EIGHT}, {"luck": 1}, "nobody knows luck"),
    "a table nobody knows": ({"dice": 1}, STILL, {}, "nobody knows dice"),
    "a seat with something unknown": ({"B": {"arrows": 1}}, STILL, {}, "nobody knows arrows"),
    "a take out of turn": ({}, STILL | {"takes": ["B:B20"]}, {}, "it is A who takes now"),
    "too few takes": ({}, STILL | {"takes": ["A:B20"]}, {}, "it is B who takes now"),
    "too many takes": ({}, STILL | {"takes": [*EIGHT, "A:P"]}, {}, "nobody asked for the take"),
    "a take that is not there": ({}, STILL | {"takes": ["A:D10"]}, {}, "offered"),
    "no take at all": ({}, STILL | {"takes": ["A-B20"]}, {}, "this is no take"),
    "a turn that was not lost": (
        {}, STILL | {"takes": ["A:B20", "B:SKIP"]}, {}, "has not lost a turn"
    ),
    "a veto without a dictator": (
        {}, STILL | {"takes": ["A:B20!bill", "B:P"]}, {}, "the Dictator was not asked"
    ),
    "a veto of another kind": (
        {"D": {"power": "dictator"}}, STILL | {"takes": ["A:B20!clip"]}, {}, "not clip"
    ),
    "a clip that finds nothing": (
        {"loot": CLIPS}, STILL | {"takes": ["A:CL>C", "B:CL", *EIGHT[2:4], "A:B10", *EIGHT[5:]]},
        {}, "a clip that was said to be exchanged",
    ),
    "a clip without a discard": (
        {"loot": CLIPS, "discard": [0, 1]}, STILL | {"takes": ["A:CL"]}, {}, "is not said"
    ),
    "a draw that never happens": (
        {}, STILL | {"takes": EIGHT, "professional_draw": "B20"}, {}, "nothing was drawn"
    ),
    "an order without anybody to give it to": (
        {}, {"bullet": "CCCC", "aim": "!!!!", "courage": "SSSS", "privilege": "B>C", "takes": []},
        {}, "nobody asked for: privilege",
    ),
    "a power that is not there": ({"A": {"power": "wizard"}}, STILL, {}, "wizard"),
    "a seat that is not there": ({}, STILL | {"takes": EIGHT}, {"loot": {"H": []}}, "called H"),
    "an exchange by somebody else": (
        {}, STILL | {"takes": ["A:B20<>P"]}, {}, "cannot exchange a card now"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_an_example_that_is_wrong_fails_and_says_why(name: str) -> None:
    before, choices, after, says = WRONG[name]
    result = run_examples(GAME, written(before, choices, after))
    assert result.passed == []
    assert says in result.failed[0].problem


def test_a_block_that_cannot_be_read_is_named_by_its_line() -> None:
    with pytest.raises(ExampleFailed, match="line 3"):
        CashNotation(GAME).read("# Examples\n\n```json\n{\n```\n")
    with pytest.raises(ExampleFailed, match=r"line 1.*before"):
        CashNotation(GAME).read('```json\n{"id": "X"}\n```\n')


def test_a_take_has_all_its_parts() -> None:
    entry = read_entry("C:CL+B20>C")
    assert (entry.seat, entry.shares, entry.discards) == (2, ("CL", "B20"), ("click",))
    assert read_entry("A:B20+P!bill+painting").forbidden == ("bill", "painting")
    assert read_entry("A:B5<>CL>B").drawn == "CL"
    assert read_entry("A:SKIP").skip
