"""Snapshots: a whole match as bytes, to put aside in the middle of anything and go on later.

A snapshot holds every secret and the seed. It is for the server's own shelves; what may be given
away is the match file (``boomtown.core.matchfile``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from boomtown.core.before import Before
from boomtown.core.chance import Chance
from boomtown.core.chapter import Opening, Position
from boomtown.core.codec import codec_of
from boomtown.core.errors import GameFault, InvalidRecord, VersionMismatch
from boomtown.core.game import Game, S
from boomtown.core.log import Entry, Log
from boomtown.core.match import Match, checked_options
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, Line, Record
from boomtown.core.seats import Seat

CHECKSUM_BYTES = 32


class Snapshot(Struct, frozen=True, kw_only=True):
    """Everything of a match that is not code."""

    game: str
    version: str
    seats: int
    options: dict[str, Any]  # plain JSON, as the game's options encode
    body: bytes
    key: bytes
    drawn: int
    log: list[Entry]
    number: int
    moment: int
    outcome: Outcome | None
    undoable: int
    last_seat: Seat | None
    record: Record | None
    page: int = 0
    way_back: list[Before] = []
    format: int = 1


_decoder = msgspec.msgpack.Decoder(Snapshot)


def save(match: Match[Any], *, lines: bool = True) -> bytes:
    """The match as bytes; without the lines of its record where somebody else keeps them."""
    if type(match.chance) is not Chance:
        raise TypeError("a match with loaded dice cannot be saved")
    record = match.record
    if record is not None and not lines:
        record = Record(record.heading, record.seed, [])
    snapshot = Snapshot(
        game=match.game.id,
        version=match.game.version,
        seats=match.seats,
        options=msgspec.to_builtins(match.options),
        body=codec_of(match.game).pack(match.state, match.agenda),
        key=match.chance.key,
        drawn=match.chance.drawn,
        log=list(match.log),
        number=match.number,
        moment=match.moment,
        outcome=match.outcome,
        undoable=match.undoable,
        last_seat=match.last_seat,
        record=record,
        page=match.log.page,
        way_back=[structs.replace(before, disclosed=[]) for before in match.way_back],
    )
    data = msgspec.msgpack.encode(snapshot)
    return hashlib.sha256(data).digest() + data


def load(game: Game[S, Any], saved: bytes, lines: Sequence[Line] | None = None) -> Match[S]:
    """The match again, at exactly the same place; ``lines`` of a record that was saved without."""
    snapshot = read_snapshot(game, saved)
    if not game.plays(snapshot.version):
        raise VersionMismatch(
            "snapshot", f"made by {game.id} {snapshot.version}; installed is {game.version}"
        )
    try:
        state, agenda = codec_of(game).unpack(snapshot.body)
    except (msgspec.DecodeError, GameFault) as error:
        raise InvalidRecord("snapshot", str(error)) from None
    options = checked_options(game, snapshot.seats, snapshot.options)
    chance = Chance(snapshot.key, snapshot.drawn)
    match = Match(game, snapshot.seats, options, state, agenda, chance, Log(snapshot.log))
    match.number = snapshot.number
    match.moment = snapshot.moment
    match.outcome = snapshot.outcome
    match.undoable = snapshot.undoable
    match.last_seat = snapshot.last_seat
    match.record = _with_lines(snapshot, lines)
    match.way_back = snapshot.way_back
    match.log.page = snapshot.page
    return match


def read_snapshot(game: Game[Any, Any], saved: bytes) -> Snapshot:
    """What was saved, by whatever version of the game."""
    checksum, data = saved[:CHECKSUM_BYTES], saved[CHECKSUM_BYTES:]
    if hashlib.sha256(data).digest() != checksum:
        raise InvalidRecord("snapshot", f"damaged or cut short ({len(saved)} bytes)")
    try:
        snapshot = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise InvalidRecord("snapshot", str(error)) from None
    if snapshot.game != game.id:
        raise InvalidRecord("snapshot", f"a match of {snapshot.game}, not of {game.id}")
    return snapshot


def _with_lines(snapshot: Snapshot, lines: Sequence[Line] | None) -> Record | None:
    record = snapshot.record
    if record is not None and lines is not None:
        record.lines = list(lines[: snapshot.number])
    return record


def carry_over(
    game: Game[S, Any], saved: bytes, lines: Sequence[Line] | None = None
) -> tuple[Match[S], Line]:
    """A running match that another version has saved, as this one goes on with it.

    With the line that begins the new chapter; a record has it already.
    """
    snapshot = read_snapshot(game, saved)
    closing = Position(
        snapshot.options, *msgspec.to_builtins(msgspec.msgpack.decode(snapshot.body), str_keys=True)
    ).plain()
    opening = None if game.upgrade is None else game.upgrade(snapshot.version, closing.plain())
    if opening is None or snapshot.outcome is not None:
        raise VersionMismatch(
            "snapshot", f"{game.id} {game.version} cannot go on from {snapshot.version}"
        )
    chapter = Opening(
        version=game.version,
        before=snapshot.version,
        closing=closing,
        opening=opening.plain(),
        drawn=snapshot.drawn,
        moment=snapshot.moment,
        page=snapshot.page,
        log=snapshot.log,
    )
    chance, number = Chance(snapshot.key), snapshot.number
    match = Match.reopened(game, snapshot.seats, chapter, chance, number)
    line = Line(Seat(0), By.CHAPTER, msgspec.to_builtins(chapter), match.hash())
    match.record = _with_lines(snapshot, lines)
    if match.record is not None:
        match.record.lines.append(line)
    return match, line
