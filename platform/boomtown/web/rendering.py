"""Long pages and lists, made in pieces: the others have their turn every few milliseconds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from flask import current_app

from boomtown.web.guard.leisure import rest

T = TypeVar("T")
PIECES = 32
"""After so many pieces of text somebody looks at the clock."""
A_TURN = 0.002
"""Seconds of work after which others have theirs."""


def render_patiently(template: str, **context: Any) -> str:
    """Like Flask's ``render_template``, for pages so long that others would wait for them.

    What it draws must not change meanwhile, and nobody may hold a lock.
    """
    current_app.update_template_context(context)
    parts: list[str] = []
    began = time.perf_counter()
    for part in current_app.jinja_env.get_template(template).generate(context):
        parts.append(part)
        if len(parts) % PIECES == 0 and time.perf_counter() - began > A_TURN:
            rest()
            began = time.perf_counter()
    return "".join(parts)


def patiently(things: Iterable[T]) -> Iterator[T]:
    """One after the other, for lists each line of which takes its time; as above."""
    began = time.perf_counter()
    for thing in things:
        yield thing
        if time.perf_counter() - began > A_TURN:
            rest()
            began = time.perf_counter()
