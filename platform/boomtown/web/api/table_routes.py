"""The API's operations on tables: made, sat down at, started, paused, left."""

from __future__ import annotations

from boomtown.bots.kinds import DEPUTY
from boomtown.core.match import checked_options
from boomtown.store.codes import guest_name
from boomtown.store.database import now
from boomtown.store.tables import Phase, TableInfo
from boomtown.store.texts import clean_name
from boomtown.web.api.callers import api, caller_at, game_or_404, player_on, room_of
from boomtown.web.api.description import (
    BODY,
    TABLES,
    Begun,
    BotSitting,
    InPhase,
    Kicked,
    KickedGuest,
    Made,
    NewTable,
    Pause,
    Seated,
    SeatFacts,
    Sitting,
    TableFacts,
    Tables,
    operation,
)
from boomtown.web.guard.gate import table_origin
from boomtown.web.guard.links import outside_url
from boomtown.web.rendering import patiently
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.pages import page_of
from boomtown.web.rooms.standing import MatchStopped
from boomtown.web.site import language, site
from boomtown.web.tables.seating import (
    check_free,
    kind_or_refused,
    make_table,
    refuse_failing,
    start,
)
from boomtown.web.tables.seating_page import invite_url
from boomtown.web.tables.table_page import names_at

LISTED = 50


def table_facts(room: Room) -> TableFacts:
    """What everybody may know of a table."""
    table = room.table
    gone = site().absences.since(table)
    return TableFacts(
        code=table.code,
        url=outside_url("tables.table", code=table.code),
        game=table.game,
        options=table.options,
        seats=[
            SeatFacts(
                seat.number,
                "" if seat.free else name,
                seat.bot if seat.played_by_bot else None,
                seat.away,
                seat.free,
                None if (since := gone.get(seat.number)) is None else (now() - since) // 1000,
            )
            for seat, name in zip(table.seats, names_at(table), strict=True)
        ],
        clock=table.clock,  # type: ignore[arg-type]  # tables are made with one of these
        thinking=table.thinking,  # type: ignore[arg-type]  # of these, too
        all_seeing=table.all_seeing,
        listed=table.listed,
        language=table.language,
        phase=table.phase.value,
        progress=progress_of(room),
        commitment=table.commitment,
        match=table.match,
        successor=table.successor,
        paused=table.paused is not None or table.deserted,
        pause_wanted=seats_that_want_a_pause(table),
    )


def seats_that_want_a_pause(table: TableInfo) -> list[int]:
    """Who has asked for a pause, or agreed, while it is a question."""
    if table.consents is None or not table.pause_asked():
        return []
    return [seat.number for seat in table.seats if seat.player in table.consents.agreed]


def progress_of(room: Room) -> int | None:
    """How far along a match is, where the game can say that."""
    with room.lock:
        live = room.live
        measure = None if live is None else page_of(room.game).progress
        if live is None or measure is None:
            return None
        try:
            return room.shown(live, lambda: measure(live.match.view(None)).done)
        except MatchStopped:
            return None


@api.get("/tables")
@operation(TABLES, Tables)
def list_tables(query: InPhase) -> Tables:
    """Lists the tables that everybody may see."""
    found = site().tables.listed(Phase(query.phase), LISTED)
    return Tables([table_facts(room_of(table.code)) for table in patiently(found)])


@api.post("/tables")
@operation(TABLES, Made, status=201, faults=(404, 409, *BODY))
def make_a_table(json: NewTable) -> tuple[Made, int]:
    """Makes a table, and gives the host's token.

    The host has no seat, and need not take one.
    """
    here, game = site(), game_or_404(json.game)
    options: dict[str, object] = dict(json.options)
    origin = table_origin()
    refuse_failing(here, game.id)  # before anybody is made a host of nothing
    checked_options(game, json.seats, options)
    host = here.people.add(clean_name(json.name) or guest_name(), language())
    table = make_table(
        here,
        game,
        seats=json.seats,
        options=options,
        host=host.id,
        language=host.language,
        clock=json.clock,
        thinking=json.thinking,
        all_seeing=json.all_seeing,
        listed=json.listed,
        origin=origin,
    )
    token = here.tables.new_host_token(table.code)
    return Made(table.code, token, invite_url(table), table_facts(room_of(table.code))), 201


