"""The basic move is an option: rules, moves, previews, bots and texts follow it."""

import msgspec
import pytest

from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.testing import refused
from shadows_west import GAME
from shadows_west.bot.tactics import _in_reach
from shadows_west.moves.land import Land
from shadows_west.page.preview import preview
from shadows_west.rules.moving import MoveAction
from shadows_west.state import Table, WestOptions
from town import A, fig, play, town

FIGURES = (fig("a1", 1000, 1000, face="E"), fig("b1", 1600, 1000))
FOOT = "shadows.move.distance"
OTHERS = ("shadows.act.discrete", "shadows.mount.allowance", "shadows.geo.cost")


@pytest.mark.rule("shadows.move.distance")
@pytest.mark.rule("shadows.concept.options")
@pytest.mark.parametrize("move", [2, 4, 6])
def test_a_move_goes_as_far_as_the_table_has_agreed(move: int) -> None:
    match = play(town(FIGURES, move=move), MoveAction("a1"))
    asked = match.question(A)
    assert asked is not None
    assert asked.args["allowance"] == 100 * move
    assert refused(match, A, f"walk 1000 {1000 + 100 * move}") is None
    assert refused(match, A, f"walk 1000 {1001 + 100 * move}") == "shadows.geo.cost"
    choice = match.choice(A)
    assert all(choice.refusal(choice.read(offer)) is None for offer in choice.offers())


def test_previews_and_bots_see_the_same_distance() -> None:
    match = play(town(FIGURES, move=6), MoveAction("a1"))
    draft = {"do": "lays", "figure": "a1", "lays": ["reach"]}
    shown = preview(match.view(A), match.question(A), draft)
    assert shown.way is not None
    assert shown.way.allowance == 600
    far, near = match.state.table, town(FIGURES, move=4).table
    assert Land(far, far.figures["a1"]).allowance == 600
    assert _in_reach(far, far.figures["a1"], far.figures["b1"])
    assert not _in_reach(near, near.figures["a1"], near.figures["b1"])


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "up to {} inches"), ("es", "hasta {} pulgadas"), ("ru", "до {} дюймов")],
)
@pytest.mark.parametrize("move", [2, 4, 5])
def test_the_rules_say_it_in_every_language(language: str, text: str, move: int) -> None:
    book = book_of(GAME, WestOptions(move=move))
    assert text.format(move) in book.rule(FOOT, language).text
    for rule in OTHERS:
        assert str(move) in book.rule(rule, language).text
    assert "{" not in " ".join(rule.text for rule in book.rules(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_fall_says_its_own_save(language: str) -> None:
    wording = Wording(book_of(GAME), language)
    assert "7+" in wording.say("board.risk.fall", height="6″", save=7)


def test_tables_with_the_usual_move_are_kept_as_they_always_were() -> None:
    usual, far = msgspec.to_builtins(town(FIGURES)), msgspec.to_builtins(town(FIGURES, move=5))
    assert "walk" not in usual["table"]
    assert "move" not in usual["options"]
    assert far["table"]["walk"] == 500
    assert Table("redemption").move(mounted=False) == 400
