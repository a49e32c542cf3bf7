"""What the templates of the bench are given: one frame, seen from one chair."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec
from flask import abort, request
from msgspec import Struct, structs

from boomtown.core.seats import Seat
from boomtown.store.tables import Phase
from boomtown.testing.bench import Answered, Bench, BenchFile, Edited, Event, Exchanged, Loaded
from boomtown.testing.bench.bench import Frame
from boomtown.testing.bench.looking import (
    Drawn,
    Known,
    Node,
    StepLine,
    agenda_of,
    chance_of,
    knowledge_of,
    loaded_at,
    text_of,
    tree_of,
)
from boomtown.testing.editing import InvalidEdit, at
from boomtown.web.replays.replay_page import OPEN, WATCH, Sight
from boomtown.web.rooms.eyes import opened
from boomtown.web.rules.stories import paper_table
from boomtown.web.tables.table_page import TablePage
from boomtown.web.words import seat_letter, site_wording

LAST_LINES = 30
"""How many lines of the log stand beside the board."""


class Problem(Struct, frozen=True):
    """Why something was refused, and which field it was."""

    text: str
    field: str = ""
    rule: str = ""


class Row(Struct, frozen=True):
    """An event, to jump to."""

    number: int
    text: str
    letter: str
    rule: str
    """The rule of the question that was answered."""


class BenchPage:
    """Everything that the templates of the bench need beside the table itself."""

    def __init__(
        self,
        file: BenchFile,
        bench: Bench,
        at: int,
        chair: str,
        language: str,
        *,
        path: str,
        editable: bool,
        problem: Problem | None = None,
    ) -> None:
        if not 0 <= at <= bench.last:
            abort(404)
        self.bench = bench
        self.file = file
        self.at = at
        self.last = bench.last
        self.editable = editable
        self.path = path
        self.problem = problem
        self.broken = bench.broken if at == bench.last else None
        self.frame: Frame = bench.frames[at]
        self.match = self.frame.match
        self.say = site_wording(language).say
        seats = [Sight(seat_letter(seat), seat) for seat in self.match.all_seats]
        self.sights = [OPEN, *seats, WATCH]
        found = next((sight for sight in self.sights if sight.name == chair), None)
        if found is None:
            abort(404)
        self.sight = found
        shown = opened(self.match) if found is OPEN else self.match
        self.table = self._table(shown, found.seat, language)

    def _table(self, match: Any, seat: Seat | None, language: str) -> TablePage:
        over = match.outcome is not None
        table = paper_table(match, "bench", Phase.ENDED if over else Phase.PLAYING)
        table = structs.replace(
            table, seats=tuple(structs.replace(place, asks=True) for place in table.seats)
        )
        page = TablePage(table, self.bench.game, match, seat, language, replay=not self.editable)
        page.base = self.url()
        page.routine = False  # nobody is asked here again and again
        page.takes_back = self.editable
        page.can_undo = self.editable and isinstance(self.frame.event, Answered)
        return page

    def url(self, at: int | None = None, sight: Sight | None = None) -> str:
        """The address of a frame, from a chair."""
        return f"{self.path}/{self.at if at is None else at}/{(sight or self.sight).name}"

    @property
    def title(self) -> str:
        """What lies on the bench."""
        return self.file.title or self.table.title

    @property
    def asked(self) -> list[Sight]:
        """The chairs of those who are asked."""
        return [sight for sight in self.sights if sight.seat in self.match.asked()]

    @cached_property
    def agenda(self) -> list[StepLine]:
        """The steps to come."""
        return agenda_of(self.match)

    @cached_property
    def tree(self) -> list[Node]:
        """The state."""
        before = self.bench.frames[self.at - 1].match if self.at else None
        return tree_of(self.match, self.sight.seat, before)

    @property
    def editing(self) -> tuple[str, str, str]:
        """What stands in the form that changes a value: as it was sent, or as the address says."""
        if request.method == "POST" and "path" in request.form:
            sent = request.form
            return sent["path"], sent.get("value", ""), sent.get("exchange", "")
        path = request.args.get("path", "")
        try:
            return path, text_of(at(self.match, path)) if path else "", ""
        except InvalidEdit:
            return path, "", ""

    @cached_property
    def known(self) -> list[Known]:
        """Who knows what."""
        return knowledge_of(self.match)

    @cached_property
    def drawn(self) -> list[Drawn]:
        """What chance has done so far, the last draw first."""
        return chance_of(self.bench, self.at)[::-1]

    @property
    def loaded(self) -> dict[str, str]:
        """What is loaded, as the form has it."""
        return {
            kind: " ".join(value if isinstance(value, str) else _json(value) for value in values)
            for kind, values in loaded_at(self.bench, self.at).items()
        }

    @property
    def rows(self) -> list[Row]:
        """What was done, in order."""
        return [
            self._row(frame.number, frame.event)
            for frame in self.bench.frames
            if frame.event is not None
        ]

    def _row(self, number: int, event: Event) -> Row:
        if isinstance(event, Answered):
            prompt = self.bench.frames[number - 1].match.prompt()
            rule = "" if prompt is None else prompt.rule
            return Row(number, text_of(event.answer), seat_letter(event.seat), rule)
        if isinstance(event, Edited):
            told = self.say("bench.did.edit", path=event.path, value=text_of(event.value))
        elif isinstance(event, Exchanged):
            told = self.say("bench.did.exchange", path=event.path, other=event.other)
        else:
            told = self.say("bench.did.load", values=_loaded(event))
        return Row(number, told, "", "")

    @property
    def log(self) -> list[Any]:
        """The last lines of the log as the chair reads them, the newest first."""
        seat = self.sight.seat
        told = (
            list(enumerate(self.match.log)) if self.sight is OPEN else self.match.log.numbered(seat)
        )
        return self.table.log_lines(told[-LAST_LINES:])[::-1]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _loaded(event: Loaded) -> str:
    return " ".join(text_of(value) for value in (*event.dice, *event.picks, *event.shuffles)) or "–"
