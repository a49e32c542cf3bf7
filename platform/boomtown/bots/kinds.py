"""The kinds of bots that can sit at a table: three levels in every game, and a game's own.

A kind is written ``level`` or ``level.temper``, such as ``marshal.bold``; a game's own kinds and
the random bot have no tempers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from boomtown.bots.greenhorn import Greenhorn
from boomtown.bots.random_bot import RandomBot
from boomtown.bots.search import SearchBot, Settings
from boomtown.core.bot import Bot, Listener
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.errors import BoomtownError, GameFault
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import By
from boomtown.core.seats import Seat

RANDOM = "random"
GREENHORN = "greenhorn"
DEPUTY = "deputy"
MARSHAL = "marshal"
LEVELS = (GREENHORN, DEPUTY, MARSHAL)
"""From gentle to strong."""
SHORT = Settings(playouts=60)
"""How far a deputy looks ahead whose game has no bot of its own."""
UNLIMITED = 1_000_000
"""More playouts than any time allows."""

MakeBot: TypeAlias = Callable[[Chance], Bot]


class UnknownBot(BoomtownError):
    """A game has no bot of that kind."""


def bot_kinds(game: Game[Any, Any]) -> dict[str, MakeBot]:
    """The kinds that can play this game, the levels first; tempers are not listed."""
    return _kinds(game, "", None)


def offered_kinds(game: Game[Any, Any]) -> tuple[str, ...]:
    """The kinds from which new tables choose."""
    return (*LEVELS, *game.menu)


def can_play(game: Game[Any, Any], kind: str) -> bool:
    """Whether there is such a kind, or a level in such a temper."""
    level, dot, temper = kind.partition(".")
    if dot:
        return level in LEVELS and temper in game.tempers
    return kind in bot_kinds(game)


def level_of(kind: str) -> str:
    """A kind without its temper."""
    return kind.partition(".")[0]


def tempered(game: Game[Any, Any], kind: str, lot: int) -> str:
    """A level in one of the game's tempers, by lot; any other kind as it is."""
    if kind not in LEVELS or not game.tempers:
        return kind
    tempers = list(game.tempers)
    return f"{kind}.{tempers[lot % len(tempers)]}"


def make_bot(game: Game[Any, Any], kind: str, chance: Chance, seconds: float | None = None) -> Bot:
    """A bot for one seat, with chance of its own.

    With a time, one that looks ahead gives the best answer that it has found by then. Without one
    it plays a fixed number of imagined tables on: the same seed gives the same answers.
    """
    if not can_play(game, kind):
        kinds = ", ".join(bot_kinds(game))
        raise UnknownBot(f"{game.id} has no bot {kind!r}; there are: {kinds}")
    level, _, temper = kind.partition(".")
    return _kinds(game, temper, seconds)[level](chance)


def _kinds(game: Game[Any, Any], temper: str, seconds: float | None) -> dict[str, MakeBot]:
    """The levels, made of the game's own best player if it has one; and those without tempers."""
    best = game.tempers[temper] if temper else next(iter(game.bots.values()), None)
    far = Settings() if seconds is None else Settings(seconds=seconds, playouts=UNLIMITED)
    levels: dict[str, MakeBot] = {
        GREENHORN: partial(Greenhorn, like=best or RandomBot),
        DEPUTY: best or partial(SearchBot, settings=SHORT),
        MARSHAL: partial(_marshal, like=best, settings=far),
    }
    return levels if temper else {**levels, RANDOM: RandomBot, **game.bots}


def _marshal(chance: Chance, like: MakeBot | None, settings: Settings) -> Bot:
    """Thinks ahead, beginning with what another bot would do."""
    return SearchBot(chance, None if like is None else like(chance.another()), settings)


def answer_of(bot: Bot, match: Match[Any], seat: Seat, chance: Chance) -> Answer:
    """What the bot answers for a seat that is being asked."""
    if type(bot) is RandomBot:
        return bot.pick(match.choice(seat))
    question = match.question(seat)
    assert question is not None, "only a seat that is asked has something to answer"
    if isinstance(bot, Listener):
        bot.hear(match.history())
    return bot.answer(match.view(seat), question, lambda: match.imagine(seat, chance))


def play_out(match: Match[Any], bots: Sequence[Bot], chance: Chance) -> int:
    """Plays a match to its end and says how many answers that took."""
    begun = match.number
    while match.outcome is None:
        seat = match.asked()[0]
        match.answer(seat, answer_of(bots[seat], match, seat, chance), by=By.BOT)
        if match.number - begun > match.game.longest:
            raise GameFault(f"{match.game.id}: no end after {match.game.longest} answers")
    return match.number - begun
