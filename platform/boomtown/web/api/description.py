"""The API's own description: what its operations take and give, as OpenAPI.

The types here are the ones that requests are read into and answers are written from, so that the
description cannot say anything else than the code does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

import msgspec
from flask import Request
from flask.wrappers import Response
from msgspec import Meta, Struct
from spectree import Response as Responses
from spectree import SecurityScheme, SpecTree, Tag
from spectree.model_adapter.msgspec_adapter import MsgspecModelAdapter
from spectree.models import SecureType, SecuritySchemeData
from spectree.plugins.base import Context
from spectree.plugins.flask_plugin import FlaskPlugin
from werkzeug.exceptions import UnsupportedMediaType

from boomtown.core.errors import Arg, InvalidAnswer
from boomtown.core.log import Entry
from boomtown.core.options import OptionField
from boomtown.core.view import View
from boomtown.rulebook.book import Rule
from boomtown.search import Kind as FoundKind
from boomtown.search.index import MOST_HITS, SHOWN
from boomtown.store.tables import LONGEST_MESSAGE, MOST_SEATS
from boomtown.web.tables.forms import from_json

Language = Literal["en", "es", "ru"]
ThinkingName = Literal["brief", "usual", "long"]
ClockName = Literal["off", "quick", "standard", "relaxed", "slow", "day"]
Position = Annotated[int, Meta(ge=0, lt=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS, description="Counted from 0.")]
Kind = Annotated[str, Meta(max_length=40)]


def says(description: str, **limits: Any) -> Meta:
    """What a field is for, and what it may hold."""
    return Meta(description=description, **limits)


# --- what is sent -------------------------------------------------------------------------------


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever comes from outside: a field that nobody knows is a mistake."""


class InLanguage(Sent, frozen=True):
    """Which language to speak."""

    lang: Annotated[
        Language | None, says("Without it, the one that the Accept-Language header asks for.")
    ] = None


class Sought(InLanguage, frozen=True):
    """What is looked for."""

    q: Annotated[
        str, says("Words, in any language; the caller's counts first.", max_length=200)
    ] = ""
    kind: Annotated[FoundKind | None, says("Only places of this kind.")] = None
    game: Annotated[
        str, says("Only places of this game; `boomtown` is the site.", max_length=60)
    ] = ""
    limit: Annotated[int, says("At most so many places.", ge=1, le=MOST_HITS)] = SHOWN


class InPhase(Sent, frozen=True):
    """Which tables."""

    phase: Annotated[
        Literal["open", "playing"], says("With free seats or ready to start, or with a match.")
    ] = "open"


class FromLine(Sent, frozen=True):
    """How much of the log."""

    log: Annotated[Position | None, says("From which line on; without it, none.")] = None


class AfterMessage(Sent, frozen=True):
    """How much of the talk."""

    after: Annotated[Position, says("The id of the last message that is known already.")] = 0


class NewTable(Sent, frozen=True):
    """A table to be made."""

    game: Annotated[str, says("The id of an installed game.", max_length=60)]
    seats: Annotated[int, says("How many play.", ge=1, lt=MOST_SEATS)]
    options: Annotated[
        dict[str, bool | int | str],
        says("As the game's options say; whatever is left out has its default."),
    ] = {}
    clock: Annotated[ClockName, says("How long a question may take.")] = "off"
    thinking: Annotated[ThinkingName, says("A marshal's: 0.3, 1 or 3 seconds.")] = "usual"
    all_seeing: Annotated[bool, says("Whether those who are out see everything.")] = False
    listed: Annotated[bool, says("Whether all may see it; else those with a link or token.")] = True
    name: Annotated[str, says("The host's; cut to 24 characters.", max_length=200)] = ""


