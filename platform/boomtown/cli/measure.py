"""``boomtown lab measure``: what games are like to play, by number of players and variant."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.table import Table

from boomtown.cli.admin import settings_of
from boomtown.cli.parts import (
    GameName,
    console,
    counted,
    errors,
    print_json,
    processes_option,
    scheduler_option,
)
from boomtown.core.errors import InvalidOption
from boomtown.core.game import Game
from boomtown.plugins import installed_games

if TYPE_CHECKING:
    from boomtown.lab.facets import Measures, Setting, Thinking
    from boomtown.lab.measuring import Plan

SEED = "measure"
BASE = "base"
"""How the game as it is is named where variants are."""


@click.command("measure")
@click.argument("game", type=GameName(), required=False)
@click.option("--all", "every", is_flag=True, help="Every installed game; what is found is kept.")
@click.option("--seats", type=int, multiple=True, help="Only this number of players; repeatable.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME[+NAME]",
    help=f"Only this variant, or `{BASE}`; repeatable.",
)
@click.option(
    "--matches",
    type=click.IntRange(2),
    help="Of the game as it is, for each number of players; by default as many as before.",
)
@click.option("--seed", help="By default the one before.")
@click.option(
    "--ladder", "kinds", metavar="KIND,KIND…", help="Bots that are mixed, the weakest first."
)
@click.option(
    "--times",
    type=click.Path(path_type=Path),
    metavar="DATA",
    help="A site's data folder: how long its people think.",
)
@click.option("--anew", is_flag=True, help="Also what is measured already.")
@click.option("--write", is_flag=True, help="Keep it in the game's package, for its pages.")
@processes_option
@scheduler_option
def lab_measure(
    game: Game[Any, Any] | None,
    every: bool,
    seats: tuple[int, ...],
    variants: tuple[str, ...],
    matches: int | None,
    seed: str | None,
    kinds: str | None,
    times: Path | None,
    anew: bool,
    write: bool,
    processes: int | None,
    scheduler: str,
) -> None:
    """Measure what a game is like to play: decisions, waiting, elimination, going first, luck.

    Every number of players and every variant by itself, unless you say which. A run that keeps
    what it finds (`--all`, `--write`) goes on where it was stopped.
    """
    from boomtown.lab.facets import measures_of
    from boomtown.lab.measuring import (
        LADDER,
        MATCHES,
        begun,
        measure_one,
        missing,
        plans,
        with_setting,
    )

    if (game is None) != every:
        raise click.UsageError("Name a game, or say --all.")
    measures_of.cache_clear()
    for one in installed_games() if game is None else [game]:
        kept = measures_of(one.package)
        ladder = tuple(kinds.split(",")) if kinds else tuple(kept.ladder if kept else LADDER)
        thinking = _thinking(one, times, kept)
        count = matches or (kept.matches if kept else MATCHES)
        found = begun(one, kept, count, seed or (kept.seed if kept else SEED), thinking, ladder)
        keeps = write or every
        todo = list(plans(one, count)) if anew or not keeps else missing(one, found)
        todo = [plan for plan in todo if _wanted(plan, seats, variants)]
        if not todo and not keeps:
            raise InvalidOption("variant", "there is nothing like that to measure")
        if not keeps:
            found = msgspec.structs.replace(found, settings=[])
        with counted(one.id, sum(plan.total for plan in todo)) as played:
            for plan in todo:
                setting = measure_one(
                    one,
                    plan,
                    found.seed,
                    found.thinking.seconds,
                    ladder,
                    processes=processes,
                    scheduler=scheduler,
                    progress=played,
                )
                found = with_setting(one, found, setting)
                if keeps:
                    _keep(one, found)
                    errors.print(f"{one.id}: {_named(setting)}", markup=False)
        if keeps:
            console.print(_table(found))
        else:
            print_json(found)


def _wanted(plan: Plan, seats: tuple[int, ...], variants: tuple[str, ...]) -> bool:
    named = "+".join(plan.variants) or BASE
    return (not seats or plan.seats in seats) and (not variants or named in variants)


def _thinking(game: Game[Any, Any], times: Path | None, kept: Measures | None) -> Thinking:
    """What a site's people took; without a site, what was known before."""
    from boomtown.lab.facets import Thinking

    if times is None:
        return kept.thinking if kept else Thinking()
    from boomtown.store.database import Database
    from boomtown.store.thinking import thinking_time

    database = Database(settings_of(times).database)
    try:
        seconds, answers = thinking_time(database, game.id)
    finally:
        database.close()
    return Thinking(seconds, answers) if answers else Thinking()


def _keep(game: Game[Any, Any], found: Measures) -> None:
    """Puts it beside the game: whole, or as it was."""
    from boomtown.lab.facets import FILE

    path = Path(str(files(game.package))) / FILE
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    part.replace(path)


def _named(setting: Setting) -> str:
    variants = "+".join(setting.variants) or BASE
    return f"{setting.seats} players, {variants}, {setting.matches} + {setting.mixed} matches"


def _table(found: Measures) -> Table:
    """The figures of a game at a glance."""
    from boomtown.lab.facets import FACETS

    table = Table("players", "variant", *FACETS, title=f"{found.game} {found.version}")
    for setting in found.settings:
        values = []
        for id in FACETS:
            facet = setting.facet(id)
            values.append(f"{facet.value:.2f}" if facet else "")
        table.add_row(str(setting.seats), "+".join(setting.variants) or BASE, *values)
    return table
