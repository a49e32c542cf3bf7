"""What is too dear for the process that serves everybody, as worker processes do it.

Everything comes and goes as bytes. The site calls these functions by their names (``Work``).
"""

from __future__ import annotations

import msgspec

from boomtown.core.chance import Chance
from boomtown.core.ending import Story
from boomtown.core.record import Line
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load, save
from boomtown.plugins import find_game, installed_games
from boomtown.web.replays.proofs import proof_of
from boomtown.web.replays.retold import retold
from boomtown.web.replays.timeline import Beginning, Timeline
from boomtown.web.rooms.pages import page_of

_pack = msgspec.msgpack.encode
_beginning = msgspec.msgpack.Decoder(Beginning)
_lines = msgspec.msgpack.Decoder(list[Line])


def warm_up() -> None:
    """Loads what the first call would wait for."""
    installed_games()


def film(game: str, beginning: bytes, lines: bytes) -> bytes:
    """A match as a film: all its moments."""
    timeline = Timeline(find_game(game), _beginning.decode(beginning))
    timeline.add(_lines.decode(lines))
    return _pack(timeline.film())


def story(game: str, beginning: bytes, lines: bytes) -> bytes:
    """What is told of a match that is over; nothing where its game tells no story."""
    found = find_game(game)
    teller = page_of(found).story
    if teller is None:
        return _pack(Story())
    return _pack(retold(found, teller(), _beginning.decode(beginning), _lines.decode(lines)))


def proof(text: str) -> bytes:
    """What a check of a match file finds."""
    return _pack(proof_of(text))


def imagined(game: str, saved: bytes, seat: int, seed: bytes) -> bytes:
    """A saved table as it could be for all that a seat knows."""
    return save(load(find_game(game), saved).imagine(Seat(seat), Chance(seed), quiet=False))
