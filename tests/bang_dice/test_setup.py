"""Setting the table (specification, section 3.1)."""

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest

from bang_dice import GAME
from bang_dice.content import ROLE_OF, Role, RoleCard
from bang_dice.rules.characters import CHARACTERS
from bang_dice.rules.characters.old_saloon import OLD_SALOON
from bang_dice.state import Town
from boomtown.core import Chance, GameFault, InvalidOption, LoadedChance, Match, Refused, Seat
from saloon import A, B, answer, cowboy, life, question, reroll, stop, table, throw, told

ROLES_BY_COUNT = {
    4: "sheriff outlaw outlaw renegade",
    5: "sheriff deputy outlaw outlaw renegade",
    6: "sheriff deputy outlaw outlaw outlaw renegade",
    7: "sheriff deputy deputy outlaw outlaw outlaw renegade",
    8: "sheriff deputy deputy outlaw outlaw outlaw renegade renegade",
}

PRINTED_LIFE = {
    "bart": 8,
    "black_jack": 8,
    "calamity": 8,
    "gringo": 7,
    "jesse": 9,
    "jourdonnais": 7,
    "kit": 7,
    "lucky": 8,
    "paul": 9,
    "pedro": 8,
    "rose": 9,
    "sid": 8,
    "slab": 8,
    "suzy": 8,
    "sam": 9,
    "willy": 8,
    "jose": 7,
    "tequila": 7,
    "apache": 9,
    "bill": 9,
    "elena": 7,
    "vera": 7,
    "doc": 8,
    "molly": 8,
}
NEW = {who.id for who in OLD_SALOON}


def dealt(seats: int, deal: int = 0, **options: Any) -> Match[Town]:
    """A new match, shuffled in a way that can be repeated."""
    return Match.unrecorded(GAME, seats, options, chance=Chance.seeded("deal", seats, deal))


def with_loaded_dice(seats: int) -> Match[Town]:
    """A new match without characters, whose dice show what the test says."""
    chance = LoadedChance(rest=Chance.seeded("deal", seats))
    return Match.unrecorded(GAME, seats, {"characters": "off"}, chance=chance)


def roles(match: Match[Town]) -> list[Role]:
    return [match.state.role(Seat(seat)) for seat in range(match.seats)]


def characters_in(deals: int, **options: Any) -> set[str]:
    """Every character that comes up at a table for eight in so many deals."""
    return {
        str(one.character)
        for deal in range(deals)
        for one in dealt(8, deal, **options).state.cowboys
    }


@pytest.mark.rule("bang.setup.seats")
@pytest.mark.parametrize("seats", [2, 9])
def test_two_are_too_few_and_nine_too_many(seats: int) -> None:
    with pytest.raises(InvalidOption):
        dealt(seats)


@pytest.mark.rule("bang.setup.seats")
@pytest.mark.parametrize("seats", range(3, 9))
def test_three_to_eight_players_play_clockwise(seats: int) -> None:
    match = with_loaded_dice(seats)
    first = match.state.active
    order = []
    for _ in range(2 * seats):
        order.append(match.state.active)
        throw(match, "dyn dyn gat gat beer")
        stop(match)
        match.answer(match.state.active, {match.state.active: 1})
    assert order == [(first + turn) % seats for turn in range(2 * seats)]


@pytest.mark.rule("bang.setup.roles")
@pytest.mark.parametrize("seats", range(4, 9))
def test_the_roles_depend_on_the_number_of_players(seats: int) -> None:
    for deal in range(10):
        assert Counter(roles(dealt(seats, deal))) == Counter(ROLES_BY_COUNT[seats].split())


@pytest.mark.rule("bang.setup.roles")
def test_the_roles_are_shuffled() -> None:
    assert len({tuple(roles(dealt(4, deal))) for deal in range(200)}) == 12


@pytest.mark.rule("bang.setup.roles")
@pytest.mark.parametrize("seats", range(4, 9))
def test_a_role_is_seen_by_its_owner_alone(seats: int) -> None:
    match = dealt(seats)
    sheriff = roles(match).index(Role.SHERIFF)
    for seat in range(seats):
        seen = [one.role.known for one in match.view(Seat(seat)).state.cowboys]
        assert seen == [other in (seat, sheriff) for other in range(seats)]
    assert sum(one.role.known for one in match.view(None).state.cowboys) == 1


