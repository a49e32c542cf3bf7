"""The end of the game and the scoring (cash.end.*, cash.score.*)."""

from __future__ import annotations

from boomtown.core import Match, Seat, Step, ranks_by
from cash_n_guns.content import (
    DIAMOND_BONUS,
    DIAMONDS,
    FACE_VALUE,
    PAINTING_SET,
    Loot,
)
from cash_n_guns.rules.moments import power_of
from cash_n_guns.state import Gang, Gangster


def set_value(gangster: Gangster, cards: int) -> int:
    """What so many painting cards are worth to a player, together (cash.score.paintings).

    cash.power.collector: a power may count as one more, up to the end of the table.
    """
    paintings = cards + power_of(gangster).paintings
    return PAINTING_SET[min(paintings, len(PAINTING_SET) - 1)]


def painting_value(gangster: Gangster) -> int:
    """All paintings of a player are one set."""
    return set_value(gangster, sum(card.value is Loot.PAINTING for card in gangster.loot))


def diamond_winner(gang: Gang) -> Seat | None:
    """The living player with strictly the most diamond cards (cash.score.diamond_tie)."""
    counts = {
        seat: sum(card.value in DIAMONDS for card in gang.gangsters[seat].loot)
        for seat in gang.living()
    }
    most = max(counts.values(), default=0)
    leaders = [seat for seat, count in counts.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None


def scores_of(gang: Gang) -> list[int]:
    """By seat: face values, the set of paintings and the diamond bonus; the dead have none."""
    rich = diamond_winner(gang)
    found: list[int] = []
    for seat, gangster in enumerate(gang.gangsters):
        if gangster.out:
            found.append(0)
            continue
        values = sum([FACE_VALUE.get(card.value, 0) for card in gangster.loot])
        bonus = DIAMOND_BONUS if seat == rich else 0
        found.append(values + painting_value(gangster) + bonus)
    return found


class FinalScoring(Step):
    """After eight rounds the living player with the highest score wins.

    cash.end.alive_only: alive is enough, whoever ducked or was hit in the last round.
    """

    rule = "cash.end.eight"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        living = gang.living()
        scores = scores_of(gang)
        results = {seat: (scores[seat], gang.gangsters[seat].wounds) for seat in living}
        best = max(results.values())
        winners = [seat for seat in living if results[seat] == best]
        tied = sum(points == best[0] for points, _ in results.values()) > 1
        finish(match, "cash.score.tie" if tied else "cash.score.winner", winners)


def finish(match: Match[Gang], rule: str, winners: list[Seat]) -> None:
    """The cards of the living are shown, and the scores (cash.score.open)."""
    gang = match.state
    living = gang.living()
    for seat in living:
        for card in gang.gangsters[seat].loot:
            match.reveal(card)
        for bullet in gang.gangsters[seat].hand:
            match.reveal(bullet)
    match.cite("cash.score.open")
    rich = diamond_winner(gang)
    if rich is None:
        match.tell("cash.score.diamond_tie")
    else:
        match.tell("cash.score.diamonds", seat=rich, bonus=DIAMOND_BONUS)
    scores = scores_of(gang)
    for seat in living:
        set_value = painting_value(gang.gangsters[seat])
        match.tell("cash.score.sum", seat=seat, total=scores[seat], paintings=set_value)
    places = [standing(gang, seat, scores[seat]) for seat in match.all_seats]
    match.end(rule, winners, ranks=ranks_by(places), scores=scores)


def standing(gang: Gang, seat: Seat, points: int) -> int:
    """A number by which players are ranked: points, then wounds; the dead come last."""
    gangster = gang.gangsters[seat]
    return -1 if gangster.out else points * 10 + gangster.wounds
