"""Cells of spreadsheets: what people have written is never taken for a formula."""

from __future__ import annotations

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula at the start of a cell."""


def cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula.

    >>> cell("=1+1"), cell("Ann"), cell(-1)
    ("'=1+1", 'Ann', -1)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value
