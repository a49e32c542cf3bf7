"""Players made of code: levels for every game, a game's own bots, and where they think."""

from boomtown.bots.kinds import (
    DEPUTY,
    LEVELS,
    RANDOM,
    UnknownBot,
    answer_of,
    bot_kinds,
    can_play,
    make_bot,
    offered_kinds,
    play_out,
)
from boomtown.bots.random_bot import RandomBot
from boomtown.bots.workers import BotWorkers

__all__ = [
    "DEPUTY",
    "LEVELS",
    "RANDOM",
    "BotWorkers",
    "RandomBot",
    "UnknownBot",
    "answer_of",
    "bot_kinds",
    "can_play",
    "make_bot",
    "offered_kinds",
    "play_out",
]
