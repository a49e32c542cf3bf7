"""The child process: calls come in by a pipe, results go out by another.

Whatever is printed here goes to the error output: the pipe belongs to the results.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from importlib import import_module
from typing import IO, Any

import msgspec
from msgspec import Struct

LENGTH_BYTES = 4


class Call(Struct, frozen=True, array_like=True):
    """A function by its name, ``module:function``, and its arguments as plain data."""

    name: str
    args: tuple[Any, ...]
    seconds: float
    """How much time of the processor it may take."""


class Reply(Struct, frozen=True, array_like=True):
    """What the function gave, or what went wrong."""

    value: Any  # plain data, whatever the function returns
    error: str = ""
    out_of_memory: bool = False


READY = Reply("ready")


def write_frame(pipe: IO[bytes], data: bytes) -> None:
    """Writes some bytes with their length before them."""
    pipe.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """Reads what ``write_frame`` wrote; ``EOFError`` if the other side is gone."""
    length = int.from_bytes(_exactly(pipe, LENGTH_BYTES), "big")
    return _exactly(pipe, length)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    parts, missing = [], length
    while missing:
        part = pipe.read(missing)
        if not part:
            raise EOFError
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def named(name: str) -> Any:
    """The function that a name means."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def main(warm_up: str, megabytes: int) -> None:
    """Works until nobody asks any more."""
    source, sink = _own_pipes()
    if warm_up:
        named(warm_up)()
    _limit_memory(megabytes)
    write_frame(sink, msgspec.msgpack.encode(READY))
    decoder = msgspec.msgpack.Decoder(Call)
    while True:
        try:
            call = decoder.decode(read_frame(source))
        except EOFError:
            return
        reply = _done(call)
        write_frame(sink, reply)


def _done(call: Call) -> bytes:
    # Should nobody outside stop the clock, the system itself ends a process that runs on.
    signal.setitimer(signal.ITIMER_PROF, call.seconds)
    try:
        return msgspec.msgpack.encode(Reply(named(call.name)(*call.args)))
    except MemoryError:
        return msgspec.msgpack.encode(Reply(None, "it needs too much memory", True))
    except Exception as error:  # a mistake in a game: whoever asked is told
        return msgspec.msgpack.encode(Reply(None, f"{type(error).__name__}: {error}"))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return source, sink


def _limit_memory(megabytes: int) -> None:
    """So much on top of what the process takes before its first call."""
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[0])
    most = pages * resource.getpagesize() + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
