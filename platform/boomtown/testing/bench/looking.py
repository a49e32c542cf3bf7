"""What there is to see of a match on the bench: agenda, state, who knows what, chance."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct

from boomtown.core.data import fields_of, is_data
from boomtown.core.match import Match
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.secret import Secret
from boomtown.core.step import Step, Waits
from boomtown.testing.bench.bench import Bench
from boomtown.testing.bench.chance import Draw

SHORT = 72
"""So many characters of a list of plain values stand in one line."""


class StepLine(Struct, frozen=True):
    """A step of the agenda."""

    name: str
    rule: str
    says: str
    """Its docstring: the rule in a sentence."""
    where: str
    """The file of the package and the line."""
    fields: list[tuple[str, str]]
    waits: bool


def agenda_of(match: Match[Any]) -> list[StepLine]:
    """The steps to come, the next one first."""
    if match.outcome is not None:
        return []
    return [
        StepLine(
            type(step).__name__,
            step.rule,
            (type(step).__doc__ or "").strip().partition("\n")[0],
            place_of(type(step)),
            [(one.name, text_of(getattr(step, one.name))) for one in fields_of(type(step))],
            isinstance(step, Waits),
        )
        for step in reversed(match.agenda)
    ]


@cache
def place_of(kind: type[Step]) -> str:
    """Where a step is written: ``high_noon/rules.py:34``."""
    try:
        path, (_, line) = Path(inspect.getsourcefile(kind) or ""), inspect.getsourcelines(kind)
    except (OSError, TypeError):  # compiled
        return kind.__module__
    own = kind.__module__.count(".") + 1 + (path.name == "__init__.py")
    return f"{'/'.join(path.parts[-own:])}:{line}"


class Node(Struct, frozen=True):
    """A value of the state, with what is inside it."""

    path: str
    name: str
    text: str
    """The value as JSON; of something with parts, only where it is edited."""
    seen: str | None
    """The same as the chair sees it; None where it is hidden there."""
    changed: bool
    """Whether the last event has changed it."""
    secret: bool = False
    knows: str = ""
    """The letters of those who know a secret; ``*`` is everybody."""
    parts: list[Node] = []

    def walk(self) -> Iterator[Node]:
        """This one and everything inside."""
        yield self
        for part in self.parts:
            yield from part.walk()


def tree_of(match: Match[Any], seat: Seat | None, before: Match[Any] | None = None) -> list[Node]:
    """The state, value by value, beside what a chair sees; ``before`` is the frame before."""
    earlier = None if before is None else before.state
    whole = _node("", "", match.state, match.view(seat).state, earlier, before is not None)
    return whole.parts


def _node(path: str, name: str, value: Any, seen: Any, earlier: Any, compared: bool) -> Node:
    text = text_of(value)
    changed = compared and text != text_of(earlier)
    if type(value) is Secret:
        inner = f"{path}.value"
        shown = text_of(seen.held) if type(seen) is Secret and seen.known else None
        parts = [
            Node(inner, "value", text_of(value.held), shown, False),
            Node(f"{path}.seats", "seats", text_of(value.seats), None, False),
            Node(f"{path}.public", "public", text_of(value.public), None, False),
        ]
        return Node(path, name, text_of(value.held), shown, changed, True, knowers(value), parts)
    parts = []
    if not _is_short(value, text):
        others, olds = dict(_parts(seen)), dict(_parts(earlier))
        for key, part in _parts(value):
            place = f"{path}.{key}" if path else key
            parts.append(_node(place, key, part, others.get(key), olds.get(key), compared))
    return Node(path, name, text, text_of(seen), changed, parts=parts)


def _is_short(value: object, text: str) -> bool:
    """Whether a list or table of plain values is shown as one value."""
    if not isinstance(value, list | tuple | dict):
        return not is_data(value)
    inner = value.values() if isinstance(value, dict) else value
    return len(text) <= SHORT and not any(
        is_data(one) or isinstance(one, list | tuple | dict) for one in inner
    )


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a value, each with its name in a path."""
    if isinstance(value, dict):
        yield from ((str(key), part) for key, part in value.items())
    elif isinstance(value, list | tuple):
        yield from ((str(index), part) for index, part in enumerate(value))
    elif is_data(value):
        for one in fields_of(type(value)):
            if (part := getattr(value, one.name)) is not UNSET:
                yield one.name, part


def text_of(value: object) -> str:
    """A value as JSON, in one line."""
    return json.dumps(plain(value), ensure_ascii=False)


def knowers(secret: Secret[Any]) -> str:
    """Who knows a secret, by letters."""
    if secret.public:
        return "*"
    return "".join("ABCDEFGH"[seat] for seat in range(8) if secret.seats >> seat & 1)


class Known(Struct, frozen=True):
    """A secret, and who knows it."""

    path: str
    text: str
    pool: str
    public: bool
    seats: list[bool]


def knowledge_of(match: Match[Any]) -> list[Known]:
    """Every secret of the state: who knows what."""
    return [
        Known(
            path,
            text_of(secret.held),
            secret.pool,
            secret.public,
            [secret.known_to(seat) for seat in match.all_seats],
        )
        for path, secret in _secrets("", match.state)
    ]


def _secrets(path: str, value: Any) -> Iterator[tuple[str, Secret[Any]]]:
    if type(value) is Secret:
        yield path, value
        return
    for key, part in _parts(value):
        yield from _secrets(f"{path}.{key}" if path else key, part)


class Drawn(Struct, frozen=True):
    """A draw, and the frame that it led to."""

    frame: int
    draw: Draw


def chance_of(bench: Bench, at: int) -> list[Drawn]:
    """What chance has done up to a frame, the first draw first."""
    return [Drawn(one.number, draw) for one in bench.frames[: at + 1] for draw in one.draws]


def loaded_at(bench: Bench, at: int) -> dict[str, Sequence[Any]]:
    """What is loaded and has not come up yet, by kind."""
    return {kind: list(values) for kind, values in bench.frames[at].chance.queues.items()}
