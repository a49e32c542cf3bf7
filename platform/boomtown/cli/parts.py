"""What the commands share: arguments, options, and how things are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from boomtown.core.errors import InvalidOption
from boomtown.core.game import Game
from boomtown.plugins import find_game, listings, try_games_in
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES

console = Console(highlight=False, soft_wrap=True)
errors = Console(stderr=True, highlight=False)


class GameName(click.ParamType[Game[Any, Any]]):
    """A game by its id, completed by the shell, or by a folder that need not be installed."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Game[Any, Any]:
        return value if isinstance(value, Game) else find_game(_called(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        names = [listing.id for listing in listings() if listing.game is not None]
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _called(name: str) -> str:
    """The id of what somebody means by an id or a folder; the folder is then one of games."""
    if not Path(name).is_dir() or any(one.id == name for one in listings()):
        return name
    from boomtown.web.dev.project import find_project, installed_project

    project = find_project(name)
    installed = installed_project(project.id)
    if installed is None:
        try_games_in(project.folder.parent)
    elif installed.folder.resolve() != project.folder.resolve():
        raise click.ClickException(
            f"{project.id} is installed from {installed.folder}, not from {project.folder}: "
            f"pip install --editable {name}"
        )
    return project.id


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
language_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default=FIRST_LANGUAGE, help="Language of the texts."
)
options_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A game option; repeatable."
)
processes_option = click.option(
    "--processes", type=click.IntRange(1), help="How many at once; all cores by default."
)
scheduler_option = click.option(
    "--scheduler", default="", metavar="tcp://…", help="Let the workers of a Dask scheduler play."
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


@contextmanager
def counted(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Shows how far a long run is; call what it gives with each number of matches played."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        auto_refresh=False,  # by a thread, and a process with threads cannot be forked
    ) as progress:
        task = progress.add_task(what, total=total)
        progress.refresh()
        yield lambda played: progress.update(task, advance=played, refresh=True)
