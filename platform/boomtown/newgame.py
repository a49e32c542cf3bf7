"""Writes a new game to start from: playable and conforming from the first minute."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from boomtown.core.errors import BoomtownError
from boomtown.core.game import API

TEMPLATE = ".tmpl"
PARTS = ("board", "cards", "dice", "sealed", "map")
"""What a new game may have beside its first rules."""
RULES = {"cards": "tools", "dice": "washing", "sealed": "water", "map": "walking"}
"""Where the rules of a part stand; all of them are for the evening after a turn."""
IN_THE_BOX = {"cards": "COPIES, TOOLS", "map": "VEINS"}
"""What the set-up of a part needs of the content."""
EVENING = "evening"
OVERLAYS = "parts"
"""The folder with what each part adds."""


class CannotWrite(BoomtownError):
    """A new game that has no good name, or would overwrite something."""


def write_game(name: str, folder: Path, parts: Collection[str] = ()) -> Path:
    """Writes a distribution of its own for a game of this name and these parts, and says where."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise CannotWrite(f"{name!r}: use small letters, digits and single underscores: gold_rush")
    if name in sys.stdlib_module_names:
        raise CannotWrite(f"{name!r} is the name of a module of Python itself")
    target = folder / f"boomtown-game-{name.replace('_', '-')}"
    if target.exists():
        raise CannotWrite(f"{target} exists already")
    if unknown := set(parts) - set(PARTS):
        raise CannotWrite(f"{min(unknown)!r} is none of the parts: {', '.join(PARTS)}")
    release = metadata.version("boomtown")
    chosen = {part for part in PARTS if part in parts}
    rules = sorted(RULES[part] for part in chosen & set(RULES))
    if rules:
        chosen.add(EVENING)
        rules.insert(0, EVENING)
    words = {
        "name": name,
        "package": f"boomtown_game_{name}",
        "distribution": target.name,
        "title": name.replace("_", " ").title(),
        "api": API,
        "next_api": str(int(API.partition(".")[0]) + 1),
        "boomtown": release,
        "next_boomtown": _next_release(release),
        "modules": ", ".join(sorted(["digging", "setup", *rules])),
        "step_modules": ", ".join(["digging", *rules]),
        "washed": ", 2, 3, 4" if "dice" in chosen else "",
        "set_up": ", ".join(
            ["CLAIMS", *(IN_THE_BOX[one] for one in sorted(chosen & set(IN_THE_BOX)))]
        ),
    }
    scaffold = files("boomtown") / "scaffold"
    _write(scaffold, target, words, chosen)
    for part in sorted(chosen):
        _write(scaffold / OVERLAYS / part, target, words, chosen)
    return target


def _next_release(version: str) -> str:
    """The first release that may break what worked before.

    >>> _next_release("0.1.0"), _next_release("1.4.2")
    ('0.2', '2')
    """
    major, minor, *_ = map(int, version.split("."))
    return str(major + 1) if major else f"0.{minor + 1}"


def _write(source: Traversable, target: Path, words: dict[str, str], parts: set[str]) -> None:
    for item in source.iterdir():
        if item.is_dir():
            folder = {"package": words["package"], "game": words["name"]}.get(item.name, item.name)
            if item.name != OVERLAYS:
                _write(item, target / folder, words, parts)
        elif item.name.endswith(TEMPLATE):
            name = item.name.removesuffix(TEMPLATE)
            if parts and source.name == "rulebook":  # parts bring files of their own beside it
                name = f"{name.removesuffix('.toml')}/rules.toml"
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = Template(_with_parts(item.read_text(encoding="utf-8"), parts)).substitute(words)
            path.write_text(text, encoding="utf-8")


def _with_parts(text: str, parts: Collection[str]) -> str:
    """A template without what belongs to parts that nobody wants: %if PART, %if not PART, %end.

    >>> _with_parts("a\\n%if dice\\nb\\n%end\\n%if not dice\\nc\\n%end\\n", {"dice"})
    'a\\nb\\n'
    """
    lines, wanted = [], True
    for line in text.splitlines(keepends=True):
        if line.startswith("%if "):
            words = line.split()[1:]
            wanted = (words[-1] in parts) == (words[0] != "not")
        elif line.startswith("%end"):
            wanted = True
        elif wanted:
            lines.append(line)
    return "".join(lines)
