"""Long pages, drawn in pieces: the others have their turn every few milliseconds."""

from __future__ import annotations

import time
from typing import Any

from flask import current_app
from gevent import monkey

PIECES = 32
"""After so many pieces of text somebody looks at the clock."""
A_TURN = 0.003
"""Seconds of drawing after which others have theirs."""


def rest() -> None:
    """Lets everybody else go first."""
    if monkey.is_module_patched("time"):
        time.sleep(0)


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
