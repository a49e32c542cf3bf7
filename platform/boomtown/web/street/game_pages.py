"""What the site says about a game: its card on the street, its page, its place among the plugins.

A plugin may ship ``page/<language>.toml``: a pitch, goals, and the rules to know first. A game
without it is introduced by its rulebook.
"""

from __future__ import annotations

import logging
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.bots.kinds import DEPUTY, offered_kinds
from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.options import OptionField, form_of
from boomtown.plugins import Listing
from boomtown.rulebook.book import FIRST_LANGUAGE, Rulebook
from boomtown.rulebook.complete import gaps, untranslated
from boomtown.rulebook.numbers import book_of, numbers_of, put_in
from boomtown.rulebook.wording import Wording
from boomtown.testing.report import Report
from boomtown.web.words import site_wording

log = logging.getLogger(__name__)
FIRST_TOPICS = ("goal", "turn", "dice", "elimination", "end", "victory")
"""Where a newcomer begins to read, in a game that does not say so itself."""
MOST_FIRST_RULES = 4


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to win."""

    title: str
    text: str
    icon: str = ""


class CountRow(Struct, frozen=True, forbid_unknown_fields=True):
    """How many of one thing there are, by number of seats."""

    name: str
    counts: tuple[int, ...]


class BySeats(Struct, frozen=True, forbid_unknown_fields=True):
    """What depends on the number of seats."""

    caption: str
    rows: tuple[CountRow, ...]


class FirstRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule worth knowing first, told briefly."""

    rule: str
    title: str
    text: str
    icons: tuple[str, ...] = ()


class PrimerPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a turn, or what a symbol does, told briefly."""

    title: str
    text: str
    icon: str = ""


class PageText(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a plugin's ``page`` folder."""

    pitch: str
    short: str
    minutes: int | None = None
    usual_seats: int | None = None
    signs: tuple[str, ...] = ()
    """What is painted on its house."""
    goals: tuple[Goal, ...] = ()
    by_seats: BySeats | None = None
    first: tuple[FirstRule, ...] = ()
    turn: tuple[PrimerPart, ...] = ()
    """A turn or round, one thing after another."""
    symbols: tuple[PrimerPart, ...] = ()
    """What the faces, cards and tokens do."""
    sources: dict[str, str] = {}
    """What the short names of its rules' sources stand for."""


class OptionView(Struct, frozen=True):
    """One line of the form of a new table."""

    name: str
    kind: str
    label: str
    help: str
    default: bool | int | str
    least: int | None
    most: int | None
    of: tuple[tuple[str, str], ...]

    @property
    def field(self) -> str:
        """Its name in the form."""
        return f"o.{self.name}"


class GamePage(Struct, frozen=True, kw_only=True):
    """A game as its card and its page show it."""

    id: str
    title: str
    summary: str
    short: str
    pitch: str
    signs: tuple[str, ...]
    seats: range
    seats_text: str
    usual_seats: int
    has_out: bool
    """Whether somebody can be out before the end."""
    minutes: int | None
    rules: int
    goals: tuple[Goal, ...]
    by_seats: BySeats | None
    first: tuple[FirstRule, ...]
    turn: tuple[PrimerPart, ...]
    symbols: tuple[PrimerPart, ...]
    modules: tuple[OptionView, ...]
    """The options that bring in a module of the rulebook."""
    others: tuple[OptionView, ...]
    bots: tuple[tuple[str, str], ...]
    usual_bot: str
    usual_bot_name: str
    tempers: tuple[tuple[str, str], ...] = ()
    only: str = ""
    """Which languages it speaks, in words, where it does not speak them all."""
    lang: str
    """The language that its texts are really in."""

    @property
    def url(self) -> str:
        """Where its page is."""
        return f"/games/{self.id}"


class Plug(Struct, frozen=True, kw_only=True):
    """An installed game as the page of plugins lists it, or what is wrong with it."""

    id: str
    title: str
    distribution: str
    version: str = ""
    summary: str = ""
    seats_text: str = ""
    rules: int = 0
    languages: str = ""
    api: str = ""
    missing: int = 0
    only: str = ""
    """As on its page."""
    own_board: bool = False
    bots: tuple[str, ...] = ()
    error: str | None = None
    report: Report | None = None
    """How this very version has stood the check here, where anybody has checked it."""


class InvalidPageText(BoomtownError):
    """How a game introduces itself cannot be read; the message names the file."""


@cache
def page_text(package: str, language: str) -> PageText | None:
    """What a plugin says about itself, in a language or else in the first one.

    What cannot be read harms no page of the site: it is as if it were not there.
    """
    for code in (language, FIRST_LANGUAGE):
        try:
            if (told := read_page_text(package, code)) is not None:
                return told
        except InvalidPageText as error:
            log.exception("how %s introduces itself", package, exc_info=error)
    return None