@pytest.mark.rule("bang.setup.sheriff")
@pytest.mark.parametrize("seats", range(4, 9))
def test_everybody_knows_the_sheriff_at_once(seats: int) -> None:
    match = dealt(seats)
    sheriff = roles(match).index(Role.SHERIFF)
    for seat in [None, *range(seats)]:
        view = match.view(None if seat is None else Seat(seat))
        assert view.state.cowboys[sheriff].role.value is RoleCard.SHERIFF


@pytest.mark.rule("bang.setup.characters")
@pytest.mark.parametrize("seats", range(3, 9))
def test_everybody_gets_a_character_of_their_own_for_all_to_see(seats: int) -> None:
    match = dealt(seats)
    characters = [one.character for one in match.view(None).state.cowboys]
    assert None not in characters
    assert len(set(characters)) == seats


@pytest.mark.rule("bang.setup.characters")
def test_the_characters_are_shuffled() -> None:
    assert characters_in(60) == CHARACTERS.keys() - NEW
    first = {str(dealt(3, deal).state.cowboys[0].character) for deal in range(200)}
    assert first == CHARACTERS.keys() - NEW


@pytest.mark.rule("bang.setup.life")
def test_every_character_has_the_life_points_printed_on_it() -> None:
    assert {who: CHARACTERS[who].life for who in PRINTED_LIFE} == PRINTED_LIFE


@pytest.mark.rule("bang.setup.life")
@pytest.mark.parametrize("seats", range(4, 9))
def test_the_sheriff_begins_with_two_life_points_more(seats: int) -> None:
    match = dealt(seats)
    for one, role in zip(match.state.cowboys, roles(match), strict=True):
        bonus = 2 if role is Role.SHERIFF else 0
        assert one.life == CHARACTERS[str(one.character)].life + bonus
        assert one.cap == one.life, "nobody is ever raised above the start"


