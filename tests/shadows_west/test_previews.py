"""What drafts on the board would mean: moves, shots, throws, places, gangs."""

from typing import Any

import msgspec
import pytest

from boomtown.core import Composed
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from shadows_west.page.figures import State
from shadows_west.page.preview import preview
from shadows_west.page.previews.parts import Preview
from shadows_west.page.prompt import MOVE_GROUPS
from shadows_west.rules.activation import Act, ChooseMode
from shadows_west.rules.blasts import ThrowAction
from shadows_west.rules.deployment import PlaceModel
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.gangs import QUICK, write_hands
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.setup import ChooseGangs
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.townsfolk import PlaceFolk
from shadows_west.state import Gone
from shadows_west.terrain.maps import Piece
from town import A, B, fig, loot, play, tnt, town
from town_pages import HOUSE, moving, page, rendered, seen, shooting, tried

FENCE = Piece("corral", "linear", line=((1500, 900), (1500, 1100)), h=110)
SCRUB = Piece("scrub_n", "area", poly=((1100, 900), (1300, 900), (1300, 1100), (1100, 1100)),
              difficult=True)  # fmt: skip

# --- moves ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.ui.move")
def test_a_tap_proposes_the_cheapest_way_and_the_next_one_goes_on_from_there() -> None:
    match = moving(fig("a1", 1000, 1000))
    first = tried(match, do="move", to=[1200, 1000])
    assert (first.legal, first.end) == (True, (1200, 1000, 0))
    assert first.text.startswith("walk 1200 1000 0")
    assert first.draft is not None
    second = tried(match, do="move", **first.draft, to=[1200, 1150])
    assert second.way is not None
    assert [step.total for step in second.way.steps] == [200, 350]
    match.answer(A, second.text)
    assert (match.state.table.figures["a1"].x, match.state.table.figures["a1"].y) == (1200, 1150)


@pytest.mark.rule("shadows.geo.cost")
def test_too_far_is_cut_where_the_movement_ends_and_says_why() -> None:
    match = moving(fig("a1", 1000, 1000))
    far = tried(match, do="move", to=[1500, 1000])
    assert (far.legal, far.end) == (True, (1400, 1000, 0))
    assert far.short is not None
    assert (far.short.rule, far.short.args["cost"]) == ("shadows.geo.cost", 500)
    typed = tried(match, do="move", answer="walk 1500 1000 0")
    assert typed.refusal is not None
    assert (typed.legal, typed.mark is not None and typed.mark.bad) == (False, True)


@pytest.mark.rule("shadows.ui.move")
def test_a_tap_out_of_reach_from_the_end_of_a_way_begins_it_anew() -> None:
    match = moving(fig("a1", 1000, 1000))
    far = tried(match, do="move", to=[1700, 1000])
    assert far.draft is not None
    other = tried(match, do="move", **far.draft, to=[1000, 1300])
    assert (other.legal, other.short, other.end) == (True, None, (1000, 1300, 0))
    assert other.way is not None
    assert other.way.cost == 300


@pytest.mark.rule("shadows.ui.combined")
def test_a_way_may_be_drawn_before_the_model_is_named_to_act() -> None:
    west = town([fig("a1", 1000, 1000), fig("a2", 1000, 1500), fig("b1", 3400, 3400)])
    match = play(west, ChooseMode(A))
    drawn = tried(match, do="move", figure="a2", to=[1200, 1500])
    assert (drawn.legal, drawn.ahead, drawn.end) == (True, True, (1200, 1500, 0))
    assert tried(match, do="move", figure="b1", to=[3000, 3400]).do == "nothing"
    assert tried(match, do="move", figure=[], to=[1, 1]).do == "nothing"


@pytest.mark.rule("shadows.loot.take")
def test_a_tap_on_loot_picks_it_up() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 3400, 3400)], markers=[loot("loot1", 1300, 1000)])
    match = play(west, MoveAction("a1"))
    assert tried(match, do="move", to=[1310, 1000]).text.endswith("do 1 loot")
    assert "loot" not in tried(match, do="move", to=[1200, 1000]).text
    match.answer(A, tried(match, do="move", to=[1310, 1000]).text)
    assert match.state.table.figures["a1"].loot == "loot1"


