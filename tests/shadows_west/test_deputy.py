"""The deputy: powder, sticks, horses, captives, drags, roofs, Lookout, and the scenario's clock."""

from typing import Any

import pytest

from boomtown.bots import RandomBot, play_out
from boomtown.core import PASS, Chance, Match, Seat, Step
from boomtown.lab.intervals import wilson
from shadows_west import GAME
from shadows_west.bot.deputy import DeputyBot, lookout_value, plans
from shadows_west.bot.gunhand import GunhandBot
from shadows_west.bot.powder import best_throw, blast_value, lay_moves, worthwhile
from shadows_west.bot.stakes import Mind
from shadows_west.bot.ventures import best_venture, fight_value, watched
from shadows_west.content import BLAST, SCENARIOS, TURNS
from shadows_west.moves.orders import read_order
from shadows_west.rules.activation import Act, Activate, BeginModel, Declare
from shadows_west.rules.blasts import ThrowAction
from shadows_west.rules.fighting import StrikeOrShove
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.reactions import Reactions
from shadows_west.rules.shooting import NextShot, ShootAction
from shadows_west.state import Figure, West
from shadows_west.terrain.maps import MAPS, Piece
from town import A, B, fig, loot, play, tnt, town

KEG = Piece("keg", "explosive", disc=(2000, 1000, 79), h=100)
MESA = Piece(
    "mesa", "block", poly=((900, 900), (1600, 900), (1600, 1600), (900, 1600)), h=600, top=True
)


def answer(match: Match[West], seat: Seat = A) -> Any:
    """What the deputy says to the question of a seat."""
    asked = match.question(seat)
    assert asked is not None
    imagine = lambda: match.imagine(seat, Chance.seeded("imagine"))  # noqa: E731
    said = DeputyBot(Chance.seeded("deputy")).answer(match.view(seat), asked, imagine)
    assert asked.choice.refusal(asked.choice.read(said)) is None
    return said


def asked(west: West, *steps: Step, seat: Seat = A) -> Any:
    return answer(play(west, *steps), seat)


def late(west: West, turn: int, *points: int) -> West:
    """The same town, later, with these points."""
    west.turn = turn
    for gang, won in zip(west.gangs, points, strict=False):
        gang.points = won
    return west


# --- strength -------------------------------------------------------------------------------------


def wins(scenario: str, number: int, **options: Any) -> bool:
    """Whether the deputy beats a gunhand; the same deal with changed sides is the next number."""
    pair, me = divmod(number, 2)
    chance = Chance.seeded("deputy", scenario, pair)
    maps = sorted(MAPS)
    agreed = {"scenario": scenario, "map": maps[pair % len(maps)], **options}
    match = Match.unrecorded(GAME, 2, agreed, chance=chance.another())
    lots = [chance.another() for _ in match.all_seats]
    bots = [(DeputyBot if seat == me else GunhandBot)(lots[seat]) for seat in match.all_seats]
    play_out(match, bots, chance)
    assert match.outcome is not None
    return match.outcome.winners == (me,)


@pytest.mark.soak
def test_it_wins_two_of_three_against_gunhands() -> None:
    """Over all scenarios, maps and gangs, with changed sides."""
    matches = 600
    budgets = ("100", "75", "150")
    won = sum(wins(SCENARIOS[n // 2 % 4], n, budget=budgets[n // 8 % 3]) for n in range(matches))
    assert won / matches >= 0.65, won
    assert wilson(won, matches)[0] > 0.6, won


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"scenario": "bank_job", "premeasure": False, "budget": "75"}),
        (3, {"scenario": "hold", "rerolls": "ask", "budget": "75", "map": "gulch"}),
        (4, {"scenario": "innocents", "campaign": True, "large_table": True, "budget": "75"}),
    ],
)
def test_it_answers_every_question(seats: int, options: dict[str, Any]) -> None:
    chance = Chance.seeded("questions", seats)
    match = Match.unrecorded(GAME, seats, options, chance=chance.another())
    play_out(match, [DeputyBot(chance.another()) for _ in match.all_seats], chance)
    assert match.outcome is not None


def test_it_cannot_tell_two_worlds_apart_that_its_seat_cannot() -> None:
    chance = Chance.seeded("worlds")
    match = Match.unrecorded(GAME, 2, {"budget": "75"}, chance=chance.another())
    bot = RandomBot(chance)
    while match.outcome is None and match.number < 120:
        seat = match.asked()[0]
        assert answer(match, seat) == answer(match.imagine(seat, chance), seat)
        match.answer(seat, bot.pick(match.choice(seat)))


# --- powder ---------------------------------------------------------------------------------------


