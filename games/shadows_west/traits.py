"""What a player fielded in a match beside the gang, for the laboratory: its weapons."""

from __future__ import annotations

from boomtown.core import Seat
from shadows_west.state import Kind, West


def traits(west: West, seat: Seat) -> dict[str, list[str]]:
    """Every kind of weapon that a model of the gang carries, or carried at its end."""
    models = [
        figure
        for figure in west.table.figures.values()
        if figure.kind is Kind.MODEL and figure.seat == seat
    ]
    kinds = {weapon.kind for model in models for weapon in model.weapons}
    return {"weapon": sorted(kinds)}