@pytest.mark.rule("shadows.move.difficult")
def test_the_meter_tells_the_way_from_what_difficult_ground_adds() -> None:
    match = moving(fig("a1", 1000, 1000), pieces=(SCRUB,))
    way = tried(match, do="move", to=[1200, 1000]).way
    assert way is not None
    assert (way.length, way.slow, way.cost, way.allowance) == (200, 100, 300, 400)


def test_the_figure_is_turned_with_the_way_or_without() -> None:
    match = moving(fig("a1", 1000, 1000))
    turned = tried(match, do="move", face=[0, -1000])
    assert (turned.legal, turned.text, turned.draft) == (
        True,
        "face 0 -1000",
        {"order": "face 0 -1000"},
    )
    gone = tried(match, do="move", order="walk 1200 1000 0", face=[-1000, 0])
    assert gone.face == (-1000, 0)


@pytest.mark.rule("shadows.move.charge")
def test_a_tap_on_an_enemy_proposes_a_charge() -> None:
    match = moving(fig("a1", 1000, 1000), fig("b1", 1300, 1000))
    charge = tried(match, do="move", on="b1")
    assert charge.way is not None
    assert (charge.legal, charge.way.charged, charge.way.fight) == (True, ["b1"], "b1")
    assert charge.fight is not None
    assert (charge.fight.dice, charge.fight.other_dice) == (4, 3)
    assert charge.fight.win > 500 > charge.fight.lose > 0


@pytest.mark.rule("shadows.ui.confirm_risk")
def test_a_fall_is_told_before_and_confirmed() -> None:
    match = moving(fig("a1", 1551, 1100, 300), pieces=(HOUSE,))
    fall = tried(match, do="move", order="drop 1649 1100 0")
    assert fall.way is not None
    assert (fall.legal, fall.risk) == (True, True)
    assert (fall.way.steps[0].fall, fall.way.steps[0].save) == (300, 5)
    assert not tried(match, do="move", to=[1500, 1100], level=300).risk


def test_a_move_shows_what_could_be_shot_from_its_end() -> None:
    match = moving(fig("a1", 1000, 1000, face="E"), fig("b1", 2150, 1000))
    assert match.state.table.figures["a1"].x == 1000
    aim = tried(match, do="move", to=[1300, 1000]).aim
    assert aim is not None
    assert [(shot.target, shot.band) for shot in aim.shots] == [("b1", "medium")]


def test_a_fight_is_announced_with_its_odds() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000), fig("b2", 1000, 1098, downed=True)])
    match = play(west, Act("a1", 2))
    ask = seen(match).ask
    assert ask is not None
    assert ask.hints["action:fight"].key == "board.hint.fight"
    west.table.figures["b1"].downed = True
    finish = seen(play(west, FightAction("a1"))).ask
    assert finish is not None
    assert {hint.key for hint in finish.hints.values()} == {"board.hint.finish"}


def test_a_ready_made_move_is_only_looked_at() -> None:
    match = moving(fig("a1", 1000, 1000))
    question = match.question(A)
    assert question is not None
    answer = question.choice.offers()[0]
    assert tried(match, do="move", answer=answer).draft is None


def test_ready_made_moves_are_sorted() -> None:
    say = rulebook_of("shadows_west").languages["en"].say
    known = {key.removeprefix("move.") for key in say if key.startswith("move.")}
    grouped = {key for _, keys in MOVE_GROUPS for key in keys}
    assert {key for key in known if not key.endswith(".short")} == grouped


# --- shots ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.ui.shoot")
def test_a_target_is_shown_with_band_modifiers_dice_and_odds() -> None:
    match = shooting(
        fig("a1", 1000, 1000, face="E", rank="veteran"),
        fig("b1", 1700, 1000, face="E"),
        pieces=(FENCE,),
    )
    found = tried(match, do="shot", target="b1")
    assert found.aim is not None
    shot = found.aim.shots[0]
    assert (shot.gap, shot.band, shot.cover, shot.free) == (602, "medium", ["corral"], True)
    assert [(one.key, one.dice) for one in shot.sums] == [
        ("base", 3),
        ("cover", -1),
        ("back", 1),
        ("medium", 0),
    ]
    assert (shot.dice, shot.sides) == (3, 8)
    assert shot.hit is not None
    assert shot.hurt is not None
    assert shot.down is not None
    assert 1000 > shot.hit > shot.hurt > shot.down > 0
    assert found.legal
    assert found.text == "a1.w1 b1 shot"
    assert [ring.points for ring in found.rings] == ["1500,2700 1500,2500"]
    assert [line.cross for line in found.lines] == [None]
    assert len(found.arcs) == 3


