"""Which build runs: the sources as they are, or modules that were compiled from them.

``make fast`` and some wheels bring ``boomtown_fast``, the core and the games compiled by mypyc. A
compiled package is used only if every source file it was made from is still the same, byte by
byte; else, and with ``BOOMTOWN_PURE=1``, the sources run. Both play the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PURE = "BOOMTOWN_PURE"
"""The environment variable that forbids compiled modules."""
RUNTIME = "boomtown_fast"


class Build(NamedTuple):
    """What was found and what was made of it, by package."""

    compiled: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    """Packages whose sources have changed since they were compiled."""
    forced: bool = False
    """Whether somebody wants the sources."""

    @property
    def kind(self) -> str:
        """``compiled``, ``partly`` compiled, ``pure`` Python, or pure because all is ``stale``."""
        if not self.compiled:
            return "stale" if self.stale else "pure"
        return "partly" if self.stale else "compiled"

    def __str__(self) -> str:
        """In a few words, for a terminal."""
        words = f"compiled: {', '.join(self.compiled)}" if self.compiled else "pure Python"
        if self.forced:
            words += f" ({PURE} is set)"
        if self.stale:
            words += f" (changed since they were compiled: {', '.join(self.stale)})"
        return words


class CompiledModules(MetaPathFinder):
    """Finds the compiled modules before the sources."""

    def __init__(self) -> None:
        self.files: dict[str, Path] = {}
        self.folders: dict[str, str] = {}
        """Of those modules that are packages, where the rest of them lies."""

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is one of ours."""
        if name not in self.files:
            return None
        inside = [self.folders[name]] if name in self.folders else None
        return spec_from_file_location(name, self.files[name], submodule_search_locations=inside)


def choose() -> Build:
    """Decides it for this process; called before anything of the core is imported."""
    if os.environ.get(PURE):
        return Build(forced=True)
    found = PathFinder.find_spec(RUNTIME)
    if found is None or not found.submodule_search_locations:
        return Build()
    home = Path(found.submodule_search_locations[0])
    try:
        manifest: dict[str, Any] = json.loads((home / "manifest.json").read_bytes())
    except (OSError, ValueError):
        return Build()
    if manifest["suffix"] not in EXTENSION_SUFFIXES:
        return Build()  # made for another Python
    finder = CompiledModules()
    compiled: list[str] = []
    stale: list[str] = []
    for package, content in manifest["packages"].items():
        folder = _folder_of(package)
        if folder is None or any(name in sys.modules for name in content["modules"]):
            continue
        if (compiled or package == "boomtown") and _unchanged(folder, content["sources"]):
            _add(finder, home, folder, content["modules"])
            compiled.append(package)
        else:
            stale.append(package)
    if compiled:
        _add(finder, home, home, manifest["runtime"])
        sys.meta_path.insert(0, finder)
    return Build(tuple(compiled), tuple(stale))


def _folder_of(package: str) -> Path | None:
    """Where the sources of a package lie."""
    found = (
        sys.modules[package].__spec__ if package in sys.modules else PathFinder.find_spec(package)
    )
    places = found.submodule_search_locations if found is not None else None
    return Path(next(iter(places))) if places else None


def _unchanged(folder: Path, sources: dict[str, str]) -> bool:
    """Whether all sources are those that were compiled."""
    for name, hash in sources.items():
        try:
            text = (folder / name).read_bytes()
        except OSError:
            return False
        if hashlib.sha256(text).hexdigest() != hash:
            return False
    return True


def _add(finder: CompiledModules, home: Path, folder: Path, modules: dict[str, str]) -> None:
    for name, file in modules.items():
        finder.files[name] = home / file
        if Path(file).name.startswith("__init__."):
            finder.folders[name] = str(folder.joinpath(*name.split(".")[1:]))
