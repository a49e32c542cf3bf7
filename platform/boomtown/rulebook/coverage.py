"""Which rules are cited by code, read out by tests and reached by play.

Code cites a rule in a string, a docstring or a comment: that is where steps, refusals and log
lines name it. ``f"noon.trick.{trick}"`` cites every rule that begins like that. A test reads a
rule out by its mark, ``@pytest.mark.rule("noon.shot.dice")``.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from boomtown.rulebook.book import Rulebook

HOLE = "{}"
FILES = (".css", ".js", ".svg")
"""What the files of a game's page end with: ``noon.css`` is none of its rules."""


class RuleCoverage(Struct, frozen=True):
    """What is known of one rule."""

    rule: str
    code: bool
    tests: int
    """How many tests read it out."""
    reached: int
    """In how many of the simulated matches it was reached."""
    unplayable: str
    """Why no match can reach it, where none can."""


class Coverage(Struct, frozen=True):
    """Coverage of a rulebook, and the ids that it does not know."""

    rules: list[RuleCoverage]
    unknown: list[str]
    matches: int

    @property
    def uncited(self) -> list[str]:
        """Rules that the code does not name."""
        return [rule.rule for rule in self.rules if not rule.code and not rule.unplayable]

    @property
    def untested(self) -> list[str]:
        """Rules that no test reads out."""
        return [rule.rule for rule in self.rules if not rule.tests and not rule.unplayable]

    @property
    def unreached(self) -> list[str]:
        """Rules that neither a test nor a simulated match reached."""
        return [
            rule.rule for rule in self.rules if not (rule.tests or rule.reached or rule.unplayable)
        ]


def cover(
    book: Rulebook,
    code: Iterable[Path],
    tests: Iterable[Path],
    reached: Counter[str] | None = None,
    matches: int = 0,
) -> Coverage:
    """The coverage of a rulebook by source files, test files and simulated matches."""
    ids = book.ids
    cited = {id for path in code for id in citations(path.read_text("utf-8"), book)}
    marked = Counter(id for path in tests for id in marks(path.read_text("utf-8")))
    ours = tuple(f"{prefix}." for prefix in book.prefixes())
    known = {*ids, *book.sentence_keys()}
    unknown = {id for id in (*cited, *marked) if id.startswith(ours) and not _known(id, known)}
    named = {id for id in ids if any(_cites(citation, id) for citation in cited)}
    reached = reached or Counter()
    unknown |= {id for id in reached if id.startswith(ours) and id not in known}
    return Coverage(
        [
            RuleCoverage(id, id in named, marked[id], reached[id], book.rule(id).unplayable)
            for id in ids
        ],
        sorted(unknown),
        matches,
    )


def _cites(citation: str, id: str) -> bool:
    if HOLE in citation:
        return re.fullmatch(re.escape(citation).replace(re.escape(HOLE), r"[\w.]+"), id) is not None
    return citation == id


def _known(citation: str, ids: set[str]) -> bool:
    """Whether a citation names a rule, several rules, or (``noon.trick.*``) a chapter of them."""
    return any(_cites(citation, id) or id.startswith(f"{citation}.") for id in ids)


def citations(source: str, book: Rulebook) -> set[str]:
    """The rule ids in strings and comments of a source file; a hole stands for a value."""
    prefix = "|".join(sorted(map(re.escape, book.prefixes())))
    pattern = re.compile(rf"(?<![\w.])(?:{prefix})(?:\.(?:[a-z0-9_]+|\{{\}}))+")
    found = {id for text in _texts(source) for id in pattern.findall(text)}
    return {id for id in found if not id.endswith(FILES)}


def _texts(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(part) for part in node.values)
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "" if id(node) in inside else node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def marks(source: str) -> list[str]:
    """The rules that the tests of a file read out: the arguments of ``pytest.mark.rule``."""
    return [
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "rule"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
