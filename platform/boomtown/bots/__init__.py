"""Players made of code: the random bot, a game's own bots, and the processes they think in."""

from boomtown.bots.kinds import RANDOM, UnknownBot, answer_of, bot_kinds, make_bot, play_out
from boomtown.bots.random_bot import RandomBot
from boomtown.bots.workers import BotWorkers

__all__ = [
    "RANDOM",
    "BotWorkers",
    "RandomBot",
    "UnknownBot",
    "answer_of",
    "bot_kinds",
    "make_bot",
    "play_out",
]
