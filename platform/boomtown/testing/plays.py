"""Random matches for checks: reproducible from their seed, over all seats and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from boomtown.bots.random_bot import RandomBot
from boomtown.core.chance import Chance, seed_from
from boomtown.core.choice import Answer
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import By, plain
from boomtown.core.seats import Seat
from boomtown.lab.reach import settings
from boomtown.testing.bench.events import Answered


class Play(Struct, frozen=True):
    """How a match begins, and the seed that decides everything after."""

    seats: int
    options: dict[str, Any]
    seed: str

    def __str__(self) -> str:
        options = "".join(f" --option {name}={value}" for name, value in self.options.items())
        return f"seats {self.seats}, seed {self.seed}{options}"

    def start(self, game: Game[Any, Any], *, recorded: bool = False) -> Match[Any]:
        """The match at its first question."""
        if recorded:
            return Match.start(game, self.seats, self.options, seed=seed_from(self.seed))
        return Match.unrecorded(game, self.seats, self.options, chance=self.chance("match"))

    def chance(self, purpose: str) -> Chance:
        """Chance for one purpose, apart from the match's own."""
        return Chance.seeded(self.seed, purpose)


def plays(
    game: Game[Any, Any],
    count: int,
    seed: str,
    only: list[int] | None = None,
    options: dict[str, object] | None = None,
) -> Iterator[Play]:
    """So many plays, over all numbers of seats and sets of options in turn, or only these."""
    found = settings(game, [options] if options else [])
    every = [(seats, chosen) for seats, chosen in found if not only or seats in only]
    for number in range(count if every else 0):
        seats, chosen = every[number % len(every)]
        yield Play(seats, chosen, f"{seed}/{number}")


class Walk:
    """A random match, stopped at every decision."""

    def __init__(self, game: Game[Any, Any], play: Play, *, recorded: bool = False) -> None:
        self.play = play
        self.given: list[Answered] = []
        """The answers so far, with the one that failed if one did: what a bench is made of."""
        self.match = play.start(game, recorded=recorded)
        self.key = self.match.chance.key
        self.chance = play.chance("walk")
        self.bot = RandomBot(play.chance("bot"))

    def __iter__(self) -> Iterator[Match[Any]]:
        """The match at each decision; it moves on when the next one is asked for."""
        match = self.match
        while match.outcome is None and match.number < match.game.longest:
            yield match
            if match.outcome is None:
                self.give(*self.next_answer())

    def give(self, seat: Seat, answer: Answer) -> None:
        """Lets a seat answer."""
        self.given.append(Answered(seat, plain(answer)))
        self.match.answer(seat, answer)

    def time_out(self, seat: Seat) -> None:
        """Lets the time of a seat run out."""
        self.given.append(Answered(seat, None, By.CLOCK))
        self.match.time_out(seat)

    def seat(self) -> Seat:
        """One of the seats that are asked; in a sealed question anybody may be the first."""
        return self.chance.pick(self.match.asked())

    def next_answer(self) -> tuple[Seat, Answer]:
        """A legal answer that somebody could give now."""
        seat = self.seat()
        return seat, self.bot.pick(self.match.choice(seat))
