"""What everybody led: the kind of gang."""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core import Part, View
from shadows_west.state import West


def parts(view: View[West]) -> Sequence[Part]:
    """Every gang is on its own."""
    return [Part("gang", gang.kind) if gang.kind else Part() for gang in view.state.gangs]
