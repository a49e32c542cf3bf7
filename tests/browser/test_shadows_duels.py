"""Shadows of the West between people: reactions, a charge, loot, dynamite; keys; a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle

import pytest

from browsers import PHONE, Visit
from sites import Server
from town_browsers import Duel, Gunman

GANG = "gang_boss: pistol; rustler: pistol, horse; safe_cracker: pistol, dynamite"
CARDS, WHO, DECLARE = "shadows.cards.play", "shadows.act.turn", "shadows.act.declare"
MOVE, REACT = "shadows.move.distance", "shadows.react.declare_all"
THROW = "shadows.tnt.throw"
SEED = "46" * 32
CALM = {"map": "mission", "events": "", "unusual_terrain": ""}


def card(gunman: Gunman) -> None:
    """The first card of the hand."""
    number = gunman.number
    gunman.page.locator("#prompt .act:visible").first.click()
    gunman.settled(number)


def idle(gunman: Gunman) -> None:
    """Whoever has nothing in mind: a card, a model that does nothing, a Lookout that is kept."""
    if gunman.key == DECLARE:
        gunman.choose("stop")
    elif gunman.key == CARDS:
        card(gunman)
    else:
        gunman.answer()


@pytest.mark.soak
@pytest.mark.rule("shadows.react.declare_all")
@pytest.mark.rule("shadows.move.charge")
def test_a_lookout_fires_at_a_rider_who_charges_home(visit: Visit, server: Server) -> None:
    """Along the lane between tower and orchard, three turns long."""
    duel = Duel(server, [visit(), visit()], GANG, SEED, **CALM)
    south, north = duel.letter(duel.south), duel.letter(duel.north)
    rider, watcher = f"{south}2", f"{north}1"
    duel.deploy(
        {
            f"{south}1": "300 200", rider: "2550 500", f"{south}3": "500 200",
            watcher: "2550 3060 0 face 0 -1000", f"{north}2": "200 3500", f"{north}3": "500 3500",
        }
    )  # fmt: skip
    ways = ["2550 860", "2550 1450", "2550 2050", "2550 2640"]
    shots = 0
    for _ in range(160):
        gunman = duel.asked()
        if shots and not gunman.page.locator(f"#fig-{rider}").count():
            break  # the shot was deadly
        if duel.gunmen.index(gunman) == duel.north:
            looking = gunman.page.locator(f"#fig-{watcher}.look").count()
            if gunman.key == WHO and free(gunman, watcher) and not looking:
                gunman.activate("single", watcher)
            elif gunman.key == DECLARE and gunman.acting == watcher:
                gunman.choose("lookout")
            elif gunman.key == REACT and len(ways) == 0 and not shots:
                react(gunman, watcher, "shoot")
                shots += 1
            else:
                idle(gunman)
        elif gunman.key == WHO and free(gunman, rider):
            gunman.activate("single", rider)
        elif gunman.key == DECLARE and gunman.acting == rider:
            gunman.choose("move")
        elif gunman.key == MOVE and ways:
            gunman.write(f"walk {ways.pop(0)}; face 0 1000")
        elif gunman.key == MOVE:
            gunman.tap(*gunman.figure(watcher))
            gunman.visitor.wait_until(lambda: "charge" in gunman.written, "no charge is drawn")  # noqa: B023
            gunman.send()
            break
        else:
            idle(gunman)
    assert shots == 1
    assert any("charges" in line for line in duel.gunmen[0].visitor.log())


def free(gunman: Gunman, model: str) -> bool:
    """Whether a model of one's own can still be activated."""
    return gunman.page.locator(f"#prompt .option input[value='\"{model}\"']").count() > 0


def react(gunman: Gunman, model: str, how: str) -> None:
    """Presses a reaction, with time running."""
    number = gunman.number
    here = gunman.page.locator(f".option:has(> .act > input[value='{model}'])")
    here.locator(":scope > .act").click()
    here.locator(f".inner .act:has(input[value='\"{how}\"'])").click()
    if gunman.number == number and gunman.page.locator("#send").is_visible():
        gunman.page.locator("#send").click()
    gunman.settled(number)


