"""The map of the house is true, every public name is told, and no file is too long."""

from __future__ import annotations

import ast
import re
import runpy
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("docs/architecture.md", "docs/recipes.md")
FOLDERS = (
    "benchmarks|deploy|docs|examples|games|platform|templates|tests|tools|deno.json|pyproject.toml"
)
PATH = re.compile(rf"`((?:{FOLDERS})[^`\s]*)`")
NAME = re.compile(r"\[`([A-Za-z_]\w*)(?:\.([a-z_]\w*))?`\]\(\.\./([^)#]+)\)")
"""A name that links to the file which defines it."""
HELD = re.compile(r"`([A-Za-z_]\w*)`\s+in\s+`((?:games|platform|tests)/[^`\s{]+\.(?:py|js))`")
"""A name, and the file that it stands in."""
ROUTE = re.compile(r"^@(?:\w+\.(?:get|post|delete|put|route)|socket_route)\(", re.MULTILINE)
REFERENCE = runpy.run_path(str(ROOT / "tools" / "reference.py"))

LONGEST_MODULE = 500
LONGEST_SCRIPT = 400
LONGER: dict[str, str] = {
    "platform/boomtown/core/match.py": "one class: the verbs of a match",
}
"""Files that are longer than they should be, and why they are."""


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_on_the_map_exists(page: str) -> None:
    paths = [path for path in PATH.findall(text_of(page)) if "{" not in path]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_name_on_the_map_is_defined_where_it_links_to(page: str) -> None:
    names = NAME.findall(text_of(page))
    assert names
    assert [found for found in names if not is_defined(*found)] == []


def test_every_name_that_a_recipe_finds_in_a_file_stands_there() -> None:
    held = HELD.findall(text_of("docs/recipes.md"))
    assert len(held) > 3
    missing = [(name, path) for name, path in held if not re.search(rf"\b{name}\b", text_of(path))]
    assert missing == []


def is_defined(name: str, member: str, path: str) -> bool:
    """Whether a module of Python defines a class or function, and the class that member."""
    for node in ast.parse(text_of(path)).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            members = [one.name for one in node.body if isinstance(one, ast.FunctionDef)]
            return not member or member in members
    return False


def test_every_room_of_the_site_is_on_the_map() -> None:
    rooms = (ROOT / "platform/boomtown/web").glob("*/__init__.py")
    told = text_of(PAGES[0])
    missing = [room.parent.name for room in rooms if f"`{place(room)}/`" not in told]
    assert missing == []


def test_every_floor_of_the_platform_is_on_the_map() -> None:
    floors = (ROOT / "platform/boomtown").glob("*/__init__.py")
    told = text_of(PAGES[0])
    missing = [floor.parent.name for floor in floors if f"`{place(floor)}/`" not in told]
    assert missing == []


def place(module: Path) -> str:
    return module.parent.relative_to(ROOT).as_posix()


def test_routes_are_only_where_one_looks_for_them() -> None:
    """A module with routes is called routes.py, or …_routes.py."""
    for path in sorted((ROOT / "platform/boomtown/web").rglob("*.py")):
        routes = ROUTE.search(path.read_text(encoding="utf-8"))
        assert not routes or path.stem.endswith("routes"), path


def test_every_module_with_routes_is_protected_by_a_contract() -> None:
    web = ROOT / "platform/boomtown/web"
    settings = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]
    protected = {
        module for one in settings["contracts"] for module in one.get("protected_modules", ())
    }
    modules = {
        ".".join(path.relative_to(ROOT / "platform").with_suffix("").parts)
        for path in web.rglob("*routes.py")
    }
    assert modules == protected


@pytest.mark.parametrize("package", REFERENCE["PACKAGES"])
def test_every_public_name_is_documented(package: str) -> None:
    page = text_of("docs/reference.md")
    told = page[page.index(f"## {package}") :]
    for name, (_module, text) in REFERENCE["documented"](package).items():
        assert text, f"{package}.{name} has no docstring"
        assert f"| `{name}` |" in told, f"{name} is missing: run `python tools/reference.py`"
    for name, parts in REFERENCE["members"](package).items():
        assert f"\n### {name}\n" in page, f"{name} is missing: run `python tools/reference.py`"
        for call, _text in parts:
            assert f"| `{call.replace('|', REFERENCE['OR'])}` |" in page, (
                f"{name}.{call} is missing"
            )


def lengths() -> dict[str, tuple[int, int]]:
    """By path, the lines of a file of ours and how many it may have."""
    found = {}
    for folder in ("platform", "games", "examples", "tools", "benchmarks", "tests"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix not in (".py", ".js") or {"vendor", "node_modules"} & set(path.parts):
                continue
            most = LONGEST_MODULE if path.suffix == ".py" else LONGEST_SCRIPT
            lines = len(path.read_text(encoding="utf-8").splitlines())
            found[path.relative_to(ROOT).as_posix()] = (lines, most)
    return found


def test_no_file_is_too_long_without_a_reason() -> None:
    too_long = {path: lines for path, (lines, most) in lengths().items() if lines > most}
    assert {path: lines for path, lines in too_long.items() if path not in LONGER} == {}
    assert set(LONGER) <= set(too_long), "these are gone or short enough: take them off the list"
