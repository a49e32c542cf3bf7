"""Plays one match in a process of its own and prints its hashes (see ``check_same_seed``)."""

from __future__ import annotations

import sys

import msgspec

from boomtown.plugins import find_game
from boomtown.testing.conformance import TRAIL, trail
from boomtown.testing.plays import Play

if __name__ == "__main__":
    game_id, play = msgspec.json.decode(sys.argv[1], type=tuple[str, Play])
    for line in trail(find_game(game_id), play):
        print(TRAIL + line)
