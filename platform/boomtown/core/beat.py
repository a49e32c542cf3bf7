"""Beats: how a table shows what happened, one thing after another. Pure data.

A game says for a key of its log what is to be seen and for how long. The page plays it, and the
site gives whoever is asked next, person or bot, as much of a lead as that takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from boomtown.core.log import Entry

LONGEST_LEAD = 12_000
"""Milliseconds that everything before one question takes at most; more is shown faster."""
_VALUE = re.compile(r"\{(\w+)\}")


class Beat(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """How a line of the log is shown.

    Places are names of ``data-beat`` or ``data-thing`` on the board; values of the line stand in
    them in braces (``{seat}:life``), and a list means each of its values.
    """

    time: int = 400
    """Milliseconds at normal speed."""
    sound: str = ""
    """``turn``, ``dice``, ``shot``, ``beer``, ``arrow``, ``dynamite``, ``win`` or ``out``; none, it
    is silent."""
    before: tuple[str, ...] = ()
    """What changes on the board as it begins."""
    after: tuple[str, ...] = ()
    """What changes when it has been shown, or when its effect says so."""
    cut: bool = False
    """Whether the whole board is the new one as it begins."""
    effect: str = ""
    """One of the page's own (``static/tables/effects.js``), or of the game's script."""
    start: str = ""
    end: str = ""
    """The places between which an effect goes, or the one at which it is."""
    needs: tuple[str, ...] = ()
    """Further values of the line that its effect reads."""
    icon: str = ""
    """Of the sprite; what flies, or stands in a banner."""
    protected: bool = False
    """Whether only the player's own hand may cut it short."""
    group: str = ""
    """Lines of one group, one after another, are shown as a single beat."""

    @cached_property
    def values(self) -> frozenset[str]:
        """The values of a line that the page needs to show it."""
        places = (*self.before, *self.after, self.start, self.end, self.icon)
        return frozenset(self.needs).union(*map(_VALUE.findall, places))


def lead(beats: Mapping[str, Beat], entries: Iterable[Entry]) -> int:
    """Milliseconds that a table needs to show what everybody may read of these entries."""
    time, group = 0, ""
    for entry in entries:
        beat = beats.get(entry.key) if entry.to is None else None
        if beat is None:
            continue
        time += beat.time if not beat.group or beat.group != group else 0
        group = beat.group
    return min(time, LONGEST_LEAD)
