"""The board kit in the hands of a template: the macros of ``kit/board.html``, as ``kit``."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import Template
from jinja2.environment import TemplateModule
from msgspec import Struct

from boomtown.core.chapter import BEGUN
from boomtown.rulebook.book import FIRST_LANGUAGE, Rule, Rulebook, platform_rulebook
from boomtown.rulebook.wording import Wording
from boomtown.web.rules.addresses import rule_url

TEMPLATE = "kit/board.html"
WORDS = ("say", "icon", "seat_letter", "tell", "name")
"""What the macros use of the words of a table, beside its rules."""
MOST = 256
"""So many tables' kits are remembered."""


class TableRules(Struct, frozen=True):
    """The rules of a table in one language."""

    game: str
    book: Rulebook
    language: str
    code: str
    """Of the table, if rules must be read with its own numbers."""

    def rule(self, id: str) -> Rule:
        """A rule; one that only an earlier version had is gone."""
        if id.startswith("boomtown."):
            return platform_rulebook().rule(id, self.language)
        if id not in self.book.languages[FIRST_LANGUAGE].rules:
            return platform_rulebook().rule(BEGUN, self.language)
        return self.book.rule(id, self.language)

    def url(self, id: str) -> str:
        """Where a rule stands, as the table plays it."""
        return rule_url(self.game, id, self.code)


class BoardKit:
    """The macros with the words of one table, made when a board first asks for one.

    They know these words and what they are given: nothing of the match, nor who looks.
    """

    def __init__(self, template: Template, words: Mapping[str, object]) -> None:
        self.template = template
        self._words = words
        self._module: TemplateModule | None = None

    def __getattr__(self, name: str) -> object:
        if self._module is None:
            self._module = self.template.make_module(dict(self._words))
        return getattr(self._module, name)


class BoardKits:
    """The kits of tables: one for everybody who reads the same words."""

    def __init__(self) -> None:
        self._kits: dict[tuple[Wording, str], BoardKit] = {}

    def of(
        self,
        template: Template,
        key: tuple[Wording, str],
        words: Mapping[str, object],
        rules: TableRules,
    ) -> BoardKit:
        """The kit with the words of a table; what it keeps holds no page and no match."""
        kit = self._kits.get(key)
        if kit is None or kit.template is not template:
            if len(self._kits) >= MOST:
                self._kits.clear()
            told = {name: words[name] for name in WORDS}
            told |= {"rule_of": rules.rule, "rule_url": rules.url}
            kit = self._kits[key] = BoardKit(template, told)
        return kit
