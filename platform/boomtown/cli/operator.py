"""What an operator does: saving and restoring a site."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boomtown.cli.parts import console, errors

if TYPE_CHECKING:  # other commands need not wait for it
    from boomtown.store.check import Finding

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="BOOMTOWN_DATA",
    required=True,
    help="Data folder (BOOMTOWN_DATA).",
)


@click.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(target: Path, data: Path) -> None:
    """Save database and key in one archive, while the site may be in use.

    The archive is read back before it gets its name. Exit code 0: all is well; 1: saved, but
    matches in it are damaged; 2: nothing was saved.
    """
    from boomtown.store.backup import back_up, back_up_key, dump_command

    server = os.environ.get("BOOMTOWN_DATABASE")
    if server and not server.startswith("sqlite"):
        saved = back_up_key(data, target)
        console.print(f"Saved the key to {target}. Save the database with:", markup=False)
        console.print(f"  {dump_command(server, target)}", markup=False)
    else:
        saved = back_up(data, target)
        answers = saved.manifest.counts.get("answers", 0)
        console.print(f"Saved to {target}, and read back: {answers} answers.", markup=False)
    if "secret.key" not in saved.manifest.files:
        errors.print("There is no key in it: keep BOOMTOWN_SECRET elsewhere.")
    _tell(saved.unknown)


@click.command()
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
@click.option("--replace", is_flag=True, help="What is there is put aside, not deleted.")
def restore(archive: Path, data: Path, replace: bool) -> None:
    """Put a backup in place and check it: every hash, the rows, the chains of answers.

    Exit code 0: all is well; 1: restored, but matches in it are damaged; 2: nothing was restored.
    """
    from boomtown.store.backup import restore as put_in_place

    restored = put_in_place(archive, data, replace=replace)
    made, answers = restored.manifest.made, restored.manifest.counts.get("answers", 0)
    console.print(f"Restored to {data}: {answers} answers, saved {made}.", markup=False)
    _tell(restored.unknown)


def _tell(damaged: list[Finding]) -> None:
    """Names damaged matches that nobody knows of yet; the exit code does, too."""
    for one in damaged:
        errors.print(
            f"damaged: match {one.match} at {one.table}, {one.good} good answers: {one.problem}",
            markup=False,
        )
    if damaged:
        sys.exit(1)