def test_a_blocked_line_is_crossed_where_the_wall_is() -> None:
    match = shooting(
        fig("a1", 1000, 1100, face="E"),
        fig("b1", 1000, 1600),
        fig("b2", 1900, 1100),
        fig("b3", 1300, 1700),
        pieces=(HOUSE,),
    )
    found = tried(match, do="shot", target="b2")
    assert found.refusal is not None
    assert (found.refusal.rule, found.legal) == ("shadows.los.body", False)
    [line] = found.lines
    assert (line.cross, line.by) == ((1200, 2500), "saloon")


@pytest.mark.rule("shadows.measure.premeasure")
def test_without_measuring_nothing_is_measured() -> None:
    figures = fig("a1", 1000, 1000, face="E"), fig("b1", 1700, 1000)
    match = shooting(*figures, premeasure=False)
    found = tried(match, do="shot", target="b1")
    assert found.aim is not None
    assert (found.aim.shots[0].gap, found.aim.shots[0].hit, found.arcs) == (None, None, [])
    assert tried(match, do="look", figure="a1", target="b1").do == "nothing"


def test_anybody_may_look_through_the_eyes_of_a_model() -> None:
    match = shooting(fig("a1", 1000, 1000, face="E"), fig("b1", 1700, 1000, face="W"))
    found = tried(match, B, do="look", figure="b1", target="a1")
    assert found.aim is not None
    assert [shot.target for shot in found.aim.shots] == ["a1"]
    assert found.draft is None


@pytest.mark.rule("shadows.ui.confirm_risk")
def test_friends_in_a_fire_corridor_are_named_before() -> None:
    match = shooting(
        fig("a1", 1000, 1000, face="E", weapons=["sawn_off"]),
        fig("a2", 1200, 1060),
        fig("b1", 1400, 1000),
    )
    found = tried(match, do="shot", target="b1")
    assert (found.legal, found.risk, found.hurt) == (True, True, ["a2"])


@pytest.mark.rule("shadows.ui.confirm_risk")
def test_friends_in_the_blast_of_what_is_shot_are_named_before() -> None:
    figures = [fig("a1", 1000, 1000, face="E"), fig("a2", 1500, 1250), fig("b1", 3400, 3400)]
    match = play(town(figures, markers=[tnt("tnt1", 1500, 1000)]), ShootAction("a1"))
    found = tried(match, do="shot", target="tnt1")
    assert (found.legal, found.risk, found.hurt) == (True, True, ["a2"])
    keg = Piece("keg", "explosive", disc=(1500, 1000, 79), h=100)
    near = [figures[0], fig("a2", 1500, 1327), figures[2]]
    assert tried(shooting(*near, pieces=(keg,)), do="shot", target="keg").hurt == ["a2"]
    beyond = [figures[0], fig("a2", 1500, 1328), figures[2]]
    assert not tried(shooting(*beyond, pieces=(keg,)), do="shot", target="keg").risk


# --- what is done at the end of a way ------------------------------------------------------------


def offered(found: Preview) -> dict[tuple[str, str], str]:
    """What could be done at the end of a way, and the orders that do it."""
    return {(one.verb, one.what): one.order for one in found.deeds}


