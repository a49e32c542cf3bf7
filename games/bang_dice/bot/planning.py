"""Which dice to throw again: every way that the throws can go, weighed to the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from bang_dice.bot.outlook import Outlook
from bang_dice.content import BASE_FACES, DYNAMITE_LIMIT, Face

Shown = tuple[tuple[Face, ...], Face | None]
"""What base dice show, in the order of the faces, and the saloon die; None if it is not there."""


@dataclass(frozen=True, kw_only=True)
class Ways:
    """Everything that some dice can show, whole throws first, and how one throw leads to it."""

    shown: list[Shown]
    place: dict[Shown, int]
    whole: int
    """So many of them have all dice."""
    thrown: list[tuple[list[int], tuple[Face, ...]]]
    """Of each other one, in order: where one more die leads, and what that die can show."""
    kept: list[list[int]]
    """Of each whole throw: what may be kept of it when something is thrown again."""


@cache
def ways(dice: int, saloon: tuple[Face, ...], locked: bool) -> Ways:
    """By number of base dice, faces of the saloon die, and whether dynamite stays as it is."""
    parts = [
        (base, last)
        for last in (*saloon, None)
        for count in range(dice, -1, -1)
        for base in combinations_with_replacement(BASE_FACES, count)
    ]
    # Whatever a throw leads to must be known before: the base dice come first, then the saloon die.
    whole = [one for one in parts if len(one[0]) == dice and (one[1] is not None or not saloon)]
    known = set(whole)
    rest = [one for one in parts if one not in known]
    shown = whole + rest
    place = {one: number for number, one in enumerate(shown)}
    thrown: list[tuple[list[int], tuple[Face, ...]]] = []
    for base, last in rest:
        if len(base) < dice:
            more = [(in_order((*base, face)), last) for face in BASE_FACES]
            thrown.append(([place[one] for one in more], BASE_FACES))
        else:
            thrown.append(([place[base, face] for face in saloon], saloon))
    kept = [[place[part] for part in parts_of(one, locked)] for one in whole]
    return Ways(shown=shown, place=place, whole=len(whole), thrown=thrown, kept=kept)


def in_order(faces: Sequence[Face]) -> tuple[Face, ...]:
    """Faces of base dice, in the order of the faces."""
    return tuple(sorted(faces, key=BASE_FACES.index))


def parts_of(shown: Shown, locked: bool) -> list[Shown]:
    """What can be kept of these dice when some of them are thrown again."""
    base, last = shown
    if (*base, last).count(Face.DYNAMITE) >= DYNAMITE_LIMIT:
        return []
    parts: dict[tuple[Face, ...], None] = {(): None}
    for face in base:
        longer = {(*part, face): None for part in parts}
        parts = longer if locked and face is Face.DYNAMITE else parts | longer
    lasts = {last: None} if locked and last is Face.DYNAMITE else {last: None, None: None}
    return [(part, one) for part in parts for one in lasts if (part, one) != shown]


class Plan:
    """What may be hoped for from whatever is kept."""

    def __init__(self, outlook: Outlook, dice: int, saloon: tuple[Face, ...], locked: bool) -> None:
        self.ways = ways(dice, saloon, locked)
        self.at_once = {
            faces: sum([outlook.at_once.get(face, 0.0) for face in faces])
            for faces in (BASE_FACES, saloon)
        }
        """What all faces of a die together are worth at once."""
        self.final = [
            outlook.shown(base if last is None else (*base, last))
            for base, last in self.ways.shown[: self.ways.whole]
        ]

    def hopes(self, throws: int) -> list[float]:
        """By what is kept: what comes of it if the rest is thrown, so many times at most."""
        hopes = self.final.copy() if throws <= 1 else self.chosen(throws - 1)
        for leads, faces in self.ways.thrown:
            total = self.at_once[faces]
            for one in leads:
                total += hopes[one]
            hopes.append(total / len(faces))
        return hopes

    def chosen(self, throws: int) -> list[float]:
        """By what all dice show: what comes of it if some may be thrown again so many times."""
        hopes = self.hopes(throws)
        return [
            max([now, *[hopes[part] for part in kept]])
            for now, kept in zip(self.final, self.ways.kept, strict=True)
        ]

    def from_scratch(self, throws: int) -> float:
        """What comes of throwing all dice, and some of them again."""
        return self.hopes(throws)[-1]

    def best(self, shown: Shown, throws: int) -> Shown:
        """What to keep of these dice; all of it is stopping."""
        place, hopes = self.ways.place[shown], self.hopes(throws)
        hopes[place] = self.final[place]
        return self.ways.shown[max([place, *self.ways.kept[place]], key=lambda one: hopes[one])]
