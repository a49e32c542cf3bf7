"""Draws the parts of a table page: boards, questions, lines of the log."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from sys import getsizeof

import msgspec
from jinja2 import Environment, Template
from jinja2.defaults import DEFAULT_NAMESPACE
from jinja2.runtime import Context
from markupsafe import Markup

from boomtown.core.log import Entry
from boomtown.store.tables import Message
from boomtown.web.replays.work import Kept
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.wall import Interrupted
from boomtown.web.tables.board_kit import TEMPLATE, BoardKits
from boomtown.web.tables.chat import chat_lines
from boomtown.web.tables.table_page import TablePage
from boomtown.web.templating import printed
from boomtown.web.words import seat_letter, site_wording

TOKEN = "@csrf@"
"""Stands for the token of the session in a part that is not made for one session alone."""
NOTHING: Mapping[str, object] = {}
STAND_IN = "\0%s\0"
"""Stands for what is turned for each viewer in a piece that is made for all: no text has it."""
MOST_PIECES = 6 << 20
MOST_LOGS = 4 << 20
"""Bytes of pieces of boards and of whole logs that are remembered, the last ones used."""
_pack = msgspec.msgpack.Encoder().encode
log = logging.getLogger(__name__)


class Painter:
    """Renders the parts of a table page, outside of any request."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._templates: dict[str, Template] = {}
        self._too_slow: set[str] = set()
        """The games whose boards broke their budget."""
        self.pieces: Kept[Markup] = Kept(MOST_PIECES)
        self._logs: Kept[Markup] = Kept(MOST_LOGS)
        self._kits = BoardKits()

    def forget(self) -> None:
        """Draws everything anew, also what was too slow: templates have changed."""
        self._templates.clear()
        self.forget_pieces()
        self._logs = Kept(MOST_LOGS)
        self._too_slow.clear()

    def forget_pieces(self) -> None:
        """Draws every piece anew."""
        self.pieces = Kept(MOST_PIECES)

    def part(self, name: str, page: TablePage) -> str:
        """One part of the page."""
        if name == "board":
            return self.board(page)
        return self._render(f"table/_{name}.html", page)

    def board(self, page: TablePage) -> str:
        """The game's own board; where it fails, the table in words and a note to the operator."""
        if page.drawn and page.game.id not in self._too_slow:
            try:
                return self.drawn_board(page)
            except Exception as error:  # a mistake in the game's drawing harms no match
                log.exception("the board of %s", page.game.id, exc_info=error)
            except Interrupted:
                log.error("the board of %s is too slow; it is not drawn any more", page.game.id)
                self._too_slow.add(page.game.id)
        page.board_broken = page.board_broken or page.drawn
        return self._render("table/_board.html", page)

    def drawn_board(self, page: TablePage) -> str:
        """The game's own board; what it raises names the line of the template."""
        try:
            return self._render(f"{page.game.id}/board.html", page)
        except Exception:
            self._environment.handle_exception()

    def whole_log(self, room: Room, page: TablePage, make: Callable[[], Markup]) -> Markup:
        """The log of a page that is loaded: most of what the page of a long match costs."""
        key = room.sight, page.lang, page.me
        html = self._logs.get(key)
        if html is None:
            html = make()
            self._logs.put(key, html, getsizeof(html))
        return html

    def log(self, page: TablePage, entries: Sequence[tuple[int, Entry]]) -> str:
        """Lines of the log, with their positions."""
        return self._render("table/_lines.html", page, lines=page.log_lines(entries))

    def chat(self, page: TablePage, messages: Sequence[Message]) -> str:
        """Lines of the chat."""
        return self._render("table/_says.html", page, says=chat_lines(page.table, messages))

    def preview(self, page: TablePage, found: object) -> str:
        """What a draft means, as the game's own template shows it."""
        return self._render(f"{page.game.id}/_preview.html", page, p=found)

    def piece(
        self,
        page: TablePage,
        template: str,
        data: dict[str, object],
        turned: Mapping[str, object] = NOTHING,
    ) -> Markup:
        """What a template makes of plain data and the words of the table, made once for equal
        ones: it knows nothing else, so that it can tell nobody more than the data do.

        What is ``turned`` for whoever looks is written into the piece after it was made: the
        template prints it, and knows its names alone.
        """
        packed, names = _pack(data), tuple(turned)
        key = template, names, page.plain, page.book_url, packed
        html = self.pieces.get(key)
        if html is None:
            stand_ins = {name: Markup(STAND_IN % name) for name in names}
            html = Markup(self._made(template, self._kit(page) | data | stand_ins))
            if not self._environment.auto_reload:
                self.pieces.put(key, html, getsizeof(html) + len(packed))
        if not names:
            return html
        text = str(html)
        for name, value in turned.items():
            text = text.replace(STAND_IN % name, printed(value))
        return Markup(text)

    def _render(self, template: str, page: TablePage, **more: object) -> str:
        always = {**self._environment.globals, "csrf_token": _stand_in}
        return self._made(template, {**always, **self._kit(page), "t": page, **more})

    def _made(self, name: str, data: dict[str, object]) -> str:
        # As Template.render does it, but without a copy of all globals for every part.
        template = self._template(name)
        context = Context(self._environment, data, template.name, template.blocks)
        return self._environment.concat(template.root_render_func(context))

    def _kit(self, page: TablePage) -> dict[str, object]:
        """What every part and piece of a page may use: words, and nothing of who reads them."""
        if page.kit is None:
            words: dict[str, object] = {
                **DEFAULT_NAMESPACE,
                "say": site_wording(page.lang).say,
                "lang": page.lang,
                "icon": page.w.icon,
                "seat_letter": seat_letter,
                "tell": page.plain.say,
                "name": page.plain.name,
                "rule": page.rule,
                "rule_url": page.rule_url,
                "piece": lambda template, turned=NOTHING, **data: self.piece(
                    page, template, data, turned
                ),
            }
            macros, key = self._template(TEMPLATE), (page.plain, page.book_url)
            page.kit = {**words, "kit": self._kits.of(macros, key, words, page.rules)}
        return page.kit

    def _template(self, name: str) -> Template:
        if self._environment.auto_reload:
            return self._environment.get_template(name)
        if name not in self._templates:
            self._templates[name] = self._environment.get_template(name)
        return self._templates[name]


def _stand_in() -> str:
    return TOKEN
