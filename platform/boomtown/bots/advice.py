"""What a bot thinks of the answers to a question, from what one seat may know: help and reviews.

The legal answers (or the most promising, where there are many) are tried on the same imagined
tables with the same dice to come. Nothing but the seat's view, its question, what everybody has
been told and tables as they could be (``Match.imagine``) goes into it, so two worlds that look the
same from the seat give the same advice for the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs

from boomtown.bots.kinds import LEVELS, MARSHAL, UNLIMITED, level_of, make_bot
from boomtown.bots.search import SearchBot, Settings, key_of
from boomtown.bots.search.bot import Candidate, lead
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.game import WHOLE
from boomtown.core.match import Match
from boomtown.core.seats import Seat

SHORTER = Settings(playouts=160)
"""How far is looked ahead for those levels whose bots do not look ahead themselves."""


class Reason(StrEnum):
    """Why an answer stands where it stands."""

    ONLY = "only"
    """There is nothing else to answer."""
    CLEAR = "clear"
    """Clearly better than all others that were tried."""
    CLOSE = "close"
    """Hardly to be told from the best."""
    HABIT = "habit"
    """What the bot usually does; looking ahead shows nothing clearly better."""
    BEHIND = "behind"
    """Clearly worse than the best."""


class Advice(Struct, frozen=True):
    """What a bot thinks of one answer."""

    answer: Answer
    value: int
    """How likely the seat wins with it, of ``WHOLE``."""
    share: int
    """On how many of the tables, of ``WHOLE``, no other answer did better."""
    reason: Reason
    gain: int = 0
    """By how much it is better than the first of the list, of ``WHOLE``: mostly negative. Of the
    first, by how much it is better than the second."""
    error: int = 0
    """The standard error of that."""
    tables: int = 0
    """On how many imagined tables it was tried."""


def budget_of(level: str, seconds: float | None = None) -> Settings:
    """How long a level thinks: a marshal for the whole time, others a fixed number of tables.

    Without a time everything is a fixed number: only then is the advice the same for a seed.
    """
    if level_of(level) != MARSHAL:
        return structs.replace(SHORTER, seconds=seconds)
    return Settings() if seconds is None else Settings(seconds=seconds, playouts=UNLIMITED)


def highest_level(kinds: Sequence[str]) -> str:
    """The highest level among kinds of bots; a marshal where there is none."""
    levels = [LEVELS.index(level_of(kind)) for kind in kinds if level_of(kind) in LEVELS]
    return LEVELS[max(levels)] if levels else MARSHAL


def advise(
    match: Match[Any],
    seat: Seat,
    seed: bytes,
    budget: Settings | None = None,
    also: Sequence[Answer] = (),
) -> list[Advice]:
    """The answers to what a seat is asked, the one that the bot would give first, then by value.

    ``also`` are answers that must be tried as well, such as the one that was given in the end.
    Nothing where the seat is not asked.
    """
    ask = match.question(seat)
    if ask is None:
        return []
    chance = Chance(seed)
    bot = make_bot(match.game, MARSHAL, chance.another())
    assert isinstance(bot, SearchBot), "a marshal looks ahead"
    bot.settings = budget or Settings()
    bot.hear(match.history())
    tried, left = bot.race(match.view(seat), ask, lambda: match.imagine(seat, chance), also)
    gate = bot.settings.gate
    if len(tried) == 1 or not tried[0].worth:
        return [Advice(one.answer, 0, WHOLE, Reason.ONLY) for one in tried[:1]]
    own = bool(match.game.bots)
    chosen = _chosen(tried, left, own=own, settings=bot.settings)
    others = [one for one in tried if one is not chosen and one.worth]
    others.sort(key=lambda one: (lead(chosen, one)[0], key_of(one.answer)))
    shares = _shares(tried)
    found = [_beside(one, chosen, shares, gate) for one in others]
    gain, error = lead(chosen, others[0]) if others else (0.0, 0.0)
    reason = Reason.CLOSE
    if all(one.reason is Reason.BEHIND for one in found):
        reason = Reason.CLEAR
    elif own and gain <= 0:
        reason = Reason.HABIT
    value = round(chosen.mean)
    first = Advice(
        chosen.answer, value, shares[id(chosen)], reason, *_whole(gain, error), len(chosen.worth)
    )
    return [first, *found]


def _chosen(
    tried: list[Candidate], left: list[Candidate], *, own: bool, settings: Settings
) -> Candidate:
    """The one that the bot would give, as ``best_of`` has it."""
    best = max(left, key=lambda one: one.mean)
    if own and not best.weight(tried[0], out=False).is_better(settings):
        return tried[0]
    return best


def _beside(one: Candidate, chosen: Candidate, shares: dict[int, int], gate: float) -> Advice:
    """What is to be said of an answer beside the one that the bot would give."""
    behind, error = lead(chosen, one)
    least = WHOLE / len(one.worth)  # a few tables agree by luck: it must be more than one of them
    reason = Reason.BEHIND if behind > max(gate * error, least) else Reason.CLOSE
    value = min(WHOLE, max(0, round(chosen.mean - behind)))
    gain, error_of = _whole(-behind, error)
    return Advice(one.answer, value, shares[id(one)], reason, gain, error_of, len(one.worth))


def _whole(gain: float, error: float) -> tuple[int, int]:
    """In whole numbers; of a single table nobody knows the error."""
    return round(gain), min(WHOLE, round(min(error, float(WHOLE))))


def _shares(tried: Sequence[Candidate]) -> dict[int, int]:
    """By answer, on how many of all tables nothing that was tried there did better."""
    best = dict.fromkeys(map(id, tried), 0)
    tables = max(len(one.worth) for one in tried)
    for table in range(tables):
        there = [one for one in tried if table < len(one.worth)]
        top = max(one.worth[table] for one in there)
        for one in there:
            best[id(one)] += one.worth[table] == top
    return {one: WHOLE * count // tables for one, count in best.items()}