@pytest.mark.soak
@pytest.mark.rule("shadows.loot.escape")
def test_a_carrier_leaves_the_table_with_the_loot(visit: Visit, server: Server) -> None:
    """Through the bank's window, and back over the northern edge in the second turn."""
    robbery = CALM | {"map": "redemption", "scenario": "bank_job"}
    duel = Duel(server, [visit(), visit()], GANG, SEED, **robbery)
    south, north = duel.letter(duel.south), duel.letter(duel.north)
    thief = f"{north}1"
    duel.deploy(
        {
            f"{south}1": "300 100", f"{south}2": "3400 200", f"{south}3": "3200 200",
            thief: "650 3060", f"{north}2": "2400 3500", f"{north}3": "2600 3500",
        }
    )  # fmt: skip
    ways = ["walk 650 2800; do 1 loot; face 0 1000", "walk 650 3200; face 0 1000"]
    for _ in range(120):
        gunman = duel.asked()
        own = duel.gunmen.index(gunman) == duel.north
        if own and gunman.key == WHO and free(gunman, thief):
            gunman.activate("single", thief)
        elif own and gunman.key == DECLARE and gunman.acting == thief:
            gunman.choose("move")
        elif own and gunman.key == MOVE and ways:
            gunman.write(ways.pop(0))
        elif own and gunman.key == MOVE:
            gunman.page.locator("#prompt button[data-ready='move.exit']").evaluate(
                "(button) => { button.closest('details')?.setAttribute('open', ''); }"
            )
            number = gunman.number
            gunman.page.locator("#prompt button[data-ready='move.exit']").click()
            gunman.settled(number)
            break
        else:
            idle(gunman)
    other = duel.gunmen[duel.south]
    other.visitor.wait_until(
        lambda: not other.page.locator(f"#fig-{thief}").count(), "the thief is still there"
    )
    assert "3" in other.page.locator(f".turns li:has(.mark.{north.upper()}) small").inner_text()


@pytest.mark.soak
@pytest.mark.rule("shadows.tnt.throw")
def test_a_stick_of_dynamite_is_thrown_at_a_point_of_the_map(visit: Visit, server: Server) -> None:
    """Along the southern edge, six inches far, with nobody near."""
    duel = Duel(server, [visit(), visit()], GANG, SEED, **CALM)
    south, north = duel.letter(duel.south), duel.letter(duel.north)
    thrower = f"{south}3"
    duel.deploy(
        {
            f"{south}1": "300 200", f"{south}2": "600 300", thrower: "2550 500 0 face 0 1000",
            f"{north}1": "200 3200", f"{north}2": "200 3500", f"{north}3": "500 3500",
        }
    )  # fmt: skip
    gunman = asked_to(duel, thrower, "throw", THROW)
    gunman.tap(3150, 500)
    assert gunman.page.locator("[data-draft] .refusal").all_inner_texts() == []
    assert gunman.main
    gunman.send()
    duel.asked()
    assert any("dynamite" in line.lower() for line in duel.gunmen[0].visitor.log())


def a_turn_later(annie: Gunman) -> bool:
    """Whether the second turn has begun."""
    return "Turn 2" in annie.page.locator(".progress").inner_text() or annie.over


def play_a_turn(annie: Gunman, touches: Iterable[Callable[[], None]]) -> None:
    """Until the second turn has begun; every question is touched in these ways until it ends."""
    for _ in range(120):
        annie.wait()
        if a_turn_later(annie):
            return
        number, ways = annie.number, cycle(touches)

        def answered(number: str = number, ways: Iterator[Callable[[], None]] = ways) -> bool:
            if not annie.page.locator("#prompt[aria-busy=true]").count():
                next(ways)()
                annie.page.wait_for_timeout(120)
            return annie.number != number or annie.over

        annie.visitor.wait_until(answered, f"{annie.key} stays open")
    raise AssertionError("the turn goes on and on")


