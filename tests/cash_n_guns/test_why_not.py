"""One judge: whatever is visible and may not be chosen has its reason, and everybody reads it."""

import pytest

from boomtown.core import Match, Seat
from boomtown.testing import refused
from cash_n_guns.state import Gang
from hideout import A, B, C, D, aims, bullets, courage, order, table


def whys(match: Match[Gang], seat: Seat) -> dict[object, str]:
    """The reasons that the API, the page and the terminal are told, by thing."""
    told = match.choice(seat).describe()["of"]
    assert isinstance(told, list)
    return {one["value"]: one["refused"]["rule"] for one in told if "refused" in one}


@pytest.mark.rule("cash.elim.out")
def test_nobody_aims_at_the_dead() -> None:
    match = table(D={"alive": False, "w": 3})
    bullets(match)
    assert whys(match, A) == {D: "cash.elim.out"}


@pytest.mark.rule("cash.privilege.order", "cash.privilege.who")
def test_whom_the_godfather_cannot_order() -> None:
    match = table("ABCDE", E={"alive": False, "w": 3})
    bullets(match)
    aims(match, "B!AA.")
    assert whys(match, A) == {
        A: "cash.privilege.order",
        B: "cash.privilege.who",
        Seat(4): "cash.elim.out",
    }


@pytest.mark.rule("cash.privilege.owner_picks")
def test_whom_an_ordered_player_cannot_pick() -> None:
    match = table("ABCDE", E={"alive": False, "w": 3})
    bullets(match)
    aims(match, "BCAB.")
    match.answer(A, C)
    rule = "cash.privilege.owner_picks"
    assert whys(match, C) == {C: rule, A: rule, Seat(4): "cash.elim.out"}


@pytest.mark.rule("cash.power.hustler")
def test_from_whom_the_hustler_cannot_draw() -> None:
    match = table(A={"power": "hustler"}, D={"alive": False, "w": 3})
    assert whys(match, A) == {A: "cash.power.hustler", D: "cash.elim.out"}
    assert refused(match, A, D) == "cash.elim.out"


@pytest.mark.rule("cash.bullet.choose")
def test_a_card_that_is_not_in_the_hand() -> None:
    match = table(A={"hand": [0, 2]})
    assert whys(match, A) == {"click": "cash.bullet.choose"}


@pytest.mark.rule("cash.share.token")
def test_a_token_that_is_gone() -> None:
    match = table()
    bullets(match)
    aims(match, "BCDA")
    order(match)
    courage(match)
    match.answer(A, "NG")
    assert whys(match, B) == {"NG": "cash.share.token"}
