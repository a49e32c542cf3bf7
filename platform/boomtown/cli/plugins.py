"""``boomtown plugins``: games from elsewhere, checked before the site plays them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from boomtown.cli.parts import console, errors

if TYPE_CHECKING:  # other commands need not wait for it
    from boomtown.testing.report import Report

MATCHES = 12
matches_option = click.option(
    "--matches",
    type=click.IntRange(1),
    default=MATCHES,
    show_default=True,
    help="Random matches a check.",
)
site_option = click.option(
    "--data",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    envvar="BOOMTOWN_DATA",
    help="Data folder of the site, which keeps what was found (BOOMTOWN_DATA).",
)


@click.group()
def plugins() -> None:
    """Add and remove games of others on this site."""


@plugins.command()
@click.argument("what", metavar="FILE|NAME")
@site_option
@matches_option
def add(what: str, data: Path | None, matches: int) -> None:
    """Fetch a wheel, check its games, and install it if nothing is wrong.

    FILE is a wheel; NAME is looked up in the index that your pip uses. What fails the check, lacks
    something or would write over packages of others stays out, and nothing is changed. Exit code 0:
    installed; 1: a check has failed; 2: it cannot be installed.
    """
    from boomtown import installing
    from boomtown.testing.report import report_elsewhere

    with tempfile.TemporaryDirectory() as folder:
        fetched, unpacked = Path(folder, "fetched"), Path(folder, "unpacked")
        fetched.mkdir()
        staged = installing.stage(installing.fetch(what, fetched), unpacked)
        environment = installing.environment_with(staged)
        console.print(f"{staged.name} {staged.version}: {', '.join(staged.games)}", markup=False)
        reports = []
        for game in staged.games:
            with errors.status(f"checking {game}"):
                reports.append(report_elsewhere(game, matches, environment))
            _tell(reports[-1])
        if not all(report.good for report in reports):
            console.print(f"{staged.name} is not installed; nothing has changed.", markup=False)
            sys.exit(1)
        installing.install(staged)
    for report in reports:
        _keep(report, data)
    console.print("Installed. Start the site again: it finds games when it starts.")


@plugins.command()
@click.argument("name")
@site_option
def remove(name: str, data: Path | None) -> None:
    """Remove a plugin by the id of its game, or by its own name. Its matches stay, and wait."""
    from boomtown import installing
    from boomtown.store.checked import forget_report

    distribution, games = installing.plugin_of(name)
    installing.remove(distribution)
    for game in games:
        if data is not None:
            forget_report(data, game)
    console.print(
        f"Removed {distribution}. Start the site again; matches of {', '.join(games)} are kept, "
        "and go on when it is installed again.",
        markup=False,
    )


@plugins.command()
@click.argument("games", nargs=-1)
@site_option
@matches_option
def check(games: tuple[str, ...], data: Path | None, matches: int) -> None:
    """Check installed games, all of them by default; the page of plugins tells what was found."""
    from boomtown.plugins import listings
    from boomtown.testing.report import report_elsewhere

    good = True
    for game in games or tuple(dict.fromkeys(one.id for one in listings())):
        with errors.status(f"checking {game}"):
            report = report_elsewhere(game, matches)
        _tell(report)
        _keep(report, data)
        good &= report.good
    sys.exit(0 if good else 1)


def _tell(report: Report) -> None:
    """A line for a game, and one for everything that is wrong with it."""
    if report.error:
        console.print(f"{report.game} cannot be loaded: {report.error}", markup=False)
        return
    done = f"{len(report.passed)} of {report.checks} checks passed"
    console.print(f"{report.game} {report.version}: {done}", markup=False)
    for name, problems in report.failed.items():
        for problem in problems:
            console.print(f"  {name}: {problem}", markup=False)


def _keep(report: Report, data: Path | None) -> None:
    if data is not None:
        from boomtown.store.checked import keep_report

        keep_report(data, report)
