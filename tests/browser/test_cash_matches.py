"""Cash 'n Guns in browsers: against the clock, by keyboard alone, on a telephone, looking on."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from browsers import ANIMATED, OVER, PHONE, Finger, Hand, Keyboard, Mouse, Visit, Visitor, check
from hideout_browsers import GREEDY, TAKE, Accomplices, Gang, Gangster, against_bots, gangsters
from sites import Server

NAMES = ["Ana", "Bea", "Cal", "Dee"]
AIM = "cash.holdup.aim"
HOLD_UP = 6.0
"""Seconds of a hold-up on the quick clock."""


def reached(gang: Gang, key: str) -> None:
    """Plays on by first offers until a question is asked of somebody."""
    for _ in range(60):
        gang.people[0].wait_until(lambda: bool(gang.asked()), "nobody is asked")
        if gang.key() == key:
            return
        for seat in gang.asked():
            player = Gangster(gang.people[seat], f"{seat}")
            if player.mine:
                player.answer()
    raise AssertionError(f"{key} is never asked")


SHOOT_OUT: dict[str, list[Any]] = {
    "cash.bullet.choose": ["bang", "bang", "bang", "click"],
    AIM: [1, 2, 0, "nobody"],
    "cash.privilege.order": ["nobody"] * 4,
}
"""What Ana, Bea, Cal and Dee do, round by round, until only one of them is left."""
PRESS = """wanted => {
  const answers = [...document.querySelectorAll("form#prompt button[name=a]")];
  (answers.find(one => one.value === wanted) ?? answers[0])?.click();
}"""


def shoot_it_out(gang: Gang) -> None:
    """Three of four shoot each other; the fourth stands until she has loot.

    The clock runs: whoever is too slow goes on with what is asked then.
    """
    players = [Gangster(visitor, name) for visitor, name in zip(gang.people, NAMES, strict=True)]
    for _ in range(2000):
        asked = [seat for seat, player in enumerate(players) if player.mine]
        if not asked:
            if all(player.over for player in players):
                break
            gang.people[0].page.wait_for_timeout(50)
        for seat in asked:
            player = players[seat]
            if not player.mine:
                continue  # too slow: it is over by now
            number, key = player.question
            loot = player.page.locator(".stash .item").count()
            plan = {
                **SHOOT_OUT,
                "cash.courage.choose": ["stand"] * 3 + ["duck" if loot else "stand"],
            }
            answer = plan[key][seat] if key in plan else None
            player.page.evaluate(PRESS, json.dumps(answer))
            player.page.wait_for_selector(
                f'form#prompt:not([data-number="{number}"]), body:not(.mine) #prompt',
                state="attached",
            )
    for visitor in gang.everybody():
        visitor.page.wait_for_selector(OVER, state="attached")


@pytest.mark.soak
@pytest.mark.rule("cash.holdup.too_slow")
def test_four_browsers_play_against_the_clock_and_see_the_same_end(visit: Visit) -> None:
    """Dee misses the first hold-up; Bea reloads the page in it, and her aim is still there.

    Then Ana, Bea and Cal shoot each other, and Dee has the loot of one round.
    """
    people, watcher = gangsters(visit, NAMES), visit()
    gang = Gang(people, watcher, clock="quick")
    for seat in range(4):
        gang.choose(seat, "click")
    people[0].wait_until(lambda: gang.key() == AIM, "nobody is asked to aim")
    begun = time.monotonic()
    gang.choose(0, 1)
    gang.choose(1, 3)
    bea = people[1].page
    bea.reload()
    bea.wait_for_selector("#prompt button[value='3'][aria-current]", state="attached")
    assert bea.locator(".me .aimline.mine").inner_text().strip().endswith("Dee")
    assert bea.locator(".seat.picked").count() == 1
    for visitor in (people[2], watcher):
        assert visitor.page.locator(".wire").count() == 0
        assert visitor.page.locator("#part-board .flag.in").count() == 2
        assert int(visitor.page.locator(".ring b").inner_text()) <= HOLD_UP
    gang.choose(2, "nobody")
    people[3].page.wait_for_selector("#seat-3", state="attached")
    for visitor in gang.everybody():
        visitor.page.wait_for_selector("#part-board .wire", state="attached")
        assert visitor.page.locator(".wire").count() == 2
    assert time.monotonic() - begun > HOLD_UP - 1, "nobody waited for Dee"
    assert "Too slow! Dee" in " ".join(watcher.log())
    shoot_it_out(gang)
    totals = [visitor.page.locator(".ending .score").all_inner_texts() for visitor in people]
    assert len(totals[0]) == 4
    assert int(totals[0][0].replace(",", "")) > 0
    assert all(one == totals[0] for one in totals)
    watcher.page.wait_for_selector(".ending .result.winner", state="attached")


@pytest.mark.soak
@pytest.mark.rule("cash.online.timer_off")
def test_without_time_limits_there_is_no_clock(visit: Visit, server: Server) -> None:
    guest = visit()
    for limits in (True, False):
        Accomplices(server, guest, GREEDY, clock="quick", time_limits=limits).until(AIM)
        assert bool(guest.page.locator(".clock, .ring").count()) == limits


@pytest.mark.soak
def test_guns_are_counted_in_and_drawn_in_one_frame(visit: Visit) -> None:
    """Ana thinks again before the others have aimed."""
    people = gangsters(visit, NAMES)
    watcher = visit(reduced_motion=ANIMATED)
    gang = Gang(people, watcher)
    reached(gang, AIM)
    watcher.page.evaluate(
        """() => {
          window.seen = [];
          const look = () => {
            const wires = [...document.querySelectorAll(".wires")];
            const hidden = wires.every((one) => getComputedStyle(one).visibility === "hidden");
            const lines = document.querySelectorAll(".wire").length;
            const now = `${document.body.dataset.count ?? "-"} ${lines && !hidden ? lines : 0}`;
            if (window.seen.at(-1) !== now) window.seen.push(now);
          };
          look();
          const everything = { subtree: true, childList: true, attributes: true };
          new MutationObserver(look).observe(document.body, everything);
        }"""
    )
    gang.choose(0, 2)
    people[0].page.click("#prompt button[value='1']")
    people[0].page.wait_for_selector("#prompt button[value='1'][aria-current]", state="attached")
    for seat in (1, 2, 3):
        gang.choose(seat, (seat + 1) % 4)
    watcher.wait_until(lambda: seen(watcher)[-1] == "- 4", "the guns were never drawn")
    assert seen(watcher) == ["- 0", "3 0", "2 0", "1 0", "Now! 4", "- 4"]


def seen(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate("window.seen")
    return found


TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
HANDS: list[tuple[str, Hand, int, dict[str, Any]]] = [
    ("mouse", Mouse(), 8, {"color_scheme": "dark"}),
    ("keyboard", Keyboard(), 6, {"color_scheme": "dark"}),
    ("finger", Finger(), 4, TOUCH),
]
LONG = pytest.mark.soak
"""Where another test does nearly the same."""


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "hand", "seats", "how"),
    HANDS,
)
def test_a_whole_match_with_powers_against_bots(
    visit: Visit, name: str, hand: Hand, seats: int, how: dict[str, Any]
) -> None:
    guest = visit(bypass_csp=True, **how)
    guest.play("cash_n_guns", seats=str(seats), **{"o.powers": "true"})
    guest.live()
    player = Gangster(guest, f"cash {name}", hand)
    while player.wait():
        assert guest.overflow() <= 0
        player.answer()
    assert guest.page.locator(".ending .result").count() == seats
    check(guest, "the end")


EVERYBODY = {"cash.bullet.choose", "cash.privilege.order", "cash.courage.choose"}
EIGHT_GREEDY, EIGHT_KID = "11" * 32, "1e" * 32
"""Tables of eight at which the person on the first seat has this power."""


@pytest.mark.parametrize(
    ("scheme", "seed", "asked"),
    [
        ("light", EIGHT_GREEDY, {"cash.courage.choose"}),
        pytest.param("light", EIGHT_GREEDY, {*EVERYBODY, AIM}, marks=LONG),
        pytest.param("dark", EIGHT_KID, {*EVERYBODY, "cash.holdup.kid"}, marks=LONG),
    ],
    ids=["a few", "light", "dark"],
)
def test_every_state_can_be_read_aloud(
    visit: Visit, server: Server, scheme: str, seed: str, asked: set[str]
) -> None:
    """The Kid alone is not asked with all others where to aim, but after them."""
    guest = visit(color_scheme=scheme, bypass_csp=True)
    code = against_bots(server, guest, seed)
    player = Gangster(guest, f"aloud {scheme}")
    known: set[str] = set()
    while not asked <= known:
        assert player.wait(), f"{asked - known} were never asked"
        key = player.question[1]
        if key in asked - known:
            known.add(key)
            check(guest, key)
            if key == "cash.courage.choose" and len(asked) > 1:
                watcher = visit(color_scheme=scheme, bypass_csp=True)
                watcher.goto(f"/t/{code}")
                watcher.live()
                check(watcher, "watching")
        player.answer()


@pytest.mark.soak
@pytest.mark.parametrize(("language", "scheme"), [("es-ES", "light"), ("ru-RU", "dark")])
def test_other_languages_on_a_telephone(
    visit: Visit, server: Server, language: str, scheme: str
) -> None:
    """One round, up to one card or two."""
    guest = visit(locale=language, color_scheme=scheme, bypass_csp=True, **TOUCH)
    gang = Accomplices(server, guest, GREEDY)
    for key in ("cash.bullet.choose", AIM, "cash.privilege.order", "cash.courage.choose", TAKE):
        gang.until(key)
        check(guest, key)
        if key == AIM:
            mine, asked = (guest.page.locator(one).bounding_box() for one in (".me", ".decision"))
            assert mine is not None
            assert asked is not None
            assert mine["y"] + mine["height"] <= asked["y"], "the question covers one's own place"
    guest.page.locator(".unfold").tap()
    guest.page.locator("#prompt .option > .act").last.tap()
    guest.page.locator("#prompt .part:visible .act").first.tap()
    check(guest, "the second of two cards")
    for tab in ("log", "chat", "rules", "more"):
        guest.page.locator(f"label:has(#tab-{tab})").tap()
        check(guest, tab)
