"""The kinds of bots that can sit at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boomtown.bots.random_bot import RandomBot
from boomtown.core.bot import Bot, Listener
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.errors import BoomtownError, GameFault
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import By
from boomtown.core.seats import Seat

RANDOM = "random"


class UnknownBot(BoomtownError):
    """A game has no bot of that kind."""


def bot_kinds(game: Game[Any, Any]) -> dict[str, Callable[[Chance], Bot]]:
    """The kinds that can play this game, the random one first."""
    return {RANDOM: RandomBot, **game.bots}


def make_bot(game: Game[Any, Any], kind: str, chance: Chance) -> Bot:
    """A bot for one seat, with chance of its own."""
    kinds = bot_kinds(game)
    if kind not in kinds:
        raise UnknownBot(f"{game.id} has no bot {kind!r}; there are: {', '.join(kinds)}")
    return kinds[kind](chance)


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
