"""What a check of a match file finds, step by step, so that a page can show it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from boomtown.core.chance import commitment_to
from boomtown.core.errors import BoomtownError, InvalidRecord
from boomtown.core.matchfile import EDITED, CheckedChapter, End, ended_file, read, verify
from boomtown.core.record import By, Heading, Line, Record
from boomtown.plugins import find_game

if TYPE_CHECKING:  # a worker process does without a database
    from boomtown.store.matches import StoredMatch


class Step(StrEnum):
    """What is checked, in this order."""

    FILE = "file"
    RULES = "rules"
    PROMISE = "promise"
    SETUP = "setup"
    ANSWERS = "answers"
    OUTCOME = "outcome"
    DIGEST = "digest"


STEPS = list(Step)
LINE = re.compile(r"line (\d+)")
LONGEST_ROW = 600


class State(StrEnum):
    """What a check found."""

    GOOD = "good"
    BAD = "bad"
    UNSEEN = "unseen"
    """Something before it was wrong, it was too long, or only another version can check it."""


class Proof(Struct, frozen=True, kw_only=True):
    """Everything that was found about one file."""

    states: dict[Step, State]
    heading: Heading | None = None
    end: End | None = None
    lines: tuple[Line, ...] = ()
    place: str = ""
    """Where the first thing is wrong."""
    problem: str = ""
    row: str = ""
    """The line of the file that is wrong, or its beginning."""
    chapters: tuple[CheckedChapter, ...] = ()
    """What each version has played, and whether the installed one could check it."""

    @property
    def good(self) -> bool:
        """Whether the file is what it claims to be."""
        return all(state is State.GOOD for state in self.states.values())

    @property
    def unchecked(self) -> list[CheckedChapter]:
        """The chapters that only another version can check."""
        return [chapter for chapter in self.chapters if not chapter.checked]

    @property
    def number(self) -> int | None:
        """The number of the line that is wrong."""
        found = LINE.match(self.place)
        return None if found is None else int(found[1])

    @property
    def taken_back(self) -> int:
        """How many answers were taken back."""
        return sum(line.by is By.UNDO for line in self.lines)

    @property
    def seed_digest(self) -> str:
        """The SHA-256 of the seed, as anybody can work it out; empty if it is no seed."""
        try:
            return commitment_to(bytes.fromhex(self.end.seed)) if self.end else ""
        except ValueError:
            return ""


def match_file(stored: StoredMatch, lines: Sequence[Line]) -> str:
    """A finished match as a file, just as it is stored, even where it is damaged."""
    assert stored.outcome is not None, "only a finished match tells its seed"
    return ended_file(stored.heading, lines, stored.seed, stored.outcome)


def digest_of(rows: Sequence[str]) -> str:
    """The SHA-256 of some lines."""
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def proof_of(text: str) -> Proof:
    """Checks a match file as ``boomtown verify`` does, and says what was found on the way."""
    rows = text.removesuffix("\n").split("\n")
    try:
        record, end = read(text)
    except (InvalidRecord, RecursionError) as error:
        return with_flaw(Proof(states=found(Step.FILE)), error, rows)
    whole = digest_of(rows[:-1]) == end.digest
    proof = Proof(
        states=dict.fromkeys(STEPS, State.GOOD),
        heading=record.heading,
        end=end,
        lines=tuple(record.lines),
    )
    try:
        chapters = verify(text, find_game).chapters
    except BoomtownError as error:
        states = found(failed(record, error), whole=whole)
        return with_flaw(structs.replace(proof, states=states), error, rows)
    states = dict(proof.states)
    if not chapters[0].checked:
        states[Step.SETUP] = State.UNSEEN
    if not chapters[-1].checked:
        states[Step.OUTCOME] = State.UNSEEN
    return structs.replace(proof, states=states, chapters=chapters)


def unchecked(text: str) -> Proof:
    """What can be said of a match file without playing it: that would take too long here."""
    rows = text.removesuffix("\n").split("\n")
    try:
        record, end = read(text)
    except (InvalidRecord, RecursionError) as error:
        return with_flaw(Proof(states=found(Step.FILE)), error, rows)
    whole = digest_of(rows[:-1]) == end.digest
    return Proof(
        states=found(Step.ANSWERS, State.UNSEEN, whole=whole),
        heading=record.heading,
        end=end,
        lines=tuple(record.lines),
    )


def with_flaw(proof: Proof, error: Exception, rows: Sequence[str]) -> Proof:
    """The same, with what is wrong and where."""
    place, problem = "", str(error)
    if isinstance(error, InvalidRecord):
        place, problem = error.place, error.problem
    flawed = structs.replace(proof, place=place, problem=problem)
    number = flawed.number
    row = "" if number is None else rows[number - 1][:LONGEST_ROW]
    return structs.replace(flawed, row=row)


def found(wrong: Step, state: State = State.BAD, *, whole: bool | None = None) -> dict[Step, State]:
    """All steps before the wrong one are good, those after it were never reached."""
    at = STEPS.index(wrong)
    states = {
        step: State.GOOD if index < at else state if index == at else State.UNSEEN
        for index, step in enumerate(STEPS)
    }
    if whole is not None:  # this one is checked in any case
        states[Step.DIGEST] = State.GOOD if whole else State.BAD
    return states


def failed(record: Record, error: BoomtownError) -> Step:
    """The step at which a check stopped, from the place that it names."""
    place = error.place if isinstance(error, InvalidRecord) else "heading"  # an unknown game
    early = {"heading": Step.RULES, "seed": Step.PROMISE, "line 1": Step.SETUP}
    if place in early:
        return early[place]
    if place != f"line {len(record.lines) + 2}":
        return Step.ANSWERS
    edited = isinstance(error, InvalidRecord) and error.problem == EDITED
    return Step.DIGEST if edited else Step.OUTCOME
