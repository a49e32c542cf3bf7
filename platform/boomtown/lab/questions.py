"""How many questions of a game leave nothing to choose, and how many of them a person is asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from boomtown.core.match import Match
from boomtown.core.observer import Observer
from boomtown.core.seats import Seat


class Asked(Struct, frozen=True):
    """Questions, and how many of them had one legal answer."""

    questions: int = 0
    single: int = 0

    @property
    def share(self) -> float:
        """The share of questions with one legal answer."""
        return self.single / self.questions if self.questions else 0.0

    def __add__(self, other: Asked) -> Asked:
        return Asked(self.questions + other.questions, self.single + other.single)


class Questions(Struct, frozen=True):
    """What was asked in some matches, and what of it a person is asked at a table of the site."""

    all: Asked = Asked()
    alone: Asked = Asked()
    """Asked of somebody who plays among bots."""
    among: Asked = Asked()
    """Asked of somebody who plays among people."""
    single: dict[str, int] = {}
    """The questions with one legal answer, by key, as far as somebody among people is asked."""

    def __add__(self, other: Questions) -> Questions:
        single = Counter(self.single) + Counter(other.single)
        return Questions(
            self.all + other.all,
            self.alone + other.alone,
            self.among + other.among,
            dict(single.most_common()),
        )

    def __str__(self) -> str:
        return (
            f"{self.all.share:.1%} of {self.all.questions} questions have one legal answer; asked "
            f"of a person: {self.alone.share:.1%} alone with bots, {self.among.share:.1%} among "
            "people"
        )


class QuestionCounter(Observer):
    """Counts the questions of a match as they are answered."""

    def __init__(self) -> None:
        self.found = Questions()

    def takes(self, match: Match[Any], seat: Seat) -> None:
        single = bool(match.choice(seat).only())
        one, none = Asked(1, int(single)), Asked()
        among = none if match.spares(seat, alone=False) else one
        alone = none if match.spares(seat, alone=True) else one
        key = match.waits().key
        self.found += Questions(one, alone, among, {key: 1} if among.single else {})
