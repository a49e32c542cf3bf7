"""Games as plugins: found by their entry points, loaded one by one, broken ones listed as such."""

from __future__ import annotations

import difflib
import importlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from boomtown.core.errors import BoomtownError
from boomtown.core.game import API, Game
from boomtown.core.options import form_of
from boomtown.rulebook.numbers import book_of

GROUP = "boomtown.games"
FOLDER_VARIABLE = "BOOMTOWN_GAMES"
"""A folder of games that are not installed: each a package with a ``GAME``."""
PREFIX = "boomtown_game_"
"""How packages of games are called: what follows is mostly the id."""


HERE = Path(__file__).parent
"""The platform itself: what is wrong there is told by whoever called it."""
SHORT = 2
"""Words of so many letters name nothing."""


class UnknownGame(BoomtownError):
    """No game of that name is installed, or the one there is broken."""


class Listing(Struct, frozen=True):
    """An installed game, or what was wrong with it."""

    id: str
    distribution: str
    game: Game[Any, Any] | None
    error: str | None = None


def try_games_in(folder: Path) -> None:
    """Games that lie in a folder are found, too; worker processes look there as well."""
    os.environ[FOLDER_VARIABLE] = str(folder.resolve())
    listings.cache_clear()


_at_work: list[Listing] = []


def put_to_work(listing: Listing) -> None:
    """A game whose author is at work: from now on it is this one, whatever else has its id.

    What is known of all others stays: to read their texts again would take half a second.
    """
    _at_work[:] = [*(one for one in _at_work if one.id != listing.id), listing]
    for known in (
        listings(),
        listings(texts=True),
        listings(texts=False),
    ):  # three entries of one cache
        others = [one for one in known if one.id != listing.id]
        known[:] = sorted([*others, listing], key=lambda one: one.id)


def lay_aside(id: str) -> None:
    """Its author has gone: the game is the one that is installed again, if any is."""
    _at_work[:] = [one for one in _at_work if one.id != id]
    listings.cache_clear()


@cache
def listings(*, texts: bool = True) -> list[Listing]:
    """Every installed game, sorted by id. A broken one takes nothing else down.

    Without its texts a game is found in a third of the time: that will do for whoever only plays.
    """
    found: dict[str, Listing] = {one.id: one for one in _at_work}
    again: list[Listing] = []
    for one in (*_installed(texts), *_in_folder(texts)):
        if any(one.id == other.id for other in _at_work):
            continue  # as it is installed, or as it was a moment ago
        first = found.setdefault(one.id, one)
        if first is not one:
            error = f"{first.distribution} has a game with this id already"
            again.append(Listing(one.id, one.distribution, None, error))
    return sorted([*found.values(), *again], key=lambda one: one.id)


def _installed(texts: bool) -> Iterator[Listing]:
    for point in entry_points(group=GROUP):
        distribution = f"{point.dist.name} {point.dist.version}" if point.dist else ""
        try:
            game = checked(point.load(), point.name, texts=texts)
        except (
            Exception,
            SystemExit,
        ) as error:  # whatever it does, it is listed
            yield Listing(point.name, distribution, None, _told(error))
        else:
            yield Listing(point.name, distribution, game)


def _in_folder(texts: bool) -> Iterator[Listing]:
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return
    if folder not in sys.path:
        sys.path.insert(0, folder)
    for package in sorted(Path(folder).glob("*/__init__.py")):
        name = package.parent.name
        try:
            game = checked(importlib.import_module(name).GAME, None, texts=texts)
        except (
            Exception,
            SystemExit,
        ) as error:  # whatever it does, it is listed
            yield Listing(name.removeprefix(PREFIX), folder, None, _told(error))
        else:
            yield Listing(game.id, folder, game)


def _told(error: BaseException) -> str:
    """An error with its place in the plugin, where it has one that it does not name itself."""
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{'/'.join(Path(error.filename).parts[-3:])}:{error.lineno}"
        return f"{type(error).__name__}: {error.msg}: {(error.text or '').strip()} ({place})"
    told, trace, place = f"{type(error).__name__}: {error}", error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith("<frozen") and not Path(file).is_relative_to(HERE):
            place = f"{'/'.join(Path(file).parts[-3:])}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{told} ({place})" if place else told


def checked(game: object, name: str | None, *, texts: bool = True) -> Game[Any, Any]:
    """The game, if it is one that this version of Boomtown can play."""
    if not isinstance(game, Game):
        raise TypeError(f"the entry point is {type(game).__name__}, not a Game")
    if name is not None and game.id != name:
        raise ValueError(f"the entry point is called {name}, the game {game.id}")
    if not versions(game).contains(API):
        raise ValueError(f"made for versions {game.api} of the plugin interface; this is {API}")
    form_of(game.options)
    if texts:
        book_of(game)
    return game


def versions(game: Game[Any, Any]) -> SpecifierSet:
    """The versions of the plugin interface that a game was made for."""
    try:
        return SpecifierSet(game.api)
    except InvalidSpecifier:
        raise ValueError(f"api={game.api!r} is no range of versions, such as '>=1.1,<2'") from None


def installed_games() -> list[Game[Any, Any]]:
    """The games that work."""
    return [listing.game for listing in listings() if listing.game is not None]


def find_game(id: str, *, texts: bool = True) -> Game[Any, Any]:
    """The game with this id."""
    known: dict[str, Listing] = {}
    for listing in listings(texts=texts):
        known.setdefault(listing.id, listing)
    if id not in known:
        near = _meant(id)
        hint = f"did you mean {near}?" if near else f"installed: {', '.join(known) or 'none'}"
        broken = "".join(f"; {one} is broken" for one in known if known[one].game is None)
        raise UnknownGame(f"no game is called {id}; {hint}{broken}")
    found = known[id]
    if found.game is None:
        raise UnknownGame(f"{id} is broken: {found.error}")
    return found.game


def _meant(wanted: str) -> str | None:
    """The game that somebody may have meant: by its names in any language, or a typing error."""
    words = set(_words(wanted))
    shared = {game.id: len(words & set(_names(game))) for game in installed_games()}
    best = max(shared, key=lambda id: shared[id], default="")
    if best and shared[best]:
        return best
    spelt = {word: game.id for game in installed_games() for word in (game.id, *_names(game))}
    near = difflib.get_close_matches(wanted.casefold(), spelt, n=1)
    return spelt[near[0]] if near else None


def _names(game: Game[Any, Any]) -> list[str]:
    """The words that a game is called by, here or there."""
    told = book_of(game).languages.values()
    names = [game.id, *(name for one in told for name in (one.title, *one.search.get("title", [])))]
    return [word for name in names for word in _words(name)]


def _words(text: str) -> list[str]:
    """The words of a name that tell something.

    >>> _words("Cash 'n Guns"), _words("bang_dice")
    (['cash', 'guns'], ['bang', 'dice'])
    """
    return [word for word in re.split(r"[\W_]+", text.casefold()) if len(word) > SHORT]
