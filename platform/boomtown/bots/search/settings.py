"""How long and how boldly a search thinks."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    """Levels and temperaments are settings."""

    playouts: int = 400
    """Imagined tables that are played on for one answer, all answers that are tried together."""
    seconds: float | None = None
    """The most that it takes; then it gives the best so far. None is as long as it takes: only
    then does the same seed give the same answer."""
    width: int = 12
    """The most answers that are tried."""
    points: int = 1
    """Calm points that an imagined table is played on to, where its game evaluates tables."""
    gate: float = 2.0
    """The heuristic's answer is left only for one that is better by so many standard errors."""
    batch: int = 8
    """Tables after which hopeless answers are given up."""
    least: int = 16
    """Tables on which an answer is tried at least before it can win."""
    explore: float = 0.7
    """How curious players in imagined tables are, in victories."""
    deep: int = 12
    """Questions below the first that are remembered and learned from."""
