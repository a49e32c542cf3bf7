"""The fingerprint of a game: a hash of the code that decides how its matches go.

It is taken of definitions, not of files: those that set-up, steps, state and options are made of,
and whatever of the game's own package these mention. Comments, docstrings, formatting, type hints
of functions, the order of definitions and the modules they stand in make no difference; neither do
page, bot and notation, which no rule mentions. A package that keeps its fingerprint is told when
it has changed and the version has not.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from boomtown.core.game import Game

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

FILE = "fingerprint.json"
"""Where a package keeps the fingerprint of its game."""
SKIPPED = {"ctx", "kind", "type_comment", "type_params", "returns"}
"""What of the syntax tree makes no difference, or differs between versions of Python."""
Target = tuple[str, str]
"""A definition: the module it stands in, and its name."""


class Fingerprint(Struct, frozen=True):
    """What a package keeps."""

    version: str
    sha256: str


def fingerprint_of(game: Game[Any, Any]) -> Fingerprint:
    """The fingerprint of a game as it is installed."""
    package = Package(game.package)
    found = package.reached(_roots(game, package))
    digest = hashlib.sha256(msgspec.json.encode(sorted(found))).hexdigest()
    return Fingerprint(game.version, digest)


def path_of(game: Game[Any, Any]) -> Path:
    """Where the fingerprint of a game is kept."""
    return Path(str(files(game.package))) / FILE


def kept_fingerprint(game: Game[Any, Any]) -> Fingerprint | None:
    """The fingerprint that the package keeps; None if it keeps none."""
    path = path_of(game)
    return msgspec.json.decode(path.read_bytes(), type=Fingerprint) if path.is_file() else None


def renew(game: Game[Any, Any]) -> Fingerprint:
    """Keeps the fingerprint as it is now."""
    taken = fingerprint_of(game)
    path_of(game).write_bytes(msgspec.json.format(msgspec.json.encode(taken)) + b"\n")
    return taken


def complaint(game: Game[Any, Any]) -> str | None:
    """What is wrong with the fingerprint that a package keeps, and what to do; None if nothing."""
    kept, renewing = kept_fingerprint(game), f"`boomtown fingerprint {game.id} --renew`"
    if kept is None or kept == fingerprint_of(game):
        return None
    if kept.version != game.version:
        old, new = kept.version, game.version
        return f"the fingerprint that is kept is of {old}, the game is {new}: {renewing}"
    return (
        f"what decides its matches has changed, and the version is still {game.version}. "
        f"Same behaviour? Renew the fingerprint: {renewing}. Other behaviour? Raise the version "
        "of the game first: matches that were begun with the old rules need to know"
    )


def check_fingerprint(suite: Suite) -> Iterator[str]:
    """What decides matches has not changed without a new version, where a fingerprint is kept."""
    if (problem := complaint(suite.game)) is not None:
        yield problem


def _roots(game: Game[Any, Any], package: Package) -> Iterator[Target]:
    """The definitions that a game declares itself with."""
    declared: list[Any] = [game.setup, game.opening, game.state, game.options, *game.steps]
    for thing in declared:
        while isinstance(thing, partial):
            thing = thing.func
        module, name = thing.__module__, thing.__qualname__.split(".")[0]
        if package.has(module) and name not in package.module(module).definitions:
            yield from ((module, one) for one in package.module(module).definitions)  # a lambda
        else:
            yield module, name


class Module:
    """What one file defines and imports."""

    def __init__(self, name: str, tree: ast.Module, *, is_package: bool) -> None:
        self.definitions: dict[str, list[ast.stmt]] = {}
        self.imports: dict[str, tuple[str, str | None]] = {}
        """By the name used here, the module and the name in it; None is the module itself."""
        self.stars: list[str] = []
        self.loose: list[ast.stmt] = []
        """Statements that define nothing; they may change what others define."""
        self._home = name if is_package else name.rpartition(".")[0]
        for statement in tree.body:
            self._take(statement)

    def _take(self, statement: ast.stmt) -> None:
        match statement:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                self.definitions.setdefault(name, []).append(statement)
            case ast.Import() | ast.ImportFrom():
                self.imports |= imported(statement, self._home)
                if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
                    self.stars.append(_module_of(statement, self._home))
            case ast.Assign(targets=targets) if all(map(_names_in_target, targets)):
                for name in (one for target in targets for one in _names_in_target(target)):
                    self.definitions.setdefault(name, []).append(statement)
            case ast.AnnAssign(target=ast.Name(id=name)):
                self.definitions.setdefault(name, []).append(statement)
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                for part in ast.walk(statement):
                    if isinstance(part, ast.Import | ast.ImportFrom):
                        self.imports |= imported(part, self._home)
                if not _is_for_types(statement):
                    self.loose.append(statement)


def imported(
    statement: ast.Import | ast.ImportFrom, home: str
) -> dict[str, tuple[str, str | None]]:
    """The names that an import brings, and where they are from."""
    if isinstance(statement, ast.Import):
        return {
            one.asname or one.name.split(".")[0]: (
                one.name if one.asname else one.name.split(".")[0],
                None,
            )
            for one in statement.names
        }
    module = _module_of(statement, home)
    return {one.asname or one.name: (module, one.name) for one in statement.names}


def _module_of(statement: ast.ImportFrom, home: str) -> str:
    if not statement.level:
        return statement.module or ""
    above = home.split(".")[: len(home.split(".")) - statement.level + 1]
    return ".".join([*above, *([statement.module] if statement.module else [])])


def _names_in_target(target: ast.expr) -> list[str]:
    """The names that an assignment defines; none if it changes something else."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple | ast.List):
        return [name for part in target.elts for name in _names_in_target(part)]
    return []


