"""The sentences that a game's code asks for, found by reading it: play may never come there.

What is told or refused by a name that only play knows is left to play.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from boomtown.core.game import Game
from boomtown.core.step import Waits
from boomtown.rulebook.book import FIRST_LANGUAGE, Rulebook, platform_rulebook
from boomtown.testing.purity import package_sources


def mute(game: Game[Any, Any], book: Rulebook) -> Iterator[str]:
    """Questions, log lines and refusals of the code that the rulebook has no sentence for."""
    told = [each.languages[FIRST_LANGUAGE] for each in (book, platform_rulebook())]
    for step in game.steps:
        asks = issubclass(step, Waits) and not _names_its_question(step)
        if asks and not any(step.rule in one.ask for one in told):
            yield f"ask.{step.rule} has no text: {step.__name__} asks it"
    known = {
        "log": {key for one in told for key in one.log},
        "refuse": {key for one in told for key in one.refuse},
    }
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in package_sources(game)}
    bases = {name for tree in trees.values() for name in _bases(tree)}
    for path, tree in trees.items():
        for group, key, line in _sentences(tree, bases):
            if key not in known[group]:
                yield f"{group}.{key} has no text: {path.name} asks for it in line {line}"


def _names_its_question(step: type) -> bool:
    """Whether the question is called by something else than the step's rule."""
    return any("key" in vars(kind) for kind in step.__mro__[: step.__mro__.index(Waits)])


def _bases(tree: ast.Module) -> Iterator[str]:
    """The classes that others are derived from: their rule is that of the others."""
    for part in ast.walk(tree):
        if isinstance(part, ast.ClassDef):
            yield from (base.id for base in part.bases if isinstance(base, ast.Name))


def _sentences(tree: ast.Module, bases: set[str]) -> Iterator[tuple[str, str, int]]:
    """``log`` or ``refuse``, the key, and the line, where all of it is written out."""
    for part in tree.body:
        own = _rule_of(part) if isinstance(part, ast.ClassDef) and part.name not in bases else None
        for call in ast.walk(part):
            match call:
                case ast.Call(func=ast.Attribute(attr="tell"), args=[first, *rest]):
                    group = "log"
                case ast.Call(func=ast.Name(id="Refusal"), args=[first, *rest]):
                    group = "refuse"
                case _:
                    continue
            key = [own if _is_own_rule(first) else _written(first), *map(_written, rest)]
            if None not in key:
                yield group, ".".join(map(str, key)), call.lineno


def _rule_of(kind: ast.ClassDef) -> str | None:
    for part in kind.body:
        match part:
            case ast.Assign(targets=[ast.Name(id="rule")], value=value):
                return _written(value)
    return None


def _is_own_rule(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr="rule"):
            return True
    return False


def _written(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
    return None
