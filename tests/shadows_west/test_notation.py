"""The worked examples that the game ships, and the notation they are written in."""

import tomllib
from collections.abc import Sequence
from importlib.resources import files

import pytest

from boomtown.core import Refused
from boomtown.testing import Example, ExampleFailed, examples_of, run_examples
from boomtown.testing.examples import titles_of
from shadows_west import GAME
from shadows_west.notation import WestNotation, WestStory
from shadows_west.notation.lines import read_line
from shadows_west.notation.table import read_figure, read_table
from shadows_west.notation.written import WestExample
from shadows_west.state import Gone, Kind, Token

LEAST = 45
EXAMPLES = examples_of(GAME)
SHOT = """
figures = ["a1 novice pistol (1000,1000)", "b1 veteran (1698,1000)"]
acts = "a1"
do = ["A: shoot", "A: a1.w1 b1"]
dice = [2, 5, 3, 5]
"""


def read(block: str, *, heading: str = "**EX01. A shot.** Rules: `shadows.test.pool`.") -> Example:
    """The one example of a file."""
    [example] = WestNotation(GAME).read(f"{heading}\n```toml\n{block}\n```\n")
    return example


def problem(block: str) -> str:
    """Why an example fails."""
    with pytest.raises(ExampleFailed) as failed:
        read(block).play()
    return str(failed.value)


def after(*lines: str, shot: str = SHOT) -> str:
    return "\n".join([shot, "[after]", *lines])


# --- what the game ships -------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_each_comes_out_as_it_says(example: Example) -> None:
    example.play()


def test_there_are_many_with_titles_and_rules() -> None:
    assert len(EXAMPLES) >= LEAST
    assert len({example.id for example in EXAMPLES}) == len(EXAMPLES)
    assert len({example.title for example in EXAMPLES}) == len(EXAMPLES)
    assert all(example.rules for example in EXAMPLES)


@pytest.mark.parametrize("language", ["es", "ru"])
def test_titles_are_told_once_in_each_language(language: str) -> None:
    titles = titles_of(GAME, language)
    assert list(titles) == [example.id for example in EXAMPLES]
    assert len(set(titles.values())) == len(titles)


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_all_their_pieces_have_names(language: str) -> None:
    path = files("shadows_west") / "rulebook" / language / "say_board.toml"
    names = tomllib.loads(path.read_text(encoding="utf-8"))["names"]
    told = [example.told for example in EXAMPLES if isinstance(example, WestStory)]
    assert {piece["id"] for one in told for piece in one.pieces} <= names["piece"].keys()
    assert "open_ground" in names["map"]


def test_somebody_who_looks_on_sees_the_table_before_and_after_each_question() -> None:
    seen: list[Sequence[int]] = []
    cards = next(example for example in EXAMPLES if example.id == "EX11")
    cards.play(lambda match: seen.append(match.asked()))
    assert seen == [[0, 1], [0]], "not while one card is still to come"


# --- lines ---------------------------------------------------------------------------------------


def test_a_figure_is_a_line_of_words() -> None:
    a1 = read_figure(
        "a1 veteran pistol rifle jammed w2 (1000,1200,300) facing E lookout shaken sticks 2"
    )
    assert (a1.kind, a1.seat, a1.rank, a1.die) == (Kind.MODEL, 0, "veteran", 6)
    assert (a1.x, a1.y, a1.z, a1.fx, a1.fy) == (1000, 1200, 300, 1000, 0)
    assert [(arm.id, arm.kind, arm.jammed) for arm in a1.weapons] == [
        ("a1.w1", "pistol", False),
        ("a1.w2", "rifle", True),
    ]
    assert (a1.token, a1.sticks) == (Token.LOOKOUT, 2)
    a2 = read_figure("a2 pistol lemat used w2 (0,0) facing 707,-707 omen activated")
    assert [arm.spent for arm in a2.weapons] == [False, True]
    assert (a2.fx, a2.fy, a2.omen, a2.activated) == (707, -707, True, True)
    assert read_figure("t1 (0,0)").seat is None
    assert read_figure("b2 casualty").gone is Gone.CASUALTY
    assert read_figure("b1.h (5,5)").kind is Kind.HORSE
    assert read_line("b1 downed (1,2)").place == (1, 2, 0)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("z1 (0,0)", "no figure is called z1"),
        ("a1 cannon (0,0)", "a1: nobody knows 'cannon'"),
        ("a1 pistol", "a1: where is it?"),
        ("a1 (0,0) facing", "a1: facing what?"),
        ("a1 (0,0) facing up", "nobody faces 'up'"),
        ("a1 (0)", "a place has two or three numbers"),
        ("a1 (0,0) (1,1)", "this is no figure or marker"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: str, why: str) -> None:
    with pytest.raises(ExampleFailed) as failed:
        read_figure(line)
    assert why in str(failed.value)


# --- the table and the match ---------------------------------------------------------------------


