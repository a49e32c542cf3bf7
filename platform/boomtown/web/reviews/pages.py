"""What the templates of a review are given, and the same figures for spreadsheets and programs."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Sequence
from functools import cached_property
from io import StringIO
from typing import Any

import msgspec
from flask import url_for
from msgspec import Struct

from boomtown.core.game import WHOLE
from boomtown.core.seats import Seat
from boomtown.lab.reviews.figures import Choices, Curve, Decision, Luck, Turning
from boomtown.store.models import Trial
from boomtown.store.reviews import OPEN, Review
from boomtown.web.cells import cell
from boomtown.web.compare.charts import figure_text
from boomtown.web.replays.replay_page import Seen
from boomtown.web.tables.table_page import plain_wording
from boomtown.web.words import seat_letter, site_wording

LARGEST = 3
"""Decisions that are told in sentences; the table has all."""
MOST_SENTENCES = 4
MARKED = re.compile(r"⟦(\d+)⟧")
NOT_ASKED = "none"
HALF = 1.96
"""Standard errors on either side of a figure, in which the truth lies 19 times of 20."""
_curve = msgspec.json.Decoder(Curve).decode
_choices = msgspec.json.Decoder(Choices).decode


class Step(Struct, frozen=True):
    """How far an answer moved the chances of those who win together."""

    seats: Sequence[Seat]
    before: str
    after: str


class TurningText(Struct, frozen=True):
    """A turning point in words."""

    line: int
    url: str
    told: list[str]
    steps: list[Step]
    dice: bool


class LuckText(Struct, frozen=True):
    """What chance did to a seat, in words."""

    seat: Seat
    deal: str
    dice: str


class DecisionText(Struct, frozen=True):
    """A decision in words."""

    line: int
    url: str
    question: str
    given: str
    best: str
    same: bool
    """Whether what was given is the best that was found."""
    sure: bool
    again: bool
    value: str
    better: str
    gain: str
    error: str


class ReviewPage:
    """The review of a match, as far as it is made, for whoever is asking."""

    def __init__(self, seen: Seen, parts: dict[str, Review], language: str) -> None:
        self.seen, self.id, self.names = seen, seen.stored.id, seen.stored.names
        self.language = language
        self.mine = seen.mine
        self.say = site_wording(language).say
        self._plain = plain_wording(seen.game, language, self.names)
        self.title = self._plain.title
        self.open_part = parts.get(OPEN)
        self.own_part = None if seen.mine is None else parts.get(seat_letter(seen.mine))
        asked = [part for part in (self.open_part, self.own_part) if part is not None]
        self.done = sum(part.done for part in asked)
        self.total = sum(part.total for part in asked)
        self.state = _state(asked)
        self.problems = [part.problem for part in asked if part.problem]
        self.missing = self.open_part is None or (self.mine is not None and self.own_part is None)
        """Whether there is something to ask for."""

    @property
    def path(self) -> str:
        """The address of the replay."""
        return url_for("replays.replay", id=self.id)

    @property
    def table(self) -> str:
        """The address of the table it was played at."""
        return url_for("tables.table", code=self.seen.table.code)

    def at(self, line: int, sight: str = OPEN) -> str:
        """A moment of the replay, from which one plays on."""
        return f"{self.path}?at={line}&seat={sight}"

    # --- everybody's part -----------------------------------------------------------------------

    @cached_property
    def curve(self) -> Curve | None:
        """The curve, as soon as it has points."""
        found = None if self.open_part is None else _curve(self.open_part.found)
        return found if found is not None and found.points else None

    @property
    def is_drawn(self) -> bool:
        """Whether there are enough points for a curve."""
        return self.curve is not None and len(self.curve.points) > 1

    @property
    def sides(self) -> list[list[Seat]]:
        """The seats that win together, as far as can be seen."""
        return [] if self.curve is None else self.curve.together()

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """By seat, the name, and what somebody turned out to be."""
        parts = self.seen.stored.parts
        if not parts:
            return self.names
        were = (self._plain.name(part.noun, part.name) if part.noun else "" for part in parts)
        both = zip(self.names, were, strict=True)
        return tuple(f"{name} ({part})" if part else name for name, part in both)

    def called(self, seats: Sequence[Seat]) -> str:
        """The names of some seats."""
        return ", ".join(self.labels[seat] for seat in seats)

    @property
    def decided(self) -> str:
        """What decided the match, in a sentence: the step that brought the winners most."""
        outcome = self.seen.stored.outcome
        if self.curve is None or outcome is None or not outcome.winners:
            return ""
        won = outcome.winners
        gains = [(one.after[won[0]] - one.before[won[0]], one) for one in self.curve.turnings]
        gain, one = max(gains, key=lambda pair: pair[0], default=(0, None))
        if one is None or gain <= 0:
            return self.say("review.decided.slowly", names=self.called(won))
        return self.say(
            "review.decided",
            told=" ".join(self._turning(one).told),
            names=self.called(won),
            before=_percent(one.before[won[0]]),
            after=_percent(one.after[won[0]]),
        )

    @property
    def rows(self) -> list[tuple[int, str, list[str]]]:
        """The curve as a table: answer, address, chances of each side."""
        assert self.curve is not None, "there is a curve"
        return [
            (
                point.line,
                self.at(point.line),
                [_percent(point.worth[seats[0]]) for seats in self.sides],
            )
            for point in self.curve.points
        ]

    @property
    def turnings(self) -> list[TurningText]:
        """What moved the chances most, in the order of the match."""
        return [] if self.curve is None else [self._turning(one) for one in self.curve.turnings]

    def _turning(self, one: Turning) -> TurningText:
        steps = [
            Step(seats, _percent(one.before[seats[0]]), _percent(one.after[seats[0]]))
            for seats in self.sides
            if one.before[seats[0]] != one.after[seats[0]]
        ]
        told = [self._plain.entry(entry) for entry in one.told[:MOST_SENTENCES]]
        if not told:
            told = [self.say("review.answered", name=self.names[one.seat])]
        return TurningText(one.line, self.at(one.line), told, steps, one.dice)

    @property
    def luck(self) -> list[LuckText]:
        """What chance did to everybody."""
        if self.curve is None:
            return []
        deal, dice = self.curve.deal, self.curve.luck()
        return [
            LuckText(
                Seat(seat),
                "" if deal is None else self._give_or_take(deal.change[seat], deal.error[seat]),
                self._give_or_take(*dice[seat]) if self.curve.rolls else "",
            )
            for seat in range(self.curve.seats)
        ]

    def _give_or_take(self, change: int, error: int) -> str:
        return f"{self._points(change)} ± {self._margin(error)}"

    def _margin(self, error: int) -> str:
        """Never less than it is."""
        return str(math.ceil(HALF * error * 100 / WHOLE))

    def _points(self, value: int) -> str:
        return figure_text(round(value / WHOLE, 2), "points", self.language)

    # --- one's own part -------------------------------------------------------------------------

    @cached_property
    def choices(self) -> Choices | None:
        """One's own decisions, as far as they have been looked at."""
        return None if self.own_part is None else _choices(self.own_part.found)

    @property
    def is_judged(self) -> bool:
        """Whether all that is to be said of one's own decisions is known."""
        return self.own_part is not None and not self.own_part.open

    @property
    def largest(self) -> list[DecisionText]:
        """The decisions that cost most."""
        found = [] if self.choices is None else self.choices.largest()
        return [self._decision(one) for one in found[:LARGEST]]

    @property
    def decisions(self) -> list[DecisionText]:
        """All of them, in the order of the match."""
        found = [] if self.choices is None else self.choices.decisions
        return [self._decision(one) for one in found]

    @property
    def well(self) -> int:
        """How many decisions nothing was clearly better than."""
        found = [] if self.choices is None else self.choices.decisions
        return sum(not one.sure for one in found)

    def _decision(self, one: Decision) -> DecisionText:
        assert self.mine is not None, "only one's own are told"
        words = one.words[self.language]
        return DecisionText(
            line=one.line,
            url=self.at(one.line, seat_letter(self.mine)),
            question=self._named(words.question),
            given=self._named(words.given),
            best=self._named(words.best),
            same=one.gain <= 0 or one.given == one.best,
            sure=one.sure,
            again=one.again,
            value=_percent(one.value),
            better=_percent(min(WHOLE, one.value + max(0, one.gain))),
            gain=self._points(max(0, one.gain)).removeprefix("+"),
            error=self._margin(one.error),
        )

    def _named(self, text: str) -> str:
        """Names for the seats that a stored text mentions."""
        return MARKED.sub(lambda found: self.names[int(found[1])], text)


