"""A study as data: what is played, how often, and from which seed.

A study plays ``matches`` matches with its bots at their seats. If it asks for ``skill``, half as
many follow in which every second seat is played at random. Every match has a number, and is made
from the seed and its number alone: whoever plays it, wherever, in whatever order, finds the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pkgutil import resolve_name
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.bots.kinds import RANDOM, answer_of, make_bot
from boomtown.core.chance import Chance, seed_from
from boomtown.core.errors import GameFault, InvalidOption
from boomtown.core.game import Game
from boomtown.core.match import Match, checked_options
from boomtown.core.options import OptionField, form_of, read_options
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.lab.simulate import kinds_for
from boomtown.lab.watching import Rounds
from boomtown.plugins import find_game

FEWEST = 2
OTHER_DICE = " what if"
"""What the seed of the second run of a comparison ends with: its matches are other ones."""


class Study(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played: everything that it takes to make a study again."""

    game: str
    version: str
    seats: int
    bots: tuple[str, ...]
    """The kind of bot at each seat."""
    matches: int
    seed: str
    options: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    """Numbers of the game that only the laboratory changes."""
    skill: bool = False
    """Whether half as many matches follow with a random bot at every second seat."""

    @property
    def skill_matches(self) -> int:
        """How many matches ask for luck and skill."""
        return max(FEWEST, self.matches // 2) if self.skill else 0

    @property
    def total(self) -> int:
        """How many matches there are in all."""
        return self.matches + self.skill_matches


# --- the edition of a game ------------------------------------------------------------------------


@cache
def edition(game: Game[Any, Any]) -> Game[Any, Any]:
    """A game as the laboratory plays it: with its constants, if it has any."""
    if game.laboratory is None:
        return game
    found = resolve_name(game.laboratory)
    if not isinstance(found, Game) or found.id != game.id:
        raise GameFault(f"{game.id}: {game.laboratory} is not its edition for the laboratory")
    return found


def constants_of(game: Game[Any, Any]) -> tuple[OptionField, ...]:
    """The constants that a game exposes, as a form."""
    known = {field.name for field in form_of(game.options)}
    return tuple(field for field in form_of(edition(game).options) if field.name not in known)


# --- making one -----------------------------------------------------------------------------------


def make_study(
    game: Game[Any, Any],
    *,
    seats: int | None = None,
    bots: Sequence[str] = (),
    matches: int,
    seed: str,
    options: Mapping[str, object] | None = None,
    constants: Mapping[str, object] | None = None,
    skill: bool = False,
) -> Study:
    """A study that can be played; whatever cannot be is refused by its name."""
    count = seats if seats is not None else game.seats[len(game.seats) // 2]
    chosen, changed = dict(options or {}), dict(constants or {})
    checked_options(game, count, chosen)
    for name in changed:
        if name not in {field.name for field in constants_of(game)}:
            known = ", ".join(field.name for field in constants_of(game)) or "none"
            raise InvalidOption(name, f"{game.id} has no such constant (there are: {known})")
    read = read_options(edition(game).options, {**chosen, **changed})
    values = msgspec.to_builtins(read)
    return Study(
        game=game.id,
        version=game.version,
        seats=count,
        bots=kinds_for(game, count, tuple(bots)),
        matches=matches,
        seed=seed,
        options={name: values[name] for name in sorted(chosen)},
        constants={name: values[name] for name in sorted(changed)},
        skill=skill,
    )


def what_if(
    study: Study,
    *,
    options: Mapping[str, object] | None = None,
    constants: Mapping[str, object] | None = None,
    bots: Sequence[str] = (),
) -> Study:
    """The same study with something else in it, and dice of its own."""
    return make_study(
        find_game(study.game),
        seats=study.seats,
        bots=bots or study.bots,
        matches=study.matches,
        seed=study.seed + OTHER_DICE,
        options={**study.options, **(options or {})},
        constants={**study.constants, **(constants or {})},
        skill=study.skill,
    )


# --- playing one match ----------------------------------------------------------------------------


def kinds_at(study: Study, number: int) -> tuple[str, ...]:
    """Who sits where in a match: where skill is measured, every second one plays at random."""
    if number < study.matches:
        return study.bots
    return tuple(RANDOM if (seat + number) % 2 else kind for seat, kind in enumerate(study.bots))


def match_of(study: Study, number: int, *, recorded: bool = False) -> Match[Any]:
    """The match with a number before its first answer; recorded for whoever wants to see it."""
    game = edition(find_game(study.game))
    options = {**study.options, **study.constants}
    if recorded:
        return Match.start(game, study.seats, options, seed=seed_from(study.seed, number))
    chance = Chance.seeded(study.seed, number)
    return Match.unrecorded(game, study.seats, options, chance=chance, observer=Rounds())


class Table:
    """A match of a study with its bots: ``step`` gives one answer after the other."""

    def __init__(self, study: Study, number: int, *, recorded: bool = False) -> None:
        self.match = match_of(study, number, recorded=recorded)
        self._thoughts = Chance.seeded(study.seed, number, "bots")
        game = self.match.game
        kinds = kinds_at(study, number)
        self._bots = [make_bot(game, kind, self._thoughts.another()) for kind in kinds]

    @property
    def asked(self) -> Seat:
        """Who is next."""
        return self.match.asked()[0]

    def step(self) -> None:
        """One answer."""
        match, seat = self.match, self.asked
        answer = answer_of(self._bots[seat], match, seat, self._thoughts)
        match.answer(seat, answer, by=By.BOT)
        if match.number > match.game.longest:
            raise GameFault(f"{match.game.id}: no end after {match.game.longest} answers")


def played(study: Study, number: int) -> Match[Any]:
    """A match to its end, recorded: for its replay and its file."""
    table = Table(study, number, recorded=True)
    while table.match.outcome is None:
        table.step()
    return table.match