def _is_for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.dump(statement.test)


class Package:
    """The modules of a game, read from their files, and what they mention of each other."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._folder = Path(str(files(name)))
        self._modules: dict[str, Module | None] = {}

    def has(self, module: str) -> bool:
        """Whether there is such a module in the package."""
        return self._read(module) is not None

    def module(self, name: str) -> Module:
        """A module that is there."""
        found = self._read(name)
        assert found is not None, f"there is no module {name}"
        return found

    def _read(self, name: str) -> Module | None:
        if name not in self._modules:
            self._modules[name] = self._parsed(name)
        return self._modules[name]

    def _parsed(self, name: str) -> Module | None:
        if name != self._name and not name.startswith(f"{self._name}."):
            return None
        below = name[len(self._name) :].strip(".").split(".")
        place = self._folder.joinpath(*(part for part in below if part))
        for path, is_package in ((place / "__init__.py", True), (place.with_suffix(".py"), False)):
            if path.is_file():
                return Module(name, ast.parse(path.read_bytes()), is_package=is_package)
        return None

    def find(self, module: str, name: str) -> Target | str | None:
        """What a name means in a module: a definition, a module of the package, or neither."""
        here = self._read(module)
        if here is None:
            return None
        if name in here.definitions:
            return module, name
        if name in here.imports and here.imports[name] != (module, name):
            return self.source(*here.imports[name])
        if self.has(f"{module}.{name}"):
            return f"{module}.{name}"
        return next((found for star in here.stars if (found := self.find(star, name))), None)

    def source(self, module: str, name: str | None) -> Target | str | None:
        """What an import brings."""
        if name is None:
            return module if self.has(module) else None
        return self.find(module, name)

    def reached(self, roots: Iterable[Target]) -> list[str]:
        """Everything that these definitions are made of, each as plain text."""
        told: dict[int, str] = {}
        seen: set[Target] = set()
        waiting = list(roots)
        while waiting:
            module, name = target = waiting.pop()
            if target in seen or not self.has(module):
                continue
            seen.add(target)
            here = self.module(module)
            changing = [one for one in here.loose if name in _names(one)]
            for statement in (*here.definitions.get(name, ()), *changing):
                if id(statement) not in told:
                    reader = Reader(self, module)
                    told[id(statement)] = msgspec.json.encode(reader.read(statement)).decode()
                    waiting += reader.mentioned
        return list(told.values())


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


class Reader:
    """Tells a definition as plain data, and which others it mentions."""

    def __init__(self, package: Package, module: str) -> None:
        self._package = package
        self._module = module
        self._locals: list[set[str]] = []
        """The names that the functions around define themselves."""
        self._imports: list[dict[str, tuple[str, str | None]]] = []
        self._in_class = False
        self.mentioned: list[Target] = []

    def read(self, node: object) -> object:
        """A part of the syntax tree as lists and texts."""
        match node:
            case list():
                return [self.read(part) for part in node if not _says_nothing(part)]
            case ast.Name(id=name):
                return ["Name", self._named(name)]
            case ast.Attribute(value=value, attr=attr):
                return self._attribute(value, attr)
            case ast.Constant(value=value):
                return [type(value).__name__, str(value)]
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                return self._function(node)
            case ast.ClassDef():
                around, self._in_class = self._in_class, not self._locals
                told = self._plain(node)
                self._in_class = around
                return told
            case ast.AnnAssign(target=target, value=value) if not self._in_class:
                return ["Assign", [self.read(target)], self.read(value)]
            case ast.Assign(targets=targets, value=value):
                return ["Assign", self.read(targets), self.read(value)]
            case ast.AST():
                return self._plain(node)
        return None if node is None else str(node)

    def _plain(self, node: ast.AST) -> list[object]:
        parts = [
            [name, self.read(value)]
            for name, value in sorted(ast.iter_fields(node))
            if name not in SKIPPED and value is not None and value != []
        ]
        return [type(node).__name__, *parts]

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[object]:
        """A function without what its signature says of types."""
        around, self._in_class = self._in_class, False
        arguments = node.args
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        given += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
        outside = [
            self.read(getattr(node, "decorator_list", [])),
            self.read(arguments.defaults),
            self.read(arguments.kw_defaults),
        ]
        self._locals.append({one.arg for one in given} | _bound_in(node))
        self._imports.append(self._imports_in(node))
        told = [
            type(node).__name__,
            getattr(node, "name", ""),
            [one.arg for one in given],
            *outside,
            self.read(node.body),
        ]
        self._locals.pop()
        self._imports.pop()
        self._in_class = around
        return told

    def _imports_in(self, node: ast.AST) -> dict[str, tuple[str, str | None]]:
        found: dict[str, tuple[str, str | None]] = {}
        for part in ast.walk(node):
            if isinstance(part, ast.Import | ast.ImportFrom):
                found |= imported(part, self._module.rpartition(".")[0])
        return found

    def _attribute(self, value: ast.expr, attr: str) -> list[object]:
        """``module.NAME`` is told like ``NAME``: where it stands makes no difference."""
        module = self._as_module(value)
        if module is None:
            return ["Attribute", self.read(value), attr]
        found = self._package.find(module, attr)
        if isinstance(found, tuple):
            self.mentioned.append(found)
            return ["Name", found[1]]
        return ["Name", attr]

    def _as_module(self, node: ast.expr) -> str | None:
        """The module of the package that an expression names, if it names one."""
        if isinstance(node, ast.Name):
            found = self._meant(node.id)
            return found if isinstance(found, str) else None
        if isinstance(node, ast.Attribute) and (module := self._as_module(node.value)) is not None:
            found = self._package.find(module, node.attr)
            return found if isinstance(found, str) else None
        return None

    def _meant(self, name: str) -> Target | str | None:
        for imports in reversed(self._imports):
            if name in imports:
                return self._package.source(*imports[name])
        if any(name in names for names in self._locals):
            return None
        return self._package.find(self._module, name)

    def _named(self, name: str) -> str:
        found = self._meant(name)
        if isinstance(found, tuple):
            self.mentioned.append(found)
            return found[1]
        return name


def _says_nothing(part: object) -> bool:
    """Docstrings, imports, and what is only there for types."""
    match part:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Import() | ast.ImportFrom() | ast.Pass():
            return True
        case ast.stmt():
            return _is_for_types(part)
    return False


def _bound_in(node: ast.AST) -> set[str]:
    """The names that a function defines itself."""
    outside = {
        name
        for part in ast.walk(node)
        if isinstance(part, ast.Global | ast.Nonlocal)
        for name in part.names
    }
    bound = {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    bound |= {
        part.name
        for part in ast.walk(node)
        if part is not node and isinstance(part, ast.FunctionDef | ast.ClassDef)
    }
    return bound - outside
