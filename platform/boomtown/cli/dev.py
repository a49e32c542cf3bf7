"""``boomtown dev GAME``: the site for an author, on this machine alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from boomtown.cli.parts import console

HOST = "127.0.0.1"
"""Nobody else reaches it: an author sees everything."""


@click.command()
@click.argument("game")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of its matches; by default one in your cache.",
)
@click.option(
    "--open",
    "opened",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A match file, a bench or a finding of boomtown check, to lie on the bench.",
)
def dev(game: str, port: int, data: Path | None, opened: Path | None) -> None:
    """Open the site for the author of GAME, an id or a folder that need not be installed.

    Templates, styles, scripts, sentences and rules reload while a match is open, which goes on from
    the first answer that comes out otherwise. Mistakes are shown in the page.
    """
    from boomtown.web.bench.shelf import BenchShelf
    from boomtown.web.dev.project import find_project

    project = find_project(game)
    place = data or _cache() / "boomtown" / "dev" / project.id
    place.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        BOOMTOWN_DATA=str(place.resolve()),
        BOOMTOWN_DEV=str(project.folder),
        BOOMTOWN_BIND=f"{HOST}:{port}",
        BOOMTOWN_WORKERS="1",
        BOOMTOWN_LIMITS="off",
        BOOMTOWN_PURE="1",  # what was compiled cannot be changed
    )
    os.environ.pop("BOOMTOWN_DATABASE", None)
    console.print(f"{project.id} in {project.folder}", markup=False)
    console.print(f"Open http://{HOST}:{port}/games/{project.id}", markup=False)
    console.print(f"Its bench: http://{HOST}:{port}/bench", markup=False)
    if opened is not None:
        BenchShelf(place).hand(opened.read_text(encoding="utf-8", errors="replace"))
        console.print(f"{opened.name}: http://{HOST}:{port}/bench/opened", markup=False)
    sys.stdout.flush()
    server = ["-m", "gunicorn", "--config", "python:boomtown.web.server.gunicorn_conf"]
    os.execv(sys.executable, [sys.executable, *server, "boomtown.web.dev.wsgi:app"])


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