@pytest.mark.rule("bang.setup.life")
def test_the_starting_life_stays_the_cap_whatever_is_lost_and_gained() -> None:
    match = table(
        "A paul sheriff 10/11 a0 | B rose outlaw 9/9 a0 | C willy outlaw 8/8 a0 "
        "| D slab renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "1 beer beer beer dyn")
    stop(match)
    answer(match, "A", {"1": B})
    answer(match, "A", {A: 2, B: 1})
    assert [one.cap for one in match.state.cowboys] == [11, 9, 8, 8]
    assert life(match) == {"A": 11, "B": 9, "C": 8, "D": 8}


@pytest.mark.rule("bang.setup.arrows")
@pytest.mark.parametrize("seats", range(3, 9))
def test_all_nine_arrows_begin_in_the_pile(seats: int) -> None:
    town = dealt(seats).state
    assert town.tokens_in_pile() == town.pile == 9
    assert all(one.tokens == 0 for one in town.cowboys)


@pytest.mark.rule("bang.setup.box")
@pytest.mark.parametrize(("special", "cards"), [("off", 8), ("special", 9), ("mixed", 17)])
@pytest.mark.parametrize("seats", range(4, 9))
def test_nobody_sees_the_roles_in_the_box(seats: int, special: str, cards: int) -> None:
    match = dealt(seats, special_roles=special)
    assert len(match.state.box) == cards - seats
    for seat in [None, *range(seats)]:
        view = match.view(None if seat is None else Seat(seat))
        assert not any(card.known for card in view.state.box)


@pytest.mark.rule("bang.setup.box")
def test_nobody_is_told_which_characters_are_left_over() -> None:
    match = dealt(4)
    inside = {str(one.character) for one in match.state.cowboys}
    shown = msgspec.json.encode(match.view(A).state).decode()
    named = {name for name in CHARACTERS if f'"{name}"' in shown}
    assert named == inside


@pytest.mark.rule("bang.setup.first")
@pytest.mark.parametrize("seats", range(4, 9))
def test_the_sheriff_has_the_first_turn(seats: int) -> None:
    for deal in range(10):
        match = dealt(seats, deal)
        sheriff = Seat(roles(match).index(Role.SHERIFF))
        assert match.state.active == sheriff
        assert match.asked() == [sheriff]
        assert "bang.setup.first" in told(match)


@pytest.mark.rule("bang.setup.tokens")
def test_life_points_never_run_out() -> None:
    match = table(
        "A paul sheriff 11/20 a0 | B rose outlaw 11/20 a0 | C lucky outlaw 11/20 a0 "
        "| D willy deputy 11/20 a0 | E slab renegade 11/20 a0 | F suzy outlaw 11/20 a0 "
        "| G kit deputy 11/20 a0 | H bart renegade 11/20 a0 | pile 9 | turn A"
    )
    throw(match, "beer beer beer beer beer")
    stop(match)
    answer(match, "A", {A: 3, B: 2})
    assert (cowboy(match, "A").life, cowboy(match, "B").life) == (14, 13)
    assert sum(life(match).values()) == 93, "more than all bullets in the box"


@pytest.mark.rule("bang.setup.modules")
@pytest.mark.parametrize(
    ("saloon_dice", "chief", "special", "new_characters", "ghost"),
    list(product([False, True], [False, True], ["off", "special", "mixed"], [False, True], [0, 1])),
)
def test_every_module_is_on_or_off_by_itself(
    saloon_dice: bool, chief: bool, special: str, new_characters: bool, ghost: int
) -> None:
    match = dealt(
        6,
        saloon_dice=saloon_dice,
        chief=chief,
        special_roles=special,
        new_characters=new_characters,
        ghost=bool(ghost),
    )
    town = match.state
    cards = {one.role.value for one in town.cowboys}
    normal = {RoleCard.SHERIFF, RoleCard.DEPUTY, RoleCard.OUTLAW, RoleCard.RENEGADE}
    assert question(match) == ("ChooseSaloonDie" if saloon_dice else "BeginTurn")
    assert town.tokens_in_pile() == (10 if chief else 9)
    assert Counter(ROLE_OF[one.role.value] for one in town.cowboys) == Counter(
        ROLES_BY_COUNT[6].split()
    )
    if special == "off":
        assert cards <= normal
    if special == "special":
        assert not cards & normal
    if not new_characters:
        assert not {str(one.character) for one in town.cowboys} & NEW


@pytest.mark.rule("bang.setup.modules")
def test_nothing_of_the_old_saloon_is_in_the_base_game() -> None:
    match = with_loaded_dice(5)
    throw(match, "arrow dyn 1 2 gat")
    assert question(match) == "OfferReroll", "no window, no chief's arrow, no saloon die"
    assert match.state.pile == 8
    assert not match.state.chief_in_pile
    with pytest.raises(GameFault, match="bullet"):
        reroll(match, {5: "bullet"})


@pytest.mark.rule("bang.setup.modules")
def test_without_the_ghost_module_the_first_to_fall_does_not_come_back() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert match.state.ghost is None
    assert match.asked() == [Seat(2)]


@pytest.mark.rule("bang.setup.modules.limits")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (4, {"ghost": True}),
        (3, {"ghost": True}),
        (3, {"special_roles": "special"}),
        (3, {"special_roles": "mixed"}),
    ],
)
def test_some_modules_need_more_players(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as error:
        dealt(seats, **options)
    assert error.value.refusal.rule == "bang.setup.modules.limits"


@pytest.mark.rule("bang.setup.modules.limits")
def test_four_may_play_special_roles_and_five_may_meet_the_ghost() -> None:
    assert dealt(4, special_roles="special").outcome is None
    assert dealt(5, ghost=True).outcome is None


@pytest.mark.rule("bang.setup.modules.limits")
@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({}, NEW),
        ({"saloon_dice": True, "chief": True}, NEW),
        ({"new_characters": True}, {"jose", "tequila", "apache"}),
        ({"new_characters": True, "saloon_dice": True}, {"apache"}),
        ({"new_characters": True, "chief": True}, {"jose", "tequila"}),
        ({"new_characters": True, "chief": True, "saloon_dice": True}, set()),
    ],
)
def test_a_character_whose_module_is_missing_is_not_dealt(
    options: dict[str, Any], missing: set[str]
) -> None:
    assert characters_in(100, **options) == set(CHARACTERS) - missing
