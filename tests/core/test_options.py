"""Options: typed, with limits, as a form; what is wrong is named."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from boomtown.core import Chance, InvalidOption, Match, Options, Refusal, Refused, form_of
from boomtown.core.options import read_options
from boomtown_game_high_noon import GAME


class SaloonOptions(Options):
    ghost: bool = False
    roles: Literal["normal", "special", "mixed"] = "normal"
    rounds: Annotated[int, Meta(ge=1, le=9)] = 3

    def refusal(self, seats: int) -> Refusal | None:
        return Refusal("toy.ghost", seats=seats) if self.ghost and seats < 5 else None


def test_options_describe_themselves_as_a_form() -> None:
    ghost, roles, rounds = form_of(SaloonOptions)
    assert (ghost.kind, ghost.default) == ("switch", False)
    assert (roles.kind, set(roles.of)) == ("one", {"normal", "special", "mixed"})
    assert (rounds.kind, rounds.least, rounds.most, rounds.default) == ("number", 1, 9, 3)


def test_options_are_read_from_text_and_from_data() -> None:
    text = read_options(SaloonOptions, {"ghost": "true", "rounds": "5", "roles": "mixed"})
    assert text == read_options(SaloonOptions, {"ghost": True, "rounds": 5, "roles": "mixed"})
    assert read_options(SaloonOptions, {}) == SaloonOptions()


@pytest.mark.parametrize(
    ("values", "option", "problem"),
    [
        ({"rounds": 10}, "rounds", "a whole number from 1 to 9, not 10"),
        ({"rounds": "many"}, "rounds", "a whole number"),
        ({"rounds": 2.5}, "rounds", "a whole number"),
        ({"ghost": "perhaps"}, "ghost", "true or false, not 'perhaps'"),
        ({"roles": "secret"}, "roles", "one of mixed, normal, special, not 'secret'"),
        ({"gost": True}, "gost", "there are: ghost, roles, rounds"),
    ],
)
def test_a_wrong_value_names_its_option(
    values: dict[str, object], option: str, problem: str
) -> None:
    with pytest.raises(InvalidOption) as caught:
        read_options(SaloonOptions, values)
    assert caught.value.option == option
    assert problem in str(caught.value)


def test_options_may_forbid_each_other_by_a_rule() -> None:
    assert SaloonOptions(ghost=True).refusal(5) is None
    assert SaloonOptions(ghost=True).refusal(4) == Refusal("toy.ghost", seats=4)


def test_a_match_checks_seats_and_options() -> None:
    chance = Chance.seeded(1)
    with pytest.raises(InvalidOption, match=r"^high_noon is for 2 to 6 players, not 7"):
        Match.unrecorded(GAME, 7, chance=chance)
    with pytest.raises(InvalidOption, match="option lives"):
        Match.unrecorded(GAME, 2, {"lives": 0}, chance=chance)
    with pytest.raises(InvalidOption, match="not the options of high_noon"):
        Match.unrecorded(GAME, 2, SaloonOptions(), chance=chance)


def test_a_refused_combination_names_the_rule() -> None:
    from dataclasses import replace

    from toys import HONEST

    class Strict(type(HONEST.options())):  # type: ignore[misc]  # the toy's own options
        def refusal(self, seats: int) -> Refusal | None:
            return Refusal("toy.lap.order")

    with pytest.raises(Refused, match=r"toy\.lap\.order"):
        Match.unrecorded(replace(HONEST, options=Strict), 2, chance=Chance.seeded(1))
