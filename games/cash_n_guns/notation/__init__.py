"""The notation of the worked examples, as the preamble of ``examples.md`` describes it.

An example is a JSON object: a table ``before``, the ``choices`` of one round, and what is to be
checked ``after`` it. A round is played as far as its choices go; every choice that is not written
down is a "no".
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from boomtown.core import Game
from boomtown.testing.examples import Example, ExampleFailed, See, rules_in, unseen
from cash_n_guns.notation.checks import Checks
from cash_n_guns.notation.playing import Player
from cash_n_guns.state import CashOptions, Gang


class CashExample(Struct, frozen=True):
    """One example as it is written."""

    id: str
    title: str
    rules: tuple[str, ...]
    before: dict[str, Any]  # a seat's letter has an object, everything else a value
    choices: dict[str, Any]
    after: dict[str, Any]
    game: Any  # the game itself, which declares this notation

    def play(self, see: See = unseen) -> None:
        """Plays it and compares."""
        try:
            player = Player(self.game, self.id, self.before, self.choices)
            player.play(see)
            Checks(player, self.after).check()
        except (KeyError, ValueError, TypeError) as error:
            raise ExampleFailed(f"cannot be read: {type(error).__name__}: {error}") from None


class CashNotation:
    """Reads a file of examples."""

    def __init__(self, game: Game[Gang, CashOptions]) -> None:
        self.game = game

    def read(self, text: str) -> Sequence[Example]:
        """Every JSON block of a Markdown file."""
        examples: list[Example] = []
        for block in re.finditer(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, block.start()) + 1
            title, rules = read_heading(text[: block.start()])
            try:
                told = json.loads(block.group(1))
                parts = told["before"], told["choices"], told["after"]
                examples.append(CashExample(told["id"], title, rules, *parts, self.game))
            except (json.JSONDecodeError, KeyError, TypeError) as error:
                raise ExampleFailed(f"line {line}: {error}") from None
        return examples


def read_heading(text: str) -> tuple[str, tuple[str, ...]]:
    """``**2. Nobody shoots a coward.** … Rules: `cash.courage.duck`.``: title and rules.

    The last heading before an example is its own; several examples may stand below one.
    """
    found = list(re.finditer(r"^\*\*\d+\. (.*?)\.?\*\*(.*)$", text, re.MULTILINE))
    return (found[-1][1], rules_in(found[-1][2])) if found else ("", ())
