"""The notation of the worked examples, as the preamble of ``examples.md`` describes it.

An example is a heading and a TOML block: a table, what is done at it, the dice, and what is to be
so ``after``. Figures are lines of words, ``a1 veteran rifle (1000,1000) facing E``, in the table as
in what is checked.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

import msgspec

from boomtown.core import Game, LoadedChance
from boomtown.testing.builders import arranged
from boomtown.testing.examples import Example, ExampleFailed, See, rules_in, toml_blocks, unseen
from shadows_west.notation.comparison import check
from shadows_west.notation.play import agenda, carry_out, read_dice
from shadows_west.notation.table import read_table
from shadows_west.notation.written import WestExample
from shadows_west.state import West, WestOptions

HEADING = re.compile(r"^\*\*(EX\w+)\. (.*?)\.?\*\*(.*?)(?=^```)", re.MULTILINE | re.DOTALL)


class WestStory:
    """An example with its heading."""

    def __init__(
        self,
        game: Game[West, WestOptions],
        heading: tuple[str, str, tuple[str, ...]],
        told: WestExample,
    ) -> None:
        self.game = game
        self.id, self.title, self.rules = heading
        self.told = told

    def play(self, see: See = unseen) -> None:
        """Plays it and compares."""
        told = self.told
        west = read_table(told)
        chance = LoadedChance(read_dice(told.dice), told.picks, told.shuffles)
        match = arranged(
            self.game,
            west,
            *agenda(told, west),
            seats=len(west.gangs),
            chance=chance,
            options=told.options,
        )
        see(match)
        for line in told.do:
            if carry_out(match, line):
                see(match)
        if left := [*chance.dice, *chance.picks]:
            raise ExampleFailed(f"nobody threw or drew {', '.join(map(str, left))}")
        check(match, told.after)


class WestNotation:
    """Reads a file of examples."""

    def __init__(self, game: Game[West, WestOptions]) -> None:
        self.game = game

    def read(self, text: str) -> Sequence[Example]:
        """Every TOML block of a Markdown file, with the heading above it."""
        examples: list[Example] = []
        for block in toml_blocks(text):
            heading = read_heading(block.before + "```")
            if heading is None:
                raise ExampleFailed(f"line {block.line}: no heading like **EX01. What it shows.**")
            try:
                told = msgspec.convert(tomllib.loads(block.text), WestExample)
                read_table(told)
                read_dice(told.dice)
            except (ValueError, LookupError, ExampleFailed) as error:
                raise ExampleFailed(f"{heading[0]}, line {block.line}: {error}") from None
            examples.append(WestStory(self.game, heading, told))
        return examples


def read_heading(text: str) -> tuple[str, str, tuple[str, ...]] | None:
    """``**EX01. Three dice.** … Rules: `shadows.test.pool`.``: id, title and rules."""
    found = HEADING.search(text)
    if found is None:
        return None
    return found[1], " ".join(found[2].split()), rules_in(found[3])
