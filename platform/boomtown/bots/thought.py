"""One thought of one bot, as it is thought in a worker process."""

from __future__ import annotations

from boomtown.bots.kinds import answer_of, make_bot
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load
from boomtown.plugins import find_game, listings


def warm_up() -> None:
    """Loads the games. Bots read no rules aloud, and the site has looked at the texts."""
    listings(texts=False)


def think(game_id: str, saved: bytes, seat: int, kind: str, seed: bytes) -> Answer:
    """A bot's answer for a seat of a saved match. The same seed thinks the same."""
    game = find_game(game_id, texts=False)
    chance = Chance(seed)
    bot = make_bot(game, kind, chance.another())
    return plain(answer_of(bot, load(game, saved), Seat(seat), chance))
