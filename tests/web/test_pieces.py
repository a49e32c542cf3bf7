"""Pieces of boards: made once for equal data, of nothing but their data and the table's words."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from boomtown.core.seats import Seat
from boomtown.store.tables import TableInfo
from boomtown.web.site import Site
from boomtown.web.sockets.painter import Painter
from boomtown.web.tables.table_page import TablePage, words_at
from sites import started

TEMPLATES = {
    "_plate.html": "<b>{{ x }}</b>{{ name('seat', 0) }}{{ say('live.away') }}",
    "_curious.html": "{{ t }}{{ request }}{{ session }}{{ g }}{{ csrf_token }}{{ board }}.",
    "_turned.html": "<b class='p{{ place }}'>{{ x }}, {{ where }}</b>{{ where|length }}",
    "_outer.html": "<i>{{ piece('_plate.html', x=x) }}</i>{{ range(2)|list }}",
}


@pytest.fixture
def painter(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Painter:
    environment = app.jinja_env
    assert environment.loader is not None
    loader = ChoiceLoader([DictLoader(TEMPLATES), environment.loader])
    monkeypatch.setattr(environment, "loader", loader)
    return Painter(environment)


def page_at(site: Site, seat: int | None, language: str = "en", **changes: Any) -> TablePage:
    room, _ = started(site, "bang_dice", 5, 5)
    live = room.playing()
    table: TableInfo = room.table
    words = words_at(table, room.game, live.match, language, **changes)
    seen = None if seat is None else Seat(seat)
    return TablePage(table, room.game, live.match, seen, language, live=live, words=words)


def test_equal_data_are_drawn_once_whoever_looks(painter: Painter, site: Site) -> None:
    names = ["Ann", "Bea", "Cy", "Dot", "Ed"]
    first, other = (page_at(site, seat, names=names) for seat in (0, None))
    drawn = painter.piece(first, "_plate.html", {"x": "<1>"})
    assert drawn == "<b>&lt;1&gt;</b>Annaway"
    assert painter.piece(other, "_plate.html", {"x": "<1>"}) is drawn


@pytest.mark.parametrize("x", [2, True, None, [1], {"1": 1}])
def test_other_data_are_drawn_by_themselves(painter: Painter, site: Site, x: object) -> None:
    page = page_at(site, 0)
    drawn = {str(painter.piece(page, "_plate.html", {"x": value})) for value in (1, x)}
    assert len(drawn) == 2


def test_another_language_or_name_is_another_piece(painter: Painter, site: Site) -> None:
    told = {
        str(
            painter.piece(
                page_at(site, 0, language, names=[name, *"abcd"]), "_plate.html", {"x": 1}
            )
        )
        for language in ("en", "es")
        for name in ("Ann", "Bea")
    }
    assert len(told) == 4


def test_a_piece_does_not_know_who_looks(painter: Painter, site: Site) -> None:
    assert painter.piece(page_at(site, 0), "_curious.html", {}) == "."


def test_pieces_consist_of_pieces(painter: Painter, site: Site) -> None:
    page = page_at(site, 0, names=["Ann", *"abcd"])
    assert painter.piece(page, "_outer.html", {"x": 3}) == "<i><b>3</b>Annaway</i>[0, 1]"


def test_what_is_no_plain_data_is_an_error(painter: Painter, site: Site) -> None:
    with pytest.raises(TypeError):
        painter.piece(page_at(site, 0), "_plate.html", {"x": object()})


def test_what_is_turned_is_written_into_a_piece_that_is_drawn_once(
    painter: Painter, site: Site
) -> None:
    page, told = page_at(site, 0), []
    for place, where in ((1, "left & near"), (2, "<right>")):
        turned = {"place": place, "where": where}
        told.append(painter.piece(page, "_turned.html", {"x": "it"}, turned))
        size = painter.pieces.bytes
    assert told == [
        "<b class='p1'>it, left &amp; near</b>7",
        "<b class='p2'>it, &lt;right&gt;</b>7",
    ], "and the template cannot look at it"
    painter.piece(page, "_turned.html", {"x": "it"}, {"place": 3, "where": ""})
    assert painter.pieces.bytes == size
    assert painter.piece(page, "_turned.html", {"x": "it"}) == "<b class='p'>it, </b>0"


def test_places_of_bang_are_drawn_once_for_all_who_look(app: Flask, site: Site) -> None:
    room, _ = started(site, "bang_dice", 5, 5)
    painter, drawn = Painter(app.jinja_env), []
    made = painter._made

    def noting(name: str, data: dict[str, object]) -> str:
        drawn.append(name)
        return made(name, data)

    painter._made = noting  # type: ignore[method-assign]  # to count what is drawn
    match = room.playing().match
    for seat in (*map(Seat, range(5)), None):
        painter.board(TablePage(room.table, room.game, match, seat, "en"))
    assert drawn.count("bang_dice/board.html") == 6
    # Five living viewers see the others near or far; whoever looks on sees neither.
    assert drawn.count("bang_dice/_plate.html") == 10
    assert drawn.count("bang_dice/_me.html") == 5
