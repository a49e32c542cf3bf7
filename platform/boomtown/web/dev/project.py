"""The game that an author works on: by its id, or by a folder that need not be installed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.plugins import GROUP, PREFIX

SOURCES = (".", "src")
"""Where a distribution may keep its packages."""


class NoProject(BoomtownError):
    """There is no game to work on; the message says what was looked for."""


class Project(Struct, frozen=True):
    """A game as its files lie there. Nothing of it is loaded yet: it may be broken."""

    id: str
    package: str
    """The import name."""
    folder: Path
    """The package itself."""
    attribute: str = "GAME"


def find_project(name: str) -> Project:
    """The game that somebody means by an id, a distribution's folder or a package's folder."""
    folder = Path(name)
    if folder.is_dir():
        folder = folder.resolve()
        return _package(folder) if (folder / "__init__.py").is_file() else _distribution(folder)
    if (installed := installed_project(name)) is None:
        raise NoProject(f"no game is called {name}, and there is no such folder")
    return installed


def installed_project(id: str) -> Project | None:
    """The installed game of that id, if there is one."""
    for point in entry_points(group=GROUP):
        if point.name == id:
            spec = find_spec(point.module.partition(".")[0])
            if spec is None or not spec.submodule_search_locations:
                raise NoProject(f"{id}: {point.module} is no package that can be found")
            place = Path(next(iter(spec.submodule_search_locations)))
            return Project(id, point.module, place, point.attr or "GAME")
    return None


def _distribution(folder: Path) -> Project:
    for id, value in _declared(folder).items():
        package, _, attribute = value.partition(":")
        for source in SOURCES:
            place = (folder / source / package).resolve()
            if (place / "__init__.py").is_file():
                return Project(id, package, place, attribute or "GAME")
    raise NoProject(
        f"{folder}: neither a package nor a pyproject.toml with an entry point {GROUP!r} to one"
    )


def _package(folder: Path) -> Project:
    """Its id is what a declaration around it says, or how the package is called."""
    near = {**_declared(folder.parent.parent), **_declared(folder.parent)}
    installed = {point.name: point.value for point in entry_points(group=GROUP)}
    for id, value in {**installed, **near}.items():
        package, _, attribute = value.partition(":")
        if package == folder.name:
            return Project(id, package, folder, attribute or "GAME")
    return Project(folder.name.removeprefix(PREFIX), folder.name, folder)


def _declared(folder: Path) -> Mapping[str, str]:
    """The entry points of a distribution for games; none where there is no such file."""
    file = folder / "pyproject.toml"
    try:
        told: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise NoProject(f"{file}: {error}") from None
    points: dict[str, str] = told.get("project", {}).get("entry-points", {}).get(GROUP, {})
    return points
