"""The tutorial: its pages build a game that plays after each of them, and in the end the example.

A block with the name of a file is written there. In a file that is there already, what the block
defines takes the place of what had the same name, and tables of TOML are added to those there are.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from boomtown.core import Game
from boomtown.manual import manual
from boomtown.manual.manual import folder_of
from boomtown.testing.conformance import Suite
from boomtown.testing.plays import Play

EXAMPLE = Path(__file__).parents[2] / "examples" / "cattle_call"
PACKAGE = "boomtown_game_cattle_call"
PAGES = [name for name in manual().names if name.startswith("tutorial/")]
NAMED = re.compile(r"^```(?:python|toml|html|css) (\S+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
Files = dict[str, str]
"""What is written so far."""


def text_of(page: str) -> str:
    return (folder_of() / f"{page}.md").read_text(encoding="utf-8")


def built(pages: list[str]) -> Files:
    """What these pages, one after the other, make."""
    files: Files = {}
    for page in pages:
        for name, block in NAMED.findall(text_of(page)):
            files[name] = added(files.get(name), name, block)
    return files


def added(before: str | None, name: str, block: str) -> str:
    """A file with a block in it."""
    if before is None or block.startswith('"""'):
        return block
    if name.endswith(".toml"):
        return written_toml(merged(tomllib.loads(before), tomllib.loads(block)))
    return with_definitions(before, block)


def merged(tables: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Tables with others in them."""
    both = dict(tables)
    for key, value in new.items():
        both[key] = merged(both.get(key, {}), value) if isinstance(value, dict) else value
    return both


def with_definitions(source: str, block: str) -> str:
    """Python with the definitions of a block, its imports first."""
    tree, new = ast.parse(source), ast.parse(block)
    imports = [node for node in new.body if isinstance(node, ast.ImportFrom)]
    names = {named(node): node for node in new.body if named(node)}
    body = [names.pop(named(node), node) for node in tree.body]
    place = next(at for at, node in enumerate(body) if isinstance(node, ast.ImportFrom))
    body[place:place] = imports
    return ast.unparse(ast.Module([*body, *names.values()], []))


def named(node: ast.AST) -> str:
    return node.name if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else ""


def defined(source: str) -> dict[str, str]:
    """The definitions of a file, whatever their order, without what only formats it."""
    return {named(node): ast.unparse(node) for node in ast.parse(source).body if named(node)}


def written_toml(tables: dict[str, Any], path: tuple[str, ...] = ()) -> str:
    """TOML for what rulebooks hold: tables of texts, numbers and lists."""
    own = {key: value for key, value in tables.items() if not isinstance(value, dict)}
    lines = [f"[{'.'.join(map(json.dumps, path))}]"] if path and own else []
    lines += [
        f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}" for key, value in own.items()
    ]
    inner = [
        written_toml(value, (*path, key))
        for key, value in tables.items()
        if isinstance(value, dict)
    ]
    return "\n".join([*lines, *inner])


def written(files: Files, folder: Path, package: str) -> None:
    """The files on a disk, in a package of that name."""
    for name, held in files.items():
        place = folder / package / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(held.replace(PACKAGE, package), encoding="utf-8")


def test_the_pages_make_the_example() -> None:
    files = built(PAGES)
    for name, held in files.items():
        outside = name.startswith(("tests/", "pyproject"))
        there = (EXAMPLE / name if outside else EXAMPLE / PACKAGE / name).read_text()
        if name.endswith(".py"):
            assert defined(held) == defined(there), name
        elif name.endswith(".toml"):
            assert tomllib.loads(held) == tomllib.loads(there), name
        else:
            assert held == there, name
    sources = {path.name for path in (EXAMPLE / PACKAGE).rglob("*.py")}
    assert sources <= {Path(name).name for name in files}


@pytest.mark.parametrize("last", range(2, 8))
def test_the_game_plays_after_each_page(
    last: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"tutorial_page_{last}"
    written(built(PAGES[:last]), tmp_path, package)
    monkeypatch.syspath_prepend(tmp_path)
    game: Game[Any, Any] = importlib.import_module(package).GAME
    suite = Suite(game, [Play(seats, {"lots": 3}, "tutorial") for seats in game.seats])
    for check in ("ends", "leaks", "rules", "why not", "boards", "lessons"):
        assert suite.run(check) == [], check


def test_what_is_typed_in_says_what_the_page_says() -> None:
    for page in PAGES:
        text = text_of(page).replace("```", "")
        test = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
        said: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=said.append)
        assert not said, "".join(said)
