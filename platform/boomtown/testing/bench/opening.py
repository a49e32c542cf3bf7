"""What can be laid on the bench: a fresh set-up, a match file, a stored match, a worked example."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from boomtown.core.chance import Chance, fresh_seed, mixed_key
from boomtown.core.errors import InvalidRecord
from boomtown.core.game import Game
from boomtown.core.match import Match, checked_options
from boomtown.core.matchfile import read
from boomtown.core.record import Heading, Line, Record
from boomtown.core.seats import Seat
from boomtown.testing.bench.bench import standing_of
from boomtown.testing.bench.chance import DICE, PICKS, SHUFFLES, NotedChance
from boomtown.testing.bench.events import (
    Answered,
    BenchFile,
    Event,
    Loaded,
    Origin,
    Standing,
    is_bench_file,
    read_file,
)
from boomtown.testing.examples import Example
from boomtown.testing.teaching import hint_for

if TYPE_CHECKING:
    from boomtown.testing.conformance import Finding

FindGame = Callable[[str], Game[Any, Any]]


def fresh(
    game: Game[Any, Any],
    seats: int,
    options: Mapping[str, object] | None = None,
    seed: bytes | None = None,
) -> BenchFile:
    """A match that is about to begin."""
    chosen = checked_options(game, seats, dict(options or {}))
    return BenchFile(
        origin=Origin(
            game=game.id,
            version=game.version,
            seats=seats,
            options=msgspec.to_builtins(chosen),
            key=mixed_key(fresh_seed() if seed is None else seed),
        )
    )


def of_text(text: str, find_game: FindGame) -> tuple[Game[Any, Any], BenchFile]:
    """Whatever a file holds: a bench, a finding of ``boomtown check``, or a finished match."""
    if is_bench_file(text):
        file = read_file(text)
        return find_game(file.origin.game), file
    record, _ = read(text)
    game = find_game(record.heading.game)
    return game, of_record(game, record)


def of_record(game: Game[Any, Any], record: Record) -> BenchFile:
    """The last chapter of a recorded match, as far as this version of its game plays it."""
    chapter = record.chapters()[-1]
    record.check_version(game, chapter)
    heading, opening = record.heading, chapter.opening
    standing, options, drawn = None, heading.options, 0
    if opening is not None:
        position, drawn = opening.opening, opening.drawn
        options = position.options
        standing = Standing(
            state=position.state,
            agenda=position.agenda,
            log=opening.log,
            page=opening.page,
            moment=opening.moment,
        )
    lines = [line for number, line in record.standing() if number >= chapter.first]
    origin = Origin(
        game=game.id,
        version=chapter.version,
        seats=heading.seats,
        options=options,
        key=record.chance().key,
        drawn=drawn,
        standing=standing,
    )
    return BenchFile(origin=origin, events=[_event(line) for line in lines])


def of_branch(match: Match[Any], lines: list[Line]) -> BenchFile:
    """A match that did not begin at the beginning: where it began, and its answers since."""
    record = Record(_heading(match), "", lines)
    origin = origin_at(match, match.chance.key, drawn=match.chance.drawn)
    return BenchFile(origin=origin, events=[_event(line) for _, line in record.standing()])


def of_finding(game: Game[Any, Any], finding: Finding) -> BenchFile:
    """What ``boomtown check`` has found in a random match, at the answer at which it was found."""
    seen, hint = finding.seen, hint_for(finding.check)
    assert seen is not None, "it was found in a match"
    origin = Origin(
        game=game.id,
        version=game.version,
        seats=seen.play.seats,
        options=dict(seen.play.options),
        key=seen.key,
    )
    return BenchFile(
        title=f"{game.id}, {finding.check}",
        note=[*finding.problem.split("\n"), f"Mostly: {hint.cause}.", f"Read on: {hint.read}"],
        origin=origin,
        events=list[Event](seen.given),
        at=len(seen.given),
    )


def of_example(game: Game[Any, Any], example: Example, at: int = 0) -> BenchFile:
    """A worked example, whatever its notation: its table, its dice and its answers.

    One that begins anew at another table is opened at the table of the moment ``at``.
    """
    taken = _Taken()
    example.play(taken.see)
    here = taken.tables[taken.moments[min(at, len(taken.moments) - 1)]]
    first = taken.moments.index(taken.tables.index(here))
    draws = here.chance.draws
    loaded = Loaded(
        dice=[draw.value for draw in draws if draw.kind == DICE],
        picks=[draw.value for draw in draws if draw.kind == PICKS],
        shuffles=[draw.value for draw in draws if draw.kind == SHUFFLES],
    )
    origin = origin_at(here.match, Chance.seeded(example.id).key, standing=here.begun)
    return BenchFile(
        title=f"{example.id} {example.title}".strip(),
        origin=msgspec.structs.replace(origin, loaded=loaded),
        events=[_event(line) for line in here.lines],
        at=max(0, min(at, len(taken.moments) - 1) - first),
    )


class _Table:
    """One table of an example, as it begins; its answers and its dice are noted."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.begun = standing_of(match)
        match.chance = self.chance = NotedChance(match.chance)
        match.record = Record(_heading(match), "", [])

    @property
    def lines(self) -> list[Line]:
        """The answers so far."""
        assert self.match.record is not None
        return self.match.record.lines


class _Taken:
    """Looks on while an example is played."""

    def __init__(self) -> None:
        self.tables: list[_Table] = []
        self.moments: list[int] = []
        """By moments, at which table it was."""

    def see(self, match: Match[Any]) -> None:
        if not self.tables or self.tables[-1].match is not match:
            self.tables.append(_Table(match))
        self.moments.append(len(self.tables) - 1)


def origin_at(
    match: Match[Any], key: bytes, *, drawn: int = 0, standing: Standing | None = None
) -> Origin:
    """An origin at which a table stands already."""
    return Origin(
        game=match.game.id,
        version=match.game.version,
        seats=match.seats,
        options=msgspec.to_builtins(match.options),
        key=key,
        drawn=drawn,
        standing=standing or standing_of(match),
    )


def _heading(match: Match[Any]) -> Heading:
    return Heading(
        game=match.game.id,
        version=match.game.version,
        seats=match.seats,
        options=msgspec.to_builtins(match.options),
        commitment="",
    )


def _event(line: Line) -> Answered:
    if not 0 <= line.seat < 64:
        raise InvalidRecord("seat", f"{line.seat} is no seat")
    return Answered(Seat(line.seat), line.answer, line.by)
