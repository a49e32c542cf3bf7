"""Match files: a finished match that anybody can replay and check.

One JSON value a line: the heading, an answer a line with the hash of the state it led to, and the
end with the seed. ``verify`` plays the match again from seed and answers and compares everything.
A match with several chapters was played by several versions of its game: what another version has
played is named, and checked by that one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from boomtown.core.chapter import Chapter, Opening
from boomtown.core.codec import canonical_hash, codec_of
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
FORMAT_WITH_CHAPTERS = 2
EDITED = "some line before it was edited"
T = TypeVar("T")


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a match file."""

    end: int
    """How many answers there were."""
    seed: str
    outcome: Outcome
    digest: str
    """The SHA-256 of all lines before this one."""


class CheckedChapter(Struct, frozen=True):
    """A chapter of a match file, and whether this installation can check it."""

    version: str
    first: int
    """How many lines of the record come before its first answer."""
    answers: int
    checked: bool


class Verdict(Struct, frozen=True):
    """What a check of a match file found to be true."""

    game: str
    version: str
    seats: int
    answers: int
    commitment: str
    outcome: Outcome
    chapters: tuple[CheckedChapter, ...] = ()
    """What each version has played; one that is not checked needs the version it names."""


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
    rows = record_rows(heading, lines)
    end = End(len(lines), seed, outcome, _digest(rows))
    return "\n".join([*rows, msgspec.json.encode(end).decode()]) + "\n"


def record_rows(heading: Heading, lines: Sequence[Line]) -> list[str]:
    """The lines of a file before its end, as JSON."""
    if any(line.by is By.CHAPTER for line in lines):
        heading = structs.replace(heading, format=FORMAT_WITH_CHAPTERS)
    return [msgspec.json.encode(part).decode() for part in (heading, *lines)]


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
    if heading.format not in (FORMAT, FORMAT_WITH_CHAPTERS):
        known = f"{FORMAT} and {FORMAT_WITH_CHAPTERS}"
        raise InvalidRecord("line 1", f"format {heading.format}; this reads formats {known}")
    if len(rows) < 2 or not rows[-1].startswith('{"end":'):
        raise InvalidRecord(f"line {len(rows)}", "the file is cut short: the last line is missing")
    end = _parse(rows[-1], End, len(rows))
    lines = [_parse(row, Line, number) for number, row in enumerate(rows[1:-1], start=2)]
    if end.end != len(lines):
        raise InvalidRecord(f"line {len(rows)}", f"{end.end} answers announced, {len(lines)} there")
    return Record(heading, end.seed, lines), end


def _parse(row: str, kind: type[T], number: int) -> T:
    try:
        parsed = msgspec.json.decode(row, type=kind)
        msgspec.msgpack.encode(parsed)  # JSON knows larger numbers than anything here can hold
    except msgspec.DecodeError as error:
        raise InvalidRecord(f"line {number}", str(error)) from None
    except OverflowError:
        raise InvalidRecord(f"line {number}", "a number has more than 64 bits") from None
    return parsed


def verify(text: str, find_game: Callable[[str], Game[Any, Any]]) -> Verdict:
    """Plays a match file again, comparing the commitment, every hash and the outcome.

    Of a match with several chapters it plays those that the installed version of the game can.
    """
    record, end = read(text)
    heading = record.heading
    game = find_game(heading.game)
    chapters = record.chapters()
    record.playable(game)
    record.chance()
    last = f"line {len(record.lines) + 2}"
    for chapter, after in zip(chapters, [*chapters[1:], None], strict=True):
        if not game.plays(chapter.version):
            continue
        match = _begin_again(game, record, chapter)
        for number in range(chapter.first, chapter.last):
            _play_again(match, record.lines[number], _place(number))
        if after is not None:
            _check_closing(match, after)
        elif match.outcome is None:
            raise InvalidRecord(last, "the match is not over by then")
        elif match.outcome != end.outcome:
            raise InvalidRecord(last, "the outcome is not the one claimed")
    if _digest(_rows(text)[:-1]) != end.digest:
        raise InvalidRecord(last, EDITED)
    return Verdict(
        game.id,
        heading.version,
        heading.seats,
        len(record.lines),
        heading.commitment,
        end.outcome,
        tuple(
            CheckedChapter(one.version, one.first, one.answers, game.plays(one.version))
            for one in chapters
        ),
    )


def _place(number: int) -> str:
    """Where a line of the record stands in its file."""
    return f"line {number + 2} (answer {number + 1})"


def _begin_again(game: Game[Any, Any], record: Record, chapter: Chapter) -> Match[Any]:
    """The match as a chapter begins, found to be what the file claims."""
    if chapter.opening is None:
        return _set_up_again(game, record)
    number = chapter.first - 1
    place, opening = _place(number), chapter.opening
    try:
        match = Match.reopened(game, record.heading.seats, opening, record.chance(), number)
    except (InvalidOption, Refused, GameFault) as error:
        raise InvalidRecord(place, f"the chapter cannot begin so: {error}") from None
    if match.hash() != record.lines[number].hash:
        raise InvalidRecord(place, "the chapter does not begin with the state it claims")
    if game.version == opening.version and game.upgrade is not None:
        _check_upgrade(game, opening, place)
    match.record = Record(record.heading, record.seed, record.lines[: chapter.first])
    return match


def _set_up_again(game: Game[Any, Any], record: Record) -> Match[Any]:
    heading = record.heading
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
    return match


def _check_upgrade(game: Game[Any, Any], opening: Opening, place: str) -> None:
    """Whether a chapter begins with what the game makes of the end of the one before."""
    assert game.upgrade is not None
    try:
        again = game.upgrade(opening.before, opening.closing.plain())
    except Exception as error:  # whatever an upgrade does with a file that somebody wrote
        raise InvalidRecord(place, f"the match cannot be carried over: {error}") from None
    if again is None or again.plain() != opening.opening:
        raise InvalidRecord(place, "the chapter does not begin with what the upgrade makes")


def _check_closing(match: Match[Any], after: Chapter) -> None:
    """Whether the chapter after this one says how this one has left the match."""
    assert after.opening is not None, "it is not the first one"
    place, opening = _place(after.first - 1), after.opening
    try:
        state, agenda = codec_of(match.game).read(opening.closing)
    except GameFault as error:
        raise InvalidRecord(place, str(error)) from None
    left = canonical_hash(state, agenda, match.outcome, opening.drawn)
    if match.outcome is not None or left != match.hash() or opening.moment != match.moment:
        raise InvalidRecord(place, "the chapter before has not left the match so")


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
