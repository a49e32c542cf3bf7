"""The bot knows its trade: it shoots well, charges when it pays, keeps Lookout and carries."""

import os
from typing import Any

import pytest

from boomtown import BUILD
from boomtown.bots import RandomBot, play_out
from boomtown.core import PASS, Bot, Chance, Imagine, Match, Seat
from boomtown.lab.intervals import wilson
from shadows_west import GAME
from shadows_west.bot import tactics, thoughts
from shadows_west.bot.attacks import MORE_SHOTS, Shot, best_shot, hurt, swept
from shadows_west.bot.gunhand import GunhandBot
from shadows_west.bot.tactics import busy_enemies, danger
from shadows_west.content import SCENARIOS
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import CORRIDOR
from shadows_west.measuring import spacing
from shadows_west.moves.march import Trip
from shadows_west.moves.orders import MoveOrder, read_order
from shadows_west.moves.paths import outcome
from shadows_west.rules.activation import Act, Activate, Declare
from shadows_west.rules.fighting import StrikeOrShove
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.reactions import Reactions
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.weapons import modes
from shadows_west.shooting.targets import targets
from shadows_west.state import Figure, Table, West
from shadows_west.terrain.maps import MAPS, Piece
from town import A, B, crowd, fig, loot, play, town


def answer(match: Match[West], seat: Seat = A) -> Any:
    """What the bot says to the question of a seat."""
    asked = match.question(seat)
    assert asked is not None
    imagine: Imagine = lambda: match.imagine(seat, Chance.seeded("imagine"))  # noqa: E731
    return GunhandBot(Chance.seeded("gunhand")).answer(match.view(seat), asked, imagine)


def declared(west: West, model: str = "a1", left: int = 2) -> Any:
    match = play(west, Act(model, left))
    assert match.prompt() is not None
    return answer(match)


@pytest.mark.skipif(bool(BUILD.compiled), reason="compiled calls cannot be counted")
def test_it_weighs_the_moves_of_a_table_once_for_two_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 2400, 1000), fig("b2", 2400, 1500)])
    looked: list[str] = []

    def counted(table: Table, figure: Figure, order: MoveOrder) -> Trip:
        looked.append(figure.id)
        return outcome(table, figure, order)

    monkeypatch.setattr(tactics, "outcome", counted)
    match = play(west, Act("a1", 2))
    first = answer(match)
    assert len(looked) > 5
    match.answer(A, "move")
    del looked[:]
    again = answer(match)
    assert not looked, "the table is as it was"
    thoughts._about.cache_clear()
    assert answer(match) == again, "and so is what it thinks"
    assert looked
    west.table.figures["b1"].x -= 100
    del looked[:]
    answer(play(west, Act("a1", 2)))
    assert looked, "another table is thought through"
    assert first == "move"


@pytest.mark.parametrize("map", sorted(MAPS))
def test_its_best_shot_is_the_one_that_every_target_leads_to(map: str) -> None:
    def looked_for(table: Table, shooter: Figure) -> Shot:
        best = Shot(0.0)
        if not shooter.standing or spacing.engaged(table, shooter):
            return best
        for weapon in shooter.weapons:
            for mode in modes(weapon):
                kind = fired_as(WEAPONS[weapon.kind], mode)
                for one in targets(table, shooter, weapon.kind, way=mode):
                    if one.refusal is not None or one.kind != "model":
                        continue
                    value = (
                        swept(table, shooter, one.id, kind.long)
                        if mode == CORRIDOR
                        else hurt(table, one, shooter) * (1 + MORE_SHOTS * (kind.shots - 1))
                    )
                    if value > best.value:
                        best = Shot(value, weapon.id, one.id, mode)
        return best

    values = []
    for chance in (Chance.seeded("best shot", map, case) for case in range(4)):
        table = crowd(chance, map)
        for shooter in table.models():
            found = best_shot(table, shooter, [])
            assert found == looked_for(table, shooter), shooter
            assert danger(table, shooter) == danger(table, shooter, busy_enemies(table, shooter))
            values.append(found.value)
    assert any(values)


def against_random(scenario: str, number: int, **options: Any) -> bool | None:
    """Whether the bot wins a match; None if nobody does."""
    chance = Chance.seeded("gunhand", scenario, number)
    match = Match.unrecorded(GAME, 2, {"scenario": scenario, **options}, chance=chance.another())
    me = number % 2
    bots: list[Bot] = [
        (GunhandBot if seat == me else RandomBot)(chance.another()) for seat in match.all_seats
    ]
    play_out(match, bots, chance)
    assert match.outcome is not None
    return match.outcome.winners == (me,) if match.outcome.winners else None


