"""Writes a new game to start from: playable and conforming from the first minute."""

from __future__ import annotations

import re
import sys
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from boomtown.core.errors import BoomtownError
from boomtown.core.game import API

TEMPLATE = ".tmpl"


class CannotWrite(BoomtownError):
    """A new game that has no good name, or would overwrite something."""


def write_game(name: str, folder: Path) -> Path:
    """Writes a distribution of its own for a game of this name, and says where."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise CannotWrite(f"{name!r}: use small letters, digits and single underscores: gold_rush")
    if name in sys.stdlib_module_names:
        raise CannotWrite(f"{name!r} is the name of a module of Python itself")
    target = folder / f"boomtown-game-{name.replace('_', '-')}"
    if target.exists():
        raise CannotWrite(f"{target} exists already")
    release = metadata.version("boomtown")
    words = {
        "name": name,
        "package": f"boomtown_game_{name}",
        "distribution": target.name,
        "title": name.replace("_", " ").title(),
        "api": API,
        "next_api": str(int(API.partition(".")[0]) + 1),
        "boomtown": release,
        "next_boomtown": _next_release(release),
    }
    _write(files("boomtown") / "scaffold", target, words)
    return target


def _next_release(version: str) -> str:
    """The first release that may break what worked before.

    >>> _next_release("0.1.0"), _next_release("1.4.2")
    ('0.2', '2')
    """
    major, minor, *_ = map(int, version.split("."))
    return str(major + 1) if major else f"0.{minor + 1}"


def _write(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for item in source.iterdir():
        if item.is_dir():
            folder = words["package"] if item.name == "package" else item.name
            _write(item, target / folder, words)
        elif item.name.endswith(TEMPLATE):
            text = Template(item.read_text(encoding="utf-8")).substitute(words)
            (target / item.name.removesuffix(TEMPLATE)).write_text(text, encoding="utf-8")
