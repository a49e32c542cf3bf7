"""What seats see of a state: the public part is made once, and each seat adds what it knows.

The fields of a state, and the items of those that are lists or tables of data classes with
secrets, are its parts. A part is copied and masked only if it has changed since it was last looked
at, which its bytes tell; one that has not is the same object in all views of all moments, and is
written as JSON once. So views are for reading: whoever wants to try something imagines a table.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Generic, get_args, get_origin

import msgspec
from msgspec import UNSET, Raw, inspect

from boomtown.core.data import copier, described, fields_of, kind_of, reader, replaced
from boomtown.core.errors import GameFault
from boomtown.core.game import S
from boomtown.core.seats import Seat
from boomtown.core.secret import Secret, audience_of, leads_to_secret, masked

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


class Part:
    """Something in a state as it was when it was looked at, and what is to be seen of it."""

    __slots__ = ("_json", "_own", "audience", "public", "whole")

    def __init__(self, value: Any, kind: PartKind) -> None:
        self.whole = copier(value, _pack, kind.read)()
        """A copy with all that is secret, which no view has."""
        self.audience = audience_of(self.whole) if kind.secret else 0
        """The seats that know more of it than a spectator, one bit each."""
        self.public = masked(self.whole, None) if kind.secret else self.whole
        self._own: dict[Seat, Any] = {}
        self._json: dict[Seat | None, bytes] = {}

    def seen_by(self, seat: Seat) -> Any:
        """What a seat of the audience sees of it."""
        own = self._own.get(seat)
        if own is None:
            own = self._own[seat] = masked(self.whole, seat)
        return own

    def json(self, seat: Seat | None) -> bytes:
        """The same as JSON; ``None`` is whoever is not of the audience."""
        written = self._json.get(seat)
        if written is None:
            seen = self.public if seat is None else self.seen_by(seat)
            written = self._json[seat] = _json(seen)
        return written


class Row:
    """A list of parts."""

    __slots__ = ("_json", "_known", "_pieces", "audience", "parts", "public", "whole")

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        self.whole = [part.whole for part in parts]
        self.public = [part.public for part in parts]
        self._known: list[tuple[int, Part]] = []
        self._json: dict[Seat | None, bytes] = {}
        self._pieces: list[bytes] = []
        self.audience = 0
        for place, part in enumerate(parts):
            if part.audience:
                self.audience |= part.audience
                self._known.append((place, part))

    def seen_by(self, seat: Seat) -> Any:
        """What a seat of the audience sees of it."""
        seen = self.public.copy()
        for place, part in self._known:
            if part.audience >> seat & 1:
                seen[place] = part.seen_by(seat)
        return seen

    def json(self, seat: Seat | None) -> bytes:
        """The same as JSON; ``None`` is whoever is not of the audience."""
        written = self._json.get(seat)
        if written is None:
            if not self._pieces:
                self._pieces = [part.json(None) for part in self.parts]
            pieces = self._pieces
            if seat is not None:
                pieces = pieces.copy()
                for place, part in self._known:
                    if part.audience >> seat & 1:
                        pieces[place] = part.json(seat)
            written = self._json[seat] = b"[" + b",".join(pieces) + b"]"
        return written


def knows(part: Part | Row, seat: Seat | None) -> bool:
    """Whether a seat knows more of a part than a spectator."""
    return seat is not None and bool(part.audience >> seat & 1)


class PartKind:
    """How a field of a state, or one item of it, becomes a part."""

    __slots__ = ("read", "secret")

    def __init__(self, type: Any, secret: bool) -> None:
        self.read = reader(msgspec.msgpack.Decoder, type)
        self.secret = secret

    def look(self, value: Any, before: Any) -> Any:
        """The part as it is now; the one from before, if it is the same."""
        if before is not None and value == before.whole:
            return before
        return Part(value, self)


class RowKind:
    """How a field becomes a row of parts."""

    __slots__ = ("_item",)

    def __init__(self, item: PartKind) -> None:
        self._item = item

    def look(self, value: Any, before: Any) -> Any:
        """The row as it is now, with those parts from before that are the same."""
        if before is None or len(before.parts) != len(value):
            return Row([Part(item, self._item) for item in value])
        if value == before.whole:
            return before
        look = self._item.look
        return Row([look(item, old) for item, old in zip(value, before.parts, strict=True)])


class StateKind:
    """How a state is divided: the names of its fields, and how they come into views."""

    __slots__ = ("flat", "heads", "parts")

    def __init__(self, kind: type) -> None:
        info = described(kind)
        assert isinstance(info, inspect.StructType)
        types = {field.name: field.type for field in fields_of(kind)}
        self.heads = [
            (field.name, field.encode_name, _json(field.encode_name) + b":")
            for field in info.fields
        ]
        """Each field, its key in JSON, and what is written before it there, in order."""
        self.flat: list[tuple[str, type[list[Any]] | type[dict[Any, Any]]]] = [
            (field.name, list if isinstance(field.type, inspect.ListType) else dict)
            for field in info.fields
            if _is_flat(field.type)
        ]
        """Lists and tables of what cannot be changed: a copy does."""
        self.parts = [
            (field.name, _kind(field.type, types[field.name]))
            for field in info.fields
            if not is_fixed(field.type) and not _is_flat(field.type)
        ]


class Shown(Generic[S]):
    """A state at one moment, as everybody sees it."""

    __slots__ = ("_common", "_json", "_kind", "_known", "_own", "parts", "public", "whole")

    def __init__(self, state: S, kind: StateKind, parts: dict[str, Any]) -> None:
        self.parts = parts
        self._kind = kind
        self._known = [(name, part) for name, part in parts.items() if part.audience]
        seen: dict[str, Any] = {}
        for name, another in kind.flat:
            seen[name] = another(getattr(state, name))  # named by the type itself
        for name, part in parts.items():
            seen[name] = part.whole
        self.whole: S = replaced(state, seen)
        """All of it, for the next look: no view has it."""
        for name, part in parts.items():
            seen[name] = part.public
        self.public: S = replaced(state, seen)
        """What a spectator sees."""
        self._own: dict[Seat, S] = {}
        self._json: dict[Seat | None, Raw] = {}
        self._common: list[tuple[bytes, Part | Row | None]] = []

    def seen_by(self, seat: Seat | None) -> S:
        """What a seat sees; ``None`` is a spectator."""
        if seat is None:
            return self.public
        seen = self._own.get(seat)
        if seen is None:
            own = {}
            for name, part in self._known:
                if part.audience >> seat & 1:
                    own[name] = part.seen_by(seat)
            seen = self._own[seat] = replaced(self.public, own) if own else self.public
        return seen

    def json(self, seat: Seat | None) -> Raw:
        """The same as JSON."""
        written = self._json.get(seat)
        if written is None:
            if seat is not None and not any(knows(part, seat) for _, part in self._known):
                written = self.json(None)
            else:
                written = Raw(self._written(seat))
            self._json[seat] = written
        return written

    def _written(self, seat: Seat | None) -> bytes:
        if not self._common:
            self._common = self._cut()
        pieces: list[bytes] = []
        for text, part in self._common:
            pieces.append(text)
            if part is not None:
                pieces.append(part.json(seat if knows(part, seat) else None))
        return b"".join(pieces)

    def _cut(self) -> list[tuple[bytes, Part | Row | None]]:
        """The JSON that all seats share, up to each field of which some seat knows more."""
        cuts: list[tuple[bytes, Part | Row | None]] = []
        opening = b"{"
        members: list[bytes] = []
        plain: dict[str, Any] = {}
        for name, key, head in self._kind.heads:
            part = self.parts.get(name)
            if part is None:
                value = getattr(self.public, name)  # named by the type itself
                if value is not UNSET:
                    plain[key] = value
                continue
            if plain:
                members.append(_json(plain)[1:-1])
                plain = {}
            if part.audience:
                members.append(head)
                cuts.append((opening + b",".join(members), part))
                opening, members = b"", [b""]
            else:
                members.append(head + part.json(None))
        if plain:
            members.append(_json(plain)[1:-1])
        cuts.append((opening + b",".join(members) + b"}", None))
        return cuts


class Sight(Generic[S]):
    """Looks at the state of one match, and remembers what has not changed."""

    __slots__ = ("_kind", "_last")

    def __init__(self, kind: type[S]) -> None:
        hashable: Any = kind  # which a type is, but not to mypy
        self._kind: StateKind = state_kind(hashable)
        self._last: Shown[S] | None = None

    def now(self, state: S) -> Shown[S]:
        """The state as it is now."""
        last = self._last
        if last is not None and state == last.whole:
            return last
        before: dict[str, Any] = {} if last is None else last.parts
        parts: dict[str, Any] = {}
        for name, kind in self._kind.parts:
            value = getattr(state, name)  # named by the type itself
            if value is not None and value is not UNSET:
                try:
                    parts[name] = kind.look(value, before.get(name))
                except (TypeError, msgspec.ValidationError) as error:
                    raise GameFault(f"{name} is not plain data: {error}") from None
        self._last = Shown(state, self._kind, parts)
        return self._last


@cache
def state_kind(kind: type) -> StateKind:
    """How the states of a game are divided, found out once."""
    return StateKind(kind)


def _kind(info: inspect.Type, type: Any) -> PartKind | RowKind:
    secret = leads_to_secret(info)
    if secret and isinstance(info, inspect.ListType):
        item = info.item_type
        if isinstance(item, inspect.StructType) and kind_of(item) is not Secret:
            assert get_origin(type) is list
            return RowKind(PartKind(get_args(type)[0], secret))
    return PartKind(type, secret)


def _is_flat(info: inspect.Type) -> bool:
    match info:
        case inspect.ListType(item_type=item):
            return is_fixed(item)
        case inspect.DictType(key_type=key, value_type=value):
            return is_fixed(key) and is_fixed(value)
    return False


def is_fixed(info: inspect.Type) -> bool:
    """Whether values of a type cannot be changed."""
    match info:
        case inspect.TupleType(item_types=items):
            return all(is_fixed(item) for item in items)
        case inspect.VarTupleType(item_type=item):
            return is_fixed(item)
        case inspect.UnionType(types=types):
            return all(is_fixed(option) for option in types)
    return isinstance(info, FIXED)


FIXED = (
    inspect.NoneType,
    inspect.BoolType,
    inspect.IntType,
    inspect.FloatType,
    inspect.StrType,
    inspect.BytesType,
    inspect.EnumType,
    inspect.LiteralType,
)
