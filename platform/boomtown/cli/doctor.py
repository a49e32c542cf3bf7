"""``boomtown doctor``: is the site well, and what to do where it is not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from boomtown.cli.operator import data_option
from boomtown.cli.parts import console, json_option, print_json

COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}
CODES = {"ok": 0, "warn": 1, "fail": 2}


@click.command()
@data_option
@json_option
def doctor(data: Path, as_json: bool) -> None:
    """Look at a site, running or not: key, folder, space, database, journal, time, limits, games.

    Changes nothing. Exit code 0: all is well; 1: there are warnings; 2: something is wrong.
    """
    from boomtown.store.database import now
    from boomtown.web.operator.doctor import examine

    findings = examine(data.resolve(), os.environ, now)
    worst = max(CODES[one.level.value] for one in findings)
    if as_json:
        print_json({"code": worst, "findings": findings})
        sys.exit(worst)
    for one in findings:
        mark = f"[{COLOURS[one.level.value]}]{one.level.value:4}[/]"
        console.print(mark, end=" ")
        console.print(f"{one.about}: {one.text}", markup=False)
        if one.todo:
            console.print(f"       -> {one.todo}", markup=False)
    sys.exit(worst)
