"""What all who look at a table at one moment have in common, made once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Share(Protocol):
    """Gives what was made under a key at this moment, or makes it (``Room.share``).

    What is made must not depend on who looks, unless the key says all that it depends on.
    """

    def __call__(self, key: Hashable, make: Callable[[], T], /) -> T: ...


def alone(key: Hashable, make: Callable[[], T], /) -> T:
    """For a page with which nobody shares anything."""
    return make()
