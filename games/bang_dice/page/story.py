"""The story of a match: who hit whom, whom the dice loved, and which fall decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bang_dice.content import BASE_FACES, Face
from bang_dice.state import Town
from boomtown.core import Award, Entry, Figure, Line, Match, Say, Seat, Story, best, whole

BAD = (Face.ARROW, Face.DYNAMITE)
LOSS = "bang.loss.batch."
SHOTS = ("bullseye", "gatling")
ARROWS = ("bang.arrow.take", "bang.chief.take")
LUCK = 100
"""How much better than expected the dice must be for an award, in hundredths of a face."""


class BangStory:
    """Counts hits, gains, arrows and faces while a match is played again."""

    def __init__(self) -> None:
        self.active = Seat(0)
        self.turn = 0
        self.dealt: Counter[Seat] = Counter()
        self.taken: Counter[Seat] = Counter()
        self.gained: Counter[Seat] = Counter()
        self.arrows: Counter[Seat] = Counter()
        self.thrown: Counter[Seat] = Counter()
        """Dice that everybody has, as often as each was thrown."""
        self.bad: Counter[Seat] = Counter()
        """Arrows and dynamite among them."""
        self.cause: dict[Seat, str] = {}
        """What last cost somebody life."""
        self.falls: list[Say] = []

    def sees(self, match: Match[Town], line: Line | None, told: Sequence[Entry]) -> None:
        for entry in told:
            if entry.key == "bang.turn.order":
                self.active, self.turn = Seat(whole(entry, "seat")), whole(entry, "turn")
            elif entry.key == "bang.roll.first.cast":
                self._cast(match.state, entry, line)
            elif entry.key.startswith(LOSS):
                self._lost(entry)
            elif entry.key == "bang.gain.cap":
                self.gained[Seat(whole(entry, "seat"))] += whole(entry, "gained")
            elif entry.key in ARROWS:
                self.arrows[Seat(whole(entry, "seat"))] += 1
            elif entry.key == "bang.out.reveal":
                self._fell(Seat(whole(entry, "seat")))

    def _cast(self, town: Town, entry: Entry, line: Line | None) -> None:
        """Counts the faces that were cast; a saloon die has faces of its own, and is left out."""
        dice, cast = entry.args["dice"], whole(entry, "cast")
        assert isinstance(dice, list), "dice are a list"
        answer = [] if line is None else line.answer
        places: list[int] = list(range(len(dice)))
        if cast < len(dice):
            again = isinstance(answer, list) and len(answer) == cast
            places = [die - 1 for die in answer] if again else []
        seat = Seat(whole(entry, "seat"))
        shown = [dice[place] for place in places]
        if town.options.saloon_dice:
            shown = [dice[place] for place in places if place < len(dice) - 1]
        self.thrown[seat] += len(shown)
        self.bad[seat] += sum(face in BAD for face in shown)

    def _lost(self, entry: Entry) -> None:
        seat, lost = Seat(whole(entry, "seat")), whole(entry, "lost")
        self.cause[seat] = entry.key.removeprefix(LOSS)
        self.taken[seat] += lost
        if self.cause[seat] in SHOTS and seat != self.active:
            self.dealt[self.active] += lost

    def _fell(self, seat: Seat) -> None:
        cause = self.cause.get(seat, "")
        shot = cause in SHOTS and seat != self.active
        how = "shot" if shot else cause if cause in ("indians", "dynamite") else "other"
        by = {"by": self.active} if shot else {}
        self.falls.append(Say(f"story.fall.{how}", {"seat": seat, "turn": self.turn, **by}))

    def expected(self, seat: Seat) -> int:
        """Hundredths of arrows and dynamite that were to be expected."""
        return 100 * self.thrown[seat] * len(BAD) // len(BASE_FACES)

    def luck(self, seat: Seat) -> int:
        """The same, as far as they did not come."""
        return self.expected(seat) - 100 * self.bad[seat]

    def tells(self, match: Match[Town]) -> Story:
        seats = match.all_seats
        luck = [self.luck(seat) for seat in seats]
        dealt, taken, gained, arrows = (
            tuple(counted[seat] for seat in seats)
            for counted in (self.dealt, self.taken, self.gained, self.arrows)
        )
        return Story(
            decided=tuple(self.falls[-1:]),
            figures=(
                Figure(Say("story.dealt"), dealt),
                Figure(Say("story.taken"), taken),
                Figure(Say("story.gained"), gained),
                Figure(Say("story.arrows"), arrows),
                Figure(Say("story.luck"), tuple(round(one / 100) for one in luck), signed=True),
            ),
            awards=(
                *_award("sharpshooter", dealt, "aim"),
                *_award("tough", taken, "wound"),
                *_award("thirsty", gained, "die-beer"),
                *_award("quiver", arrows, "die-arrow"),
                *self._lucky(luck),
            ),
        )

    def _lucky(self, luck: list[int]) -> list[Award]:
        seat = best(luck, LUCK)
        if seat is None:
            return []
        why = Say("story.lucky.why", {"bad": self.bad[seat], "expected": self.expected(seat)})
        return [Award(seat, Say("story.lucky"), why, "die-1")]


def _award(name: str, values: Sequence[int], icon: str) -> list[Award]:
    seat = best(values, 2)
    if seat is None:
        return []
    why = Say(f"story.{name}.why", {"number": values[seat]})
    return [Award(seat, Say(f"story.{name}"), why, icon)]
