"""Tables in lists: mine with my turn first, those with free seats, those to watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.options import form_of
from boomtown.core.seats import Seat
from boomtown.plugins import UnknownGame, find_game
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import numbers_at
from boomtown.rulebook.wording import Wording
from boomtown.store.database import now
from boomtown.store.tables import Phase, TableInfo
from boomtown.web.rendering import patiently
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.pages import page_of
from boomtown.web.rooms.sparing import spared
from boomtown.web.rooms.standing import MatchStopped
from boomtown.web.site import Site
from boomtown.web.tables.plates import SeatPlate, is_gone, kind_in_words, presence_of
from boomtown.web.tables.table_page import names_at, plain_wording
from boomtown.web.tables.times import clock_in_words, clock_text, face_of, span_text
from boomtown.web.words import NATIVE, seat_letter, site_wording

LISTED = 12
MINE = 20


class Row(Struct, frozen=True):
    """One table in a list."""

    code: str
    url: str
    game: str
    title: str
    extras: str
    """The options that are on, in words."""
    seats: list[SeatPlate]
    clock: str
    left: str | None
    language: str
    progress: int | None
    progress_text: str
    sentence: str
    """Who must do what."""
    people: str
    """Who is here, and who is away for how long."""
    my_turn: bool
    phase: str


def my_rows(site: Site, player: str, language: str) -> list[Row]:
    """Where somebody sits: those first where the table waits for them."""
    mine = site.tables.of_player(player, MINE)
    rows = rows_of(site, mine, player, language, stopped=True)
    return sorted(rows, key=lambda row: (not row.my_turn, row.phase == Phase.ENDED))


def open_rows(site: Site, player: str | None, language: str) -> list[Row]:
    """Public tables with a free seat."""
    found = site.tables.listed(Phase.OPEN, LISTED)
    free = [table for table in found if any(seat.free for seat in table.seats)]
    mine = [table for table in free if table.seat_of(player) is not None]
    return rows_of(site, [table for table in free if table not in mine], player, language)


def watch_rows(site: Site, player: str | None, language: str) -> list[Row]:
    """Public tables where a match goes on."""
    found = site.tables.listed(Phase.PLAYING, LISTED)
    others = [table for table in found if table.seat_of(player) is None]
    return rows_of(site, others, player, language)


def turns_waiting(site: Site, player: str) -> list[str]:
    """The tables at which somebody is waited for, the liveliest first."""
    found = []
    for table in patiently(site.tables.of_player(player, MINE, phase=Phase.PLAYING)):
        place = table.seat_of(player)
        if place is None:
            continue
        room = site.rooms.get(table.code)
        if room is None:
            continue
        with room.lock:
            live = room.live
            if live is None or place.away or (live.script and live.script.over(live.match)):
                continue  # whoever has learnt the game need not play the lesson's match on
            if is_waited_for(room, live, place.number):
                found.append(table.code)
    return found


def is_waited_for(room: Room, live: LiveMatch, seat: Seat) -> bool:
    """Whether a table waits for a seat; nobody is waited for where the match breaks."""
    try:
        return room.shown(live, lambda: is_asked(room.table, live.match, seat))
    except MatchStopped:
        return False


def is_asked(table: TableInfo, match: Match[Any], seat: Seat) -> bool:
    """Whether a table waits for somebody: what others may not see, only the seat itself is told."""
    prompt = match.prompt()
    asked = prompt is not None and seat in prompt.seats and match.question(seat) is not None
    return asked and not spared(table, match, seat)


def rows_of(
    site: Site, tables: list[TableInfo], player: str | None, language: str, *, stopped: bool = False
) -> list[Row]:
    """Tables as rows; those whose match cannot go on only where they are wanted."""
    rows = []
    for table in patiently(tables):
        room = site.rooms.get(table.code)
        if room is None:
            continue
        try:
            if table.phase is not Phase.ENDED and (why := room.stopped) is not None:
                raise MatchStopped(why)
            rows.append(_row(site, room, table, player, language))
        except (MatchStopped, UnknownGame):
            if stopped:
                rows.append(_stopped_row(room, table, player, language))
    return rows


def _stopped_row(room: Room, table: TableInfo, player: str | None, language: str) -> Row:
    say = site_wording(language).say
    return Row(
        code=table.code,
        url=f"/t/{table.code}",
        game=table.game,
        title=title_of(table.game, language),
        extras="",
        seats=plates_of(table, player),
        clock=say("live.clock", clock=table.clock),
        left=None,
        language=NATIVE.get(table.language, table.language),
        progress=None,
        progress_text="",
        sentence=say("live.phase.ended" if table.phase is Phase.ENDED else "stopped.row"),
        people="",
        my_turn=False,
        phase=table.phase.value,
    )


def title_of(game: str, language: str) -> str:
    """The title of a game; its id where it is not installed."""
    try:
        return plain_wording(find_game(game), language, ()).title
    except UnknownGame:
        return game


def _row(site: Site, room: Room, table: TableInfo, player: str | None, language: str) -> Row:
    game, words = room.game, site_wording(language)
    say = words.say
    numbers = numbers_at(game, table.options)
    wording = plain_wording(game, language, names_at(table), numbers)
    place = table.seat_of(player)
    mine, glance, left = False, Glance(), None
    with room.lock:
        live = room.live if table.phase is Phase.PLAYING else None
        if live is not None:
            if place is not None and not place.away:
                mine = is_waited_for(room, live, place.number)
                left = _left(words, live, table, place.number) if mine else None
            glance = room.shown(live, partial(_glance, live.match, wording))
        ended = table.phase is Phase.ENDED
        absent = None if ended else site.absences.since(table)
    seats = plates_of(table, player, absent=absent, words=words)
    free = sum(seat.free for seat in table.seats)
    return Row(
        code=table.code,
        url=f"/t/{table.code}",
        game=game.id,
        title=wording.title,
        extras=", ".join(value for _, value in options_in_words(game, table.options, wording)),
        seats=seats,
        clock=clock_in_words(words, table.clock),
        left=left,
        language=NATIVE.get(table.language, table.language),
        progress=glance.done,
        progress_text=glance.progress,
        sentence=glance.sentence or say(f"live.phase.{table.phase.value}", free=free),
        people=people_in_words(words, seats),
        my_turn=mine,
        phase=table.phase.value,
    )


class Glance(Struct, frozen=True):
    """What a list tells of a match: who must do what, and how far it has come."""

    sentence: str = ""
    progress: str = ""
    done: int | None = None


def _glance(match: Match[Any], wording: Wording) -> Glance:
    view = match.view(None)
    sentence = "" if view.prompt is None else wording.prompt(view.prompt)
    measure = page_of(match.game).progress
    if measure is None:
        return Glance(sentence)
    progress = measure(view)
    return Glance(sentence, wording.say(progress.key, **progress.args), progress.done)


def _left(words: Wording, live: LiveMatch, table: TableInfo, seat: Seat) -> str | None:
    """How much time somebody has who is asked: for the question, and beyond it."""
    face = face_of(table, live, seat)
    if face is None:
        return None
    left = clock_text(words, face.left)
    bank = words.say("table.bank", time=clock_text(words, face.bank)) if face.bank else ""
    return f"{left} {bank}".rstrip()


def plates_of(
    table: TableInfo,
    player: str | None,
    kinds: Wording | None = None,
    *,
    absent: Mapping[Seat, int] | None = None,
    words: Wording | None = None,
) -> list[SeatPlate]:
    """The seats of a table that is not looked at more closely.

    ``kinds`` tells what bots they are, ``words`` who is here.
    """
    return [
        SeatPlate(
            number=seat.number,
            letter=seat_letter(seat.number),
            name="" if seat.free else name,
            player=seat.player,
            bot=seat.bot if seat.played_by_bot else None,
            away=seat.away,
            free=seat.free,
            you=seat.player is not None and seat.player == player,
            kind="" if kinds is None else kind_in_words(kinds, seat.bot),
            **presence_of(words or site_wording(FIRST_LANGUAGE), seat, absent),
        )
        for seat, name in zip(table.seats, names_at(table), strict=True)
    ]


def people_in_words(words: Wording, seats: Sequence[SeatPlate]) -> str:
    """Who is here, and who is away; nothing of whoever reads it, nor of bots."""
    people = [seat for seat in seats if seat.presence and not seat.you]
    gone = [seat for seat in people if is_gone(seat)]
    here = [seat.name for seat in people if seat not in gone and not seat.away]
    told = [words.say("live.people.here", names=", ".join(here))] if here else []
    if gone:
        each = [
            words.say("live.people.one", name=seat.name, time=span)
            if (span := span_text(words, now() - (seat.gone or 0)))
            else seat.name
            for seat in gone
        ]
        told.append(words.say("live.people.away", names="; ".join(each)))
    return " ".join(told)


def options_in_words(
    game: Game[Any, Any], options: dict[str, Any], wording: Wording
) -> list[tuple[str, str]]:
    """What differs from the plain game: label and value."""
    told = []
    for field in form_of(game.options):
        value = options.get(field.name, field.default)
        if value == field.default:
            continue
        label, _ = wording.option(field.name)
        if field.kind == "switch":
            no = site_wording(wording.language).say("seating.no")
            told.append((label, label if value else f"{label}: {no}"))
        elif field.kind == "one":
            told.append((label, f"{label}: {wording.option_value(field.name, value)}"))
        else:
            told.append((label, f"{label}: {value}"))
    return told
