"""Match files: a finished match that anybody can replay and check.

One JSON value a line: the heading, an answer a line with the hash of the state it led to, and the
end with the seed. ``verify`` plays the match again from seed and answers and compares everything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from boomtown.core.errors import (
    BoomtownError,
    GameFault,
    InvalidAnswer,
    InvalidOption,
    InvalidRecord,
    Refused,
)
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, Heading, Line, Record, plain

FORMAT = 1
T = TypeVar("T")


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a match file."""

    end: int
    """How many answers there were."""
    seed: str
    outcome: Outcome
    digest: str
    """The SHA-256 of all lines before this one."""


class Verdict(Struct, frozen=True):
    """What a check of a match file found to be true."""

    game: str
    version: str
    seats: int
    answers: int
    commitment: str
    outcome: Outcome


def export(match: Match[Any]) -> str:
    """A finished match as a file. A running one is refused: the file tells the seed."""
    if match.record is None:
        raise InvalidRecord("match", "it was not recorded")
    if match.outcome is None:
        raise InvalidRecord("match", "it is not over yet, and its file would tell the seed")
    record = match.record
    return ended_file(record.heading, record.lines, record.seed, match.outcome)


def ended_file(heading: Heading, lines: Sequence[Line], seed: str, outcome: Outcome) -> str:
    """The file of a match that is over, from what was written down of it."""
    rows = [msgspec.json.encode(part).decode() for part in (heading, *lines)]
    end = End(len(lines), seed, outcome, _digest(rows))
    return "\n".join([*rows, msgspec.json.encode(end).decode()]) + "\n"


def _rows(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n")


def _digest(rows: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def read(text: str) -> tuple[Record, End]:
    """The record in a match file and what its last line claims, not checked yet."""
    rows = _rows(text)
    if rows == [""]:
        raise InvalidRecord("line 1", "the file is empty")
    heading = _parse(rows[0], Heading, 1)
    if heading.format != FORMAT:
        raise InvalidRecord("line 1", f"format {heading.format}; this reads format {FORMAT}")
    if len(rows) < 2 or not rows[-1].startswith('{"end":'):
        raise InvalidRecord(f"line {len(rows)}", "the file is cut short: the last line is missing")
    end = _parse(rows[-1], End, len(rows))
    lines = [_parse(row, Line, number) for number, row in enumerate(rows[1:-1], start=2)]
    if end.end != len(lines):
        raise InvalidRecord(f"line {len(rows)}", f"{end.end} answers announced, {len(lines)} there")
    return Record(heading, end.seed, lines), end


def _parse(row: str, kind: type[T], number: int) -> T:
    try:
        return msgspec.json.decode(row, type=kind)
    except msgspec.DecodeError as error:
        raise InvalidRecord(f"line {number}", str(error)) from None


def verify(text: str, find_game: Callable[[str], Game[Any, Any]]) -> Verdict:
    """Plays a match file again, comparing the commitment, every hash and the outcome."""
    record, end = read(text)
    heading = record.heading
    game = find_game(heading.game)
    record.check_version(game)
    record.chance()
    try:
        match = Match.start(
            game,
            heading.seats,
            dict(heading.options),
            seed=bytes.fromhex(record.seed),
            contributions=heading.contributions,
        )
    except (InvalidOption, Refused) as error:
        raise InvalidRecord("line 1", str(error)) from None
    if match.hash() != heading.start:
        raise InvalidRecord("line 1", "the set-up does not lead to the state it claims")
    for number, line in enumerate(record.lines, start=1):
        _play_again(match, line, f"line {number + 1} (answer {number})")
    last = f"line {len(record.lines) + 2}"
    if match.outcome is None:
        raise InvalidRecord(last, "the match is not over by then")
    if match.outcome != end.outcome:
        raise InvalidRecord(last, "the outcome is not the one claimed")
    if _digest(_rows(text)[:-1]) != end.digest:
        raise InvalidRecord(last, "some line before it was edited")
    return Verdict(
        game.id,
        heading.version,
        heading.seats,
        len(record.lines),
        heading.commitment,
        match.outcome,
    )


def _play_again(match: Match[Any], line: Line, place: str) -> None:
    try:
        if line.by is By.UNDO:
            match.undo(line.seat)
        elif line.by is By.CLOCK:
            match.time_out(line.seat)
        else:
            match.answer(line.seat, line.answer, by=line.by)
    except (InvalidAnswer, Refused) as error:
        raise InvalidRecord(place, f"an answer that the rules do not allow: {error}") from None
    except GameFault as error:
        raise InvalidRecord(place, f"the game failed: {error}") from None
    except BoomtownError as error:
        raise InvalidRecord(place, str(error)) from None
    assert match.record is not None
    again = match.record.lines[-1]
    if plain(again.answer) != line.answer:
        raise InvalidRecord(place, "the answer is not the one that the rules give")
    if again.hash != line.hash:
        raise InvalidRecord(place, "the state is not the one that the file claims")
