"""Compiles the sources and puts ``boomtown_fast`` together, with what it was made from."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.fast.modules import PLAIN
from tools.fast.sources import PACKAGES, ROOT, modules_of, watched, write_sources

WORK = ROOT / "build" / "fast"
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
GROUP = "boomtown_fast"

INCLUDED = re.compile(r'#include "([^"]+)"')

TO_C = """
import json, sys
from mypyc.build import mypycify
paths = json.loads(sys.argv[1])
options = ["--config-file=", "--ignore-missing-imports", "--check-untyped-defs"]
how = {"opt_level": "2", "debug_level": "0", "multi_file": True, "group_name": sys.argv[2]}
told = ("name", "sources", "include_dirs", "extra_compile_args")
made = mypycify(options + paths, **how)
print(json.dumps([[getattr(one, name) for name in told] for one in made]))
"""


class NoCompiler(Exception):
    """There is nothing here that compiles C."""


def compiler() -> list[str]:
    """The C compiler that this Python was built with, or any."""
    told = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    for command in (told, ["cc"], ["gcc"], ["clang"]):
        if shutil.which(command[0]):
            return command
    raise NoCompiler("no C compiler was found; pure Python it stays")


def build(into: Path) -> None:
    """Makes the package ``boomtown_fast`` in a folder."""
    command = compiler()
    source = WORK / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    before = {package: _hashes(package) for package in PACKAGES}
    paths = write_sources(source)
    _compile(command, source, _to_c(source, paths))
    _put_together(source, into / GROUP, before)


def _hashes(package: str) -> dict[str, str]:
    """The sources of a package, by their place in it."""
    home = PACKAGES[package] / package
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in watched(package)
    }


def _to_c(source: Path, paths: list[Path]) -> list[tuple[str, list[str], list[str], list[str]]]:
    """Has mypyc write C; for each module its sources, the folders of headers, the options."""
    environment = dict(os.environ, PYTHONPATH="", MYPYPATH=str(source), BOOMTOWN_PURE="1")
    ran = subprocess.run(
        [sys.executable, "-c", TO_C, json.dumps([str(path) for path in paths]), GROUP],
        cwd=source,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise SystemExit(f"mypyc: {ran.stdout}")
    found: list[tuple[str, list[str], list[str], list[str]]] = json.loads(
        ran.stdout.splitlines()[-1]
    )
    return found


def _compile(
    command: list[str], source: Path, modules: list[tuple[str, list[str], list[str], list[str]]]
) -> None:
    """Compiles and links what has changed since the last time."""
    kept = WORK / "objects"
    kept.mkdir(exist_ok=True)
    include = [f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")]
    used: set[Path] = set()

    def compiled(text: str, folders: list[str], options: list[str]) -> Path:
        path = source / text
        key = hashlib.sha256(f"{command} {options} {SUFFIX}".encode())
        for part in _with_headers(path, source / "build"):
            key.update(part.read_bytes())
        target = kept / f"{key.hexdigest()}.o"
        if not target.is_file():
            flags = ["-fPIC", "-DNDEBUG", "-fwrapv", *include, *(f"-I{one}" for one in folders)]
            half = target.with_suffix(".half")
            _run([*command, *flags, *options, "-c", str(path), "-o", str(half)], source)
            half.rename(target)
        used.add(target)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, sources, folders, options in modules:
            made = list(
                pool.map(compiled, sources, [folders] * len(sources), [options] * len(sources))
            )
            target = source / "lib" / Path(*name.split(".")).with_suffix(SUFFIX)
            target.parent.mkdir(parents=True, exist_ok=True)
            shared = (
                ["-dynamiclib", "-undefined", "dynamic_lookup"]
                if sys.platform == "darwin"
                else ["-shared"]
            )
            _run([*command, *shared, *map(str, made), "-o", str(target)], source)
    for old in set(kept.iterdir()) - used:
        old.unlink()


def _with_headers(path: Path, folder: Path) -> list[Path]:
    """A C file and those of mypyc's headers that it includes."""
    found = [path]
    for part in found:
        for name in INCLUDED.findall(part.read_text(encoding="utf-8")):
            if (folder / name).is_file() and folder / name not in found:
                found.append(folder / name)
    return found


def _run(command: list[str], folder: Path) -> None:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)}\n{ran.stderr}")


def _put_together(source: Path, home: Path, hashes: dict[str, dict[str, str]]) -> None:
    """The package with its manifest: which module is which file, and the hashes of the sources."""
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(source / "lib", home / "lib")
    for path in (source / GROUP).glob("*.py"):
        if path.stem != "native":
            shutil.copyfile(path, home / path.name)
    packages = {}
    for package, root in PACKAGES.items():
        modules = {}
        for name, path in modules_of(package).items():
            place = path.relative_to(root)
            modules[name] = str(Path("lib", place.with_suffix(SUFFIX)))
            plain = place.with_name(f"{place.stem}{PLAIN}.py")
            if (source / plain).is_file():
                modules[name + PLAIN] = _laid(source, home, plain)
        if package == "boomtown":
            modules["boomtown.core.data"] = _laid(source, home, Path("boomtown/core/data.py"))
        packages[package] = {"modules": modules, "sources": hashes[package]}
    runtime = {
        f"{GROUP}__mypyc": f"lib/{GROUP}__mypyc{SUFFIX}",
        f"{GROUP}.native": f"lib/{GROUP}/native{SUFFIX}",
    }
    manifest = {"suffix": SUFFIX, "runtime": runtime, "packages": packages}
    (home / "manifest.json").write_text(json.dumps(manifest, indent=1))


def _laid(source: Path, home: Path, place: Path) -> str:
    """A module that is not compiled, beside those that are."""
    shutil.copyfile(source / place, home / "lib" / place)
    return str(Path("lib", place))