def _state(asked: Sequence[Review]) -> str:
    """The least finished part counts."""
    if not asked:
        return NOT_ASKED
    states = {part.state for part in asked}
    order = (Trial.OPEN, Trial.FAILED, Trial.STOPPED, Trial.DONE)
    return next(state for state in order if state in states).value


def _percent(worth: int) -> str:
    return f"{worth / WHOLE * 100:.0f} %"


# --- to take along --------------------------------------------------------------------------------


def json_of(page: ReviewPage) -> bytes:
    """All figures that whoever is asking may read."""
    found: dict[str, Any] = {"match": page.id, "whole": WHOLE, "state": page.state}
    found["open"] = None if page.open_part is None else _curve(page.open_part.found)
    found["seat"] = None if page.mine is None else seat_letter(page.mine)
    found["own"] = page.choices
    return msgspec.json.encode(found)


COLUMNS = ("what", "answer", "seat", "value", "error", "given", "best")


def csv_of(page: ReviewPage) -> str:
    """The same for a spreadsheet, a row for each figure, as shares of a whole."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    if page.curve is not None:
        if page.curve.deal is not None:
            writer.writerows(_luck_rows("deal", page.curve.points[0].line, page.curve.deal))
        for point in page.curve.points:
            for seat, (worth, error) in enumerate(zip(point.worth, point.error, strict=True)):
                row = ("chance", point.line, seat_letter(seat), worth / WHOLE, error / WHOLE)
                writer.writerow((*row, "", ""))
            if point.luck is not None:
                writer.writerows(_luck_rows("dice", point.line, point.luck))
    for one in page.decisions if page.mine is not None else ():
        assert page.choices is not None, "there are decisions"
        found = next(each for each in page.choices.decisions if each.line == one.line)
        which = ("decision", one.line, seat_letter(page.choices.seat))
        figures = (max(0, found.gain) / WHOLE, found.error / WHOLE)
        writer.writerow((*which, *figures, cell(one.given), cell(one.best)))
    return text.getvalue()


def _luck_rows(what: str, line: int, luck: Luck) -> list[tuple[object, ...]]:
    return [
        (what, line, seat_letter(seat), change / WHOLE, error / WHOLE, "", "")
        for seat, (change, error) in enumerate(zip(luck.change, luck.error, strict=True))
    ]
