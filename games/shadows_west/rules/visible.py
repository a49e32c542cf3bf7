"""What a seat sees on the table, by the noun of the choices that name it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from boomtown.core import View
from shadows_west.state import Kind, West


def figures(view: View[West]) -> list[str]:
    """Everybody who stands or lies on the table."""
    return [figure.id for figure in view.state.table.present()]


def models(view: View[West]) -> list[str]:
    """The same without horses and townsfolk."""
    return [one.id for one in view.state.table.present() if one.kind is Kind.MODEL]


def markers(view: View[West]) -> list[str]:
    """Loot and sticks."""
    return [marker.id for marker in view.state.table.markers.values() if not marker.gone]


def weapons(view: View[West]) -> list[str]:
    """What they carry."""
    return [weapon.id for figure in view.state.table.present() for weapon in figure.weapons]


def cards(view: View[West]) -> list[str]:
    """One's own hand, and every pile of discarded cards."""
    hand = [] if view.seat is None else view.state.gangs[view.seat].hand
    piles = [card for gang in view.state.gangs for card in gang.discard]
    return list(dict.fromkeys([*(card.value for card in hand), *piles]))


def zones(view: View[West]) -> list[str]:
    """The zones that somebody has, and the strips and corners that a table of its size has."""
    return ["n", "e", "s", "w"] if len(view.state.gangs) == 2 else ["ne", "nw", "se", "sw"]


def dice(view: View[West]) -> list[int]:
    """The places of the dice that were thrown, while one may be thrown again."""
    shown: Any = view.prompt.args.get("shown", []) if view.prompt is not None else []
    return list(range(1, len(shown) + 1))


THINGS: Final[Mapping[str, Callable[[View[West]], Sequence[str | int]]]] = MappingProxyType(
    {
        "figure": figures,
        "reactor": models,
        "marker": markers,
        "arm": weapons,
        "swap": weapons,
        "card": cards,
        "zone": zones,
        "reroll": dice,
    }
)
