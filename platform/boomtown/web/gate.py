"""What stands at the door of every request, before anybody looks at what it wants."""

from __future__ import annotations

from collections.abc import Iterable

from flask import abort, request

NUL = "\0"
"""No text has it, and a PostgreSQL cannot keep it."""


def check_text() -> None:
    """Turns away what no page and no database can read."""
    if NUL in request.path:
        abort(404)
    if _spoilt(request.args.items(multi=True)):
        abort(400)
    if not request.path.startswith("/api/") and _spoilt(request.form.items(multi=True)):
        abort(400)


def _spoilt(pairs: Iterable[tuple[str, str]]) -> bool:
    return any(NUL in name or NUL in value for name, value in pairs)
