"""The gate: no simple strategy wins much more than its share among deputies.

A new strategy is one line of TRICKS: a name, and what it does at which question. Everything else it
does as a deputy would.
"""

from collections.abc import Mapping, Sequence

import pytest

from boomtown.core import Answer, Chance, Question, Seat, View
from boomtown.testing import Habit, lone, trick
from cash_n_guns import GAME
from cash_n_guns.bot.cool import CoolBot
from cash_n_guns.bot.deputy import DeputyBot
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.state import Gang, Gangster
from gate import MATCHES, pass_gate

# --- habits --------------------------------------------------------------------------------------


def always(answer: Answer) -> Habit:
    """The same, whatever happens, if it can be answered."""

    def habit(view: View[Gang], ask: Question, chance: Chance) -> Answer | None:
        return answer if answer in ask.choice.offers() else None

    return habit


def first(*shares: Loot) -> Habit:
    """Takes the first of these that lies there, and otherwise as a deputy."""

    def habit(view: View[Gang], ask: Question, chance: Chance) -> Answer | None:
        return next((share for share in shares if share in ask.choice.offers()), None)

    return habit


def others(view: View[Gang], ask: Question) -> Sequence[tuple[Seat, Gangster]]:
    """Everybody else who is alive, from the left."""
    seats = [Seat((ask.seat + n) % view.seats) for n in range(1, view.seats)]
    everybody = [(seat, view.state.gangsters[seat]) for seat in seats]
    return [(seat, gangster) for seat, gangster in everybody if not gangster.out]


def richest(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return max(others(view, ask), key=lambda one: len(one[1].loot))[0]


def weakest(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return max(others(view, ask), key=lambda one: one[1].wounds)[0]


def godfather(view: View[Gang], ask: Question, chance: Chance) -> Answer | None:
    return None if view.state.godfather == ask.seat else view.state.godfather


def neighbour(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return others(view, ask)[0][0]


def anybody(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return chance.pick(others(view, ask))[0]


def at_random(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return chance.pick(ask.choice.offers())


def if_aimed_at(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    aimed = any(gangster.target == ask.seat for _, gangster in others(view, ask))
    return DUCK if aimed else STAND


def if_two_aim(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return DUCK if sum(g.target == ask.seat for _, g in others(view, ask)) >= 2 else STAND


def if_wounded(view: View[Gang], ask: Question, chance: Chance) -> Answer:
    return if_aimed_at(view, ask, chance) if view.state.gangsters[ask.seat].wounds else STAND


def late(view: View[Gang], ask: Question, chance: Chance) -> Answer | None:
    wanted = Bullet.BANG if view.state.round > 5 else Bullet.CLICK
    return wanted if wanted in ask.choice.offers() else None


BULLET, AIM, COURAGE = "cash.bullet.choose", "cash.holdup.aim", "cash.courage.choose"
TAKE, ORDER = "cash.share.must_take", "cash.privilege.order"
BILLS = (Loot.B20, Loot.B10, Loot.B5)
DIAMONDS = (Loot.D10, Loot.D5, Loot.D1)
GOOD = (Loot.PAINTING, Loot.B20, Loot.D10, Loot.B10, Loot.D5, Loot.D1, Loot.B5)
BANG_FIRST, CLICK_FIRST = always(Bullet.BANG), always(Bullet.CLICK)
PAINTINGS = first(Loot.PAINTING)

TRICKS: Mapping[str, Mapping[str, Habit]] = {
    "always stands": {COURAGE: always(STAND)},
    "always ducks": {COURAGE: always(DUCK)},
    "ducks from any gun": {COURAGE: if_aimed_at},
    "ducks from two guns": {COURAGE: if_two_aim},
    "ducks once wounded": {COURAGE: if_wounded},
    "tosses a coin": {COURAGE: at_random},
    "paintings first": {TAKE: PAINTINGS},
    "diamonds first": {TAKE: first(*DIAMONDS)},
    "paintings and diamonds first": {TAKE: first(Loot.PAINTING, *DIAMONDS)},
    "cash first": {TAKE: first(*BILLS)},
    "token first": {TAKE: first(Loot.NEW_GODFATHER)},
    "kit first": {TAKE: first(Loot.FIRST_AID)},
    "clip first": {TAKE: first(Loot.CLIP)},
    "Bang! first": {BULLET: BANG_FIRST},
    "Bang! last": {BULLET: CLICK_FIRST},
    "Bang! after five rounds": {BULLET: late},
    "aims at the richest": {AIM: richest},
    "aims at the weakest": {AIM: weakest},
    "aims at the Godfather": {AIM: godfather},
    "aims at the neighbour": {AIM: neighbour},
    "aims at anybody": {AIM: anybody},
    "aims at nobody": {AIM: always(NOBODY)},
    "orders nobody": {ORDER: always(NOBODY)},
    "Bang! first at the richest": {BULLET: BANG_FIRST, AIM: richest},
    "Bang! first at the richest, stands": {
        BULLET: BANG_FIRST,
        AIM: richest,
        COURAGE: always(STAND),
    },
    "Bang! first at the weakest": {BULLET: BANG_FIRST, AIM: weakest},
    "Bang! first at the weakest, stands": {
        BULLET: BANG_FIRST,
        AIM: weakest,
        COURAGE: always(STAND),
    },
    "never shoots": {BULLET: CLICK_FIRST, AIM: always(NOBODY)},
    "stands for paintings": {COURAGE: always(STAND), TAKE: PAINTINGS},
    "at random, with good loot": {
        BULLET: at_random,
        AIM: anybody,
        ORDER: at_random,
        COURAGE: at_random,
        TAKE: first(*GOOD),
    },
}


@pytest.mark.soak
@pytest.mark.parametrize("name", TRICKS)
def test_no_trick_wins_much_more_than_its_share(name: str) -> None:
    tricky = trick(DeputyBot, TRICKS[name])
    pass_gate(lone(GAME, tricky, DeputyBot, seats=6, matches=MATCHES, seed="gate"))


@pytest.mark.parametrize("name", ["paintings first", "Bang! first at the richest, stands"])
def test_the_old_tricks_are_no_use_any_more(name: str) -> None:
    """Among the bots of before they won twice and one and a half times their share."""
    tricky = trick(DeputyBot, TRICKS[name])
    pass_gate(lone(GAME, tricky, DeputyBot, seats=4, matches=40, seed="gate, short"))


@pytest.mark.soak
@pytest.mark.parametrize("powers", [False, True])
@pytest.mark.parametrize("seats", [4, 6, 8])
def test_a_lone_deputy_wins_far_more_than_its_share_among_the_bots_of_before(
    seats: int, powers: bool
) -> None:
    options = {"powers": powers}
    standing = lone(
        GAME, DeputyBot, CoolBot, seats=seats, matches=MATCHES, seed="mended", options=options
    )
    assert standing.interval[0] >= 1.5, standing
