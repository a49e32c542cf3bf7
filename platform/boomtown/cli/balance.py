"""``boomtown lab balance``: who wins how much, over every combination of some options."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.markup import escape
from rich.table import Table

from boomtown.bots.kinds import DEPUTY
from boomtown.cli.parts import (
    console,
    counted,
    game_argument,
    json_option,
    language_option,
    print_json,
    processes_option,
    read_pairs,
    scheduler_option,
)
from boomtown.cli.study import TerminalWords
from boomtown.core.game import Game

if TYPE_CHECKING:
    from boomtown.lab.balance import Balance, Part


@click.command("balance")
@game_argument
@click.option("--seats", type=int, default=2, show_default=True)
@click.option(
    "--matches", type=click.IntRange(1), default=5, show_default=True, help="Of each combination."
)
@click.option(
    "--bots",
    default=DEPUTY,
    show_default=True,
    metavar="KIND,…",
    help="One kind for all, or one a seat.",
)
@click.option("--seed", default="balance", show_default=True)
@click.option(
    "--over",
    multiple=True,
    metavar="NAME=VALUE,VALUE…",
    help="An option or constant that takes each of these values; repeatable.",
)
@click.option(
    "--between",
    default="",
    metavar="NAME,NAME…=VALUE,VALUE…",
    help="Options or constants that take these values, no two of them the same at once.",
)
@click.option(
    "--by", multiple=True, default=("seat",), help="What wins are counted by; repeatable."
)
@click.option("--write", is_flag=True, help="Keep it in the game's package, cell by cell.")
@processes_option
@scheduler_option
@language_option
@json_option
def lab_balance(
    game: Game[Any, Any],
    seats: int,
    matches: int,
    bots: str,
    seed: str,
    over: tuple[str, ...],
    between: str,
    by: tuple[str, ...],
    write: bool,
    processes: int | None,
    scheduler: str,
    lang: str,
    as_json: bool,
) -> None:
    """Play a round robin of sides over all combinations of options, and count who wins.

    With --write a run that was interrupted, or is to have more matches, goes on where it was.
    """
    from boomtown.lab.balance import FILE, balance, combinations_of, read_balance

    values = {name: _words(told) for name, told in read_pairs(over).items()}
    [(names, told)] = read_pairs((between,)).items() if between else [("", "")]
    path = Path(str(files(game.package))) / FILE
    kept = read_balance(path.read_bytes()) if write and path.is_file() else None
    cells = len(list(combinations_of(values, _words(names), _words(told))))
    with counted("Playing", cells * matches) as played:
        done = 0

        def note(found: Balance) -> None:
            nonlocal done
            played(found.total - done)
            done = found.total
            if write:
                path.write_bytes(msgspec.json.encode(found) + b"\n")

        found = balance(
            game,
            seats=seats,
            matches=matches,
            seed=seed,
            over=values,
            between=_words(names),
            sides=_words(told),
            by=by,
            bots=_words(bots),
            before=kept,
            processes=processes,
            scheduler=scheduler,
            progress=note,
        )
    if as_json:
        print_json(found)
    else:
        _print(found, TerminalWords(game, lang))


def _words(told: object) -> list[str]:
    return [word for word in str(told).split(",") if word]


def _print(found: Balance, words: TerminalWords) -> None:
    """Everybody in all cells, and in those with each value."""
    table = Table("", "", "where", "share", "95 % interval", "of")
    for group in found.by:
        for name in found.names(group):
            called = escape(words.name(group, name))
            table.add_row(group, called, "everywhere", *_row(found.part(group, name)))
            for option, values in found.over.items():
                for value in values:
                    part = found.part(group, name, **{option: value})
                    table.add_row(group, called, f"{option} {value}", *_row(part))
    console.print(table)
    console.print(
        f"{found.total} matches of {found.game} {found.version} in {len(found.cells)} "
        f"combinations, seed {escape(found.seed)}, {found.build} build; {found.digest()[:16]}"
    )


def _row(part: Part) -> tuple[str, str, str]:
    return f"{part.value:.1%}", f"{part.low:.1%} - {part.high:.1%}", str(part.tries)
