"""The deal of the day: one seeded deal, one seat of it for everybody, against the same bots.

Everything follows from a secret of the site and the date. The seed is committed to when the day
begins and told after its end: whoever has it can deal the match again, and hear the bots think the
same thoughts.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from boomtown.bots.kinds import DEPUTY, tempered
from boomtown.bots.thought import think
from boomtown.core.chance import Chance, commitment_to, seed_from
from boomtown.core.errors import BoomtownError, InvalidOption, InvalidRecord, Refused
from boomtown.core.game import Game
from boomtown.core.match import Match, checked_options
from boomtown.core.matchfile import read, verify
from boomtown.core.options import OptionField, form_of
from boomtown.core.record import By, plain
from boomtown.core.seats import Seat
from boomtown.core.snapshot import save
from boomtown.plugins import find_game

SELDOM = 4
"""One option in so many is another one than usual."""


class Deal(Struct, frozen=True, kw_only=True):
    """What everybody plays on a day."""

    day: str
    """As 2026-11-17."""
    game: str
    version: str
    options: dict[str, Any]  # plain JSON, as the game's options encode
    seats: int
    seat: int
    """Where everybody sits."""
    bots: tuple[str, ...]
    """By seat, what kind of bot plays there; nothing where everybody sits."""
    names: tuple[str, ...]
    """By seat, what it is called."""
    commitment: str
    """The SHA-256 of the seed."""
    seed: str = ""
    """Nothing before it may be told."""


def game_of(day: str, games: Sequence[Game[Any, Any]]) -> Game[Any, Any]:
    """The game of a day: they take turns."""
    return games[date.fromisoformat(day).toordinal() % len(games)]


def draw_deal(
    secret: bytes, day: str, games: Sequence[Game[Any, Any]], names: Sequence[str]
) -> Deal:
    """The deal of a day: the same secret and date draw the same."""
    seed = hmac.digest(secret, f"the deal of {day}".encode(), "sha256")
    chance = Chance.seeded("what is dealt", seed.hex())
    game = game_of(day, games)
    seats = chance.pick([n for n in game.seats if _options_at(game, n, {}) is not None])
    varied = {field.name: _varied(field, chance) for field in form_of(game.options)}
    options = _options_at(game, seats, varied) or _options_at(game, seats, {})
    seat = chance.below(seats)
    called = list(names)
    chance.shuffle(called)
    return Deal(
        day=day,
        game=game.id,
        version=game.version,
        options=options or {},
        seats=seats,
        seat=seat,
        bots=tuple(
            "" if number == seat else tempered(game, DEPUTY, chance.below(60))
            for number in range(seats)
        ),
        names=tuple("" if n == seat else name for n, name in enumerate(called[:seats])),
        commitment=commitment_to(seed),
        seed=seed.hex(),
    )


def _options_at(game: Game[Any, Any], seats: int, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Options as they encode; None where the rules forbid them."""
    try:
        chosen: dict[str, Any] = plain(checked_options(game, seats, wanted))
    except (InvalidOption, Refused):
        return None
    return chosen


def _varied(field: OptionField, chance: Chance) -> bool | int | str:
    """What an option is on a day: mostly as usual, and numbers always."""
    if chance.below(SELDOM) or field.kind == "number":
        return field.default
    return (not field.default) if field.kind == "switch" else chance.pick(field.of)


def thought_seed(seed: str, moment: int, seat: int) -> bytes:
    """With what a bot thinks about a question of the deal, whoever plays against it."""
    return seed_from("bot", seed, moment, seat)


class CheckedMatch(Struct, frozen=True):
    """What a check of somebody's match of the deal has found."""

    answers: int
    thoughts: int
    """Answers of bots that were thought again, and are the same."""
    won: bool
    late: tuple[int, ...] = ()
    """Lines of the file at which a bot had no time left and the rule answered: from the first one
    on the match may be another than everybody else's."""


def check_deal(deal: Deal) -> None:
    """Holds a deal to the promise that was made when its day began."""
    if not deal.seed:
        raise InvalidRecord("seed", "it is not told yet")
    try:
        told = commitment_to(bytes.fromhex(deal.seed))
    except ValueError:
        raise InvalidRecord("seed", "it is not a hexadecimal number") from None
    if told != deal.commitment:
        raise InvalidRecord("seed", "its SHA-256 is not the commitment")


def check_match(deal: Deal, text: str) -> CheckedMatch:
    """Checks a match file: it is a whole match of this deal, and the bots were the same for all."""
    verdict = verify(text, find_game)
    record, end = read(text)
    heading = record.heading
    if end.seed != deal.seed or heading.contributions != ("",) * deal.seats:
        raise InvalidRecord("seed", "it is not that of the deal")
    if (heading.game, heading.seats, heading.options) != (deal.game, deal.seats, deal.options):
        raise InvalidRecord("heading", "it is not what was dealt")
    game, thoughts, late = find_game(deal.game), 0, []
    match = Match.start(
        game,
        deal.seats,
        dict(deal.options),
        seed=bytes.fromhex(deal.seed),
        contributions=heading.contributions,
    )
    for number, line in enumerate(record.lines):
        if line.by is By.BOT and line.seat != deal.seat:
            seed = thought_seed(deal.seed, match.moment, line.seat)
            saved = save(match, lines=False)
            if think(deal.game, saved, line.seat, deal.bots[line.seat], seed) == line.answer:
                thoughts += 1
            elif plain(match.clone().default(line.seat)) == line.answer:
                late.append(number + 2)
            else:
                raise InvalidRecord(f"line {number + 2}", "this bot would have answered otherwise")
        elif line.by is By.CLOCK and line.seat != deal.seat:
            late.append(number + 2)
        _play(match, line.by, line.seat, line.answer)
    won = Seat(deal.seat) in end.outcome.winners
    return CheckedMatch(verdict.answers, thoughts, won, tuple(late))


def _play(match: Match[Any], by: By, seat: Seat, answer: Any) -> None:
    if by is By.UNDO:
        match.undo(seat)
    elif by is By.CLOCK:
        match.time_out(seat)
    elif by is By.CHAPTER:
        raise BoomtownError("another version of the game went on with this match")
    else:
        match.answer(seat, answer, by=by)
