"""The takes of an example: ``A:B20``, and what a clip, the Greedy or the Dictator make of it."""

from __future__ import annotations

import re

from msgspec import Struct

from boomtown.core import Seat
from boomtown.testing.examples import ExampleFailed
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.notation.table import seat_of

BULLET = {"C": Bullet.CLICK, "B": Bullet.BANG}
SKIP = "SKIP"


class Entry(Struct, frozen=True):
    """One entry of ``takes``: ``A:B20+P!bill+painting``, ``A:CL>C``, ``A:B5<>P``, ``A:SKIP``."""

    seat: Seat
    shares: tuple[Loot, ...]
    drawn: Loot | None
    discards: tuple[Bullet, ...]
    forbidden: tuple[str, ...]
    skip: bool


def read_entry(text: str) -> Entry:
    """One entry of ``takes``."""
    found = re.fullmatch(
        r"(?P<seat>[A-H]):(?P<shares>\w+(?:\+\w+)?)(?:<>(?P<drawn>\w+))?"
        r"(?:!(?P<kinds>\w+(?:\+\w+)?))?(?P<discards>(?:>[CB])*)",
        text,
    )
    if found is None:
        raise ExampleFailed(f"this is no take: {text}")
    skip = found["shares"] == SKIP
    return Entry(
        seat_of(found["seat"]),
        () if skip else tuple(Loot(code) for code in found["shares"].split("+")),
        Loot(found["drawn"]) if found["drawn"] else None,
        tuple(BULLET[letter] for letter in found["discards"].replace(">", "")),
        tuple(found["kinds"].split("+")) if found["kinds"] else (),
        skip,
    )
