"""For tests, ours and those of other authors: conformance, examples, loaded dice, builders.

``GameConformance`` lives in ``boomtown.testing.suite``, because it needs pytest.
"""

from boomtown.core.chance import LoadedChance
from boomtown.testing.builders import arranged, refused, say, told
from boomtown.testing.conformance import CHECKS, Finding, Suite
from boomtown.testing.editing import InvalidEdit, at, exchange, put, standing
from boomtown.testing.examples import (
    Example,
    ExampleFailed,
    Notation,
    PlainNotation,
    Result,
    See,
    examples_of,
    rules_in,
    run_examples,
    unseen,
)
from boomtown.testing.plays import Play, Walk, plays
from boomtown.testing.tricks import Habit, MakeBot, Place, Standing, lone, trick

__all__ = [
    "CHECKS",
    "Example",
    "ExampleFailed",
    "Finding",
    "Habit",
    "InvalidEdit",
    "LoadedChance",
    "MakeBot",
    "Notation",
    "Place",
    "PlainNotation",
    "Play",
    "Result",
    "See",
    "Standing",
    "Suite",
    "Walk",
    "arranged",
    "at",
    "examples_of",
    "exchange",
    "lone",
    "plays",
    "put",
    "refused",
    "rules_in",
    "run_examples",
    "say",
    "standing",
    "told",
    "trick",
    "unseen",
]
