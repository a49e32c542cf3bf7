"""The site's own sentences, and sentences of games as HTML.

``words/<language>/<area>.toml`` hold them, in the format of the rulebooks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from markupsafe import Markup, escape

from boomtown.core.page import Page
from boomtown.core.seats import Seat
from boomtown.rulebook.book import LANGUAGES, Language, Rulebook
from boomtown.rulebook.wording import Wording

NATIVE = {"en": "English", "es": "Español", "ru": "Русский"}
LETTERS = "ABCDEFGH"


def seat_letter(seat: int) -> str:
    """The letter of a seat: colour is never alone."""
    return LETTERS[seat]


@cache
def site_book() -> Rulebook:
    """The site's own sentences, all areas together."""
    return Rulebook("boomtown.web", {language: _read(language) for language in LANGUAGES})


def _read(language: str) -> Language:
    merged: dict[str, dict[str, Any]] = {"say": {}, "names": {}, "plurals": {}}
    folder = files("boomtown.web") / "words" / language
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        for group, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            merged[group].update(entries)
    return Language(title="Boomtown", summary="", **merged)


@cache
def site_wording(language: str) -> Wording:
    """Speaks for the site."""
    return Wording(site_book(), language)


def icon(name: str, label: str | None = None, cls: str = "", sprite: str = "") -> Markup:
    """An icon of the sprite; with a label it stands for a word."""
    told = (
        Markup('role="img" aria-label="{}"').format(label)
        if label
        else Markup('aria-hidden="true"')
    )
    return Markup('<svg class="ico{}" {}><use href="{}#{}"/></svg>').format(
        f" {cls}" if cls else "", told, sprite or "/static/sprite.svg", name
    )


class HtmlWording(Wording):
    """Sentences of a game with names in bold and things as icons, safe to print."""

    def __init__(self, book: Rulebook, language: str, players: Sequence[str], page: Page) -> None:
        super().__init__(book, language, players)
        self._icons = page.icons
        self._sprite = page.sprite or ""

    def seat(self, seat: Seat) -> Markup:
        letter = seat_letter(seat)
        return Markup('<b class="who {}">{}</b>').format(letter, super().seat(seat))

    def fill(self, template: str, args: Mapping[str, object]) -> Markup:
        parts: list[str] = []
        for literal, field, spec, _conversion in Formatter().parse(template):
            parts.append(escape(literal))
            if field is not None:
                parts.append(escape(self._value(args.get(field, ""), spec or "")))
        return Markup("").join(parts)

    def _value(self, value: object, noun: str) -> str:
        drawn = self._icons.get(noun, {}).get(str(value))
        if drawn is not None and not isinstance(value, (list, tuple)):
            return icon(drawn, super().name(noun, value), sprite=self._sprite)
        return super()._value(value, noun)

    def _joined(self, words: Sequence[str]) -> str:
        if words and all(isinstance(word, Markup) and word.startswith("<svg") for word in words):
            return Markup("").join(words)  # dice lie side by side
        safe = [escape(word) for word in words]
        if len(safe) < 2 or all(word.isdigit() for word in words):
            return Markup(", ").join(safe) or escape(self.name("joined", "nobody"))
        last = escape(self.name("joined", "and"))
        return Markup("{} {} {}").format(Markup(", ").join(safe[:-1]), last, safe[-1])
