"""The gate: no simple strategy wins much more than its share among deputies, in no role.

A new strategy is one line of TRICKS: a name, and what it does at which question. Everything else it
does as a deputy would.
"""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from bang_dice import GAME
from bang_dice.bot.deputy import ANSWERS, DeputyBot
from bang_dice.bot.prospects import Prospect
from bang_dice.bot.sharp import SharpBot
from bang_dice.content import MOST_ARROWS, ROLES, Face, Role
from bang_dice.state import Town
from boomtown.core import (
    Answer,
    Chance,
    Combination,
    Match,
    OneOf,
    Question,
    Seat,
    Several,
    View,
)
from boomtown.testing import Habit, MakeBot, Place, Standing, lone, trick
from gate import MATCHES, pass_comparison, pass_gate

SEATS = 5
BEFORE = 3 * MATCHES // 10
"""Matches a role against the bots of before."""

# --- habits --------------------------------------------------------------------------------------


def throws_all_but(*kept: Face) -> Habit:
    """Throws again whatever does not show one of these."""

    def habit(view: View[Town], ask: Question, chance: Chance) -> Answer | None:
        if view.state.ghost_turn:
            return None
        assert isinstance(ask.choice, Several)
        free = [die for die in ask.choice.of if die not in ask.choice.refused]
        return [die for die in free if view.state.dice[int(die) - 1] not in kept]

    return habit


def stops(view: View[Town], ask: Question, chance: Chance) -> Answer:
    return []


def stops_without_life(view: View[Town], ask: Question, chance: Chance) -> Answer | None:
    return [] if view.state.cowboys[ask.seat].life <= 3 else None


Liking = Callable[[Town, Seat, Seat], float]
"""How much a player, the second, likes to shoot at another one."""


def shoots(liking: Liking) -> Habit:
    """Every bull's eye at whom it likes to shoot most."""

    def habit(view: View[Town], ask: Question, chance: Chance) -> Answer:
        assert isinstance(ask.choice, Combination)
        answer: dict[str, Answer] = {}
        for name, part in ask.choice.parts.items():
            answer[name] = part.default()
            if isinstance(part, OneOf) and part.noun == "seat":
                seats = [Seat(int(seat)) for seat in part.of]
                answer[name] = max(seats, key=lambda at: liking(view.state, ask.seat, at))
        return answer

    return habit


def sheriff(town: Town, me: Seat, seat: Seat) -> float:
    return 10 * is_sheriff(town, seat) - town.cowboys[seat].life


def anybody_else(town: Town, me: Seat, seat: Seat) -> float:
    return -10 * is_sheriff(town, seat) - town.cowboys[seat].life


def is_sheriff(town: Town, seat: Seat) -> bool:
    return not town.cowboys[seat].face_down and town.role(seat) is Role.SHERIFF


def drinks(thirst: Liking) -> Habit:
    """Every beer to whom it likes most to give one."""

    def habit(view: View[Town], ask: Question, chance: Chance) -> Answer:
        town = view.state
        seats = [s for s in town.living() if town.cowboys[s].life < town.cowboys[s].cap]
        most = max(seats or [ask.seat], key=lambda seat: thirst(town, ask.seat, seat))
        return {most: sum(ask.choice.default().values())}

    return habit


def ignores_arrows(view: View[Town], ask: Question, chance: Chance) -> Answer:
    """Throws as if there were none, and many in the pile."""
    town = view.state
    pile, arrows = town.pile, [cowboy.arrows for cowboy in town.cowboys]
    try:
        town.pile = MOST_ARROWS
        for cowboy in town.cowboys:
            cowboy.arrows = 0
        return ANSWERS[ask.key](Prospect(town, ask.seat), ask)
    finally:
        town.pile = pile
        for cowboy, count in zip(town.cowboys, arrows, strict=True):
            cowboy.arrows = count


THROW, SHOOT, DRINK = "bang.roll.reroll", "bang.shot.one", "bang.beer.use"
WEAKEST: Habit = shoots(lambda town, me, seat: -town.cowboys[seat].life)
STRONGEST: Habit = shoots(lambda town, me, seat: town.cowboys[seat].life)
ALONE: Habit = drinks(lambda town, me, seat: float(seat == me))
GUNS = (Face.ONE, Face.TWO)