def by_the_keg(*more: Figure) -> West:
    """Two men beside a keg, and somebody with a carbine far away."""
    shooter = fig("a1", 1000, 1000, weapons=["carbine"], face="E")
    return town([shooter, fig("b1", 2000, 1180), fig("b2", 2000, 820), *more], [KEG])


@pytest.mark.rule("shadows.terrain.explosive_shoot")
def test_it_shoots_a_keg_with_enemies_beside_it_and_spares_its_friends() -> None:
    assert asked(by_the_keg(), Act("a1", 2)) == "shoot"
    assert asked(by_the_keg(), ShootAction("a1"))["target"] == "keg"
    friends = by_the_keg(fig("a2", 2180, 1000), fig("a3", 1820, 1000))
    assert worthwhile(Mind(friends, A), friends.table) == {}
    assert asked(friends, ShootAction("a1"))["target"] != "keg"


@pytest.mark.rule("shadows.tnt.shoot_marker")
def test_it_shoots_a_stick_that_lies_among_enemies() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["carbine"], face="E")]
    figures += [fig(f"b{n}", 1900, 700 + 150 * n) for n in (1, 2, 3)]
    assert asked(town(figures, markers=[tnt("tnt1", 1800, 1000)]), ShootAction("a1")) == {
        "weapon": "a1.w1",
        "target": "tnt1",
        "mode": "shot",
    }


@pytest.mark.rule("shadows.tnt.chain")
def test_it_knows_what_one_explosion_sets_off() -> None:
    alone = town([fig("a1", 300, 300), fig("b1", 2400, 1000)], [KEG])
    chained = town(
        [fig("a1", 300, 300), fig("b1", 2400, 1000)], [KEG], markers=[tnt("t", 2200, 1000)]
    )
    values = [
        blast_value(Mind(west, A), west.table, 2000, 1000, 0, BLAST) for west in (alone, chained)
    ]
    assert values[0] == 0 < values[1]


@pytest.mark.rule("shadows.tnt.throw")
def test_it_throws_between_two_enemies_and_never_where_it_hurts_itself_more() -> None:
    figures = [
        fig("a1", 1000, 1000, rank="hero", sticks=1, weapons=[], face="E"),
        fig("b1", 1600, 760),
        fig("b2", 1600, 1240),
    ]
    assert asked(town(figures), Act("a1", 1)) == "throw"
    x, y, z = asked(town(figures), ThrowAction("a1"))
    assert (x, y, z) == (1600, 1000, 0)
    near = town([fig("a1", 1000, 1000, rank="hero", sticks=1, face="E"), fig("b1", 1150, 1000)])
    assert best_throw(Mind(near, A), near.table.figures["a1"])[0] == 0


@pytest.mark.rule("shadows.tnt.place")
def test_it_lays_a_stick_before_enemies_goes_back_and_shoots_it() -> None:
    figures = [fig("a1", 1000, 1000, sticks=1, face="E")]
    figures += [fig(f"b{n}", 1500, 730 + 135 * n, weapons=[]) for n in (1, 2, 3)]
    west = town(figures)
    mind = Mind(west, A)
    assert lay_moves(mind, west.table.figures["a1"])
    match = play(west, Act("a1", 2), chance=Chance.seeded("lay"))
    assert answer(match) == "move"
    match.answer(A, "move")
    order = read_order(answer(match))
    assert [deed[1] for deed in order.do] == ["place"]
    match.answer(A, answer(match))
    assert answer(match) == "shoot"
    match.answer(A, "shoot")
    assert answer(match)["target"] == "tnt1"


@pytest.mark.rule("shadows.tnt.sharp_shot")
def test_it_shoots_the_stick_out_of_the_hand_of_whoever_throws() -> None:
    watcher = fig("b1", 1800, 1500, rank="veteran", face="S", token="lookout")
    west = town([fig("a1", 1800, 900, sticks=1), watcher])
    assert asked(west, Reactions("throw", "a1"), seat=B) == {"b1": "sharp"}


# --- captives, drags and horses -------------------------------------------------------------------


@pytest.mark.rule("shadows.folk.shield")
def test_it_does_not_shoot_at_whoever_hides_behind_a_captive() -> None:
    def target(kind: str) -> Any:
        figures = [
            fig("a1", 1000, 1000, weapons=["rifle"], face="E"),
            fig("b1", 1500, 1000, rank="hero", leader=True, holds="t1"),
            fig("b2", 1500, 1300),
            fig("t1", 1598, 1000),
        ]
        return asked(town(figures, kinds=["apaches", kind]), ShootAction("a1"))["target"]

    assert target("outlaws") == "b2"
    assert target("lawmen") == "b1", "they never hide behind anybody"


