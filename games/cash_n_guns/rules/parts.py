"""What everybody was: the power, where powers are played."""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core import Part, View
from cash_n_guns.state import Gang


def parts(view: View[Gang]) -> Sequence[Part]:
    """Everybody plays alone."""
    powers = [gangster.power for gangster in view.state.gangsters]
    return [Part("power", power) if power else Part() for power in powers]
