"""Classes of plugins that derive from native ones: interpreted, with the same methods."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar, get_origin

import msgspec

from boomtown_fast.names import COMPILED
from boomtown_fast.native import collect, copied

_field = type(msgspec.field())


def finish(cls: Any, config: dict[str, Any]) -> None:
    """Gives a class that was just made its fields, as msgspec would."""
    if _is_compiled(cls.__module__):
        return
    own: dict[str, Any] = {
        name: note
        for name, note in vars(cls).get("__annotations__", {}).items()
        if not _shared(note)
    }
    defaults: dict[str, Any] = {}
    renamed: dict[str, str] = {}
    for name in own:
        if name in vars(cls):
            value = vars(cls)[name]
            if type(value) is _field:
                delattr(cls, name)
                if value.name is not None:
                    renamed[name] = value.name
            if isinstance(value, list | dict | set):
                value = msgspec.field(default_factory=type(value))
            if type(value) is not _field or _has_default(value):
                defaults[name] = value
    before, given = cls.__struct_fields__, cls.__positional__
    keyword = [name for name in before if name not in given and name not in own]
    positional = [name for name in given if name not in own]
    (keyword if config.get("kw_only") else positional).extend(own)
    cls.__notes__, cls.__defaults__, cls.__renamed__ = own, defaults, renamed
    cls.__struct_fields__, cls.__positional__ = (*positional, *keyword), tuple(positional)
    wire = {name: renamed.get(name, name) for name in cls.__struct_fields__}
    for name, written in renamed.items():
        setattr(cls, written, _known_as(name))
    fields = dict.fromkeys(wire.values())
    tag = getattr(cls, "__tag__", None)
    if tag is not None:
        told = config.get("tag")
        cls.__tag__ = (tag[0], told if isinstance(told, str) else cls.__name__)
        setattr(cls, tag[0], property(lambda self: type(self).__tag__[1]))
        fields = {tag[0]: None, **fields}
    cls.__dataclass_fields__ = fields
    _methods(cls, frozen=bool(config.get("frozen")))


def _is_compiled(module: str) -> bool:
    """Whether a module runs compiled: a package that came before the core runs from its sources."""
    return module in COMPILED and not str(sys.modules[module].__file__).endswith(".py")


def _shared(note: Any) -> bool:
    """Whether an annotation is about the class, not about a field."""
    if isinstance(note, str):
        return note.startswith(("ClassVar", "typing.ClassVar"))
    return note is ClassVar or get_origin(note) is ClassVar


def _known_as(name: str) -> property:
    return property(lambda self: getattr(self, name))


def _has_default(value: Any) -> bool:
    return value.default is not msgspec.NODEFAULT or value.default_factory is not msgspec.NODEFAULT


def _methods(cls: Any, *, frozen: bool) -> None:
    from boomtown.core.secret import fields_with_secrets

    names = cls.__struct_fields__
    if "__init__" not in vars(cls):
        cls.__init__ = _init(cls)

    def same(self: Any, other: object) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def another(self: Any) -> Any:
        return type(self)(**{name: copied(getattr(self, name)) for name in names})

    def shallow(self: Any) -> Any:
        return type(self)(**{name: getattr(self, name) for name in names})

    def secrets(self: Any, found: list[Any]) -> None:
        for name in fields_with_secrets(cls):
            collect(getattr(self, name), found)

    if "__eq__" not in vars(cls):
        cls.__eq__ = same
        cls.__hash__ = (
            (lambda self: hash(tuple(getattr(self, n) for n in names))) if frozen else None
        )
    cls.__copied__, cls.__copy__, cls.__secrets__ = another, shallow, secrets


def _init(cls: Any) -> Callable[..., None]:
    """``__init__`` with a signature of its own, written out: as quick as by hand."""
    from boomtown_fast.twins import _all

    defaults = _all(cls, "__defaults__")
    space: dict[str, Any] = {}
    head: list[str] = []
    lines: list[str] = []
    for name in cls.__struct_fields__:
        if name not in cls.__positional__ and "*" not in head:
            head.append("*")
        lines.append(f"self.{name} = {name}")
        if name not in defaults:
            head.append(name)
            continue
        value = defaults[name]
        head.append(f"{name}=_default_{name}")
        space[f"_default_{name}"] = value
        if type(value) is _field:
            if value.default_factory is not msgspec.NODEFAULT:
                space[f"_make_{name}"] = value.default_factory
                lines[-1] = f"self.{name} = _make_{name}() if {name} is _default_{name} else {name}"
            else:
                space[f"_default_{name}"] = value.default
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(['self', *head])}):\n    {body}", space)
    made: Callable[..., None] = space["__init__"]
    return made
