"""The board: the lot under the hammer, herds round the table, one's own coins."""

from collections import Counter

from msgspec import Struct

from boomtown.core import Beat, Page, Question, Seat, View
from boomtown_game_cattle_call.state import Market


class Place(Struct):
    """What everybody sees of a rancher."""

    seat: Seat
    coins: int
    herds: dict[str, int]
    gavel: bool
    score: int


class Board(Struct):
    """What the template prints."""

    places: list[Place]
    """The viewer first, then clockwise."""
    lot: str | None
    left: int
    pile: int
    hand: list[int]
    """Of the viewer; nobody else's."""


def board(view: View[Market], question: Question | None) -> Board:
    """From the view alone: it has no more than its seat may know."""
    market = view.state
    first = 0 if view.seat is None else view.seat
    order = [Seat((first + step) % view.seats) for step in range(view.seats)]
    mine = [] if view.seat is None else market.ranchers[view.seat].hand
    return Board(
        places=[place(market, seat) for seat in order],
        lot=market.lot,
        left=market.left,
        pile=len(market.coins),
        hand=sorted(coin.value for coin in mine),
    )


def place(market: Market, seat: Seat) -> Place:
    """One of them."""
    rancher = market.ranchers[seat]
    herds = dict(Counter(animal.value for animal in rancher.corral))
    return Place(seat, len(rancher.hand), herds, rancher.gavel, rancher.score())


PAGE = Page(
    board=board,
    beats={
        "cattle.lot.turn": Beat(effect="banner", before=("lot",), time=900),
        "cattle.sell.highest": Beat(effect="call", end="seat:{seat}", after=("{seat}:herds",)),
    },
    headings=frozenset({"cattle.lot.turn"}),
    style="cattle.css",
)