HABITS: Mapping[str, Mapping[str, Habit]] = {
    "never throws again": {THROW: stops},
    "always throws everything again": {THROW: throws_all_but()},
    "keeps bull's eyes": {THROW: throws_all_but(*GUNS)},
    "keeps bull's eyes and beers": {THROW: throws_all_but(*GUNS, Face.BEER)},
    "keeps beers": {THROW: throws_all_but(Face.BEER)},
    "hunts the Gatling": {THROW: throws_all_but(Face.GATLING)},
    "keeps all but arrows": {THROW: throws_all_but(*GUNS, Face.BEER, Face.GATLING)},
    "ignores arrows": {THROW: ignores_arrows},
    "stops early when weak": {THROW: stops_without_life},
    "shoots the Sheriff": {SHOOT: shoots(sheriff)},
    "shoots anybody but the Sheriff": {SHOOT: shoots(anybody_else)},
    "shoots the weakest": {SHOOT: WEAKEST},
    "shoots the strongest": {SHOOT: STRONGEST},
    "shoots the left neighbour": {SHOOT: shoots(lambda town, me, seat: -((seat - me) % SEATS))},
    "shoots back": {SHOOT: shoots(lambda town, me, seat: town.aggression[seat][me])},
    "shoots who holds arrows": {SHOOT: shoots(lambda town, me, seat: town.cowboys[seat].arrows)},
    "drinks alone": {DRINK: ALONE},
    "treats the weakest": {DRINK: drinks(lambda town, me, seat: -town.cowboys[seat].life)},
    "treats the Sheriff": {DRINK: drinks(lambda town, me, seat: float(is_sheriff(town, seat)))},
    "shoots the Sheriff, drinks alone": {SHOOT: shoots(sheriff), DRINK: ALONE},
    "shoots the weakest, drinks alone": {SHOOT: WEAKEST, DRINK: ALONE},
    "shoots the Sheriff at once": {THROW: stops, SHOOT: shoots(sheriff)},
    "bull's eyes at the Sheriff": {THROW: throws_all_but(*GUNS), SHOOT: shoots(sheriff)},
    "bull's eyes at the weakest": {THROW: throws_all_but(*GUNS), SHOOT: WEAKEST},
    "hides and drinks": {THROW: throws_all_but(Face.BEER), SHOOT: STRONGEST, DRINK: ALONE},
}
TRICKS: Mapping[str, MakeBot] = {
    "plays like the sharp one": SharpBot,
    **{name: trick(DeputyBot, habits) for name, habits in HABITS.items()},
}


# --- the gate ------------------------------------------------------------------------------------


def holding(role: Role) -> Place:
    """In the place of somebody with this role."""

    def place(match: Match[Town], number: int) -> Seat:
        seats = [seat for seat in match.all_seats if match.state.role(seat) is role]
        return seats[number % len(seats)]

    return place


@cache
def by_role(name: str | None, seats: int, matches: int) -> dict[Role, Standing]:
    """What a strategy wins in each role; without a name it is a deputy like the others."""
    strategy = DeputyBot if name is None else TRICKS[name]
    usual = {} if name is None else by_role(None, seats, matches)
    return {
        role: lone(
            GAME,
            strategy,
            DeputyBot,
            seats=seats,
            matches=matches,
            seed=f"gate {role}",
            place=holding(role),
            fair=usual[role].won / matches if usual else 1.0,
        )
        for role in ROLES[seats]
    }


def together(standings: Mapping[Role, Standing]) -> Standing:
    """All roles as one."""
    matches = sum(one.matches for one in standings.values())
    fair = sum(one.matches * one.fair for one in standings.values()) / matches
    return Standing(sum(one.won for one in standings.values()), matches, fair)


@pytest.mark.soak
@pytest.mark.parametrize("name", TRICKS)
def test_no_trick_wins_much_more_than_its_share(name: str) -> None:
    found = by_role(name, SEATS, MATCHES // len(ROLES[SEATS]))
    pass_gate(together(found))
    for role, standing in found.items():
        pass_gate(standing, role)


@pytest.mark.parametrize("name", ["never throws again", "bull's eyes at the Sheriff"])
def test_tricks_are_no_use(name: str) -> None:
    pass_gate(together(by_role(name, 4, 5)))


@pytest.mark.soak
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_lone_deputy_is_not_worse_than_the_bots_of_before_in_any_role(seats: int) -> None:
    mended, before = (
        {role: among_sharp(bot, seats, role) for role in ROLES[seats]}
        for bot in (DeputyBot, SharpBot)
    )
    for role in ROLES[seats]:
        pass_comparison(mended[role], before[role], role)
    pass_comparison(together(mended), together(before), "in the mean")


def among_sharp(bot: MakeBot, seats: int, role: Role) -> Standing:
    """How a lone bot with a role does among the bots of before."""
    return lone(
        GAME,
        bot,
        SharpBot,
        seats=seats,
        matches=BEFORE,
        seed=f"before {role}",
        place=holding(role),
    )
