"""Whether what a game tells the laboratory is true: its traits, and its edition with constants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from boomtown.core.game import Game
from boomtown.core.seats import Seat, letter_of
from boomtown.lab.studies.study import constants_of, edition
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.testing.plays import Play, Walk

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite


def check_laboratory(suite: Suite) -> Iterator[str]:
    """Traits only look; the edition for the laboratory plays the same with the usual constants."""
    for play in suite.plays:
        yield from _traits(suite.game, play)
    if suite.game.laboratory is None:
        return
    lab = edition(suite.game)
    if not issubclass(lab.options, suite.game.options):
        yield f"{lab.options.__name__} does not derive from {suite.game.options.__name__}"
        return
    for play in suite.plays:
        if list(_course(lab, play)) != list(_course(suite.game, play)):
            yield f"{play}: with the usual constants the laboratory plays another match"
            return
    for language in LANGUAGES:
        wording = Wording(book_of(suite.game), language)
        for field in constants_of(suite.game):
            wording.option(field.name)
        yield from (f"{language}: {key} is missing" for key in sorted(wording.missing))


def _course(game: Game[Any, Any], play: Play) -> Iterator[bytes]:
    """The table of a match, decision by decision."""
    for match in Walk(game, play):
        yield msgspec.msgpack.encode((match.state, match.asked()))


def _traits(game: Game[Any, Any], play: Play) -> Iterator[str]:
    if game.traits is None:
        return
    walk = Walk(game, play)
    for _ in walk:
        pass
    match, before = walk.match, walk.match.hash()
    for seat in range(match.seats):
        for noun, names in game.traits(match.state, Seat(seat)).items():
            if isinstance(names, str) or not all(isinstance(name, str) for name in names):
                yield f"{play}: the trait {noun} of seat {letter_of(seat)} is not a list of names"
    if match.hash() != before:
        yield f"{play}: asking for traits changed the match"
