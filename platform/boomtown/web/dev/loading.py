"""A game loaded whole: all modules of its package anew, and nothing kept of what they were.

A module that is reloaded alone leaves others with the classes of before. So all modules of the
package leave ``sys.modules`` and are imported again: a new ``Game`` with new steps and a new state.
Whatever the platform remembers of a game it remembers in functions with a cache; all are emptied.
"""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from boomtown.core.game import Game
from boomtown.plugins import checked, listings
from boomtown.web.dev.project import Project
from boomtown.web.rooms.pages import load_page

CACHED = type(lru_cache(print))
OURS = "boomtown"


def load_whole(project: Project, changed: Iterable[Path] = ()) -> Game[Any, Any]:
    """The game as its files say it now; what they raise, with everything as it was before.

    Compiled modules are known by the second and the size of their source: two changes in one second
    may look like none. So those of ``changed`` are thrown away.
    """
    root = str(project.folder.parent)
    if root not in sys.path:
        sys.path.insert(0, root)
    before = {name: sys.modules.pop(name) for name in _modules(project)}
    for path in changed:
        if path.suffix == ".py":
            Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
    importlib.invalidate_caches()
    linecache.checkcache()
    forget_all()
    try:
        game = checked(
            getattr(importlib.import_module(project.package), project.attribute), project.id
        )
        load_page(game)
    except BaseException:
        for name in _modules(project):
            del sys.modules[name]
        sys.modules.update(before)
        forget_all()
        raise
    return game


def unload(project: Project) -> None:
    """Nothing of it is left, as if its author had never been here."""
    for name in _modules(project):
        del sys.modules[name]
    root = str(project.folder.parent)
    sys.path[:] = [place for place in sys.path if place != root]
    forget_all()


def _modules(project: Project) -> list[str]:
    top = project.package.partition(".")[0]
    return [name for name in sys.modules if name == top or name.startswith(f"{top}.")]


def forget_all() -> None:
    """Empties every cache of the platform's modules, but for the list of the games."""
    kept: object = listings
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == OURS and isinstance(module, ModuleType):
            for thing in list(vars(module).values()):
                if isinstance(thing, CACHED) and thing is not kept:
                    thing.cache_clear()
