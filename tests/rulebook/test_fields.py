"""A table in words: every field that can be shown has a name in every language."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, inspect

from boomtown.core import Chance, Match, Secret
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES, read_rulebook, rulebook_of
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.tabletext import table_lines

OURS = ("bang_dice", "cash_n_guns", "shadows_west")
NOT_SHOWN = ("boomtown.",)
"""Where structs come from that are plumbing: secrets and the like."""


def structs(kind: inspect.Type, seen: set[type]) -> Iterator[inspect.StructType]:
    """The structs that a type is made of, each once."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls in seen:
                return
            seen.add(cls)
            if not cls.__module__.startswith(NOT_SHOWN):
                yield kind
            parts: tuple[inspect.Type, ...] = tuple(field.type for field in fields)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            parts = (item,)
        case inspect.DictType(key_type=key, value_type=value):
            parts = (key, value)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            parts = types
        case _:
            return
    for part in parts:
        yield from structs(part, seen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_every_field_has_a_name(game: str, language: str) -> None:
    found: Any = find_game(game)
    names = rulebook_of(found.package).languages[language].names["field"]
    missing = [
        f"{struct.cls.__name__}.{field.name}"
        for struct in structs(inspect.type_info(found.state), set())
        for field in struct.fields
        if field.name not in names
    ]
    assert missing == []


class Gun(StrEnum):
    """What somebody holds."""

    SIX = "six"


class Digger(Struct):
    gold: int = 0
    mule: bool = True
    ready: bool = False
    holds: Gun = Gun.SIX
    guns: list[Gun] = []


class Camp(Struct):
    diggers: list[Digger]
    limit: int = 3


def test_numbers_of_players_are_always_told_and_things_by_their_names(tmp_path: Path) -> None:
    book = 'title = "X"\nsummary = "S"\n[names.gun]\nsix = "sixgun"\n'
    (tmp_path / "en.toml").write_text(book, encoding="utf-8")
    wording = Wording(read_rulebook(tmp_path, "x"), "en")
    diggers = [Digger(), Digger(2, ready=True, mule=False, guns=[Gun.SIX])]
    lines = table_lines(Camp(diggers), wording)
    assert [line.partition(": ")[2] for line in lines[1:]] == [
        "gold: 0; mule: yes",
        "gold: 2; mule: no; ready: yes; guns: sixgun",
        "3",
    ]


class Doctor(Struct):
    hand: list[Secret[str]]
    recipes: list[str] = []


def test_secrets_are_named_by_their_pool_and_lists_by_what_one_of_them_is(tmp_path: Path) -> None:
    book = 'title = "X"\nsummary = "S"\n[names.herb]\nroot = "snakeroot"\n'
    book += '[names.recipe]\nroot-2 = "Root Syrup"\n'
    (tmp_path / "en.toml").write_text(book, encoding="utf-8")
    wording = Wording(read_rulebook(tmp_path, "x"), "en")
    hand = [Secret.dealt("root", "herb"), Secret.dealt("weed", "herb")]
    assert table_lines(Doctor(hand, ["root-2"]), wording) == [
        "hand: snakeroot, weed",
        "recipes: Root Syrup",
    ]


class Tool(Struct):
    kind: str
    worn: bool = False


class Shed(Struct):
    tools: dict[str, Tool]
    kind: str = ""


def test_a_plain_word_is_named_by_its_field_or_by_what_holds_it(tmp_path: Path) -> None:
    book = 'title = "X"\nsummary = "S"\n[names.tool]\npick = "pickaxe"\nold = "relic"\n'
    book += '[names.kind]\nold = "old one"\n'
    (tmp_path / "en.toml").write_text(book, encoding="utf-8")
    wording = Wording(read_rulebook(tmp_path, "x"), "en")
    shed = Shed({"a": Tool("pick"), "b": Tool("old"), "c": Tool("spade")}, "pick")
    assert table_lines(shed, wording) == [
        "tools: a: kind: pickaxe, b: kind: old one, c: kind: spade",
        "kind: pick",
    ]


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("cash_n_guns", {"wounds": 2}, "смертельное число ран: 2"),
        ("shadows_west", {"move": 6}, "Движение пешего, в сотых дюйма: 600"),
        ("shadows_west", {"townsfolk": False}, "горожане: нет"),
    ],
)
def test_what_a_table_has_agreed_on_is_told_in_words(
    game: str, options: dict[str, object], told: str
) -> None:
    found = find_game(game)
    match = Match.unrecorded(found, 4, options, chance=Chance.seeded("words"))
    lines = table_lines(match.view(None).state, Wording(book_of(found), "ru"))
    assert told in "\n".join(lines)
