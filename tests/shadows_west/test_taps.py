"""Taps on the map: always a ghost, and a legal move or a true reason (shadows.ui.move).

Places come from a seed, which a failure prints; `BOOMTOWN_SOAK_SEED` chooses another one.
"""

import os

import pytest

from boomtown.core import Chance, Match
from shadows_west.content import INCH
from shadows_west.page.previews.parts import Preview, Why
from shadows_west.rules.moving import MoveAction, MoveChoice
from shadows_west.state import Figure, West
from shadows_west.terrain.footing import near, obstacle
from shadows_west.terrain.ground import ground, surfaces_at
from shadows_west.terrain.maps import MAPS, Piece
from shadows_west.terrain.standing import may_stand
from town import A, fig, play, town
from town_pages import HOUSE, moving, page, rendered, tried

SEED = os.environ.get("BOOMTOWN_SOAK_SEED", "taps")
MESA = Piece("mesa_mid", "block", rect=(1300, 800, 1900, 1400), h=300, top=True)
TAPS, STARTS = 200, 4


def judged(match: Match[West], found: Preview) -> Why | None:
    """What the judge of the question says of the answer that a preview would send."""
    question = match.question(A)
    assert question is not None
    assert isinstance(question.choice, MoveChoice)
    refusal = question.choice.refusal(question.choice.read(found.text))
    return None if refusal is None else Why(refusal.rule, refusal.key, dict(refusal.args))


# --- anywhere -------------------------------------------------------------------------------------


def place_to_stand(chance: Chance, west: West) -> tuple[int, int, int]:
    """Somewhere on the table, on any level."""
    land, size = ground(west.table), ground(west.table).size
    while True:
        x, y = chance.die(size), chance.die(size)
        others = [obstacle(one) for one in west.table.figures.values()]
        for z in reversed(surfaces_at(land, x, y)):
            if may_stand(near(land, x, y, 600), others, x, y, z, 47) is None:
                return x, y, z


def is_true(why: Why, match: Match[West], figure: Figure, tap: tuple[int, int]) -> bool:
    """Whether a reason holds, looked up without the code that gives it."""
    table, (x, y) = match.state.table, tap
    land = ground(table)
    straight2 = (x - figure.x) ** 2 + (y - figure.y) ** 2
    match why.key:
        case "shadows.geo.cost":
            return bool(why.args["cost"] > why.args["allowance"] == table.allowance(figure))
        case "shadows.geo.cost.least":
            return straight2 > table.allowance(figure) ** 2
        case "shadows.geo.path_end.table":
            return min(x, y, land.size - x, land.size - y) < figure.radius
        case "shadows.geo.path_end.terrain" | "shadows.geo.path_end.surface":
            around = near(land, x, y, 600)
            return any(
                may_stand(around, (), x, y, z, figure.radius) is not None
                for z in surfaces_at(land, x, y) or [0]
            )
        case "shadows.geo.path_end.figure":
            other = table.figures[why.args["who"]]
            return (other.x - x) ** 2 + (other.y - y) ** 2 < (2 * INCH) ** 2
        case (
            "shadows.move.keep_away" | "shadows.move.keep_away.end" | "shadows.move.keep_away.away"
        ):
            return table.figures[why.args["who"]].seat != figure.seat
        case "shadows.move.charge_unseen" | "shadows.move.charge.short":
            other = table.figures[why.args["who"]]
            return other.seat != figure.seat
        case "shadows.move.tall_climb.over":
            return any(abs(z - figure.z) > table.allowance(figure) for z in surfaces_at(land, x, y))
        case "shadows.geo.path_solid":
            return why.args["piece"] in land.shapes
        case "shadows.ui.move.none":
            return True
    return False


