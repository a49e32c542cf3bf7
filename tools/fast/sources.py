"""What is compiled, and the folder of sources that mypyc is given."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from tools.fast.modules import PLAIN, Module, Rewriter

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = Path(__file__).parent / "runtime"
PACKAGES = {
    "boomtown": ROOT / "platform",
    "bang_dice": ROOT / "games",
    "cash_n_guns": ROOT / "games",
    "shadows_west": ROOT / "games",
}
"""Where the packages lie. The core comes first: games are built on it."""
CORE = (
    "chance",
    "choice",
    "combined",
    "composed",
    "match",
    "places",
    "playout",
    "reading",
    "seats",
    "secret",
    "sight",
    "step",
)
"""The rest of the core declares, reads and writes: it is not worth it."""
ROOMS = (
    "content",
    "state",
    "geometry",
    "terrain",
    "measuring",
    "moves",
    "shooting",
    "rules",
    "bot",
)
"""The parts of a game that play; pages and notations stay as they are."""


def modules_of(package: str) -> dict[str, Path]:
    """The modules of a package that are compiled, by name."""
    home = PACKAGES[package] / package
    if package == "boomtown":
        return {f"boomtown.core.{name}": home / "core" / f"{name}.py" for name in CORE}
    found: dict[str, Path] = {}
    for room in ROOMS:
        for path in sorted([home / f"{room}.py", *(home / room).rglob("*.py")]):
            if path.is_file() and path.stat().st_size:
                parts = path.relative_to(PACKAGES[package]).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def watched(package: str) -> Iterable[Path]:
    """The sources that a compiled package depends on: a change of one makes it stale."""
    if package == "boomtown":
        return sorted((PACKAGES[package] / package / "core").glob("*.py"))
    return modules_of(package).values()


def write_sources(into: Path) -> list[Path]:
    """Everything that is compiled, beside everything it imports; what is compiled, relative."""
    paths: dict[str, Path] = {}
    for package, home in PACKAGES.items():
        _copy_package(home, package, into)
        paths |= modules_of(package)
    modules = [Module(name, path) for name, path in paths.items()]
    rewriter = Rewriter(modules)
    written: list[Path] = []
    for module in modules:
        text, plain = rewriter.written(module)
        place = module.path.relative_to(PACKAGES[module.name.partition(".")[0]])
        (into / place).write_text(text, encoding="utf-8")
        written.append(place)
        if plain is not None:
            (into / place).with_name(f"{place.stem}{PLAIN}.py").write_text(plain, encoding="utf-8")
    native = Path("boomtown_fast", "native.py")
    shutil.copytree(RUNTIME / "boomtown_fast", into / "boomtown_fast")
    names = sorted(["boomtown_fast.native", *paths])
    (into / "boomtown_fast" / "names.py").write_text(f"COMPILED = frozenset({names!r})\n")
    shutil.copyfile(RUNTIME / "data.py", into / "boomtown" / "core" / "data.py")
    return [native, *written]


def _copy_package(home: Path, package: str, into: Path) -> None:
    rest = "core" if package == "boomtown" else "."
    for path in sorted((home / package / rest).rglob("*.py")):
        place = into / path.relative_to(home)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    if package == "boomtown":
        (into / package / "__init__.py").write_text("")
