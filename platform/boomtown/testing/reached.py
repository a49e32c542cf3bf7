"""Rules that nothing ever reaches: where no match, example or test comes, nothing is checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from boomtown.core.chance import Chance
from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.observer import RulesReached
from boomtown.core.step import Step
from boomtown.lab.reach import rules_read_out, settings
from boomtown.testing.examples import ExampleFailed, examples_of

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite


def check_reached(suite: Suite) -> Iterator[str]:
    """The rule of every step is reached by a match or an example, or a test reads it out."""
    game, reached = suite.game, RulesReached()
    read = rules_read_out(game)
    _set_ups(game, reached)
    _examples(game, reached)
    for play in suite.plays:
        if not _missing(game, reached, read):
            return
        walk = suite.walk(play)
        walk.match.observer = reached
        for _ in walk:
            pass
    for kind in _missing(game, reached, read):
        yield (
            f"{kind.rule} ({kind.__name__}) was never reached: not in {len(suite.plays)} matches, "
            "by no example, and no test reads it out"
        )


def _missing(game: Game[Any, Any], reached: RulesReached, read: set[str]) -> list[type[Step]]:
    """One step for each rule that nothing has come to."""
    known = reached.rules | read
    return list({kind.rule: kind for kind in game.steps if kind.rule not in known}.values())


def _set_ups(game: Game[Any, Any], reached: RulesReached) -> None:
    """Begins a match with every setting: much of a set-up happens before the first question."""
    for seats, options in settings(game):
        chance = Chance.seeded("set-up")
        Match.unrecorded(game, seats, options, chance=chance, observer=reached)


def _examples(game: Game[Any, Any], reached: RulesReached) -> None:
    def see(match: Match[Any]) -> None:
        match.observer = reached

    for example in examples_of(game):
        try:
            example.play(see)
        except (ExampleFailed, BoomtownError, LookupError):
            continue  # ``boomtown examples`` says why
