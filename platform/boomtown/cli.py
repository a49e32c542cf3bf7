"""The command line: ``boomtown games``, ``play``, ``simulate``, ``check`` and the rest."""

from __future__ import annotations

import os
import secrets
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import msgspec
from click.shell_completion import CompletionItem, get_completion_class
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from boomtown.bots.kinds import RANDOM, bot_kinds
from boomtown.core.errors import BoomtownError, InvalidOption
from boomtown.core.game import Game
from boomtown.core.matchfile import verify as verify_match
from boomtown.core.options import form_of
from boomtown.lab.intervals import wilson
from boomtown.plugins import FOLDER_VARIABLE, find_game, installed_games, listings
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, platform_rulebook, rulebook_of
from boomtown.rulebook.compare import (
    SHOW,
    Cell,
    Column,
    Comparison,
    MatrixCell,
    Show,
    as_csv,
    as_json,
    compare,
    matrix,
    read_column,
)
from boomtown.rulebook.search import Index
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording

console = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False)


class GameName(click.ParamType[Game[Any, Any]]):
    """A game by its id, completed by the shell."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Game[Any, Any]:
        return value if isinstance(value, Game) else find_game(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = [listing.id for listing in listings() if listing.game is not None]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class ColumnName(GameName):
    """A game with its variants: ``bang_dice+ghost``, ``bang_dice@text_ru``."""

    name = "column"

    def convert(  # type: ignore[override]  # a column instead of a game
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Column:
        if isinstance(value, Column):
            return value
        game = find_game(value.replace("@", "+").partition("+")[0])
        return read_column(value, {game.id: rulebook_of(game.package)})


class RulesGroup(click.Group):
    """``rules GAME`` shows a rulebook; ``rules compare`` and the others are commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = args and (args[0] in self.commands or args[0].startswith("-"))
        return super().parse_args(ctx, args if known or not args else ["show", *args])


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
language_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default=FIRST_LANGUAGE, help="Language of the texts."
)
topic_option = click.option("--topic", type=click.Choice(TOPICS), help="Only this topic.")
options_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A game option; repeatable."
)
game_argument = click.argument("game", type=GameName())


def read_pairs(pairs: tuple[str, ...]) -> dict[str, object]:
    """``("lives=5",)`` as a dictionary."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidOption(name, "write NAME=VALUE")
        options[name] = value
    return options


def print_json(value: object) -> None:
    """Prints plain JSON, indented."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="boomtown", prog_name="boomtown")
@click.option(
    "--games-dir",
    type=click.Path(exists=True, file_okay=False, resolve_path=True),
    help="A folder of games to try without installing them.",
)
def boomtown(games_dir: str | None) -> None:
    """Western tabletop games: play them, check them, compare their rules."""
    if games_dir:
        os.environ[FOLDER_VARIABLE] = games_dir  # worker processes look there too
        listings.cache_clear()


@boomtown.command()
@json_option
def games(as_json: bool) -> None:
    """List the installed games, broken ones with their error."""
    rows = [_described(listing.id) for listing in listings()]
    if as_json:
        print_json(rows)
        return
    table = Table("game", "title", "version", "seats", "options", "languages")
    for row in rows:
        if row["error"]:
            table.add_row(row["id"], f"[red]broken: {row['error']}[/red]", "", "", "", "")
        else:
            names = ", ".join(option["name"] for option in row["options"]) or "-"
            seats = f"{row['seats']['least']}-{row['seats']['most']}"
            languages = " ".join(row["languages"])
            table.add_row(row["id"], row["title"], row["version"], seats, names, languages)
    console.print(table if rows else "No game is installed.")


