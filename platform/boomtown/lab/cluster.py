"""Work for the workers of a Dask scheduler (``tcp://…``), wherever they are.

A job is a key of the scheduler's: it is done once, done again where a worker dies, and its result
is taken once. Results depend on the job alone, so it does not matter who does it. Whoever has other
sources would find something else, so such a worker is refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar
from uuid import uuid4

from boomtown.core.errors import BoomtownError
from boomtown.plugins import installed_games

RETRIES = 3
"""How often a job is tried again that failed, beside those whose worker died."""
PATIENCE = "30s"
"""How long a scheduler may take to answer."""
PLAYING = ("core", "bots", "lab", "plugins.py")
"""What of the platform decides what comes of a job."""
R = TypeVar("R")


class ClusterFailed(BoomtownError):
    """The scheduler, or a worker, cannot do it; the message says why."""


@cache
def sources() -> str:
    """A hash of everything that plays here: the platform's own, and every game."""
    digest = hashlib.sha256()
    roots = [files("boomtown") / part for part in PLAYING]
    roots += [files(game.package) for game in installed_games()]
    for root in roots:
        for name, text in _texts(root, root.name):
            digest.update(f"{name}\n{len(text)}\n".encode() + text)
    return digest.hexdigest()


def _texts(place: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    if place.is_file():
        if name.endswith(".py"):
            yield name, place.read_bytes()
        return
    for inner in sorted(place.iterdir(), key=lambda one: one.name):
        if inner.name != "__pycache__":
            yield from _texts(inner, f"{name}/{inner.name}")


def do(expected: str, call: Callable[..., R], job: tuple[Any, ...]) -> R:
    """A job, at a worker."""
    if sources() != expected:
        raise ClusterFailed(
            "a worker has other games, or another version, than whoever asks: install the same"
        )
    return call(*job)


def spread_over(
    scheduler: str, call: Callable[..., R], jobs: Sequence[tuple[Any, ...]]
) -> Iterator[tuple[int, R]]:
    """Each result with its place, as soon as it is there."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise ClusterFailed("this takes Dask: pip install 'boomtown[cluster]'") from None
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]  # Dask has no types
    except (OSError, ValueError) as error:
        raise ClusterFailed(f"no scheduler answers at {scheduler}: {error}") from None
    with client:
        run = uuid4().hex
        futures = [
            client.submit(do, sources(), call, job, key=f"{run}-{place}", retries=RETRIES)
            for place, job in enumerate(jobs)
        ]
        places = {future.key: place for place, future in enumerate(futures)}
        finished = as_completed(futures, loop=client.loop, with_results=True)  # type: ignore[no-untyped-call]  # likewise
        for future, result in finished:
            yield places[future.key], result
            future.release()