class Sitting(Sent, frozen=True):
    """Somebody who wants to sit down."""

    name: Annotated[str, says("What others read; cut to 24 characters.", max_length=200)]
    seat: Annotated[SeatNumber | None, says("Without it, the first free one.")] = None
    contribution: Annotated[
        str,
        says("Anything random: it is mixed into the chance of the match.", pattern="^[!-~]{0,64}$"),
    ] = ""
    invite: Annotated[
        str,
        says(
            "The last part of the invitation's link, where the table is not listed and the "
            "request has no token of it.",
            max_length=32,
        ),
    ] = ""


class Pause(Sent, frozen=True):
    """Whether the match is to stand still."""

    stop: Annotated[
        bool, says("Whether to ask for a pause or agree to one, or else to decline or go on.")
    ]


class BotSitting(Sent, frozen=True):
    """A bot to be put on a seat."""

    seat: SeatNumber
    kind: Annotated[Kind | None, says("A level or one of the game's own; else a deputy.")] = None


class Given(Sent, frozen=True):
    """An answer to a question."""

    number: Annotated[int, says("The number of the question that is meant.")]
    answer: Annotated[Any, says("Plain JSON, as the kind of the choice wants it.")]


class Saying(Sent, frozen=True):
    """Something to be said at a table."""

    text: Annotated[str, Meta(max_length=LONGEST_MESSAGE)]


# --- what is answered ---------------------------------------------------------------------------


class Fault(Struct, frozen=True):
    """Why something was not done. Every 4xx looks like this."""

    ok: Literal[False]
    error: Annotated[str, says("A sentence for people.")]
    rule: Annotated[str | None, says("The rule that forbids it, if a rule does.")]


class GameFacts(Struct, frozen=True):
    """An installed game."""

    id: str
    title: str
    summary: str
    version: str
    seats: Annotated[list[int], says("How many can play.")]
    options: tuple[OptionField, ...]
    bots: Annotated[list[str], says("Kinds of bots that can play it.")]
    languages: list[str]


class Games(Struct, frozen=True):
    """All installed games."""

    games: list[GameFacts]


class Rules(Struct, frozen=True):
    """A game's rulebook."""

    game: str
    language: str
    rules: list[Rule]


class SeatFacts(Struct, frozen=True):
    """A place at a table, as everybody sees it."""

    seat: int
    name: Annotated[str, says("Empty on a free seat.")]
    bot: Annotated[str | None, says("The kind of bot that answers here now.")]
    away: Annotated[bool, says("Whether that bot stands in for a player.")]
    free: bool
    gone: Annotated[
        int | None,
        says("For how many seconds a player has not been here; null while they are, and for bots."),
    ] = None


class TableFacts(Struct, frozen=True, kw_only=True):
    """A table, as everybody sees it who may see it."""

    code: str
    url: Annotated[str, says("Its page for people.")]
    game: str
    options: dict[str, bool | int | str]
    seats: list[SeatFacts]
    clock: ClockName
    thinking: ThinkingName
    all_seeing: bool
    listed: bool
    language: str
    phase: Literal["open", "playing", "ended"]
    progress: Annotated[int | None, says("Of a hundred, where a game can say that.")]
    commitment: Annotated[str, says("The SHA-256 of the seed, fixed when the table was made.")]
    match: Annotated[str | None, says("The id of the match, once it has begun.")]
    successor: Annotated[str | None, says("The code of the table of the rematch.")]
    paused: Annotated[bool, says("Whether the clock and the bots stand still.")]
    pause_wanted: Annotated[
        list[int], says("The seats that want a pause, while others have not agreed yet.")
    ]


class Tables(Struct, frozen=True):
    """Listed tables, the liveliest first."""

    tables: list[TableFacts]


class Made(Struct, frozen=True):
    """A new table."""

    code: str
    token: Annotated[
        str, says("The host's: it seats bots, clears seats and starts. It is told only here.")
    ]
    invite: Annotated[str, says("The link that lets people in.")]
    table: TableFacts


class Seated(Struct, frozen=True):
    """Somebody who has sat down."""

    seat: int
    token: Annotated[
        str, says("The seat's: it sees the seat's view and answers. It is told only here.")
    ]
    table: TableFacts


