"""Secrets: values in the state that not everybody may know.

A secret is declared where the data are, ``role: Secret[Role]``, and hidden from everybody until
somebody is let in. One mechanism, three uses: views leave out what a seat may not know, a bot's
imagined table exchanges it, and the leak check compares the two worlds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType, inspect

from boomtown.core.chance import Chance
from boomtown.core.data import described, is_data, kind_of, replaced
from boomtown.core.errors import HiddenValue
from boomtown.core.seats import Seat

_pack = msgspec.msgpack.Encoder().encode
T = TypeVar("T")


class Secret(Struct, Generic[T]):
    """A value with an audience and a pool.

    The pool names the hidden values it could be exchanged with: all face-down roles, all cards
    of a deck and the hands drawn from it. During a match the audience changes only through
    ``Match.show``, ``Match.reveal`` and ``Match.conceal``, so that the match knows what was told.
    """

    held: T | UnsetType = msgspec.field(name="value", default=UNSET)
    pool: str = ""
    seats: int = 0
    """The seats that know the value, one bit each."""
    public: bool = False

    @classmethod
    def dealt(cls, value: T, pool: str, to: Iterable[Seat] = ()) -> Secret[T]:
        """A secret as it is dealt: known to these seats, and to nobody else."""
        return cls(value, pool, bits(to))

    @property
    def value(self) -> T:
        """The value itself; an error where this view does not show it."""
        if self.held is UNSET:
            raise HiddenValue(f"a hidden value of the pool {self.pool!r}")
        return self.held

    @value.setter
    def value(self, value: T) -> None:
        self.held = value

    @property
    def known(self) -> bool:
        """Whether this view shows the value."""
        return self.held is not UNSET

    def known_to(self, seat: Seat | None) -> bool:
        """Whether the seat may know the value; ``None`` is a spectator and knows least."""
        return self.public or (seat is not None and bool(self.seats >> seat & 1))

    def seen_by(self, seat: Seat | None) -> Secret[T]:
        """The secret in a seat's view: who else knows is nobody's business."""
        if self.public or (seat is not None and self.seats >> seat & 1):
            return Secret(self.held, self.pool, 0, self.public)
        return Secret(UNSET, self.pool)


def bits(seats: Iterable[Seat]) -> int:
    """An audience as one number."""
    return sum(1 << seat for seat in set(seats))


@cache
def fields_with_secrets(kind: type) -> tuple[str, ...]:
    """The fields of a data class that are secrets or can lead to one."""
    info = described(kind)
    assert isinstance(info, inspect.StructType)
    return tuple(field.name for field in info.fields if leads_to_secret(field.type))


def leads_to_secret(kind: inspect.Type, seen: tuple[object, ...] = ()) -> bool:
    """Whether a type is a secret or can lead to one."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if kind_of(kind) is Secret:
                return True
            return cls not in seen and any(leads_to_secret(f.type, (*seen, cls)) for f in fields)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return leads_to_secret(item, seen)
        case inspect.DictType(value_type=value):
            return leads_to_secret(value, seen)
        case inspect.TupleType(item_types=items):
            return any(leads_to_secret(item, seen) for item in items)
        case inspect.UnionType(types=types):
            return any(leads_to_secret(option, seen) for option in types)
    return False


def secrets_in(value: object) -> list[Secret[object]]:
    """All secrets in a struct, list or dict, always in the same order."""
    found: list[Secret[object]] = []
    _collect(value, found)
    return found


def _collect(value: object, found: list[Secret[object]]) -> None:
    kind = type(value)
    if kind is Secret:
        found.append(cast("Secret[object]", value))
    elif kind is list or kind is tuple:
        for item in cast("Sequence[object]", value):
            if type(item) is Secret:
                found.append(item)
            else:
                _collect(item, found)
    elif kind is dict:
        for item in cast("dict[object, object]", value).values():
            _collect(item, found)
    elif is_data(value):
        for name in fields_with_secrets(type(value)):
            # The names come from the type itself: the one place that reads fields by name.
            _collect(getattr(value, name), found)


def audience_of(value: object) -> int:
    """The seats that know a secret in something which not everybody knows, one bit each."""
    audience = 0
    for secret in secrets_in(value):
        if not secret.public:
            audience |= secret.seats
    return audience


def masked(value: Any, seat: Seat | None) -> Any:
    """The same without what a seat may not know; what cannot hold secrets is not copied."""
    kind = type(value)
    if kind is Secret:
        return value.seen_by(seat)
    if kind is list:
        return [
            item.seen_by(seat) if type(item) is Secret else masked(item, seat) for item in value
        ]
    if kind is tuple:
        return tuple([masked(item, seat) for item in value])
    if kind is dict:
        return {key: masked(item, seat) for key, item in value.items()}
    if is_data(value):
        names = fields_with_secrets(type(value))
        # The names come from the type itself.
        return replaced(value, {name: masked(getattr(value, name), seat) for name in names})
    return value


def unknown_pools(
    secrets: Iterable[Secret[object]], seat: Seat | None
) -> dict[str, list[Secret[object]]]:
    """The secrets that the seat does not know, by pool."""
    pools: dict[str, list[Secret[object]]] = {}
    for secret in secrets:
        if not secret.known_to(seat):
            pools.setdefault(secret.pool, []).append(secret)
    return pools


def settle(secrets: Iterable[Secret[object]], seat: Seat | None) -> None:
    """Sorts, inside each pool, the values that the seat does not know.

    Whatever is drawn from there depends on nothing that the seat cannot know.
    """
    for hidden in unknown_pools(secrets, seat).values():
        values = sorted([secret.held for secret in hidden], key=_pack)
        for secret, value in zip(hidden, values, strict=True):
            secret.held = value


def exchange(secrets: Iterable[Secret[object]], seat: Seat | None, chance: Chance) -> None:
    """Shuffles, inside each pool, the values that the seat does not know."""
    for hidden in unknown_pools(secrets, seat).values():
        values = [secret.held for secret in hidden]
        chance.shuffle(values)
        for secret, value in zip(hidden, values, strict=True):
            secret.held = value
