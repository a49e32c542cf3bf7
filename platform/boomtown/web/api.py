"""The JSON API: tables, seats, views and answers for programs.

It knows no cookies. A token belongs to one seat of one table, or to the host of one table; whoever
has none is a spectator. Everything that is told about a match comes from a seat's view.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from flask import Blueprint, abort, request, url_for
from flask.wrappers import Response
from msgspec import Struct
from simple_websocket import ConnectionClosed, Server
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from boomtown.bots.kinds import bot_kinds
from boomtown.core.errors import Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.match import checked_options
from boomtown.core.matchfile import export
from boomtown.core.options import form_of
from boomtown.core.seats import Seat
from boomtown.plugins import UnknownGame, find_game, installed_games
from boomtown.rulebook.book import FIRST_LANGUAGE, rulebook_of
from boomtown.store.codes import guest_name
from boomtown.store.people import clean_name
from boomtown.store.tables import Phase, SeatInfo, TableInfo
from boomtown.web.apidocs import (
    GAMES,
    PLAY,
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
    Made,
    NewTable,
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
    spec,
)
from boomtown.web.feeds import ViewFeed, sealed_by
from boomtown.web.house import best_bot
from boomtown.web.live import LiveMatch, Room
from boomtown.web.seating import kind_or_refused, make_table, start
from boomtown.web.site import Site, language, site
from boomtown.web.sockets import LARGEST_MESSAGE, Connection
from boomtown.web.tablepage import names_at, page_of, plain_wording
from boomtown.web.tables import invite_url, sock

api = Blueprint("api", __name__, url_prefix="/api")

LISTED = 50
CODE = re.compile(r"[a-z0-9-]{1,40}")
MATCH = re.compile(r"[A-Za-z0-9_-]{1,32}")
POLICY_VIOLATION = 1008
TOKEN_SECONDS = 10
"""How long a socket may stay silent before it has said whose it is."""


# --- who is asking ------------------------------------------------------------------------------


class Caller(Struct, frozen=True):
    """Whoever is asking about a table: a seat of it, its host, or a spectator."""

    room: Room
    seat: Seat | None = None
    host: bool = False

    @property
    def place(self) -> SeatInfo:
        """The seat of whoever is asking, with the player who sits there."""
        return self.room.table.seats[self.seated()]

    def seated(self) -> Seat:
        """The number of that seat."""
        if self.seat is None:
            raise unauthorized() if not self.host else Refused(Refusal("boomtown.table.seated"))
        return self.seat

    def hosting(self) -> TableInfo:
        """The table, for its host alone."""
        if not self.host:
            raise unauthorized() if self.seat is None else Refused(Refusal("boomtown.table.host"))
        return self.room.table


def unauthorized() -> Unauthorized:
    """A token is missing, or it is not of this table, or another one has taken its place."""
    return Unauthorized(www_authenticate=WWWAuthenticate("bearer"))


def sent_token() -> str | None:
    """The token of the request; never from its address, which ends up in logs."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def known(room: Room, token: str) -> Caller | None:
    """Whose token this is at a table, as it stands now."""
    table = room.table
    seat = table.seat_of_token(token)
    host = table.is_host_token(token)
    return None if seat is None and not host else Caller(room, seat, host)


def room_of(code: str) -> Room:
    """The room of a table, whoever is asking."""
    room = site().rooms.get(code) if CODE.fullmatch(code) else None
    if room is None:
        abort(404)
    return room


def caller_at(code: str) -> Caller:
    """Whoever is asking about a table, if they may."""
    room, token = room_of(code), sent_token()
    caller = Caller(room) if token is None else known(room, token)
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
    book = rulebook_of(game.package)
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


@api.get("/games/<id>")
@operation(GAMES, GameFacts)
def get_game(id: str, query: InLanguage) -> GameFacts:
    """Tells about one game."""
    return facts_of(game_or_404(id), query.lang or language())


