"""``boomtown docs FOLDER``: the manual as plain pages."""

from __future__ import annotations

from pathlib import Path

import click

from boomtown.cli.parts import console


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def docs(folder: Path) -> None:
    """Write the manual into FOLDER as plain pages; the site has it under /docs."""
    from boomtown.manual import manual
    from boomtown.manual.written import write_manual

    written = write_manual(manual(), folder)
    console.print(f"{len(written)} pages: {folder / 'index.html'}", markup=False)