@pytest.mark.rule("shadows.ui.move")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_a_tap_anywhere_draws_a_ghost_and_a_legal_move_or_says_truly_why_not(map: str) -> None:
    chance = Chance(f"{SEED} {map}".encode())
    west = town([fig("b1", 1750, 1650)], map=map)
    size = ground(west.table).size
    stuck = vague = 0
    for _ in range(STARTS):
        place = place_to_stand(chance, west)
        match = play(
            town([fig("a1", *place), *west.table.figures.values()], map=map), MoveAction("a1")
        )
        figure = match.state.table.figures["a1"]
        for _ in range(TAPS // STARTS):
            tap = (chance.die(size), chance.die(size))
            told = f"{SEED}: {map} from {place} to {tap}"
            found = tried(match, do="move", to=list(tap))
            assert found.mark is not None, told
            assert found.legal == (judged(match, found) is None and found.refusal is None), told
            why = found.short or found.refusal
            assert why is None or is_true(why, match, figure, tap), f"{told}: {why}"
            if found.legal:
                assert found.answer["steps"], told
            if why is None:
                assert found.end is not None
                assert (found.end[0] - tap[0]) ** 2 + (found.end[1] - tap[1]) ** 2 <= 70**2, told
            stuck += not found.legal
            vague += why is not None and why.key == "shadows.ui.move.none"
    assert stuck <= TAPS // 3, "somebody who can walk should nearly always get a move"
    assert vague <= TAPS // 20, "causes have names"


# --- particular places ----------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.climb")
def test_high_ground_is_a_climb_with_its_price() -> None:
    match = moving(fig("a1", 1240, 1100), pieces=(MESA,))
    up = tried(match, do="move", to=[1350, 1100])
    assert up.way is not None
    assert "climb" in [step.mode for step in up.way.steps]
    assert (up.legal, up.end and up.end[2]) == (True, 300)
    html = rendered("_preview", page(match, A, "en", match.question(A)), p=up)
    assert "Climb: 3″ of the Move" in html


@pytest.mark.rule("shadows.geo.cost")
def test_high_ground_that_is_too_dear_says_so_and_nothing_of_solid_pieces() -> None:
    match = moving(fig("a1", 1000, 1100), pieces=(MESA,))
    up = tried(match, do="move", to=[1600, 1100])
    assert (up.legal, up.end and up.end[2]) == (True, 0)
    assert up.short is not None
    assert up.short.rule == "shadows.geo.cost"
    assert up.short.args["cost"] > 400
    assert up.end is not None
    assert up.end[0] > 1200, "the ghost stands at the foot of it"


@pytest.mark.rule("shadows.mount.base")
def test_a_rider_does_not_climb() -> None:
    match = moving(fig("a1", 1100, 1100, mounted=True), pieces=(MESA,))
    up = tried(match, do="move", to=[1600, 1100])
    assert up.short is not None
    assert (up.short.rule, up.short.args["verb"]) == ("shadows.mount.base", "climb")
    assert up.mark is not None


@pytest.mark.rule("shadows.geo.path_end")
def test_a_tap_on_a_wall_ends_beside_it() -> None:
    match = moving(fig("a1", 1000, 1200), pieces=(HOUSE,))
    beside = tried(match, do="move", to=[1200, 1250])
    assert (beside.legal, beside.short) == (True, None)
    assert beside.end is not None
    assert beside.end[:2] != (1200, 1250)


@pytest.mark.rule("shadows.move.charge_unseen")
def test_an_enemy_behind_ones_back_is_approached_and_not_charged() -> None:
    match = moving(fig("a1", 1000, 1000, face="W"), fig("b1", 1300, 1000))
    near_by = tried(match, do="move", on="b1")
    assert near_by.short is not None
    assert near_by.short.rule == "shadows.move.charge_unseen"
    assert near_by.way is not None
    assert near_by.way.charged == []
    assert near_by.mark is not None


@pytest.mark.rule("shadows.ui.move")
def test_a_refused_tap_arms_neither_turning_nor_staying() -> None:
    ring = [fig(f"b{n}", 1000 + dx, 1000 + dy) for n, (dx, dy) in enumerate(
        [(98, 0), (-98, 0), (0, 98), (0, -98), (70, 70), (-70, 70), (70, -70), (-70, -70)], 1
    )]  # fmt: skip
    match = moving(fig("a1", 1000, 1000), *ring)
    refused = tried(match, do="move", to=[1600, 1600])
    assert (refused.legal, refused.refusal is not None, refused.mark is not None) == (
        False,
        True,
        True,
    )
    assert refused.draft == {"order": "stay"}
    html = rendered("_preview", page(match, A, "en", match.question(A)), p=refused)
    assert "<span data-send hidden>No way there</span>" in html