@api.get("/games/<id>/rules")
@operation(GAMES, Rules)
def get_rules(id: str, query: InLanguage) -> Rules:
    """Gives a game's rulebook."""
    lang = query.lang or language()
    return Rules(id, lang, rulebook_of(game_or_404(id).package).rules(lang))


# --- tables -------------------------------------------------------------------------------------


def table_facts(room: Room) -> TableFacts:
    """What everybody may know of a table."""
    table = room.table
    return TableFacts(
        code=table.code,
        url=url_for("tables.table", code=table.code, _external=True),
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
    )


def progress_of(room: Room) -> int | None:
    """How far along a match is, where the game can say that."""
    measure = page_of(room.game).progress
    with room.lock:
        live = room.live
        if measure is None or live is None:
            return None
        return measure(live.match.view(None)).done


@api.get("/tables")
@operation(TABLES, Tables)
def list_tables(query: InPhase) -> Tables:
    """Lists the tables that everybody may see."""
    here = site()
    rooms = [here.rooms.get(table.code) for table in here.tables.listed(Phase(query.phase), LISTED)]
    return Tables([table_facts(room) for room in rooms if room is not None])


@api.post("/tables")
@operation(TABLES, Made, status=201, also=(409, 413, 415))
def make(json: NewTable) -> tuple[Made, int]:
    """Makes a table.

    Its host has no seat yet, and need not take one.
    """
    here, game = site(), game_or_404(json.game)
    checked_options(game, json.seats, dict(json.options))
    host = here.people.add(clean_name(json.name) or guest_name(), language())
    table = make_table(
        here,
        game,
        seats=json.seats,
        options=dict(json.options),
        host=host.id,
        language=host.language,
        clock=json.clock,
        listed=json.listed,
    )
    token = here.tables.new_host_token(table.code)
    return Made(table.code, token, invite_url(table), table_facts(room_of(table.code))), 201


@api.get("/tables/<code>")
@operation(TABLES, TableFacts, token="may")
def get_table(code: str) -> TableFacts:
    """Tells what everybody may know of a table."""
    return table_facts(caller_at(code).room)


@api.post("/tables/<code>/seats")
@operation(TABLES, Seated, status=201, token="may", also=(409, 413, 415))
def sit(code: str, json: Sitting) -> tuple[Seated, int]:
    """Sits a new player down, and gives the token of that seat."""
    here, room = site(), room_of(code)
    if not (json.invite and json.invite == room.table.invite):
        caller_at(code)
    number = free_seat(room.table, json.seat)
    player = here.people.add(clean_name(json.name) or guest_name(), language())
    here.tables.sit(code, number, player.id, json.contribution)
    token = here.tables.new_token(code, number)
    return Seated(number, token, table_facts(room)), 201


def free_seat(table: TableInfo, wanted: int | None) -> Seat:
    """The seat that is wanted, or the first free one."""
    if table.phase is not Phase.OPEN:
        raise Refused(Refusal("boomtown.table.begun"))
    number = next((seat.number for seat in table.seats if wanted in (None, seat.number)), None)
    free = [seat.number for seat in table.seats if seat.free]
    if wanted is not None and wanted >= len(table.seats):
        raise Refused(Refusal("boomtown.table.seat", number=wanted + 1))
    if not free or (wanted is not None and wanted not in free):
        raise Refused(Refusal("boomtown.table.taken", seat=number))
    return free[0] if wanted is None else Seat(wanted)


@api.delete("/tables/<code>/seats/<int:seat>")
@operation(TABLES, TableFacts, token="must", also=(409,))
def stand(code: str, seat: int) -> TableFacts:
    """Stands up, or clears a seat as the host.

    In the middle of a match a bot stands in for whoever leaves with the seat's own token; the host
    clears seats only before it.
    """
    here, caller = site(), caller_at(code)
    if caller.seat != seat:
        here.tables.clear_seat(code, seat, caller.hosting().host)
    elif caller.room.table.phase is Phase.OPEN:
        here.tables.stand(code, player_of(caller.place))
    else:
        here.tables.leave(code, player_of(caller.place), best_bot(caller.room.game))
        here.tables.note(code, player_of(caller.place), caller.place.name, "left")
    return table_facts(caller.room)