@pytest.mark.rule("shadows.folk.capture")
def test_it_takes_a_shield_when_it_is_under_fire() -> None:
    def deeds(kind: str, *enemies: Figure) -> list[object]:
        hero = fig("a1", 1000, 1000, rank="hero", leader=True, face="E", weapons=[])
        west = town([hero, fig("t1", 1000, 1200), *enemies], kinds=[kind, "apaches"])
        order = read_order(asked(west, MoveAction("a1")))
        return [deed[1] for deed in order.do]

    guns = [fig(f"b{n}", 2000, 600 + 300 * n, rank="hero", weapons=["rifle"]) for n in (1, 2)]
    assert deeds("outlaws", *guns) == ["seize"]
    assert deeds("lawmen", *guns) == []


@pytest.mark.rule("shadows.damage.drag")
def test_it_drags_a_downed_friend_out_of_reach() -> None:
    down = fig("a2", 1000, 1098, rank="hero", leader=True, downed=True)
    enemy = fig("b1", 1000, 1550, weapons=[], rank="hero")
    west = town([fig("a1", 1000, 1000, weapons=[], face="S"), down, enemy])
    order = read_order(asked(west, MoveAction("a1")))
    assert [deed[1] for deed in order.do] == ["drag"]


@pytest.mark.rule("shadows.mount.up_down")
def test_it_mounts_for_a_long_way_home() -> None:
    figures = [
        fig("a1", 1800, 1800, loot="loot1", face="W"),
        fig("a1.h", 1800, 1928),
        fig("b1", 3500, 3500, weapons=[]),
    ]
    west = town(figures, markers=[loot("loot1", 1800, 1800)], scenario="bank_job")
    west.table.markers["loot1"].gone = True
    order = read_order(asked(west, MoveAction("a1")))
    assert order.steps[0][0] == "mount"
    assert len(order.steps) == 2, "and rides on"


@pytest.mark.rule("shadows.mount.shoot_horse")
def test_it_shoots_the_horse_of_a_rider_who_is_hard_to_hurt() -> None:
    rider = fig("b1", 1600, 1000, rank="hero", mounted=True, horse="b1.h", face="W")
    west = town([fig("a1", 1000, 1000, weapons=["bow"], face="E"), rider])
    assert asked(west, ShootAction("a1"))["target"] in ("b1", "b1.h")
    mind = Mind(west, A)
    assert plans(mind, west.table.figures["a1"], 1)["shoot"] > 0


# --- roofs ----------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.fall_after")
def test_it_does_not_jump_off_a_rock_for_a_shot() -> None:
    """Whoever falls six inches does not shoot any more."""
    west = town(
        [
            fig("a1", 1000, 1250, z=600, weapons=["shotgun"], face="W"),
            fig("b1", 300, 1250, weapons=[], rank="hero", leader=True),
        ],
        [MESA],
    )
    order = best_venture(Mind(west, A), west.table.figures["a1"], 2).order
    assert not any(mode in ("drop", "jump") for mode, *_ in order.steps)


@pytest.mark.rule("shadows.fight.shove")
def test_it_shoves_only_over_an_edge() -> None:
    def choice(x: int) -> Any:
        figures = [fig("a1", x - 98, 1200, z=600, face="E"), fig("b1", x, 1200, z=600)]
        return asked(town(figures, [MESA]), StrikeOrShove(A, "a1", "b1", 1))

    assert choice(1560) == "shove"
    assert choice(1300) == "strike"


# --- Lookout --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.lookout.after_action")
def test_it_shoots_and_goes_on_lookout_where_there_is_more_to_come() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["rifle"], face="E")]
    figures += [fig(f"b{n}", 2000, 700 + 200 * n, rank="hero", weapons=["pistol"]) for n in (1, 2)]
    west = town(figures)
    assert asked(west, Act("a1", 2)) == "shoot"
    west.fired = ["a1.w1"]
    assert asked(west, Declare(A, "a1", 1, moved=False)) == "lookout"


def test_lookout_is_worth_what_may_come_into_sight() -> None:
    def worth(*enemies: Figure) -> float:
        west = town([fig("a1", 1000, 1000, weapons=["rifle"], face="E"), *enemies])
        return lookout_value(Mind(west, A), west.table.figures["a1"])

    one = fig("b1", 2000, 900)
    spent = fig("b1", 2000, 900, activated=True)
    assert worth(one, fig("b2", 2000, 1100)) > worth(one) > worth(spent)
    assert worth(spent) > worth(fig("b1", 300, 1000)), "nobody looks behind"


@pytest.mark.rule("shadows.react.trigger")
def test_it_counts_what_it_costs_to_act_in_sight_of_a_lookout() -> None:
    def cost(token: str) -> float:
        rifleman = fig("b1", 1600, 1000, weapons=["rifle"], rank="hero", token=token)
        west = town([fig("a1", 1000, 1000), rifleman])
        return watched(Mind(west, A), west.table.figures["a1"])

    assert cost("lookout") > 0 == cost("")


