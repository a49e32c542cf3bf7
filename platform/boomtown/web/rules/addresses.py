"""Where rules stand: their books, as they are usually played or with the numbers of a table."""

from __future__ import annotations

OWN_BOOK = "boomtown"
"""The rulebook of the site itself, which holds at every table."""


def book_url(game: str, table: str = "") -> str:
    """A rulebook; with the code of a table, as that table plays."""
    return f"/rules/{game}" + (f"?table={table}" if table else "")


def rule_url(game: str, rule: str, table: str = "") -> str:
    """Where a rule stands that was met at a table of a game."""
    own = rule.startswith(f"{OWN_BOOK}.")
    return f"{book_url(OWN_BOOK) if own else book_url(game, table)}#{rule}"
