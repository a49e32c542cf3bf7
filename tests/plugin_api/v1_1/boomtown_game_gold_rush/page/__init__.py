"""The table page of Gold Rush: what its board needs, and how it shows what happens."""

from collections.abc import Sequence

from boomtown.core import Beat, Entry, Page, Result, Say, Seat, Sum, View

from boomtown_game_gold_rush.page.board import board
from boomtown_game_gold_rush.state import Field


def ending(view: View[Field], told: Sequence[Entry]) -> list[Result]:
    """What everybody has, part by part."""
    return [
        Result(
            seat=Seat(seat),
            sums=(
                Sum(Say("ending.gold"), digger.gold, "loot-bill"),
                Sum(Say("ending.claim"), digger.claim.value, "loot-diamond"),
            ),
        )
        for seat, digger in enumerate(view.state.diggers)
    ]


PAGE = Page(
    board=board,
    ending=ending,
    headings=frozenset({"gold_rush.turn.home", "gold_rush.dig.cave_in"}),
    beats={
        "gold_rush.dig.die": Beat(time=500, sound="dice", effect="call", end="seat:{seat}"),
        "gold_rush.dig.cave_in": Beat(
            time=700, sound="out", effect="strike", end="seat:{seat}", after=("{seat}:pan",)
        ),
        "gold_rush.turn.home": Beat(
            time=700, sound="beer", effect="call", end="seat:{seat}", after=("{seat}:gold",)
        ),
        "gold_rush.cards.draw": Beat(
            time=600, effect="fly", icon="bullet", start="deck", end="seat:{seat}", after=("deck",)
        ),
        "gold_rush.cards.play": Beat(time=600, effect="call", end="seat:{seat}"),
        "gold_rush.dice.throw": Beat(time=800, sound="dice", effect="tumble", after=("tray",)),
        "gold_rush.dice.again": Beat(time=800, sound="dice", effect="tumble", after=("tray",)),
        "gold_rush.map.walk": Beat(time=500, after=("{seat}:pawn",)),
        "gold_rush.end.count": Beat(
            time=1500, sound="win", effect="banner", icon="trophy", cut=True, protected=True
        ),
    },
)
