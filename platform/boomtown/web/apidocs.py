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
from boomtown.store.tables import LONGEST_MESSAGE

Language = Literal["en", "es", "ru"]
ClockName = Literal["off", "quick", "standard", "day"]
SeatNumber = Annotated[int, Meta(ge=0, lt=100, description="Seats are counted from 0.")]
PlayerName = Annotated[
    str, Meta(max_length=200, description="What others read; cut to 24 characters.")
]
Contribution = Annotated[
    str,
    Meta(
        pattern="^[!-~]{0,64}$",
        description="Anything random. It is mixed into the chance of the match.",
    ),
]


# --- what is sent -------------------------------------------------------------------------------


class InLanguage(Struct, frozen=True, forbid_unknown_fields=True):
    """Which language to speak; without it, the one that the Accept-Language header asks for."""

    lang: Language | None = None


class InPhase(Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables."""

    phase: Literal["open", "playing"] = "open"


class FromLine(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of the log."""

    log: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    """From which of its lines on; without it, none."""


class AfterMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of the talk."""

    after: Annotated[int, Meta(ge=0, le=2**31)] = 0


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[int, Meta(ge=1, lt=100)]
    options: dict[str, bool | int | str] = {}
    """As the game's form of options says; whatever is left out has its default."""
    clock: ClockName = "off"
    listed: bool = True
    """Whether everybody may see it; otherwise only those with its link or a token of it."""
    name: PlayerName = ""
    """The host's."""


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to sit down."""

    name: PlayerName
    seat: SeatNumber | None = None
    """The first free one, if it does not matter."""
    contribution: Contribution = ""
    invite: Annotated[str, Meta(max_length=32)] = ""
    """The last part of the invitation's link: needed at a table that is not listed, unless the
    request has a token of that table."""


class BotSitting(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to be put on a seat."""

    seat: SeatNumber
    kind: Annotated[str, Meta(max_length=40)] | None = None
    """One of the game's bots; the game's best, if it does not matter."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question."""

    number: int
    """The number of the question that is meant."""
    answer: Any  # plain JSON, whatever the choice wants


class Saying(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be said at a table."""

    text: Annotated[str, Meta(max_length=LONGEST_MESSAGE)]


# --- what is answered ---------------------------------------------------------------------------


class Fault(Struct, frozen=True):
    """Why something was not done. Every 4xx looks like this."""

    ok: Literal[False]
    error: str
    """A sentence for people."""
    rule: str | None
    """The rule that forbids it, if a rule does."""


class GameFacts(Struct, frozen=True):
    """An installed game."""

    id: str
    title: str
    summary: str
    version: str
    seats: list[int]
    """How many can play."""
    options: tuple[OptionField, ...]
    bots: list[str]
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
    name: str
    """Empty on a free seat."""
    bot: str | None
    """The kind of bot that answers here now."""
    away: bool
    """Whether that bot stands in for a player."""
    free: bool


class TableFacts(Struct, frozen=True, kw_only=True):
    """A table, as everybody sees it who may see it."""

    code: str
    url: str
    """Its page for people."""
    game: str
    options: dict[str, Any]  # plain JSON, as the game's options encode
    seats: list[SeatFacts]
    clock: ClockName
    listed: bool
    language: str
    phase: Literal["open", "playing", "ended"]
    progress: int | None
    """How far along the match is, of a hundred, where a game can say that."""
    commitment: str
    """The SHA-256 of the seed, fixed when the table was made."""
    match: str | None
    """The id of the match, once it has begun."""
    successor: str | None
    """The code of the table of the rematch."""


class Tables(Struct, frozen=True):
    """Listed tables, the liveliest first."""

    tables: list[TableFacts]


class Made(Struct, frozen=True):
    """A new table."""

    code: str
    token: str
    """The host's: it seats bots, clears seats and starts the match. It is told only here."""
    invite: str
    """The link that lets people in."""
    table: TableFacts


class Seated(Struct, frozen=True):
    """Somebody who has sat down."""

    seat: int
    token: str
    """This seat's: it sees the seat's view and answers for it. It is told only here."""
    table: TableFacts


class Begun(Struct, frozen=True):
    """A match that has begun."""

    match: str


class Asked(Struct, frozen=True):
    """What a seat is asked."""

    seat: int
    number: int
    """Which question of the match it is; an answer names it."""
    rule: str
    key: str
    args: dict[str, Arg]
    choice: dict[str, Any]
    """What may be answered, by ``kind``: docs/api.md explains all of them."""
    given: Any
    """The answer that the seat has sealed and may still replace."""
    seconds: int | None


class Seen(Struct, frozen=True, kw_only=True):
    """What a seat or a spectator sees: the same message that the socket sends."""

    type: Literal["view"] = "view"
    number: int
    view: View[Any]
    """A value that the seat may not know is not in it."""
    question: Asked | None
    log: list[Entry]
    log_length: int
    """How many lines the log has for this seat: where to read on."""


class Taken(Struct, frozen=True):
    """Something that was done."""

    ok: Literal[True] = True
    number: int | None = None
    """The number of the question that was answered."""


class Said(Struct, frozen=True):
    """Something that was said at a table, or that the table notes by itself."""

    id: int
    name: str
    kind: str
    """``said``, ``left``, ``back`` or ``late``."""
    text: str
    at: int
    """Milliseconds of the Unix epoch."""


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
COMMON = (404, 422, 429)


class Backend(FlaskPlugin):
    """Reads requests strictly: a number is a number, and an unknown field is a mistake."""

    def request_validation(
        self, request: Request, query: Any, json: Any, form: Any, headers: Any, cookies: Any
    ) -> None:
        try:
            asked = query and msgspec.convert(_single(request), query, strict=False)
            sent = json and msgspec.json.decode(_body(request), type=json)
        except msgspec.DecodeError as error:
            raise InvalidAnswer("", str(error)) from None
        except RecursionError:
            raise InvalidAnswer("", "nested too deeply") from None
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
    nested_naming_strategy=lambda _parent, child: child,
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
    also: tuple[int, ...] = (),
) -> Callable[[Callable[..., object]], Callable[..., Response]]:
    """Describes an operation, reads what it takes, and writes what it gives.

    ``token`` says whether a token may or must be sent; ``also`` names the faults that not every
    operation has.
    """
    faults = {*COMMON, *also, *(() if token == "none" else (401,))}
    models: dict[str, Any] = {f"HTTP_{code}": Fault for code in sorted(faults)}
    security: dict[str, list[dict[str, list[str]]]] = {
        "none": [],
        "may": [{}, {TOKEN: []}],
        "must": [{TOKEN: []}],
    }
    return spec.validate(
        resp=Responses(**{f"HTTP_{status}": gives}, **models),
        tags=[tag],
        security=security[token],
    )
