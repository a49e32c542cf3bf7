"""Pieces of work: every kind of bad input, in the shares that it is to have."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from nonsense.asking import Asking
from nonsense.filing import Filing
from nonsense.judge import Found, Judge
from nonsense.ledger import Ledger
from nonsense.speaking import Speaking
from nonsense.town import Copies
from nonsense.wire import torment

SHARES = {"asking": 20, "speaking": 66, "filing": 4, "wire": 10}
"""Of a hundred."""
WAYS: dict[str, type[Asking | Speaking | Filing]] = {
    "asking": Asking,
    "speaking": Speaking,
    "filing": Filing,
}
MOST_WRITTEN = 600
"""Inputs that turned out right, after which a town is so changed that another one is opened."""


@cache
def copies(folder: Path, seed: str) -> Copies:
    """The town of this process."""
    return Copies(folder / str(os.getpid()), seed)


def share(folder: Path, seed: str, part: int, inputs: int) -> Found:
    """A piece of work: all kinds of inputs, so many bad ones."""
    name, of = f"{seed}/{part}", copies(folder, seed)
    found = Found()
    for way, often in SHARES.items():
        wanted = inputs * often // sum(SHARES.values())
        if way == "wire":
            found.add(torment(of, wanted, name))
        else:
            found.add(in_towns(way, of, wanted, name))
    return found


def in_towns(way: str, of: Copies, wanted: int, seed: str) -> Found:
    """So many bad inputs of a kind, to as many towns as it takes."""
    found, town_number = Found(), 0
    while found.bad < wanted:
        with of.opened() as town:
            judge = Judge(town, Ledger(town.site.database))
            with judge.watching():
                sender = WAYS[way](town, judge, f"{seed}/{town_number}")
                while judge.found.bad + found.bad < wanted and judge.written < MOST_WRITTEN:
                    sender.turn()
        found.add(judge.found)
        town_number += 1
    return found