@pytest.mark.rule("shadows.folk.release")
@pytest.mark.rule("shadows.tnt.place")
def test_what_can_be_done_at_the_end_of_a_way_is_offered_on_the_board() -> None:
    match = moving(
        fig("a1", 1000, 1000, face="E", sticks=1, holds="t1"),
        fig("t1", 902, 1000),
        fig("t2", 1300, 1000),
    )
    here = offered(tried(match, do="move"))
    assert here == {
        ("release", "t1"): "do 0 release",
        ("place", ""): "do 0 place 1000 1000 0",
    }
    free = tried(match, do="move", order=here["release", "t1"], on="t2")
    assert ("seize", "t2") in offered(free)
    assert ("attack", "t2") in offered(free)
    laid = tried(match, do="move", order="walk 1100 1000 0", stick=[1200, 1040])
    assert (laid.legal, laid.text) == (True, "walk 1100 1000 0; do 1 place 1200 1040 0")
    assert laid.way is not None
    assert laid.way.sticks == [(1200, 3600 - 1040)]
    assert ("place", "") not in offered(laid), "there is no other stick"
    far = tried(match, do="move", stick=[1300, 1300])
    assert far.refusal is not None
    assert far.refusal.rule == "shadows.tnt.place"


@pytest.mark.rule("shadows.move.leave_table")
def test_a_way_to_the_border_may_lead_off_the_table() -> None:
    found = tried(moving(fig("a1", 1000, 200)), do="move", order="walk 1000 0 0")
    assert found.refusal is not None
    assert offered(found) == {("exit", ""): "walk 1000 0 0; do 1 exit"}


@pytest.mark.rule("shadows.ui.move")
def test_a_way_goes_on_after_what_can_only_come_last() -> None:
    match = moving(fig("a1", 1000, 200, face="E"), fig("t1", 1200, 200))
    last = tried(match, do="move", order="walk 1102 200 0; do 1 attack t1; fight t1")
    assert last.legal
    on = tried(match, do="move", order=last.text, to=[1102, 300])
    assert (on.legal, "attack" in on.text, "fight" in on.text) == (True, False, False)


# --- points, places, gangs -----------------------------------------------------------------------


def test_a_throw_shows_whom_the_blast_reaches() -> None:
    west = town([fig("a1", 1000, 1000, face="E", sticks=1), fig("a2", 1500, 1150),
                 fig("b1", 1600, 1000)])  # fmt: skip
    match = play(west, ThrowAction("a1"))
    found = tried(match, do="throw", to=[1500, 1000])
    assert (found.legal, found.risk) == (True, True)
    assert sorted(found.hurt) == ["a2", "b1"]
    assert found.draft == {"to": [1500, 1000], "stride": 10}
    at = tried(match, do="throw", on="b1")
    assert (at.answer, at.text, at.draft) == ("b1", "b1", {"on": "b1", "stride": 10})
    far = tried(match, do="throw", to=[3000, 1000])
    assert far.refusal is not None
    assert far.refusal.rule == "shadows.tnt.throw"


@pytest.mark.rule("shadows.measure.premeasure")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_throw_tells_no_distance_where_nothing_is_measured(language: str) -> None:
    figures = [fig("a1", 1000, 1000, face="E", sticks=1), fig("b1", 1600, 1000)]
    match = play(town(figures, premeasure=False), ThrowAction("a1"))
    question = match.question(A)
    assert question is not None
    assert isinstance(question.choice, Composed)
    listed = question.choice.listed()
    assert [ready.key for ready in listed] == ["throw.at.unmeasured", "throw.lost"]
    far = tried(match, do="throw", to=[2400, 1100])
    assert (far.legal, far.rings) == (True, []), "too far is found out by throwing"
    t = page(match, A, language, question)
    rendered("_preview", t, p=far)
    assert all(t.plain.say(one.key, **one.args) for one in listed)
    assert not {*t.plain.missing, *t.w.missing}


def test_a_townsperson_is_placed_by_a_tap() -> None:
    match = play(town([fig("a1", 100, 100), fig("b1", 3500, 3500)]), PlaceFolk(A, "t1"))
    good = tried(match, do="folk", to=[1800, 1700])
    assert (good.legal, good.answer) == (True, [1800, 1700, 0])
    assert good.draft == {"to": [1800, 1700], "stride": 10}
    finer = tried(match, do="folk", to=[1800, 1700], stride=1)
    assert (finer.stride, finer.draft) == (1, {"to": [1800, 1700], "stride": 1})
    assert tried(match, do="folk", to=[1800, 1700], stride=7).stride == 10
    bad = tried(match, do="folk", to=[100, 1700])
    assert bad.refusal is not None
    assert bad.refusal.rule == "shadows.folk.place"


