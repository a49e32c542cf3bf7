"""The toy's table."""

from typing import Annotated

from msgspec import Meta, Struct

from boomtown.core import Options, Secret

CARDS = (1, 2, 3, 4, 5, 6, 7, 8)


class ToyOptions(Options):
    laps: Annotated[int, Meta(ge=1, le=4)] = 2
    open_bids: bool = False


class Table(Struct):
    hands: list[Secret[int]]
    box: list[Secret[int]]
    laps: int
    flaw: str = ""
    lap: int = 0
    bids: list[int] = []
    words: list[str] = []
    gossip: int = 0
    """Where the flaw "view" writes what nobody should read."""

    def neighbour(self, seat: int) -> int:
        """The card of the next seat: what the flaws like to look at."""
        return self.hands[(seat + 1) % len(self.hands)].value