def test_without_a_map_the_ground_is_a_whole_table_unless_it_says_so() -> None:
    walk = """
figures = ["a1 (1700,1000)", "b1 (300,300)"]
acts = "a1"
do = ["A: move", "A: walk 2000 1000"]
[after]
figures = ["a1 (2000,1000)"]
"""
    read(walk).play()
    with pytest.raises(Refused, match=r"shadows\.geo\.path_end"):
        read("size = 1800\n" + walk).play()


def test_figures_stand_in_the_order_of_their_numbers() -> None:
    lines = ["t1 (3,3)", "b1 (1,1)", "a10 (1,2)", "a2 mounted (9,9)"]
    west = read_table(WestExample(figures=lines))
    assert list(west.table.figures) == ["a2", "a10", "b1", "a2.h", "t1"]


def test_a_turn_may_have_had_its_event() -> None:
    read(
        """
figures = ["a1 (600,600)", "b1 (3000,3000)"]
event = true
hands = { A = "9C", B = "9C" }
then = ["cards"]
dice = [2, 7]
[after]
order = "BA"
dust = false
question = "shadows.act.turn"
"""
    ).play()


def test_what_a_gang_has_done_so_far_and_where_it_came_from() -> None:
    read(
        """
figures = ["a1 (1700,60) holds t1", "t1 (1700,158)", "a2 (600,600)", "b1 (3000,3000)"]
scenario = "innocents"
zones = { A = "s", B = "n" }
carried = [1, 0]
acts = "a1"
do = ["A: move", "A: walk 1700 0; do 1 exit"]
[after]
carried = [2, 0]
points = [2, 0]
figures = ["a1 taken", "t1 taken"]
"""
    ).play()
    read(
        """
figures = ["a1 (600,600)", "b1 downed (1700,1700)", "b2 casualty", "b3 casualty", "c1 (3000,3000)"]
caused = { A = "B", C = "BB" }
then = ["recovery"]
dice = [5, 2, 2]
[after]
fled = "B"
points = [0, 0, 2]
"""
    ).play()


def test_setting_up() -> None:
    read(
        """
figures = ["a1 waiting", "b1 waiting"]
map = "gulch"
zones = { A = "s", B = "n" }
then = ["folk", "deploy"]
do = [
  "A may not: 1800 500 0 (shadows.folk.place)", "A: 2000 1200 0", "B: 2000 1800", "A: 1200 1500 0",
  "B may not: b1 1800 300 (shadows.setup.deploy)",
  "B: b1 1800 3300 0 face 0 -1000", "A: a1 1500 100 0 face 0 1000",
]
dice = [1]
[after]
figures = ["t1 (2000,1200)", "b1 (1800,3300) facing S", "a1 (1500,100) facing N"]
"""
    ).play()


def test_an_activation_may_be_a_double_one() -> None:
    read(
        """
figures = ["a1 lookout (300,300)", "a2 (600,300)", "b1 (3000,3000)"]
acts = "a2 a1"
do = ["A: move", "A: walk 600 700", "A: drop", "A: move", "A: walk 300 700"]
[after]
figures = ["a1 done (300,700)", "a2 done (600,700)"]
question = "shadows.act.turn"
"""
    ).play()


def test_a_player_may_let_the_time_run_out() -> None:
    read(SHOT.replace('"A: a1.w1 b1"', '"A times out"') + '[after]\ntests = ["a1 3 D6: 1"]').play()


def test_declining_to_react_is_one_word() -> None:
    read(
        """
figures = ["a1 (1000,1000)", "b1 (1600,1000) lookout"]
acts = "a1"
do = ["A: lookout", "B: pass"]
[after]
figures = ["a1 lookout", "b1 lookout"]
"""
    ).play()


# --- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('figures = ["b1 downed"]', "b1 is not downed but unhurt"),
        ('figures = ["a1 (1001,1000)"]', "a1 is at (1000, 1000, 0), not (1001, 1000, 0)"),
        ('figures = ["a1 jammed w1"]', "a1 is not jammed w1 but unhurt"),
        ('figures = ["b1 happy"]', "nobody knows 'happy' of b1"),
        ('figures = ["b2 unhurt"]', "no figure is called b2"),
        ('markers = ["loot1 there"]', "nobody knows 'loot1 there'"),
        ('tests = ["a1 4 D6: 1"]', "tests: ['a1 3 D6: 1'], not ['a1 4 D6: 1']"),
        ('saves = ["b1 5+: failed by 1"]', "saves: ['b1 5+: passed']"),
        ('log = ["shadows.shoot.save", "shadows.shoot.roll"]', "does not tell shadows.shoot.roll"),
        ("points = [1, 0]", "points: [0, 0], not [1, 0]"),
        ('asked = "B"', "asked: A, not B"),
        ('figures = ["a1 used w1"]', "a1 is not used w1 but unhurt"),
        ('question = "shadows.cards.play"', "question: shadows.act.declare, not shadows.cards"),
        ("carried = [0, 1]", "carried: [0, 0], not [0, 1]"),
    ],
)
def test_a_wrong_expectation_says_what_is_different(line: str, why: str) -> None:
    assert why in problem(after(line))


