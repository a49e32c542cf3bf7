"""What an author's pages show: mistakes with their place, and the first difference of a match."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from flask import Flask
from msgspec import Struct

from boomtown.rulebook.wording import Wording
from boomtown.web.dev.lockstep import Difference, Replay, Told
from boomtown.web.dev.troubles import Trouble
from boomtown.web.rooms.live import Room
from boomtown.web.tables.table_page import room_wording
from boomtown.web.words import site_wording


class Shown(Struct, frozen=True):
    """A difference in words."""

    number: int
    who: str
    answer: str
    rule: str
    expected: list[str]
    now: list[str]
    known: bool
    """Whether it is known what was expected."""
    kept: int
    given: int


def panel_for(
    app: Flask,
    language: str,
    troubles: Sequence[Trouble],
    room: Room | None,
    found: Replay | None,
) -> str:
    """The panel as HTML; nothing where there is nothing to tell."""
    shown = None
    if room is not None and found is not None and found.difference is not None:
        shown = _shown(found.difference, found, room_wording(room, language))
    if not troubles and shown is None:
        return ""
    template = app.jinja_env.get_template("dev/_panel.html")
    return template.render(say=site_wording(language).say, troubles=troubles, d=shown)


def _shown(difference: Difference, found: Replay, words: Wording) -> Shown:
    seat = difference.seat
    answer = difference.answer
    return Shown(
        difference.number,
        "" if seat is None else words.seat(seat),
        answer if isinstance(answer, str) else msgspec.json.encode(answer).decode(),
        difference.rule,
        [] if difference.expected is None else _sentences(difference.expected, words),
        _sentences(difference.now, words),
        difference.expected is not None,
        len(found.lines),
        found.given,
    )


def _sentences(told: Told, words: Wording) -> list[str]:
    said = [words.entry(entry) for entry in told.log]
    if told.prompt is not None:
        said.append(words.prompt(told.prompt))
    if told.refusal is not None:
        said.append(words.refusal(told.refusal))
    if told.fault:
        said.append(told.fault)
    return [*said, *(f"{path} = {value}" for path, value in told.values)]
