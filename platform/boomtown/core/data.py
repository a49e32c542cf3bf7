"""Plain data: what states, steps and choices are made of, and how it is read and copied.

Everything that must know what a data class is stands here: a compiled build, whose data classes
are native ones, brings its own edition of this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeGuard, TypeVar, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, inspect, structs

T = TypeVar("T")


class DataField(Struct, frozen=True):
    """One field of a data class."""

    name: str
    type: Any
    default: Any
    """None where it has none, or where it is made anew for every object."""


def is_data(value: object) -> TypeGuard[Struct]:
    """Whether something has fields."""
    return isinstance(value, Struct)


def is_frozen(kind: Any) -> bool:
    """Whether objects of a data class cannot be changed."""
    frozen: bool = kind.__struct_config__.frozen
    return frozen


def described(kind: Any) -> inspect.Type:
    """A type as msgspec describes it."""
    return inspect.type_info(kind)


def kind_of(described: inspect.StructType) -> type:
    """The data class that a description is about, without what it is generic over."""
    kind: type = get_origin(described.cls) or described.cls
    return kind


def fields_of(kind: type) -> list[DataField]:
    """The fields of a data class, in order."""
    hints = get_type_hints(kind)
    return [
        DataField(one.name, hints[one.name], None if one.default is NODEFAULT else one.default)
        for one in structs.fields(kind)
    ]


def reader(decoder: Callable[[Any], Any], kind: Any) -> Callable[[bytes], Any]:
    """What reads values of a type from bytes, every field checked against its type."""
    read: Callable[[bytes], Any] = decoder(kind).decode
    return read


def copier(value: T, pack: Callable[[T], bytes], unpack: Callable[[bytes], T]) -> Callable[[], T]:
    """What makes copies of a value that share nothing with it."""
    packed = pack(value)
    return lambda: unpack(packed)


def replaced(value: T, changes: Mapping[str, object]) -> T:
    """Another object with some fields changed, and the same ones otherwise."""
    twin: T = value.__copy__()  # type: ignore[attr-defined]  # every data class has it
    for name, item in changes.items():
        setattr(twin, name, item)  # named by the type itself
    return twin
