"""Turns the structs of a module into native classes: the same source, compiled.

A msgspec struct lives in C, but mypyc cannot look into it: every field is a look-up by name. So
the build writes each struct out as a plain class with an ``__init__``, equality, a copy and a list
of its secrets, which mypyc turns into a C struct of its own. Facts about a struct (the order of
its fields, what is keyword-only, what can hold a secret) come from the live pure class.
"""

from __future__ import annotations

import ast
import copy
import sys
import types
from collections.abc import Iterable
from enum import Enum
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct

from boomtown.core.options import Options
from boomtown.core.secret import Secret, fields_with_secrets

RUNTIME = "boomtown_fast.native"
SCALARS = (int, str, bool, bytes, type(None))


def is_native(kind: object) -> bool:
    """Whether the build makes a native class of it. Options stay structs: they read forms."""
    return (
        isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind is not Struct
        and not issubclass(kind, Options)
    )


def is_fixed(kind: Any) -> bool:
    """Whether values of a type never change, so that copies share them."""
    if kind in SCALARS or isinstance(kind, NewType) or get_origin(kind) is Literal:
        return True
    if isinstance(kind, type) and issubclass(kind, Enum):
        return True
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple or origin is frozenset or origin in (Union, types.UnionType):
        return all(arg is ... or is_fixed(arg) for arg in args)
    if is_native(kind) and kind.__struct_config__.frozen:
        return all(is_fixed(hint) for hint in _hints(kind).values())
    return False


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}  # type: ignore[attr-defined]


OPEN = frozenset(
    {
        "boomtown.core.chance.Chance",
        "shadows_west.rules.setup.ChooseGangs",
        "shadows_west.rules.setup.Opening",
    }
)
"""Further classes from which modules derive others that are not compiled."""


