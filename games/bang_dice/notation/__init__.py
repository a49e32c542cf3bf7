"""The notation of the worked examples, as the preamble of ``examples.md`` describes it.

An example has a table before, words that play a turn, and a table after. A word answers the
first moment it fits; every choice that is not written down is a "no".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bang_dice.notation.comparison import Comparison
from bang_dice.notation.player import Player
from bang_dice.notation.table import read_table
from bang_dice.state import BangOptions, Town
from boomtown.core import Game
from boomtown.testing.examples import Example, ExampleFailed, See, rules_in, unseen

MODULES: dict[str, dict[str, Any]] = {
    "M1": {"saloon_dice": True},
    "M2": {"chief": True},
    "M3": {"special_roles": "mixed"},
    "M4": {"new_characters": True},
    "M5": {"ghost": True},
}


class BangExample(Struct, frozen=True):
    """One example as it is written."""

    id: str
    heading: str
    before: str
    do: str
    after: str
    check: str
    rules: tuple[str, ...]
    game: Any  # the game itself, which declares this notation

    @property
    def title(self) -> str:
        """The heading without the modules and the printed source."""
        words = re.sub(r"\[[^\]]*\]|\([^)]*(printed|R\d+)[^)]*\)", "", self.heading)
        words = words.replace("`", "").strip().removesuffix(".")
        return words[:1].upper() + words[1:]

    def play(self, see: See = unseen) -> None:
        """Plays it and compares."""
        options = options_of(self)
        match = Player(self.game, read_table(self.before, options), self.do, self.check).play(see)
        Comparison(read_table(self.before, options), match).compare(self.after)


class BangNotation:
    """Reads a file of examples."""

    def __init__(self, game: Game[Town, BangOptions]) -> None:
        self.game = game

    def read(self, text: str) -> Sequence[Example]:
        """Every paragraph that begins with a bold id."""
        examples: list[Example] = []
        for part in re.split(r"^(?=\*\*EX)", text, flags=re.MULTILINE)[1:]:
            heading, *lines = part.splitlines()
            id, words = re.match(r"\*\*(\w+)\*\*\s*(.*)", heading).groups()  # type: ignore[union-attr]
            told = {
                name: value
                for line in lines
                if (found := re.match(r"- (before|do|after|check|rules): (.*)", line))
                for name, value in [found.groups()]
            }
            missing = {"before", "do", "after"} - told.keys()
            if missing:
                raise ExampleFailed(f"{id}: no {', '.join(sorted(missing))}")
            examples.append(
                BangExample(
                    id=id,
                    heading=words,
                    before=told["before"],
                    do=told["do"],
                    after=told["after"],
                    check=told.get("check", ""),
                    rules=rules_in(told.get("rules", "")),
                    game=self.game,
                )
            )
        return examples


def options_of(example: BangExample) -> BangOptions:
    """The modules in square brackets, and those that the table shows."""
    chosen: dict[str, Any] = {}
    for module in re.findall(r"M[1-5]", " ".join(re.findall(r"\[([^\]]*)\]", example.heading))):
        chosen |= MODULES[module]
    if ":" in example.before:
        chosen |= MODULES["M3"]
    if "+C" in example.before:
        chosen |= MODULES["M2"]
    if " ghost" in example.before:
        chosen |= MODULES["M5"]
    if "saloon " in example.do:
        chosen |= MODULES["M1"]
    return BangOptions(**chosen)
