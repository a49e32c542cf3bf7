"""``boomtown lab``: measure games, and trace how a round goes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import msgspec

from boomtown.cli.parts import (
    console,
    counted,
    game_argument,
    options_option,
    print_json,
    read_pairs,
)
from boomtown.core.game import Game
from boomtown.rulebook.numbers import book_of


@click.group()
def lab() -> None:
    """Look at many matches: `boomtown lab measure GAME`, `boomtown lab flow GAME`."""


write_option = click.option(
    "--write", is_flag=True, help="Keep it in the game's package, for the comparison page."
)


@lab.command("measure")
@game_argument
@click.option("--seats", type=int, help="Number of players; the middle one by default.")
@click.option("--matches", type=click.IntRange(2), default=400, show_default=True)
@click.option("--seed", default="measure", show_default=True)
@click.option("--processes", type=click.IntRange(1), help="How many at once; all cores by default.")
@options_option
@write_option
def lab_measure(
    game: Game[Any, Any],
    seats: int | None,
    matches: int,
    seed: str,
    processes: int | None,
    options: tuple[str, ...],
    write: bool,
) -> None:
    """Measure what a game is like to play: decisions, choices, waiting, elimination, luck."""
    from boomtown.lab.facets import FILE, measure

    with counted("Playing", matches + (matches // 2 if game.bots else 0)) as played:
        found = measure(
            game,
            seats or game.seats[len(game.seats) // 2],
            matches,
            seed,
            options=read_pairs(options),
            processes=processes,
            progress=played,
        )
    _keep(game, FILE, found, write=write)


@lab.command("flow")
@game_argument
@write_option
def lab_flow(game: Game[Any, Any], write: bool) -> None:
    """Trace how a round goes: who decides what, in which order. Slow games keep it."""
    from boomtown.lab.flow import FILE, flow_file

    _keep(game, FILE, flow_file(game, book_of(game).variants), write=write)


def _keep(game: Game[Any, Any], name: str, value: object, *, write: bool) -> None:
    """Prints what was found, or puts it beside the game."""
    if not write:
        print_json(value)
        return
    path = Path(str(files(game.package))) / name
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
    console.print(f"Written to {path}")
