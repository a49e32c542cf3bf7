"""What a match remembers of its last answers: what they made known, and the way back."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from boomtown.core.seats import Seat


class Disclosure(Struct, frozen=True):
    """A secret that was told to somebody, and where the log stood then."""

    audience: int | None
    """The seats that it is news for, one bit each; None is everybody."""
    value: Any  # whatever the secret holds
    line: int

    def told_to(self, seat: Seat | None) -> bool:
        """Whether the seat was told."""
        return self.audience is None or (seat is not None and bool(self.audience >> seat & 1))


class Before(Struct, frozen=True):
    """A match as it stood before an answer that can be taken back; such an answer draws nothing."""

    body: bytes
    """State and agenda."""
    log: int
    """How long the log was."""
    page: int
    moment: int
    undoable: int
    last_seat: Seat | None
    disclosed: list[Disclosure] = []
