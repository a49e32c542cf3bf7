"""Which rule a line of the log links to, where it is not the one that told it."""

from __future__ import annotations

from boomtown.core import Entry


def cites(entry: Entry) -> str:
    """Dice that are thrown again are no first throw; matches of before do not say which it was."""
    again = entry.key == "bang.roll.first.cast" and entry.args.get("again")
    return "bang.roll.reroll" if again else entry.rule