def _described(id: str) -> dict[str, Any]:
    listing = next(listing for listing in listings() if listing.id == id)
    game = listing.game
    if game is None:
        return {"id": id, "distribution": listing.distribution, "error": listing.error}
    book = rulebook_of(game.package)
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
@click.option("--processes", type=click.IntRange(1), help="How many at once; all cores by default.")
@options_option
@json_option
def simulate(
    game: Game[Any, Any],
    seats: int,
    matches: int,
    seed: str | None,
    bots: str,
    processes: int | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many seeded matches between bots, and count who wins."""
    from boomtown.lab.simulate import simulate as run

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    ) as progress:
        task = progress.add_task(game.id, total=matches)
        report = run(
            game,
            seats,
            matches,
            seed or secrets.token_hex(8),
            bots=[kind for kind in bots.split(",") if kind],
            options=read_pairs(options),
            processes=processes,
            progress=lambda played: progress.advance(task, played),
        )
    if as_json:
        print_json(report)
        return
    table = Table("winner", "bot", "matches", "share", "95 % interval")
    kinds = {f"seat {seat + 1}": kind for seat, kind in enumerate(report.bots)}
    for side, count in report.winners.items():
        low, high = wilson(count, report.matches)
        share, kind = f"{count / report.matches:.1%}", kinds.get(side, "")
        table.add_row(side, kind, str(count), share, f"{low:.1%} - {high:.1%}")
    console.print(table)
    if sum(report.winners.values()) > report.matches:
        console.print("A shared victory counts for each of its winners.")
    rate = report.decisions / max(report.seconds, 0.001)
    console.print(
        f"{report.matches} matches, seed {report.seed}: {report.decisions} decisions in "
        f"{report.seconds:.1f} s ({rate:,.0f}/s); a match takes {report.length.mean:.1f} "
        f"({report.length.shortest} to {report.length.longest})"
    )


@boomtown.command()
@game_argument
@click.option("--matches", type=click.IntRange(1), default=24, show_default=True)
@click.option("--seats", type=int, multiple=True, help="Only this number of players; repeatable.")
@click.option("--seed", default="conformance", show_default=True)
@options_option
def check(
    game: Game[Any, Any],
    matches: int,
    seats: tuple[int, ...],
    seed: str,
    options: tuple[str, ...],
) -> None:
    """Check that a game keeps what every game must keep."""
    from boomtown.testing.conformance import CHECKS, Suite

    suite = Suite.of(game, matches, seed, list(seats), read_pairs(options))
    console.print(f"{game.id} {game.version}: {len(suite.plays)} random matches a check")
    failed = 0
    for name, run in CHECKS.items():
        with errors.status(name):
            findings = suite.run(name)
        failed += bool(findings)
        mark = "[red]fail[/red]" if findings else "[green]ok[/green]  "
        console.print(f"{mark} {name}: {(run.__doc__ or '').strip()}")
        for finding in findings:
            console.print(f"     - {finding.problem}", markup=False)
        if findings and name == "ends":
            console.print(f"{len(CHECKS) - 1} further checks wait until the game plays to its end.")
            sys.exit(1)
    console.print(f"{len(CHECKS) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


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
@click.option("--bind", default="127.0.0.1:8000", show_default=True, help="Address and port.")
@click.option("--workers", type=click.IntRange(1), default=1, help="Web processes (PostgreSQL).")
def serve(data: str | None, bind: str, workers: int) -> None:
    """Serve the site. Creates the database, and brings it up to date."""
    from boomtown.store.database import Database
    from boomtown.web.settings import Settings

    if data:
        os.environ["BOOMTOWN_DATA"] = data
    settings = Settings.from_environment()
    database = Database(settings.database)
    database.migrate()
    database.close()
    if workers > 1 and database.embedded:
        raise click.ClickException("several workers need a PostgreSQL: set BOOMTOWN_DATABASE")
    os.environ.update(BOOMTOWN_BIND=bind, BOOMTOWN_WORKERS=str(workers))
    console.print(f"Boomtown is open: http://{bind}")
    sys.stdout.flush()
    server = ["-m", "gunicorn", "--config", "python:boomtown.web.gunicorn_conf"]
    os.execv(sys.executable, [sys.executable, *server, "boomtown.web.wsgi:app"])


@boomtown.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--data", type=click.Path(file_okay=False), help="Data folder (BOOMTOWN_DATA).")
def backup(target: Path, data: str | None) -> None:
    """Copy the embedded database to a file, while the site may be in use."""
    from boomtown.store.database import Database
    from boomtown.web.settings import Settings

    if data:
        os.environ["BOOMTOWN_DATA"] = data
    database = Database(Settings.from_environment().database)
    database.backup(target)
    database.close()
    console.print(f"Copied to {target}")


@boomtown.group(cls=RulesGroup)
def rules() -> None:
    """Read, search and compare rulebooks: `boomtown rules GAME`, or one of the commands."""


@rules.command("show")
@game_argument
@language_option
@topic_option
def rules_show(game: Game[Any, Any], lang: str, topic: str | None) -> None:
    """Print a game's rulebook."""
    book = rulebook_of(game.package)
    told = book.languages.get(lang, book.languages[FIRST_LANGUAGE])
    console.print(f"[bold]{told.title}[/bold]\n{told.summary}")
    for name in TOPICS if topic is None else [topic]:
        rules = book.rules(lang, name)
        if rules:
            console.print(f"\n[bold]{_topic_name(name, lang)}[/bold]")
        for rule in rules:
            module = "" if rule.module == "base" else f" ({rule.module})"
            console.print(f"  [cyan]{rule.id}[/cyan]  {rule.title}{module}")
            console.print(f"      {rule.text}", markup=False)
            if rule.ruling:
                console.print(f"      ~ {rule.ruling}", markup=False)


def _topic_name(topic: str, language: str) -> str:
    return platform_rulebook().languages[language].names["topic"][topic]


@rules.command("compare")
@click.argument("columns", type=ColumnName(), nargs=-1, required=True, metavar="GAME[+VARIANT]…")
@language_option
@topic_option
@click.option(
    "--show",
    type=click.Choice(SHOW),
    default="all",
    help="All rows; differences; gaps of both kinds, or of one: does not arise, not answered.",
)
@click.option("--find", default="", metavar="WORDS", help="Only rows that have these words.")
@click.option("--mechanics", is_flag=True, help="Which game has which mechanic, instead.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
def rules_compare(
    columns: tuple[Column, ...],
    lang: str,
    topic: str | None,
    show: Show,
    find: str,
    mechanics: bool,
    form: str | None,
) -> None:
    """Compare games clause by clause: how each settles the questions that rulebooks settle.

    A game may be named with modules (bang_dice+ghost), without one that is usual
    (shadows_west+no_townsfolk), or as a printed text has it (bang_dice@text_ru).
    """
    if mechanics:
        _print_matrix(columns, lang, as_json=form == "json")
        return
    comparison = compare(columns, lang, topic, show, find)
    if form == "json":
        click.echo(as_json(comparison))
    elif form == "csv":
        click.echo(as_csv(comparison), nl=False)
    else:
        _print_comparison(comparison)


def _print_comparison(comparison: Comparison) -> None:
    wording = Wording(platform_rulebook(), comparison.language)
    table = Table("", *(column.title for column in comparison.columns), show_lines=True)
    topic = None
    for row in comparison.rows:
        if row.question.topic != topic:
            topic = row.question.topic
            table.add_row(f"[bold]{_topic_name(topic, comparison.language)}[/bold]")
        asked = f"{escape(row.question.text)}\n[dim]{escape(row.words)}[/dim]"
        table.add_row(asked, *(_cell_text(cell, wording) for cell in row.cells))
    console.print(table)


def _cell_text(cell: Cell, wording: Wording) -> str:
    """An answer with its mark: the same letter in a row means the same answer."""
    if cell.kind == "not_arising":
        return f"[dim]∅ {wording.say('compare.not_arising')}[/dim]\n{escape(cell.sentence)}"
    if cell.shape is None:
        return f"[yellow]? {wording.say('compare.unanswered')}[/yellow]"
    named = " ".join(rule.id for rule in cell.rules)
    mark = chr(ord("A") + cell.shape)
    return (
        f"[bold]{mark} {escape(cell.short)}[/bold]\n{escape(cell.sentence)}\n[cyan]{named}[/cyan]"
    )


def _print_matrix(columns: tuple[Column, ...], language: str, *, as_json: bool) -> None:
    rows = matrix(columns, language)
    if as_json:
        print_json({"columns": [column.id for column in columns], "mechanics": rows})
        return
    table = Table("", *(column.title(language) for column in columns), show_lines=True)
    for row in rows:
        cells = zip(row.cells, columns, strict=True)
        told = (_presence_text(cell, Wording(column.book, language)) for cell, column in cells)
        table.add_row(f"[bold]{row.mechanic.name}[/bold]\n{row.mechanic.text}", *told)
    console.print(table)


def _presence_text(cell: MatrixCell, wording: Wording) -> str:
    if cell.kind == "module":
        return ", ".join(wording.thing("module", module) for module in cell.modules)
    return wording.say("compare.base" if cell.kind == "base" else "compare.missing")


@rules.command("sources")
@game_argument
@language_option
@json_option
def rules_sources(game: Game[Any, Any], lang: str, as_json: bool) -> None:
    """Say where the printed sources of a game differ, and what was decided."""
    found = rulebook_of(game.package).differences(lang)
    if as_json:
        print_json(found)
        return
    for difference in found:
        console.print(f"[bold]{difference.about}[/bold]  [cyan]{' '.join(difference.rules)}[/cyan]")
        for source, text in difference.texts.items():
            console.print(f"  {source}: {text}", markup=False)
        console.print(f"  = {difference.decided}", markup=False)
    if not found:
        console.print("No differences are known.")


@rules.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--lang", type=click.Choice(LANGUAGES), help="Only this language.")
def rules_search(words: tuple[str, ...], lang: str | None) -> None:
    """Find rules of all games by words, in any language."""
    books = [rulebook_of(game.package) for game in installed_games()]
    hits = Index(books, [lang] if lang else LANGUAGES).search(" ".join(words))
    for hit in hits:
        console.print(f"[cyan]{hit.rule.id}[/cyan] ({hit.rule.language})  {hit.rule.title}")
        console.print(f"      {hit.rule.text}", markup=False)
    if not hits:
        console.print("No rule has these words.")


@rules.command("coverage")
@game_argument
@click.option(
    "--tests",
    "tests_dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the game's tests; found by itself where possible.",
)
@click.option("--matches", type=click.IntRange(0), default=300, show_default=True)
@click.option("--seed", default="coverage", show_default=True)
@click.option("--bots", default=RANDOM, show_default=True, help="Kind of bot that plays.")
@json_option
def rules_coverage(
    game: Game[Any, Any],
    tests_dir: Path | None,
    matches: int,
    seed: str,
    bots: str,
    as_json: bool,
) -> None:
    """Say which rules are cited by code, read out by tests and reached by play."""
    from boomtown.lab.reach import game_coverage

    coverage = game_coverage(game, tests_dir, matches, seed, bots)
    if as_json:
        print_json(coverage)
    else:
        _print_coverage(coverage)
    sys.exit(1 if coverage.unknown or coverage.uncited or coverage.unreached else 0)


def _print_coverage(coverage: Any) -> None:
    table = Table("rule", "code", "tests", f"reached in {coverage.matches}", "")
    for rule in coverage.rules:
        marks = ("yes" if rule.code else "no", str(rule.tests), str(rule.reached))
        table.add_row(rule.rule, *marks, rule.unplayable)
    console.print(table)
    for title, ids in (
        ("unknown to the rulebook", coverage.unknown),
        ("not cited by code", coverage.uncited),
        ("read out by no test", coverage.untested),
        ("reached by nothing", coverage.unreached),
    ):
        console.print(f"{title}: {', '.join(ids) or 'none'}", markup=False)


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
    won = ", ".join(f"seat {seat + 1}" for seat in verdict.outcome.winners) or "nobody"
    console.print(
        f"[green]True to the letter[/green]: {verdict.game} {verdict.version}, "
        f"{verdict.seats} players, {verdict.answers} answers; "
        f"won by {verdict.outcome.side or won}."
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
def new_game(name: str, folder: Path) -> None:
    """Write a new game that can be played and checked at once."""
    from boomtown.newgame import write_game

    path = write_game(name, folder)
    console.print(f"Wrote {path}. Try it:")
    console.print(f"  pip install --editable {path}", markup=False)
    console.print(f"  boomtown check {name}\n  boomtown play {name}", markup=False)


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


@boomtown.group()
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

    with Progress(
        TextColumn("Playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    ) as progress:
        task = progress.add_task("play", total=matches + (matches // 2 if game.bots else 0))
        found = measure(
            game,
            seats or game.seats[len(game.seats) // 2],
            matches,
            seed,
            options=read_pairs(options),
            processes=processes,
            progress=lambda played: progress.advance(task, played),
        )
    _keep(game, FILE, found, write=write)


@lab.command("flow")
@game_argument
@write_option
def lab_flow(game: Game[Any, Any], write: bool) -> None:
    """Trace how a round goes: who decides what, in which order. Slow games keep it."""
    from boomtown.rulebook.flow import FILE, flow_file

    _keep(game, FILE, flow_file(game, rulebook_of(game.package).variants), write=write)


def _keep(game: Game[Any, Any], name: str, value: object, *, write: bool) -> None:
    """Prints what was found, or puts it beside the game."""
    if not write:
        print_json(value)
        return
    path = Path(str(files(game.package))) / name
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
    console.print(f"Written to {path}")


@boomtown.command()
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion(shell: str) -> None:
    """Print the script that completes commands: eval "$(boomtown completion bash)"."""
    script = get_completion_class(shell)
    assert script is not None, "click knows these shells"
    click.echo(script(boomtown, {}, "boomtown", "_BOOMTOWN_COMPLETE").source())


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
