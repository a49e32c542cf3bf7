"""The code in the manual: every block of Python runs, one after the other, as far as it goes.

A guide shows pieces. What it leaves out stands in here for them: a match, a seat, a game. A name
that Boomtown no longer has, or an argument that it no longer takes, fails.
"""

from __future__ import annotations

import re
import shlex
import textwrap
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from inspect import signature
from typing import Annotated, Any, Literal
from unittest.mock import MagicMock, create_autospec

import click
import pytest
from msgspec import Meta, Struct

import boomtown.cli
import boomtown.core
import boomtown.core.ending
import boomtown.testing
from boomtown.core import Game, Page
from boomtown.core.probe import Probe, Seen
from boomtown.manual import manual
from boomtown.manual.manual import folder_of

BLOCK = re.compile(r"^( *)```(\w+)[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
CONCEPTS = tuple(name for name in manual().names if name.startswith("concepts/"))
HOW_TO = [name for name in manual().names if name.startswith("how-to/")]
GUIDES = [CONCEPTS, *((name,) for name in HOW_TO)]
"""Pages whose blocks build on each other."""


def blocks(page: str, language: str) -> list[tuple[int, str]]:
    """Those in a language, with their lines."""
    text = (folder_of() / f"{page}.md").read_text(encoding="utf-8")
    return [
        (text[: found.start()].count("\n") + 1, textwrap.dedent(found[3]))
        for found in BLOCK.finditer(text)
        if found[2] == language
    ]


def declared(kind: Callable[..., Any]) -> Callable[..., Any]:
    """Takes what ``kind`` takes, though much of it is left out (``...``)."""

    def take(*given: Any, **named: Any) -> Any:
        if given or not named.get("id", ""):
            assert set(given) <= {...}
            signature(kind).bind_partial(**named)
            return MagicMock()
        return kind(**named)

    return take


def around() -> dict[str, Any]:
    """What stands around the pieces."""
    names: dict[str, Any] = {"Annotated": Annotated, "Literal": Literal, "Meta": Meta, "Any": Any}
    names |= {
        "pytest": pytest,
        "Struct": Struct,
        "Sequence": Sequence,
        "Iterator": Iterator,
        "Counter": Counter,
    }
    for module in (boomtown.core.ending, boomtown.testing, boomtown.core):
        names |= {name: getattr(module, name) for name in getattr(module, "__all__", dir(module))}
    names |= {"Probe": Probe, "Seen": Seen, "Page": declared(Page), "Game": declared(Game)}
    names |= {name: MagicMock(name=name) for name in STAND_INS}
    for taken in (
        boomtown.core.with_constants,
        *(getattr(boomtown.testing, name) for name in HANDS),
    ):
        names[taken.__name__] = create_autospec(taken)
    names["at"].return_value = 6  # as the page has it
    return names


HANDS = ("standing", "put", "say", "at")
STAND_INS = (
    *("ask", "answer", "board", "card", "chances_to_win", "digger", "digging", "field", "imagine"),
    *("match", "play_randomly", "progress", "seat", "self", "setup", "ANNIE"),
    *("NUGGETS", "START"),
    *("GreedyBot", "chance"),
)


@pytest.mark.parametrize("pages", GUIDES, ids=lambda pages: pages[0])
def test_python_runs(pages: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    played = create_autospec(boomtown.testing.lone)  # a thousand matches are played elsewhere
    played.return_value.times = 1.0
    monkeypatch.setattr(boomtown.testing, "lone", played)
    names = around()
    found = [(page, *block) for page in pages for block in blocks(page, "python")]
    assert found or pages[0] in HOW_TO
    for page, line, code in found:
        code = "from __future__ import annotations\n" + code.replace("…", "...,")
        try:
            exec(compile(code, f"{page}.md, block at line {line}", "exec"), names)
        except Exception as error:
            raise AssertionError(f"{page}.md:{line}: {type(error).__name__}: {error}") from error


@pytest.mark.parametrize("page", sorted(set(manual().names)))
def test_python_and_toml_can_be_read(page: str) -> None:
    for line, code in blocks(page, "python"):
        compile(code.replace("…", "...,"), f"{page}.md:{line}", "exec")
    for _, text in blocks(page, "toml"):
        tomllib.loads(text)


@pytest.mark.parametrize("page", sorted(set(manual().names)))
def test_every_command_is_one_that_boomtown_has(page: str) -> None:
    for line, text in blocks(page, "sh"):
        for command in re.findall(r"^boomtown (?:--games-dir \S+ )?(.*)$", text, re.MULTILINE):
            words = shlex.split(command, comments=True)
            found: click.Command = boomtown.cli.boomtown
            while isinstance(found, click.Group):
                name, *words = words
                assert name in found.commands, f"{page}.md:{line}: {command}"
                found = found.commands[name]
            known = {name for option in found.params for name in option.opts}
            given = {word.partition("=")[0] for word in words if word.startswith("--")}
            assert given <= known, f"{page}.md:{line}: {command}"
