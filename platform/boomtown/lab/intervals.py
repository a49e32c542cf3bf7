"""How sure a share is."""

from __future__ import annotations

import math

Z_95 = 1.959964


def wilson(hits: int, tries: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson interval of a share, by default the one that is right 95 times in 100.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    return wilson_share(hits / tries, tries, z) if tries else (0.0, 1.0)


def wilson_share(share: float, tries: float, z: float = Z_95) -> tuple[float, float]:
    """The same of a share that so many tries stand behind: not a whole number where some of them
    depend on each other."""
    middle = share + z * z / (2 * tries)
    spread = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def student(freedom: int) -> float:
    """How many standard errors are 95 % when the deviation itself is estimated, from so many
    degrees of freedom; a series in their inverse, good from two on.

    >>> round(student(10), 2), round(student(1000), 2)
    (2.23, 1.96)
    """
    z = Z_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
