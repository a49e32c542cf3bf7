"""The JSON API: tables, seats, views and answers for programs.

It knows no cookies. A token belongs to one seat of one table, or to the host of one table; whoever
has none is a spectator. Everything that is told about a match comes from a seat's view.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, Literal

import msgspec
from flask import Blueprint, abort, render_template, request
from flask.wrappers import Response
from msgspec import Struct
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from boomtown.bots.kinds import bot_kinds
from boomtown.core.errors import InvalidAnswer, Refusal, Refused, VersionMismatch
from boomtown.core.game import Game
from boomtown.core.match import checked_options
from boomtown.core.options import form_of
from boomtown.core.record import Record
from boomtown.core.seats import Seat
from boomtown.plugins import UnknownGame, find_game, installed_games
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of
from boomtown.store.codes import guest_name
from boomtown.store.people import hashed
from boomtown.store.tables import Phase, SeatInfo, TableInfo
from boomtown.store.texts import clean_name
from boomtown.web.api.description import (
    BODY,
    GAMES,
    HEARD,
    KINDS,
    LINES,
    PLAY,
    SENT,
    TABLES,
    AfterMessage,
    Asked,
    Begun,
    BotSitting,
    FromLine,
    GameFacts,
    Games,
    Given,
    InLanguage,
    InPhase,
    Kicked,
    KickedGuest,
    Made,
    NewTable,
    Offers,
    Pause,
    Rules,
    Said,
    Saying,
    Seated,
    SeatFacts,
    Seen,
    Sitting,
    TableFacts,
    Tables,
    Taken,
    Talk,
    operation,
    operations,
    spec,
)
from boomtown.web.guard.budget import TooMany
from boomtown.web.guard.gate import table_origin
from boomtown.web.guard.links import outside_url, site_url
from boomtown.web.rooms.house import best_bot
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.standing import MatchStopped
from boomtown.web.site import Site, conduct_of, language, site
from boomtown.web.sockets.connection import Connection
from boomtown.web.sockets.feeds import ViewFeed, sealed_by
from boomtown.web.sockets.frames import POLICY_VIOLATION
from boomtown.web.sockets.handshake import socket_route
from boomtown.web.sockets.websocket import Closed, WebSocket
from boomtown.web.tables.forms import from_json
from boomtown.web.tables.seating import (
    check_free,
    kind_or_refused,
    make_table,
    refuse_failing,
    start,
)
from boomtown.web.tables.seating_page import invite_url
from boomtown.web.tables.table_page import names_at, names_in_chat, page_of, room_wording

api = Blueprint("api", __name__, url_prefix="/api")

LISTED = 50
CODE = re.compile(r"[a-z0-9-]{1,40}")
MATCH = re.compile(r"[A-Za-z0-9_-]{1,32}")
TOKEN_SECONDS = 10
"""How long a socket may stay silent before it has said whose it is."""


# --- who is asking ------------------------------------------------------------------------------


class Caller(Struct, frozen=True):
    """Whoever is asking about a table: a seat of it, its host, or a spectator."""

    room: Room
    table: TableInfo
    seat: Seat | None = None
    host: bool = False

    def seated(self) -> SeatInfo:
        """The seat of whoever is asking, with the player who sits there."""
        if self.seat is None:
            raise Refused(Refusal("boomtown.table.seated")) if self.host else unauthorized()
        return self.table.seats[self.seat]

    @property
    def player(self) -> str | None:
        """The player behind the seat, or behind the host's token."""
        if self.seat is not None:
            return self.table.seats[self.seat].player
        return self.table.host if self.host else None

    def hosting(self) -> str:
        """The host, if it is the host who is asking."""
        if not self.host:
            raise unauthorized() if self.seat is None else Refused(Refusal("boomtown.table.host"))
        return self.table.host


def unauthorized() -> Unauthorized:
    """A token is missing, or it is not of this table, or another one has taken its place."""
    return Unauthorized(www_authenticate=WWWAuthenticate("bearer"))


