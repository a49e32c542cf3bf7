"""Where bull's eyes, beers and returned arrows do most for a bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bang_dice.bot.suspicion import Stance
from bang_dice.rules.moments import character_of
from boomtown.core import Seat


def aim(stance: Stance, symbols: Sequence[Sequence[Seat]], side: int = 1) -> list[Seat]:
    """A target for each bull's eye: where all that can hit somebody together do most."""
    hits = dict.fromkeys(stance.living, 0)
    aims = [stance.me] * len(symbols)
    waiting = sorted(range(len(symbols)), key=lambda symbol: len(symbols[symbol]))
    while waiting:
        value: dict[Seat, float] = {}
        for seat in symbols[waiting[0]]:
            more = sum(seat in symbols[symbol] for symbol in waiting)
            gained = stance.shot(seat, hits[seat] + more) - stance.shot(seat, hits[seat])
            value[seat] = side * gained
        target = max(value, key=lambda seat: value[seat])
        aims[waiting.pop(0)] = target
        hits[target] += 1
    return aims


def hits_of(aims: Sequence[Seat]) -> dict[Seat, int]:
    """How often each target is hit."""
    return {seat: aims.count(seat) for seat in aims}


def pour(stance: Stance, beers: int) -> Iterator[tuple[Seat, float]]:
    """Who gets each beer of the active player, and what it is worth."""
    town = stance.town
    drinker = town.cowboys[town.active]
    size = dict.fromkeys(stance.living, 1)
    if not drinker.out:
        size[town.active] = character_of(drinker).beer(drinker)
    given = dict.fromkeys(stance.living, 0)
    for _ in range(beers):
        value = {
            seat: stance.gain(seat, given[seat] + size[seat]) - stance.gain(seat, given[seat])
            for seat in stance.living
        }
        target = max(value, key=lambda seat: value[seat])
        given[target] += size[target]
        yield target, value[target]


def best_discard(stance: Stance) -> float:
    """One arrow of any player goes back to the pile."""
    holders = [seat for seat in stance.living if stance.arrows[seat]]
    return max((stance.arrow(seat, -1) for seat in holders), default=0.0)
