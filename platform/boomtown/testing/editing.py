"""A table as one wants it: any value of the state read or written by its path, and whole positions.

A path is names and numbers with dots between them: ``gunslingers.1.lives``. What is written is
checked against its type, and the table must be able to stand with it: a wrong value is refused by
the name of its field and changes nothing.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from boomtown.core.chance import LoadedChance
from boomtown.core.chapter import Position
from boomtown.core.codec import codec_of, plain_json
from boomtown.core.data import reader
from boomtown.core.errors import BoomtownError, GameFault
from boomtown.core.game import Game, S
from boomtown.core.match import Match, checked_options
from boomtown.core.seats import letter_of
from boomtown.core.secret import Secret

PLACE = re.compile(r"^(?P<problem>.*?)(?: - at `(?:key in )?\$(?P<place>[^`]*)`)?$", re.DOTALL)
"""How msgspec names a field: ``Expected `int`, got `str` - at `$.gunslingers[1].lives```."""


class InvalidEdit(BoomtownError):
    """A value that the table cannot have; ``field`` is its path."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field = field
        self.problem = problem


def plain_state(match: Match[Any]) -> Any:
    """The state as plain JSON, with all that is secret."""
    return msgspec.json.decode(plain_json(match.state))


def value_at(plain: Any, path: str) -> Any:
    """The value at a path in plain data."""
    for part in path.split(".") if path else []:
        try:
            plain = plain[int(part)] if isinstance(plain, list) else plain[part]
        except (LookupError, ValueError, TypeError):
            raise InvalidEdit(path, "there is nothing at this place") from None
    return plain


def at(match: Match[Any], path: str) -> Any:
    """The value at a path of the state: ``at(match, "gunslingers.1.lives")``."""
    return value_at(plain_state(match), path)


def put(match: Match[Any], path: str, value: object) -> None:
    """Writes a value of the state, or raises ``InvalidEdit`` and changes nothing."""
    plain = plain_state(match)
    _write(plain, path, value)
    _arrange(match, plain, path)


def exchange(match: Match[Any], one: str, other: str) -> None:
    """Lets two values of the state change places: the card that comes next, and the one wanted."""
    plain = plain_state(match)
    here, there = value_at(plain, one), value_at(plain, other)
    if one.startswith(f"{other}.") or other.startswith(f"{one}."):
        raise InvalidEdit(other, f"it is a part of {min(one, other, key=len)}, or the other way")
    _write(plain, one, there)
    _write(plain, other, here)
    _arrange(match, plain, one)


SECRET = frozenset(Secret.__struct_encode_fields__)
"""How a secret looks as plain data."""


def _write(plain: Any, path: str, value: object) -> None:
    """At the path of a secret, what is no secret is its value; who knows it stays the same."""
    place = value_at(plain, path)
    if _is_secret(place) and not _is_secret(value):
        path = f"{path}.value"
    *parents, last = path.split(".")
    if not last:
        raise InvalidEdit("", "name a place of the state")
    holder = value_at(plain, ".".join(parents))
    holder[int(last) if isinstance(holder, list) else last] = value


def _is_secret(plain: object) -> bool:
    return isinstance(plain, dict) and plain.keys() == SECRET


def _arrange(match: Match[Any], plain: Any, path: str) -> None:
    """Puts a state on the table that was given as plain data, if the table can stand so."""
    state = state_from(match.game, plain, path)
    if other := first_other(msgspec.json.decode(plain_json(state)), plain):
        raise InvalidEdit(other, "no such field, or one that is missing")
    twin = match.clone()
    twin.put(state)
    try:
        _stands(twin)
    except Exception as error:  # whatever a game says of a table that cannot be
        raise InvalidEdit(path, f"the table cannot stand like this: {told(error)}") from None
    match.put(state)


def state_from(game: Game[S, Any], plain: Any, path: str = "") -> S:
    """A state from plain data; what does not fit its type is named."""
    try:
        state: S = reader(msgspec.json.Decoder, game.state)(msgspec.json.encode(plain))
        msgspec.msgpack.encode(state)  # JSON knows larger numbers than a match can hold
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as error:
        found = PLACE.match(str(error))
        assert found is not None, "it matches anything"
        place = re.sub(r"\[(\d+|\.\.\.)\]", r".\1", found["place"] or "").strip(".")
        field = path if "..." in place or not place else place
        raise InvalidEdit(field, found["problem"]) from None
    return state


def _stands(match: Match[Any]) -> None:
    """Whether everybody can look at a table, and whoever is asked has an answer."""
    for seat in (None, *match.all_seats):
        match.view(seat)
    for seat in match.asked():
        if not match.choice(seat).offers():
            raise GameFault(f"seat {letter_of(seat)} has no legal answer")


def told(error: BaseException) -> str:
    """An error with the last place in the code, for the author of a game."""
    frames = traceback.extract_tb(error.__traceback__)
    where = "" if not frames else f" ({frames[-1].filename}:{frames[-1].lineno})"
    name = "" if isinstance(error, BoomtownError) else f"{type(error).__name__}: "
    return f"{name}{error}{where}"


def first_other(one: Any, two: Any, path: str = "") -> str:
    """The path of the first value that differs between two states; nothing where they are alike."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in [*two, *(key for key in one if key not in two)]:
            inner = f"{path}.{key}" if path else str(key)
            if key not in one or key not in two:
                return inner
            if found := first_other(one[key], two[key], inner):
                return found
        return ""
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for index, (mine, yours) in enumerate(zip(one, two, strict=True)):
            if found := first_other(mine, yours, f"{path}.{index}" if path else str(index)):
                return found
        return ""
    return "" if one == two and type(one) is type(two) else path


def position_text(match: Match[Any]) -> str:
    """State and agenda as one JSON text, which ``standing`` reads again."""
    body = {"state": plain_state(match), "agenda": msgspec.json.decode(plain_json(match.agenda))}
    return msgspec.json.encode(body).decode()


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    state: Any
    agenda: list[Any]


def standing(
    game: Game[S, Any],
    position: str,
    *,
    seats: int,
    options: Mapping[str, object] | None = None,
    dice: Iterable[object] = (),
    picks: Iterable[object] = (),
    shuffles: Iterable[Sequence[object]] = (),
) -> Match[S]:
    """A match as it stood, from the text that the bench wrote, with what chance does next."""
    try:
        body = msgspec.json.decode(position, type=_Body)
    except msgspec.DecodeError as error:
        raise InvalidEdit("start", str(error)) from None
    chosen = checked_options(game, seats, dict(options or {}))
    state, agenda = codec_of(game).read(Position({}, body.state, body.agenda))
    match = Match(game, seats, chosen, state, agenda, LoadedChance(dice, picks, shuffles))
    match.advance()
    return match
