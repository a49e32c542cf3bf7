"""From the fields of a form to an answer or to the options of a game.

A page without any script sends these fields by itself; the table's script sends the same ones over
the socket. What cannot be read is refused by the name of its field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from boomtown.core.choice import (
    Choice,
    Number,
    OneOf,
    Ordered,
    Several,
    Split,
)
from boomtown.core.combined import Alternatives, Combination
from boomtown.core.composed import Composed
from boomtown.core.errors import InvalidAnswer
from boomtown.core.options import OptionField
from boomtown.core.places import Path, Point

ANSWER = "a"
USUAL = "usual"
"""A button that carries a whole answer of its own, whatever else the form says."""
OPTION = "o."
MOST_FIELDS = 200
DEEPEST = 32
"""How deep an answer may be nested: many times as deep as any is."""
BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{\]}]', re.DOTALL)
"""In a JSON text; what is quoted is passed over."""
ESCAPED_NUL = rb"\u0000"
T = TypeVar("T")


class Fields:
    """The fields of a form, by name, in order."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values: dict[str, list[str]] = {}
        for count, (name, value) in enumerate(pairs):
            if count >= MOST_FIELDS:
                raise InvalidAnswer("", f"at most {MOST_FIELDS} fields")
            self._values.setdefault(name, []).append(value)

    def all(self, name: str) -> list[str]:
        """All values of a field; none if it is missing."""
        return self._values.get(name, [])

    def one(self, name: str) -> str:
        """The value of a field."""
        values = self.all(name)
        if not values or not values[0].strip():
            raise InvalidAnswer(name, "nothing was chosen")
        return values[0]

    def inside(self, name: str) -> dict[str, str]:
        """What was filled in of the fields inside this one, by the rest of their names."""
        within = f"{name}."
        return {
            key.removeprefix(within): values[0]
            for key, values in self._values.items()
            if key.startswith(within) and values[0]
        }

    def number(self, name: str) -> int:
        """The value of a field as a whole number."""
        return _whole(self.one(name), name)


def _whole(text: str, name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InvalidAnswer(name, "expected a whole number") from None


def from_json(raw: bytes, type: type[T]) -> T:
    """What somebody sent as JSON, whatever it may be; ``InvalidAnswer`` if it cannot be read."""
    if ESCAPED_NUL in raw:
        raise InvalidAnswer("", "a text has no NUL in it")
    try:
        found = msgspec.json.decode(raw, type=type)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InvalidAnswer("", str(error)) from None
    except RecursionError:
        raise InvalidAnswer("", "nested too deeply") from None
    if raw.count(b"[") + raw.count(b"{") > DEEPEST:
        _check_depth(raw)
    return found


def _check_depth(raw: bytes) -> None:
    """Whoever walks through an answer must be able to walk through it."""
    depth = 0
    for mark in BRACKETS.findall(raw):
        if mark[0] in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise InvalidAnswer("", "nested too deeply")
        elif mark[0] in b"]}":
            depth -= 1


def _item(text: str) -> object:
    """An item as the page wrote it: JSON, so that 1 and "1" stay different."""
    try:
        return from_json(text.encode("utf-8", "replace"), object)
    except InvalidAnswer:
        return text


def answer_from_form(choice: Choice, fields: Fields, name: str = ANSWER) -> object:
    """The answer that a form gives to a choice, not judged yet."""
    if name == ANSWER and fields.all(USUAL):
        return _item(fields.one(USUAL))
    match choice:
        case Combination(parts=parts):
            return {
                part: answer_from_form(inner, fields, f"{name}.{part}")
                for part, inner in parts.items()
            }
        case Alternatives(options=options, refused=refused):
            picked = fields.one(name)
            if picked in refused:
                return {picked: None}  # nothing stands inside it
            if picked not in options:
                raise InvalidAnswer(name, "no such alternative")
            return {picked: answer_from_form(options[picked], fields, f"{name}.{picked}")}
        case Ordered():
            placed = [
                (_whole(rank, name), _item(item)) for item, rank in fields.inside(name).items()
            ]
            return [item for _, item in sorted(placed, key=lambda place: place[0])]
        case Several():
            return [_item(value) for value in fields.all(name) if value]
        case OneOf():
            return _item(fields.one(name))
        case Composed():
            return _item(next((value for value in fields.all(name) if value.strip()), ""))
        case Number():
            return fields.number(name)
        case Split():
            return {target: _whole(amount, name) for target, amount in fields.inside(name).items()}
        case Point(box=box):
            return [fields.number(f"{name}.{axis}") for axis in "xyz"[: len(box) // 2]]
        case Path():
            points = "".join(fields.all(name)).split(",")
            return [[_whole(n, name) for n in point.split()] for point in points if point.strip()]
    raise InvalidAnswer(name, f"no form can ask for a {choice.kind}")


def options_from_form(form: Iterable[OptionField], fields: Mapping[str, str]) -> dict[str, Any]:
    """A game's options as a form sent them; a switch that is off is not sent at all."""
    values: dict[str, Any] = {}
    for field in form:
        sent = fields.get(f"{OPTION}{field.name}")
        if field.kind == "switch":
            values[field.name] = sent is not None and sent != "false"
        elif sent is not None:
            values[field.name] = sent
    return values
