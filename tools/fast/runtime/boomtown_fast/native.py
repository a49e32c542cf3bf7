"""What the native classes of a compiled build have in common; compiled with them."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from msgspec import Struct, field

if typing.TYPE_CHECKING:
    from mypy_extensions import mypyc_attr

T = TypeVar("T")


@mypyc_attr(allow_interpreted_subclasses=True)
class Native:
    """A struct of the source, as a class of its own."""

    __struct_fields__: ClassVar[tuple[str, ...]] = ()
    __positional__: ClassVar[tuple[str, ...]] = ()
    __notes__: ClassVar[dict[str, str]] = {}
    __defaults__: ClassVar[dict[str, Any]] = {}
    __renamed__: ClassVar[dict[str, str]] = {}

    @classmethod
    def __init_subclass__(cls, **config: Any) -> None:
        """A class of a plugin that is not compiled gets what the build writes for the others."""
        import boomtown_fast.plugins

        boomtown_fast.plugins.finish(cls, config)

    @classmethod
    def __class_getitem__(cls, item: Any) -> Any:
        import types

        return types.GenericAlias(cls, item)

    def __copied__(self) -> Any:
        raise NotImplementedError

    def __deepcopy__(self, memo: object) -> Any:
        return self.__copied__()

    def __copy__(self) -> Any:
        raise NotImplementedError

    def __secrets__(self, found: list[Any]) -> None:
        pass

    def __repr__(self) -> str:
        parts = ", ".join(
            [f"{name}={getattr(self, name)!r}" for name in type(self).__struct_fields__]
        )
        return f"{type(self).__name__}({parts})"


def made_anew(make: Callable[[], Any]) -> Any:
    """The default of a field that every object has to itself."""
    make_field: Any = field
    return make_field(default_factory=make)


def copied(value: Any) -> Any:
    """A copy of anything plain."""
    if isinstance(value, Native):
        return value.__copied__()
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple([copied(item) for item in value])
    if isinstance(value, Struct):
        return copied_struct(value)
    return value


def copied_struct(value: Any) -> Any:
    """A copy of a struct that stays one: a plugin's, or options."""
    kind = type(value)
    if kind.__struct_config__.frozen:
        return value
    twin = value.__copy__()
    for name in kind.__struct_fields__:
        item = getattr(twin, name)
        if isinstance(item, (list, dict, tuple, Native, Struct)):
            setattr(twin, name, copied(item))
    return twin


def collect(value: Any, found: list[Any]) -> None:
    """Collects the secrets in anything plain."""
    if isinstance(value, Native):
        value.__secrets__(found)
    elif isinstance(value, (list, tuple)):
        for item in value:
            collect(item, found)
    elif isinstance(value, dict):
        for item in value.values():
            collect(item, found)
    elif isinstance(value, Struct):
        import boomtown.core.secret as secret

        # The names come from the type itself: a struct of a plugin.
        for name in secret.fields_with_secrets(type(value)):
            collect(getattr(value, name), found)


def secrets_in(value: object) -> list[Any]:
    """All secrets in a struct, list or dict, always in the same order."""
    found: list[Any] = []
    collect(value, found)
    return found


def replace(value: T, **changes: Any) -> T:
    """A shallow copy with some fields changed."""
    kind: Any = type(value)
    given = {
        name: changes[name] if name in changes else getattr(value, name)
        for name in kind.__struct_fields__
    }
    if len(given) < len(changes) or any(name not in given for name in changes):
        raise TypeError(f"{kind.__name__} has no such field: {sorted(changes)}")
    made: T = kind(**given)
    return made
