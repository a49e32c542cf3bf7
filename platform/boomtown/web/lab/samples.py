"""A match of a study on the real board: a replay of a match that is stored nowhere."""

from __future__ import annotations

from flask import abort, request, url_for
from msgspec import structs

from boomtown.core.seats import Seat
from boomtown.lab.studies.study import edition, kinds_at
from boomtown.lessons.lesson import NAMES
from boomtown.plugins import find_game
from boomtown.store.matches import StoredMatch
from boomtown.store.tables import Phase, SeatInfo
from boomtown.web.lab.laboratory import Sample
from boomtown.web.lab.pages import StudyPage
from boomtown.web.replays.replay_page import (
    OPEN,
    Reel,
    ReplayPage,
    Seen,
    Sight,
    sights_of,
    wanted_place,
)
from boomtown.web.rules.stories import paper_table
from boomtown.web.site import language


def seen_sample(id: str, sample: Sample, number: int) -> Seen:
    """A match of a study as if it had been played at a table."""
    study = sample.study
    names = NAMES[: study.seats]
    kinds = kinds_at(study, number)
    seats = tuple(
        SeatInfo(Seat(seat), None, name, kinds[seat], False, "", (), None)
        for seat, name in enumerate(names)
    )
    last = sample.timeline.at(sample.timeline.last)
    table = structs.replace(paper_table(last, id, Phase.ENDED), seats=seats)
    stored = StoredMatch(
        id, id, study.game, sample.heading, "", "", names, None, 0, 0, sample.outcome
    )
    return Seen(stored, table, edition(find_game(study.game)), None)


def sight_or_404(seen: Seen) -> Sight:
    """The eyes that the address names; with everything open without a name."""
    name = request.args.get("seat", OPEN.name)
    sight = next((sight for sight in sights_of(seen) if sight.name == name), None)
    if sight is None:
        abort(404)
    return sight


class SamplePage(ReplayPage):
    """A moment of such a match, for the templates of a replay."""

    def __init__(
        self, study: StudyPage, seen: Seen, sight: Sight, reel: Reel, run: int, number: int
    ) -> None:
        self.lab, self.run, self.number = study, run, number
        super().__init__(
            *(seen, reel, wanted_place(reel), sight, language()),
            text="text" in request.args,
            have=request.args.get("have", 0, type=int),
        )

    def _path(self) -> str:
        return url_for("lab.sample", id=self.lab.id, run=self.run, number=self.number)
