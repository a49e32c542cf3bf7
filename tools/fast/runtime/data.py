"""Plain data in a compiled build: the edition of ``boomtown.core.data`` for native classes."""

from __future__ import annotations

from boomtown_fast.twins import (
    DataField,
    copier,
    described,
    fields_of,
    is_data,
    is_frozen,
    kind_of,
    reader,
    replaced,
)

__all__ = [
    "DataField",
    "copier",
    "described",
    "fields_of",
    "is_data",
    "is_frozen",
    "kind_of",
    "reader",
    "replaced",
]
