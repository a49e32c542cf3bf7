"""Seats round a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0. A spectator is ``None``, never a number."""

SEAT_LETTERS = "ABCDEFGH"
"""How seats are called wherever somebody reads of them: on the site, in examples, in findings."""


def letter_of(seat: int) -> str:
    """What a seat is called.

    >>> letter_of(Seat(1))
    'B'
    """
    return SEAT_LETTERS[seat]


def clockwise(seats: Iterable[Seat], after: Seat) -> list[Seat]:
    """The seats in clockwise order, beginning with the first one after the given seat.

    >>> clockwise([Seat(0), Seat(1), Seat(2), Seat(3)], after=Seat(1))
    [2, 3, 0, 1]
    """
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]
