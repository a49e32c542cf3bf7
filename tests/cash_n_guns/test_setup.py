"""Setting the table (specification, section 3.1)."""

from collections import Counter
from typing import Any

import pytest

from boomtown.core import Chance, InvalidOption, Match, Refused, Seat
from cash_n_guns import GAME
from cash_n_guns.content import DECK, FACE_VALUE, Bullet, Loot
from cash_n_guns.rules.powers import POWERS
from cash_n_guns.rules.powers.bullets import KID
from cash_n_guns.state import Gang
from hideout import A, question, table, told

CARDS = "B5 15 B10 15 B20 10 D1 5 D5 3 D10 1 P 10 CL 3 FA 2"


def dealt(seats: int, deal: int = 0, **options: Any) -> Match[Gang]:
    """A new match, shuffled in a way that can be repeated."""
    return Match.unrecorded(GAME, seats, options, chance=Chance.seeded("deal", seats, deal))


@pytest.mark.rule("cash.setup.players")
@pytest.mark.parametrize("seats", [3, 9])
def test_three_are_too_few_and_nine_too_many(seats: int) -> None:
    with pytest.raises(InvalidOption):
        dealt(seats)


@pytest.mark.rule("cash.setup.players")
@pytest.mark.parametrize("seats", range(4, 9))
def test_four_to_eight_can_play(seats: int) -> None:
    match = dealt(seats)
    assert len(match.state.gangsters) == seats
    assert match.asked() == match.all_seats


@pytest.mark.rule("cash.setup.hand")
def test_everybody_has_five_clicks_three_bangs_and_no_wounds() -> None:
    for gangster in dealt(8).state.gangsters:
        kinds = Counter(card.value for card in gangster.hand)
        assert kinds == {Bullet.CLICK: 5, Bullet.BANG: 3}
        assert gangster.wounds == 0
        assert gangster.standing
        assert gangster.loot == []


@pytest.mark.rule("cash.setup.loot")
def test_the_deck_is_as_printed() -> None:
    words = CARDS.split()
    assert {str(card): n for card, n in DECK.items()} == {
        code: int(number) for code, number in zip(words[::2], words[1::2], strict=True)
    }
    assert sum(DECK.values()) == 64
    bills = sum(FACE_VALUE[card] * DECK[card] for card in (Loot.B5, Loot.B10, Loot.B20))
    diamonds = sum(FACE_VALUE[card] * DECK[card] for card in (Loot.D1, Loot.D5, Loot.D10))
    assert (bills, diamonds) == (425_000, 30_000)


@pytest.mark.rule("cash.setup.loot")
def test_sixty_four_cards_make_eight_piles_of_eight() -> None:
    gang = dealt(5).state
    assert [len(pile) for pile in gang.piles] == [8] * 7  # the first one lies open by now
    cards = Counter([*gang.loot, *(card.value for pile in gang.piles for card in pile)])
    assert cards == Counter(DECK)
    assert len({tuple(dealt(4, deal).state.loot) for deal in range(20)}) == 20


@pytest.mark.rule("cash.setup.token")
def test_the_token_can_be_taken_from_the_start() -> None:
    assert dealt(4).state.token


@pytest.mark.rule("cash.setup.godfather")
@pytest.mark.parametrize("oldest", range(1, 5))
def test_the_oldest_player_is_the_first_godfather(oldest: int) -> None:
    match = dealt(4, oldest=oldest)
    assert match.state.godfather == oldest - 1
    assert told(match, "cash.setup.godfather") == [{"seat": oldest - 1}]


@pytest.mark.rule("cash.setup.godfather")
def test_the_oldest_player_must_sit_at_the_table() -> None:
    with pytest.raises(Refused, match=r"cash\.setup\.godfather"):
        dealt(4, oldest=5)
    assert dealt(5, oldest=5).state.godfather == 4


@pytest.mark.rule("cash.setup.godfather_online")
def test_the_first_godfather_is_drawn_if_nobody_says() -> None:
    drawn = Counter(dealt(4, deal).state.godfather for deal in range(100))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert min(drawn.values()) > 10
    assert told(dealt(4), "cash.setup.godfather_online")


@pytest.mark.rule("cash.setup.powers")
def test_with_powers_everybody_has_one_and_all_are_different() -> None:
    seen: set[str | None] = set()
    for deal in range(30):
        match = dealt(8, deal, powers=True)
        powers = [one.power for one in match.state.gangsters if one.power is not None]
        assert len(set(powers)) == 8
        assert all(match.state.who_has(power) == seat for seat, power in enumerate(powers))
        assert len(told(match, "cash.setup.powers")) == 8
        seen.update(powers)
    assert seen == {power.id for power in POWERS}


@pytest.mark.rule("cash.setup.powers")
def test_without_the_variant_nobody_has_a_power() -> None:
    match = dealt(6)
    assert all(one.power is None for one in match.state.gangsters)
    assert all(match.state.who_has(power.id) is None for power in POWERS)


@pytest.mark.rule("cash.power.public")
def test_everybody_sees_every_power() -> None:
    match = dealt(6, powers=True)
    powers = [one.power for one in match.state.gangsters]
    for seat in (None, *match.all_seats):
        assert [one.power for one in match.view(seat).state.gangsters] == powers


@pytest.mark.rule("cash.power.public", "cash.elim.out")
def test_a_power_stops_with_its_owner() -> None:
    match = table(A={"power": "kid", "alive": False, "w": 3})
    assert match.state.who_has(KID.id) is None
    assert A not in match.asked()


@pytest.mark.rule("cash.setup.discard")
def test_one_common_discard_pile_starts_empty_and_nobody_knows_what_lies_in_it() -> None:
    assert dealt(4).state.discard == []
    match = table(round=2, hands=[4, 3], discard=[3, 1])
    for seat in (None, Seat(0), Seat(3)):
        assert [card.known for card in match.view(seat).state.discard] == [False] * 4
    assert question(match) == "ChooseBullet"
