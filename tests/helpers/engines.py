"""The embedded databases of a process share what they know of their statements.

Each test has a database of its own, and to put the statements together for each of them anew takes
longer than to carry them out.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, create_engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from boomtown.store import database


class SameDialect(SQLiteDialect_pysqlite):
    """What was put together for one database is understood by all others."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameDialect)

    def __hash__(self) -> int:
        return hash(SameDialect)


_first: list[Engine] = []


def sharing_engine(url: str, **how: Any) -> Engine:  # what ``create_engine`` takes
    """As SQLAlchemy makes it; embedded ones look up their statements where the first one does."""
    engine = create_engine(url, **how)
    if type(engine.dialect) is SQLiteDialect_pysqlite:
        engine.dialect.__class__ = SameDialect
        _first[:] = _first or [engine]
        engine._compiled_cache = _first[0]._compiled_cache
        engine.dialect.__dict__["_type_memos"] = _first[0].dialect._type_memos
    return engine


def share_statements() -> None:
    """From now on, in this process."""
    setattr(database, "create_engine", sharing_engine)  # noqa: B010  # it exports no such name
