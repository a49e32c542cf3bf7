"""What dice are worth to a bot, whoever throws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, inf

from bang_dice.bot.aiming import aim, best_discard, hits_of, pour
from bang_dice.bot.opinions import NO_OPINION, opinion_of
from bang_dice.bot.suspicion import Stance
from bang_dice.content import DYNAMITE_LIMIT, SYMBOLS, Cause, Face
from bang_dice.rules.moments import thrower
from bang_dice.rules.resolve import targets_by_face
from bang_dice.rules.tokens import count_symbols
from boomtown.core import Seat

COUNTED = (Face.ONE, Face.TWO, Face.BEER, Face.GATLING)


class Outlook:
    """What the dice of the active player are worth to the bot, whoever throws them."""

    def __init__(self, stance: Stance) -> None:
        town = stance.town
        self.stance = stance
        self.thrower = town.active
        self.friend = stance.worth[town.active] <= 0
        self.targets = targets_by_face(town)
        who = thrower(town)
        self.opinion = opinion_of(town.cowboys[town.active]) if who.id else NO_OPINION
        self.limit = who.gatlings
        self.gun = gatling_worth(stance)
        self.explosion = stance.loss(town.active, 1)
        discard = best_discard(stance)
        self.each = 0.0 if self.opinion.gatling is None else self.opinion.gatling(stance)
        give = self.opinion.arrow
        self.arrow = stance.arrow(town.active, 1) if give is None else give(stance)
        self.late = who.late_arrows  # bang.bill.late: they count at the end
        self.at_once = {
            Face.ARROW: 0.0 if self.late else self.arrow,
            Face.BROKEN: discard,
            Face.BULLET: self.explosion,
        }
        self.volleys: dict[tuple[int, int], float] = {}
        self.rounds: dict[int, float] = {}

    def shots(self, ones: int, twos: int) -> float:
        """So many bull's eyes, aimed well; an enemy aims them at us."""
        if (ones, twos) not in self.volleys:
            self.volleys[ones, twos] = self._shots(
                [self.targets[Face.ONE]] * ones + [self.targets[Face.TWO]] * twos
            )
        return self.volleys[ones, twos]

    def _shots(self, symbols: list[list[Seat]]) -> float:
        stance, town = self.stance, self.stance.town
        hits = hits_of(aim(stance, symbols, 1 if self.friend else -1))
        value = sum(stance.shot(seat, count) for seat, count in hits.items())
        if any(opinion_of(town.cowboys[seat]).costs_an_arrow for seat in hits):
            value += self.arrow
        if self.opinion.shots is not None:
            value += self.opinion.shots(stance, len(symbols))
        return value

    def beers(self, count: int) -> float:
        """So many beers, given where they help; an enemy drinks them himself."""
        if count not in self.rounds:
            self.rounds[count] = (
                sum(gained for _, gained in pour(self.stance, count))
                if self.friend
                else self.stance.gain(self.thrower, count)
            )
        return self.rounds[count]

    def now(self, dice: Sequence[Face], fresh: Sequence[int]) -> float:
        """Dice that stay as they are; the fresh ones still do what they do at once."""
        return self.shown(dice) + sum(self.at_once.get(dice[die], 0.0) for die in fresh)

    def shown(self, dice: Sequence[Face]) -> float:
        """What the dice do at the end of the throws."""
        ones, twos, beers, gatlings = (count_symbols(dice, face) for face in COUNTED)
        value = self.shots(ones, twos) + self.beers(beers) + gatlings * self.each
        if self.late:
            value += dice.count(Face.ARROW) * self.arrow
        if gatlings >= self.limit:
            value += self.gun
        return value + (self.explosion if dice.count(Face.DYNAMITE) >= DYNAMITE_LIMIT else 0.0)

    def hoped(self, kept: Sequence[Face], dice: Sequence[tuple[Face, ...]], throws: int) -> float:
        """Some dice are kept, the others thrown again, up to so many times."""
        ones, twos, beers, gatlings = (count_symbols(kept, face) for face in COUNTED)
        shots, drinks = self.shots(ones, twos), self.beers(beers)
        late = self.arrow if self.late else 0.0
        value = shots + drinks + gatlings * self.each + kept.count(Face.ARROW) * late
        if not dice:
            return value + (self.gun if gatlings >= self.limit else 0.0)
        more = {
            Face.ONE: self.shots(ones + 1, twos) - shots,
            Face.TWO: self.shots(ones, twos + 1) - shots,
            Face.BEER: self.beers(beers + 1) - drinks,
            Face.GATLING: self.each,
            Face.ARROW: late,
        }
        for double, (single, count) in SYMBOLS.items():
            more[double] = count * more[single]
        missing = DYNAMITE_LIMIT - kept.count(Face.DYNAMITE)
        value += self.explosion * at_least(missing, len(dice), throws)
        # Either every face counts and the Gatling is luck, or the Gatling is all that counts.
        wanted = self.limit - gatlings
        return value + max(
            self.thrown(dice, more, throws) + self.gun * at_least(wanted, len(dice), 1),
            self.thrown(dice, more, 1) + self.gun * at_least(wanted, len(dice), throws),
        )

    def thrown(
        self, dice: Sequence[tuple[Face, ...]], more: Mapping[Face, float], throws: int
    ) -> float:
        """Dice that are each thrown again while that promises more than what they show."""
        total = 0.0
        for faces in dice:
            value = -inf
            for _ in range(throws):
                value = sum(
                    self.at_once.get(face, 0.0)
                    + (0.0 if face is Face.DYNAMITE else max(more.get(face, 0.0), value))
                    for face in faces
                ) / len(faces)
            total += value
        return total


@cache
def at_least(wanted: int, dice: int, throws: int) -> float:
    """How likely so many dice come to show one face, if they are thrown so many times for it."""
    each = 1 - (5 / 6) ** throws
    return sum(
        comb(dice, count) * each**count * (1 - each) ** (dice - count)
        for count in range(max(0, wanted), dice + 1)
    )


def gatling_worth(stance: Stance) -> float:
    """The gun fires at everybody else, and the arrows of its owner go back."""
    town = stance.town
    others = [seat for seat in stance.living if seat != town.active]
    hits = sum(stance.blow(seat, Cause.GATLING, 1) for seat in others)
    chief = None if stance.chief == town.active else stance.chief
    return hits + stance.change({town.active: -stance.arrows[town.active]}, chief)