@pytest.mark.soak
def test_it_beats_a_random_player() -> None:
    """Seed "gunhand": the whole interval lies above one half."""
    ends = [against_random(SCENARIOS[n % 4], n, budget="75") for n in range(12)]
    assert wilson(ends.count(True), 12)[0] > 0.5, ends


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_beats_random_players_in_every_scenario(scenario: str) -> None:
    """Seed "gunhand". Of a shootout with somebody who never comes near, some end without points."""
    matches = int(os.environ.get("BOOMTOWN_MATCHES", "30"))
    ends = [against_random(scenario, number) for number in range(matches)]
    won, lost = ends.count(True), ends.count(False)
    assert won > matches / 2, ends
    assert wilson(won, won + lost)[0] > 0.7, ends


def test_it_shoots_the_target_that_hurts_most() -> None:
    """The leader in the open, and not the man behind the wall who is as near."""
    west = town(
        [
            fig("a1", 1000, 1000, rank="veteran", weapons=["rifle"], face="E"),
            fig("b1", 1400, 1000, rank="hero", leader=True),
            fig("b2", 1400, 1300),
        ]
    )
    assert declared(west) == "shoot"
    shot = answer(play(west, ShootAction("a1")))
    assert shot["target"] == "b1"


def test_it_finishes_a_downed_enemy_at_its_feet() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000, downed=True, leader=True)])
    assert declared(west) == "fight"


def jammed(west: West, model: str) -> West:
    """The same town; the weapons of a model are jammed."""
    for weapon in west.table.figures[model].weapons:
        weapon.jammed = True
    return west


def charged(west: West, model: str = "a1") -> list[str]:
    """Whom the bot charges with a Move."""
    return read_order(answer(play(west, MoveAction(model)))).charge


@pytest.mark.rule("shadows.move.charge")
def test_it_charges_a_standing_enemy_when_that_pays() -> None:
    """A hero whose pistol is jammed, and a novice with a fine rifle within reach."""
    hero = fig("a1", 1000, 1000, rank="hero", face="E")
    west = jammed(town([hero, fig("b1", 1300, 1000, weapons=["repeater"], face="W")]), "a1")
    assert declared(west) == "move"
    order = read_order(answer(play(west, MoveAction("a1"))))
    assert order.charge == ["b1"]
    assert order.fight == "b1"


@pytest.mark.rule("shadows.move.charge")
def test_it_does_not_charge_when_that_does_not_pay() -> None:
    """A novice with a rifle, and a hero with empty hands who would like nothing better."""
    novice = fig("a1", 1000, 1000, weapons=["rifle"], face="E")
    west = town([novice, fig("b1", 1300, 1000, rank="hero", leader=True, weapons=[], face="W")])
    assert declared(west) == "shoot"
    assert charged(west) == []


@pytest.mark.rule("shadows.folk.freed")
def test_it_charges_a_captor_to_free_his_captive() -> None:
    """Where captives count; elsewhere a shot is better."""

    def met(scenario: str) -> West:
        captor = fig("b1", 1300, 1000, rank="hero", holds="t1", face="W")
        rifleman = fig("a1", 1000, 1000, weapons=["rifle"], face="E")
        return town([rifleman, captor, fig("t1", 1398, 1000)], scenario=scenario)

    assert declared(met("innocents"), left=1) == "move"
    assert charged(met("innocents")) == ["b1"]
    assert declared(met("shootout"), left=1) == "shoot"


@pytest.mark.rule("shadows.fight.defender")
def test_it_fights_on_when_it_is_the_stronger_and_gets_away_when_it_is_not() -> None:
    strong = fig("a1", 1000, 1000, rank="hero", face="E")
    assert declared(town([strong, fig("b1", 1098, 1000, shaken=True)])) == "fight"
    weak = fig("a1", 1000, 1000, weapons=["repeater"], face="E", shaken=True)
    hero = fig("b1", 1098, 1000, rank="hero", weapons=[], face="W")
    assert declared(town([weak, hero])) == "move"


@pytest.mark.rule("shadows.damage.downed")
def test_a_downed_model_crawls_away_from_whoever_could_finish_it() -> None:
    down = fig("a1", 1000, 1000, downed=True)
    west = town([down, fig("a2", 400, 1000), fig("b1", 1550, 1000, face="W")])
    [step] = read_order(answer(play(west, MoveAction("a1")))).steps
    assert step[1] < 1000


