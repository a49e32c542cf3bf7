"""What a move costs the pages of a table: CPU time of five feeds, and the bytes of their frames.

Random play on a site in this process, without the network: the feeds of all seats make their
frames, and each is compressed as its socket would do it. The control is the same board without
pieces that were kept, in turns.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from boomtown.core import Chance
from boomtown.web.sockets.deflate import Deflate
from boomtown.web.sockets.feeds import PageFeed, Watching
from boomtown.web.sockets.painter import Painter
from sites import app_in, site_of, started

ROUNDS = 5
MOVES = 60
TABLES: list[tuple[str, int, dict[str, object]]] = [
    ("bang_dice", 5, {}),
    ("cash_n_guns", 5, {"powers": True}),
    ("shadows_west", 2, {}),
]


class Forgetful(Painter):
    """Makes every piece anew."""

    def piece(self, *args: Any, **more: Any) -> Any:
        self.forget_pieces()
        return super().piece(*args, **more)


def one_round(
    app: Any, painter: Painter, game: str, seats: int, options: Any, seed: str
) -> dict[str, list[float]]:
    """What each move cost: making the frames, compressing them, and how long they are."""
    site = site_of(app)
    room, players = started(site, game, seats, seats, options=options)
    feeds = [
        PageFeed(
            site,
            painter,
            room,
            Watching(player=player, language="en", token="", text=False, log=0, chat=0),
        )
        for player in players
    ]
    wires = [Deflate() for _ in feeds]
    chance = Chance.seeded(seed)
    told: dict[str, list[float]] = {"made": [], "packed": [], "whole": [], "sent": []}
    with room.lock:
        for number in range(MOVES + 1):
            if (match := room.playing().match).outcome is not None:
                break
            if number:
                seat = chance.pick(match.asked())
                room.answer(seat, chance.pick(match.choice(seat).offers()))
            begun = time.process_time()
            frames = [feed.next() for feed in feeds]
            made = time.process_time()
            sent = [
                len(wire.packed(frame))
                for wire, some in zip(wires, frames, strict=True)
                for frame in some
            ]
            done = time.process_time()
            if number:  # the first frame is the whole page
                told["made"].append((made - begun) * 1e3)
                told["packed"].append((done - made) * 1e3)
                told["whole"] += [len(frame) for some in frames for frame in some]
                told["sent"] += sent
    return told


def main() -> None:
    figures = {}
    with tempfile.TemporaryDirectory() as folder, app_in(Path(folder)) as app:
        painters = {"kept": app.extensions["painter"], "anew": Forgetful(app.jinja_env)}
        for game, seats, options in TABLES:
            rounds: dict[str, list[dict[str, list[float]]]] = {name: [] for name in painters}
            for number in range(ROUNDS):
                for name, painter in painters.items():
                    seed = f"{game} {number}"
                    rounds[name].append(one_round(app, painter, game, seats, options, seed))
            kept, anew = (
                [mean(one["made"]) + mean(one["packed"]) for one in rounds[name]]
                for name in ("kept", "anew")
            )
            figures[game] = {
                "ms_a_move": round(median(kept), 2),
                "of_it_compressing": round(median(mean(r["packed"]) for r in rounds["kept"]), 2),
                "anew_to_kept": round(median(a / b for a, b in zip(anew, kept, strict=True)), 2),
                "bytes_a_frame": round(median(mean(r["sent"]) for r in rounds["kept"])),
                "before_compressing": round(median(mean(r["whole"]) for r in rounds["kept"])),
            }
    json.dump(figures, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
