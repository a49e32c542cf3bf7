"""The ``boomtown`` command and what it does first of all: games, matches, checks, the site."""

from __future__ import annotations

import os
import secrets
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import msgspec
from click.shell_completion import get_completion_class
from rich.table import Table

from boomtown import BUILD
from boomtown.bots.kinds import RANDOM, bot_kinds
from boomtown.cli.admin import admin
from boomtown.cli.check import check
from boomtown.cli.deals import deal_of_the_day
from boomtown.cli.dev import dev
from boomtown.cli.docs import docs
from boomtown.cli.doctor import doctor
from boomtown.cli.lab import lab
from boomtown.cli.operator import backup, restore
from boomtown.cli.parts import (
    GameName,
    console,
    counted,
    errors,
    game_argument,
    json_option,
    language_option,
    options_option,
    print_json,
    processes_option,
    read_pairs,
    scheduler_option,
)
from boomtown.cli.plugins import plugins
from boomtown.cli.rules import rules
from boomtown.cli.texts import texts
from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.matchfile import verify as verify_match
from boomtown.core.options import form_of
from boomtown.core.seats import letter_of
from boomtown.lab.intervals import wilson
from boomtown.plugins import Listing, find_game, installed_games, listings, try_games_in
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    package_name="boomtown",
    prog_name="boomtown",
    message=f"%(prog)s, version %(version)s ({BUILD})",
)
@click.option(
    "--games-dir",
    type=click.Path(exists=True, file_okay=False, resolve_path=True),
    help="A folder of games to try without installing them.",
)
def boomtown(games_dir: str | None) -> None:
    """Western tabletop games: play them, check them, compare their rules."""
    if games_dir:
        try_games_in(Path(games_dir))


@boomtown.command()
@json_option
def games(as_json: bool) -> None:
    """List the installed games, broken ones with their error."""
    rows = [_described(listing) for listing in listings()]
    if as_json:
        print_json(rows)
        return
    table = Table("game", "title", "version", "seats", "options", "languages")
    for row in rows:
        if not row["error"]:
            names = ", ".join(option["name"] for option in row["options"]) or "-"
            seats = f"{row['seats']['least']}-{row['seats']['most']}"
            languages = " ".join(row["languages"])
            table.add_row(row["id"], row["title"], row["version"], seats, names, languages)
    console.print(table if rows else "No game is installed.")
    for row in rows:
        if row["error"]:
            console.print(f"{row['id']} is broken: {row['error']}", style="red", markup=False)


def _described(listing: Listing) -> dict[str, Any]:
    id, game = listing.id, listing.game
    if game is None:
        return {"id": id, "distribution": listing.distribution, "error": listing.error}
    book = book_of(game)
    return {
        "id": id,
        "title": book.languages[FIRST_LANGUAGE].title,
        "summary": book.languages[FIRST_LANGUAGE].summary,
        "version": game.version,
        "api": game.api,
        "distribution": listing.distribution,
        "seats": {"least": game.seats[0], "most": game.seats[-1]},
        "options": [msgspec.to_builtins(field) for field in form_of(game.options)],
        "bots": list(bot_kinds(game)),
        "languages": list(book.languages),
        "rules": len(book.ids),
        "error": None,
    }


@boomtown.command()
@game_argument
@click.option("--seats", type=int, help="Number of players; the fewest by default.")
@click.option("--people", type=click.IntRange(0), default=1, help="Players at this keyboard.")
@click.option("--bots", default=RANDOM, help="Kind of bot for the other seats.")
@click.option("--seed", help="Any text; the same text gives the same match.")
@click.option("--save", type=click.Path(dir_okay=False), help="Write the finished match here.")
@options_option
@language_option
def play(
    game: Game[Any, Any],
    seats: int | None,
    people: int,
    bots: str,
    seed: str | None,
    save: str | None,
    options: tuple[str, ...],
    lang: str,
) -> None:
    """Play a match in the terminal, against bots or at one keyboard."""
    from boomtown.terminal import Terminal

    table = Terminal(
        game,
        seats=game.seats[0] if seats is None else seats,
        people=people,
        bot=bots,
        seed=seed,
        options=read_pairs(options),
        language=lang,
        console=console,
    )
    table.play()
    if save and (text := table.exported()):
        Path(save).write_text(text, encoding="utf-8")
        console.print(f"Saved to {save}; check it with: boomtown verify {save}")


