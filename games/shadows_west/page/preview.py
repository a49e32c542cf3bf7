"""What a draft would mean: a way, a shot, a point, a gang, before it is an answer.

Everything is computed from the seat's own view and question; the choice itself judges, and
``previews`` only tells what it said, with the numbers behind it.
"""

from __future__ import annotations

from boomtown.core import InvalidAnswer, OneOf, Question, View
from shadows_west.page.previews.inspector import inspecting
from shadows_west.page.previews.layers import laying
from shadows_west.page.previews.parts import NOTHING, Preview
from shadows_west.page.previews.rosters import hiring
from shadows_west.page.previews.shots import aiming, looking
from shadows_west.page.previews.spots import placing, spotting, throwing
from shadows_west.page.previews.ways import ahead, moving
from shadows_west.rules.activation import SINGLE, ModeChoice
from shadows_west.rules.blasts import ThrowChoice
from shadows_west.rules.deployment import PlaceChoice
from shadows_west.rules.gangs import RosterChoice
from shadows_west.rules.moving import MoveChoice
from shadows_west.rules.shots import ShotChoice
from shadows_west.rules.townsfolk import FolkSpot
from shadows_west.state import West

DECLARE = "shadows.act.declare"


def preview(view: View[West], question: Question | None, draft: object) -> Preview:
    """What a draft would mean to this seat."""
    if not isinstance(draft, dict):
        return Preview(do=NOTHING)
    choice = None if question is None else question.choice
    try:
        match draft.get("do"), choice:
            case "move", MoveChoice():
                return moving(view.state, choice, draft)
            case "move", OneOf() if question is not None and question.key == DECLARE:
                return ahead(view.state, str(question.args["who"]), draft)
            case "move", ModeChoice() if draft.get("figure") in choice.options[SINGLE].offers():
                return ahead(view.state, draft["figure"], draft)
            case "shot", ShotChoice():
                assert question is not None, "there is a choice"
                return aiming(view.state, str(question.args["who"]), choice, draft)
            case "throw", ThrowChoice():
                return throwing(choice, draft)
            case "folk", FolkSpot():
                return spotting(choice, draft)
            case "place", PlaceChoice():
                return placing(choice, draft)
            case "gang", RosterChoice():
                return hiring(choice, draft)
            case "look", _:
                return looking(view.state, draft)
            case "inspect", _:
                return inspecting(view.state, view.seat, draft)
            case "lays", _:
                return laying(view.state, draft)
    except InvalidAnswer:
        pass
    return Preview(do=NOTHING)
