"""The shelf: matches that were looked at last, as timelines, files and proofs.

Each is made once, in a worker process, and kept while there is room. A match that goes on is
played further here, if that takes no more than a few milliseconds.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from boomtown.core.ending import Story
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import Record
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load, save
from boomtown.store.matches import Matches, StoredMatch
from boomtown.web.replays import dear
from boomtown.web.replays.proofs import Proof, match_file, unchecked
from boomtown.web.replays.timeline import Beginning, Film, Timeline
from boomtown.web.replays.work import Kept, Once, Work
from boomtown.web.rooms.wall import Wall
from boomtown.workers import TooLarge, TooSlow, WorkFailed

MOST_TIMELINES = 48 << 20
MOST_PROOFS = 4 << 20
MOST_STORIES = 4 << 20
MOST_FILES = 4 << 20
"""Bytes of each kind that are kept."""
UNPACKED = 4
"""How much more room a timeline takes in memory than its bytes."""
FORGIVEN = 600.0
"""Seconds after which a match that took too long is tried again."""
AT_ONCE = 0.008
"""Seconds that playing new lines may take in this process."""
_pack = msgspec.msgpack.encode
_film = msgspec.msgpack.Decoder(Film)
_proof = msgspec.msgpack.Decoder(Proof)
_story = msgspec.msgpack.Decoder(Story)


class Shelf:
    """What is dear to make of stored matches."""

    def __init__(self, matches: Matches, work: Work, wall: Wall) -> None:
        self._matches = matches
        self._work = work
        self._wall = wall
        self._timelines: Kept[Timeline] = Kept(MOST_TIMELINES)
        self._proofs: Kept[Proof] = Kept(MOST_PROOFS)
        self._files: Kept[str] = Kept(MOST_FILES)
        self._stories: Kept[Story] = Kept(MOST_STORIES)
        self._failed: dict[str, tuple[WorkFailed, float]] = {}
        """By match, why it cannot be played again here, and until when nobody tries."""
        self._making: Once[Timeline] = Once()
        self._proving: Once[Proof] = Once()
        self._telling: Once[Story] = Once()

    def forget(self) -> None:
        """Keeps nothing: an author has changed the rules that all this was made by."""
        self._timelines, self._proofs = Kept(MOST_TIMELINES), Kept(MOST_PROOFS)
        self._files, self._stories = Kept(MOST_FILES), Kept(MOST_STORIES)
        self._failed.clear()

    # --- moments --------------------------------------------------------------------------------

    def timeline(self, game: Game[Any, Any], stored: StoredMatch, owner: str) -> Timeline:
        """All moments of a match so far. ``InvalidRecord`` if other rules have played it."""
        known = self._timelines.get(stored.id)
        over = stored.ended is not None
        if known is not None and ((over and known.whole) or self._up_to_date(known, stored)):
            known.whole = over
            return known
        return self._making.make(stored.id, lambda: self._make(game, stored, owner))

    def _up_to_date(self, timeline: Timeline, stored: StoredMatch) -> bool:
        """Plays what is new, if that does not take long."""
        if timeline.broken is not None:
            return True
        new = self._matches.unchecked(stored.id, timeline.last)
        if len(new) * timeline.line_seconds > AT_ONCE:
            return False
        self._wall.run(stored.id, lambda: timeline.add(new))
        return True

    def _make(self, game: Game[Any, Any], stored: StoredMatch, owner: str) -> Timeline:
        lines = self._matches.unchecked(stored.id)
        record = Record(stored.heading, stored.seed, lines)
        record.playable(game)
        if stored.base is None:
            record.chance()
        beginning, packed = Beginning.of(stored), _pack(lines)
        self._forgive(stored.id)
        try:
            made = self._work.run(
                dear.film, stored.game, _pack(beginning), packed, game=stored.game, owner=owner
            )
        except (TooSlow, TooLarge) as error:
            self._failed[stored.id] = (error, time.monotonic() + FORGIVEN)
            raise
        timeline = Timeline(game, beginning, _film.decode(made), lines)
        timeline.whole = stored.ended is not None
        self._timelines.put(stored.id, timeline, UNPACKED * (len(made) + len(packed)))
        return timeline

    def _forgive(self, id: str) -> None:
        """Raises what went wrong not long ago; what was long ago is forgotten."""
        self._failed = {
            one: failure for one, failure in self._failed.items() if failure[1] > time.monotonic()
        }
        if id in self._failed:
            raise self._failed[id][0]

    def table_at(self, timeline: Timeline, id: str, line: int) -> Match[Any]:
        """The table at a moment, a few answers from one that was kept."""
        return self._wall.run(id, lambda: timeline.at(line))

    def imagined(self, then: Match[Any], seat: Seat, seed: bytes, owner: str) -> Match[Any]:
        """The table as it could be for all that a seat knows."""
        id = then.game.id
        saved = self._work.run(dear.imagined, id, save(then), seat, seed, game=id, owner=owner)
        return load(then.game, saved)

    # --- the story ------------------------------------------------------------------------------

    def story(self, game: Game[Any, Any], stored: StoredMatch, owner: str) -> Story:
        """What is told of a match that is over; ``InvalidRecord`` if other rules played it."""
        known = self._stories.get(stored.id)
        if known is not None:
            return known
        return self._telling.make(stored.id, lambda: self._tell(game, stored, owner))

    def _tell(self, game: Game[Any, Any], stored: StoredMatch, owner: str) -> Story:
        lines = self._matches.unchecked(stored.id)
        record = Record(stored.heading, stored.seed, lines)
        record.check_version(game, record.chapters()[-1])
        self._forgive(stored.id)
        beginning = Beginning.of(stored)
        try:
            made = self._work.run(
                dear.story, stored.game, _pack(beginning), _pack(lines), game=game.id, owner=owner
            )
        except (TooSlow, TooLarge) as error:
            self._failed[stored.id] = (error, time.monotonic() + FORGIVEN)
            raise
        story = _story.decode(made)
        self._stories.put(stored.id, story, UNPACKED * len(made))
        return story

    # --- the proof ------------------------------------------------------------------------------

    def file(self, stored: StoredMatch) -> str:
        """The file of a finished match."""
        text = self._files.get(stored.id)
        if text is None:
            text = match_file(stored, self._matches.unchecked(stored.id))
            self._files.put(stored.id, text, len(text))
        return text

    def proof(self, stored: StoredMatch, owner: str) -> Proof:
        """What a check of a finished match has found, or finds now."""
        known = self._proofs.get(stored.id)
        if known is not None:
            return known
        text = self.file(stored)

        def prove() -> Proof:
            proof = self.proof_of(text, stored.game, owner)
            self._proofs.put(stored.id, proof, UNPACKED * len(text))
            return proof

        return self._proving.make(stored.id, prove)

    def proof_of(self, text: str, game: str, owner: str) -> Proof:
        """What a check of any match file finds, if it does not take too long."""
        try:
            return _proof.decode(self._work.run(dear.proof, text, game=game, owner=owner))
        except (TooSlow, TooLarge):
            return unchecked(text)
