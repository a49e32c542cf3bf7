"""The story of a match: shots and wounds, bluffs that worked, and what the winner won by.

A card that was discarded unseen is known when the match is over: its replay is open to all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boomtown.core import (
    Award,
    Entry,
    Figure,
    Line,
    Match,
    Say,
    Seat,
    Story,
    best,
    seats_in,
    whole,
)
from cash_n_guns.content import DIAMOND_BONUS, FACE_VALUE, Bullet, Loot
from cash_n_guns.rules.ending import diamond_winner, painting_value, scores_of
from cash_n_guns.state import Gang

SHOT = "cash.effects.bang"
TAKES = ("cash.share.must_take", "cash.power.greedy")


class CashStory:
    """Counts shots, wounds, bluffs and loot while a match is played again."""

    def __init__(self) -> None:
        self.round = 1
        self.aims: dict[Seat, Seat] = {}
        self.laid: dict[Seat, Bullet] = {}
        """Everybody's target and card in this round, as they were before the last answer."""
        self.shots: Counter[Seat] = Counter()
        self.wounds: Counter[Seat] = Counter()
        self.ducked: Counter[Seat] = Counter()
        self.bluffs: Counter[Seat] = Counter()
        self.stood: Counter[Seat] = Counter()
        """Guns that somebody has stood up to."""
        self.hauls: Counter[tuple[Seat, int]] = Counter()
        """By seat and round, what was taken, as far as it has a face value."""

    def sees(self, match: Match[Gang], line: Line | None, told: Sequence[Entry]) -> None:
        for entry in told:
            if entry.key == "cash.round.lead":
                self.round = whole(entry, "round")
            elif entry.key == "cash.courage.choose":
                self._stand(seats_in(entry, "standing"))
            elif entry.key == "cash.courage.duck":
                self._duck(seats_in(entry, "seats"))
            elif entry.key == SHOT:
                self.shots[Seat(whole(entry, "seat"))] += 1
            elif entry.key == "cash.effects.several":
                self.wounds[Seat(whole(entry, "seat"))] += whole(entry, "hits")
            elif entry.key in TAKES:
                value = FACE_VALUE.get(Loot(str(entry.args["share"])), 0)
                self.hauls[Seat(whole(entry, "seat")), self.round] += value
        players = list(enumerate(match.state.gangsters))
        self.aims = {Seat(seat): one.target for seat, one in players if one.target is not None}
        self.laid = {Seat(seat): one.bullet.value for seat, one in players if one.bullet}

    def _stand(self, seats: list[Seat]) -> None:
        for seat in seats:
            guns = [by for by, target in self.aims.items() if target == seat != by]
            self.stood[seat] += len(guns)

    def _duck(self, seats: list[Seat]) -> None:
        self.ducked.update(seats)
        for by, target in self.aims.items():
            if target in seats and by not in seats and self.laid.get(by) is Bullet.CLICK:
                self.bluffs[by] += 1

    def tells(self, match: Match[Gang]) -> Story:
        seats = match.all_seats
        shots, wounds, ducked, bluffs, stood = (
            tuple(counted[seat] for seat in seats)
            for counted in (self.shots, self.wounds, self.ducked, self.bluffs, self.stood)
        )
        return Story(
            decided=tuple(decided(match)),
            figures=(
                Figure(Say("story.shots"), shots),
                Figure(Say("story.wounds"), wounds),
                Figure(Say("story.ducked"), ducked),
                Figure(Say("story.bluffs"), bluffs),
                Figure(Say("story.stood"), stood),
            ),
            awards=(
                *_award("bluffer", bluffs, "card-click"),
                *_award("gunslinger", shots, "revolver"),
                *_award("nerves", stood, "stand"),
                *self._haul(),
            ),
        )

    def _haul(self) -> list[Award]:
        most = max(self.hauls.values(), default=0)
        found = [place for place, value in self.hauls.items() if value == most]
        if not most or len(found) != 1:
            return []
        seat, round = found[0]
        why = Say("story.haul.why", {"value": most, "round": round})
        return [Award(seat, Say("story.haul"), why, "loot-bill")]


def decided(match: Match[Gang]) -> list[Say]:
    """How far the winner was ahead, and what it would have been without one thing."""
    gang, outcome = match.state, match.outcome
    if outcome is None or len(outcome.winners) != 1:
        return []
    winner = outcome.winners[0]
    rivals = [seat for seat in gang.living() if seat != winner]
    if not rivals:
        return [Say("story.alone", {"seat": winner})]
    scores = scores_of(gang)
    second = max(rivals, key=lambda seat: scores[seat])
    margin = scores[winner] - scores[second]
    told = [Say("story.margin", {"seat": winner, "other": second, "margin": margin})]
    if diamond_winner(gang) == winner and margin < DIAMOND_BONUS:
        told.append(Say("story.by_diamonds", {"seat": winner, "bonus": DIAMOND_BONUS}))
    elif margin < (worth := painting_value(gang.gangsters[winner])):
        told.append(Say("story.by_paintings", {"seat": winner, "worth": worth}))
    return told


def _award(name: str, values: Sequence[int], icon: str) -> list[Award]:
    seat = best(values, 2)
    if seat is None:
        return []
    why = Say(f"story.{name}.why", {"number": values[seat]})
    return [Award(seat, Say(f"story.{name}"), why, icon)]
