"""``boomtown deal-of-the-day``: holds a deal that a site has told to the promise it made."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from boomtown.bots.deal import Deal, check_deal, check_match
from boomtown.cli.parts import console
from boomtown.core.errors import InvalidRecord

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("deal-of-the-day")
@click.option(
    "--verify",
    "deal_file",
    type=FILE,
    required=True,
    help="A deal, as a site tells it at /today/DAY.json after the day.",
)
@click.argument("matches", nargs=-1, type=FILE, metavar="[MATCH.jsonl]…")
def deal_of_the_day(deal_file: Path, matches: tuple[Path, ...]) -> None:
    """Check that a deal of the day is the one that was promised.

    Of match files it also checks that they are matches of this deal, and that every bot answers
    as its seed makes it, whoever played against it.
    """
    try:
        deal = msgspec.json.decode(deal_file.read_bytes(), type=Deal)
    except msgspec.DecodeError as error:
        raise InvalidRecord(str(deal_file), str(error)) from None
    check_deal(deal)
    console.print(
        f"The deal of {deal.day} is as it was promised: {deal.game} {deal.version}, "
        f"{deal.seats} seats, {deal.commitment}",
        soft_wrap=True,
    )
    for path in matches:
        found = check_match(deal, path.read_text(encoding="utf-8"))
        console.print(
            f"{path.name}: a match of this deal, {found.answers} answers; "
            f"the bots think the same again, {found.thoughts} times; "
            f"{'won' if found.won else 'not won'}",
            soft_wrap=True,
        )
        if found.late:
            lines = ", ".join(map(str, found.late))
            console.print(
                f"{path.name}: a bot ran out of time, and the rule answered for it (line {lines}); "
                "from there on this match may differ from those of others",
                soft_wrap=True,
            )