class Native:
    """One struct, and the methods that are written for it."""

    def __init__(self, kind: type[Struct], nodes: dict[type, ast.ClassDef]) -> None:
        self.kind = kind
        self.node = nodes[kind]
        self.lineage = [one for one in kind.__mro__ if one in nodes]
        self.nodes = nodes
        self.names = kind.__struct_fields__
        self.positional = kind.__match_args__
        self.hints = _hints(kind)
        missing = len(self.names) - len(kind.__struct_defaults__)
        values = (NODEFAULT,) * missing + kind.__struct_defaults__
        self.defaults = dict(zip(self.names, values, strict=True))
        self.frozen = kind.__struct_config__.frozen
        self.wanted: dict[str, str] = {}
        """Names that the methods need, and the modules that have them."""

    # --- the pieces --------------------------------------------------------------------------

    def declared(self, name: str) -> tuple[ast.AnnAssign, type]:
        """Where a field is declared."""
        for one in self.lineage:
            for item in self.nodes[one].body:
                if (
                    isinstance(item, ast.AnnAssign)
                    and isinstance(item.target, ast.Name)
                    and item.target.id == name
                ):
                    return item, one
        raise LookupError(f"{self.kind.__name__}.{name}")

    def _here(self, node: ast.expr, owner: type) -> str:
        """An expression of the owner's module, as it can be written in this module."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                mine, theirs = sys.modules[self.kind.__module__], sys.modules[owner.__module__]
                if hasattr(theirs, part.id) and not hasattr(mine, part.id):
                    self.wanted[part.id] = owner.__module__
        return ast.unparse(node)

    def _fresh(self, name: str) -> str | None:
        """How an empty default is made, which every object has to itself."""
        default = self.defaults[name]
        if type(default).__name__ != "Factory":
            return None
        factory = default.factory
        return {list: "[]", dict: "{}", set: "set()"}.get(factory) or f"{factory.__name__}()"

    def _parameter(self, name: str) -> str:
        node, owner = self.declared(name)
        kind = self._here(node.annotation, owner)
        if self.defaults[name] is NODEFAULT:
            return f"{name}: {kind}"
        if self._fresh(name):
            return f"{name}: {kind} | None = None"
        assert node.value is not None
        value = node.value
        if isinstance(value, ast.Call) and ast.unparse(value.func).endswith("field"):
            [value] = [part.value for part in value.keywords if part.arg == "default"]
        return f"{name}: {kind} = {self._here(value, owner)}"

    def init(self) -> str:
        """``__init__`` as msgspec would do it."""
        keyword = [name for name in self.names if name not in self.positional]
        listed = [self._parameter(name) for name in self.positional]
        listed += ["*", *(self._parameter(name) for name in keyword)] if keyword else []
        lines = [f"def __init__({', '.join(['self', *listed])}) -> None:"]
        for name in (*self.positional, *keyword):
            fresh = self._fresh(name)
            given = f"{fresh} if {name} is None else {name}" if fresh else name
            lines.append(f"    self.{name} = {given}")
        if hasattr(self.kind, "__post_init__"):
            lines.append("    self.__post_init__()")
        return "\n".join(lines) if len(lines) > 1 else lines[0] + " pass"

    def equality(self) -> str:
        """The same type and the same values."""
        name = self.kind.__name__
        same = " and ".join(
            [f"type(other) is {name}", *(f"self.{n} == other.{n}" for n in self.names)]
        )
        lines = [
            "def __eq__(self, other: object) -> bool:",
            f"    if not isinstance(other, {name}): return NotImplemented",
            f"    return {same}",
        ]
        if self.frozen:
            parts = ", ".join([f"{name!r}", *(f"self.{n}" for n in self.names)])
            lines += ["def __hash__(self) -> int:", f"    return hash(({parts}))"]
        return "\n".join(lines)

    def copying(self) -> str:
        """A copy that shares nothing that could change."""
        name = self.kind.__name__
        head = f"def __copied__(self) -> {name}:"
        if is_fixed(self.kind):
            return f"{head} return self"
        given = [self._copy(self.hints[n], f"self.{n}", 0) for n in self.positional]
        given += [
            f"{n}={self._copy(self.hints[n], f'self.{n}', 0)}"
            for n in self.names
            if n not in self.positional
        ]
        return f"{head} return {name}({', '.join(given)})"

    def shallow(self) -> str:
        """A copy that shares what is in its fields."""
        name = self.kind.__name__
        given = [f"self.{n}" for n in self.positional]
        given += [f"{n}=self.{n}" for n in self.names if n not in self.positional]
        return f"def __copy__(self) -> {name}: return {name}({', '.join(given)})"

    def _copy(self, kind: Any, value: str, depth: int) -> str:
        if is_fixed(kind):
            return value
        origin, args = get_origin(kind), get_args(kind)
        if is_native(kind) or is_native(origin):
            return f"{value}.__copied__()"
        if origin is list:
            if is_fixed(args[0]):
                return f"{value}.copy()"
            item = f"x{depth}"
            return f"[{self._copy(args[0], item, depth + 1)} for {item} in {value}]"
        if origin is dict and is_fixed(args[0]):
            if is_fixed(args[1]):
                return f"{value}.copy()"
            key, item = f"k{depth}", f"x{depth}"
            inner = self._copy(args[1], item, depth + 1)
            return f"{{{key}: {inner} for {key}, {item} in {value}.items()}}"
        if origin in (Union, types.UnionType) and type(None) in args and len(args) == 2:
            [inner_kind] = [arg for arg in args if arg is not type(None)]
            if is_native(inner_kind) or is_native(get_origin(inner_kind)):
                return f"(None if {value} is None else {value}.__copied__())"
        self.wanted["copied"] = RUNTIME
        return f"copied({value})"

    def secrets(self) -> str | None:
        """Collects the secrets in the fields that can hold any."""
        if self.kind is Secret:
            return "def __secrets__(self, found: list[Any]) -> None: found.append(self)"
        lines: list[str] = []
        try:
            names = fields_with_secrets(self.kind)
        except TypeError:  # nothing that msgspec could read, so no part of a state
            return None
        for name in names:
            lines += self._collect(self.hints[name], f"self.{name}", 0)
        if not lines:
            return None
        indented = "\n".join(f"    {line}" for line in lines)
        return f"def __secrets__(self, found: list[Any]) -> None:\n{indented}"

    def _collect(self, kind: Any, value: str, depth: int) -> list[str]:
        origin, args = get_origin(kind), get_args(kind)
        if kind is Secret or origin is Secret:
            return [f"found.append({value})"]
        if is_native(kind) or is_native(origin):
            return [f"{value}.__secrets__(found)"]
        if origin is list:
            if get_origin(args[0]) is Secret:
                return [f"found.extend({value})"]
            item = f"{value.rpartition('.')[2]}_{depth}"  # a name for each type
            inner = self._collect(args[0], item, depth + 1)
            return [f"for {item} in {value}:", *(f"    {line}" for line in inner)]
        self.wanted["collect"] = RUNTIME
        return [f"collect({value}, found)"]

    # --- the class ---------------------------------------------------------------------------

    def written(self, classvars: dict[str, ast.expr]) -> ast.ClassDef:
        """The native class."""
        kind = self.kind
        body: list[ast.stmt] = []
        for item in self.node.body:
            if isinstance(item, ast.AnnAssign) and "ClassVar" not in ast.unparse(item.annotation):
                item = ast.AnnAssign(item.target, item.annotation, None, 1)
            elif isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name):
                told = classvars.get(item.targets[0].id)
                note = ast.Name("ClassVar") if told is None else told
                item = ast.AnnAssign(item.targets[0], note, item.value, 1)
            body.append(item)
        self.wanted |= {"ClassVar": "typing", "Any": "typing"}
        own = [n for n in self.names if self.declared(n)[1] is kind]
        base = kind.__base__
        root = base is Struct
        config = kind.__struct_config__
        wire = dict(zip(self.names, kind.__struct_encode_fields__, strict=True))
        written = {wire[n]: None for n in self.names}
        tag = config.tag if config.tag_field else None
        if tag is not None:
            written = {str(config.tag_field): None, **written}
        notes = {n: ast.unparse(self.declared(n)[0].annotation) for n in own}
        pieces = [
            f"__dataclass_fields__: ClassVar[dict[str, None]] = {written!r}",
            f"__struct_fields__: ClassVar[tuple[str, ...]] = {self.names!r}",
            f"__positional__: ClassVar[tuple[str, ...]] = {self.positional!r}",
            f"__notes__: ClassVar[dict[str, str]] = {notes!r}",
            self._defaults(own),
        ]
        if renamed := {n: wire[n] for n in own if wire[n] != n}:
            pieces.append(f"__renamed__: ClassVar[dict[str, str]] = {renamed!r}")
        if tag is not None:
            pieces.append(f"__tag__: ClassVar[tuple[str, str]] = {(config.tag_field, tag)!r}")
            pieces.append(f"@property\ndef {config.tag_field}(self) -> str: return {tag!r}")
        if own or root:
            pieces.append(self.init())
        if config.eq:
            pieces.append(self.equality())
        pieces += [self.copying(), self.shallow()]
        if secrets := self.secrets():
            pieces.append(secrets)
        for piece in pieces:
            body += ast.parse(piece).body
        bases = [copy.deepcopy(part) for part in self.node.bases]
        if root:
            bases = [ast.Name("Native") if ast.unparse(b) == "Struct" else b for b in bases]
            self.wanted["Native"] = RUNTIME
        made = copy.copy(self.node)  # whatever else a class has in this version of Python
        made.bases, made.keywords, made.body = bases, [], body
        made.decorator_list = self._decorators()
        return made

    def _defaults(self, own: Iterable[str]) -> str:
        """The defaults of its own fields, as a twin needs them."""
        parts: list[str] = []
        for name in own:
            if self.defaults[name] is NODEFAULT:
                continue
            fresh = self._fresh(name)
            if fresh:
                parts.append(f"{name!r}: made_anew(lambda: {fresh})")
            else:
                shown = self._parameter(name).partition(" = ")[2]
                parts.append(f"{name!r}: {shown}")
        if any("made_anew" in part for part in parts):
            self.wanted["made_anew"] = RUNTIME
        return f"__defaults__: ClassVar[dict[str, Any]] = {{{', '.join(parts)}}}"

    def _decorators(self) -> list[ast.expr]:
        return [opened(self.wanted)] if is_open(self.kind) else []


def is_open(kind: type) -> bool:
    """Whether interpreted classes may derive from it: plugins' do from all data of the core."""
    name = f"{kind.__module__}.{kind.__name__}"
    return name in OPEN or (is_native(kind) and name.startswith("boomtown."))


def opened(wanted: dict[str, str]) -> ast.expr:
    """What lets interpreted classes derive from a compiled one; ``wanted`` gets its import."""
    wanted["mypyc_attr"] = "mypy_extensions"
    return ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body
