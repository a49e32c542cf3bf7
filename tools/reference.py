"""Writes docs/reference.md: every public name of boomtown.core and boomtown.testing, in a sentence,
and what one can call or set of each class.

What it says is the first sentence of each name's docstring, or of the string below a constant.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference.md"
PACKAGES = ("boomtown.core", "boomtown.testing")
OR = "\\|"
"""As it is written in a table."""
HEAD = """\
# Public names

What games and their tests may import, then what one can call, set or read of each class.
Written by `python tools/reference.py` from the docstrings; [plugins.md](plugins.md) tells how they
are used together.
"""


def documented(package: str) -> dict[str, tuple[str, str]]:
    """By name, the module that defines it and its docstring; without one, an empty text."""
    module = importlib.import_module(package)
    texts: dict[str, tuple[str, str]] = {}
    for home in dict.fromkeys((package, *PACKAGES)):  # testing lends some names of the core
        for path in sorted((ROOT / "platform").joinpath(*home.split(".")).glob("*.py")):
            for name, text in _texts(path).items():
                made = getattr(vars(module).get(name), "__module__", None)
                if made in (None, f"{home}.{path.stem}") or not made.startswith("boomtown."):
                    texts.setdefault(name, (f"{home}.{path.stem}", text))
    return {name: texts.get(name, ("", "")) for name in module.__all__}


def members(package: str) -> dict[str, list[tuple[str, str]]]:
    """By class, what one can call, set or read of it, each with its docstring."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, (home, _text) in sorted(documented(package).items()):
        path = (ROOT / "platform").joinpath(*home.split(".")).with_suffix(".py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name == name and (of := list(_parts(node))):
                found[name] = of
    return found


def _parts(made: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for node, after in zip(made.body, [*made.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            below = after.value if isinstance(after, ast.Expr) else None
            text = below.value if isinstance(below, ast.Constant) else ""
            if not node.target.id.startswith("_"):
                kind = ast.unparse(node.annotation)
                yield f"{node.target.id}: {kind}", text if isinstance(text, str) else ""
        elif isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            if node.name.startswith("_"):
                continue
            given = ast.unparse(node.args).removeprefix("self").removeprefix("cls")
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            call = "" if "property" in marks else f"({given.removeprefix(', ')})"
            yield f"{node.name}{call}", ast.get_docstring(node) or ""


def _texts(path: Path) -> dict[str, str]:
    """The names that a module defines, each with its docstring or the string below it."""
    found: dict[str, str] = {}
    body = ast.parse(path.read_text(encoding="utf-8")).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            below = after.value if isinstance(after, ast.Expr) else None
            text = below.value if isinstance(below, ast.Constant) else ""
            for target in targets:
                if isinstance(target, ast.Name):
                    found[target.id] = text if isinstance(text, str) else ""
    return found


def sentence(text: str) -> str:
    """The first sentence of a docstring, on one line of a table."""
    first = " ".join(text.split("\n\n")[0].split())
    return first.replace("``", "`").replace("|", "\\|")


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for package in PACKAGES:
        parts.append(f"\n## {package}\n\n| name | defined in | what it is |\n|---|---|---|\n")
        for name, (module, text) in sorted(documented(package).items(), key=lambda one: one[0]):
            parts.append(f"| `{name}` | `{module}` | {sentence(text)} |\n")
    for package in PACKAGES:
        parts.append(f"\n## Classes of {package}\n")
        for name, told in members(package).items():
            parts.append(f"\n### {name}\n\n| | |\n|---|---|\n")
            rows = (f"| `{call.replace('|', OR)}` | {sentence(text)} |\n" for call, text in told)
            parts.extend(rows)
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
