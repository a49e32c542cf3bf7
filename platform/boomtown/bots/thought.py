"""One thought of one bot, as it is thought in a worker process."""

from __future__ import annotations

from collections import OrderedDict

from boomtown.bots.advice import advise as ranked
from boomtown.bots.advice import budget_of
from boomtown.bots.kinds import answer_of, make_bot
from boomtown.bots.search import Memory, SearchBot, Weighed
from boomtown.bots.search.weighing import Weight
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load
from boomtown.plugins import find_game, listings


def warm_up() -> None:
    """Loads the games. Bots read no rules aloud, and the site has looked at the texts."""
    listings(texts=False)


MOST_MINDS = 16
"""Of how many seats a process remembers what was learned in their turn."""
_minds: OrderedDict[str, Memory] = OrderedDict()


def think(game_id: str, saved: bytes, seat: int, kind: str, seed: bytes) -> Answer:
    """A bot's answer for a seat of a saved match. The same seed thinks the same."""
    game = find_game(game_id, texts=False)
    chance = Chance(seed)
    bot = make_bot(game, kind, chance.another())
    return plain(answer_of(bot, load(game, saved), Seat(seat), chance))


def weigh(
    game_id: str, saved: bytes, seat: int, kind: str, seed: bytes, seconds: float, mind: str
) -> object:
    """What a bot thinks of its answers after some time, as plain data (``Weighed``).

    ``mind`` is the same for all questions of a seat in a match: what was learned in this process
    earlier in the turn is used. A bot that does not look ahead has only one answer.
    """
    game = find_game(game_id)
    chance = Chance(seed)
    bot = make_bot(game, kind, chance.another(), seconds)
    match = load(game, saved)
    if not isinstance(bot, SearchBot):
        answer = answer_of(bot, match, Seat(seat), chance)
        return plain(Weighed([Weight(answer)], heuristic=True))
    bot.memory = _minds.setdefault(mind, bot.memory)
    _minds.move_to_end(mind)
    while len(_minds) > MOST_MINDS:
        _minds.popitem(last=False)
    question = match.question(Seat(seat))
    assert question is not None, "only a seat that is asked has something to answer"
    bot.hear(match.history())
    return plain(
        bot.weigh(match.view(Seat(seat)), question, lambda: match.imagine(Seat(seat), chance))
    )


def advise(
    game_id: str, saved: bytes, seat: int, level: str, seed: bytes, seconds: float
) -> object:
    """What a bot of a level thinks of a seat's answers, as plain data (a list of ``Advice``)."""
    match = load(find_game(game_id, texts=False), saved)
    return plain(ranked(match, Seat(seat), seed, budget_of(level, seconds)))