def test_a_model_is_placed_by_a_tap_and_turned() -> None:
    figures = [fig(id, 0, 0, gone=Gone.WAITING) for id in ("a1", "a2")]
    west = town([*figures, fig("b1", 3500, 3500)])
    west.gangs[A].zone = "s"
    match = play(west, PlaceModel(A))
    assert [row.state for row in seen(match).crews[0].figures] == [State.RESERVE, State.RESERVE]
    spot = tried(match, do="place", model="a2", to=[900, 300], face=[1000, 0])
    assert (spot.legal, spot.text) == (True, "a2 900 300 0 face 1000 0")
    out = tried(match, do="place", to=[900, 900])
    assert out.refusal is not None
    assert out.refusal.rule == "shadows.setup.deploy"
    assert spot.models == ["a1", "a2"]


def test_a_gang_is_hired_press_by_press() -> None:
    match = play(town([], seats=2), ChooseGangs([A, B]))
    assert seen(match).building
    empty = tried(match, do="gang", gang="outlaws").roster
    assert empty is not None
    assert (empty.spent, empty.budget, empty.gang) == (0, 100, "outlaws")
    boss = next(hire for hire in empty.hires if hire.leader)
    hired = tried(match, do="gang", hands=boss.hands)
    assert hired.refusal is not None
    assert hired.refusal.rule == "shadows.gang.size"
    assert hired.roster is not None
    [one] = hired.roster.hired
    sixgun = next(gear for gear in one.weapons if gear.id == "sixgun")
    armed = tried(match, do="gang", hands=sixgun.hands).roster
    assert armed is not None
    assert armed.spent == boss.cost + sixgun.cost
    usual = tried(match, do="gang", hands=armed.usual)
    assert (usual.legal, usual.text) == (True, write_hands(QUICK["100"]["outlaws"]))
    match.answer(A, usual.text)


# --- layers, nonsense ----------------------------------------------------------------------------


def test_layers_show_the_reach_and_what_enemies_see() -> None:
    match = moving(fig("a1", 1000, 1000), fig("b1", 1800, 1000, face="W", token="lookout"))
    found = tried(match, do="lays", lays=["reach", "danger"], figure="a1")
    assert found.way is not None
    assert found.way.reach
    assert [token for _, token in found.danger] == ["lookout"]


NONSENSE: list[Any] = [
    None,
    [],
    "move",
    {},
    {"do": "move", "to": [1.5, 2]},
    {"do": "move", "to": ["x", None], "order": 7},
    {"do": "move", "order": "fly 1 2 3"},
    {"do": "move", "answer": {"steps": [["walk"]]}},
    {"do": "move", "face": [0, 0]},
    {"do": "move", "on": "nobody", "level": "high"},
    {"do": "shot", "target": "b1"},
    {"do": "throw", "to": [1, 2]},
    {"do": "gang", "hands": "wizard"},
    {"do": "look", "figure": ["a1"]},
    {"do": "look", "figure": "a1", "target": "nobody"},
    {"do": "lays", "lays": "reach"},
]


@pytest.mark.parametrize("draft", NONSENSE)
def test_nonsense_means_nothing(draft: Any) -> None:
    match = moving(fig("a1", 1000, 1000))
    before = msgspec.json.encode(match.view(A).state)
    found = preview(match.view(A), match.question(A), draft)
    msgspec.json.encode(msgspec.to_builtins(found))
    assert msgspec.json.encode(match.view(A).state) == before


# --- before the move is declared -----------------------------------------------------------------


@pytest.mark.rule("shadows.ui.combined")
def test_a_way_may_be_drawn_before_the_move_is_declared() -> None:
    match = play(town([fig("a1", 1000, 1000), fig("b1", 3400, 3400)]), Act("a1", 2))
    found = tried(match, do="move", to=[1200, 1000])
    assert (found.ahead, found.legal, found.draft) == (
        True,
        True,
        {"order": "walk 1200 1000 0; face 916 1000"},
    )
    assert 'data-do="go"' in rendered("_preview", page(match, A, "en", match.question(A)), p=found)
