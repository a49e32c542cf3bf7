"""Boards under the eye of ``boomtown check``: drawn for everybody, over whole matches.

On the site a board that fails is replaced by words, so that no match is harmed. Here every failure
is a finding: what the template or its data raise, values that do not exist, what the viewer may not
know, texts that are missing or were never meant to be read, pictures and buttons without a name.
"""

from __future__ import annotations

import difflib
import re
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from jinja2 import StrictUndefined

from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.page import Page
from boomtown.lessons.script import Script
from boomtown.plugins import installed_games
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.database import sqlite_url
from boomtown.store.tables import Phase
from boomtown.testing.plays import Walk
from boomtown.web.app import create_app, serve_files
from boomtown.web.rooms.pages import load_page
from boomtown.web.rooms.wall import GameBroke, Wall
from boomtown.web.rules.stories import paper_table
from boomtown.web.settings import Settings
from boomtown.web.sockets.painter import Painter
from boomtown.web.street.game_pages import InvalidPageText, read_page_text
from boomtown.web.tables.table_page import TablePage
from boomtown.web.words import OWN_ICON, SPRITE

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

MATCHES = 3
BOARD_SECONDS = 5
MOMENTS = 6
"""How many moments of a match are drawn, beside its end."""
NEVER_MEANT = re.compile(r"\bNone\b|\bSecret\(|\bUndefined\b| object at 0x|<[\w.]+ [\w.]+>|\{\w+\}")
"""What stands on a page only by mistake: values as Python prints them, places left unfilled."""
POINTED = ("data-thing", "data-beat", "id")
"""How a part of the table is called that a lesson points at."""
SYMBOL = re.compile(r'<symbol[^>]*\bid="([^"]+)"')
NAMED_BY = ("aria-label", "aria-labelledby", "title")


