"""The notation of the worked examples: every word of its preamble, used or not."""

import pytest

from bang_dice import GAME
from bang_dice.notation import BangNotation
from boomtown.testing import ExampleFailed, run_examples

FIVE = (
    "A {a} | B rose outlaw 7/9 a1 | C lucky outlaw 6/8 a1 | D suzy renegade 7/8 a0"
    " | E willy deputy 8/8 a0"
)

WORDS = {
    "sid": (
        "[base]",
        FIVE.format(a="sid sheriff 9/10 a0") + " | pile 7 | turn A",
        "sid C ; throw gat gat dyn dyn dyn",
        "A 8 a0 | C 7 a1 | game on",
    ),
    "bart takes arrows": (
        "[base]",
        FIVE.format(a="bart sheriff 3/10 a0") + " | pile 7 | turn B",
        "throw 1 1 dyn dyn dyn ; shoot 1>A 2>A ; bart 2",
        "A 3 a2 | B 6 a1 | pile 5 | game on",
    ),
    "bart takes the chief's arrow first": (
        "[M2]",
        FIVE.format(a="bart sheriff 3/10 a0") + " | pile 7+C | turn B",
        "throw 1 1 dyn dyn dyn ; shoot 1>A 2>A ; chief A ; bart 2",
        "A 3 a1+C | B 6 a1 | pile 6 | game on",
    ),
    "molly": (
        "[M4]",
        FIVE.format(a="molly sheriff 9/10 a0") + " | pile 7 | turn D",
        "throw gat gat gat dyn dyn ; stop ; molly B:1,C:1",
        "A 6 a0 | E 7 a0 | D 8 a0 | game on",
    ),
    "kit and the chief's arrow": (
        "[M2]",
        FIVE.format(a="kit sheriff 5/9 a2+C") + " | pile 5 | turn A",
        "throw gat gat dyn dyn dyn ; kit A:C,B",
        "A 4 a2 | B 7 a0 | pile 6+C | game on",
    ),
    "pedro keeps his arrows": (
        "[base]",
        FIVE.format(a="pedro sheriff 9/10 a3") + " | pile 4 | turn B",
        "throw 1 dyn dyn gat gat ; stop ; shoot 1>A",
        "A 8 a3 | game on",
    ),
    "ugly": (
        "[M3]",
        FIVE.format(a="paul sheriff 9/11 a2").replace("B rose outlaw", "B rose outlaw:ugly")
        + " | pile 5 | turn B",
        "ugly B A D ; throw dyn dyn dyn gat gat",
        "A 9 a0 | B 6 a1 | D 7 a2 | game on",
    ),
    "bad": (
        "[M3]",
        FIVE.format(a="paul sheriff 9/11 a0").replace("B rose outlaw", "B rose outlaw:bad")
        + " | pile 7 | turn E",
        "throw beer beer dyn gat 1 ; stop ; shoot 5>D ; beer A,C ; bad B A",
        "A 9 a0 | C 7 a1 | D 6 a0 | E 8 a0 | game on",
    ),
    "the judge stops the bad": (
        "[M3]",
        FIVE.format(a="paul sheriff 9/11 a0")
        .replace("B rose outlaw", "B rose outlaw:bad")
        .replace("E willy deputy", "E willy deputy:judge")
        + " | pile 7 | turn D",
        "throw beer dyn dyn gat 1 ; stop ; shoot 5>E ; beer A ; bad B A ; judge E",
        "A 10 a0 | E 7 a0 | game on",
    ),
    "the left hand lets somebody keep arrows": (
        "[M3]",
        FIVE.format(a="paul sheriff 1/11 a2").replace(
            "D suzy renegade", "D suzy renegade:left_hand"
        )
        + " | pile 5 | turn B",
        "throw 1 dyn dyn gat gat ; stop ; shoot 1>A ; left D A",
        "A 2 a2 | game on",
    ),
    "calamity swaps both symbols of a die": (
        "[M1]",
        FIVE.format(a="calamity sheriff 9/10 a0") + " | pile 7 | turn A",
        "saloon loudmouth ; throw gat gat dyn dyn 1x2 ; stop ; shoot 5as2>C,D",
        "C 5 a1 | D 6 a0 | game on",
    ),
    "the broken arrow": (
        "[M1]",
        FIVE.format(a="paul sheriff 9/11 a1") + " | pile 6 | turn A",
        "saloon coward ; throw gat gat dyn dyn broken ; broken C ; stop",
        "C 6 a0 | pile 7 | game on",
    ),
    "who falls becomes the ghost": (
        "[M5]",
        FIVE.format(a="paul sheriff 9/11 a0").replace("7/9", "1/9") + " | pile 7 | turn A",
        "throw 1 dyn dyn gat gat ; stop ; shoot 1>B",
        "B ghost | pile 8 | game on",
    ),
    "the judge stops the right hand at the end": (
        "[M3]",
        FIVE.format(a="paul sheriff 9/11 a0")
        .replace("D suzy renegade", "D bart renegade:right_hand")
        .replace("E willy deputy", "E willy deputy:judge")
        + " | pile 7 | turn D",
        "throw dyn dyn dyn gat gat ; right D ; judge E",
        "D 6 a0 | game on",
    ),
    "the right hand as the end of a script": (
        "[M3]",
        FIVE.format(a="paul sheriff 9/11 a0").replace(
            "D suzy renegade", "D bart renegade:right_hand"
        )
        + " | pile 7 | turn D",
        "throw dyn dyn dyn gat gat ; right D",
        "D 6 a0 | game on",
    ),
    "fixed before ugly": (
        "[M3, M5]",
        "A paul sheriff 9/11 a2 | B rose outlaw:ugly 7/9 a1 | C lucky outlaw ghost"
        " | D suzy renegade 7/8 a0 | E willy deputy 8/8 a0 | pile 6 | turn C",
        "throw dyn beer ; stop ; assign dyn B ; next B ; fixed 1=dyn ; ugly B A D"
        " ; throw - dyn dyn gat gat",
        "A 9 a0 | B 6 a1 | D 7 a2 | game on",
    ),
    "fixed before good": (
        "[M3, M5]",
        "A paul sheriff 3/11 a0 | B rose outlaw 7/9 a0 | C lucky outlaw ghost"
        " | D suzy renegade 7/8 a0 | E willy deputy:good 8/8 a0 | pile 9 | turn C",
        "throw dyn beer ; stop ; assign dyn E ; next E ; fixed 1=dyn ; good E"
        " ; throw - dyn dyn gat beer ; beer E",
        "A deputy 3/9 a0 | E sheriff 8/8 a0 | game on",
    ),
    "bad and judge between sid and the throw": (
        "[M3]",
        FIVE.format(a="sid sheriff 9/10 a0")
        .replace("B rose outlaw", "B rose outlaw:bad")
        .replace("E willy deputy", "E willy deputy:judge")
        + " | pile 7 | turn A",
        "sid C ; bad B C ; judge E ; throw gat gat dyn dyn dyn",
        "A 8 a0 | C 7 a1 | game on",
    ),
    "bad between sid and the throw": (
        "[M3]",
        FIVE.format(a="sid sheriff 9/10 a0").replace("B rose outlaw", "B rose outlaw:bad")
        + " | pile 7 | turn A",
        "sid C ; bad B C ; throw gat gat dyn dyn dyn",
        "A 8 a0 | game on",
    ),
    "the law wins": (
        "[base]",
        "A paul sheriff 9/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw out | D suzy renegade out"
        " | E willy deputy out | pile 9 | turn A",
        "throw 1 dyn dyn gat gat ; stop ; shoot 1>B",
        "B out | win law A,E",
    ),
}


