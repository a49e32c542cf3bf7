"""Plain data in a compiled build: the edition of ``boomtown.core.data`` for native classes."""

from __future__ import annotations

from boomtown_fast.twins import (
    DataField,
    copier,
    described,
    fields_of,
    is_data,
    kind_of,
    reader,
    replaced,
)

WRITES_QUICKLY = False

__all__ = [
    "WRITES_QUICKLY",
    "DataField",
    "copier",
    "described",
    "fields_of",
    "is_data",
    "kind_of",
    "reader",
    "replaced",
]
