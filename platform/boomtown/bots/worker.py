"""The child process in which bots think: jobs come in by a pipe, answers go out by another."""

from __future__ import annotations

import sys
from typing import IO, Any

import msgspec
from msgspec import Struct

from boomtown.bots.kinds import answer_of, make_bot
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load
from boomtown.plugins import find_game

LENGTH_BYTES = 4


class Job(Struct, frozen=True, array_like=True):
    """One thought of one bot: a snapshot, a seat, a kind, and a seed for its chance."""

    game: str
    saved: bytes
    seat: Seat
    kind: str
    seed: bytes


class Reply(Struct, frozen=True, array_like=True):
    """The bot's answer, or what went wrong."""

    answer: Any  # plain JSON, whatever the choice was
    error: str = ""


def write_frame(pipe: IO[bytes], data: bytes) -> None:
    """Writes some bytes with their length before them."""
    pipe.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """Reads what ``write_frame`` wrote; ``EOFError`` if the other side is gone."""
    length = int.from_bytes(_exactly(pipe, LENGTH_BYTES), "big")
    return _exactly(pipe, length)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    data = b""
    while len(data) < length:
        part = pipe.read(length - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def think(job: Job) -> Answer:
    """One thought, wherever this runs. The same seed thinks the same."""
    game = find_game(job.game)
    chance = Chance(job.seed)
    bot = make_bot(game, job.kind, chance.another())
    return plain(answer_of(bot, load(game, job.saved), job.seat, chance))


def main() -> None:
    """Thinks until nobody asks any more."""
    while True:
        try:
            job = msgspec.msgpack.decode(read_frame(sys.stdin.buffer), type=Job)
        except EOFError:
            return
        try:
            reply = Reply(think(job))
        except Exception as error:  # a mistake in a bot: the site answers without it
            reply = Reply(None, f"{type(error).__name__}: {error}")
        write_frame(sys.stdout.buffer, msgspec.msgpack.encode(reply))


if __name__ == "__main__":
    main()
