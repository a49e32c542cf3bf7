"""Ids that nobody can guess, and that an operator can give to a command."""

from __future__ import annotations

import secrets


def fresh_id(size: int) -> str:
    """An id of so many random bytes; none begins like an option of a command."""
    while (id := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return id
