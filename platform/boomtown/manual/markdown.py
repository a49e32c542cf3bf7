"""Markdown as HTML: headings that can be linked to, links among pages, code with its colours."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import escape
from msgspec import Struct
from pygments import highlight as coloured  # type: ignore[import-untyped]  # it has none
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]  # it has none
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]  # it has none
from pygments.util import ClassNotFound  # type: ignore[import-untyped]  # it has none

Address = Callable[[str], str | None]
"""Where a page of the manual is, by its name; None if it has no such page."""
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
NOT_IN_AN_ANCHOR = re.compile(r"[^\w\- ]")
SHOWN_LEVELS = ("h2", "h3")
PICTURES = "icons"
"""The language of a block of names of icons: it shows them."""


class Section(Struct, frozen=True):
    """A heading within a page."""

    level: int
    anchor: str
    title: str


def title_of(text: str) -> str:
    """The heading of a page."""
    found = TITLE.search(text)
    return found[1].replace("`", "") if found else ""


def anchor_of(title: str) -> str:
    """How a heading is linked to: as it is where repositories are read."""
    return NOT_IN_AN_ANCHOR.sub("", title.lower()).strip().replace(" ", "-")


def rendered(text: str, name: str, address: Address) -> tuple[str, tuple[Section, ...]]:
    """The page of that name, and its headings. Links that lead out of the manual are left out.

    They are written from file to file, as they can be followed where the repository is read.
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("fence", _code)
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    tokens = reader.parse(text)
    sections: list[Section] = []
    for token, inside in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and inside is not None:
            title = _plain(inside)
            token.attrSet("id", anchor_of(title))
            if token.tag in SHOWN_LEVELS:
                sections.append(Section(int(token.tag[1]), anchor_of(title), title))
        if token.type == "inline":
            _link_pages(token.children or [], posixpath.dirname(name), address)
    return str(reader.renderer.render(tokens, reader.options, {})), tuple(sections)


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _link_pages(tokens: list[Token], folder: str, address: Address) -> None:
    """Files become pages; what is no page of the manual is named, not linked."""
    kept: list[Token] = []
    open_links: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            found = _followed(str(token.attrGet("href")), folder, address)
            open_links.append(found is not None)
            if found is None:
                continue
            token.attrSet("href", found)
        elif token.type == "link_close" and not open_links.pop():
            continue
        kept.append(token)
    tokens[:] = kept


def _followed(href: str, folder: str, address: Address) -> str | None:
    if href.startswith(("#", "https://", "http://", "/")):
        return href
    file, _, anchor = href.partition("#")
    found = address(posixpath.normpath(posixpath.join(folder, file)).removesuffix(".md"))
    return f"{found}#{anchor}" if found and anchor else found


def _code(
    _self: RendererHTML, tokens: Sequence[Token], place: int, _options: Any, _env: Any
) -> str:
    """A block of code, under the name of the file that it belongs to; keys scroll it."""
    language, _, file = tokens[place].info.strip().partition(" ")
    if language == PICTURES:
        return _pictures(tokens[place].content.split())
    named = f"<figcaption>{escape(file)}</figcaption>" if file else ""
    code = _coloured(tokens[place].content, language or "text")
    return f'<figure>{named}<pre tabindex="0"><code>{code}</code></pre></figure>\n'


def _pictures(names: Sequence[str]) -> str:
    """Icons of the site beside their names; they are drawn in place, since a file knows no site."""
    drawn = "".join(f"<li>{_picture(name)}<code>{escape(name)}</code></li>" for name in names)
    return f'<ul class="icons">{drawn}</ul>\n'


@cache
def _picture(name: str) -> str:
    sprite = (files("boomtown") / "static" / "sprite.svg").read_text(encoding="utf-8")
    found = re.search(rf'<symbol id="{re.escape(name)}" viewBox="([^"]+)">(.*?)</symbol>', sprite)
    return f'<svg viewBox="{found[1]}" aria-hidden="true">{found[2]}</svg>' if found else ""


def _coloured(code: str, language: str) -> str:
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return str(escape(code))
    return str(coloured(code, lexer, HtmlFormatter(nowrap=True)))


def _table_open(
    _self: RendererHTML, _tokens: Sequence[Token], _place: int, _options: Any, _env: Any
) -> str:
    return '<div class="scroll" tabindex="0"><table class="tbl">\n'


def _table_close(
    _self: RendererHTML, _tokens: Sequence[Token], _place: int, _options: Any, _env: Any
) -> str:
    return "</table></div>\n"
