"""Games from elsewhere: fetched, looked at, checked, and only then put into the environment.

Nothing of what runs the site is changed: a plugin brings its own package and nothing else, and
what it needs must be there already. Everything else is refused before pip is asked.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import (
    Distribution,
    PackageNotFoundError,
    distribution,
    distributions,
    entry_points,
    packages_distributions,
)
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from boomtown.core.errors import BoomtownError
from boomtown.plugins import GROUP

OURSELVES = "boomtown"
WHEEL = ".whl"
LARGEST = 500 * 2**20
"""Bytes that a wheel may take once it is unpacked."""
SCRIPTS = ("console_scripts", "gui_scripts")
AT_EVERY_START = ("sitecustomize", "usercustomize")
"""What Python runs by itself, whatever is started."""
NAME = re.compile(r"[A-Za-z0-9][\w.-]*(?:[=<>!~]=?[\w.*,<>=!~-]+)?")
"""A distribution as an index knows it, perhaps with versions: nothing that is an option of pip."""


class CannotInstall(BoomtownError):
    """A plugin that does not get in; the message says why, and what to do."""


class Staged(Struct, frozen=True):
    """A wheel that lies unpacked in a folder of its own."""

    wheel: Path
    folder: Path
    name: str
    version: str
    games: list[str]


def fetch(what: str, folder: Path) -> Path:
    """The wheel itself, or the one that the operator's pip finds under a name."""
    file = Path(what)
    if file.exists() or what.endswith(WHEEL):
        if not file.is_file() or file.suffix != WHEEL:
            raise CannotInstall(f"{what} is no wheel: make one with `python -m build --wheel`")
        return file.resolve()
    if NAME.fullmatch(what) is None:
        raise CannotInstall(f"{what!r} is neither a file nor the name of a distribution")
    pip("download", "--no-deps", "--only-binary", ":all:", "--dest", str(folder), what)
    found = sorted(folder.glob(f"*{WHEEL}"))
    if not found:
        raise CannotInstall(f"pip has found no wheel of {what}")
    return found[0]


def stage(wheel: Path, folder: Path) -> Staged:
    """Unpacks a wheel beside everything else, and looks whether it may come in."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            if sum(one.file_size for one in archive.infolist()) > LARGEST:
                raise CannotInstall(f"{wheel.name} is larger than {LARGEST >> 20} MB unpacked")
            archive.extractall(folder)
    except zipfile.BadZipFile:
        raise CannotInstall(f"{wheel.name} is no wheel: it cannot be unpacked") from None
    found = list(distributions(path=[str(folder)]))
    if len(found) != 1:
        raise CannotInstall(f"{wheel.name} is no wheel: it has no metadata")
    [made] = found
    games = [point.name for point in made.entry_points if point.group == GROUP]
    if not games:
        raise CannotInstall(f"{made.name} has no game: no entry point in the group {GROUP!r}")
    if scripts := [point.name for point in made.entry_points if point.group in SCRIPTS]:
        raise CannotInstall(f"{made.name} brings commands ({', '.join(scripts)}): a game has none")
    _refuse_strangers(made, folder)
    if missing := unmet(made):
        raise CannotInstall(
            f"{made.name} needs {', '.join(missing)}: install that first, if you trust it"
        )
    return Staged(wheel, folder, made.name, made.version, games)


def _refuse_strangers(made: Distribution, folder: Path) -> None:
    """A plugin must not write over packages of others, least of all over ours."""
    own = canonicalize_name(made.name)
    if own == OURSELVES:
        raise CannotInstall("that is Boomtown itself: see docs/operations.md, Updating")
    known = packages_distributions()
    for path in folder.iterdir():
        name = path.name.removesuffix(".py")
        if path.is_dir() and name.endswith(".dist-info"):
            continue
        if not name.isidentifier() or name in AT_EVERY_START:  # .data, .pth and compiled modules
            raise CannotInstall(f"{made.name} brings {path.name}: a game is a package, no more")
        owners = {canonicalize_name(one) for one in known.get(name, [])}
        if owners - {own} or name in sys.stdlib_module_names:
            whose = ", ".join(sorted(owners - {own})) or "Python"
            raise CannotInstall(f"{made.name} brings a package {name}, which is {whose}'s")
        if not owners and find_spec(name) is not None:  # of a checkout, which lists no files
            raise CannotInstall(f"{made.name} brings a package {name}, which is here already")


def unmet(made: Distribution) -> list[str]:
    """What it requires and is not here."""
    missing = []
    for wanted in map(Requirement, made.requires or []):
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
            continue
        try:
            here = distribution(wanted.name).version
        except PackageNotFoundError:
            missing.append(str(wanted))
            continue
        if not wanted.specifier.contains(here, prereleases=True):
            missing.append(f"{wanted} (here is {here})")
    return missing


def environment_with(staged: Staged) -> dict[str, str]:
    """An environment in which the staged package is found before everything else."""
    before = os.environ.get("PYTHONPATH")
    paths = [str(staged.folder), *([before] if before else [])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def install(staged: Staged) -> None:
    """Puts it where the site finds it, and nothing else with it."""
    pip("install", "--no-deps", "--no-index", "--force-reinstall", str(staged.wheel))


def plugin_of(name: str) -> tuple[str, list[str]]:
    """The distribution that a game or a distribution is called by, and its games."""
    games: dict[str, list[str]] = {}
    for point in entry_points(group=GROUP):
        if point.dist is not None:
            games.setdefault(point.dist.name, []).append(point.name)
    for whole, ids in games.items():
        if name in ids or canonicalize_name(name) == canonicalize_name(whole):
            if canonicalize_name(whole) == OURSELVES:
                raise CannotInstall(f"{name} is part of Boomtown itself, and stays")
            return whole, ids
    raise CannotInstall(f"no plugin is called {name}")


def remove(distribution: str) -> None:
    """Takes it out of the environment."""
    pip("uninstall", "--yes", distribution)


def pip(*words: str) -> None:
    """Asks the pip of this environment; what goes wrong is told in its own last words."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()][-1:]
        raise CannotInstall(f"pip {words[0]}: {said[0] if said else 'it failed'}")
