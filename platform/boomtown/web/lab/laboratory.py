"""The laboratory: plays the studies that are open, a little of each in turn (``turns``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from boomtown.core.outcome import Outcome
from boomtown.core.record import Line
from boomtown.lab.studies.study import Study, edition
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.experiments import Experiment, Experiments
from boomtown.store.models import Trial
from boomtown.web.lab import dear
from boomtown.web.lab.turns import Turns
from boomtown.web.replays.timeline import Beginning, Film, Timeline
from boomtown.web.replays.work import Kept, Once
from boomtown.workers import Numbers, WorkFailed

MOST_SPENT = 20 * 60 * 1000
"""Milliseconds that playing one study may take in all."""
MOST_PLOTS, MOST_SAMPLES = 8 << 20, 24 << 20
"""Bytes of plots and of matches that are kept."""
UNPACKED = 4
_json = msgspec.json.encode
_beginning = msgspec.msgpack.Decoder(Beginning).decode
_lines = msgspec.msgpack.Decoder(list[Line]).decode
_film = msgspec.msgpack.Decoder(Film).decode
_outcome = msgspec.msgpack.Decoder(Outcome).decode
T = TypeVar("T")


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
        self.turns = Turns(processes, f"{dear.__name__}:{dear.warm_up.__name__}", leads)
        self.turns.sources.append(self)
        self._plots: Kept[dict[str, str]] = Kept(MOST_PLOTS)
        self._drawing: Once[dict[str, str]] = Once()
        self._samples: Kept[Sample] = Kept(MOST_SAMPLES)
        self._showing: Once[Sample] = Once()

    def start(self) -> None:
        """Opens: whatever was open goes on where it was."""
        self.turns.start()

    def ring(self) -> None:
        """There may be something to do."""
        self.turns.ring()

    def close(self) -> None:
        """Stops; what is under way is played again by the next one."""
        self.turns.close()

    def numbers(self) -> Numbers:
        """How the processes are doing."""
        return self.turns.numbers()

    def tend(self) -> bool:
        """Writes down what was played, and hands out more; whether there is any."""
        return self.turns.tend()

    # --- playing --------------------------------------------------------------------------------

    def waiting(self) -> list[Experiment]:
        """All studies that are not at their end."""
        return self.experiments.open()

    def call(
        self, job: Experiment, seconds: float
    ) -> tuple[Callable[..., Any], tuple[Any, ...]] | None:
        """What is played next, if the same rules are still there, and time is left."""
        study = msgspec.json.decode(job.studies, type=list[Study])[0]
        try:
            version = find_game(job.game).version
        except UnknownGame:
            version = ""
        if version != study.version:
            self.experiments.end(job, Trial.FAILED, "version")
        elif job.spent > MOST_SPENT:
            self.experiments.end(job, Trial.STOPPED, "time")
        else:
            return dear.play_on, (job.studies, job.progress, seconds)
        return None

    def write(self, job: Experiment, result: Any) -> None:
        """Keeps what was counted."""
        progress, found, played, took = result
        self.experiments.advance(job, progress=progress, result=found, played=played, spent=took)

    def fail(self, job: Experiment, error: WorkFailed) -> None:
        """A match that cannot be played ends a study."""
        self.experiments.end(job, Trial.FAILED, "match")

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
        return self.turns.result(call, *args, game=one.game, owner=owner)