@pytest.mark.soak
@pytest.mark.rule("shadows.turn.phases")
def test_a_whole_turn_with_the_keyboard_alone(visit: Visit) -> None:
    annie = Gunman(visit(), **CALM)
    keys = ("1", "1", "Enter", "2", "Enter", "Escape")
    play_a_turn(annie, [partial(annie.page.keyboard.press, key) for key in keys])


@pytest.mark.soak
@pytest.mark.rule("shadows.turn.phases")
def test_a_whole_turn_on_a_telephone(visit: Visit) -> None:
    annie = Gunman(visit(viewport=PHONE, has_touch=True, is_mobile=True), **CALM)

    def tap() -> None:
        inner = annie.page.locator(".option:has(> .act > :checked) > .inner .act:visible")
        acts = inner if inner.count() else annie.page.locator(ACTS)
        send = annie.page.locator("#send:visible:not([aria-disabled=true])")
        (send if send.count() and annie.key in READY else acts.first).first.tap()

    play_a_turn(annie, [tap])


READY = {"shadows.folk.place", MOVE, WHO}
"""Questions that the main button answers, as soon as it can."""
ACTS = "#prompt .acts:not(.draft .acts) > .act:visible:not(.no), #prompt .option > .act:visible"


@pytest.mark.soak
@pytest.mark.rule("shadows.ui.confirm_risk")
@pytest.mark.rule("shadows.tnt.place")
def test_a_ready_made_risk_is_confirmed_and_a_stick_is_laid_on_a_point(
    visit: Visit, server: Server
) -> None:
    """A3 begins beside the agaves of the mission, with a stick, and walks into them."""
    thorns = CALM | {"unusual_terrain": "true"}
    duel = Duel(server, [visit(), visit()], GANG, SEED, **thorns)
    south, north = duel.letter(duel.south), duel.letter(duel.north)
    sapper = f"{south}3"
    duel.deploy(
        {
            f"{south}1": "1800 200", f"{south}2": "2000 200", sapper: "200 400 0 face 0 1000",
            f"{north}1": "3300 3500", f"{north}2": "3000 3500", f"{north}3": "2700 3500",
        }
    )  # fmt: skip
    gunman = asked_to(duel, sapper, "move", MOVE)
    page = gunman.page
    with page.expect_response("**/preview"):
        page.locator('[data-do="order"]', has_text="Lay the stick here").wait_for()
        page.locator('[data-do="turn"]').last.click()
    page.locator('[data-do="stick"]').click()
    gunman.tap(200, 520)
    assert "do 0 place " in gunman.written
    page.wait_for_selector("#over .tntm")
    page.keyboard.press("Escape")
    number = gunman.number
    east = page.locator('#prompt button[data-ready="move.direction"]', has_text="E").first
    east.evaluate("(button) => { button.closest('details')?.setAttribute('open', ''); }")
    east.click()
    gunman.visitor.wait_until(lambda: gunman.asked_again, "nobody asks about the thorns")
    assert gunman.number == number, "it has been sent already"
    page.locator("#prompt button[data-sure]").click()
    gunman.settled(number)


def asked_to(duel: Duel, model: str, action: str, key: str) -> Gunman:
    """Plays on until a model has declared an action and is asked how."""
    for _ in range(80):
        gunman = duel.asked()
        own = duel.letter(duel.gunmen.index(gunman)) == model[0]
        if own and gunman.key == WHO and free(gunman, model):
            gunman.activate("single", model)
        elif own and gunman.key == DECLARE and gunman.acting == model:
            gunman.choose(action)
        elif own and gunman.key == key and gunman.acting == model:
            return gunman
        else:
            idle(gunman)
    raise AssertionError(f"{model} was never asked")