class KickedGuest(Struct, frozen=True):
    """Somebody who was asked to leave."""

    player: Annotated[str, says("With which the host forgives them.")]
    name: str


class Kicked(Struct, frozen=True):
    """Who was asked to leave a table."""

    players: list[KickedGuest]
    invite: Annotated[
        str, says("The invitation that works now: a kick at a table that is not listed changes it.")
    ]


class Begun(Struct, frozen=True):
    """A match that has begun."""

    match: str


class Asked(Struct, frozen=True):
    """What a seat is asked."""

    seat: int
    number: Annotated[int, says("Which question of the match it is; an answer names it.")]
    rule: str
    key: Annotated[str, says("The name of the question in the rulebook's files.")]
    args: dict[str, Arg]
    choice: Annotated[dict[str, Any], says("What may be answered, by its `kind`.")]
    given: Annotated[Any, says("The answer that the seat has sealed and may still replace.")]
    seconds: Annotated[int | None, says("How long a person should need.")]


class Seen(Struct, frozen=True, kw_only=True):
    """What a seat or a spectator sees, as the socket sends it too."""

    type: Literal["view"] = "view"
    number: Annotated[int, says("How many questions have been settled.")]
    view: Annotated[View[Any], says("What the seat may not know is not in it.")]
    question: Asked | None
    log: list[Entry]
    log_length: Annotated[int, says("How many lines the log has for this seat.")]


class Offers(Struct, frozen=True):
    """Answers that are allowed."""

    number: Annotated[int, says("The number of the question.")]
    offers: Annotated[list[Any], says("Each of them could be the answer; 256 at most.")]


class Taken(Struct, frozen=True):
    """Something that was done."""

    ok: Literal[True] = True
    number: Annotated[int | None, says("The number of the question that was answered.")] = None


class Said(Struct, frozen=True):
    """Something that was said at a table, or that the table notes by itself."""

    id: int
    name: str
    kind: Annotated[
        str,
        says(
            "`said`, or what the table notes: `left`, `back`, `late`, `lost`, `nudge`, `vote`, "
            "`voted`, `asks`, `declined`, `paused`, `resumed`, `spent`."
        ),
    ]
    text: Annotated[str, says("What was said; for `nudge` and `vote`, the seat it is about.")]
    at: Annotated[int, says("Milliseconds of the Unix epoch.")]


class Talk(Struct, frozen=True):
    """What was said, the last part of it."""

    messages: list[Said]


# --- the description ----------------------------------------------------------------------------

DESCRIPTION = """\
Tables, seats, views and answers for programs: bots, other clients, tournaments.

A token belongs to one seat of one table, or to the table's host. It travels in the header
`Authorization: Bearer TOKEN` and nowhere else. Whoever has no token is a spectator.

`/api/tables/{code}/socket` is a WebSocket with the same token: it sends a `view` message whenever
something has changed for the seat, and takes `{"do": "answer", "number": n, "answer": …}`,
`{"do": "undo"}`, `{"do": "say", "text": …}` and `{"do": "again"}`.
"""
GAMES = Tag("games", "What can be played.")
TABLES = Tag("tables", "Where it is played, and by whom.")
PLAY = Tag("play", "Seeing and answering.")
TOKEN = "token"
LINES = "application/jsonl"
COMMON = (400, 422, 429)
BODY = (413, 415)
PARAMETERS = {
    "game": "The id of a game.",
    "code": "The code of a table, such as dusty-mule-4821.",
    "seat": "The number of a seat, counted from 0.",
    "player": "A player who was asked to leave, as the list of them names them.",
    "match": "The id of a match.",
}


class Backend(FlaskPlugin):
    """Reads requests strictly: a number is a number, and an unknown field is a mistake."""

    def request_validation(
        self, request: Request, query: Any, json: Any, form: Any, headers: Any, cookies: Any
    ) -> None:
        try:
            asked = query and msgspec.convert(_single(request), query, strict=False)
        except msgspec.DecodeError as error:
            raise InvalidAnswer("", str(error)) from None
        sent = json and from_json(_body(request), json)
        request.context = Context(asked, sent, None, None, None)  # type: ignore[attr-defined]  # spectree's place for it

    def get_func_operation_id(self, func: Callable[..., Any], path: str, method: str) -> str:
        return func.__name__


