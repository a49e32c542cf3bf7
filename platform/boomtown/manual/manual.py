"""Which pages the manual has, in which order, and where they lie."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

from boomtown.core.errors import BoomtownError
from boomtown.manual.markdown import Section, rendered, title_of

PACKAGE = Path(__file__).parent
CONTENTS = "contents.toml"
DECISIONS = "decisions"
ON_THE_SITE = "/docs"


class NoPage(BoomtownError):
    """The manual has no such page."""


class Page(Struct, frozen=True):
    """One page; ``name`` is its file in the folder, without the ending."""

    name: str
    title: str
    html: str
    sections: tuple[Section, ...]


class Part(Struct, frozen=True):
    """Some pages under a heading."""

    title: str
    pages: tuple[tuple[str, str], ...]
    """Names and titles."""


class Manual:
    """The pages of a folder. Each is made when somebody first reads it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Page] = {}
        written = convert(tomllib.loads((folder / CONTENTS).read_text(encoding="utf-8")), _Contents)
        decided = sorted(path.stem for path in (folder / DECISIONS).glob("*.md"))
        written.parts.append(_Part("Decisions", [f"{DECISIONS}/{name}" for name in decided]))
        self.parts = tuple(
            Part(part.title, tuple((name, title_of(self._text(name))) for name in part.pages))
            for part in written.parts
        )
        self.names = [name for part in self.parts for name, _ in part.pages]

    def page(self, name: str) -> Page:
        """A page as the site shows it."""
        if name not in self._made:
            self._made[name] = self._rendered(name, lambda other: f"{ON_THE_SITE}/{other}")
        return self._made[name]

    def as_file(self, name: str) -> Page:
        """A page of a folder of files, which link to each other."""
        up = "../" * name.count("/")
        return self._rendered(name, lambda other: f"{up}{other}.html")

    def _rendered(self, name: str, address: Callable[[str], str]) -> Page:
        if name not in self.names:
            raise NoPage(f"the manual has no page {name!r}")
        text = self._text(name)
        html, sections = rendered(
            text, name, lambda other: address(other) if other in self.names else None
        )
        return Page(name, title_of(text), html, sections)

    def beside(self, name: str) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
        """Name and title of the page before and of the one after."""
        row = [page for part in self.parts for page in part.pages]
        place = self.names.index(name)
        before = row[place - 1] if place else None
        return before, row[place + 1] if place + 1 < len(row) else None

    def _text(self, name: str) -> str:
        return (self._folder / f"{name}.md").read_text(encoding="utf-8")


class _Part(Struct):
    title: str
    pages: list[str]


class _Contents(Struct, forbid_unknown_fields=True):
    parts: list[_Part]


def folder_of() -> Path:
    """Where the pages lie: a wheel carries them, a checkout keeps them in ``docs/``."""
    for folder in (PACKAGE / "pages", PACKAGE.parents[2] / "docs"):
        if (folder / CONTENTS).is_file():
            return folder
    raise FileNotFoundError(f"no {CONTENTS} for {PACKAGE}")


@cache
def manual() -> Manual:
    """The manual of this installation."""
    return Manual(folder_of())
