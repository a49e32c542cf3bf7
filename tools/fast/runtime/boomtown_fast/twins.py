"""Structs that read for native classes: msgspec decodes into a twin, which becomes the real thing.

A twin has the fields of its class and nothing else. It is made when it is first needed, for
classes of the build and of plugins alike; structs of a plugin that hold secrets have twins too.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, UnsetType, inspect, structs

from boomtown_fast.native import Native, copied

T = TypeVar("T")
DATA: tuple[Any, ...] = (Native, Struct)


class DataField(Struct, frozen=True):
    """One field of a data class."""

    name: str
    type: Any
    default: Any
    """None where it has none, or where it is made anew for every object."""


class SecretTwin(Struct, Generic[T]):
    """What a secret is read into."""

    held: T | UnsetType = msgspec.field(name="value", default=UNSET)
    pool: str = ""
    seats: int = 0
    public: bool = False


_real: dict[type, type] = {}
"""Which class a twin stands for."""


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of the fields of a native class."""
    found: dict[str, Any] = {}
    for one in reversed(kind.__mro__):
        space = vars(sys.modules[one.__module__])
        for name, note in vars(one).get("__notes__", {}).items():
            # As written in the source, in the names of its module.
            found[name] = (
                eval(note, dict(space), dict(vars(one))) if isinstance(note, str) else note
            )
    return {name: found[name] for name in kind.__struct_fields__}


def _all(kind: type, table: str) -> dict[str, Any]:
    """What a class and those it derives from tell of their fields."""
    found: dict[str, Any] = {}
    for one in reversed(kind.__mro__):
        found |= vars(one).get(table, {})
    return found


@cache
def twin_of(kind: Any) -> Any:
    """The twin of a data class: itself, if it is a struct without anything native in it."""
    if kind.__module__ == "boomtown.core.secret" and kind.__name__ == "Secret":
        twin: Any = SecretTwin
    elif issubclass(kind, Native):
        twin = _native_twin(kind)
    else:
        own = structs.fields(kind)
        if all(twin_type(one.type) == one.type for one in own):
            return kind
        twin = _struct_twin(kind, own)
    _real[twin] = kind
    return twin


def _native_twin(kind: type) -> type[Struct]:
    defaults = _all(kind, "__defaults__")
    own = [
        (name, twin_type(hint), *([defaults[name]] if name in defaults else []))
        for name, hint in hints_of(kind).items()
    ]
    field, tag = getattr(kind, "__tag__", (None, None))
    return msgspec.defstruct(
        kind.__name__,
        own,
        kw_only=True,
        tag=tag,
        tag_field=field,
        rename=_all(kind, "__renamed__") or None,
        module=kind.__module__,
    )


def _struct_twin(kind: Any, fields: tuple[structs.FieldInfo, ...]) -> type[Struct]:
    own: list[Any] = []
    for one in fields:
        if one.default is NODEFAULT and one.default_factory is NODEFAULT:
            default = msgspec.field(name=one.encode_name)
        elif one.default is NODEFAULT:
            default = msgspec.field(name=one.encode_name, default_factory=one.default_factory)
        else:
            default = msgspec.field(name=one.encode_name, default=one.default)
        own.append((one.name, twin_type(one.type), default))
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        own,
        kw_only=True,
        tag=config.tag,
        tag_field=config.tag_field,
        forbid_unknown_fields=config.forbid_unknown_fields,
        module=kind.__module__,
    )


def twin_type(kind: Any) -> Any:
    """A type with the twins of the data classes in it."""
    if isinstance(kind, type) and not isinstance(kind, types.GenericAlias):
        return twin_of(kind) if issubclass(kind, DATA) else kind
    origin, args = get_origin(kind), get_args(kind)
    if not args or origin is None:
        return kind
    inside = tuple(twin_type(arg) for arg in args)
    if origin in (Union, types.UnionType):
        return Union[inside]  # noqa: UP007 - made from a tuple at run time
    if isinstance(origin, type) and issubclass(origin, DATA):
        return twin_of(origin)[inside]  # secrets are generic
    if inside == args:
        return kind
    return origin[inside[0] if len(inside) == 1 else inside]


def real(value: Any) -> Any:
    """What was read, with native classes instead of twins."""
    kind = type(value)
    if kind is list:
        return [real(item) for item in value]
    if kind is dict:
        return {key: real(item) for key, item in value.items()}
    if kind is tuple:
        return tuple([real(item) for item in value])
    original = _real.get(kind)
    if original is None:
        return value
    return original(**{name: real(getattr(value, name)) for name in kind.__struct_fields__})


# --- what boomtown.core.data offers -----------------------------------------------------------


def is_data(value: object) -> TypeGuard[Struct]:
    """Whether something has fields."""
    return isinstance(value, DATA)


def is_frozen(kind: Any) -> bool:
    """Whether objects of a data class cannot be changed: only such native ones have a hash."""
    if issubclass(kind, Struct):
        return bool(kind.__struct_config__.frozen)
    return kind.__hash__ is not None


def described(kind: Any) -> inspect.Type:
    """A type as msgspec describes it."""
    return inspect.type_info(twin_type(kind))


def kind_of(described: inspect.StructType) -> type:
    """The data class that a description is about, without what it is generic over."""
    kind: type = get_origin(described.cls) or described.cls
    return _real.get(kind, kind)


def fields_of(kind: Any) -> list[DataField]:
    """The fields of a data class, in order."""
    if issubclass(kind, Struct):
        hints = get_type_hints(kind)
        return [
            DataField(one.name, hints[one.name], None if one.default is NODEFAULT else one.default)
            for one in structs.fields(kind)
        ]
    defaults = _all(kind, "__defaults__")
    made = type(msgspec.field())
    plain = {name: value for name, value in defaults.items() if type(value) is not made}
    return [DataField(name, hint, plain.get(name)) for name, hint in hints_of(kind).items()]


def reader(decoder: Callable[[Any], Any], kind: Any) -> Callable[[bytes], Any]:
    """What reads values of a type from bytes, every field checked against its type."""
    read = decoder(twin_type(kind)).decode

    def decode(data: bytes) -> Any:
        value = read(data)
        try:
            return real(value)
        except (TypeError, ValueError) as error:  # as msgspec tells what __post_init__ finds
            raise msgspec.ValidationError(str(error)) from error

    return decode


def replaced(value: T, changes: Mapping[str, object]) -> T:
    """Another object with some fields changed, and the same ones otherwise."""
    twin: T = value.__copy__()  # type: ignore[attr-defined]  # every data class has it
    for name, item in changes.items():
        setattr(twin, name, item)  # named by the type itself
    return twin


def copier(value: T, pack: Callable[[T], bytes], unpack: Callable[[bytes], T]) -> Callable[[], T]:
    """What makes copies of a value that share nothing with it."""
    return lambda: copied(value)
