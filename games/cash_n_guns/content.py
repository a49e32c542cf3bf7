"""What is in the box: bullet cards and loot, as data (specification, section 2)."""

from __future__ import annotations

from enum import StrEnum

SEATS = range(4, 9)
ROUNDS = 8
LOOT_PER_ROUND = 8
CLICKS = 5
BANGS = 3
WOUNDS_TO_DIE = 3
UNBREAKABLE_SPARE = 2
"""Wounds that the Unbreakable bears besides those that kill others."""
DIAMOND_BONUS = 60_000
LUCKY_MIN = 3
VULTURE_CARDS = 2


class Stage(StrEnum):
    """The seven stages of a round (cash.round.stages)."""

    LOOT = "loot"
    LOAD = "load"
    HOLD_UP = "hold_up"
    PRIVILEGE = "privilege"
    COURAGE = "courage"
    BANG = "bang"
    SHARE = "share"


class Bullet(StrEnum):
    """A bullet card."""

    CLICK = "click"
    BANG = "bang"


HAND = (*[Bullet.CLICK] * CLICKS, *[Bullet.BANG] * BANGS)


class Loot(StrEnum):
    """A share: one of the loot cards, or the New Godfather token."""

    B5 = "B5"
    B10 = "B10"
    B20 = "B20"
    D1 = "D1"
    D5 = "D5"
    D10 = "D10"
    PAINTING = "P"
    CLIP = "CL"
    FIRST_AID = "FA"
    NEW_GODFATHER = "NG"


class Kind(StrEnum):
    """A kind of share, as the Dictator forbids it."""

    BILL = "bill"
    DIAMOND = "diamond"
    PAINTING = "painting"
    CLIP = "clip"
    FIRST_AID = "first_aid"
    NEW_GODFATHER = "new_godfather"


BULLET_KINDS = tuple(Bullet)
SHARES = tuple(Loot)
# To walk through these takes a fraction of the time that an enumeration itself takes.

DECK = {
    Loot.B5: 15,
    Loot.B10: 15,
    Loot.B20: 10,
    Loot.D1: 5,
    Loot.D5: 3,
    Loot.D10: 1,
    Loot.PAINTING: 10,
    Loot.CLIP: 3,
    Loot.FIRST_AID: 2,
}

KIND = {
    Loot.B5: Kind.BILL,
    Loot.B10: Kind.BILL,
    Loot.B20: Kind.BILL,
    Loot.D1: Kind.DIAMOND,
    Loot.D5: Kind.DIAMOND,
    Loot.D10: Kind.DIAMOND,
    Loot.PAINTING: Kind.PAINTING,
    Loot.CLIP: Kind.CLIP,
    Loot.FIRST_AID: Kind.FIRST_AID,
    Loot.NEW_GODFATHER: Kind.NEW_GODFATHER,
}

FACE_VALUE = {
    Loot.B5: 5_000,
    Loot.B10: 10_000,
    Loot.B20: 20_000,
    Loot.D1: 1_000,
    Loot.D5: 5_000,
    Loot.D10: 10_000,
}

DIAMONDS = frozenset({Loot.D1, Loot.D5, Loot.D10})
USED_AT_ONCE = frozenset({Loot.CLIP, Loot.FIRST_AID})  # cash.clip.not_loot: nobody owns them

PAINTING_SET = (
    0,
    4_000,
    12_000,
    30_000,
    60_000,
    100_000,
    150_000,
    200_000,
    300_000,
    400_000,
    500_000,
)
"""What so many paintings are worth together; the table ends with ten."""

DEFAULT_TAKE = (
    Loot.B20,
    Loot.B10,
    Loot.D10,
    Loot.PAINTING,
    Loot.B5,
    Loot.D5,
    Loot.D1,
    Loot.FIRST_AID,
    Loot.CLIP,
    Loot.NEW_GODFATHER,
)
"""What somebody absent takes: the first of these that is there and not forbidden."""