def player_of(place: SeatInfo) -> str:
    """Who sits on a seat with a token."""
    assert place.player is not None, "only players have tokens"
    return place.player


@api.post("/tables/<code>/back")
@operation(TABLES, TableFacts, token="must", also=(409,))
def come_back(code: str) -> TableFacts:
    """Takes the seat back from the bot that stands in."""
    here, caller = site(), caller_at(code)
    here.tables.come_back(code, player_of(caller.place))
    here.tables.note(code, player_of(caller.place), caller.place.name, "back")
    return table_facts(caller.room)


@api.post("/tables/<code>/bots")
@operation(TABLES, TableFacts, token="must", also=(409, 413, 415))
def put_bot(code: str, json: BotSitting) -> TableFacts:
    """Puts a bot on a seat. For the host."""
    caller = caller_at(code)
    table, game = caller.hosting(), caller.room.game
    kind = kind_or_refused(game, json.kind or best_bot(game))
    site().tables.put_bot(code, json.seat, kind, table.host)
    return table_facts(caller.room)


@api.post("/tables/<code>/start")
@operation(TABLES, Begun, token="must", also=(409,))
def begin(code: str) -> Begun:
    """Starts the match, once every seat is taken. For the host."""
    return Begun(start(site(), caller_at(code).hosting()))


# --- playing ------------------------------------------------------------------------------------


@api.get("/tables/<code>/view")
@operation(PLAY, Seen, token="may", also=(409,))
def see(code: str, query: FromLine) -> Seen:
    """Shows the match as the token's seat sees it; without one, as a spectator does."""
    caller = caller_at(code)
    with caller.room.lock:
        return seen_by(caller.seat, caller.room.playing(), query.log)


def seen_by(seat: Seat | None, live: LiveMatch, since: int | None) -> Seen:
    """What a seat sees, and the lines of its log from one of them on."""
    match = live.match
    view, lines = match.view(seat), match.log.visible_to(seat)
    return Seen(
        number=view.number,
        view=view,
        question=asked_of(seat, live),
        log=[] if since is None else lines[since:],
        log_length=len(lines),
    )


def asked_of(seat: Seat | None, live: LiveMatch) -> Asked | None:
    """What a seat is asked, with the answer that it has put aside."""
    question = None if seat is None else live.match.question(seat)
    if question is None:
        return None
    given = sealed_by(site(), live, seat)
    return Asked(**(question.describe() | ({} if given is None else {"given": given})))


@api.post("/tables/<code>/answer")
@operation(PLAY, Taken, token="must", also=(409, 413, 415))
def answer(code: str, json: Given) -> Taken:
    """Answers a question of the match."""
    caller = caller_at(code)
    caller.room.answer(caller.seated(), json.answer, number=json.number)
    return Taken(number=json.number)


@api.post("/tables/<code>/undo")
@operation(PLAY, Taken, token="must", also=(409,))
def undo(code: str) -> Taken:
    """Takes the seat's last answer back, if nothing has been learned since."""
    caller = caller_at(code)
    caller.room.undo(caller.seated())
    return Taken()


@api.get("/tables/<code>/chat")
@operation(PLAY, Talk, token="may")
def hear(code: str, query: AfterMessage) -> Talk:
    """Gives what was said at the table after a message."""
    caller_at(code)
    messages = site().tables.chat(code, query.after)
    return Talk([Said(m.id, m.name, m.kind, m.text, m.at) for m in messages])


