"""For tests, ours and those of other authors: conformance, examples, loaded dice, builders.

``GameConformance`` lives in ``boomtown.testing.suite``, because it needs pytest.
"""

from boomtown.core.chance import LoadedChance
from boomtown.testing.builders import arranged, refused, say, told
from boomtown.testing.conformance import CHECKS, Finding, Suite
from boomtown.testing.examples import (
    Example,
    ExampleFailed,
    Notation,
    PlainNotation,
    Result,
    run_examples,
)
from boomtown.testing.plays import Play, Walk, plays

__all__ = [
    "CHECKS",
    "Example",
    "ExampleFailed",
    "Finding",
    "LoadedChance",
    "Notation",
    "PlainNotation",
    "Play",
    "Result",
    "Suite",
    "Walk",
    "arranged",
    "plays",
    "refused",
    "run_examples",
    "say",
    "told",
]
