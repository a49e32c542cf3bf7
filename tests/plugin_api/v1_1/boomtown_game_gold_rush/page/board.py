"""What the board shows: from the view alone, so that nobody sees more than their seat may."""

from boomtown.core import Question, Seat, View
from msgspec import Struct

from boomtown_game_gold_rush.content import PATHS, SPOTS
from boomtown_game_gold_rush.state import Field


class Plate(Struct):
    """A place at the table."""

    seat: Seat
    place: int
    """Clockwise from the viewer's own place, which is 0."""
    gold: int
    pan: int
    active: bool
    claim: int | None
    """What the claim is worth, if it lies face up."""
    hand: int
    spot: str
    x: int
    y: int


class Spot(Struct):
    """A place of the map."""

    id: str
    x: int
    y: int
    left: int


class Board(Struct):
    """Everything that the template needs."""

    plates: list[Plate]
    me: Plate | None
    goal: int
    claim: int | None
    """The viewer's own claim, as long as nobody else knows it."""
    deck: int
    hand: list[str]
    dice: list[int]
    spots: list[Spot]
    paths: list[tuple[int, int, int, int]]


def board(view: View[Field], question: Question | None) -> Board:
    field = view.state
    first = view.seat or Seat(0)
    order = [Seat((first + place) % view.seats) for place in range(view.seats)]
    plates = [plate_of(view, seat, place) for place, seat in enumerate(order)]
    me = None if view.seat is None else plates.pop(0)
    own = None if view.seat is None else field.diggers[view.seat]
    return Board(
        plates=plates,
        me=me,
        goal=field.goal,
        claim=None if own is None or own.claim.public else own.claim.value,
        deck=len(field.deck),
        hand=[] if own is None else sorted(card.value for card in own.hand),
        dice=list(field.dice),
        spots=[Spot(id, x, y, field.veins.get(id, 0)) for id, (x, y) in SPOTS.items()],
        paths=[(*SPOTS[one], *SPOTS[other]) for one, others in PATHS.items() for other in others],
    )


def plate_of(view: View[Field], seat: Seat, place: int) -> Plate:
    digger = view.state.diggers[seat]
    return Plate(
        seat=seat,
        place=place,
        gold=digger.gold,
        pan=digger.pan,
        active=seat == view.state.active,
        claim=digger.claim.value if digger.claim.public else None,
        hand=len(digger.hand),
        spot=digger.spot,
        x=SPOTS[digger.spot][0] + 26 * seat - 52,
        y=SPOTS[digger.spot][1] + 44,
    )
