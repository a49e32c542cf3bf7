"""What is on the table, and what is secret."""

from typing import Annotated

from boomtown.core import Options, Seat, Secret
from msgspec import Meta, Struct


class FieldOptions(Options):
    goal: Annotated[int, Meta(ge=5, le=50)] = 15


class Digger(Struct):
    claim: Secret[int]
    gold: int = 0
    pan: int = 0
    hand: list[Secret[str]] = []
    spot: str = "camp"


class Field(Struct):
    diggers: list[Digger]
    unclaimed: list[Secret[int]]
    goal: int
    active: Seat = Seat(0)
    deck: list[Secret[str]] = []
    played: list[Secret[str]] = []
    dice: list[int] = []
    veins: dict[str, int] = {}