def test_everything_different_is_told_at_once() -> None:
    assert problem(after('figures = ["b1 downed"]', "points = [1, 0]")).count(";") == 1


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("3, 5]", "3]", "no die left"),
        ("3, 5]", "3, 5, 6]", "nobody threw or drew 6"),
        ('"A: shoot"', '"B: shoot"', "it is A who is asked"),
        ('"A: shoot"', '"A shoots"', "this is nothing to do"),
        ('"A: shoot"', '"A may not: shoot (shadows.shoot.who)", "A: shoot"', "it is allowed"),
        (
            '"A: shoot"',
            '"A may not: fight (shadows.shoot.who)", "A: shoot"',
            "refused by shadows.fight.defender",
        ),
    ],
)
def test_what_does_not_happen_as_told_fails(old: str, new: str, why: str) -> None:
    result = run_examples(GAME, f"**EX07. A shot.**\n```toml\n{SHOT.replace(old, new)}```\n")
    [failure] = result.failed
    assert failure.id == "EX07"
    assert why in failure.problem


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ("figures = [", "EX01, line 2: "),
        ('figure = ["a1 (0,0)"]', "EX01, line 2: "),
        ('figures = ["a1 (0,0)"]\nmap = "nowhere"', "no map is called nowhere"),
        ('figures = ["a1 (0,0)", "a1 (9,9)"]', "a1 is there twice"),
        ('figures = ["a1 (0,0) holds t1"]', "no figure is called t1"),
        ('figures = ["a1 (0,0) carries loot1"]', "no marker is called loot1"),
        ('figures = ["a1 (0,0)"]\nmarkers = ["m1 gold (1,1)"]', "this is no marker"),
        ('figures = ["a1 sticks many (0,0)"]', "'many'"),
        ('figures = ["a1 (0,0)"]\nturn = "late"', "$.turn"),
        ('figures = ["a1 (0,0)"]\nhands = { A = "2H 2H" }', "the card 2H"),
        ('figures = ["a1 (0,0)"]\npieces = [{ id = "x", tall = 3 }]', "a piece has no tall"),
    ],
)
def test_bad_notation_names_the_example(block: str, why: str) -> None:
    with pytest.raises(ExampleFailed) as failed:
        read(block)
    assert str(failed.value).startswith("EX01, line ")
    assert why in str(failed.value)


def test_a_block_without_a_heading_is_named_by_its_line() -> None:
    with pytest.raises(ExampleFailed, match="line 2: no heading"):
        read(SHOT, heading="Just a shot.")


def test_phases_and_models_that_nobody_knows() -> None:
    assert "nobody knows dawn" in problem(SHOT + 'then = ["dawn"]')
    assert "no figure is called a9" in problem(SHOT.replace('acts = "a1"', 'acts = "a9"'))


# --- moves, blasts, half dice, two figures -------------------------------------------------------

WALK = """
figures = ["a1 sticks 1 (1000,1000) facing E", "a2 (1000,3000)", "b1 (3000,3000)"]
acts = "a1"
do = ["A: move", "A: walk 1250 1000", "A: throw", "A: 1700 1000 0"]
dice = [5]
[after]
"""


def test_what_a_move_cost_and_where_a_blast_was_can_be_stated() -> None:
    read(f'{WALK}moves = ["a1 250"]\nblasts = ["stick (1700,1000)"]').play()
    assert problem(f'{WALK}moves = ["a1 300"]') == "moves: ['a1 250'], not ['a1 300']"
    assert "stick (1700,1000)" in problem(f"{WALK}blasts = []")


def test_half_a_die_is_written_as_such() -> None:
    folk = """
figures = ["a1 (300,300)", "b1 (3300,3300)"]
map = "redemption"
then = ["folk"]
"""
    read(f'{folk}dice = ["D3 1"]\n[after]\nlog = ["shadows.folk.number"]\nasked = "A"').play()
    for wrong in ("D3 4", "D6 2", "half"):
        with pytest.raises(ExampleFailed, match="this is no die"):
            read(f'{folk}dice = ["{wrong}"]')


@pytest.mark.parametrize("two", ["a2 a1", "a2, a1", "a2 and a1", "a2,a1"])
def test_an_answer_may_name_two_figures(two: str) -> None:
    cards = """
figures = ["a1 (1000,1000)", "a2 (1000,3000)", "b1 (3000,3000)"]
hands = {A = "9C 8C", B = "9D 8D"}
then = ["cards"]
"""
    read(
        f'{cards}do = ["A: 9C", "B: 9D", "A: double {two}"]\n[after]\nlog = ["shadows.act.double"]'
    ).play()
