"""Turns a module of the source into what is compiled, and a struct that stays one into a plain
module beside it."""

from __future__ import annotations

import ast
import importlib
import types
from pathlib import Path
from typing import Any

from msgspec import Struct
from tools.fast.natives import Native, is_native, is_open, opened

from boomtown.core.options import Options

PLAIN = "__plain"
"""What the name of a module ends with that has the options of another one."""


OURS = {("boomtown.core.secret", "secrets_in"): "boomtown_fast.native"}
"""Functions that a build has of its own."""


class Module:
    """One module of the source."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.live: types.ModuleType = importlib.import_module(name)

    def classes(self) -> dict[type, ast.ClassDef]:
        """The structs that it defines."""
        found: dict[type, ast.ClassDef] = {}
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                kind = getattr(self.live, node.name)
                if isinstance(kind, type) and issubclass(kind, Struct):
                    found[kind] = node
        return found


class Rewriter:
    """Writes modules anew; it knows all structs of all of them."""

    def __init__(self, modules: list[Module]) -> None:
        self.nodes: dict[type, ast.ClassDef] = {}
        for module in modules:
            self.nodes |= module.classes()

    def _classvars(self, kind: type) -> dict[str, ast.expr]:
        """What a class and those it derives from declare as theirs, by name."""
        found: dict[str, ast.expr] = {}
        for one in reversed(kind.__mro__):
            for item in self.nodes[one].body if one in self.nodes else []:
                if (
                    isinstance(item, ast.AnnAssign)
                    and isinstance(item.target, ast.Name)
                    and "ClassVar" in ast.unparse(item.annotation)
                ):
                    found[item.target.id] = item.annotation
        return found

    def written(self, module: Module) -> tuple[str, str | None]:
        """The source to compile, and that of the plain module if there is any."""
        wanted: dict[str, str] = {}
        body: list[ast.stmt] = []
        plain: list[ast.stmt] = []
        for node in module.tree.body:
            kind: Any = getattr(module.live, node.name) if isinstance(node, ast.ClassDef) else None
            if isinstance(node, ast.ClassDef) and is_native(kind):
                native = Native(kind, self.nodes)
                body.append(native.written(self._classvars(kind)))
                wanted |= native.wanted
            elif isinstance(node, ast.ClassDef) and _is_options(kind):
                if not plain:
                    body.append(ast.Pass())  # the place of the import
                plain.append(node)
            elif isinstance(node, ast.FunctionDef) and (module.name, node.name) in OURS:
                body.append(
                    ast.ImportFrom(
                        OURS[module.name, node.name], [ast.alias(node.name, node.name)], 0
                    )
                )
            elif isinstance(node, ast.ClassDef):
                made = _without_slots(node)
                if is_open(kind):
                    made.decorator_list.append(opened(wanted))
                body.append(made)
            else:
                body.append(node)
        if plain:
            names = [node.name for node in plain if isinstance(node, ast.ClassDef)]
            parts = [ast.alias(name, name) for name in names]
            at = next(i for i, node in enumerate(body) if isinstance(node, ast.Pass))
            body[at] = ast.ImportFrom(module.name + PLAIN, parts, 0)
        replaced = _Replaced()
        whole = replaced.visit(ast.Module(body, []))
        assert isinstance(whole, ast.Module)
        tree = whole
        if replaced.loops:
            wanted["breathe"] = "boomtown_fast.breath"
        self._import(tree, wanted)
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        return text, self._plain(module, plain) if plain else None

    def _import(self, tree: ast.Module, wanted: dict[str, str]) -> None:
        """Adds imports after the docstring and the future."""
        at = 0
        while at < len(tree.body) and (
            isinstance(tree.body[at], ast.Expr)
            or (
                isinstance(tree.body[at], ast.ImportFrom)
                and "__future__" in ast.unparse(tree.body[at])
            )
        ):
            at += 1
        for name, module in sorted(wanted.items()):
            line: ast.stmt = ast.ImportFrom(module, [ast.alias(name, name)], 0)
            if module == "mypy_extensions":  # only the compiler reads it
                line = ast.parse(
                    f"import typing\nif typing.TYPE_CHECKING:\n    {ast.unparse(line)}"
                ).body[1]
                tree.body.insert(at, line)
                line = ast.parse("import typing").body[0]
            tree.body.insert(at, line)

    def _plain(self, module: Module, classes: list[ast.stmt]) -> str:
        """A module with the options alone, and with everything that is imported."""
        imports = [
            node for node in module.tree.body if isinstance(node, (ast.Import, ast.ImportFrom))
        ]
        home = ast.parse(f"__name__ = {module.name!r}").body  # where its classes say they are from
        future = [node for node in imports if ast.unparse(node).startswith("from __future__")]
        rest = [node for node in imports if node not in future]
        return ast.unparse(ast.Module([*future, *home, *rest, *classes], [])) + "\n"


class _Replaced(ast.NodeTransformer):
    """``structs.replace`` is the native one, and what mypyc trips over is written another way."""

    loops = False
    """Whether there are loops that could go on for ever."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``in (one, *others)`` is beyond mypyc 2.4."""
        self.generic_visit(node)
        for place, part in enumerate(node.comparators):
            if isinstance(part, ast.Tuple) and any(isinstance(e, ast.Starred) for e in part.elts):
                node.comparators[place] = ast.Call(ast.Name("list"), [part], [])
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        """Now and then a loop without an end lets others run, and the wall interrupt it."""
        self.generic_visit(node)
        turns = f"_turns_{node.lineno}"
        pause = f"{turns} += 1\nif {turns} & 1023 == 0: breathe()"
        node.body[:0] = ast.parse(pause).body
        self.loops = True
        return [ast.parse(f"{turns} = 0").body[0], node]  # type: ignore[return-value]  # two for one

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if node.module == "msgspec.structs":
            return ast.parse("from boomtown_fast.native import replace").body[0]
        if node.module == "msgspec" and any(part.name == "structs" for part in node.names):
            node.names = [part for part in node.names if part.name != "structs"]
            line = ast.parse("from boomtown_fast import native as structs").body[0]
            return [node, line] if node.names else line  # type: ignore[return-value]
        return node


def _is_options(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Options)


def _without_slots(node: ast.ClassDef) -> ast.ClassDef:
    """A native class has nothing else than its attributes anyway."""
    body = [item for item in node.body if not ast.unparse(item).startswith("__slots__")]
    node.body = body or [ast.Pass()]
    return node
