"""``boomtown texts``: what a game does not say yet in a language."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from boomtown.cli.parts import console, game_argument, json_option, print_json
from boomtown.core.game import Game
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, rulebook_of
from boomtown.rulebook.translation import (
    AGES,
    FILE,
    missing_texts,
    originals,
    outdated,
    to_fill_in,
    unnoted,
)


@click.command()
@game_argument
@click.option(
    "--translated",
    is_flag=True,
    help="Note that the translations are up to date with the texts of the first language.",
)
@click.option(
    "--missing",
    "code",
    type=click.Choice([code for code in LANGUAGES if code != FIRST_LANGUAGE]),
    help="The language to translate into.",
)
@click.option("--write", is_flag=True, help="Put them into the package, as a file to fill in.")
@json_option
def texts(
    game: Game[Any, Any], translated: bool, code: str | None, write: bool, as_json: bool
) -> None:
    """List the texts that a language lacks, each with its original and what it belongs to.

    Without a language, list those whose original has changed since they were translated, and
    count those of which that is not noted yet.
    """
    book = rulebook_of(game.package)
    home = Path(str(files(game.package))) / "rulebook"
    if translated:
        kept = json.dumps(originals(book), indent=0, ensure_ascii=False, sort_keys=True)
        (home / AGES).write_text(kept + "\n", encoding="utf-8")
        console.print(f"noted in {home / AGES}")
        return
    if code is None:
        old = outdated(book)
        if as_json:
            print_json(old)
        else:
            for key in old:
                console.print(key, markup=False)
            console.print(f"{len(old)} texts have changed since they were translated")
            if new := len(unnoted(book)):
                told = f"{new} texts are not noted as translated: "
                console.print(f"{told}boomtown texts {game.id} --translated", markup=False)
            for other in LANGUAGES:
                if lacking := 0 if other == FIRST_LANGUAGE else len(missing_texts(book, other)):
                    told = f"{lacking} texts are missing in {other}: "
                    console.print(f"{told}boomtown texts {game.id} --missing {other}", markup=False)
        return
    missing = missing_texts(book, code)
    if as_json:
        print_json(missing)
    elif write and missing:
        folder = home / code
        folder.mkdir(exist_ok=True)
        path = folder / FILE
        begun = path.read_text(encoding="utf-8") if path.is_file() else ""
        path.write_text(to_fill_in(book, code, begun), encoding="utf-8")
        console.print(f"{len(missing)} texts to fill in: {path}")
    else:
        for one in missing:
            console.print(f"{'.'.join(one.path)}  ({one.about})", markup=False)
            console.print(f"    {one.text}", markup=False)
        console.print(f"{len(missing)} texts are missing in {code}")
    page = home.parent / "page"
    if not as_json and (page / "en.toml").is_file() and not (page / f"{code}.toml").is_file():
        console.print(
            f"page/{code}.toml is missing: translate page/en.toml, which introduces the game",
            markup=False,
        )
