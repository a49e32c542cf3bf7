"""The table of any game as lines of text, from a view and nothing else.

Nothing is left out that somebody has to know: numbers, seats and what a player has are told even as
they are at first. Left out are empty lists, other fields that still have their default, and those
whose name in the language files (``names.field``) is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from msgspec import Struct

from boomtown.core.data import fields_of, is_data
from boomtown.core.seats import Seat
from boomtown.core.secret import Secret
from boomtown.rulebook.wording import Wording

Cells = list[tuple[str, str]]
"""Labels with their texts."""


class TableLine(Struct, frozen=True):
    """One thing on the table: a text, or a row for each player."""

    label: str
    text: str = ""
    rows: list[tuple[Seat, Cells]] = []


def table_words(state: Struct, wording: Wording) -> list[TableLine]:
    """A view's state in words: players by name, things by theirs, secrets as hidden."""
    lines: list[TableLine] = []
    for name, label, value, seat in _fields(state, wording):
        if isinstance(value, list | tuple) and any(_has_parts(item) for item in value):
            rows = [
                (Seat(number), _cells(item, wording, counted=True))
                for number, item in enumerate(value)
            ]
            lines.append(TableLine(label, rows=rows))
        elif _has_parts(value):
            lines.append(TableLine(label, _in_one_line(value, wording)))
        else:
            lines.append(TableLine(label, _text(value, name, seat, wording, _noun(type(state)))))
    return lines


def table_lines(state: Struct, wording: Wording) -> list[str]:
    """The same as plain lines, for a terminal."""
    lines: list[str] = []
    for line in table_words(state, wording):
        if line.rows:
            lines.append(f"{line.label}:")
            for seat, cells in line.rows:
                lines.append(f"  {wording.seat(seat)}: {_joined(cells)}")
        else:
            lines.append(f"{line.label}: {line.text}")
    return lines


def _cells(struct: Struct, wording: Wording, *, counted: bool = False) -> Cells:
    holder = _noun(type(struct))
    return [
        (label, _text(value, name, seat, wording, holder))
        for name, label, value, seat in _fields(struct, wording, counted=counted)
    ]


def _joined(cells: Cells) -> str:
    return "; ".join(f"{label}: {text}" for label, text in cells)


def _in_one_line(struct: Struct, wording: Wording) -> str:
    return _joined(_cells(struct, wording))


def _fields(
    struct: Struct, wording: Wording, *, counted: bool = False
) -> Iterator[tuple[str, str, Any, bool]]:
    """Name, label and value of the fields worth showing, and whether they are seats.

    Where things stand below each other they are ``counted``: what everybody has at first can be
    lost, and is told of those who have it.
    """
    for name, default, seat in _shape(type(struct)):
        # The names come from the type itself: a view of any game is shown like this.
        value = getattr(struct, name)
        label = wording.field(name, type(struct).__name__)
        told = seat or value != default or type(value) is int or (counted and value is True)
        if label and told and value not in (None, [], {}, ()):
            yield name, label, value, seat


@cache
def _shape(kind: type[Struct]) -> list[tuple[str, Any, bool]]:
    return [(field.name, field.default, _is_seat(field.type)) for field in fields_of(kind)]


def _is_seat(hint: Any) -> bool:
    """Whether a field holds a seat, or several."""
    return hint is Seat or any(_is_seat(inner) for inner in get_args(hint))


def _has_parts(value: Any) -> bool:
    return is_data(value) and not isinstance(value, Secret)


def _text(value: Any, name: str, seat: bool, wording: Wording, holder: str, pool: str = "") -> str:
    """A value in a few words."""
    if isinstance(value, Secret):
        if not value.known:
            return wording.say("terminal.hidden")
        return _text(value.value, name, seat, wording, holder, value.pool)
    if isinstance(value, list | tuple):
        known = [item for item in value if not isinstance(item, Secret) or item.known]
        words = [_text(item, name, seat, wording, holder, pool) for item in known]
        if hidden := len(value) - len(known):
            words.append(f"{hidden} × {wording.say('terminal.hidden')}")
        return ", ".join(words)
    if isinstance(value, dict):
        pairs = [
            (_text(key, name, seat, wording, holder), _text(inner, name, False, wording, holder))
            for key, inner in value.items()
        ]
        return ", ".join(f"{key}: {inner}" for key, inner in pairs)
    if isinstance(value, bool):
        return wording.say("terminal.yes" if value else "terminal.no")
    if seat and isinstance(value, int):
        return wording.seat(Seat(value))
    if is_data(value):
        return _in_one_line(value, wording)
    other = holder if type(value) is str else _noun(type(value))
    for noun in (name, name.removesuffix("s"), pool, other):
        if (told := wording.thing(noun, value)) != str(value):
            return told
    return str(value)


def _noun(kind: type) -> str:
    """How an enum's values are mostly named, and what a struct holds as a plain word.

    ``names.gun_hand`` for a ``GunHand``; ``names.weapon`` for the ``kind`` of a ``Weapon``.
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
