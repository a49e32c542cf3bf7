"""What worker processes cost and bring: the CPU time of a simulation in one process and in two.

``boomtown simulate`` is run as people run it, in turns. Two matches show the price of the start;
many show how much is gained: by CPU time, as on a machine with nothing else to do, the time of two
processes is that of the parent and of half of what the children took.

    python benchmarks/processes.py [--matches 10000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from statistics import median

FEW = 2
MAIN = "from boomtown.cli import main; main()"


def run(matches: int, processes: int, game: str, seats: int) -> tuple[float, float]:
    """The CPU time of a simulation with all its processes, and how long it took."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    words = ["simulate", game, "--seats", str(seats), "--seed", "1", "--matches", str(matches)]
    subprocess.run(
        [sys.executable, "-c", MAIN, *words, "--processes", str(processes), "--json"],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - begun


def compared(matches: int, rounds: int, game: str, seats: int) -> dict[str, float]:
    """One process against two, round by round."""
    cpu: list[float] = []
    wall: list[float] = []
    for _ in range(rounds):
        one, two = run(matches, 1, game, seats), run(matches, 2, game, seats)
        cpu.append(two[0] / one[0])
        wall.append(one[1] / two[1])
    return {"cpu_two_to_one": round(median(cpu), 3), "times_as_fast": round(median(wall), 2)}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=10_000)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--game", default="bang_dice")
    words.add_argument("--seats", type=int, default=5)
    told = words.parse_args()
    figures = {
        f"{matches} matches": compared(matches, told.rounds, told.game, told.seats)
        for matches in (FEW, told.matches)
    }
    json.dump(figures, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
