"""Finished matches that nobody had to play: rows as the site writes them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boomtown.core import Heading, Outcome, Part, Seat, fresh_seed
from boomtown.store.database import Database
from boomtown.store.models import MatchRow, Phase, Rating, SeatRow, TableRow

HOUR = 3_600_000


def finished(
    database: Database,
    number: int,
    sits: Sequence[str],
    winners: Sequence[int],
    *,
    game: str = "bang_dice",
    parts: Sequence[Part] = (),
    listed: bool = True,
    ended: int | None = None,
) -> str:
    """A match of people (by id) and bots (``bot:`` and a kind), and who won; its id."""
    return all_finished(database, [(number, sits, winners)], game, parts, listed, ended)[0]


def all_finished(
    database: Database,
    matches: Sequence[tuple[int, Sequence[str], Sequence[int]]],
    game: str = "bang_dice",
    parts: Sequence[Part] = (),
    listed: bool = True,
    ended: int | None = None,
    host: str = "",
) -> list[str]:
    """Many of them in one transaction, an hour after each other."""
    tables, rows, places = [], [], []
    for number, sits, winners in matches:
        people = [who for who in sits if not who.startswith("bot:")]
        end = HOUR * (number + 1) if ended is None else ended
        code, id = f"past-table-{number}", f"past{number}"
        tables.append(
            TableRow(
                code=code,
                game=game,
                options="{}",
                host=host or people[0],
                clock="off",
                listed=listed,
                language="en",
                phase=Phase.ENDED,
                invite=f"invite{number}",
                seed=fresh_seed().hex(),
                match=id,
                created=end - HOUR,
                touched=end,
            )
        )
        heading = Heading(game=game, version="1", seats=len(sits), options={}, commitment="")
        outcome = Outcome("bang.end.law", tuple(map(Seat, winners)))
        rows.append(
            MatchRow(
                id=id,
                table_code=code,
                game=game,
                heading=msgspec.json.encode(heading).decode(),
                seed="",
                names=msgspec.json.encode([f"Name {who[:6]}" for who in sits]).decode(),
                begun=end - HOUR // 2,
                ended=end,
                outcome=msgspec.json.encode(outcome).decode(),
                parts=msgspec.json.encode(parts).decode() if parts else None,
                rating=Rating.DUE if listed else Rating.NO,
            )
        )
        for seat, who in enumerate(sits):
            bot = who.removeprefix("bot:") if who.startswith("bot:") else None
            places.append(
                SeatRow(table_code=code, number=seat, player=None if bot else who, bot=bot)
            )
    with database.writing() as session:
        for kind in (tables, rows, places):
            session.add_all(kind)
            session.flush()
    return [row.id for row in rows]
