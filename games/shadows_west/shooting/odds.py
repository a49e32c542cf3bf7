"""What becomes of a test, exactly over all results of all dice: shots, saves and fights."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

from msgspec import Struct

from shadows_west.content import DOWNED_UP_TO, SHAKEN_UP_TO, SUCCESS, save_target

MODEL: Final = "model"
SHAKEN: Final = "shaken"


class Odds(Struct, frozen=True):
    """What will become of a shot, in per mille."""

    hit: int
    shaken: int = 0
    downed: int = 0
    casualty: int = 0
    jam: int = 0


@cache
def outcomes(dice: int, sides: int) -> dict[tuple[int, int], int]:
    """How often a test shows so many successes and that highest die, the default re-roll included.

    Of ``sides ** (dice + 1)`` cases: the last die is the re-roll, thrown or not.
    """
    fails = SUCCESS - 1
    found: dict[tuple[int, int], int] = {}
    for highest in range(1, fails + 1):
        found[0, highest] = (highest**dice - (highest - 1) ** dice) * sides
    for successes in range(1, dice + 1):
        for highest in range(SUCCESS, sides + 1):
            tops = (highest - fails) ** successes - (highest - SUCCESS) ** successes
            ways = comb(dice, successes) * fails ** (dice - successes) * tops
            if highest < sides or successes == dice:
                _add(found, successes, highest, ways * sides)
            else:
                _add(found, successes, highest, ways * fails)
                _add(found, successes + 1, highest, ways * (sides - fails))
    return found


def _add(found: dict[tuple[int, int], int], successes: int, highest: int, ways: int) -> None:
    found[successes, highest] = found.get((successes, highest), 0) + ways


def _per_mille(part: int, whole: int) -> int:
    """Rounded to the nearest."""
    return (2000 * part + whole) // (2 * whole)


@cache
def odds(
    dice: int, sides: int, save_die: int, mod: int = 0, victim: str = MODEL, jam: int = 0
) -> Odds:
    """What becomes of a shot: exact over all results of all dice.

    ``victim`` is ``model``, ``shaken``, or anything that dies of every failed save.
    """
    whole = sides ** (dice + 1) * save_die
    hit = 0
    ends = {"shaken": 0, "downed": 0, "casualty": 0}
    for (successes, _), ways in outcomes(dice, sides).items():
        if successes:
            hit += ways * save_die
            for die in range(1, save_die + 1):
                end = _end(save_target(successes) - die - mod, victim)
                if end:
                    ends[end] += ways
    jams = ((SUCCESS - 1) ** dice - (SUCCESS - 2) ** dice) * (SUCCESS - 1) if jam else 0
    return Odds(
        _per_mille(hit, whole),
        _per_mille(ends["shaken"], whole),
        _per_mille(ends["downed"], whole),
        _per_mille(ends["casualty"], whole),
        _per_mille(jams, sides**dice * jam) if jam else 0,
    )


def _end(failed_by: int, victim: str) -> str:
    if failed_by <= 0:
        return ""
    if failed_by > DOWNED_UP_TO or victim not in (MODEL, SHAKEN):
        return "casualty"
    return "downed" if failed_by > SHAKEN_UP_TO or victim == SHAKEN else "shaken"


class FightOdds(Struct, frozen=True):
    """Who wins a fight, in per mille."""

    win: int
    tie: int
    lose: int


@cache
def fight_odds(dice: int, sides: int, other_dice: int, other_sides: int) -> FightOdds:
    """The odds of a fight: successes first, then the highest die (shadows.fight.tie)."""
    win = lose = 0
    for mine, ways in outcomes(dice, sides).items():
        for theirs, other_ways in outcomes(other_dice, other_sides).items():
            if mine > theirs:
                win += ways * other_ways
            elif mine < theirs:
                lose += ways * other_ways
    whole = sides ** (dice + 1) * other_sides ** (other_dice + 1)
    won, lost = _per_mille(win, whole), _per_mille(lose, whole)
    return FightOdds(won, 1000 - won - lost, lost)
