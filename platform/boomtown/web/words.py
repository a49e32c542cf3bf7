"""The site's own sentences, and sentences of games as HTML.

``words/<language>/<area>.toml`` hold them, in the format of the rulebooks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Any

import msgspec
from markupsafe import Markup, escape

from boomtown.core.page import Page
from boomtown.core.seats import SEAT_LETTERS, Seat, letter_of
from boomtown.rulebook.book import LANGUAGES, Language, Rulebook
from boomtown.rulebook.wording import Wording

NATIVE = {"en": "English", "es": "Español", "ru": "Русский"}
LETTERS = SEAT_LETTERS
REMEMBERED = 256
"""How many sentences each wording remembers."""


_pack = msgspec.msgpack.Encoder().encode


def seat_letter(seat: int) -> str:
    """The letter of a seat: colour is never alone."""
    return letter_of(seat)


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


class RememberingWording(Wording):
    """Says the same thing again without thinking: a page says most of it at every move."""

    def __init__(self, book: Rulebook, language: str, players: Sequence[str] = ()) -> None:
        super().__init__(book, language, players)
        self._say = lru_cache(maxsize=REMEMBERED, typed=True)(super().say)
        self._name = lru_cache(maxsize=REMEMBERED, typed=True)(super().name)

    def say(self, key: str, **args: object) -> str:
        try:
            return self._say(key, **args)
        except TypeError:  # a list is no key of a memory
            return super().say(key, **args)

    def name(self, noun: str, value: object) -> str:
        try:
            return self._name(noun, value)
        except TypeError:  # as above
            return super().name(noun, value)


@cache
def site_wording(language: str) -> Wording:
    """Speaks for the site."""
    return RememberingWording(site_book(), language)


SPRITE = "/static/sprite.svg"
OWN_ICON = "own-"
"""How the names of icons begin that are a game's own (``Page.sprite``)."""


@lru_cache(maxsize=1024)
def icon(name: str, label: str | None = None, cls: str = "", sprite: str = "") -> Markup:
    """An icon of the site, or a game's own of its sprite; with a label it stands for a word."""
    told = (
        Markup('role="img" aria-label="{}"').format(label)
        if label
        else Markup('aria-hidden="true"')
    )
    return Markup('<svg class="ico{}" {}><use href="{}#{}"/></svg>').format(
        f" {cls}" if cls else "",
        told,
        sprite if sprite and name.startswith(OWN_ICON) else SPRITE,
        name,
    )


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template cut up: text that is safe to print, the field after it, and its noun."""
    return tuple(
        (escape(literal), field, noun or "")
        for literal, field, noun, _conversion in Formatter().parse(template)
    )


Cast = tuple[tuple[str, tuple[str, str]], ...]
"""Who the figures of a match are: by id, a noun and its value."""
ACTORS = ("figure", "target")
"""The nouns of a sentence that are called by what they are."""


class HtmlWording(Wording):
    """Sentences of a game with names in bold and things as icons, safe to print."""

    def __init__(
        self,
        book: Rulebook,
        language: str,
        players: Sequence[str],
        page: Page,
        cast: Cast = (),
        sprite: str = "",
    ) -> None:
        super().__init__(book, language, players)
        self._cast = dict(cast)
        self._icons = page.icons
        self._sprite = sprite
        self._seats: dict[Seat, Markup] = {}
        self._filled: dict[tuple[str, bytes], Markup] = {}

    def name(self, noun: str, value: object) -> str:
        known = self._cast.get(str(value)) if noun in ACTORS else None
        if known is None:
            return super().name(noun, value)
        return self.say("cast", value=value, who=super().name(*known))

    def seat(self, seat: Seat) -> Markup:
        if seat not in self._seats:
            who = Markup('<b class="who {}">{}</b>').format(seat_letter(seat), super().seat(seat))
            self._seats[seat] = who
        return self._seats[seat]

    def icon(self, name: str, label: str | None = None, cls: str = "") -> Markup:
        """A picture of the site's or of the game's own."""
        return icon(name, label, cls, self._sprite)

    def fill(self, template: str, args: Mapping[str, object]) -> Markup:
        """Remembered, too: all who look on read the same sentences."""
        try:
            key = template, _pack(args)
        except TypeError:  # no plain data
            return self._fill(template, args)
        if key not in self._filled:
            if len(self._filled) >= REMEMBERED:
                self._filled.clear()
            self._filled[key] = self._fill(template, args)
        return self._filled[key]

    def _fill(self, template: str, args: Mapping[str, object]) -> Markup:
        parts: list[str] = []
        for literal, field, noun in _pieces(template):
            parts.append(literal)
            if field is not None:
                parts.append(escape(self._mentioned(field, noun, args) or ""))
        return Markup("".join(parts))

    def _value(self, value: object, noun: str) -> str:
        drawn = self._icons.get(noun, {}).get(str(value))
        if drawn is not None and not isinstance(value, (list, tuple)):
            return self.icon(drawn, super().name(noun, value))
        return super()._value(value, noun)

    def _joined(self, words: Sequence[str]) -> str:
        if words and all(isinstance(word, Markup) and word.startswith("<svg") for word in words):
            return Markup("").join(words)  # dice lie side by side
        safe = [escape(word) for word in words]
        if len(safe) < 2 or all(word.isdigit() for word in words):
            return Markup(", ").join(safe) or escape(self.name("joined", "nobody"))
        last = escape(self.name("joined", "and"))
        return Markup("{} {} {}").format(Markup(", ").join(safe[:-1]), last, safe[-1])
