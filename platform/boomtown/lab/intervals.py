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
