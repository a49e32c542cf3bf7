"""The points of a tournament, and who is where when they are level (boomtown.tournament.points).

Points are counted in halves, so that they are whole numbers. At a table somebody has a point for
each other seat that they have ended before, and half a point for each that they are level with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from boomtown.core.outcome import Outcome

WIN = 2
"""A point, in halves."""


class Played(Struct, frozen=True):
    """A table of the tournament that is over, as it counts."""

    players: tuple[str | None, ...]
    """By seat; None for a bot."""
    halves: tuple[int, ...]
    """By seat, the points in halves."""
    won: tuple[bool, ...]


class Standing(Struct, frozen=True):
    """Where somebody is."""

    place: int
    """Shared by those whom nothing tells apart."""
    player: str
    halves: int
    wins: int
    direct: int
    """Halves from tables with those who have as many points and wins."""
    strength: int
    """Halves of all whom they have met, once for each table."""
    tables: int


def halves_of(outcome: Outcome, seats: int, missing: Sequence[int] = ()) -> tuple[int, ...]:
    """What a match gives, by seat; nothing to those who were missing.

    >>> halves_of(Outcome("r", (1,), ranks=(2, 1, 2)), 3)
    (1, 4, 1)
    """
    if outcome.draw and not outcome.ranks:
        worth = [(0, 0)] * seats
    else:
        ranks = outcome.ranks or (0,) * seats
        worth = [(seat not in outcome.winners, ranks[seat]) for seat in range(seats)]
    return tuple(
        0
        if seat in missing
        else sum(
            WIN if other in missing or worth[seat] < worth[other] else worth[seat] == worth[other]
            for other in range(seats)
            if other != seat
        )
        for seat in range(seats)
    )


def standings(players: Sequence[str], played: Sequence[Played]) -> list[Standing]:
    """Everybody, the best first: points, wins, points against one's equals, strength of others."""
    halves, wins, tables = (dict.fromkeys(players, 0) for _ in range(3))
    for table in played:
        for player, got, won in zip(table.players, table.halves, table.won, strict=True):
            if player in halves:
                halves[player] += got
                wins[player] += won
                tables[player] += 1
    strength = _strength(players, played, halves)
    level: dict[tuple[int, int], list[str]] = {}
    for player in players:
        level.setdefault((halves[player], wins[player]), []).append(player)
    direct = {
        player: _against(player, equals, played) for equals in level.values() for player in equals
    }

    def worth(player: str) -> tuple[int, int, int, int]:
        return halves[player], wins[player], direct[player], strength[player]

    return [
        Standing(
            place=1 + sum(worth(other) > worth(player) for other in players),
            player=player,
            halves=halves[player],
            wins=wins[player],
            direct=direct[player],
            strength=strength[player],
            tables=tables[player],
        )
        for player in sorted(players, key=worth, reverse=True)
    ]


def _strength(
    players: Sequence[str], played: Sequence[Played], halves: Mapping[str, int]
) -> dict[str, int]:
    found = dict.fromkeys(players, 0)
    for table in played:
        met = [player for player in table.players if player in found]
        for player in met:
            if player is not None:
                found[player] += sum(halves[other] for other in met if other and other != player)
    return found


def _against(player: str, equals: Sequence[str], played: Sequence[Played]) -> int:
    """Points from tables at which at least one other of the equals sat."""
    total = 0
    for table in played:
        if player in table.players and any(
            other in table.players for other in equals if other != player
        ):
            total += table.halves[table.players.index(player)]
    return total
