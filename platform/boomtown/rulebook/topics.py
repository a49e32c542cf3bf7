"""The topics that every rulebook shares, so that rules can be compared across games."""

from __future__ import annotations

TOPICS = (
    "players",
    "goal",
    "set-up",
    "turn order",
    "turn",
    "dice",
    "cards",
    "hidden information",
    "simultaneous choice",
    "reactions",
    "range and targets",
    "damage",
    "healing",
    "elimination",
    "movement",
    "terrain",
    "loot",
    "special powers",
    "bystanders",
    "end",
    "victory",
    "ties",
    "online play",
)
"""In the order in which a rulebook is read. Their names in each language are ``names.topic``."""
