"""Hints: what a newcomer is told once, when it first matters. Pure data.

A game declares them in the file ``hints.toml`` of its package. A hint's text is the sentence
``hint.<key>`` of the language files (``say``); it belongs to questions, to lines of the log, or to
both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from boomtown.core.errors import Arg
from boomtown.core.log import Entry
from boomtown.core.seats import Seat

if TYPE_CHECKING:
    from boomtown.core.view import Question

TEXT = "hint."
"""Before the key of a hint: the key of its sentence."""


class Hint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that is explained when it first matters to somebody."""

    key: str
    rule: str
    """Where to read on."""
    asks: tuple[str, ...] = ()
    """The keys of the questions to which it belongs."""
    told: tuple[str, ...] = ()
    """The keys of the lines of the log to which it belongs."""
    where: Mapping[str, Arg] = {}
    """Values that the question or the line must have; in a list, one of its values."""
    mine: tuple[str, ...] = ()
    """Values of the line of which one must be the reader's seat."""
    during: tuple[str, ...] = ()
    """The keys of the questions in which a line is of use; with others it is not shown."""
    thing: str = ""
    """What it is about on the board (``data-thing`` or ``data-beat``): it is marked."""

    def fits(self, args: Mapping[str, Arg]) -> bool:
        """Whether a question or a line has the values that the hint is about."""
        for name, value in self.where.items():
            found = args.get(name)
            if not (value in found if isinstance(found, (list, tuple)) else found == value):
                return False
        return True

    def matters(self, seat: Seat, question: Question | None, told: Iterable[Entry]) -> bool:
        """Whether somebody is asked, or was just told, what the hint explains."""
        if question is not None and question.key in self.asks and self.fits(question.args):
            return True
        if self.during and (question is None or question.key not in self.during):
            return False
        for entry in told:
            if entry.key in self.told and self._is_about(seat, entry) and self.fits(entry.args):
                return True
        return False

    def _is_about(self, seat: Seat, entry: Entry) -> bool:
        return not self.mine or seat in [entry.args.get(name) for name in self.mine]


class _Declared(Struct, forbid_unknown_fields=True):
    """What stands in the file."""

    hint: tuple[Hint, ...]


@cache
def hints_of(package: str) -> tuple[Hint, ...]:
    """The hints that a game's package declares; a game without the file has none."""
    file = files(package) / "hints.toml"
    if not file.is_file():
        return ()
    return msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_Declared).hint


def mattering(
    hints: Sequence[Hint], seat: Seat, question: Question | None, told: Sequence[Entry]
) -> list[Hint]:
    """The hints that matter to a seat now, in the order in which the game declares them."""
    lines: dict[str, list[Entry]] = {}
    for entry in told:
        lines.setdefault(entry.key, []).append(entry)
    return [
        hint
        for hint in hints
        if hint.matters(seat, question, [one for key in hint.told for one in lines.get(key, ())])
    ]
