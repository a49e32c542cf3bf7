"""The board: what it shows of the table, of figures, cards and turns."""

import re

import msgspec
import pytest

from boomtown.core import Entry, Seat, Secret, View
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.web.words import HtmlWording, RememberingWording
from shadows_west import GAME
from shadows_west.content.gangs import GANGS, WEAPONS
from shadows_west.page import PAGE
from shadows_west.page.board import cast, progress, whose
from shadows_west.page.cards import Pace
from shadows_west.page.drawing import scenery
from shadows_west.page.figures import State
from shadows_west.rules.cards import CardRounds
from shadows_west.state import Kind, Table, West
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import MAPS
from town import A, B, fig, play, town
from town_pages import HOUSE, moving, seen

# --- the ground ----------------------------------------------------------------------------------


@pytest.mark.parametrize("map", sorted(MAPS))
@pytest.mark.parametrize("large", [False, True])
def test_every_piece_of_a_map_is_drawn_on_the_table(map: str, large: bool) -> None:
    here = ground(Table(map, large=large))
    drawn = scenery(here)
    assert {shape.id for shape in drawn.shapes} == {piece.id for piece in here.pieces}
    numbers = [
        int(number)
        for shape in drawn.shapes
        for text in (shape.points, shape.path, shape.rim)
        for number in re.findall(r"-?\d+", text)
    ]
    assert min(numbers) >= -60
    assert max(numbers) <= here.size + 60


def test_north_is_up_and_heights_have_shadows() -> None:
    table = Table("mission")
    tower = next(shape for shape in scenery(ground(table)).shapes if shape.id == "tower")
    assert (tower.x, tower.y) == (2100, 3600 - 2900)
    assert [(storey.kind, storey.z) for storey in tower.storeys] == [("floor", 400), ("roof", 700)]
    assert tower.cast
    assert scenery(ground(table)).levels == (0, 250, 300, 400, 700)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_board_has_a_name(language: str) -> None:
    words = RememberingWording(book_of(GAME), language)
    for chart in MAPS.values():
        words.name("map", chart.id)
        for piece in chart.pieces:
            words.name("piece", piece.id)
            words.say(f"board.terrain.{piece.kind}")
    for archetypes in GANGS.values():
        for archetype in archetypes:
            words.name("archetype", archetype.id)
    nouns: dict[str, list[str]] = {
        "weapon": [*WEAPONS, "horse", "dynamite"],
        "state": list(State),
        "pace": list(Pace),
        "archetype": list(Kind),
        "gang": list(GANGS),
    }
    for noun, values in nouns.items():
        for value in values:
            words.name(noun, value)
    assert not words.missing


# --- figures, cards and turns --------------------------------------------------------------------


def test_a_figure_is_shown_with_its_facing_height_state_and_arms() -> None:
    match = moving(
        fig("a1", 1000, 1000, face="N"),
        fig("a2", 1400, 1100, 300, face="E", weapons=["rifle", "pistol"], token="lookout",
            rank="hero", leader=True, shaken=True),
        pieces=(HOUSE,),
    )  # fmt: skip
    shown = {figure.id: figure for figure in seen(match).figures}
    up = shown["a2"]
    assert (shown["a1"].turned, up.turned) == (-90, 0)
    assert (up.x, up.y, up.z, up.above, up.inside) == (1400, 2500, 300, "saloon", None)
    assert (up.state, up.letter) == (State.LOOKOUT, "A")
    icons = [badge.icon for badge in up.plate.badges]
    assert icons == ["rank-3", "godfather", "shaken", "eye"]
    assert [arm.kind for arm in up.arms] == ["rifle", "pistol"]
    assert (shown["a1"].state, shown["a1"].active) == (State.ACTING, True)
    assert seen(match).acting == "a1"


def test_somebody_in_a_room_has_a_roof_above() -> None:
    match = moving(fig("a1", 1000, 1000), fig("a2", 1400, 1100), pieces=(HOUSE,))
    shown = {figure.id: figure for figure in seen(match).figures}
    assert (shown["a2"].inside, shown["a2"].roof) == ("saloon", 300)
    assert (shown["a1"].inside, shown["a1"].roof) == (None, None)


@pytest.mark.rule("shadows.hidden.views")
def test_a_hand_is_shown_to_its_owner_alone() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 2000, 2000)])
    deal(west, A, "AS", "7H")
    deal(west, B, "KD", "2C")
    match = play(west)
    own = seen(match).own
    assert own is not None
    assert [face.card for face in own.hand] == ["AS", "7H"]
    assert {row.seat: row.cards for row in seen(match).order} == {A: 2, B: 2}
    for viewer, hidden in ((A, ("KD", "2C")), (B, ("AS", "7H")), (None, ("AS", "7H", "KD", "2C"))):
        written = msgspec.json.encode(seen(match, viewer)).decode()
        assert not any(f'"{card}"' in written for card in hidden)


@pytest.mark.rule("shadows.hidden.reveal")
def test_a_laid_card_shows_that_it_was_laid_and_never_which() -> None:
    boards = []
    for card in ("AS", "7H"):
        west = town([fig("a1", 1000, 1000), fig("b1", 2000, 2000)], map="gulch")
        deal(west, A, "AS", "7H")
        deal(west, B, "KD", "2C")
        match = play(west, CardRounds())
        match.answer(A, card)
        boards.append(msgspec.json.encode(seen(match, B)))
        paces = {row.seat: row.pace for row in seen(match, B).order}
        assert paces == {A: Pace.CHOSEN, B: Pace.CHOOSING}
    assert boards[0] == boards[1]


def deal(west: West, seat: Seat, *cards: str) -> None:
    """Puts cards into a hand."""
    gang = west.gangs[seat]
    gang.hand = [Secret.dealt(card, f"cards{seat}", to=[seat]) for card in cards]


def test_who_acts_stands_in_the_order_of_the_cards() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 2000, 2000), fig("c1", 3000, 3000)])
    west.order = [Seat(2), Seat(0)]
    rows = seen(play(west)).order
    assert [(row.seat, row.pace) for row in rows] == [
        (1, Pace.WAS),
        (2, Pace.NOW),
        (0, Pace.NEXT),
    ]


def test_a_line_of_the_log_belongs_to_whom_it_is_about() -> None:
    assert whose({"seat": 1, "who": "a2"}) == 1
    assert whose({"who": "c3"}) == 2
    assert whose({"who": "t1"}) is None
    assert whose({"map": "gulch"}) is None


def test_progress_counts_turns_and_phases() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 2000, 2000)])
    view: View[West] = play(west).view(A)
    assert (progress(view).args, progress(view).done) == ({"turn": 1, "turns": 8}, 3)
    west.phase = "setup"
    assert progress(play(west).view(A)).key == "board.progress.setup"


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "A1 the Marshal"), ("es", "A1 (Marshal)"), ("ru", "A1 (")],
)
def test_the_log_calls_models_by_what_they_are(language: str, name: str) -> None:
    marshal = fig("a1", 1000, 1000, archetype="marshal")
    view = play(town([marshal, fig("b1", 1300, 1000), fig("t1", 1000, 1600)])).view(None)
    known = tuple(cast(view).items())
    assert known == (("a1", ("archetype", "marshal")),), "b1 has no archetype here, t1 is no model"
    words = HtmlWording(book_of(GAME), language, ("Ana", "Bea"), PAGE, known)
    line = Entry("shadows.move.charge", "shadows.move.charge", {"who": "a1", "enemies": ["b1"]})
    assert name in words.entry(line)
    assert "B1" in words.entry(line)
