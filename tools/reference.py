"""Writes docs/reference.md: every public name of boomtown.core and boomtown.testing, in a sentence.

What it says is the first sentence of each name's docstring, or of the string below a constant.
"""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference.md"
PACKAGES = ("boomtown.core", "boomtown.testing")
HEAD = """\
# Public names

What games and their tests may import. Written by `python tools/reference.py` from the docstrings;
[plugins.md](plugins.md) tells how they are used together.
"""


def documented(package: str) -> dict[str, tuple[str, str]]:
    """By name, the module that defines it and its docstring; without one, an empty text."""
    module = importlib.import_module(package)
    texts: dict[str, tuple[str, str]] = {}
    for home in dict.fromkeys((package, *PACKAGES)):  # testing lends some names of the core
        for path in sorted((ROOT / "platform").joinpath(*home.split(".")).glob("*.py")):
            for name, text in _texts(path).items():
                texts.setdefault(name, (f"{home}.{path.stem}", text))
    return {name: texts.get(name, ("", "")) for name in module.__all__}


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
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
