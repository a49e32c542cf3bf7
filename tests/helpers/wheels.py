"""Wheels, written without a build tool: a few files in an archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile


def write_wheel(
    folder: Path,
    name: str,
    files: Mapping[str, str],
    *,
    version: str = "1.0.0",
    games: Mapping[str, str] | None = None,
    requires: Sequence[str] = (),
) -> Path:
    """A wheel with these files and entry points for games."""
    plain = name.replace("-", "_")
    info = f"{plain}-{version}.dist-info"
    points = "".join(f"{id} = {value}\n" for id, value in (games or {}).items())
    needs = "".join(f"Requires-Dist: {one}\n" for one in requires)
    told = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[boomtown.games]\n{points}" if games else "",
    }
    record = "".join(f"{path},,\n" for path in (*told, f"{info}/RECORD"))
    wheel = folder / f"{plain}-{version}-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for path, text in {**told, f"{info}/RECORD": record}.items():
            archive.writestr(path, text)
    return wheel


def wheel_of(package: Path, folder: Path, name: str, games: Mapping[str, str]) -> Path:
    """A wheel of a package as it lies there."""
    files = {
        path.relative_to(package.parent).as_posix(): path.read_text(encoding="utf-8")
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    return write_wheel(folder, name, files, games=games, requires=["boomtown>=0.1"])
