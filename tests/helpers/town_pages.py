"""Boards, drafts and templates of Shadows of the West as a test needs them, without a site."""

from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader

from boomtown.core import Match, Seat
from boomtown.core.page import Page
from boomtown.core.view import Question
from boomtown.rulebook.numbers import book_of
from boomtown.web.app import template_folder
from boomtown.web.rules.addresses import rule_url
from boomtown.web.sockets.painter import Painter
from boomtown.web.tables.board_kit import TableRules
from boomtown.web.words import HtmlWording, RememberingWording, seat_letter
from shadows_west import GAME
from shadows_west.page.board import WestBoard, board
from shadows_west.page.preview import preview
from shadows_west.page.previews.parts import Preview
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import Figure, West
from shadows_west.terrain.maps import Piece
from town import A, fig, play, town

TEMPLATES = Path(str(files("shadows_west"))) / "page" / "templates" / "shadows_west"
HOUSE = Piece(
    "saloon", "building", rect=(1200, 900, 1600, 1300), floors=(0,), roof=300,
    open=(("W", 100, "door", 0),),
)  # fmt: skip


def seen(match: Match[West], seat: Seat | None = A) -> WestBoard:
    """The board of a seat, or of a spectator."""
    asked = None if seat is None else match.question(seat)
    return board(match.view(seat), asked)


def tried(match: Match[West], seat: Seat = A, **draft: Any) -> Preview:
    """What a draft would mean to a seat."""
    return preview(match.view(seat), match.question(seat), draft)


def moving(*figures: Figure, pieces: tuple[Piece, ...] = ()) -> Match[West]:
    """a1 is asked where it goes."""
    far = [] if any(one.id == "b1" for one in figures) else [fig("b1", 3400, 3400)]
    return play(town([*figures, *far], pieces), MoveAction("a1"))


def shooting(*figures: Figure, pieces: tuple[Piece, ...] = (), **more: Any) -> Match[West]:
    """a1 is asked whom it shoots."""
    return play(town(figures, pieces, **more), ShootAction("a1"))


def page(match: Match[West], seat: Seat | None, language: str, question: Question | None) -> Any:
    """A table page as templates have it, without a site."""
    names = ("Ana", "Bea", "Cal", "Dee")
    book = book_of(GAME)
    view = match.view(seat)
    seats = [
        SimpleNamespace(number=n, letter=seat_letter(n), name=names[n], is_bot=n > 0)
        for n in range(match.seats)
    ]
    return SimpleNamespace(
        board=board(view, question),
        view=view,
        plain=RememberingWording(book, language, names),
        w=HtmlWording(book, language, names, Page(board=board)),
        rule=lambda id: book.rule(id, language),
        rule_url=lambda id: rule_url(GAME.id, id),
        seats=seats,
        me=seat,
        lang=language,
        replay=False,
        question=question,
        kit=None,
        book_url="",
        rules=TableRules(GAME.id, book, language, ""),
    )


PAINTER = Painter(
    Environment(loader=FileSystemLoader([template_folder(), TEMPLATES.parent]), autoescape=True)
)


def rendered(name: str, t: Any, **more: Any) -> str:
    """A template of the game."""
    return PAINTER._render(f"shadows_west/{name}.html", t, **more)
