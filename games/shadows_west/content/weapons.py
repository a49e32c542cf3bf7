"""Weapons: each is declared once, with its numbers and the moments at which its notes speak.

A moment is a field that a step asks when the rulebook comes to it, in this order: how many shots an
action has, how the weapon is fired, how many dice the shot has, what the target adds to its save.
A weapon without notes is silent at all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from shadows_west.content import INCH

Band = Literal["short", "medium", "long", "out"]
SHORT: Final = "short"
MEDIUM: Final = "medium"
LONG: Final = "long"
OUT: Final = "out"

SHOT: Final = "shot"
CORRIDOR: Final = "corridor"
"""The ways of firing: aimed, or along a line without a test (shadows.shoot.corridor_line)."""

# --- moments -------------------------------------------------------------------------------------

Within = Callable[[int], bool]
"""Whether the target is at most so far away."""


def no_dice(band: str) -> int:
    """The weapon neither adds nor takes dice."""
    return 0


def no_save(band: str, within: Within) -> int:
    """The target saves as it always does."""
    return 0


def dice_in(**bands: int) -> Callable[[str], int]:
    """Dice more, or fewer, in some bands."""
    return lambda band: bands.get(band, 0)


def save_in(**bands: int) -> Callable[[str, Within], int]:
    """What the target adds to its save in some bands."""
    return lambda band, within: bands.get(band, 0)


def save_up_to(far: int, added: int) -> Callable[[str, Within], int]:
    """What the target adds to its save up to a distance, which is included."""
    return lambda band, within: added if within(far) else 0


# --- weapons -------------------------------------------------------------------------------------


class WeaponType(Struct, frozen=True):
    """A weapon as the table lists it; ranges in u."""

    id: str
    short: int
    medium: int
    long: int
    jam: int
    """The jam die of a shot that misses; 0 for a fire corridor, which jams by itself."""
    points: int
    special: bool = False
    """Whether a gang may have only so many of them (shadows.gang.special)."""
    shots: int = 1
    """How many shots an action has (shadows.shoot.multi)."""
    way: str = SHOT
    """How it is fired."""
    barrel: str = ""
    """The weapon that its second barrel is, once in a match (shadows.weapon.lemat)."""
    dice: Callable[[str], int] = no_dice
    """The dice of a shot, by its band (shadows.shoot.roll)."""
    save: Callable[[str, Within], int] = no_save
    """What the target adds to its save, by the band and the distance (shadows.shoot.save_mod)."""

    @property
    def rule(self) -> str:
        """Where the rulebook tells about it."""
        return f"shadows.weapon.{self.id}"


def weapon(
    id: str,
    bands: tuple[int, int, int],
    *,
    jam: int,
    points: int,
    special: bool = False,
    shots: int = 1,
    way: str = SHOT,
    barrel: str = "",
    dice: Callable[[str], int] = no_dice,
    save: Callable[[str, Within], int] = no_save,
) -> WeaponType:
    """A weapon with its bands in inches."""
    short, medium, long = (inches * INCH for inches in bands)
    return WeaponType(id, short, medium, long, jam, points, special, shots, way, barrel, dice, save)
