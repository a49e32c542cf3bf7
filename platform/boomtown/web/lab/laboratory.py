"""The laboratory: plays the studies that are open, a little of each in turn, in worker processes.

One thread hands out work and writes down what came of it; everything dear is done elsewhere. Whose
turn it is is decided by the fair queue of the workers: nobody waits for somebody else's thousands.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import Any, TypeVar

import msgspec

from boomtown.core.outcome import Outcome
from boomtown.core.record import Line
from boomtown.lab.studies.study import Study, edition
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.experiments import Experiment, Experiments
from boomtown.store.models import Trial
from boomtown.web.lab import dear
from boomtown.web.replays.timeline import Beginning, Film, Timeline
from boomtown.web.replays.work import Kept, Once
from boomtown.workers import Numbers, PoolClosed, QueueFull, WorkerPool, WorkFailed

AT_A_TIME = 2.0
"""Seconds for which a study is played before another one may have its turn."""
LONGEST_CALL = 60.0
"""Seconds that one turn may take: a match that takes longer cannot be studied here."""
MOST_SPENT = 20 * 60 * 1000
"""Milliseconds that playing one study may take in all."""
LOOK_AGAIN = 2.0
"""Seconds after which somebody looks for studies of other processes."""
MOST_PLOTS, MOST_SAMPLES = 8 << 20, 24 << 20
"""Bytes of plots and of matches that are kept."""
UNPACKED = 4
_json = msgspec.json.encode
_beginning = msgspec.msgpack.Decoder(Beginning).decode
_lines = msgspec.msgpack.Decoder(list[Line]).decode
_film = msgspec.msgpack.Decoder(Film).decode
_outcome = msgspec.msgpack.Decoder(Outcome).decode
T = TypeVar("T")
log = logging.getLogger(__name__)


class Sample:
    """A match of a study that somebody looks at."""

    def __init__(self, study: Study, parts: list[bytes]) -> None:
        beginning, lines = _beginning(parts[0]), _lines(parts[1])
        self.study = study
        self.heading = beginning.heading
        self.outcome = _outcome(parts[3])
        game = edition(find_game(study.game))
        self.timeline = Timeline(game, beginning, _film(parts[2]), lines)
        self.timeline.whole = True


class Laboratory:
    """Studies under way. Without processes they are played by whoever calls ``tend``: for tests."""

    def __init__(
        self,
        experiments: Experiments,
        processes: int,
        leads: Callable[[], bool] = lambda: True,
    ) -> None:
        self.experiments = experiments
        self._leads = leads
        self._pool = None
        if processes:
            warm_up = f"{dear.__name__}:{dear.warm_up.__name__}"
            self._pool = WorkerPool(processes, name="lab", warm_up=warm_up)
        self._under_way: dict[str, tuple[Experiment, Future[Any]]] = {}
        self._bell = Event()
        self._closed = False
        self._thread: Thread | None = None
        self._plots: Kept[dict[str, str]] = Kept(MOST_PLOTS)
        self._drawing: Once[dict[str, str]] = Once()
        self._samples: Kept[Sample] = Kept(MOST_SAMPLES)
        self._showing: Once[Sample] = Once()

    # --- playing --------------------------------------------------------------------------------

    def start(self) -> None:
        """Opens: whatever was open goes on where it was."""
        if self._pool is not None:
            self._thread = Thread(target=self._run, name="laboratory", daemon=True)
            self._thread.start()

    def ring(self) -> None:
        """There may be something to do."""
        self._bell.set()

    def close(self) -> None:
        """Stops; what is under way is played again by the next one."""
        self._closed = True
        self._bell.set()
        if self._pool is not None:
            self._pool.close()
        if self._thread is not None:
            self._thread.join()

    def numbers(self) -> Numbers:
        """How the processes are doing."""
        return Numbers(0, 0, 0, 0, 0, 0, 0) if self._pool is None else self._pool.numbers()

    def _run(self) -> None:
        while not self._closed:
            self._bell.clear()
            try:
                busy = self.tend()
            except Exception:  # the disk is full, the database is away: another time
                log.exception("the laboratory")
                busy = False
            self._bell.wait(None if busy and self._under_way else LOOK_AGAIN)

    def tend(self) -> bool:
        """Writes down what was played, and hands out more; whether there is any."""
        for id, (before, future) in list(self._under_way.items()):
            if future.done():
                del self._under_way[id]
                self._write(before, future)
        if not self._leads():
            return False
        waiting = self.experiments.open()
        for one in waiting:
            if one.id not in self._under_way and not self._closed:
                self._hand_out(one)
        return bool(waiting)

    def _hand_out(self, one: Experiment) -> None:
        if not self._playable(one):
            return
        if self._pool is None:
            future: Future[Any] = Future()
            future.set_result(dear.play_on(one.studies, one.progress, 0.0))
            self._write(one, future)
            return
        try:
            future = self._pool.submit(
                f"{dear.__name__}:{dear.play_on.__name__}",
                *(one.studies, one.progress, AT_A_TIME),
                seconds=LONGEST_CALL,
                game=one.game,
                owner=one.origin,
            )
        except QueueFull:
            return
        self._under_way[one.id] = one, future
        future.add_done_callback(lambda _: self.ring())

    def _playable(self, one: Experiment) -> bool:
        """Whether the same rules are still there, and time is left."""
        study = msgspec.json.decode(one.studies, type=list[Study])[0]
        try:
            version = find_game(one.game).version
        except UnknownGame:
            version = ""
        if version != study.version:
            self.experiments.end(one, Trial.FAILED, "version")
        elif one.spent > MOST_SPENT:
            self.experiments.end(one, Trial.STOPPED, "time")
        else:
            return True
        return False

    def _write(self, before: Experiment, future: Future[Any]) -> None:
        try:
            progress, result, played, took = future.result()
        except PoolClosed:
            return
        except WorkFailed as error:
            log.warning("study %s: %s", before.id, error)
            self.experiments.end(before, Trial.FAILED, "match")
            return
        self.experiments.advance(
            before, progress=progress, result=result, played=played, spent=took
        )

    # --- looking --------------------------------------------------------------------------------

    def plots(self, one: Experiment, language: str, owner: str) -> dict[str, str]:
        """The plots of what was found so far, drawn once."""
        key = one.id, one.played, language
        known = self._plots.get(key)
        if known is not None:
            return known

        def make() -> dict[str, str]:
            made = self._call(dear.plots, one, owner, one.result, one.id, language)
            self._plots.put(key, made, sum(map(len, made.values())))
            return made

        return self._drawing.make(key, make)

    def sample(self, one: Experiment, run: int, number: int, owner: str) -> Sample:
        """A match of a study, played again to be looked at."""
        key = one.id, run, number
        known = self._samples.get(key)
        if known is not None:
            return known

        def make() -> Sample:
            study = msgspec.json.decode(one.studies, type=list[Study])[run]
            parts = self._call(dear.film, one, owner, _json(study), number)
            made = Sample(study, parts)
            self._samples.put(key, made, UNPACKED * sum(map(len, parts)))
            return made

        return self._showing.make(key, make)

    def _call(self, call: Callable[..., T], one: Experiment, owner: str, *args: object) -> T:
        """The result of a call, by the processes that play: they have everything loaded."""
        if self._pool is None:
            return call(*args)
        result: T = self._pool.run(
            f"{dear.__name__}:{call.__name__}",
            *args,
            seconds=LONGEST_CALL,
            patience=LONGEST_CALL,
            game=one.game,
            owner=owner,
        )
        return result
