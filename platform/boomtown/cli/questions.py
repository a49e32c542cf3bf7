"""``boomtown rules questions``: what a game has still to answer, asked or written out."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from boomtown.cli.parts import console, game_argument, json_option, print_json
from boomtown.core.game import Game
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.complete import untranslated
from boomtown.rulebook.interview import HOW, interview, read_value, skeleton, wanted, written
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.questions import Question

FILE = "answers.toml"


@click.command("questions")
@game_argument
@click.option("--all", "every", is_flag=True, help="All questions, not only those of the core.")
@click.option("--ask", is_flag=True, help="Ask for the missing answers, and write them down.")
@click.option("--write", is_flag=True, help="Write a skeleton of the missing answers to fill in.")
@json_option
def rules_questions(
    game: Game[Any, Any], every: bool, ask: bool, write: bool, as_json: bool
) -> None:
    """Say which answers a game has written, which follow by themselves, and which are missing.

    Twenty questions are the core: with them a game takes its full part in the comparison.
    """
    book = book_of(game)
    asked = wanted(book, every=every)
    if as_json:
        print_json(interview(book))
    elif ask:
        _append(game, written({one.id: given for one in asked if (given := _asked(one, game))}))
    elif write:
        _append(game, skeleton(book, asked))
    else:
        _print(game, every)


def _print(game: Game[Any, Any], every: bool) -> None:
    book = book_of(game)
    found, table = interview(book), Table("question", "", "answer", "")
    for one in found:
        if one.core or every:
            mark = "core" if one.core else ""
            table.add_row(one.question, one.status, one.value, mark)
    console.print(table)
    counts = {
        status: sum(one.status == status for one in found)
        for status in ("written", "derived", "missing")
    }
    told = ", ".join(f"{n} {status}" for status, n in counts.items())
    lacking = [one.question for one in found if one.core and one.status == "missing"]
    console.print(f"{len(found)} questions: {told}")
    console.print(f"missing of the core: {', '.join(lacking) or 'none'}", markup=False)
    if others := untranslated(book):
        console.print(f"not in {', '.join(others)}: English stands there, marked as such")


def _asked(question: Question, game: Game[Any, Any]) -> dict[str, object] | None:
    """One answer from its author; nothing leaves the question open."""
    values = f" [{' '.join(question.values)}]" if question.values else ""
    console.print(f"{question.text} ({HOW[question.kind]}){values}", markup=False)
    while True:
        text = click.prompt("value, - if it does not arise, nothing to skip", default="").strip()
        if not text:
            return None
        if text == "-":
            return {"none": click.prompt("why not")}
        try:
            value = read_value(question, text)
            break
        except ValueError as problem:
            console.print(str(problem), markup=False)
    known = {*book_of(game).ids}
    words = {
        "short": click.prompt("in a few words, nothing for those of the value", default=""),
        "sentence": click.prompt("how, in a sentence, nothing for those of its rules", default=""),
    }
    fields: dict[str, object] = {name: text for name, text in words.items() if text}
    while not {*(cited := click.prompt("rules that say so").replace(",", " ").split())} <= known:
        console.print(f"unknown: {', '.join(sorted({*cited} - known))}", markup=False)
    return {**fields, "rules": cited, "value": value}


def _append(game: Game[Any, Any], text: str) -> None:
    """Adds to the game's answers, in whichever file it keeps them."""
    if not text.strip():
        console.print("Nothing is missing.")
        return
    folder = Path(str(files(game.package))) / "rulebook"
    path = folder / f"{FIRST_LANGUAGE}.toml"
    if not path.is_file():
        path = folder / FIRST_LANGUAGE / FILE
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    path.write_text(f"{before.rstrip()}\n\n{text}".lstrip(), encoding="utf-8")
    console.print(f"written: {path}")