@api.post("/tables/<code>/chat")
@operation(PLAY, Taken, token="must", also=(409, 413, 415))
def say(code: str, json: Saying) -> Taken:
    """Says something at the table."""
    speak(site(), caller_at(code).place, code, json.text)
    return Taken()


def speak(here: Site, place: SeatInfo, code: str, text: str) -> None:
    """Somebody on a seat says something; only what can be printed is kept."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    here.tables.say(code, player_of(place), place.name, printable)


@api.get("/matches/<id>/file")
@operation(PLAY, None, also=(409,))
def match_file(id: str) -> Response:
    """Gives a finished match as a file that can be replayed and checked.

    One JSON value a line; `boomtown verify` reads it.
    """
    stored = site().matches.get(id) if MATCH.fullmatch(id) else None
    if stored is None or stored.base is not None:
        abort(404)
    if stored.outcome is None:
        raise Refused(Refusal("boomtown.table.ended"))
    match = site().matches.replayed(find_game(stored.game), stored, len(site().matches.lines(id)))
    return Response(export(match), mimetype="application/jsonl")


# --- the socket ---------------------------------------------------------------------------------


class First(Struct, frozen=True):
    """How a socket without a header begins: with its token, or as a spectator's."""

    do: Literal["token", "watch"]
    token: str = ""


class TokenFeed(ViewFeed):
    """The view of whoever holds a token, as long as it counts."""

    def __init__(self, socket: Server, caller: Caller, token: str | None) -> None:
        super().__init__(caller.room, caller.seat)
        self._socket = socket
        self._caller = caller
        self._token = token

    def next(self) -> list[str]:
        if not still_counts(self._caller, self._token):
            self._socket.close(POLICY_VIOLATION)
            self._socket.event.set()  # whoever waits for a message need not wait for a farewell
            return []
        return super().next()


def still_counts(caller: Caller, token: str | None) -> bool:
    """Whether a token is still whose it was."""
    return token is None or known(caller.room, token) == caller


@api.before_request
def check() -> None:
    """Limits the size of what is sent, and turns a wrong token away before a socket opens."""
    request.max_content_length = LARGEST_MESSAGE
    if request.endpoint == "api.live":
        code = (request.view_args or {})["code"]
        room_of(code) if sent_token() is None else caller_at(code)


@sock.route("/tables/<code>/socket", bp=api)  # type: ignore[untyped-decorator]  # flask-sock has no types
def live(socket: Server, code: str) -> None:
    """Everything that happens at a table, as a seat or a spectator sees it, as it happens."""
    here, room, spoken = site(), room_of(code), language()
    token = sent_token()
    if token is None:
        token = first_token(socket)
    caller = Caller(room) if token is None else known(room, token)
    if caller is None or (token is None and not room.table.listed):
        socket.close(POLICY_VIOLATION)
        return

    def seat() -> Seat | None:
        return caller.seat if still_counts(caller, token) else None

    def say_it(text: str) -> None:
        number = seat()
        if number is None:
            raise Refused(Refusal("boomtown.table.seated"))
        speak(here, room.table.seats[number], code, text)

    Connection(
        socket,
        room,
        TokenFeed(socket, caller, token),
        seat=seat,
        wording=lambda: plain_wording(room.game, spoken, names_at(room.table)),
        speak=say_it,
        acknowledge=True,
        limited=here.settings.limits,
    ).serve()


def first_token(socket: Server) -> str | None:
    """The token in the first message of a socket; None for a spectator's."""
    message = socket.receive(timeout=TOKEN_SECONDS)
    try:
        first = msgspec.json.decode(message or b"", type=First)
    except msgspec.DecodeError:
        socket.close(POLICY_VIOLATION)
        raise ConnectionClosed from None
    return first.token if first.do == "token" else None


# --- the description ----------------------------------------------------------------------------


@api.get("/openapi.json")
def description() -> Response:
    """The description of the API for machines."""
    return Response(msgspec.json.encode(spec.spec), mimetype="application/json")
