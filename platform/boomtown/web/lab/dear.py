"""What the laboratory does in worker processes: play, draw, and show a match.

Everything comes and goes as bytes. The site calls these functions by their names.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from boomtown.lab.studies.plots import charts_of, draw
from boomtown.lab.studies.progress import Progress, advance
from boomtown.lab.studies.running import Result, result_of
from boomtown.lab.studies.study import Study, edition, played
from boomtown.plugins import find_game, installed_games
from boomtown.web.lab.naming import PlotWords
from boomtown.web.replays.timeline import Beginning, Timeline

_json = msgspec.json.encode
_pack = msgspec.msgpack.encode
_studies = msgspec.json.Decoder(list[Study]).decode
_progress = msgspec.json.Decoder(Progress).decode
_result = msgspec.json.Decoder(Result).decode


def warm_up() -> None:
    """Loads what the first call would wait for."""
    installed_games()


def play_on(studies: str, progress: str, seconds: float) -> list[Any]:
    """Plays a study on for about so long: progress, result, matches and milliseconds."""
    begun, what = time.monotonic(), _studies(studies)
    now = advance(what, _progress(progress), seconds)
    result = result_of(what, now.tallies)
    took = round(1000 * (time.monotonic() - begun))
    return [_json(now).decode(), _json(result).decode(), now.played, took]


def plots(result: str, id: str, language: str) -> dict[str, str]:
    """All plots as SVG, by name: to load what draws them takes longer than to draw them."""
    found = _result(result)
    words = PlotWords(find_game(found.arms[0].study.game), id, language)
    return {chart: draw(chart, found, words) for chart in charts_of(found)}


def film(study: bytes, number: int) -> list[bytes]:
    """A match of a study as a film, with what it began from and its answers."""
    what = msgspec.json.decode(study, type=Study)
    match = played(what, number)
    record = match.record
    assert record is not None, "it was recorded"
    beginning = Beginning(record.heading, record.seed, None)
    timeline = Timeline(edition(find_game(what.game)), beginning)
    timeline.add(record.lines)
    return [_pack(beginning), _pack(record.lines), _pack(timeline.film()), _pack(match.outcome)]
