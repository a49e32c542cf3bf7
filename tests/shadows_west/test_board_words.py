"""Words, templates and scripts of the board: no language lacks any, and they fit together."""

import re
from importlib.resources import files
from typing import Any

import pytest

from boomtown.core import Answer, Chance, Match
from boomtown.core.chance import seed_from
from boomtown.core.view import Question
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.web.street.game_pages import page_text
from shadows_west import GAME
from shadows_west.content.ranks import Rank
from shadows_west.page import PAGE
from shadows_west.page.figures import LOOKS, SILHOUETTES
from shadows_west.page.preview import preview
from shadows_west.rules.blasts import ThrowAction
from shadows_west.state import Kind, West
from shadows_west.terrain.maps import Piece
from town import A, fig, play, town
from town_pages import HOUSE, TEMPLATES, moving, page, rendered, shooting

STATIC = files("shadows_west") / "page" / "static"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_a_title(language: str) -> None:
    book = rulebook_of("shadows_west").languages
    for key in book["en"].ask:
        assert f"board.ask.{key}" in book[language].say, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_introduces_the_game(language: str) -> None:
    told = page_text(GAME.package, language)
    assert told is not None
    rules = rulebook_of("shadows_west")
    assert all(rules.rule(first.rule, language).title for first in told.first)


def test_templates_have_no_styles_scripts_or_events_of_their_own() -> None:
    for path in TEMPLATES.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<script|\son[a-z]+=", text), path.name


def test_the_scripts_know_the_questions_there_are() -> None:
    book = rulebook_of("shadows_west").languages["en"]
    composed = re.findall(r'"(shadows\.[a-z._]+)": "', (STATIC / "kinds.js").read_text())
    assert composed
    assert all(key in book.ask for key in composed)


def test_every_silhouette_is_drawn() -> None:
    drawing = (STATIC / "figures.svg").read_text(encoding="utf-8")
    named = {*Rank, Kind.FOLK, Kind.HORSE, *SILHOUETTES.values(), *LOOKS, "dynamite"}
    assert not [name for name in named if f'id="{name}"' not in drawing]


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_and_drafts_of_a_match_lack_no_words(language: str) -> None:
    """Through a match of random answers: every question's board, and a draft of each answer."""
    match = Match.unrecorded(
        GAME,
        2,
        options={"map": "mission", "scenario": "bank_job"},
        chance=Chance.seeded(5),
    )
    chance = Chance(seed_from("words"))
    for _ in range(90):
        if match.outcome is not None:
            break
        seat = match.asked()[0]
        question = match.question(seat)
        assert question is not None
        t = page(match, seat, language, question)
        html = rendered("board", t)
        answer = chance.pick(list(question.choice.offers()))
        for draft in drafts(question, answer):
            rendered("_preview", t, p=preview(match.view(seat), question, draft))
        assert not {*t.plain.missing, *t.w.missing}, question.key
        assert "None" not in html
        match.answer(seat, answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rare_drafts_lack_no_words(language: str) -> None:
    """A charge over a fence, a fall, thorns, a corridor with friends, a stick, a spotted target."""
    thorns = Piece("cactus_a", "cactus", disc=(1300, 1000, 250))
    near = fig("a1", 1000, 1000, face="E", sticks=1), fig("a2", 1200, 1060), fig("b1", 1300, 1000)
    sawn_off = fig("a1", 1000, 1000, face="E", weapons=["sawn_off", "lemat"]), *near[1:]
    drafts: list[tuple[Match[West], dict[str, Any]]] = [
        (moving(*near), {"do": "move", "on": "b1"}),
        (moving(*near), {"do": "move", "to": [900, 3500]}),
        (moving(fig("a1", 1000, 1000), pieces=(thorns,)), {"do": "move", "to": [1150, 1000]}),
        (
            moving(fig("a1", 1551, 1100, 300), pieces=(HOUSE,)),
            {"do": "move", "order": "drop 1649 1100 0"},
        ),
        (moving(fig("a1", 1000, 60)), {"do": "move", "order": "walk 1000 0 0; do 1 exit"}),
        (shooting(*sawn_off), {"do": "shot", "target": "b1"}),
        (shooting(*near, fig("b2", 1700, 1300)), {"do": "shot", "target": "b2"}),
        (
            moving(fig("a1", 1000, 60, sticks=1, holds="t1"), fig("t1", 902, 60), near[1]),
            {"do": "move", "order": "walk 1000 0 0"},
        ),
        (moving(*near, fig("t1", 1000, 900)), {"do": "move", "stick": [1000, 1000]}),
        (play(town(near), ThrowAction("a1")), {"do": "throw", "on": "b1"}),
        (play(town(near), ThrowAction("a1")), {"do": "throw", "to": [3000, 3000]}),
    ]
    for match, draft in drafts:
        question = match.question(A)
        t = page(match, A, language, question)
        html = rendered("_preview", t, p=preview(match.view(A), question, draft))
        assert not {*t.plain.missing, *t.w.missing}, draft
        assert "data-send" in html
        for path in re.findall(r'class="rule" href="[^"#]*#([a-z._]+)"', html):
            assert rulebook_of("shadows_west").rule(path, language)


def drafts(question: Question, answer: Answer) -> list[dict[str, Any]]:
    """What the page would ask about on the way to an answer."""
    kinds = {
        "shadows.move.distance": "move",
        "shadows.shoot.sequence": "shot",
        "shadows.shoot.multi": "shot",
        "shadows.tnt.throw": "throw",
        "shadows.setup.deploy": "place",
        "shadows.gang.lists": "gang",
    }
    looked = {"do": "look", "figure": question.args.get("who"), "target": "b1"}
    kind = kinds.get(question.key)
    if kind is None:
        return [looked]
    return [looked, {"do": kind}, {"do": kind, "answer": answer}]


def test_the_page_is_declared() -> None:
    assert PAGE.preview is preview
    assert PAGE.style is not None
    assert (STATIC / PAGE.style).is_file()
    assert PAGE.script is not None
    assert (STATIC / PAGE.script).is_file()