def read_page_text(package: str, code: str) -> PageText | None:
    """The file of a language, if there is one, or ``InvalidPageText``."""
    path = files(package) / "page" / f"{code}.toml"
    if not path.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), PageText)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidPageText(f"{package}/page/{code}.toml: {error}") from None
    except msgspec.ValidationError as error:
        fields = ", ".join(PageText.__struct_fields__)
        told = f"{package}/page/{code}.toml: {error} (it may have: {fields})"
        raise InvalidPageText(told) from None


@cache
def game_page(game: Game[Any, Any], language: str) -> GamePage:
    """A game's card and page in a language."""
    book = book_of(game)
    wording = Wording(book, language)
    told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
    text = page_text(game.package, language) or PageText(told.summary, told.summary)
    numbers = dict(numbers_of(game))
    spoken = language if has_page_text(game.package, language) else FIRST_LANGUAGE
    plurals = book.languages.get(spoken, book.languages[FIRST_LANGUAGE]).plurals
    filled = put_in(msgspec.to_builtins(text), numbers, spoken, plurals)
    text = msgspec.convert(filled, PageText)
    options = [_option(field, wording, book, language) for field in form_of(game.options)]
    modules = {rule.module for rule in book.rules()}
    return GamePage(
        id=game.id,
        title=told.title,
        summary=told.summary,
        short=text.short,
        pitch=text.pitch,
        signs=text.signs or (told.title,),
        seats=game.seats,
        seats_text=_seats_text(game, language),
        usual_seats=text.usual_seats or game.seats[len(game.seats) // 2],
        has_out=game.out is not None,
        minutes=text.minutes,
        rules=len(book.ids),
        goals=text.goals,
        by_seats=text.by_seats,
        first=text.first or _first_rules(book, language),
        turn=text.turn,
        symbols=text.symbols,
        modules=tuple(option for option in options if option.name in modules),
        others=tuple(option for option in options if option.name not in modules),
        bots=tuple((kind, wording.name("bot", kind)) for kind in offered_kinds(game)),
        usual_bot=DEPUTY,
        usual_bot_name=wording.name("bot", DEPUTY),
        tempers=tuple((temper, wording.name("temper", temper)) for temper in game.tempers),
        only=_only(book, language),
        lang=language if language in book.languages else FIRST_LANGUAGE,
    )


def _only(book: Rulebook, language: str) -> str:
    """``English only``; nothing where a book is in all languages."""
    if not untranslated(book):
        return ""
    return site_wording(language).say("game.only", languages=list(book.languages))


def has_page_text(package: str, language: str) -> bool:
    """Whether a plugin introduces itself in a language."""
    return (files(package) / "page" / f"{language}.toml").is_file()


def plug(listing: Listing, language: str, report: Report | None = None) -> Plug:
    """An installed game among the plugins; of a report only one of the same version counts."""
    game = listing.game
    if game is None:
        return Plug(
            id=listing.id,
            title=listing.id,
            distribution=listing.distribution,
            error=listing.error,
        )
    page, book = game_page(game, language), book_of(game)
    return Plug(
        id=game.id,
        title=page.title,
        distribution=listing.distribution,
        version=game.version,
        summary=page.summary,
        seats_text=page.seats_text,
        rules=page.rules,
        languages=" ".join(code.upper() for code in book.languages),
        api=game.api,
        missing=_gaps_in(game),
        only=page.only,
        own_board=game.page is not None,
        bots=tuple(name for _, name in page.bots),
        report=report if report is not None and report.version == game.version else None,
    )


@cache
def _gaps_in(game: Game[Any, Any]) -> int:
    """How much is missing in a game's rulebook, counted once."""
    return len(gaps(book_of(game)))


def _seats_text(game: Game[Any, Any], language: str) -> str:
    least, most = game.seats[0], game.seats[-1]
    return site_wording(language).say("seats.range", least=least, most=most)


def _option(field: OptionField, wording: Wording, book: Rulebook, language: str) -> OptionView:
    label, help = wording.option(field.name)
    values: dict[str, str] = {}
    for code in (FIRST_LANGUAGE, language):
        if code in book.languages and field.name in book.languages[code].options:
            values |= book.languages[code].options[field.name].values
    of = tuple((str(value), values.get(str(value), str(value))) for value in field.of)
    return OptionView(
        field.name, field.kind, label, help, field.default, field.least, field.most, of
    )


def _first_rules(book: Rulebook, language: str) -> tuple[FirstRule, ...]:
    """The first rule of each topic that a newcomer reads first."""
    found = [rules[0] for topic in FIRST_TOPICS if (rules := book.rules(language, topic))]
    return tuple(FirstRule(r.id, r.title, r.text) for r in found[:MOST_FIRST_RULES])
