"""``boomtown lab``: study and measure games, trace a round, count what bots use, rank them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.markup import escape
from rich.table import Table

from boomtown.bots.kinds import LEVELS, RANDOM
from boomtown.cli.balance import lab_balance
from boomtown.cli.measure import lab_measure
from boomtown.cli.parts import (
    console,
    counted,
    game_argument,
    json_option,
    language_option,
    options_option,
    print_json,
    processes_option,
    read_pairs,
    scheduler_option,
)
from boomtown.cli.study import lab_again, lab_study
from boomtown.core.game import Game
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording

if TYPE_CHECKING:
    from boomtown.lab.usage import Usage


@click.group()
def lab() -> None:
    """Look at many matches: `boomtown lab study GAME`, `measure`, `flow`, `usage`, `ladder`."""


lab.add_command(lab_study)
lab.add_command(lab_again)
lab.add_command(lab_balance)
lab.add_command(lab_measure)


write_option = click.option(
    "--write", is_flag=True, help="Keep it in the game's package, for its pages."
)


@lab.command("flow")
@game_argument
@write_option
def lab_flow(game: Game[Any, Any], write: bool) -> None:
    """Trace how a round goes: who decides what, in which order. Slow games keep it."""
    from boomtown.lab.flow import FILE, flow_file

    _keep(game, FILE, flow_file(game, book_of(game).variants), write=write)


@lab.command("usage")
@game_argument
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True)
@click.option("--bots", default="", metavar="KIND", help="The game's own first kind by default.")
@click.option("--seats", type=int, multiple=True, help="Only this number of players; repeatable.")
@click.option("--seed", default="usage", show_default=True)
@options_option
@language_option
@json_option
def lab_usage(
    game: Game[Any, Any],
    matches: int,
    bots: str,
    seats: tuple[int, ...],
    seed: str,
    options: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> None:
    """Count what bots use: rules, answers, and whatever the log mentions by name.

    All numbers of players and each option are played in turn, unless you say which.
    """
    from boomtown.lab.usage import usage

    with counted("Playing", matches) as played:
        found = usage(
            game,
            matches,
            seed,
            bots=bots,
            options=read_pairs(options),
            seats=seats,
            progress=played,
        )
    if as_json:
        print_json(found)
    else:
        _print_usage(game, found, lang)


@lab.command("ladder")
@game_argument
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND[@SECONDS]",
    help="A kind of bot, with its time to think; repeatable. By default random and the levels.",
)
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seats", type=int, multiple=True, help="Only this number of players; repeatable.")
@click.option("--seed", default="ladder", show_default=True)
@processes_option
@scheduler_option
@options_option
@json_option
@write_option
def lab_ladder(
    game: Game[Any, Any],
    kinds: tuple[str, ...],
    deals: int,
    seats: tuple[int, ...],
    seed: str,
    processes: int | None,
    scheduler: str,
    options: tuple[str, ...],
    as_json: bool,
    write: bool,
) -> None:
    """Rank kinds of bots: all against all, every deal twice with their seats exchanged.

    All numbers of players and each option are played in turn, unless you say which.
    """
    from boomtown.lab.ladder import FILE
    from boomtown.lab.round_robin import round_robin

    chosen = kinds or (RANDOM, *LEVELS)
    with counted("Playing", deals * len(chosen) * (len(chosen) - 1) // 2) as played:
        found = round_robin(
            game,
            chosen,
            deals,
            seed,
            seats=seats,
            options=read_pairs(options),
            processes=processes,
            scheduler=scheduler,
            progress=played,
        )
    if as_json or write:
        _keep(game, FILE, found, write=write)
        return
    table = Table("bot", "strength", "95 % interval", "deals won")
    for rung in found.rungs:
        part = f"{found.part(rung.kind) * 100:.0f} %"
        table.add_row(rung.kind, f"{rung.rating:.1f}", f"{rung.low:.1f} - {rung.high:.1f}", part)
    console.print(table)
    console.print(f"{found.deals} deals between each two, seed {found.seed}, {found.build}.")


def _print_usage(game: Game[Any, Any], found: Usage, lang: str) -> None:
    """Three tables: what applied, what was chosen, what was told of."""
    book, words = book_of(game), Wording(book_of(game), lang)
    rules = Table("rule", "", "matches", "times")
    for id, rule in found.rules.items():
        rules.add_row(id, escape(book.rule(id, lang).title), str(rule.matches), str(rule.times))
    console.print(rules)
    answers = Table("asked by", "answer", "chosen", "of")
    for id, nouns in found.answers.items():
        for noun, items in nouns.items():
            for item, one in items.items():
                name = f"{noun}: {words.thing(noun, item)}"
                answers.add_row(id, escape(name), str(one.times), str(one.offered))
    console.print(answers)
    things = Table("named in the log", "", "matches", "times")
    for noun, names in found.things.items():
        for name, told in names.items():
            things.add_row(
                noun, escape(words.thing(noun, name)), str(told.matches), str(told.times)
            )
    console.print(things)
    console.print(
        f"{found.matches} matches of {found.bots}, seed {found.seed}. # stands for any number, "
        "- for nothing chosen; a rule counts once an answer."
    )


def _keep(game: Game[Any, Any], name: str, value: object, *, write: bool) -> None:
    """Prints what was found, or puts it beside the game."""
    if not write:
        print_json(value)
        return
    path = Path(str(files(game.package))) / name
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
    console.print(f"Written to {path}")