@api.get("/tables/<code>")
@operation(TABLES, TableFacts, token="may", faults=(404, 410))
def get_table(code: str) -> TableFacts:
    """Tells what everybody may know of a table."""
    return table_facts(caller_at(code).room)


@api.post("/tables/<code>/seats")
@operation(TABLES, Seated, status=201, token="may", faults=(404, 410, 409, *BODY))
def sit(code: str, json: Sitting) -> tuple[Seated, int]:
    """Sits a new player down, and gives the seat's token."""
    here, room = site(), room_of(code)
    if not json.invite or json.invite != room.table.invite:
        caller_at(code)
    check_free(room.table, json.seat)  # before anybody is made a player who sits nowhere
    player = here.people.add(clean_name(json.name) or guest_name(), language())
    seat = here.tables.sit(code, json.seat, player.id, json.contribution).seat_of(player.id)
    assert seat is not None, "whoever sat down sits"
    token = here.tables.new_token(code, seat.number)
    return Seated(seat.number, token, table_facts(room)), 201


@api.delete("/tables/<code>/seats/<int:seat>")
@operation(TABLES, TableFacts, token="must", faults=(404, 410, 409))
def stand(code: str, seat: int) -> TableFacts:
    """Stands up, or clears a seat as the host.

    In the middle of a match a bot stands in for whoever leaves with the seat's own token. The host
    clears seats only before the start; whoever sat there may not come back until the host forgives.
    """
    here, caller = site(), caller_at(code)
    if caller.seat != seat:
        here.tables.clear_seat(code, seat, caller.hosting())
    elif caller.table.phase is Phase.OPEN:
        here.tables.stand(code, player_on(caller.seated()))
    else:
        place = caller.seated()
        here.tables.leave(code, player_on(place), DEPUTY)
        here.tables.note(code, player_on(place), place.name, "left")
    return table_facts(caller.room)


@api.get("/tables/<code>/kicked")
@operation(TABLES, Kicked, token="must", faults=(404, 409))
def list_kicked(code: str) -> Kicked:
    """Lists who was asked to leave, and gives the invitation that works now, as the host."""
    caller = caller_at(code)
    caller.hosting()
    return kicked_at(caller.room)


@api.delete("/tables/<code>/kicked/<player>")
@operation(TABLES, Kicked, token="must", faults=(404, 409))
def forgive(code: str, player: str) -> Kicked:
    """Lets somebody back in who was asked to leave, as the host."""
    caller = caller_at(code)
    site().tables.forgive(code, player, caller.hosting())
    return kicked_at(caller.room)


def kicked_at(room: Room) -> Kicked:
    """Who may not come back to a table."""
    found = site().tables.kicked(room.code)
    return Kicked([KickedGuest(id, name) for id, name in found], invite_url(room.table))


@api.post("/tables/<code>/back")
@operation(TABLES, TableFacts, token="must", faults=(404, 410, 409))
def come_back(code: str) -> TableFacts:
    """Takes the seat back from the bot that stands in."""
    here, caller = site(), caller_at(code)
    place = caller.seated()
    here.tables.come_back(code, player_on(place))
    here.tables.note(code, player_on(place), place.name, "back")
    return table_facts(caller.room)


@api.post("/tables/<code>/bots")
@operation(TABLES, TableFacts, token="must", faults=(404, 410, 409, *BODY))
def put_a_bot(code: str, json: BotSitting) -> TableFacts:
    """Puts a bot on a free seat, as the host."""
    caller = caller_at(code)
    host, game = caller.hosting(), caller.room.game
    site().tables.put_bot(code, json.seat, kind_or_refused(game, json.kind or DEPUTY), host)
    return table_facts(caller.room)


@api.post("/tables/<code>/start")
@operation(TABLES, Begun, token="must", faults=(404, 410, 409))
def start_the_match(code: str) -> Begun:
    """Starts the match once every seat is taken, as the host."""
    caller_at(code).hosting()
    return Begun(start(site(), site().tables.get_one(code)))


@api.post("/tables/<code>/pause")
@operation(TABLES, TableFacts, token="must", faults=(404, 409, *BODY))
def pause(code: str, json: Pause) -> TableFacts:
    """Asks for a pause or agrees to one; declines it, or lets the match go on."""
    caller = caller_at(code)
    place = caller.seated()
    if json.stop:
        site().pausing.want(caller.room, place)
    else:
        site().pausing.refuse(caller.room, place)
    return table_facts(caller.room)
