"""``boomtown texts``: what a game does not say yet in a language."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from boomtown.cli.parts import console, game_argument, json_option, print_json
from boomtown.core.game import Game
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, rulebook_of
from boomtown.rulebook.translation import FILE, as_toml, missing_texts


@click.command()
@game_argument
@click.option(
    "--missing",
    "code",
    type=click.Choice([code for code in LANGUAGES if code != FIRST_LANGUAGE]),
    required=True,
    help="The language to translate into.",
)
@click.option("--write", is_flag=True, help="Put them into the package, as a file to fill in.")
@json_option
def texts(game: Game[Any, Any], code: str, write: bool, as_json: bool) -> None:
    """List the texts that a language lacks, each with its original and what it belongs to."""
    missing = missing_texts(rulebook_of(game.package), code)
    if as_json:
        print_json(missing)
    elif write and missing:
        folder = Path(str(files(game.package))) / "rulebook" / code
        folder.mkdir(exist_ok=True)
        path = folder / FILE
        path.write_text(as_toml(missing), encoding="utf-8")
        console.print(f"{len(missing)} texts to fill in: {path}")
    else:
        for one in missing:
            console.print(f"{'.'.join(one.path)}  ({one.about})", markup=False)
            console.print(f"    {one.text}", markup=False)
        console.print(f"{len(missing)} texts are missing in {code}")