@boomtown.command()
@game_argument
@click.option("--seats", type=int, required=True, help="Number of players.")
@click.option("--matches", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", help="Any text or number; the same seed gives the same matches.")
@click.option("--bots", default="", metavar="KIND,…", help="One kind for all, or one a seat.")
@processes_option
@scheduler_option
@options_option
@json_option
def simulate(
    game: Game[Any, Any],
    seats: int,
    matches: int,
    seed: str | None,
    bots: str,
    processes: int | None,
    scheduler: str,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many seeded matches between bots, and count who wins."""
    from boomtown.lab.simulate import COUNTED
    from boomtown.lab.simulate import simulate as run

    with counted(game.id, matches) as played:
        report = run(
            game,
            seats,
            matches,
            seed or secrets.token_hex(8),
            bots=[kind for kind in bots.split(",") if kind],
            options=read_pairs(options),
            processes=processes,
            scheduler=scheduler,
            progress=played,
        )
    if as_json:
        print_json(report)
        return
    table = Table("winner", "bot", "matches", "share", "95 % interval")
    by_seat = {f"seat {letter_of(seat)}": kind for seat, kind in enumerate(report.bots)}
    for won, count in report.winners.items():
        low, high = wilson(count, report.matches)
        share = f"{count / report.matches:.1%}"
        table.add_row(won, by_seat.get(won, ""), str(count), share, f"{low:.1%} - {high:.1%}")
    console.print(table)
    if sum(report.winners.values()) > report.matches:
        console.print("A shared victory counts for each of its winners.")
    rate = report.decisions / max(report.seconds, 0.001)
    console.print(
        f"{report.matches} matches, seed {report.seed}: {report.decisions} decisions in "
        f"{report.seconds:.1f} s ({rate:,.0f}/s); a match takes {report.length.mean:.1f} "
        f"({report.length.shortest} to {report.length.longest})"
    )
    console.print(f"{report.questions} (counted in {min(matches, COUNTED)} matches)")


@boomtown.command()
@game_argument
@click.option("--renew", is_flag=True, help="Keep it in the package as it is now.")
def fingerprint(game: Game[Any, Any], renew: bool) -> None:
    """Tell the fingerprint of what decides a game's matches, and whether it is the one kept."""
    from boomtown.testing import fingerprint as prints

    if renew:
        kept = prints.renew(game)
        console.print(f"{game.id} {kept.version}: {kept.sha256}, kept in {prints.path_of(game)}")
        return
    taken = prints.fingerprint_of(game)
    console.print(f"{game.id} {taken.version}: {taken.sha256}")
    if prints.kept_fingerprint(game) is None:
        console.print(f"None is kept yet: boomtown fingerprint {game.id} --renew", markup=False)
    elif (problem := prints.complaint(game)) is not None:
        console.print(problem, markup=False)
        sys.exit(1)


@boomtown.command()
@game_argument
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def examples(game: Game[Any, Any], file: Path | None) -> None:
    """Play the worked examples of a file, or the game's own, and compare how they come out."""
    from boomtown.testing.examples import FILE, ExampleFailed, run_examples

    source = files(game.package) / FILE if file is None else file
    if not source.is_file():
        raise click.ClickException(f"{game.id} ships no examples")
    try:
        result = run_examples(game, source.read_text(encoding="utf-8"))
    except ExampleFailed as error:
        raise click.ClickException(f"{source}: {error}") from None
    for failure in result.failed:
        console.print(f"{failure.id}: {failure.problem}", markup=False)
    console.print(str(result))
    sys.exit(1 if result.failed or not result.passed else 0)


@boomtown.command()
@click.option("--data", type=click.Path(file_okay=False), help="Data folder (BOOMTOWN_DATA).")
@click.option(
    "--bind",
    envvar="BOOMTOWN_BIND",
    default="127.0.0.1:8000",
    show_default=True,
    help="Address and port (BOOMTOWN_BIND).",
)
@click.option(
    "--workers",
    envvar="BOOMTOWN_WORKERS",
    type=click.IntRange(1),
    default=1,
    help="Web processes, on PostgreSQL (BOOMTOWN_WORKERS).",
)
def serve(data: str | None, bind: str, workers: int) -> None:
    """Serve the site. Creates the database, and brings it up to date."""
    from boomtown.store.database import Database
    from boomtown.store.folder import FolderLock
    from boomtown.web.operator.setup import Level, setup_findings
    from boomtown.web.settings import Settings

    if data:
        os.environ["BOOMTOWN_DATA"] = data
    settings = Settings.from_environment()
    if workers > 1 and settings.embedded:
        raise click.ClickException("several workers need a PostgreSQL: set BOOMTOWN_DATABASE")
    lock = FolderLock(settings.data)
    if settings.embedded:
        lock.take(patience=2.0)
    database = Database(settings.database)
    database.migrate()
    database.close()
    lock.release()  # the server takes it for itself
    os.environ.update(BOOMTOWN_BIND=bind, BOOMTOWN_WORKERS=str(workers))
    for one in setup_findings(os.environ):
        if one.level is not Level.OK:
            errors.print(f"{one.level}: {one.about}: {one.text}; {one.todo}", markup=False)
    console.print(f"Boomtown is open: http://{bind}")
    sys.stdout.flush()
    server = ["-m", "gunicorn", "--config", "python:boomtown.web.server.gunicorn_conf"]
    os.execv(sys.executable, [sys.executable, *server, "boomtown.web.server.wsgi:app"])


@boomtown.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Replay an exported match and check its seed, every roll and every state."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file}: byte {error.start}: not a text file") from None
    verdict = verify_match(text, find_game)
    if as_json:
        print_json(verdict)
        return
    won = ", ".join(f"seat {letter_of(seat)}" for seat in verdict.outcome.winners) or "nobody"
    whole = all(chapter.checked for chapter in verdict.chapters)
    judged = "True to the letter" if whole else "True as far as this version can check"
    versions = ", then ".join(chapter.version for chapter in verdict.chapters)
    console.print(
        f"[green]{judged}[/green]: {verdict.game} {versions}, "
        f"{verdict.seats} players, {verdict.answers} answers; "
        f"won by {verdict.outcome.side or won}."
    )
    for number, one in enumerate(verdict.chapters, start=1):
        if not one.checked:
            console.print(
                f"Chapter {number}, {one.answers} answers from answer {one.first + 1} on, needs "
                f"{verdict.game} {one.version}."
            )
    console.print(f"The seed is the one that was committed to: {verdict.commitment}")


@boomtown.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    help="Where to put it; here by default.",
)
@click.option("--board", is_flag=True, help="With a board of its own, made of the board kit.")
@click.option("--cards", is_flag=True, help="With a deck, and hands that only their owners see.")
@click.option("--dice", is_flag=True, help="With dice that are thrown, and some of them again.")
@click.option("--sealed", is_flag=True, help="With bids that all make at once, unseen.")
@click.option("--map", is_flag=True, help="With a map, and pieces that walk on it.")
def new_game(name: str, folder: Path, **parts: bool) -> None:
    """Write a new game that can be played and checked at once, with the parts that you want."""
    from boomtown.newgame import write_game

    path = write_game(name, folder, [part for part, wanted in parts.items() if wanted])
    console.print(f"Wrote {path}. Try it:")
    console.print(f"  pip install --editable {path}", markup=False)
    console.print(f"  boomtown check {name}\n  boomtown play {name}", markup=False)
    console.print(f"Work on it with a match open: boomtown dev {path}", markup=False)


