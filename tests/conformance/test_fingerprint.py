"""A fingerprint tells code that decides matches from everything else."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from boomtown.cli import boomtown
from boomtown.core import Game
from boomtown.plugins import Listing
from boomtown.testing import Suite
from boomtown.testing.fingerprint import FILE, complaint, fingerprint_of, renew

RULES = '''
"""Digging."""

from boomtown.core import Ask, Match, OneOf, Repeat, Seat
from {package}.content import GOAL as goal
from {package} import content


class Season(Repeat):
    """Dig on."""

    rule = "mine.season"

    def again(self, match: Match) -> bool:
        return True

    def once(self, match: Match) -> None:
        match.then(Dig(Seat(0)))


class Dig(Ask):
    rule = "mine.dig"

    def choice(self, match: Match, seat: Seat) -> OneOf:
        return OneOf(["dig", "home"])  # in this order

    def answered(self, match: Match, answer: str) -> None:
        found = content.worth(answer)
        match.state.gold += found
        if match.state.gold > goal:
            match.end(self.rule, [self.seat])


def shown(match: Match) -> str:
    return "only a board asks"
'''
CONTENT = '''
from msgspec import Struct

GOAL = 12
NUGGETS = {"dig": 3}
NUGGETS["home"] = 0


def worth(answer: str) -> int:
    """What an answer brings."""
    return NUGGETS[answer]


class Mine(Struct):
    gold: int = 0


def dug(seats, options, chance):
    return Mine()
'''
INIT = """
from boomtown.core import Game, steps_in
from {package} import rules
from {package}.content import Mine, dug

GAME = Game(id="mine", version="1", package="{package}", seats=range(1, 3), state=Mine,
    setup=dug, opening=rules.Season, steps=steps_in(rules))
"""
Makes = Callable[..., Game[Any, Any]]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Makes]:
    """A package from its files; each one gets a name of its own."""
    monkeypatch.syspath_prepend(tmp_path)
    made: list[str] = []

    def write(**files: str) -> Game[Any, Any]:
        name = f"mine_{len(made)}_{tmp_path.name.replace('-', '_')}"
        made.append(name)
        (tmp_path / name).mkdir()
        for file, text in ({"__init__": INIT, "rules": RULES, "content": CONTENT} | files).items():
            path = tmp_path / name / f"{file}.py"
            path.write_text(text.replace("{package}", name))
        importlib.invalidate_caches()
        game: Game[Any, Any] = importlib.import_module(name).GAME
        return game

    yield write
    for name in [known for known in sys.modules if known.startswith("mine_")]:
        del sys.modules[name]


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


SAME = {
    "comments": {"rules": changed(RULES, "  # in this order", "")},
    "docstrings": {"rules": changed(RULES, '"""Dig on."""', '"""Whatever."""')},
    "formatting": {"rules": changed(RULES, '["dig", "home"]', '[\n"dig",\n"home",\n]')},
    "type hints": {"content": changed(CONTENT, "(answer: str) -> int", "(answer)")},
    "the order of definitions": {
        "content": changed(CONTENT, "GOAL = 12\n", "") + "\n\nGOAL = 12\n"
    },
    "what only a board asks": {"rules": changed(RULES, "only a board asks", "another text")},
    "the name of an import": {
        "rules": changed(changed(RULES, "GOAL as goal", "GOAL"), "> goal", "> GOAL")
    },
    "how a module is named": {
        "rules": changed(
            changed(RULES, "from {package} import content", "from {package}.content import worth"),
            "content.worth",
            "worth",
        )
    },
    "the modules they stand in": {
        "rules": CONTENT
        + changed(
            changed(RULES, "from {package}.content import GOAL as goal\n", "goal = GOAL\n"),
            "from {package} import content\n",
            "",
        )
        .replace("content.worth", "worth")
        .replace("goal = GOAL\n", "")
        .replace("> goal", "> GOAL"),
        "__init__": changed(INIT, "from {package}.content import", "from {package}.rules import"),
        "content": "",
    },
    "rooms": {
        "rules": changed(
            changed(RULES, "{package}.content import", "{package}.room import"),
            "from {package} import content",
            "from {package} import room as content",
        ),
        "__init__": changed(INIT, "{package}.content", "{package}.room"),
        "room": CONTENT,
        "content": "",
    },
}
SAME["a package that imports its own modules"] = {
    "__init__": changed(INIT, "from {package} import rules", "from {package} import rules, content")
}
OTHER = {
    "a number": {"content": changed(CONTENT, "GOAL = 12", "GOAL = 13")},
    "what is changed after it was defined": {
        "content": changed(CONTENT, 'NUGGETS["home"] = 0', 'NUGGETS["home"] = 1')
    },
    "a step": {"rules": changed(RULES, "> goal", ">= goal")},
    "the order of offers": {"rules": changed(RULES, '["dig", "home"]', '["home", "dig"]')},
    "a field of the state": {"content": changed(CONTENT, "gold: int = 0", "gold: int | None = 0")},
    "what a rule calls": {"content": changed(CONTENT, "return NUGGETS[answer]", "return 2")},
}


@pytest.mark.parametrize("what", SAME)
def test_it_stays_the_same(make: Makes, what: str) -> None:
    assert fingerprint_of(make(**SAME[what])) == fingerprint_of(make()), what


@pytest.mark.parametrize("what", OTHER)
def test_it_changes(make: Makes, what: str) -> None:
    assert fingerprint_of(make(**OTHER[what])) != fingerprint_of(make()), what


def test_a_change_without_a_new_version_is_told_with_what_to_do(
    make: Makes, tmp_path: Path
) -> None:
    game = make()
    assert complaint(game) is None, "nobody has kept one yet"
    renew(game)
    assert (tmp_path / game.package / FILE).is_file()
    assert complaint(game) is None
    (tmp_path / game.package / "content.py").write_text(OTHER["a number"]["content"])
    (finding,) = Suite(game, []).run("fingerprint")
    assert "the version is still 1" in finding.problem
    assert "Same behaviour? Renew the fingerprint: `boomtown fingerprint mine --renew`" in (
        finding.problem
    )
    assert "Other behaviour? Raise the version" in finding.problem
    later = replace(game, version="2")
    assert "is of 1, the game is 2" in str(complaint(later))
    renew(later)
    assert complaint(later) is None


def test_the_command_tells_and_renews_it(make: Makes, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make()
    monkeypatch.setattr("boomtown.plugins.listings", lambda **_: [Listing(game.id, "", game)])

    def told(*words: str) -> tuple[int, str]:
        result = CliRunner().invoke(boomtown, ["fingerprint", "mine", *words])
        return result.exit_code, result.output.replace("\n", "")

    assert "None is kept yet: boomtown fingerprint mine --renew" in told()[1]
    assert told("--renew")[0] == 0
    assert told() == (0, f"mine 1: {fingerprint_of(game).sha256}")
    monkeypatch.setattr(
        "boomtown.plugins.listings", lambda **_: [Listing(game.id, "", replace(game, version="2"))]
    )
    assert told()[0] == 1
