"""What a language of a rulebook still lacks: the texts to translate, with what they belong to.

A translation also grows old. ``translated.json`` keeps which originals the translations were made
from, as hashes: an original that has changed since has to be looked at in the other languages.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from msgspec import Struct

from boomtown.rulebook.book import FIRST_LANGUAGE, Language, Rulebook
from boomtown.rulebook.complete import Path, texts_of
from boomtown.rulebook.numerals import plural_forms

FILE = "to_translate.toml"
AGES = "translated.json"
HASH_LENGTH = 8
NO_TEXTS = Language(title="", summary="")


class Missing(Struct, frozen=True):
    """A text that is to be translated."""

    path: Path
    text: str
    """In the first language."""
    about: str
    """The rule that it belongs to, or what it is: whoever translates must know."""


def missing_texts(book: Rulebook, code: str) -> list[Missing]:
    """Every text of the first language that another one does not have, or has left empty."""
    first, told = book.languages[FIRST_LANGUAGE], book.languages.get(code, NO_TEXTS)
    theirs = texts_of(told)
    found = [
        Missing(path, text, _about(first, path))
        for path, text in texts_of(first).items()
        if text.strip() and not theirs.get(path, "").strip()
    ]
    for noun, forms in first.plurals.items():
        known = told.plurals.get(noun, {})
        found += [
            Missing(
                ("plurals", noun, form),
                forms.get(form, forms["other"]),
                f"a number of things: {noun}",
            )
            for form in sorted(plural_forms(code))
            if not known.get(form, "").strip()
        ]
    return found


def originals(book: Rulebook) -> dict[str, str]:
    """The texts of the first language as short hashes, by where they stand."""
    return {
        ".".join(path): hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]
        for path, text in texts_of(book.languages[FIRST_LANGUAGE]).items()
    }


def outdated(book: Rulebook) -> list[str]:
    """The texts whose original has changed since they were translated, as far as that is kept."""
    then = _kept(book) or {}
    return [key for key, now in originals(book).items() if then.get(key, now) != now]


def unnoted(book: Rulebook) -> list[str]:
    """The texts that are newer than what is kept: nobody would notice if their original changed."""
    then = _kept(book)
    return [] if then is None else [key for key in originals(book) if key not in then]


def _kept(book: Rulebook) -> dict[str, str] | None:
    """The originals that the translations were made from, if somebody keeps them."""
    path = files(book.package) / "rulebook" / AGES
    if not path.is_file():
        return None
    kept: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def _about(first: Language, path: Path) -> str:
    """What a text belongs to, in a few words."""
    kind, *rest = path
    if kind in ("title", "summary"):
        return f"the {kind} of the game"
    if kind == "names":
        return f"a name: {rest[0]}"
    id = rest[0]
    while id not in first.rules and "." in id:
        id = id.rpartition(".")[0]
    belongs = f": {first.rules[id].title}" if id in first.rules else ""
    return f"{kind} {rest[0]}{belongs}" if kind != "rules" else f"the rule {rest[0]}{belongs}"


def to_fill_in(book: Rulebook, code: str, begun: str = "") -> str:
    """The file to fill in: the original stands over an empty place, or over what was begun."""
    told = {path: text for path, text in _texts_in(tomllib.loads(begun)) if text.strip()}
    lacking = {one.path for one in missing_texts(book, code)}
    first = Rulebook(book.package, {FIRST_LANGUAGE: book.languages[FIRST_LANGUAGE]})
    every = [one for one in missing_texts(first, code) if one.path in lacking or one.path in told]
    alone = told.keys() - {one.path for one in every}
    every += [Missing(path, "", "no text of the first language") for path in sorted(alone)]
    return "\n".join(_lines(every, told)) + "\n"


def _texts_in(table: Mapping[str, Any], parents: Path = ()) -> Iterator[tuple[Path, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _texts_in(value, (*parents, key))
        else:
            yield (*parents, key), value


def _lines(missing: Sequence[Missing], told: Mapping[Path, str]) -> Iterator[str]:
    table: Path = ()
    for one in sorted(missing, key=lambda one: (len(one.path) > 1, one.path[:-1])):
        *parents, last = one.path
        if tuple(parents) != table:
            table = tuple(parents)
            yield f"\n[{'.'.join(map(_key, parents))}]"
        yield f"# {one.about}"
        yield from (f"# en: {line}" for line in one.text.splitlines())
        yield f"{_key(last)} = {_key(told.get(one.path, ''))}"


def _key(name: str) -> str:
    """A name or a text as a TOML file has it."""
    return json.dumps(name, ensure_ascii=False)
