"""Cards on the board: whose turn comes when, and the viewer's own hand."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from boomtown.core import (
    Seat,
    View,
)
from shadows_west.content import JOKER, card_key
from shadows_west.state import West

SUIT_ICONS: Final = {"S": "spade", "C": "club", "H": "heart", "D": "diamond"}


class Face(Struct, frozen=True):
    """A card as it is drawn."""

    card: str
    rank: str
    suit: str
    """Its icon; none for a joker."""
    red: bool


def face_of(card: str) -> Face:
    if card == JOKER:
        return Face(card, "", "", red=False)
    return Face(card, card[:-1], SUIT_ICONS[card[-1]], red=card[-1] in "HD")


class Pace(StrEnum):
    """Where a player is in the round of cards."""

    CHOOSING = "choosing"
    CHOSEN = "chosen"
    NOW = "now"
    NEXT = "next"
    WAS = "was"
    IDLE = "idle"
    OUT = "out"


class TurnRow(Struct):
    """A player in the list of who acts."""

    seat: Seat
    pace: Pace
    card: Face | None
    points: int
    cards: int
    """In hand."""
    deck: int
    models: int
    """On the table."""
    fled: bool


PLAY: Final = "shadows.cards.play"


def turns_of(view: View[West]) -> list[TurnRow]:
    """Everybody in the order in which they act; while cards are chosen, by seat."""
    west = view.state
    rows = [_turn_row(view, Seat(seat)) for seat in range(view.seats)]
    place = {seat: number for number, seat in enumerate(west.order)}
    ranks = {Pace.WAS: -1, Pace.NOW: 0, Pace.NEXT: 1, Pace.OUT: 3}
    return sorted(
        rows,
        key=lambda row: (ranks.get(row.pace, 2), place.get(row.seat, 0), row.seat),
    )


def _turn_row(view: View[West], seat: Seat) -> TurnRow:
    west = view.state
    gang = west.gangs[seat]
    played = gang.played
    return TurnRow(
        seat=seat,
        pace=_pace(view, seat),
        card=face_of(played.value) if played is not None and played.known else None,
        points=gang.points,
        cards=len(gang.hand),
        deck=len(gang.deck),
        models=len(west.table.models(seat)),
        fled=gang.fled,
    )


def _pace(view: View[West], seat: Seat) -> Pace:
    west, prompt = view.state, view.prompt
    if west.phase != "setup" and not west.table.models(seat):
        return Pace.OUT
    if west.phase != "action":
        return Pace.IDLE
    if prompt is not None and prompt.rule == PLAY:
        if seat in prompt.seats:
            return Pace.CHOOSING
        return Pace.CHOSEN if west.gangs[seat].hand else Pace.IDLE
    if seat in west.order:
        return Pace.NOW if west.order[0] == seat else Pace.NEXT
    return Pace.WAS if west.order else Pace.IDLE


class Own(Struct):
    """What only the viewer sees: the hand."""

    hand: list[Face]
    deck: int
    discard: Face | None


def own_of(view: View[West]) -> Own | None:
    if view.seat is None:
        return None
    gang = view.state.gangs[view.seat]
    hand = sorted((card.value for card in gang.hand if card.known), key=card_key)
    return Own(
        hand=[face_of(card) for card in hand],
        deck=len(gang.deck),
        discard=face_of(gang.discard[-1]) if gang.discard else None,
    )
