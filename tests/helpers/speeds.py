"""How long pages take beside each other. A time alone would say how busy the machine is."""

from __future__ import annotations

import time

from flask.testing import FlaskClient

ROUNDS = 6


def quickest(client: FlaskClient, *paths: str) -> list[float]:
    """The least time of each page; they are opened in turns, the first time for nothing."""
    times: dict[str, list[float]] = {path: [] for path in paths}
    for _ in range(ROUNDS):
        for path, taken in times.items():
            started = time.thread_time()
            assert client.get(path).status_code == 200, path
            taken.append(time.thread_time() - started)
    return [min(taken[1:]) for taken in times.values()]
