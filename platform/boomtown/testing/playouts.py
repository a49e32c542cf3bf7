"""Whether searches can trust a game: a quiet match plays as a loud one does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boomtown.testing.plays import Walk

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite


def check_quiet(suite: Suite) -> Iterator[str]:
    """A quiet match, whose answers nobody judges, goes the same way as one with log and judge."""
    for play in suite.plays:
        walk = Walk(suite.game, play)
        match = walk.match
        quiet = match.clone(quiet=True)
        while match.outcome is None and match.number < suite.game.longest:
            seat, answer = walk.next_answer()
            match.answer(seat, answer)
            quiet.take(seat, answer)
            if quiet.hash() != match.hash() or quiet.asked() != match.asked():
                yield f"{play}, answer {match.number}: the quiet match goes on differently"
                return
