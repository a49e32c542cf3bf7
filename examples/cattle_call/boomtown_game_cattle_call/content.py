"""What is in the box."""

from enum import StrEnum

COINS = [value for value in range(1, 11) for _ in range(5)]
"""The coins are cards: five of each value."""
HAND = 6
"""So many are dealt to everybody."""


class Animal(StrEnum):
    """What is sold."""

    LONGHORN = "longhorn"
    MUSTANG = "mustang"
    MULE = "mule"
    SHEEP = "sheep"


LOTS = [animal for animal in Animal for _ in range(6)]


def worth(animals: int) -> int:
    """Of so many animals of a kind: 1, 3, 6, 10, ..."""
    return animals * (animals + 1) // 2
