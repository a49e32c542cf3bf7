"""``boomtown rules games`` and ``rules likeness``: games by their answers."""

from __future__ import annotations

import click
from rich.markup import escape
from rich.table import Table

from boomtown.cli.parts import console, json_option, language_option, print_json
from boomtown.plugins import installed_games
from boomtown.rulebook.columns import read_column
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.queries import likenesses, read_wish, suggest

MARKS = {"yes": "[green]+[/green]", "sometimes": "[yellow]~[/yellow]", "no": "[red]-[/red]"}
MOST_REASONS = 5


@click.command("games")
@click.argument("wishes", nargs=-1, required=True, metavar="WISH…")
@language_option
@json_option
def rules_games(wishes: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Find games by their answers, the best first, with the reason for each wish.

    A wish is a question that should arise (sealed.what), should not (!out.when), or should have a
    value (players.number=5, hidden.what=role, !goal.same=yes). `boomtown rules questions GAME
    --all` lists the questions.
    """
    books = {game.id: book_of(game) for game in installed_games()}
    found = suggest(books, [read_wish(wish) for wish in wishes], lang)
    if as_json:
        print_json(found)
        return
    for one in found:
        console.print(f"[bold]{escape(one.title)}[/bold] [cyan]{one.column}[/cyan] {one.score:.0%}")
        for reason in one.reasons:
            mark = MARKS.get(reason.holds, "?")
            told = f"{reason.text} {reason.short or reason.sentence}"
            console.print(f"  {mark} {escape(told)}")


@click.command("likeness")
@click.argument("columns", nargs=-1, metavar="[GAME[+VARIANT]]…")
@language_option
@json_option
def rules_likeness(columns: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Say how alike games and variants answer, the most alike first, and where they are apart."""
    books = {game.id: book_of(game) for game in installed_games()}
    found = likenesses((read_column(name, books) for name in columns or tuple(books)), lang)
    if as_json:
        print_json(found)
        return
    table = Table("", "", "alike", "of questions", "farthest apart")
    for pair in found:
        apart = ", ".join(one.question for one in pair.apart[:MOST_REASONS])
        table.add_row(pair.one, pair.other, f"{pair.likeness:.0%}", str(pair.compared), apart)
    console.print(table)
