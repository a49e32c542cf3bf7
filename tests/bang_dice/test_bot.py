"""The bot plays its role: whatever side it is on, that side wins more often."""

from collections.abc import Callable
from typing import Any

import pytest

from bang_dice import GAME
from bang_dice.bot.deputy import DeputyBot
from bang_dice.bot.opinions import OPINIONS
from bang_dice.bot.secret_powers import ROLE_OPINIONS
from bang_dice.bot.sharp import DECISIONS, SharpBot
from bang_dice.content import Role
from bang_dice.rules.characters import CHARACTERS, base, old_saloon
from bang_dice.rules.ending import LAW, OUTLAWS, RENEGADE
from bang_dice.rules.roles import SPECIAL_ROLES
from boomtown.bots import RandomBot, play_out
from boomtown.core import Ask, Bot, Chance, Match, steps_in
from boomtown.lab.intervals import wilson
from saloon import EVERYTHING

SIDES = {
    LAW: {Role.SHERIFF, Role.DEPUTY},
    OUTLAWS: {Role.OUTLAW},
    RENEGADE: {Role.RENEGADE},
}
MATCHES = 150


def wins(side: str, sharp: set[Role], seats: int, options: dict[str, Any]) -> int:
    """How many of the matches a side wins when these roles are played by the bot."""
    won = 0
    for number in range(MATCHES):
        chance = Chance.seeded("roles", seats, number)
        match = Match.unrecorded(GAME, seats, options, chance=chance.another())
        bots: list[Bot] = [
            (SharpBot if match.state.role(seat) in sharp else RandomBot)(chance.another())
            for seat in match.all_seats
        ]
        play_out(match, bots, chance)
        assert match.outcome is not None
        won += match.outcome.side == side
    return won


@pytest.mark.parametrize(
    "options",
    [{}, pytest.param(EVERYTHING, marks=pytest.mark.soak)],
    ids=["base", "everything"],
)
@pytest.mark.soak
@pytest.mark.parametrize("side", SIDES)
def test_a_side_wins_clearly_more_often_with_the_bot(side: str, options: dict[str, Any]) -> None:
    """Seed "roles": the intervals of the two shares may not even touch."""
    random = wins(side, set(), 5, options)
    sharp = wins(side, SIDES[side], 5, options)
    assert wilson(sharp, MATCHES)[0] > wilson(random, MATCHES)[1], (random, sharp)


@pytest.mark.parametrize("bot", [DeputyBot, SharpBot])
@pytest.mark.parametrize("seats", GAME.seats)
def test_it_answers_every_question_whatever_the_modules(
    seats: int, bot: Callable[[Chance], Bot]
) -> None:
    options: dict[str, Any] = {**EVERYTHING, "characters": "choose"}
    options |= {} if seats > 3 else {"special_roles": "off"}
    options |= {} if seats > 4 else {"ghost": False}
    chance = Chance.seeded("questions", seats)
    match = Match.unrecorded(GAME, seats, options, chance=chance.another())
    play_out(match, [bot(chance.another()) for _ in match.all_seats], chance)
    assert match.outcome is not None


@pytest.mark.soak
def test_it_uses_every_power_of_the_special_roles() -> None:
    used: set[str] = set()
    for number in range(60):
        chance = Chance.seeded("powers", number)
        match = Match.unrecorded(GAME, 8, {"special_roles": "special"}, chance=chance.another())
        play_out(match, [SharpBot(chance.another()) for _ in match.all_seats], chance)
        used |= {entry.rule for entry in match.log if entry.key.endswith(".used")}
    powers = ["good", "ugly", "doctor", "judge", "gambler", "bad", "right_hand", "left_hand"]
    assert used == {f"bang.role.{power}" for power in powers}


def test_it_has_an_opinion_of_every_character_and_special_role() -> None:
    """A power that nobody thought of would be played badly, and nobody would notice."""
    assert set(OPINIONS) == set(CHARACTERS), "bot/opinions.py, or as_without()"
    assert set(ROLE_OPINIONS) == set(SPECIAL_ROLES)
    unused = [card for card, role in SPECIAL_ROLES.items() if role.moment is None]
    assert [card for card, opinion in ROLE_OPINIONS.items() if opinion.now is None] == unused


def test_it_decides_whatever_a_character_is_asked() -> None:
    asked = {step.rule for step in steps_in(base, old_saloon) if issubclass(step, Ask)}
    assert asked - set(DECISIONS) == set(), "bot/opinions.py: `decide` of their opinion"
