"""The guide beside a lesson's table: what is said now, what is pointed at, how far one has come.

All of it follows from the match and its lesson; nothing is kept apart.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec
from markupsafe import Markup
from msgspec import Struct

from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.lessons.script import Script
from boomtown.web.words import HtmlWording


class Guide(Struct, frozen=True, kw_only=True):
    """What the panel of a lesson shows."""

    title: str
    step: int
    """The step that is asked or was asked last, from 1."""
    steps: int
    pages: tuple[Markup, ...]
    """What is said, one after another; nothing while there is only to wait."""
    point: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    asks: bool = False
    """Whether the step waits for an answer now."""
    over: bool = False
    """Whether all steps are done."""
    learn_url: str
    play_url: str
    """Where a form starts a match against bots."""

    @property
    def points(self) -> str:
        """What is pointed at, as JSON for the script."""
        return msgspec.json.encode(self.point).decode()


def guide_of(
    script: Script | None, match: Match[Any], seat: Seat | None, w: HtmlWording, *, mine: bool
) -> Guide | None:
    """What the learner is told now; nothing to anybody else."""
    if script is None or seat != script.seat:
        return None
    done, place = script.done(match), script.step_at(match)
    last = script.steps[done - 1].do if done else None
    over = script.over(match)
    asks = mine and place is not None
    keys: list[str] = []
    if over:
        keys = [script.lesson.end]
    elif asks and place is not None:
        keys = script.steps[place].do.say
    elif place is not None:
        keys = [script.steps[place].do.then]  # answered, and the others have not yet
    elif last is not None:
        keys = [last.then]
    do = script.steps[place].do if asks and place is not None and not over else None
    said = (w.taught(script.name, key, **script.names) for key in keys if key)
    return Guide(
        title=w.lesson(script.name)[0],
        step=max(1, done if place is None else place + 1),
        steps=len(script.steps),
        pages=tuple(cast(Markup, text) for text in said),
        point=() if do is None else tuple(do.point),
        rules=() if do is None else tuple(do.rules),
        asks=do is not None,
        over=over,
        learn_url=f"/games/{script.game.id}/learn",
        play_url=f"/games/{script.game.id}/play",
    )
