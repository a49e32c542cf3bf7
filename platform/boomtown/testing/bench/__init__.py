"""The bench: a match taken apart, changed by hand, played on, and kept as an example or a test."""

from boomtown.testing.bench.bench import Bench, Frame
from boomtown.testing.bench.events import (
    Answered,
    BenchFile,
    Edited,
    Event,
    Exchanged,
    Loaded,
    Origin,
    Standing,
    read_file,
)

__all__ = [
    "Answered",
    "Bench",
    "BenchFile",
    "Edited",
    "Event",
    "Exchanged",
    "Frame",
    "Loaded",
    "Origin",
    "Standing",
    "read_file",
]