def _single(request: Request) -> dict[str, str]:
    for name, values in request.args.lists():
        if len(values) > 1:
            raise InvalidAnswer(name, "given more than once")
    return request.args.to_dict()


def _body(request: Request) -> bytes:
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    return request.get_data()


spec = SpecTree(
    backend=Backend,
    model_adapter=cast("Any", MsgspecModelAdapter()),  # its own types say it is none
    mode="strict",
    title="Boomtown",
    version="1",
    description=DESCRIPTION,
    path="-",
    validation_error_model=Fault,
    naming_strategy=lambda model: model.__name__,
    nested_naming_strategy=lambda _parent, child: child.removesuffix("_Any_"),
    security_schemes=[
        SecurityScheme(
            name=TOKEN,
            data=SecuritySchemeData(
                SecureType.HTTP, "The token of a seat, or of the host.", scheme="bearer"
            ),
        )
    ],
)


def operation(
    tag: Tag,
    gives: type[Struct] | None,
    *,
    status: int = 200,
    token: Literal["none", "may", "must"] = "none",
    faults: tuple[int, ...] = (),
) -> Callable[[Callable[..., object]], Callable[..., Response]]:
    """Describes an operation, reads what it takes, and writes what it gives.

    ``token`` says whether a token may or must be sent; ``faults`` what may go wrong beside that
    which may always go wrong.
    """
    codes = {*COMMON, *faults, *(() if token == "none" else (401,))}
    models: dict[str, Any] = {f"HTTP_{code}": Fault for code in sorted(codes)}
    security: dict[str, list[dict[str, list[str]]]] = {
        "none": [],
        "may": [{}, {TOKEN: []}],
        "must": [{TOKEN: []}],
    }
    return spec.validate(
        resp=Responses(**{f"HTTP_{status}": gives}, **models),
        tags=[tag],
        security=security[token],
        path_parameter_descriptions=PARAMETERS,
    )


# --- for people ---------------------------------------------------------------------------------

KINDS = {
    "one": '"beer"',
    "several": "[0, 3]",
    "ordered": '["left", "right"]',
    "number": "4",
    "split": '{"1": 2, "3": 1}',
    "point": "[120, 340]",
    "path": "[[10, 20], [30, 40]]",
    "combination": '{"die": 0, "target": 2}',
    "alternatives": '{"shoot": 2}',
}
"""Every kind of choice, with an answer to it."""
HEARD = {
    "view": '{"type": "view", "number": 12, "view": {…}, "question": {…}, "log": […]}',
    "taken": '{"type": "taken", "number": 12}',
    "refused": '{"type": "refused", "rule": "boomtown.answer.number", "error": "…"}',
    "stopped": '{"type": "stopped", "rule": "boomtown.table.stopped", "key": "…", "args": {…}}',
    "invalid": '{"type": "invalid", "field": "target", "error": "…"}',
}
"""Every message that a socket sends."""
SENT = {
    "answer": '{"do": "answer", "number": 12, "answer": [0, 3]}',
    "undo": '{"do": "undo"}',
    "say": '{"do": "say", "text": "Draw."}',
    "again": '{"do": "again"}',
}
"""Every message that a socket takes."""


class Operation(Struct, frozen=True):
    """One line of the page that describes the API to people."""

    method: str
    path: str
    id: str
    tag: str


def operations() -> list[Operation]:
    """All operations, as the page lists them: by what they are about."""
    order = [tag.name for tag in (GAMES, TABLES, PLAY)]
    found = [
        Operation(method.upper(), path, told["operationId"], told["tags"][0])
        for path, methods in spec.spec["paths"].items()
        for method, told in methods.items()
    ]
    return sorted(found, key=lambda operation: order.index(operation.tag))
