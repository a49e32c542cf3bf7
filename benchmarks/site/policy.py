"""How everybody plays, on either server: so carefully that matches last (about 115 answers)."""

from __future__ import annotations

from collections.abc import Sequence

GAME = "bang_dice"
OPTIONS = {"characters": "off"}
"""The teaching game, which both servers have."""
SEATS = 5
KEPT = frozenset({"beer", "gat", "dyn"})


def dice_to_throw(faces: Sequence[str]) -> list[int]:
    """The dice that are thrown again, counted from 0: beers and Gatlings stay, dynamite must.

    The rest of the policy: bull's eyes go to the first target offered, beers to oneself.
    """
    return [die for die, face in enumerate(faces) if face not in KEPT]
