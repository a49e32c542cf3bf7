"""The board kit in the hands of a template: the macros of ``kit/board.html``, as ``kit``."""

from __future__ import annotations

from collections.abc import Mapping

from jinja2 import Template
from jinja2.environment import TemplateModule

TEMPLATE = "kit/board.html"


class BoardKit:
    """The macros with the words of one table, made when a board first asks for one.

    They know these words and what they are given: nothing of the match, nor who looks.
    """

    def __init__(self, template: Template, words: Mapping[str, object]) -> None:
        self._template = template
        self._words = words
        self._module: TemplateModule | None = None

    def __getattr__(self, name: str) -> object:
        if self._module is None:
            told = {**self._words, "rule_of": self._words["rule"]}
            self._module = self._template.make_module(told)
        return getattr(self._module, name)
