"""Which rule a line of the log links to, where it is not the one that told it."""

from __future__ import annotations

from boomtown.core import Entry


def cites(entry: Entry) -> str:
    """A single hit is no case of several, and whoever takes a share might not even want to pass."""
    if entry.rule == "cash.effects.several" and entry.args["hits"] == 1:
        return "cash.effects.bang"
    return "cash.share.order" if entry.rule == "cash.share.must_take" else entry.rule
