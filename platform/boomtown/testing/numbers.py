"""Whether a rulebook's numbers come from the code: none is written out that a constant holds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.rulebook.book import FIRST_LANGUAGE, Rulebook, RuleText, rulebook_of
from boomtown.rulebook.numbers import MENTION
from boomtown.rulebook.numerals import WORDS, numeral

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

LEAST = 2
"""None and one are words of every other sentence."""
WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,\s]\d{3})*")


def check_numbers(suite: Suite) -> Iterator[str]:
    """A number in a rule's text that the rule's code has a name for is taken from there."""
    folder = Path(str(files(suite.game.package)))
    used = numbers_used(suite.game, sorted(folder.rglob("*.py")))
    yield from written_out(rulebook_of(suite.game.package), used)


def written_out(book: Rulebook, used: dict[str, dict[int, str]]) -> Iterator[str]:
    """The numbers that stand in the texts of rules, by the constants that their code uses."""
    first = book.languages[FIRST_LANGUAGE].rules
    for code, told in book.languages.items():
        for id, rule in told.rules.items():
            accidents = first.get(id, rule).coincidences
            for number, name in used.get(id, {}).items():
                spelt = {numeral(code, number), *WORDS.get(number, {}).get(code, ())}
                found = spelt & set(WORD.findall(_words(rule).lower()))
                if found and number not in accidents:
                    yield (
                        f"{id} ({code}) writes {min(found)!r}, which is {name} in its code: "
                        f"mention it by a name of Game.numbers"
                    )


def _words(rule: RuleText) -> str:
    return MENTION.sub(" ", f"{rule.title} {rule.text} {rule.ruling}")


def numbers_used(game: Game[Any, Any], sources: Iterable[Path]) -> dict[str, dict[int, str]]:
    """By rule, the numbers that have a name in the code which cites it."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources]
    named = {
        field.name: field.default
        for field in form_of(game.options)
        if field.kind == "number" and isinstance(field.default, int)
    }
    for tree in trees:
        named |= _constants(tree)
    used: dict[str, dict[int, str]] = {}
    for tree in trees:
        for part in tree.body:
            if isinstance(part, (ast.ClassDef, ast.FunctionDef)):
                for id in _texts(part):
                    for name in _names(part) & named.keys():
                        if named[name] >= LEAST:
                            used.setdefault(id, {})[named[name]] = name
    return used


def _constants(tree: ast.Module) -> dict[str, int]:
    """The whole numbers that a module gives a name."""
    found: dict[str, int] = {}
    for part in tree.body:
        match part:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(number)))
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int(number)))
            ):
                if name.isupper() and not isinstance(number, bool):
                    found[name] = number
    return found


def _names(part: ast.AST) -> set[str]:
    nodes = list(ast.walk(part))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.attr for node in nodes if isinstance(node, ast.Attribute)
    }


def _texts(part: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(part)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
