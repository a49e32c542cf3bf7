"""A profile of each game, readable at a glance, and a chooser over all of them with its reasons.

What is wished for comes from the address: ``players``, ``minutes`` and any number of ``wish``. Most
wishes are about answers (``boomtown.rulebook.queries``); how long a match takes and how early
somebody is out was estimated or measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from boomtown.core.game import Game
from boomtown.lab.facets import FEW, Facet, Setting
from boomtown.rulebook.book import AT, BASE, FIRST_LANGUAGE, TEXT
from boomtown.rulebook.columns import PLAYERS, Column, read_column
from boomtown.rulebook.queries import SOMETIMES, Holds, Wish, holds, likenesses, read_wish, suggest
from boomtown.rulebook.questions import question_texts
from boomtown.rulebook.wording import Wording
from boomtown.search.figures import interval_of
from boomtown.web.compare.charts import figure_text, kept_of, played_variants, shared_seats
from boomtown.web.compare.columns import KEPT, View, books, games_with_books
from boomtown.web.street.game_pages import page_text
from boomtown.web.words import site_wording

CALM = "calm"
"""That nobody is out early: measured, not answered."""
EASY = "easy"
"""That there is little to learn: counted, not answered."""
WISHES: dict[str, str] = {
    EASY: "",
    CALM: "",
    "bluff": "hidden.bluff=yes",
    "together": "sealed.what",
    "teams": "!players.sides=alone",
    "alone": "players.sides=alone",
    "dice": "dice.use",
    "no_dice": "!dice.use",
    "powers": "power.who=yes",
    "length": "end.long=yes",
    "open": "!hidden.what",
}
"""What can be wished for by a click, and the question that settles it."""
WHOLLY: dict[str, str] = {"sealed.what": "order.next=together"}
"""What must hold besides, or else the answer to a question grants a wish only in part: where
something is sealed but players act in turn, not everything is chosen at once."""
LATE = 0.7
"""Who is out after so much of a match has not been out early."""
SELDOM_OUT = 0.1
"""In so few matches somebody may be out early."""
FEW_RULES = 100
"""So many paragraphs are still few; more are learned where one can begin with an easier game."""
MOST_MINUTES = 600
FIGURES = {"decisions": "decisions", "seconds": "seconds", "out_early": "out", "luck": "luck"}
"""The lines of a profile that were measured, and the facet behind each."""
FLAGS = {"bluff": "hidden.bluff", "together": "sealed.what", "out": "out.when"}
LIKE = 3
"""So many other games and variants are named as alike."""


class Choice(Struct, frozen=True):
    """What somebody looks for."""

    players: int | None = None
    minutes: int | None = None
    wishes: tuple[str, ...] = ()

    @property
    def made(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.players or self.minutes or self.wishes)


class Fact(Struct, frozen=True):
    """One line of a profile: a figure with its share of the longest bar, or a yes or no."""

    id: str
    text: str
    share: float | None = None
    interval: str = ""
    """Where the figure is from few matches."""


class Ground(Struct, frozen=True):
    """Why a game is suggested, or is not."""

    holds: Holds
    text: str
    url: str


class Like(Struct, frozen=True):
    """Another game, and how alike it is."""

    title: str
    text: str
    url: str


class Profile(Struct, frozen=True):
    """A game at a glance."""

    game: str
    title: str
    column: str
    variant: str
    """The module with which it is suggested; empty for the game as it is."""
    measured: str
    """What its figures are from: how many players, how many matches."""
    facts: tuple[Fact, ...]
    grounds: tuple[Ground, ...]
    likes: tuple[Like, ...]
    score: float
    fits: bool
    """Whether everything that was wished for is there, at least sometimes."""


def read_choice(players: str, minutes: str, wishes: Iterable[str]) -> Choice:
    """What an address asks for; what it does not know is left out."""
    known = tuple(name for name in WISHES if name in set(wishes))
    return Choice(_number(players, 99), _number(minutes, MOST_MINUTES), known)


def _number(text: str, most: int) -> int | None:
    text = text.strip()
    given = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    return given if 0 < given <= most else None


@lru_cache(maxsize=KEPT)
def profiles_of(choice: Choice, language: str) -> tuple[Profile, ...]:
    """All games, those first that suit best."""
    games, known = games_with_books(), books()
    wishes = [read_wish(WISHES[name]) for name in choice.wishes if WISHES[name]]
    if choice.players:
        wishes.insert(0, Wish(PLAYERS, str(choice.players)))
    columns = {one.column: read_column(one.column, known) for one in suggest(known, wishes)}
    figures = _settings(columns.values(), choice.players)
    top = {
        name: max((_value(one, name) for one in figures.values()), default=0) for name in FIGURES
    }
    found = []
    for one in suggest(known, wishes, language):
        column = columns[one.column]
        grounds = [
            Ground(
                _in_part(reason.wish, reason.holds, column),
                f"{reason.text} {reason.short or reason.sentence}",
                url,
            )
            for reason in one.reasons
            if (url := f"{View((column.id,), _topic(reason.wish)).url()}#{reason.wish.question}")
        ]
        game = games[one.game]
        grounds += _measured(game, choice, figures.get(one.game), column, language)
        worth = {"yes": 1.0, "sometimes": SOMETIMES}
        score = sum(worth.get(ground.holds, 0.0) for ground in grounds) / max(1, len(grounds))
        found.append(
            Profile(
                one.game,
                Wording(column.book, language).title,
                column.id,
                ", ".join(column.names(language)),
                _played(figures.get(one.game), choice.players, language),
                tuple(_facts(game, column, figures.get(one.game), top, language)),
                tuple(grounds),
                _likes(one.game, language),
                score,
                all(ground.holds in worth for ground in grounds),
            )
        )
    return tuple(sorted(found, key=lambda one: (-one.fits, -one.score)))


def _in_part(wish: Wish, found: Holds, column: Column) -> Holds:
    """Whether a wish is granted, where something else must hold for all of it."""
    if found != "yes" or wish.without or wish.question not in WHOLLY:
        return found
    besides = read_wish(WHOLLY[wish.question])
    answer = column.book.answer(besides.question, variants=column.variants)
    return "yes" if holds(besides, answer) == "yes" else "sometimes"


def _played(kept: Setting | None, players: int | None, language: str) -> str:
    """What the figures of a profile are from."""
    if kept is None:
        return ""
    say = site_wording(language).say
    other = players is not None and players != kept.seats
    told = say(
        "compare.profile.from_other" if other else "compare.profile.from",
        n=players or 0,
        seats=kept.seats,
        matches=kept.matches,
    )
    return f"{told} {say('compare.profile.few')}" if kept.matches < FEW else told


def _settings(columns: Iterable[Column], players: int | None) -> dict[str, Setting]:
    """By game, what was measured with so many players; without a number, with one all share."""
    shown = list(columns)
    kept = {one.game: known for one in shown if (known := kept_of(one.game))}
    # A number that most of them share is the fairest.
    seats = players or shared_seats(kept.values())
    found: dict[str, Setting] = {}
    for one in (one for one in shown if one.game in kept):
        measures = kept[one.game]
        setting = measures.nearest(seats, played_variants(one)) or measures.nearest(seats)
        if setting is not None:
            found[one.game] = setting
    return found


def _topic(wish: Wish) -> str:
    return question_texts()[FIRST_LANGUAGE][wish.question].topic


def _measured(
    game: Game[Any, Any], choice: Choice, kept: Setting | None, column: Column, language: str
) -> Iterator[Ground]:
    """What is not answered but estimated or measured: how long, and how early somebody is out."""
    say = site_wording(language).say
    if choice.minutes:
        text = page_text(game.package, language)
        minutes = text.minutes if text else None
        if minutes is None:
            yield Ground("unanswered", say("compare.profile.no_minutes"), f"/games/{game.id}")
        else:
            fits: Holds = "yes" if minutes <= choice.minutes else "no"
            yield Ground(fits, say("compare.profile.takes", n=minutes), f"/games/{game.id}")
    if EASY in choice.wishes:
        yield _easy(column, language)
    if CALM in choice.wishes:
        seats = kept.seats if kept else 0
        url = View((game.id,), "facets", seats=seats).url()
        never = holds(Wish("out.when"), column.book.answer("out.when")) == "no"
        calm, found = _calm(kept, never, language)
        play_on = "" if calm == "yes" else _play_on(column, choice.players, language)
        yield Ground(calm, f"{found} {play_on}".strip(), url)


def _easy(column: Column, language: str) -> Ground:
    """How many rules there are to learn, or what one can begin with instead."""
    say, book = site_wording(language).say, column.book
    rules = sum(rule.module == BASE for rule in book.rules())
    told, wish = say("compare.profile.easy", n=rules), Wish("setup.easy")
    url = f"{View((column.id,), _topic(wish)).url()}#{wish.question}"
    if rules <= FEW_RULES:
        return Ground("yes", told, url)
    easier = book.answer(wish.question, language)
    if easier is None or holds(wish, easier) == "no":
        return Ground("no", told, url)
    begin = say("compare.profile.easier", short=easier.short)
    return Ground("sometimes", f"{told} {begin}", url)


def _play_on(column: Column, players: int | None, language: str) -> str:
    """The module with which somebody who is out plays on; empty where there is none."""
    book, dead = column.book, Wish("out.play")
    if holds(dead, book.answer("out.play")) != "no":
        return ""
    for name in (one for one in book.variants if not one.startswith((AT, TEXT))):
        answer = book.answer("out.play", language, (name,))
        module = Column(column.game, book, (name,))
        if answer is None or holds(dead, answer) == "no":
            continue
        if players is None or players in module.playable:
            named, seats = module.names(language)[0], module.playable
            said = {"module": named, "seats": seats[0] if seats else 0, "short": answer.short}
            return site_wording(language).say("compare.profile.play_on", **said)
    return ""


def _calm(kept: Setting | None, never: bool, language: str) -> tuple[Holds, str]:
    """Whether nobody is out early, and what says so."""
    say = site_wording(language).say
    if never:
        return "yes", say("compare.profile.nobody_out")
    out, first = (kept.facet("out"), kept.facet("first_out")) if kept else (None, None)
    if kept is not None and out is None:
        return "yes", say("compare.facets.pair")
    if kept is None or out is None:
        return "unanswered", say("compare.profile.out_unknown")
    told = {"share": " ".join(filter(None, _figure(out, language))), "seats": kept.seats}
    if first is None:
        return "yes", say("compare.profile.out_seldom", **told)
    part = " ".join(filter(None, _figure(first, language)))
    late: Holds = "sometimes" if first.value >= LATE else "no"
    fits: Holds = "yes" if out.value <= SELDOM_OUT else late
    return fits, say("compare.profile.first_out", part=part, **told)


def _figure(facet: Facet, language: str) -> tuple[str, str]:
    """A figure, and its interval where it says little without."""
    bounds = interval_of(facet, lambda value: figure_text(value, facet.unit, language))
    return figure_text(facet.value, facet.unit, language), bounds


def _value(kept: Setting | None, name: str) -> float:
    facet = _facet(kept, name)
    return facet.value if facet else 0.0


def _facet(kept: Setting | None, name: str) -> Facet | None:
    return kept.facet(FIGURES[name]) if kept else None


def _facts(
    game: Game[Any, Any],
    column: Column,
    kept: Setting | None,
    top: dict[str, float],
    language: str,
) -> Iterator[Fact]:
    say, text = site_wording(language).say, page_text(game.package, language)
    seats = column.playable
    yield Fact("players", f"{seats[0]}–{seats[-1]}" if seats else "")
    minutes = text.minutes if text else None
    yield Fact("minutes", str(minutes), _share(minutes, 120)) if minutes else Fact("minutes", "")
    every = column.book.rules()
    rules = sum(rule.module == BASE for rule in every)
    some = rules < len(every)
    counted = say("compare.profile.rules", n=rules, whole=len(every)) if some else str(rules)
    yield Fact("rules", counted, _share(rules, 300))
    for name in FIGURES:
        facet = _facet(kept, name)
        if facet is None:
            yield Fact(name, "")
        else:
            part = facet.value * 100 if facet.unit == "share" else _share(facet.value, top[name])
            told, bounds = _figure(facet, language)
            yield Fact(name, told, part, bounds)
    for name, question in FLAGS.items():
        wish, answer = Wish(question), column.book.answer(question, variants=column.variants)
        there = _in_part(wish, holds(wish, answer), column)
        yield Fact(name, say("compare.profile.holds", holds=there))


def _share(value: float, top: float) -> float:
    return round(min(100.0, 100 * value / top), 1) if top else 0.0


@lru_cache(maxsize=KEPT)
def _likes(game: str, language: str) -> tuple[Like, ...]:
    known = books()
    others = [Column(id, book) for id, book in known.items() if id != game]
    own = Column(game, known[game])
    pairs = sorted(
        (likenesses([own, other], language)[0] for other in others), key=lambda one: -one.likeness
    )
    return tuple(
        Like(
            read_column(pair.other, known).title(language),
            figure_text(pair.likeness, "share", language),
            View((game, pair.other), "all", "differences").url(),
        )
        for pair in pairs[:LIKE]
    )
