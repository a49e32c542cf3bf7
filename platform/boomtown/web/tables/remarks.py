"""What bots say at a table: short remarks now and then, and the rules that greenhorns go by.

Everything is made of what all can see, the lines of the log, the kind of a bot and the number of
the moment. What a bot knows or thinks is not asked, so a remark cannot tell anything of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from boomtown.bots.kinds import GREENHORN, LEVELS, level_of
from boomtown.core.log import Entry

PAUSE = 8
"""In so many moments at most one remark is made."""
EVEN = "even"
"""The temper of those who have none, or one that is their game's own."""
TEMPERS = ("careful", "bold", "vengeful", "greedy")
VARIANTS = {"turn": 2, "target": 1, "won": 1}
"""How many remarks there are for an occasion."""


class Remark(Struct, frozen=True):
    """Something that a bot says."""

    seat: int
    key: str
    """The name of the remark; empty for a greenhorn, who names the rule."""
    rule: str = ""


def remark_of(
    match: str,
    moment: int,
    kinds: Sequence[str | None],
    told: Sequence[Entry],
    winners: Sequence[int] | None,
) -> Remark | None:
    """What is said at a moment, by the bots' kinds at their seats and what was just told to all."""
    talkers = {seat: kind for seat, kind in enumerate(kinds) if kind and level_of(kind) in LEVELS}
    if winners is not None:
        return next(
            (_said(seat, talkers[seat], "won", 0) for seat in winners if seat in talkers), None
        )
    for entry in told:
        seat = entry.args.get("seat")
        if isinstance(seat, int) and level_of(talkers.get(seat, "")) == GREENHORN:
            return Remark(seat, "", entry.rule)
    lot = _lot(match, moment // PAUSE)
    if lot % PAUSE != moment % PAUSE:
        return None
    for entry in told:
        for occasion, name in (("target", "target"), ("turn", "seat")):
            seat = entry.args.get(name)
            if isinstance(seat, int) and seat in talkers:
                return _said(seat, talkers[seat], occasion, lot // PAUSE)
    return None


def _said(seat: int, kind: str, occasion: str, lot: int) -> Remark:
    temper = kind.partition(".")[2]
    known = temper if temper in TEMPERS else EVEN
    return Remark(seat, f"{known}.{occasion}.{lot % VARIANTS[occasion] + 1}")


def _lot(match: str, number: int) -> int:
    """Drawn from what nobody's answer can change."""
    return int.from_bytes(hashlib.sha256(f"{match} {number}".encode()).digest()[:4], "big")
