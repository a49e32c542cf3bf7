"""``boomtown lab study``: play a study, compare it with another one, draw it, make it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec
from rich.markup import escape
from rich.table import Table

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
from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.core.seats import letter_of
from boomtown.lab.studies.running import Result, run
from boomtown.lab.studies.study import Study, edition, make_study, what_if
from boomtown.lab.studies.tables import csv_of
from boomtown.lab.studies.tally import FIRST, SEAT
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording

_file = click.Path(dir_okay=False, path_type=Path)


class NotTheSame(BoomtownError):
    """A study that was played again has not come out as before."""


@click.command("study")
@game_argument
@click.option("--seats", type=int, help="Number of players; the middle one by default.")
@click.option("--matches", type=click.IntRange(2), default=400, show_default=True)
@click.option("--bots", default="", metavar="KIND,…", help="One kind for all, or one a seat.")
@click.option("--seed", default="study", show_default=True)
@options_option
@click.option(
    "--constant",
    "constants",
    multiple=True,
    metavar="NAME=VALUE",
    help="A number of the game that no table can choose; repeatable.",
)
@click.option(
    "--what-if",
    "changes",
    multiple=True,
    metavar="NAME=VALUE",
    help="Compare with another option or constant; repeatable.",
)
@click.option("--skill", is_flag=True, help="Half as many matches more, against random bots.")
@processes_option
@scheduler_option
@click.option("--csv", "csv_file", type=_file, help="Write all figures to a file.")
@click.option("--plots", type=click.Path(file_okay=False, path_type=Path), help="Draw it: SVG.")
@click.option("--keep", type=_file, help="Keep the result, with all it takes to repeat it.")
@language_option
@json_option
def lab_study(
    game: Game[Any, Any],
    seats: int | None,
    matches: int,
    bots: str,
    seed: str,
    options: tuple[str, ...],
    constants: tuple[str, ...],
    changes: tuple[str, ...],
    skill: bool,
    processes: int | None,
    scheduler: str,
    csv_file: Path | None,
    plots: Path | None,
    keep: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Play a study: who wins, how long it takes, who is out when; and what if …"""
    study = make_study(
        game,
        seats=seats,
        bots=[kind for kind in bots.split(",") if kind],
        matches=matches,
        seed=seed,
        options=read_pairs(options),
        constants=read_pairs(constants),
        skill=skill,
    )
    result = _run([study, *_changed(game, study, changes)], processes, scheduler)
    if csv_file is not None:
        csv_file.write_text(csv_of(result), encoding="utf-8")
    if keep is not None:
        keep.write_bytes(msgspec.json.encode(result) + b"\n")
    if plots is not None:
        _draw(result, plots, TerminalWords(game, lang))
    if as_json:
        print_json(result)
    else:
        _print(result, TerminalWords(game, lang))


@click.command("again")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@processes_option
@scheduler_option
def lab_again(file: Path, processes: int | None, scheduler: str) -> None:
    """Play a study again that was kept in FILE, and see whether it comes out the same."""
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=Result)
    except msgspec.DecodeError as error:
        raise NotTheSame(f"{file}: not a study that was kept: {error}") from None
    result = _run([arm.study for arm in kept.arms], processes, scheduler)
    if result.digest != kept.digest:
        raise NotTheSame(f"{file}: {kept.digest[:16]} was kept, {result.digest[:16]} came out")
    console.print(f"The same to the bit: {result.digest}")


def _changed(game: Game[Any, Any], study: Study, changes: tuple[str, ...]) -> list[Study]:
    """The study to compare with, if there is one: an option or a constant is another."""
    if not changes:
        return []
    pairs, known = read_pairs(changes), {field.name for field in form_of(game.options)}
    return [
        what_if(
            study,
            options={name: value for name, value in pairs.items() if name in known},
            constants={name: value for name, value in pairs.items() if name not in known},
        )
    ]


def _run(studies: list[Study], processes: int | None, scheduler: str) -> Result:
    with counted("Playing", sum(study.total for study in studies)) as played:
        return run(studies, processes=processes, scheduler=scheduler, progress=played)


# --- how it is told -------------------------------------------------------------------------------


class TerminalWords:
    """How things are called in plots and tables of the terminal."""

    def __init__(self, game: Game[Any, Any], lang: str) -> None:
        self._wording = Wording(book_of(edition(game)), lang)

    def say(self, key: str) -> str:
        """A text of the plots."""
        return key.replace("_", " ").replace("run.0", "as it is").replace("run.1", "what if")

    def name(self, group: str, name: str) -> str:
        """What one of a group is called."""
        if group == SEAT:
            return f"seat {letter_of(int(name) - 1)}"
        told = self._wording.thing(group, name)
        return f"{group} {told}" if group == FIRST else told

    def url(self, run: int, match: int) -> str:
        """Nowhere: there is no site."""
        return ""


def _draw(result: Result, folder: Path, words: TerminalWords) -> None:
    from boomtown.lab.studies.plots import charts_of, draw

    folder.mkdir(parents=True, exist_ok=True)
    for chart in charts_of(result):
        (folder / f"{chart}.svg").write_text(draw(chart, result, words), encoding="utf-8")


def _print(result: Result, words: TerminalWords) -> None:
    for arm in result.arms:
        shares = Table("", "", "wins", "share", "95 % interval")
        for one in arm.figures.shares:
            interval = f"{one.low:.1%} - {one.high:.1%}"
            name = escape(words.name(one.group, one.name))
            shares.add_row(one.group, name, f"{one.wins}/{one.tries}", f"{one.value:.1%}", interval)
        console.print(shares)
        for what, middle in (
            ("A match takes", arm.figures.length),
            ("Waits:", arm.figures.waiting),
        ):
            if middle is not None:
                half = f"{middle.low} to {middle.high}"
                console.print(f"{what} {middle.value} answers in the middle, half of them {half}.")
        if (skill := arm.figures.skill) is not None:
            interval = f"{skill.low:.1%} - {skill.high:.1%}"
            console.print(
                f"Beside random bots they have {skill.value:.1%} of the wins: {interval}."
            )
    if result.differences:
        table = Table(
            "what if", "", "before", "after", "interval", "p", "corrected", "found", "power"
        )
        for each in result.differences:
            unit = "%" if each.name else ""
            before, after = (
                f"{value:.1%}" if unit else f"{value:.1f}" for value in (each.before, each.after)
            )
            table.add_row(
                *(each.group, escape(words.name(each.group, each.name)), before, after),
                f"{each.low * 100:+.1f} - {each.high * 100:+.1f}",
                *(f"{each.chance:.2g}", f"{each.corrected:.2g}", "yes" if each.found else "no"),
                f"{each.power:.0%}",
            )
        console.print(table)
        console.print("Power: how likely a difference of 5 points would have been found.")
    first = result.arms[0].study
    console.print(
        f"{first.matches} matches of {first.game} {first.version}, seed {escape(first.seed)}, "
        f"{result.build} build; {result.digest[:16]}"
    )
