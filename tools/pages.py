"""Writes the pages of the manual that are made of files: docs/high-noon.md, a whole game to read,
and docs/questions.md, the questions of the comparison with what an answer can be.

Authors have the manual, and not the source: whatever a page sends them to stands in it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GAME = ROOT / "examples" / "high_noon" / "boomtown_game_high_noon"
QUESTIONS = ROOT / "platform" / "boomtown" / "rulebook" / "questions"
FILES = (
    ("__init__.py", "What it declares."),
    ("state.py", "What is on the table, what is in the box, and the set-up."),
    ("rules.py", "The rounds: a sealed choice for all, a window for tricks, dice."),
    ("rulebook/en/rules.toml", "The rules and all sentences of the game, in English."),
    (
        "rulebook/en/answers.toml",
        "Answers for the comparison: what does not follow by itself.",
    ),
    ("lessons/first.toml", "A lesson: the match of somebody who has never played."),
    ("rulebook/en/lessons.toml", "What the lesson says."),
    ("hints.toml", "What is explained when it first matters."),
    ("rulebook/en/hints.toml", "Its words."),
    ("page/en.toml", "How the site introduces the game."),
)
LANGUAGES = {".py": "python", ".toml": "toml"}


def high_noon() -> Iterator[str]:
    """A whole game, file by file."""
    yield "# High Noon: a whole game\n\n"
    yield "Dice, a hidden card, a sealed choice and a window in under 200 lines: "
    yield "the files of the game, as they are.\n"
    yield "Written by `python tools/pages.py`. A game of the same kind is built step by step in\n"
    yield "[the tutorial](tutorial/1-a-table.md); "
    yield "[writing a game](plugins.md) tells what belongs where.\n"
    for name, about in FILES:
        path = GAME / name
        text = path.read_text(encoding="utf-8").strip()
        yield f"\n## {name}\n\n{about}\n\n```{LANGUAGES[path.suffix]} {name}\n{text}\n```\n"


def questions() -> Iterator[str]:
    """All questions, by topic."""
    asked: dict[str, Any] = tomllib.loads((QUESTIONS / "en.toml").read_text("utf-8"))["questions"]
    kinds: dict[str, Any] = tomllib.loads((QUESTIONS / "kinds.toml").read_text("utf-8"))["kinds"]
    yield "# The questions of the comparison\n\n"
    yield "What every rulebook settles, and what an answer can be: "
    yield '`[answers."players.number"]`, `value = [3, 8]`.\n'
    yield "[Compared and found](concepts/comparison.md) tells how to answer. "
    yield "*Core* questions every game should answer.\n"
    yield "Written by `python tools/pages.py`.\n"
    for topic in dict.fromkeys(one["topic"] for one in asked.values()):
        yield f"\n## {topic}\n\n| id | question | kind | about | values |\n|---|---|---|---|---|\n"
        for id, one in asked.items():
            if one["topic"] == topic:
                kind = kinds[id]
                core = ", core" if kind.get("core") else ""
                values = ", ".join(f"`{value}`" for value in kind.get("values", ()))
                told = f"{one['text']} | {kind['kind']}{core} | {kind['unit']} | {values}"
                yield f"| `{id}` | {told} |\n"


PAGES = {"high-noon": high_noon, "questions": questions}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / f"{name}.md").write_text("".join(page()), encoding="utf-8")
