"""Everything that ``make bench`` measures, each thing beside its peer."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from boomtown.bots.random_bot import RandomBot
from boomtown.core import Chance, Match, Seat
from boomtown.core.playout import play_on, play_randomly, quick_policy
from boomtown.lab.bench import midway
from boomtown.plugins import find_game

from .figures import Contest, Sample, a_second
from .peers import by_hand
from .peers.boardgame import NAME, Boardgame
from .peers.openspiel import CPP, PYTHON, OpenSpiel
from .peers.pure import NAME as PURE
from .peers.pure import PureBuild, Wish
from .skirmish import beside_shapely, between_bots, ready_moves_p95

HAND = "plain Python"
encode = msgspec.json.Encoder().encode
WHOLE: dict[str, tuple[int, dict[str, object]]] = {
    "bang_dice": (5, {"saloon_dice": True, "chief": True, "special_roles": "mixed",
                      "new_characters": True, "ghost": True}),
    "cash_n_guns": (6, {"powers": True}),
    "shadows_west": (2, {}),
}  # fmt: skip
"""Each game with all of its rules: its seats and options."""
TEACHING: dict[str, object] = {"characters": "off"}
"""The game that is written for boardgame.io, too."""


def contests(
    seconds: float, boardgame: Boardgame | None, pure: PureBuild | None
) -> Iterator[Contest]:
    """All of them; those with a peer that is not there are left out."""
    if pure is not None:
        yield from _beside_pure(seconds, pure)
    hand: Sample = partial(by_hand.decisions, seconds)
    yield Contest("High Noon", "decisions/s", plays("high_noon", 5, {}, seconds), HAND, hand)
    for game, (seats, options) in WHOLE.items():
        name = find_game(game).id
        yield Contest(name, "decisions/s", plays(game, seats, options, seconds), HAND, hand)
        viewed = plays(game, seats, options, seconds, views=True)
        yield Contest(f"{name}, all views", "decisions/s", viewed, HAND, hand)
        yield Contest(
            f"{name}, random playouts", "playouts/s", _playouts(game, seats, options, seconds),
            HAND, hand,
        )  # fmt: skip
        yield Contest(
            f"{name}, quick playouts", "playouts/s",
            _playouts(game, seats, options, seconds, quick=True),
            "its random playouts", _playouts(game, seats, options, seconds),
        )  # fmt: skip
    if boardgame is not None:
        for views in (False, True):
            yield Contest(
                "BANG! without characters" + (", JSON views" if views else ""), "decisions/s",
                plays("bang_dice", 5, TEACHING, seconds, views=views),
                NAME, partial(_by_boardgame, boardgame, seconds, views),
            )  # fmt: skip
    if OpenSpiel.is_here():
        for game in (PYTHON, CPP):
            peer = OpenSpiel(game)
            seats, options = WHOLE["bang_dice"]
            whole = plays("bang_dice", seats, options, seconds)
            yield Contest(
                f"BANG! whole beside {game}", "decisions/s", whole, peer.name,
                partial(peer.decisions, seconds),
            )  # fmt: skip
    yield from _copies(seconds)
    ours, shapely = beside_shapely()
    yield Contest("Shadows, sight", "lines/s", ours, "Shapely, plan alone", shapely)
    yield Contest(
        "Shadows, ready-made moves, 48 models, p95", "ms", ready_moves_p95,
        f"{HAND}, 1,000 decisions", partial(_thousand, seconds), less_is_better=True,
    )  # fmt: skip
    yield Contest(
        "Shadows, a match of gunhands 6 v 6", "ms", between_bots,
        f"{HAND}, 1,000 decisions", partial(_thousand, seconds), less_is_better=True,
    )  # fmt: skip


def _beside_pure(seconds: float, pure: PureBuild) -> Iterator[Contest]:
    """What compiling the same sources is worth."""

    def theirs(game: str, seats: int, options: dict[str, object], *, views: bool) -> Sample:
        return lambda seed: pure.decisions(Wish(game, seats, options, seconds, views, seed))

    for game, (seats, options) in {**WHOLE, "high_noon": (5, {})}.items():
        for views in (False, True):
            yield Contest(
                f"{game}, compiled" + (", all views" if views else ""), "decisions/s",
                plays(game, seats, options, seconds, views=views),
                PURE, theirs(game, seats, options, views=views),
            )  # fmt: skip


def _by_boardgame(peer: Boardgame, seconds: float, views: bool, _seed: str) -> float:
    return peer.decisions(seconds, views=views)


def plays(
    game: str, seats: int, options: dict[str, object], seconds: float, *, views: bool = False
) -> Sample:
    """Random play with all offers listed, on demand with all views as JSON after each answer."""
    found = find_game(game)

    def match_of(bot: RandomBot) -> int:
        match = Match.unrecorded(found, seats, options, chance=bot.chance.another())
        while match.outcome is None:
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
            if views:
                lens = match.lens()
                for seat in match.all_seats:
                    encode(lens.json(seat))
        return match.number

    def sample(seed: str) -> float:
        bot = RandomBot(Chance.seeded(seed))
        return a_second(lambda: match_of(bot), seconds)

    return sample


def _playouts(
    game: str, seats: int, options: dict[str, object], seconds: float, *, quick: bool = False
) -> Sample:
    """Worlds that a seat imagines in mid-match, played to their ends by any, or quick answers."""
    match = midway(find_game(game), seats, options)

    def sample(seed: str) -> float:
        chance = Chance.seeded(seed)

        def playout() -> int:
            table = match.imagine(Seat(0), chance)
            if quick:
                play_on(table, quick_policy(match.game), chance)
            else:
                play_randomly(table, chance)
            return 1

        return a_second(playout, seconds)

    return sample


def _copies(seconds: float) -> Iterator[Contest]:
    for game, (seats, options) in WHOLE.items():
        match = midway(find_game(game), seats, options)

        def ours(seed: str, match: Match[Any] = match) -> float:
            return a_second(lambda: _times(match.clone), seconds)

        def deep(seed: str, match: Match[Any] = match) -> float:
            return a_second(lambda: _times(_deep_copy, match), seconds)

        yield Contest(f"{game}, copies of a match", "copies/s", ours, "copy.deepcopy", deep)


def _deep_copy(match: Match[Any]) -> object:
    return copy.deepcopy((match.state, match.agenda))


def _times(work: Any, *given: Any) -> int:
    for _ in range(20):
        work(*given)
    return 20


def _thousand(seconds: float, seed: str) -> float:
    """Milliseconds for a thousand decisions by hand: how fast the machine is just now."""
    return 1e6 / by_hand.decisions(seconds, seed)
