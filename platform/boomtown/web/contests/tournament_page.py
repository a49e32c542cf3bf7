"""A tournament as a page tells it: who plays, the rounds, the standings; and as files."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.plugins import UnknownGame, find_game
from boomtown.store.standings import Standing
from boomtown.store.tournaments import OPEN, PAIR, PLAYING, Bout, Tournament
from boomtown.web.cells import cell
from boomtown.web.site import Site
from boomtown.web.tables.lobby import options_in_words, title_of
from boomtown.web.tables.table_page import plain_wording
from boomtown.web.tables.times import clock_in_words
from boomtown.web.words import site_wording

COLUMNS = ("place", "name", "points", "wins", "direct", "strength", "tables", "withdrawn")


class Person(Struct, frozen=True):
    """Somebody who plays."""

    id: str
    name: str
    you: bool
    withdrawn: bool


class Line(Struct, frozen=True):
    """A line of the standings."""

    place: int
    person: Person
    points: str
    wins: int
    direct: str
    strength: str
    tables: int


class Sitter(Struct, frozen=True):
    """Somebody at a table of a round."""

    name: str
    you: bool
    points: str
    won: bool
    absent: bool


class BoutLine(Struct, frozen=True):
    """A table of a round."""

    table: str | None
    sitters: list[Sitter]
    kind: str
    """How it ended; nothing while it is played."""
    mine: bool


class TournamentPage(Struct, frozen=True):
    """What whoever has the link sees."""

    t: Tournament
    title: str
    options: list[str]
    clock: str
    people: list[Person]
    standings: list[Line]
    rounds: list[tuple[int, list[BoutLine]]]
    """The last one first."""
    mine: bool
    """Whether whoever is asking organises it."""
    playing: bool
    """Whether they play in it."""
    pairs: bool
    my_table: str | None
    open: bool
    running: bool
    hours: int


def tournament_page(
    site: Site, tournament: Tournament, player: str | None, language: str
) -> TournamentPage:
    """A tournament as whoever is asking sees it."""
    words = site_wording(language)
    nobody, bot = words.say("tour.nobody"), words.say("tour.bot")
    people = {
        one.player: Person(
            one.player, one.name or nobody, one.player == player, one.withdrawn is not None
        )
        for one in tournament.entrants
    }
    named = {id: person.name for id, person in people.items()}
    rounds: dict[int, list[BoutLine]] = {}
    for bout in tournament.bouts:
        rounds.setdefault(bout.round, []).append(_bout_line(bout, named, player, bot))
    me = tournament.entrant(player)
    mine = [bout for bout in tournament.current if player in bout.players and bout.result is None]
    return TournamentPage(
        t=tournament,
        title=title_of(tournament.setup.game, language),
        options=_options(tournament, language),
        clock=clock_in_words(words, tournament.setup.clock),
        people=list(people.values()),
        standings=[_line(one, people) for one in tournament.standings()],
        rounds=sorted(rounds.items(), reverse=True),
        mine=tournament.setup.organiser == player,
        playing=me is not None and me.withdrawn is None,
        pairs=tournament.setup.seats == PAIR,
        my_table=mine[0].table if mine else None,
        open=tournament.state == OPEN,
        running=tournament.state == PLAYING,
        hours=max(1, tournament.setup.wait // 3_600_000),
    )


def points_text(halves: int) -> str:
    """Points as people write them.

    >>> points_text(5), points_text(4), points_text(1)
    ('2½', '2', '½')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def _line(one: Standing, people: dict[str, Person]) -> Line:
    return Line(
        one.place,
        people[one.player],
        points_text(one.halves),
        one.wins,
        points_text(one.direct),
        points_text(one.strength),
        one.tables,
    )


def _bout_line(bout: Bout, named: dict[str, str], player: str | None, bot: str) -> BoutLine:
    result = bout.result
    sitters = [
        Sitter(
            bot if who is None else named.get(who, bot),
            who is not None and who == player,
            "" if result is None else points_text(result.halves[seat]),
            result is not None and result.won[seat],
            seat in bout.absent,
        )
        for seat, who in enumerate(bout.players)
    ]
    return BoutLine(
        bout.table, sitters, "" if result is None else result.kind, player in bout.players
    )


def _options(tournament: Tournament, language: str) -> list[str]:
    try:
        game: Any = find_game(tournament.setup.game)
    except UnknownGame:
        return []
    words = plain_wording(game, language, ())
    return [text for _, text in options_in_words(game, tournament.setup.options, words)]


# --- files --------------------------------------------------------------------------------------


def exported(tournament: Tournament) -> dict[str, Any]:
    """Everything about a tournament as plain data; people by their names alone."""
    named = {one.player: one.name for one in tournament.entrants}
    setup = msgspec.to_builtins(tournament.setup)
    for secret in ("origin", "organiser"):
        setup.pop(secret)
    return {
        "setup": setup,
        "organiser": named.get(tournament.setup.organiser, ""),
        "state": tournament.state,
        "round": tournament.round,
        "begun": _time(tournament.begun),
        "ended": _time(tournament.ended),
        "entrants": [
            {"name": one.name, "withdrawn": _time(one.withdrawn)} for one in tournament.entrants
        ],
        "standings": [
            {
                "place": one.place,
                "name": named[one.player],
                "points": one.halves / 2,
                "wins": one.wins,
                "direct": one.direct / 2,
                "strength": one.strength / 2,
                "tables": one.tables,
            }
            for one in tournament.standings()
        ],
        "tables": [
            {
                "round": bout.round,
                "table": bout.table,
                "players": [None if who is None else named.get(who, "") for who in bout.players],
                "absent": list(bout.absent),
                "result": None if bout.result is None else bout.result.kind,
                "points": None if bout.result is None else [h / 2 for h in bout.result.halves],
            }
            for bout in tournament.bouts
        ],
    }


def exported_csv(tournament: Tournament) -> str:
    """The standings for a spreadsheet."""
    data, written = exported(tournament), io.StringIO()
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for row in data["standings"]:
        table.writerow([cell(row.get(name, "")) for name in COLUMNS])
    for one in data["entrants"]:
        if one["withdrawn"]:
            table.writerow(["", cell(one["name"]), *[""] * 5, one["withdrawn"]])
    return written.getvalue()


def _time(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat()
