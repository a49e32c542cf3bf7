"""The desk: makes the reviews that were asked for, a little of each in turn (``lab.turns``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from boomtown.core.seats import Seat
from boomtown.lab.reviews.figures import Choices, Curve
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.matches import Matches, StoredMatch
from boomtown.store.models import Trial
from boomtown.store.reviews import OPEN, Review, Reviews
from boomtown.web.lab.turns import Turns
from boomtown.web.replays.timeline import Beginning
from boomtown.web.replays.work import Kept, Once
from boomtown.web.reviews import dear
from boomtown.web.words import seat_letter
from boomtown.workers import WorkFailed

MOST_SPENT = 10 * 60 * 1000
"""Milliseconds of the processor that one part of a review may take in all."""
MOST_PLOTS = 4 << 20
"""Bytes of plots that are kept."""
_pack = msgspec.msgpack.encode
_json = msgspec.json.encode


class ReviewDesk:
    """Reviews under way, and their plots."""

    def __init__(self, reviews: Reviews, matches: Matches, turns: Turns) -> None:
        self.reviews = reviews
        self._matches = matches
        self._turns = turns
        turns.sources.append(self)
        self._plots: Kept[str] = Kept(MOST_PLOTS)
        self._drawing: Once[str] = Once()

    def ask(self, stored: StoredMatch, seat: Seat | None, player: str, origin: str) -> None:
        """Everybody's part of a review, and that of a seat; what was asked for before stays."""
        known = self.reviews.of(stored.id)
        parts: dict[str, Curve | Choices] = {OPEN: Curve(stored.heading.seats)}
        if seat is not None:
            parts[seat_letter(seat)] = Choices(seat)
        for part, begun in parts.items():
            if part not in known:
                self.reviews.add(
                    *(stored.id, part),
                    player=player,
                    origin=origin,
                    game=stored.game,
                    found=_json(begun),
                )
        self._turns.ring()

    # --- turns ----------------------------------------------------------------------------------

    def waiting(self) -> list[Review]:
        """Those that are not at their end."""
        return self.reviews.open()

    def call(
        self, job: Review, seconds: float
    ) -> tuple[Callable[..., Any], tuple[Any, ...]] | None:
        """What is done next, if the same rules are still there, and time is left."""
        stored = self._matches.get(job.match)
        if stored is None:
            return None  # it is being removed
        if not self._is_playable(stored):
            self.reviews.end(job, Trial.FAILED, "version")
        elif job.spent > MOST_SPENT:
            self.reviews.end(job, Trial.STOPPED, "time")
        else:
            begun, lines = Beginning.of(stored), self._matches.unchecked(stored.id)
            what = dear.curve if job.part == OPEN else dear.choices
            args = job.match, job.game, _pack(begun), _pack(lines), job.found, job.done, seconds
            return what, args
        return None

    def _is_playable(self, stored: StoredMatch) -> bool:
        try:
            return find_game(stored.game).plays(self._matches.version(stored.id))
        except UnknownGame:
            return False

    def write(self, job: Review, result: Any) -> None:
        """Keeps what was found."""
        found, done, total, took = result
        self.reviews.advance(job, found=found, done=done, total=total, spent=took)

    def fail(self, job: Review, error: WorkFailed) -> None:
        """A match that cannot be played on ends its review."""
        self.reviews.end(job, Trial.FAILED, "match")

    # --- looking --------------------------------------------------------------------------------

    def plot(
        self, one: Review, path: str, names: tuple[str, ...], language: str, owner: str
    ) -> str:
        """The curve as far as it is known, drawn once."""
        key = one.match, one.done, names, language
        known = self._plots.get(key)
        if known is not None:
            return known

        def make() -> str:
            args = one.found, path, list(names), language
            made = self._turns.result(dear.plot, *args, game=one.game, owner=owner)
            self._plots.put(key, made, len(made))
            return made

        return self._drawing.make(key, make)
