"""``boomtown rules``: read, compare and search rulebooks, and see what tests and matches reach."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

import click
from rich.markup import escape
from rich.table import Table

from boomtown.bots.kinds import RANDOM
from boomtown.cli.parts import (
    GameName,
    console,
    counted,
    game_argument,
    json_option,
    language_option,
    print_json,
)
from boomtown.cli.questions import rules_questions
from boomtown.cli.wishes import rules_games, rules_likeness
from boomtown.core.game import Game
from boomtown.plugins import find_game
from boomtown.rulebook.book import FIRST_LANGUAGE, platform_rulebook
from boomtown.rulebook.columns import Column, read_column
from boomtown.rulebook.compare import (
    SHOW,
    Cell,
    Change,
    Comparison,
    MatrixCell,
    Show,
    as_csv,
    as_json,
    compare,
    matrix,
)
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording
from boomtown.search import Kind, find
from boomtown.search.documents import KINDS
from boomtown.search.index import MOST_HITS
from boomtown.search.reasons import sentences


class ColumnName(GameName):
    """A game with its variants: ``bang_dice+ghost``, ``bang_dice@text_ru``."""

    name = "column"

    def convert(  # type: ignore[override]  # a column instead of a game
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Column:
        if isinstance(value, Column):
            return value
        game = find_game(value.replace("@", "+").partition("+")[0])
        return read_column(value, {game.id: book_of(game)})


class RulesGroup(click.Group):
    """``rules GAME`` shows a rulebook; ``rules compare`` and the others are commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = args and (args[0] in self.commands or args[0].startswith("-"))
        return super().parse_args(ctx, args if known or not args else ["show", *args])


topic_option = click.option("--topic", type=click.Choice(TOPICS), help="Only this topic.")


@click.group(cls=RulesGroup)
def rules() -> None:
    """Read, search and compare rulebooks: `boomtown rules GAME`, or one of the commands."""


@rules.command("show")
@game_argument
@language_option
@topic_option
def rules_show(game: Game[Any, Any], lang: str, topic: str | None) -> None:
    """Print a game's rulebook."""
    book = book_of(game)
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
@click.option("--bare", is_flag=True, help="Base rules only: without any module.")
@click.option("--mechanics", is_flag=True, help="Which game has which mechanic, instead.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
def rules_compare(
    columns: tuple[Column, ...],
    lang: str,
    topic: str | None,
    show: Show,
    find: str,
    bare: bool,
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
    comparison = compare(columns, lang, topic, show, find, bare=bare)
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
    said = (
        f"[bold]{mark} {escape(cell.short)}[/bold]\n{escape(cell.sentence)}\n[cyan]{named}[/cyan]"
    )
    return "\n".join((said, *(_change_text(change, wording) for change in cell.changes)))


def _change_text(change: Change, wording: Wording) -> str:
    """What a module would make of an answer."""
    short = change.short or wording.say(f"compare.{change.kind}")
    return f"[dim]{escape(change.name)}:[/dim] {escape(short)}"


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
    found = book_of(game).differences(lang)
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
@language_option
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only these kinds.")
@click.option(
    "--game", "games", multiple=True, metavar="GAME", help="Only these games; repeatable."
)
@click.option(
    "--limit", type=click.IntRange(1, MOST_HITS), default=10, show_default=True, help="So many."
)
@json_option
def rules_search(
    words: tuple[str, ...],
    lang: str,
    kinds: tuple[Kind, ...],
    games: tuple[str, ...],
    limit: int,
    as_json: bool,
) -> None:
    """Find rules, questions, mechanics, options, examples and lessons by words, the best first.

    Words of the language count first, those of the others too.
    """
    found = find(" ".join(words), lang, most=limit, kinds=kinds, games=games)
    if as_json:
        print_json(found)
        return
    told = Wording(platform_rulebook(), lang)
    if found.instead:
        console.print(told.say("search.instead", queries=", ".join(found.instead)), markup=False)
    if found.hits and not found.complete:
        console.print(told.say("search.some"), markup=False)
    for hit in found.hits:
        kind = told.name("kind", hit.kind)
        console.print(f"[cyan]{hit.id}[/cyan] ({kind})  [bold]{escape(hit.title)}[/bold]")
        part = f"{hit.part}: " if hit.part else ""
        console.print(f"      {part}{hit.text}", markup=False)
        console.print(f"      [dim]{escape('; '.join(sentences(hit, lang)))}[/dim]")
    if not found.hits:
        hints = "\n".join(f"  {hint}" for hint in found.hints)
        console.print(f"{told.say('search.nothing')}\n{hints}", markup=False)


@rules.command("proofs")
@game_argument
@click.option("--matches", type=click.IntRange(1), default=40, show_default=True)
@click.option("--seed", default="proofs", show_default=True)
@click.option("--bots", multiple=True, help="Only these kinds of bot; repeatable.")
@json_option
def rules_proofs(
    game: Game[Any, Any], matches: int, seed: str, bots: tuple[str, ...], as_json: bool
) -> None:
    """Say which answers play has shown, which it contradicts, and which it cannot decide.

    Matches are played at random and by the game's best bot, over all seats and options.
    """
    from boomtown.testing.probes import prove, tables_of

    tables = [one for one in tables_of(game, matches, seed) if not bots or one[1] in bots]
    with counted(game.id, len(tables)) as played:
        proofs = prove(game, _each_counted(tables, played))
    if as_json:
        print_json(list(proofs.values()))
    else:
        book, table = book_of(game), Table("question", "answer", "play", "seen")
        for proof in proofs.values():
            answer = book.answer(proof.question)
            seen = ", ".join(f"{value} x{count}" for value, count in proof.seen.items())
            table.add_row(proof.question, answer.key if answer else "", proof.standing, seen)
        console.print(table)
        for proof in proofs.values():
            for one in proof.contradictions[:1]:
                console.print(str(one), markup=False)
    sys.exit(1 if any(proof.contradictions for proof in proofs.values()) else 0)


def _each_counted(tables: list[Any], played: Callable[[int], None]) -> Iterator[Any]:
    for table in tables:
        yield table
        played(1)


for command in (rules_questions, rules_games, rules_likeness):
    rules.add_command(command)


def in_time(
    matches: Iterator[set[str]],
    seconds: int,
    played: Callable[[int], None],
    clock: Callable[[], float] = monotonic,
) -> Iterator[set[str]]:
    """Matches, each counted when it is over, until the time is up; 0 seconds have no end."""
    begun = clock()
    for reached in matches:
        played(1)
        yield reached
        if seconds and clock() - begun >= seconds:
            return


@rules.command("coverage")
@game_argument
@click.option(
    "--tests",
    "tests_dir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the game's tests; found by itself where possible.",
)
@click.option("--matches", type=click.IntRange(0), default=300, show_default=True)
@click.option(
    "--seconds",
    type=click.IntRange(0),
    default=40,
    show_default=True,
    help="Play no further match after so long; 0 plays them all.",
)
@click.option("--seed", default="coverage", show_default=True)
@click.option("--bots", default=RANDOM, show_default=True, help="Kind of bot that plays.")
@json_option
def rules_coverage(
    game: Game[Any, Any],
    tests_dir: Path | None,
    matches: int,
    seconds: int,
    seed: str,
    bots: str,
    as_json: bool,
) -> None:
    """Say which rules are cited by code, read out by tests and reached by play."""
    from boomtown.lab.reach import game_coverage, reached_by_match

    with counted(game.id, matches) as played:
        found = in_time(islice(reached_by_match(game, seed, bots), matches), seconds, played)
        coverage = game_coverage(game, tests_dir, found)
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