@pytest.mark.rule("shadows.lookout.carry")
def test_who_is_behind_leaves_lookout_late_and_who_is_ahead_keeps_it() -> None:
    """Nobody is in sight; a wall stands between."""
    wall = Piece("wall", "block", poly=((1700, 0), (1900, 0), (1900, 3000), (1700, 3000)), h=400)

    def kept(*points: int) -> Any:
        figures = [fig("a1", 800, 1000, token="lookout", face="E"), fig("b1", 2800, 1000)]
        west = late(town(figures, [wall]), 6, *points)
        west.acting = ["a1"]
        return asked(west, BeginModel("a1", 2))

    assert kept(0, 2) == "drop"
    assert kept(2, 0) == "keep"


def test_it_reacts_to_what_is_worth_a_bullet() -> None:
    watcher = fig("b1", 1800, 1200, rank="veteran", weapons=["rifle"], face="S", token="lookout")
    west = town([fig("a1", 1800, 900, rank="hero", leader=True, face="S"), watcher])
    assert asked(west, Reactions("move", "a1"), seat=B) == {"b1": "shoot"}
    west = town([fig("a1", 300, 300), fig("t1", 1800, 900), watcher])
    assert list(asked(west, Reactions("move", "t1"), seat=B)) == [PASS]


@pytest.mark.rule("shadows.react.contact")
def test_it_reacts_with_a_charge_that_spoils_a_shot() -> None:
    """A hero without a gun, and a man with a repeating rifle about to shoot next to him."""
    watcher = fig("b1", 1800, 1200, rank="hero", weapons=[], face="S", token="lookout")
    west = town([fig("a1", 1800, 900, weapons=["repeater"], face="W"), watcher])
    assert asked(west, Reactions("shoot", "a1"), seat=B) == {"b1": "move"}
    order = read_order(asked(west, MoveAction("b1", reaction_to="a1"), seat=B))
    assert order.charge == ["a1"]


# --- the clock, and nerve -------------------------------------------------------------------------


def test_it_is_bolder_when_it_is_behind_and_time_runs_out() -> None:
    def mind(turn: int, *points: int) -> Mind:
        return Mind(late(town([fig("a1", 500, 500), fig("b1", 900, 900)]), turn, *points), A)

    assert mind(2, 0, 3).caution == mind(2, 3, 0).caution
    assert mind(TURNS, 0, 3).caution < mind(6, 0, 3).caution < mind(6, 3, 0).caution
    assert mind(TURNS, 0, 3).advance > mind(6, 3, 0).advance
    assert mind(6, 1, 1).advance > mind(6, 1, 0).advance, "a tie wins nothing"


@pytest.mark.rule("shadows.bottle.when")
def test_a_leader_counts_most_where_the_gang_must_hold_its_nerve() -> None:
    def leader(down: int) -> float:
        others = [fig(f"b{n}", 300 * n, 2000, downed=n < 2 + down) for n in range(2, 7)]
        west = town([fig("a1", 500, 500), fig("b1", 300, 2000, rank="hero", leader=True), *others])
        return Mind(west, A).worths["b1"]

    assert leader(3) > leader(0)


@pytest.mark.rule("shadows.fight.downed")
def test_it_finishes_a_downed_enemy_at_its_feet() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000, downed=True, leader=True)])
    assert asked(west, Act("a1", 2)) == "fight"


@pytest.mark.rule("shadows.fight.outnumbered")
def test_a_fight_of_two_against_one_is_worth_more() -> None:
    def value(*friends: Figure) -> float:
        west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000), *friends])
        figures = west.table.figures
        return fight_value(Mind(west, A), west.table, figures["a1"], figures["b1"])

    assert value(fig("a2", 1196, 1000)) > value()


def test_the_second_shot_of_a_weapon_finds_the_best_target_as_well() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["repeater"], face="E"),
        fig("b1", 1500, 1000, rank="hero", weapons=[]),
        fig("b2", 1400, 1300, rank="hero", leader=True, weapons=["repeater"]),
    ]
    west = town(figures)
    west.fired = ["a1.w1"]
    assert asked(west, NextShot("a1", weapon="a1.w1", made=1))["target"] == "b2"


def test_two_models_that_can_shoot_act_together_where_there_are_more_of_them_than_cards() -> None:
    figures = [fig(f"a{n}", 1000, 700 + 200 * n, weapons=["rifle"], face="E") for n in (1, 2, 3)]
    west = town([*figures, fig("b1", 1500, 1150, rank="hero", leader=True)])
    assert list(asked(west, Activate(A))) == ["double"]