def sent_token() -> str | None:
    """The token of the request; never from its address, which ends up in logs."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def holder(here: Site, room: Room, token: str | None) -> Caller | None:
    """Whose token this is at a table, as it stands now; None if it is nobody's."""
    if token is None:
        return Caller(room, room.table)
    caller = _holder(room, room.table, token)
    if caller is None:  # another process may have given it out, and the news is on its way
        caller = _holder(room, here.tables.get_one(room.code), token)
    return caller


def _holder(room: Room, table: TableInfo, token: str) -> Caller | None:
    seat, host = table.seat_of_token(token), table.is_host_token(token)
    return None if seat is None and not host else Caller(room, table, seat, host)


def token_player() -> str | None:
    """The player whose token came with the request, if it is one of the table's."""
    code, token = (request.view_args or {}).get("code", ""), sent_token()
    room = site().rooms.get(code) if token is not None and CODE.fullmatch(code) else None
    caller = None if room is None else holder(site(), room, token)
    return None if caller is None else caller.player


def room_of(code: str) -> Room:
    """The room of a table."""
    room = site().rooms.get(code) if CODE.fullmatch(code) else None
    if room is None:
        abort(404)
    return room


def caller_at(code: str) -> Caller:
    """Whoever is asking about a table, if they may."""
    room, token = room_of(code), sent_token()
    caller = holder(site(), room, token)
    if not room.table.listed and (token is None or caller is None):
        abort(404)
    if caller is None:
        raise unauthorized()
    return caller


# --- games --------------------------------------------------------------------------------------


def game_or_404(id: str) -> Game[Any, Any]:
    """An installed game."""
    try:
        return find_game(id)
    except UnknownGame:
        abort(404)


def facts_of(game: Game[Any, Any], lang: str) -> GameFacts:
    """What a program may want to know of a game."""
    book = book_of(game)
    told = book.languages.get(lang, book.languages[FIRST_LANGUAGE])
    return GameFacts(
        game.id,
        told.title,
        told.summary,
        game.version,
        list(game.seats),
        form_of(game.options),
        list(bot_kinds(game)),
        list(book.languages),
    )


@api.get("/games")
@operation(GAMES, Games)
def list_games(query: InLanguage) -> Games:
    """Lists the installed games."""
    lang = query.lang or language()
    return Games([facts_of(game, lang) for game in installed_games()])


@api.get("/games/<game>")
@operation(GAMES, GameFacts, faults=(404,))
def get_game(game: str, query: InLanguage) -> GameFacts:
    """Tells about one game."""
    return facts_of(game_or_404(game), query.lang or language())


@api.get("/games/<game>/rules")
@operation(GAMES, Rules, faults=(404,))
def get_rules(game: str, query: InLanguage) -> Rules:
    """Gives a game's rulebook."""
    lang, found = query.lang or language(), game_or_404(game)
    return Rules(found.id, lang, book_of(found).rules(lang))


# --- tables -------------------------------------------------------------------------------------


def table_facts(room: Room) -> TableFacts:
    """What everybody may know of a table."""
    table = room.table
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
            )
            for seat, name in zip(table.seats, names_at(table), strict=True)
        ],
        clock=table.clock,  # type: ignore[arg-type]  # tables are made with one of these
        listed=table.listed,
        language=table.language,
        phase=table.phase.value,
        progress=progress_of(room),
        commitment=table.commitment,
        match=table.match,
        successor=table.successor,
        paused=table.paused is not None,
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
    return Tables([table_facts(room_of(table.code)) for table in found])


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
        here.tables.leave(code, player_on(place), best_bot(caller.room.game))
        here.tables.note(code, player_on(place), place.name, "left")
    return table_facts(caller.room)


def player_on(place: SeatInfo) -> str:
    """Who sits on a seat that has a token."""
    assert place.player is not None, "only players have tokens"
    return place.player


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
    site().tables.put_bot(code, json.seat, kind_or_refused(game, json.kind or best_bot(game)), host)
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


# --- playing ------------------------------------------------------------------------------------


