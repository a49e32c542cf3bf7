"""The inspector, the line between two points, danger, and dynamite with its odds."""

from typing import Any

import pytest

from boomtown.rulebook.book import LANGUAGES
from shadows_west.content.gangs import WEAPONS
from shadows_west.page.previews.guns import gun_of
from shadows_west.rules.blasts import ThrowAction
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.terrain.maps import Piece
from town import A, fig, play, town
from town_pages import page, rendered, tried

WALL = Piece("hut_w", "block", rect=(1400, 800, 1500, 1200), h=300)
RIFLES = ("rifle", "pistol")


def test_an_enemy_is_looked_at_with_its_weapons_reach_and_eyes() -> None:
    west = town([
        fig("a1", 1000, 1000, face="E"), fig("b1", 2000, 1000, face="W", weapons=RIFLES),
        fig("b2", 1000, 3000, face="S"),
    ])  # fmt: skip
    match = play(west, MoveAction("a1"))
    found = tried(match, do="inspect", points=["b1"])
    assert found.card is not None
    assert [gun.kind for gun in found.card.guns] == list(RIFLES)
    assert [one.id for one in found.card.sees] == ["a1"]
    assert [one.id for one in found.card.threats] == ["a1"], "a pistol reaches 12 inches"
    assert (found.card.move, len(found.danger), bool(found.reach)) == (400, 1, True)
    html = rendered("_preview", page(match, A, "en", match.question(A)), p=found)
    assert "moves 4″" in html
    assert 'class="danger' in html


def test_a_place_tells_who_threatens_it() -> None:
    west = town([fig("a1", 300, 300), fig("b1", 2000, 1000, face="W", weapons=RIFLES)], [WALL])
    match = play(west, MoveAction("a1"))
    assert [one.id for one in tried(match, do="inspect", points=[[1700, 1000]]).threats] == ["b1"]
    hidden = tried(match, do="inspect", points=[[1300, 1000]])
    assert (hidden.threats, hidden.end) == ([], (1300, 1000, 0))


@pytest.mark.rule("shadows.los.mutual")
def test_two_points_show_whether_the_view_between_them_is_open() -> None:
    west = town([fig("a1", 1000, 1000, face="W"), fig("b1", 2000, 1000, face="W")], [WALL])
    match = play(west, MoveAction("a1"))
    blocked = tried(match, do="inspect", points=["a1", "b1"]).sight
    assert blocked is not None
    assert (blocked.by, blocked.away) == ("hut_w", ["a1"])
    free = tried(match, do="inspect", points=[[1600, 900], [1900, 1300]])
    assert free.sight is not None
    assert (free.sight.by, free.sight.gap) == ("", 402)
    assert len(free.lines) == 1


@pytest.mark.rule("shadows.measure.premeasure")
def test_nothing_is_measured_where_that_was_agreed() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1500, 1000)], premeasure=False)
    match = play(west, MoveAction("a1"))
    card = tried(match, do="inspect", points=["b1"]).card
    assert card is not None
    assert [one.gap for one in card.sees] == [None]
    line = tried(match, do="inspect", points=["a1", "b1"]).sight
    assert line is not None
    assert line.gap is None


@pytest.mark.parametrize("kind", sorted(WEAPONS))
def test_the_dice_of_a_weapon_are_those_of_its_shots(kind: str) -> None:
    """At each band of a clear shot, as the rules count them."""
    gun, weapon = gun_of(kind), WEAPONS[kind]
    for far, dice in gun.bands:
        gap = far - 50
        figures = [fig("a1", 300, 1000, weapons=[kind], face="E"), fig("b1", 398 + gap, 1000)]
        match = play(town(figures), ShootAction("a1"))
        aim = tried(match, do="shot", target="b1").aim
        assert aim is not None
        shot = next(one for one in aim.shots if one.fired == kind)
        assert (shot.dice or 0) == dice
    assert gun.jam == weapon.jam


@pytest.mark.parametrize("points", [[], None, ["zz"], [[1]], [[1, 2, 3]], [{}], "a1", [True]])
def test_nonsense_shows_nothing(points: object) -> None:
    match = play(town([fig("a1", 1000, 1000), fig("b1", 1500, 1000)]), MoveAction("a1"))
    found = tried(match, do="inspect", points=points)
    assert (found.card, found.sight, found.end) == (None, None, None)


@pytest.mark.rule("shadows.tnt.test")
def test_dynamite_is_shown_with_its_odds_its_bounces_and_the_ground_in_reach() -> None:
    west = town([
        fig("a1", 1000, 1000, sticks=1, face="E"), fig("b1", 1600, 1000),
        fig("b2", 3000, 3000), fig("a2", 1000, 1500),
    ])  # fmt: skip
    match = play(west, ThrowAction("a1"))
    assert tried(match, do="throw").area
    toss = tried(match, do="throw", on="b1").toss
    assert toss is not None
    assert (toss.on, toss.feet, toss.bounces) == (333, 166, 333), "a D6 is on target on 5 and 6"
    hurt = dict(toss.hurt)
    assert "b2" not in hurt
    assert hurt["b1"] > hurt["a1"] > 0, "a 7+ cannot be saved with a D6"
    assert hurt["b1"] >= 333
    assert len(toss.scatter) == 12
    far = tried(match, do="throw", to=[2500, 1000])
    assert (far.legal, far.toss) == (False, None)


@pytest.mark.rule("shadows.tnt.test")
def test_the_odds_of_a_throw_add_up() -> None:
    """A lone target: on target, and whatever bounces at most 3 inches either way."""
    west = town([fig("a1", 1000, 1000, sticks=1, face="E"), fig("b1", 1750, 1000)])
    toss = tried(play(west, ThrowAction("a1")), do="throw", on="b1").toss
    assert toss is not None
    assert dict(toss.hurt)["b1"] == 500, "2/6, and half of 1/6 twice; a D6 never saves 7+"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_looked_at_is_told_in_every_language(language: str) -> None:
    west = town([
        fig("a1", 1000, 1000, sticks=1, face="E", archetype="dynamiter"),
        fig("b1", 1600, 1000, archetype="brave"),
    ], [WALL])  # fmt: skip
    match = play(west, ThrowAction("a1"))
    drafts: list[dict[str, Any]] = [
        {"do": "throw", "to": [1300, 1000]},
        {"do": "inspect", "points": ["b1"]},
        {"do": "inspect", "points": [[1700, 1000]]},
        {"do": "inspect", "points": ["a1", "b1"]},
    ]
    for draft in drafts:
        t = page(match, A, language, match.question(A))
        html = rendered("_preview", t, p=tried(match, **draft))
        assert "board." not in html, draft
        assert t.plain.missing == set()