def example(title: str, before: str, do: str, after: str, check: str = "") -> str:
    lines = f"**EX01** {title}\n- before: {before}\n- do: {do}\n- after: {after}\n"
    return lines + (f"- check: {check}\n" if check else "")


@pytest.mark.parametrize("name", WORDS)
def test_every_word_is_understood(name: str) -> None:
    result = run_examples(GAME, example(*WORDS[name]))
    assert [failure.problem for failure in result.failed] == []
    assert str(result) == "1 passed, 0 failed"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("A 8 a0", "A 7 a0", "A has 8/10"),
        ("A 8 a0 | ", "", "A has changed"),
        ("C 7 a1", "C 7 a2", "C has a1"),
        ("C 7 a1", "C out", "C is not out"),
        ("game on", "pile 3 | game on", "the pile has 7"),
        ("game on", "win outlaws B,C", "the match is not over"),
        ("sid C ; ", "", "C has 6/8"),
        ("dyn dyn dyn", "dyn dyn", "no die left"),
        ("dyn dyn dyn", "dyn dyn dyn ; beer A", "a throw is due, not beer"),
        ("throw gat", "throw moon", "moon"),
        ("| turn A", "| turn Z", "no seat is called 'Z'"),
        ("a1 | D", "many | D", "these are no arrows: many"),
    ],
)
def test_what_comes_out_differently_is_told(old: str, new: str, says: str) -> None:
    text = example(*WORDS["sid"])
    assert old in text
    result = run_examples(GAME, text.replace(old, new, 1))
    assert says in result.failed[0].problem


@pytest.mark.parametrize(
    ("check", "says"),
    [
        ("after throw 1 A has 3 LP, 1 arrow, pile 7.", "after throw 1"),
        ("A threw 3 dice in throw 1.", "throw 1 was one of [5] dice"),
        ("it explodes (10 → 9)", "explosions left [8]"),
        ("after throw 9 A has 3 LP, 1 arrow, pile 7.", "there was no throw 9"),
    ],
)
def test_a_check_is_held_against_the_match(check: str, says: str) -> None:
    result = run_examples(GAME, example(*WORDS["sid"], check))
    assert says in result.failed[0].problem


def test_an_example_without_its_parts_is_refused() -> None:
    with pytest.raises(ExampleFailed, match="EX01: no after, do"):
        BangNotation(GAME).read("**EX01** x\n- before: A paul sheriff 9/11 a0 | pile 9 | turn A\n")