@api.get("/tables/<code>/view")
@operation(PLAY, Seen, token="may", faults=(404, 410, 409))
def see(code: str, query: FromLine) -> Seen:
    """Shows the match as the token's seat sees it; without one, as a spectator does."""
    caller = caller_at(code)
    with caller.room.lock:
        live = caller.room.playing()
        given = sealed_by(site(), live, caller.seat)
        return caller.room.shown(live, lambda: seen_by(caller.seat, live, given, query.log))


def seen_by(seat: Seat | None, live: LiveMatch, given: object, since: int | None) -> Seen:
    """What a seat sees, and the lines of its log from one of them on."""
    view, lines = live.match.view(seat), live.match.log.visible_to(seat)
    return Seen(
        number=view.number,
        view=view,
        question=asked_of(seat, live, given),
        log=[] if since is None else lines[since:],
        log_length=len(lines),
    )


def asked_of(seat: Seat | None, live: LiveMatch, given: object) -> Asked | None:
    """What a seat is asked, with the answer that it has put aside."""
    question = None if seat is None else live.match.question(seat)
    if question is None:
        return None
    return Asked(**(question.describe() | ({} if given is None else {"given": given})))


@api.get("/tables/<code>/offers")
@operation(PLAY, Offers, token="must", faults=(404, 410, 409))
def list_offers(code: str) -> Offers:
    """Lists answers that are allowed now: all of them, or a sample where there are too many."""
    caller = caller_at(code)
    seat = caller.seated().number
    with caller.room.lock:
        live = caller.room.playing()
        return caller.room.shown(live, lambda: offered(live, seat))


def offered(live: LiveMatch, seat: Seat) -> Offers:
    """What a seat may answer now."""
    question = live.match.question(seat)
    if question is None:
        raise Refused(Refusal("boomtown.answer.turn", seat=seat))
    return Offers(question.number, list(question.choice.offers()))


@api.post("/tables/<code>/answer")
@operation(PLAY, Taken, token="must", faults=(404, 410, 409, *BODY))
def answer(code: str, json: Given) -> Taken:
    """Answers the question of that number."""
    caller = caller_at(code)
    caller.room.answer(caller.seated().number, json.answer, number=json.number)
    return Taken(number=json.number)


@api.post("/tables/<code>/undo")
@operation(PLAY, Taken, token="must", faults=(404, 410, 409))
def undo(code: str) -> Taken:
    """Takes the seat's last answer back, if nothing has been learned since."""
    caller = caller_at(code)
    caller.room.undo(caller.seated().number)
    return Taken()


@api.get("/tables/<code>/chat")
@operation(PLAY, Talk, token="may", faults=(404, 410))
def hear(code: str, query: AfterMessage) -> Talk:
    """Gives what was said at the table after a message."""
    table = caller_at(code).table
    messages = site().tables.chat(code, query.after)
    names = names_in_chat(table, messages)
    return Talk(
        [Said(m.id, name, m.kind, m.text, m.at) for m, name in zip(messages, names, strict=True)]
    )


@api.post("/tables/<code>/chat")
@operation(PLAY, Taken, token="must", faults=(404, 410, 409, *BODY))
def say(code: str, json: Saying) -> Taken:
    """Says something at the table."""
    speak(site(), caller_at(code), json.text)
    return Taken()


def speak(here: Site, caller: Caller, text: str) -> None:
    """Somebody on a seat says something."""
    place = caller.seated()
    here.tables.say(caller.room.code, player_on(place), place.name, text)


@api.get("/matches/<match>/file")
@operation(PLAY, None, faults=(404, 409, 410))
def get_match_file(match: str) -> Response:
    """Gives a finished match as a file that can be replayed and checked.

    One JSON value a line; `boomtown verify` reads it.
    """
    stored = site().matches.get(match) if MATCH.fullmatch(match) else None
    if stored is None or stored.base is not None:
        abort(404)
    if stored.outcome is None:
        raise Refused(Refusal("boomtown.table.ended"))
    try:
        lines = site().matches.unchecked(match)
        Record(stored.heading, stored.seed, lines).playable(game_or_404(stored.game))
    except VersionMismatch:
        abort(410)
    return Response(site().shelf.file(stored), mimetype=LINES)


