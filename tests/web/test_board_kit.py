"""The board kit: documented wholly, its examples can be drawn, and it gives nothing away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import StrictUndefined
from jinja2.environment import TemplateModule
from jinja2.runtime import Macro

from boomtown.core.ring import RING, RING_ON_A_PHONE, Place
from boomtown.core.seats import Seat
from boomtown.manual.markdown import rendered
from boomtown.plugins import find_game
from boomtown.rulebook.numbers import book_of
from boomtown.web import boards
from boomtown.web.rooms.pages import PLAIN_PAGE
from boomtown.web.site import Site
from boomtown.web.sockets.painter import Painter
from boomtown.web.tables.board_kit import BoardKit
from boomtown.web.tables.table_page import TablePage
from boomtown.web.words import HtmlWording
from sites import started

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "board-kit.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```jinja\n(.*?)```", GUIDE, re.DOTALL)
STYLE = (ROOT / "platform/boomtown/static/tables/kit.css").read_text(encoding="utf-8")


@pytest.fixture
def page(site: Site) -> TablePage:
    """The table as its first player sees it; the second one is away."""
    room, _ = started(site, "bang_dice", 4, 4, clock="quick")
    live = room.playing()
    return TablePage(
        room.table, room.game, live.match, Seat(0), "en", live=live, absences=site.absences
    )


@pytest.fixture
def painter(app: Flask) -> Painter:
    return Painter(app.jinja_env.overlay(undefined=StrictUndefined))


def module(painter: Painter, page: TablePage) -> TemplateModule:
    kit = painter._kit(page)["kit"]
    assert isinstance(kit, BoardKit)
    assert kit.rule is not None  # which makes the module
    assert kit._module is not None
    return kit._module


def test_every_part_is_documented_with_its_arguments_and_an_example(
    painter: Painter, page: TablePage
) -> None:
    macros = [one for one in vars(module(painter, page)).values() if isinstance(one, Macro)]
    assert len(macros) > 20
    for macro in macros:
        wanted = f"### kit.{macro.name}({', '.join(macro.arguments)})\n"
        assert wanted in GUIDE, wanted
        said = GUIDE.partition(wanted)[2].partition("\n##")[0]
        assert f"kit.{macro.name}(" in "".join(re.findall(r"```jinja\n(.*?)```", said, re.DOTALL))
    assert GUIDE.count("### kit.") == len(macros)


def test_every_example_of_the_documentation_can_be_drawn(
    app: Flask, painter: Painter, page: TablePage
) -> None:
    environment, pictures = painter._environment, boards.Pictures(app)
    for example in EXAMPLES:
        html = environment.from_string(f"{{% autoescape true %}}{example}{{% endautoescape %}}")
        drawn = html.render(**painter._kit(page), t=page)
        assert not list(boards._read(drawn, "en", pictures)), example
        assert "&lt;" not in drawn, example


def test_the_documentation_shows_every_picture_there_is() -> None:
    sprite = (ROOT / "platform/boomtown/static/sprite.svg").read_text(encoding="utf-8")
    listed = re.findall(r"```icons\n(.*?)```", GUIDE, re.DOTALL)[0].split()
    assert listed == boards.SYMBOL.findall(sprite)
    html, _ = rendered(GUIDE, "board-kit", lambda name: None)
    assert html.count("<li><svg viewBox=") == len(listed)


def test_the_documentation_lists_every_sound_there_is() -> None:
    script = (ROOT / "platform/boomtown/static/tables/sounds.js").read_text(encoding="utf-8")
    made = re.findall(r"^  (\w+): \[", script, re.MULTILINE)
    listed = re.findall(r"## Sounds.*?```text\n(.*?)```", GUIDE, re.DOTALL)[0].split()
    assert listed == made
    told = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    [row] = [line for line in told.splitlines() if line.startswith("| `sound: str` |")]
    assert all(f"`{name}`" in row for name in made)


def test_the_documentation_says_what_scripts_are_lent_and_told() -> None:
    static = ROOT / "platform/boomtown/static/tables"
    page = (ROOT / "docs/concepts/table-page.md").read_text(encoding="utf-8")
    lent, told = re.split(r"^\| `told\.` ", page.split("| `table.` ")[1], flags=re.MULTILINE)
    [names] = re.findall(r"lent = \{ (.*?) \}", (static / "lent.js").read_text(encoding="utf-8"))
    assert re.findall(r"^\| `(\w+)\(", lent, re.MULTILINE) == names.split(", ")
    typed = (static / "stage.js").read_text(encoding="utf-8").split("@typedef {object} Told")[1]
    parts = re.findall(r"@property \{[^\n]*\} (\w+)", typed.split("*/")[0])
    assert re.findall(r"^\| `(\w+)", told.split("\n\n")[0], re.MULTILINE) == parts


def test_a_game_may_have_pictures_of_its_own() -> None:
    sprite = "/games/gold/static/gold.svg"
    words = HtmlWording(book_of(find_game("high_noon")), "en", (), PLAIN_PAGE, sprite=sprite)
    assert f'href="{sprite}#own-horse"' in words.icon("own-horse")
    assert 'href="/static/sprite.svg#spade"' in words.icon("spade", "Spades")


def test_a_spot_says_0(painter: Painter, page: TablePage) -> None:
    spot = vars(module(painter, page))["spot"]
    assert ">0</text>" in spot("spot:0", 5, 5, 9, "The camp", 0)
    assert "<text" not in spot("spot:0", 5, 5, 9, "The camp")


def test_the_kit_knows_neither_the_page_nor_who_looks(painter: Painter, page: TablePage) -> None:
    kit = painter._kit(page)["kit"]
    assert isinstance(kit, BoardKit)
    words = kit._words
    assert not {"t", "page", "view", "match"} & set(words)
    source = (ROOT / "templates" / "kit" / "board.html").read_text(encoding="utf-8")
    told = re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)
    assert not re.search(r"\b(t|request|session|g)\.", told)


def percent(thousandths: int) -> str:
    return f"{thousandths / 10:g}%"


def test_the_style_sheet_has_the_places_of_the_ring() -> None:
    desk, _, phone = STYLE.partition("/* ---------- phone")
    assert set(RING) == set(RING_ON_A_PHONE) == set(range(2, 9))
    for seats, places in RING.items():
        assert len(places) == len(RING_ON_A_PHONE[seats]) == seats
        for number, (x, y) in enumerate(places[1:], start=1):
            assert f".n{seats} .p{number} {{ --x: {percent(x)}; --y: {percent(y)}; }}" in desk
            name = rf"\.n{seats} \.p{number}\b"
            told = " ".join(re.findall(rf"{name}[^{{]*{{([^}}]*)}}", phone))
            for axis, now, before in _axes(RING_ON_A_PHONE[seats][number], (x, y)):
                assert f"--{axis}: {percent(now)};" in told or now == before, (seats, number)


def _axes(now: Place, before: Place) -> list[tuple[str, int, int]]:
    return [("x", now[0], before[0]), ("y", now[1], before[1])]
