"""``boomtown check GAME``: what every game must keep, and what a finding teaches."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boomtown.cli.parts import console, errors, game_argument, options_option, read_pairs
from boomtown.core.game import Game
from boomtown.lessons.checking import unended
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.complete import untranslated

if TYPE_CHECKING:
    from boomtown.testing.conformance import Finding, Suite


@click.command()
@game_argument
@click.option("--matches", type=click.IntRange(1), default=24, show_default=True)
@click.option("--seats", type=int, multiple=True, help="Only this number of players; repeatable.")
@click.option("--seed", default="conformance", show_default=True)
@click.option("--only", multiple=True, metavar="CHECK", help="Only this check; repeatable.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each finding here as a match for the bench: boomtown dev GAME --open FILE.",
)
@click.option(
    "--browser", is_flag=True, help="Also draw the boards at 1280 and 390 pixels in a browser."
)
@options_option
def check(
    game: Game[Any, Any],
    matches: int,
    seats: tuple[int, ...],
    seed: str,
    only: tuple[str, ...],
    keep: Path | None,
    browser: bool,
    options: tuple[str, ...],
) -> None:
    """Check that a game keeps what every game must keep."""
    from boomtown.testing.conformance import BROWSER, BROWSER_CHECK, CHECKS, Suite
    from boomtown.web.browsing import browser_found

    if browser:
        browser_found()  # before a minute of checks has gone by
    suite = Suite.of(game, matches, seed, list(seats), read_pairs(options))
    console.print(f"{game.id} {game.version}: {len(suite.plays)} random matches a check")
    lacking = untranslated(rulebook_of(game.package))
    written = [language for language in LANGUAGES if language not in lacking]
    if lacking:
        console.print(f"not in {', '.join(lacking)}: English stands there, marked as such")
    failed = 0
    checks = {**CHECKS, BROWSER: BROWSER_CHECK} if browser else CHECKS
    if unknown := [name for name in only if name not in checks]:
        raise click.UsageError(f"no check is called {unknown[0]!r}: {', '.join(checks)}")
    wanted = {*only, BROWSER} if only else {*checks}
    checks = {name: run for name, run in checks.items() if name in wanted}
    for name, run in checks.items():
        with errors.status(name):
            findings = suite.run(name)
        failed += bool(findings)
        mark = "[red]fail[/red]" if findings else "[green]ok[/green]  "
        does = (run.__doc__ or "").strip().partition(chr(10))[0]
        if name == "languages" and lacking:
            does = (
                f"All texts exist in {', '.join(written)}, and everything that play says has one."
            )
        console.print(f"{mark} {name}: {does}")
        _tell(game, findings, keep)
        if name == "lessons" and (unfinished := unended(game)):
            told = "after its last answer the match goes on with bots that think; its end says so?"
            console.print(f"     {', '.join(unfinished)}: {told}", markup=False)
        if findings and name == "ends":
            console.print(f"{len(checks) - 1} further checks wait until the game plays to its end.")
            sys.exit(1)
    console.print(f"{len(checks) - failed} passed, {failed} failed")
    if not only:
        _tell_questions(suite)
    sys.exit(1 if failed else 0)


def _tell(game: Game[Any, Any], findings: list[Finding], keep: Path | None) -> None:
    """Findings, and what they teach."""
    from boomtown.testing.teaching import hint_for

    for number, finding in enumerate(findings, start=1):
        console.print(f"     - {finding.problem}", markup=False)
        if keep is not None and finding.seen is not None:
            path = _keep(game, finding, keep, number)
            console.print(f"       boomtown dev {game.id} --open {path}", markup=False)
    if findings:
        hint = hint_for(findings[0].check)
        console.print(f"       Mostly: {hint.cause}.", markup=False)
        console.print(f"       Read on: /docs/{hint.read} of your site", markup=False)


def _keep(game: Game[Any, Any], finding: Finding, folder: Path, number: int) -> Path:
    """A finding as a bench, at the answer at which it was found."""
    from boomtown.testing.bench.opening import of_finding

    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^a-z]+", "-", finding.check)
    path = folder / f"{game.id}-{name}-{number}.bench.json"
    path.write_text(of_finding(game, finding).text(), encoding="utf-8")
    return path


def _tell_questions(suite: Suite) -> None:
    from boomtown.testing.questions import questions_in

    questions = questions_in(suite)
    console.print(str(questions))
    if questions.single:
        most = ", ".join(f"{key} ({times})" for key, times in questions.single.items())
        console.print(f"Asked among people all the same: {most}")
        console.print(
            "To skip them would tell what is hidden; you need to act only where everybody can see "
            "that there is one answer: /docs/concepts/questions."
        )