def board_problems(suite: Suite) -> Iterator[str]:
    """What is wrong with the boards of a game, each problem once."""
    found: set[str] = set()
    for code in LANGUAGES:
        try:
            read_page_text(suite.game.package, code)
        except InvalidPageText as error:
            yield str(error)
    try:
        page = load_page(suite.game)
    except Exception as error:  # the module of the page: it is imported here first
        yield f"page={suite.game.page!r} cannot be loaded: {_raised(error, suite.game)}"
        return
    with site_of(suite.game) as app, app.test_request_context():
        pictures = Pictures(app)
        yield from _declared_pictures(page, suite.game, pictures)
        easel = Easel(Painter(app.jinja_env.overlay(undefined=StrictUndefined)))
        try:
            for play in suite.plays[:MATCHES]:
                walk = suite.walk(play)
                length = sum(1 for _ in Walk(suite.game, play))
                for number, match in enumerate(walk):
                    if number % max(1, length // MOMENTS) == 0:
                        seen = _seen(easel, match, number, pictures)
                        yield from _new(seen, f"{play}, answer {number}", found)
                seen = _seen(easel, walk.match, length, pictures)
                yield from _new(seen, f"{play}, at the end", found)
        except EndlessBoard as endless:  # one is enough: each would take as long
            yield str(endless)
        finally:
            easel.wall.close()


class EndlessBoard(Exception):
    """A board that does not come to an end of itself."""


class Easel:
    """Draws boards, and stops one that never ends."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self.wall = Wall(BOARD_SECONDS)

    def draw(self, page: TablePage) -> str:
        """A board; what goes wrong is raised as it is."""
        try:
            return self.wall.run("", lambda: self._drawn(page))
        except GameBroke as broke:
            cause = broke.__cause__
            if isinstance(cause, RecursionError):
                told = f"{_most_common_place(cause, page.game)}: this calls or includes itself"
                raise EndlessBoard(f"{told} without an end") from None
            if cause is not None:
                raise cause from None
            place = _last_place(broke.__context__ or broke, page.game)
            told = f"{place}: one board takes more than {BOARD_SECONDS} s; does this loop end?"
            raise EndlessBoard(told) from None

    def _drawn(self, page: TablePage) -> str:
        if page.game.page is None:
            return self._painter.board(page)
        page.page.board(page.view, page.question)  # which the page would not raise
        return self._painter.drawn_board(page)


class Pictures:
    """Which pictures there are, by the address of their sprite."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()
        self._known: dict[str, set[str]] = {}

    def problem(self, href: str) -> str:
        """What is wrong with a picture that a page uses; nothing, if it is there."""
        sprite, _, name = href.partition("#")
        if sprite not in self._known:
            with self._client.get(sprite) as told:
                self._known[sprite] = set(SYMBOL.findall(told.get_data(as_text=True)))
        if not sprite or name in self._known[sprite]:
            return ""
        near = difflib.get_close_matches(name, self._known[sprite], n=3, cutoff=0.5)
        hint = f"; near: {', '.join(near)}" if near else ""
        return f"no picture is called {name!r} in {sprite}{hint}; the manual lists them"


def _declared_pictures(page: Page, game: Game[Any, Any], pictures: Pictures) -> Iterator[str]:
    """Pictures of beats and of sentences that are not there."""
    sprite = f"/games/{game.id}/static/{page.sprite}" if page.sprite else SPRITE
    named = {f"beats[{key!r}]": beat.icon for key, beat in page.beats.items() if beat.icon}
    for noun, by_value in page.icons.items():
        named |= {f"icons[{noun!r}][{value!r}]": name for value, name in by_value.items()}
    for place, name in named.items():
        href = f"{sprite if name.startswith(OWN_ICON) else SPRITE}#{name}"
        if "{" not in name and (problem := pictures.problem(href)):
            yield f"Page.{place}: {problem}"


def pointing_problems(game: Game[Any, Any], scripts: Sequence[Script]) -> Iterator[str]:
    """Parts of the table that lessons point at, and that are not there."""
    with site_of(game) as app, app.test_request_context():
        painter = Painter(app.jinja_env)
        for script in scripts:
            for number, step in enumerate(script.steps):
                match = script.table_at(number)
                table = paper_table(match, "board", Phase.PLAYING)
                page = TablePage(table, game, match, script.seat, LANGUAGES[0])
                html = painter.part("prompt", page) + painter.board(page)
                for place in step.do.point:
                    if not any(f'{name}="{place}"' in html for name in POINTED):
                        where = f"lessons/{script.name}.toml, step {number + 1}"
                        yield f"{where}: nothing is called {place!r} on the table"


def _new(problems: Iterator[str], where: str, found: set[str]) -> Iterator[str]:
    for problem in problems:
        if problem not in found:
            found.add(problem)
            yield f"{where}: {problem}"


@contextmanager
def site_of(game: Game[Any, Any]) -> Iterator[Flask]:
    """A site that nobody visits, with the game on it, installed or not."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        app = create_app(
            Settings(data=data, database=sqlite_url(data), secret=b"nobody's", work_processes=0)
        )
        if game not in installed_games():
            serve_files(app, game.id, game.package)
        try:
            yield app
        finally:
            app.extensions["boomtown"].close()


def _seen(easel: Easel, match: Match[Any], number: int, pictures: Pictures) -> Iterator[str]:
    """The board of every seat and of a spectator, each in another language from time to time."""
    phase = Phase.PLAYING if match.outcome is None else Phase.ENDED
    table = paper_table(match, "board", phase)
    for turn, seat in enumerate((None, *match.all_seats), start=number):
        language = LANGUAGES[turn % len(LANGUAGES)]
        page = TablePage(table, match.game, match, seat, language)
        try:
            html = easel.draw(page)
        except EndlessBoard:
            raise
        except Exception as error:  # whatever a board does wrong is a finding
            yield _raised(error, match.game)
            continue
        for missing in sorted(page.w.missing | page.plain.missing):
            yield f"{language}: {missing} has no text"
        yield from _read(html, language, pictures)


def _raised(error: Exception, game: Game[Any, Any]) -> str:
    """An error with the last place in the game's own files or templates."""
    return f"{_last_place(error, game)}: {type(error).__name__}: {error}"


def _last_place(error: BaseException, game: Game[Any, Any]) -> str:
    return _places(error, game)[-1]


def _most_common_place(error: BaseException, game: Game[Any, Any]) -> str:
    return Counter(_places(error, game)).most_common(1)[0][0]


def _places(error: BaseException, game: Game[Any, Any]) -> list[str]:
    """Where it came by, in the game's own files and templates; elsewhere, if in none of them."""
    own: list[str] = []
    other: list[str] = []
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        template = frame.f_globals.get("__jinja_template__")  # as it was compiled: other lines
        if template is not None:
            line = template.get_corresponding_lineno(line)
        place = f"{'/'.join(Path(file).parts[-3:])}:{line}"
        (own if game.package in file or game.id in file else other).append(place)
    return own or other


def _read(html: str, language: str, pictures: Pictures) -> Iterator[str]:
    """What somebody would stumble over who reads, or hears, the board."""
    reader = _Reader()
    reader.feed(html)
    yield from reader.problems
    yield from filter(None, map(pictures.problem, sorted(reader.pictures)))
    for text in reader.texts:
        if wrong := NEVER_MEANT.search(text):
            yield f"{language}: the board says {wrong[0]!r}: {' '.join(text.split())[:60]!r}"


class _Reader(HTMLParser):
    """Collects what a board says, and what has no name."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.problems: list[str] = []
        self.pictures: set[str] = set()
        self._open: list[tuple[str, str, bool]] = []
        """The buttons and links around: tag, how they begin, and whether they are named so far."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.texts += [told[name] for name in ("aria-label", "title", "alt") if name in told]
        named = any(told.get(name) for name in NAMED_BY)
        hidden = told.get("aria-hidden") == "true"
        shown = f"<{tag}{''.join(f' {name}={value!r}' for name, value in list(told.items())[:2])}>"
        if tag == "use":
            self.pictures.add(told.get("href", ""))
        if tag == "img" and "alt" not in told and not hidden:
            self.problems.append(f"{shown} has no alternative text")
        if tag == "svg" and told.get("role") == "img" and not named:
            self.problems.append(f"{shown} has no name")
        if named or told.get("alt"):
            self._name()
        if tag in ("button", "a"):
            self._open.append((tag, shown, named))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data)
            self._name()

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            _, shown, named = self._open.pop()
            if not named:
                self.problems.append(f"{shown} has no name")

    def _name(self) -> None:
        self._open = [(tag, shown, True) for tag, shown, _ in self._open]
