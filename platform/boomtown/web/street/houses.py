"""Main street: where the houses stand, so that each is above the card of its game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from boomtown.web.street.game_pages import GamePage

WIDTH, HEIGHT = 1280, 384
PLOTS = 3
"""How many plots the street has at least; the drawing gets smaller for more games."""
MARGIN, GAP = 50, 24
"""Beside and between the cards under the houses."""
SMALLEST_GAP_TO_FIGHT = 188
"""From the middle of a house to somebody who stands beside it."""


class Street(Struct, frozen=True, kw_only=True):
    """The drawing: its size, and the middle of everything in it."""

    width: int
    height: int
    top: int
    houses: tuple[tuple[GamePage, int], ...]
    post: int | None
    """The post office, on the first plot without a game."""
    lot: int | None
    """The empty lot, on the second."""
    small_lot: bool
    """Otherwise it is a narrow one at the end of the street."""
    fighters: tuple[int, int]


def street_of(cards: Sequence[GamePage]) -> Street:
    """The street for these games."""
    plots = max(PLOTS, len(cards))
    width = WIDTH * plots // PLOTS
    height = HEIGHT * plots // PLOTS
    card = (WIDTH - 2 * MARGIN - GAP * (plots - 1)) / plots
    middles = [
        round((MARGIN + card / 2 + plot * (card + GAP)) * plots / PLOTS) for plot in range(plots)
    ]
    empty = middles[len(cards) :]
    return Street(
        width=width,
        height=height,
        top=HEIGHT - height,
        houses=tuple(zip(cards, middles, strict=False)),
        post=empty[0] if empty else None,
        lot=empty[1] if len(empty) > 1 else None,
        small_lot=len(empty) < 2,
        fighters=(
            middles[0] + SMALLEST_GAP_TO_FIGHT,
            middles[-1] - SMALLEST_GAP_TO_FIGHT - 24,
        ),
    )