@boomtown.command()
@click.argument("games", type=GameName(), nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.05), default=1.0, help="For each measurement.")
@click.option("--seats", type=int, multiple=True, help="Only this number of players; repeatable.")
@options_option
@json_option
def bench(
    games: tuple[Game[Any, Any], ...],
    seconds: float,
    seats: tuple[int, ...],
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Measure how fast the installed games play on this machine."""
    from boomtown.lab.bench import measure

    rows = []
    for game in games or tuple(installed_games()):
        with errors.status(f"measuring {game.id}"):
            rows.append(measure(game, seconds, seats, read_pairs(options)))
    if as_json:
        print_json(rows)
        return
    console.print(f"Build: {BUILD}", markup=False)
    for row in rows:
        console.print(f"[bold]{row.game} {row.version}[/bold], random play, one core")
        table = Table("seats", "decisions/s", "with all views", "clone µs", "view µs", "imagine µs")
        for line in row.by_seats:
            table.add_row(
                str(line.seats),
                f"{line.decisions_per_second:,.0f}",
                f"{line.with_views_per_second:,.0f}",
                f"{line.clone_us:.1f}",
                f"{line.view_us:.1f}",
                f"{line.imagine_us:.1f}",
            )
        console.print(table)
        costs = ", ".join(f"{us:.1f}" for us in row.answer_us_by_log_length)
        console.print(f"µs a copy and an answer, with a log of 0, 1,000, 100,000 lines: {costs}")


@boomtown.command()
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion(shell: str) -> None:
    """Print the script that completes commands: eval "$(boomtown completion bash)"."""
    script = get_completion_class(shell)
    assert script is not None, "click knows these shells"
    click.echo(script(boomtown, {}, "boomtown", "_BOOMTOWN_COMPLETE").source())


boomtown.add_command(check)
boomtown.add_command(rules)
boomtown.add_command(lab)
boomtown.add_command(texts)
boomtown.add_command(admin)
boomtown.add_command(doctor)
boomtown.add_command(dev)
boomtown.add_command(plugins)
boomtown.add_command(deal_of_the_day)
boomtown.add_command(docs)
boomtown.add_command(backup)
boomtown.add_command(restore)


def main() -> None:
    """The ``boomtown`` command. What goes wrong is told in a sentence."""
    try:
        boomtown.main(prog_name="boomtown", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        errors.print("Stopped.")
        sys.exit(130)
    except BoomtownError as error:
        errors.print(f"boomtown: {error}", markup=False)
        sys.exit(2)
