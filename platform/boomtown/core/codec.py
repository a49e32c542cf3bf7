"""Plain bytes for state and agenda: copies, snapshots and the canonical hash."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, Union

import msgspec

from boomtown.core.chapter import Position
from boomtown.core.data import copier, reader
from boomtown.core.errors import GameFault
from boomtown.core.game import Game, S
from boomtown.core.step import Step

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode
_ordered = msgspec.json.Encoder(order="deterministic").encode


class Codec(Generic[S]):
    """Reads and writes the state and the agenda of one game."""

    def __init__(self, game: Game[S, Any]) -> None:
        self._game = game
        step: Any = Union[game.steps]  # noqa: UP007 - made from a tuple at run time
        body: Any = tuple[game.state, list[step]]  # type: ignore[name-defined]
        self._body = reader(msgspec.msgpack.Decoder, body)
        self._state = reader(msgspec.msgpack.Decoder, game.state)
        self._plain = reader(msgspec.json.Decoder, body)

    def pack(self, state: S, agenda: list[Step]) -> bytes:
        """State and agenda as bytes."""
        return _pack((state, agenda))

    def unpack(self, data: bytes) -> tuple[S, list[Step]]:
        """State and agenda from bytes, every field checked against its type."""
        try:
            body: tuple[S, list[Step]] = self._body(data)
        except msgspec.ValidationError as error:
            raise GameFault(
                f"{self._game.id}: state or agenda is not plain data: {error}"
            ) from None
        return body

    def read(self, position: Position) -> tuple[S, list[Step]]:
        """State and agenda from plain JSON, every field checked against its type."""
        try:
            body: tuple[S, list[Step]] = self._plain(_json((position.state, position.agenda)))
        except msgspec.ValidationError as error:
            raise GameFault(f"{self._game.id}: not a state of this version: {error}") from None
        return body

    def copy(self, state: S, agenda: list[Step]) -> tuple[S, list[Step]]:
        """Another state and agenda that are the same as these."""
        return self.copies(state, agenda)()

    def copies(self, state: S, agenda: list[Step]) -> Callable[[], tuple[S, list[Step]]]:
        """What makes copies of a state and an agenda, as many as are wanted."""
        return copier((state, agenda), _pack, self.unpack)

    def copier(self, state: S) -> Callable[[], S]:
        """What makes copies of a state, as many as are wanted."""
        return copier(state, _pack, self.unpack_state)

    def unpack_state(self, data: bytes) -> S:
        """A state from bytes."""
        try:
            state: S = self._state(data)
            return state
        except msgspec.ValidationError as error:
            raise GameFault(f"{self._game.id}: not plain data: {error}") from None


@cache
def codec_of(game: Game[S, Any]) -> Codec[S]:
    """The codec of a game, made once."""
    return Codec(game)


def canonical_hash(*parts: object) -> str:
    """A hash that two machines agree on: SHA-256 of JSON with keys in order."""
    # One by one: keys that are numbers in one of them cost the others nothing.
    written = b",".join([canonical_json(part) for part in parts])
    return hashlib.sha256(b"[%b]" % written).hexdigest()


def canonical_json(value: object) -> bytes:
    """JSON with keys in order."""
    try:
        return _ordered(value)
    except TypeError:  # some keys are numbers: the longer way to the same bytes
        return plain_json(value)


def plain_json(value: object) -> bytes:
    """The same for any keys: a copy with strings for keys is written down."""
    return _json(msgspec.to_builtins(value, str_keys=True, order="deterministic"))