@pytest.mark.rule("shadows.fight.shove")
def test_it_shoves_only_over_an_edge() -> None:
    """The loser stands at the edge of a roof, or in its middle."""
    mesa = Piece(
        "mesa", "block", poly=((900, 900), (1600, 900), (1600, 1600), (900, 1600)), h=600, top=True
    )

    def choice(x: int) -> Any:
        figures = [fig("a1", x - 98, 1200, z=600, face="E"), fig("b1", x, 1200, z=600)]
        return answer(play(town(figures, [mesa]), StrikeOrShove(A, "a1", "b1", 1)))

    assert choice(1560) == "shove"
    assert choice(1300) == "strike"


def test_it_takes_the_loot_and_carries_it_off() -> None:
    west = town(
        [fig("a1", 500, 1800, face="W"), fig("b1", 3300, 1800)],
        markers=[loot("loot1", 700, 1800)],
        scenario="bank_job",
    )
    assert declared(west) == "move"
    order = read_order(answer(play(west, MoveAction("a1"))))
    assert [deed[1] for deed in order.do] == ["loot"]
    west.table.figures["a1"].loot = "loot1"
    west.table.markers["loot1"].gone = True
    west.table.figures["a1"].x = 300
    order = read_order(answer(play(west, MoveAction("a1"))))
    assert [deed[1] for deed in order.do] == ["exit"]


def test_it_goes_on_lookout_when_there_is_nothing_to_do() -> None:
    """The only enemy is unarmed and at a good range, but the rifle has just been fired."""
    rifleman = fig("a1", 1800, 1800, weapons=["rifle"], face="N")
    west = town([rifleman, fig("b1", 1800, 2600, weapons=[])])
    west.fired = ["a1.w1"]
    assert answer(play(west, Declare(A, "a1", 1, moved=True))) == "lookout"


def test_it_reacts_to_what_is_worth_a_bullet() -> None:
    watcher = fig("b1", 1800, 1200, rank="veteran", weapons=["rifle"], face="S", token="lookout")
    west = town([fig("a1", 1800, 900, rank="hero", leader=True, face="S"), watcher])
    match = play(west, Reactions("move", "a1"))
    assert answer(match, B) == {"b1": "shoot"}
    fence = Piece("fence", "linear", line=((1500, 300), (2100, 300)), h=110)
    far = town([fig("a1", 1800, 100), fig("b1", 1800, 1200, face="S", token="lookout")], [fence])
    match = play(far, Reactions("move", "a1"))
    assert list(answer(match, B)) == [PASS]


@pytest.mark.rule("shadows.react.contact")
def test_it_reacts_with_a_charge_that_spoils_a_shot() -> None:
    """A hero with a jammed pistol, and a man with a repeating rifle about to shoot next to him."""
    watcher = fig("b1", 1800, 1200, rank="hero", face="S", token="lookout")
    west = jammed(town([fig("a1", 1800, 900, weapons=["repeater"], face="W"), watcher]), "b1")
    match = play(west, Reactions("shoot", "a1"))
    assert answer(match, B) == {"b1": "move"}
    order = read_order(answer(play(west, MoveAction("b1", reaction_to="a1")), B))
    assert order.charge == ["a1"]
    rifleman = fig("b1", 1800, 1200, weapons=["rifle"], face="S", token="lookout")
    west = town([fig("a1", 1800, 900, rank="hero", weapons=[], face="W"), rifleman])
    assert answer(play(west, Reactions("move", "a1")), B) == {"b1": "shoot"}


def test_it_shoots_the_stick_out_of_the_hand_of_whoever_throws() -> None:
    watcher = fig("b1", 1800, 1500, rank="veteran", face="S", token="lookout")
    west = town([fig("a1", 1800, 900, sticks=1), watcher])
    match = play(west, Reactions("throw", "a1"))
    assert answer(match, B) == {"b1": "sharp"}


def test_two_models_that_can_shoot_act_together() -> None:
    west = town(
        [
            fig("a1", 1000, 1000, weapons=["rifle"], face="E"),
            fig("a2", 1000, 1300, weapons=["rifle"], face="E"),
            fig("b1", 1500, 1150, rank="hero", leader=True),
        ]
    )
    assert list(answer(play(west, Activate(A)))) == ["double"]
