"""Whether a rulebook's numbers come from the code: none is written out that a constant holds."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Container, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.rulebook.book import FIRST_LANGUAGE, AnswerChange, Rulebook, rulebook_of
from boomtown.rulebook.numbers import MENTION
from boomtown.rulebook.numerals import WORDS, numeral

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

LEAST = 2
"""None and one are words of every other sentence."""
WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,\s]\d{3})*")


WHOLE = 100
"""A length may be kept in hundredths: 400 is 4 in a text (``{name:hundredths}`` for the rest)."""


class Passage(Struct, frozen=True):
    """A text, where it stands, and the rules that it speaks of."""

    place: str
    text: str
    rules: Sequence[str]


def check_numbers(suite: Suite) -> Iterator[str]:
    """A number that the code of a rule has a name for is taken from there by all texts about it."""
    folder = Path(str(files(suite.game.package)))
    used = numbers_used(suite.game, sorted(folder.rglob("*.py")))
    book = rulebook_of(suite.game.package)
    yield from written_out(book, used)
    for code in book.languages:
        yield from _found(book, code, _introduced(folder / "page" / f"{code}.toml"), used)


def written_out(book: Rulebook, used: dict[str, dict[int, str]]) -> Iterator[str]:
    """The numbers that stand in the texts of a book, by the constants that their code uses."""
    for code in book.languages:
        yield from _found(book, code, passages(book, code), used)


def _found(
    book: Rulebook, code: str, texts: Iterable[Passage], used: dict[str, dict[int, str]]
) -> Iterator[str]:
    first = book.languages[FIRST_LANGUAGE].rules
    for passage in texts:
        words = set(WORD.findall(MENTION.sub(" ", passage.text).lower()))
        accidents = {n for id in passage.rules if id in first for n in first[id].coincidences}
        numbers = {n: name for id in passage.rules for n, name in used.get(id, {}).items()}
        for number, name in numbers.items():
            found = words & {numeral(code, number), *WORDS.get(number, {}).get(code, ())}
            if found and number not in accidents:
                yield (
                    f"{passage.place} ({code}) writes {min(found)!r}, which is {name} in its code: "
                    f"mention it by a name of Game.numbers"
                )


def passages(book: Rulebook, code: str) -> Iterator[Passage]:
    """What a language tells of rules: themselves, answers to questions, sentences at a table."""
    told, first = book.languages[code], book.languages[FIRST_LANGUAGE]
    for id, rule in told.rules.items():
        yield Passage(id, f"{rule.title} {rule.text} {rule.ruling}", [id])
    for id, answer in told.answers.items():
        plain = first.answers.get(id, answer)
        yield Passage(f"answers.{id}", _answer(answer), plain.rules)
        for name, change in answer.variants.items():
            rules = plain.variants.get(name, change).rules or plain.rules
            yield Passage(f"answers.{id}.{name}", _answer(change), rules)
    asked = {key: f"{question.you} {question.others}" for key, question in told.ask.items()}
    for kind, sentences in (("log", told.log), ("ask", asked), ("refuse", told.refuse)):
        for key, text in sentences.items():
            yield Passage(f"{kind}.{key}", text, [_rule_of(key, first.rules)])


def _answer(answer: AnswerChange) -> str:
    return f"{answer.short} {answer.sentence} {answer.none}"


def _rule_of(key: str, rules: Container[str]) -> str:
    """The rule of a sentence: its key is a rule, or a rule and words."""
    while key and key not in rules:
        key = key.rpartition(".")[0]
    return key


def _introduced(path: Path) -> Iterator[Passage]:
    """The rules that the page of a game begins with, told briefly."""
    if path.is_file():
        for rule in tomllib.loads(path.read_text(encoding="utf-8")).get("first", []):
            yield Passage(
                f"page: {rule['rule']}", f"{rule['title']} {rule['text']}", [rule["rule"]]
            )


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
                names = sorted(_names(part) & named.keys())
                for id in _texts(part) if names else ():
                    for name in names:
                        for number in _ways_to_write(named[name]):
                            used.setdefault(id, {}).setdefault(number, name)
    return used


def _ways_to_write(number: int) -> Iterator[int]:
    """A constant as it is, and as whole ones where it may be kept in hundredths."""
    if number >= LEAST:
        yield number
    if number % WHOLE == 0 and number // WHOLE >= LEAST:
        yield number // WHOLE


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
