"""The table of any game as lines of text, from a view and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from boomtown.core.seats import Seat
from boomtown.core.secret import Secret
from boomtown.rulebook.wording import Wording


def table_lines(state: Struct, wording: Wording) -> list[str]:
    """A view's state as indented lines: players by name, things by theirs, secrets as hidden."""
    return list(_struct_lines(state, wording, ""))


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


def _struct_lines(struct: Struct, wording: Wording, indent: str) -> Iterator[str]:
    for name, hint in _hints(type(struct)).items():
        if name in struct.__struct_fields__:
            # The names come from the type itself: a view of any game is shown like this.
            yield from _lines(getattr(struct, name), name, _is_seat(hint), wording, indent)


def _is_seat(hint: Any) -> bool:
    """Whether a field holds a seat, or several."""
    return hint is Seat or any(_is_seat(inner) for inner in get_args(hint))


def _lines(value: Any, name: str, seat: bool, wording: Wording, indent: str) -> Iterator[str]:
    label = f"{indent}{wording.field(name)}"
    if isinstance(value, Struct) and not isinstance(value, Secret):
        yield f"{label}:"
        yield from _struct_lines(value, wording, indent + "  ")
    elif isinstance(value, list | tuple) and any(_has_parts(item) for item in value):
        yield f"{label}:"
        for number, item in enumerate(value):
            inner = wording.seat(Seat(number)) if len(value) > 1 else str(number + 1)
            yield f"{indent}  {inner}"
            yield from _struct_lines(item, wording, indent + "    ")
    else:
        yield f"{label}: {_text(value, name, seat, wording)}"


def _has_parts(value: Any) -> bool:
    return isinstance(value, Struct) and not isinstance(value, Secret)


def _text(value: Any, name: str, seat: bool, wording: Wording) -> str:
    """A value in one line."""
    if isinstance(value, Secret):
        if not value.known:
            return wording.say("terminal.hidden")
        return _text(value.value, name, seat, wording)
    if isinstance(value, list | tuple):
        known = [item for item in value if not isinstance(item, Secret) or item.known]
        words = [_text(item, name, seat, wording) for item in known]
        if hidden := len(value) - len(known):
            words.append(f"{hidden} × {wording.say('terminal.hidden')}")
        return ", ".join(words) or "-"
    if isinstance(value, dict):
        pairs = (
            f"{_text(k, name, seat, wording)}: {_text(v, name, False, wording)}"
            for k, v in value.items()
        )
        return ", ".join(pairs) or "-"
    if value is None or value == "":
        return "-"
    if seat and isinstance(value, int) and not isinstance(value, bool):
        return wording.seat(Seat(value))
    return wording.thing(name, value)
