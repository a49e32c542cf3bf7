"""Whether a game keeps to itself: no clock, no dice of its own, no machine, no site."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boomtown.core.game import Game

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

IMPURE = {"asyncio", "datetime", "os", "random", "secrets", "socket", "subprocess", "threading"}
IMPURE |= {"time", "uuid"}


def package_sources(game: Game[Any, Any]) -> list[Path]:
    """The Python files of a game."""
    folder = Path(str(files(game.package)))
    return sorted(folder.rglob("*.py"))


def check_purity(suite: Suite) -> Iterator[str]:
    """A game imports the standard library, msgspec, boomtown.core and itself; no clock, no dice."""
    own = suite.game.package.split(".")[0]
    for path in package_sources(suite.game):
        for name in _imports(path.read_text("utf-8")):
            top = name.split(".")[0]
            if top in IMPURE:
                yield f"{path.name} imports {name}: rules have no clock, no dice, no machine"
            elif top == "boomtown":
                if not name.startswith(("boomtown.core", "boomtown.testing")):
                    yield f"{path.name} imports {name}: rules know only boomtown.core"
            elif top not in {own, "msgspec", *sys.stdlib_module_names}:
                yield f"{path.name} imports {name}, which is none of a game's business"


def _imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