# --- the socket ---------------------------------------------------------------------------------


class First(Struct, frozen=True):
    """How a socket without a header begins: with its token, or as a spectator's."""

    do: Literal["token", "watch"]
    token: str = ""


class Ticket:
    """What a socket was opened with: a token that counts, or none."""

    def __init__(self, here: Site, caller: Caller, token: str | None) -> None:
        self.caller = caller
        self._here = here
        self._token = token
        self._counts = True

    def counts(self) -> bool:
        """Whether it still does. Only a table that has changed is asked again."""
        room = self.caller.room
        if self._counts and room.table is not self.caller.table:
            now = holder(self._here, room, self._token)
            if now is None or (now.seat, now.host) != (self.caller.seat, self.caller.host):
                self._counts = False
            else:
                self.caller = now
        return self._counts

    def seat(self) -> Seat | None:
        """The seat that it is for, as long as it counts."""
        return self.caller.seat if self.counts() else None

    def speak(self, text: str) -> None:
        """Says something from that seat."""
        if self.seat() is None:
            raise Refused(Refusal("boomtown.table.seated"))
        speak(self._here, self.caller, text)


class TicketFeed(ViewFeed):
    """The view of whoever holds a ticket, as long as it counts."""

    def __init__(self, socket: WebSocket, ticket: Ticket) -> None:
        super().__init__(ticket.caller.room, ticket.caller.seat)
        self._socket = socket
        self._ticket = ticket

    def next(self) -> list[bytes]:
        if not self._ticket.counts():
            self._socket.close(POLICY_VIOLATION)
            return []
        return super().next()


@api.before_request
def check() -> None:
    """Turns a wrong token away before a socket opens."""
    if request.endpoint == "api.live":
        code = (request.view_args or {})["code"]
        room_of(code) if sent_token() is None else caller_at(code)


@socket_route(api, "/tables/<code>/socket")
def live(socket: WebSocket, code: str) -> None:
    """Everything that happens at a table, as a seat or a spectator sees it, as it happens."""
    here, room, spoken = site(), room_of(code), language()
    token = sent_token() or first_token(socket)
    caller = holder(here, room, token)
    if caller is None or (token is None and not room.table.listed):
        socket.close(POLICY_VIOLATION)
        return
    if token is not None and sent_token() is None:
        try:
            socket.toll.known_as(hashed(token))
        except TooMany:
            socket.close(POLICY_VIOLATION)
            return
    ticket = Ticket(here, caller, token)
    seated = None if caller.seat is None else caller.seated().player
    with here.sockets.opened(socket, code, seated):
        Connection(
            socket,
            room,
            TicketFeed(socket, ticket),
            seat=ticket.seat,
            wording=lambda: room_wording(room, spoken),
            speak=ticket.speak,
            counts=ticket.counts,
            conduct=conduct_of(caller.player),
            acknowledge=True,
        ).serve()


def first_token(socket: WebSocket) -> str | None:
    """The token in the first message of a socket; None for a spectator's."""
    try:
        first = from_json(socket.receive(timeout=TOKEN_SECONDS), First)
    except (InvalidAnswer, TimeoutError):
        socket.close(POLICY_VIOLATION)
        raise Closed from None
    return first.token if first.do == "token" else None


# --- the description ----------------------------------------------------------------------------


@api.get("/openapi.json")
def description() -> Response:
    """The description of the API for machines."""
    return Response(msgspec.json.encode(spec.spec), mimetype="application/json")


@api.get("/docs")
def docs() -> str:
    """The description of the API for people."""
    bot = files("boomtown") / "static" / "random_bot.py"
    return render_template(
        "site/api.html",
        site=site_url(),
        operations=operations(),
        kinds=KINDS,
        heard=HEARD,
        sent=SENT,
        bot=bot.read_text(encoding="utf-8"),
    )
