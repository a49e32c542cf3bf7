"""The story of a match: shots, casualties, the luck of the dice, and what the winner won by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from boomtown.core import Award, Entry, Figure, Line, Match, Say, Seat, Story, best, whole
from shadows_west.content import SUCCESS
from shadows_west.page.board import LETTERS
from shadows_west.page.ending import SOURCES, sums_of
from shadows_west.state import West

FIRED = ("shadows.shoot.sequence", "shadows.shoot.corridor_line", "shadows.tnt.sharp_shot")
FELL = "shadows.damage.casualty.model"
BY_GUN = ("shot", "corridor")
"""Causes of a casualty that are a shot of whoever fired last; fight and blast are nobody's gun."""
TEST = ".test"
"""How the keys of lines end that tell of a test with a pool of dice."""
LUCK = 100
"""How much better than expected the dice must be for an award, in hundredths of a success."""


class WestStory:
    """Counts shots, casualties and dice while a match is played again."""

    def __init__(self) -> None:
        self.fired: Counter[Seat] = Counter()
        self.caused: Counter[Seat] = Counter()
        self.lost: Counter[Seat] = Counter()
        self.figures: Counter[str] = Counter()
        """By figure, how many it has put out by its shots."""
        self.shooter = ""
        self.successes: Counter[Seat] = Counter()
        self.expected: Counter[Seat] = Counter()
        """Hundredths of successes that were to be expected."""
        self.fled: list[Say] = []
        self.points: list[Entry] = []

    def sees(self, match: Match[West], line: Line | None, told: Sequence[Entry]) -> None:
        for entry in told:
            seat = owner(entry.args.get("who"))
            if entry.key in FIRED and seat is not None:
                self.fired[seat] += 1
                self.shooter = str(entry.args["who"])
            elif entry.key == FELL:
                self._fell(entry, seat)
            elif entry.key.endswith(TEST) and "successes" in entry.args and seat is not None:
                dice, sides = whole(entry, "dice"), whole(entry, "sides")
                self.successes[seat] += whole(entry, "successes")
                self.expected[seat] += 100 * dice * (sides - SUCCESS + 1) // sides
            elif entry.key.endswith(".flees"):
                fled, turn = whole(entry, "seat"), match.state.turn
                self.fled.append(Say("story.fled", {"seat": fled, "turn": turn}))
            elif entry.key in SOURCES:
                self.points.append(entry)

    def _fell(self, entry: Entry, seat: Seat | None) -> None:
        by = entry.args.get("by")
        if seat is not None:
            self.lost[seat] += 1
        if isinstance(by, int) and by != seat:
            self.caused[Seat(by)] += 1
            if entry.args.get("cause") in BY_GUN and owner(self.shooter) == by:
                self.figures[self.shooter] += 1

    def tells(self, match: Match[West]) -> Story:
        seats = match.all_seats
        fired, caused, lost = (
            tuple(counted[seat] for seat in seats)
            for counted in (self.fired, self.caused, self.lost)
        )
        luck = [100 * self.successes[seat] - self.expected[seat] for seat in seats]
        return Story(
            decided=(*self.fled, *self._won_by(match)),
            figures=(
                Figure(Say("story.fired"), fired),
                Figure(Say("story.caused"), caused),
                Figure(Say("story.lost"), lost),
                Figure(Say("story.luck"), tuple(round(one / 100) for one in luck), signed=True),
            ),
            awards=(*self._gun(), *self._lucky(luck)),
        )

    def _won_by(self, match: Match[West]) -> list[Say]:
        """What brought the winner most points."""
        winners = () if match.outcome is None else match.outcome.winners
        sums = [one for seat in winners for one in sums_of(seat, self.points)]
        if not sums:
            return []
        most = max(sums, key=lambda one: one.points)
        source = most.label.key.removeprefix("ending.")
        points = most.points
        return [Say("story.won_by", {"seat": winners[0], "points": points, "source": source})]

    def _gun(self) -> list[Award]:
        """The figure whose shots have put out most, if it is one alone."""
        ranked = self.figures.most_common(2)
        if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
            return []
        who, number = ranked[0]
        seat = owner(who)
        assert seat is not None, "somebody's figure"
        why = Say("story.gun.why", {"who": who, "number": number})
        return [Award(seat, Say("story.gun"), why, "rifle")]

    def _lucky(self, luck: list[int]) -> list[Award]:
        seat = best(luck, LUCK)
        if seat is None:
            return []
        successes, expected = self.successes[seat], self.expected[seat]
        why = Say("story.lucky.why", {"successes": successes, "expected": expected})
        return [Award(seat, Say("story.lucky"), why, "aim")]


def owner(figure: object) -> Seat | None:
    """Whose figure it is, by its id."""
    if isinstance(figure, str) and figure and figure[0] in LETTERS:
        return Seat(LETTERS.index(figure[0]))
    return None
