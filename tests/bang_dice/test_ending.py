"""The end of the game with four to eight players (specification, section 3.13)."""

import pytest

from bang_dice import GAME
from bang_dice.state import Town
from boomtown.core import Chance, Match, Seat
from saloon import A, B, C, D, E, answer, cowboy, life, question, stop, table, throw, told


def shots(match: Match[Town], *targets: Seat) -> None:
    """The active player shoots with a 1 at each of these neighbours, and that is all."""
    faces = ["1"] * len(targets) + ["dyn", "dyn", "gat", "gat"]
    throw(match, " ".join(faces[:5]))
    stop(match)
    if question(match) == "Shoot":
        aims = {str(die): target for die, target in enumerate(targets, start=1)}
        match.answer(match.state.active, aims)


def gatling(match: Match[Town]) -> None:
    """The active player fires the gun."""
    throw(match, "gat gat gat dyn dyn")
    stop(match)


def won(match: Match[Town]) -> tuple[str, str | None, str]:
    """The rule that ended the match, the side, and the letters of the winners."""
    assert match.outcome is not None
    letters = "".join("ABCDEFGH"[seat] for seat in match.outcome.winners)
    return match.outcome.rule, match.outcome.side, letters


@pytest.mark.rule("bang.end.immediate")
def test_the_game_ends_in_the_middle_of_a_turn() -> None:
    match = table(
        "A paul outlaw 5/9 a2 | B rose sheriff 1/11 a0 | C lucky outlaw 8/8 a0 "
        "| D willy renegade 8/8 a0 | pile 7 | turn A"
    )
    throw(match, "1 beer gat gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert question(match) == "over"
    assert life(match) == {"A": 5, "C": 8, "D": 8}, "no beer, no Gatling"
    assert match.asked() == []


@pytest.mark.rule("bang.end.immediate")
def test_the_game_ends_in_the_middle_of_the_throws() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B rose outlaw 4/9 a4 | C lucky outlaw out "
        "| D willy renegade 4/8 a4 | pile 1 | turn A"
    )
    throw(match, "arrow arrow 1 beer beer")
    assert won(match) == ("bang.end.law", "law", "A")
    assert cowboy(match, "A").arrows == 0


@pytest.mark.rule("bang.end.immediate")
def test_a_later_death_in_the_turn_does_not_change_the_end() -> None:
    match = table(
        "A paul renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw 1/8 a0 "
        "| D willy outlaw 1/8 a0 | pile 9 | turn A"
    )
    throw(match, "1 gat gat gat dyn")
    stop(match)
    answer(match, "A", {"1": B})
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "CD")
    assert life(match) == {"A": 9, "C": 1, "D": 1}, "the gun does not fire any more"


@pytest.mark.rule("bang.end.immediate")
def test_all_roles_are_open_at_the_end() -> None:
    match = table(
        "A paul outlaw 5/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw 8/8 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    shots(match, B)
    assert all(one.role.known for one in match.view(None).state.cowboys)


@pytest.mark.rule("bang.end.sheriff_dead")
def test_the_outlaws_win_if_the_sheriff_falls() -> None:
    match = table(
        "A paul outlaw 5/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    shots(match, B)
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "AC"), "living or not"


@pytest.mark.rule("bang.end.sheriff_dead")
def test_the_outlaws_win_even_if_none_of_them_is_living() -> None:
    match = table(
        "A paul renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy outlaw out | E slab deputy 8/8 a0 | pile 9 | turn A"
    )
    shots(match, B)
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "CD")


@pytest.mark.rule("bang.end.sheriff_dead")
def test_the_outlaws_win_if_a_deputy_is_the_last_one_living() -> None:
    match = table(
        "A paul deputy 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw 1/8 a0 "
        "| D willy outlaw out | E slab renegade 1/8 a0 | pile 9 | turn A"
    )
    gatling(match)
    assert life(match) == {"A": 9}
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "CD")


@pytest.mark.rule("bang.end.sheriff_dead")
def test_it_does_not_matter_who_brings_the_sheriff_down() -> None:
    match = table(
        "A paul sheriff 1/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "dyn dyn dyn beer beer")
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "BC")


@pytest.mark.rule("bang.end.sheriff_dead")
def test_the_renegade_wins_alone_as_the_last_one_living() -> None:
    match = table(
        "A paul renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy outlaw out | E slab deputy out | pile 9 | turn A"
    )
    shots(match, B)
    assert won(match) == ("bang.end.sheriff_dead", "renegade", "A")
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2, 2, 2, 2)


@pytest.mark.rule("bang.end.law")
def test_the_law_wins_when_no_outlaw_and_no_renegade_is_left() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose outlaw 1/9 a0 | C lucky deputy out "
        "| D willy outlaw out | E slab renegade out | pile 9 | turn A"
    )
    shots(match, B)
    assert won(match) == ("bang.end.law", "law", "AC"), "the Deputy wins, living or not"


@pytest.mark.rule("bang.end.law")
def test_both_deputies_win_with_the_sheriff() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose outlaw out | C lucky deputy out | D willy outlaw out "
        "| E slab renegade out | F suzy deputy 8/8 a0 | G kit outlaw 1/7 a0 | pile 9 | turn A"
    )
    shots(match, Seat(6))
    assert won(match) == ("bang.end.law", "law", "ACF")


@pytest.mark.rule("bang.end.law")
def test_the_law_wins_whatever_kills_the_last_of_the_others() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw out "
        "| D willy renegade out | pile 9 | turn B"
    )
    throw(match, "dyn dyn dyn 1 1")
    assert won(match) == ("bang.end.law", "law", "A")


@pytest.mark.rule("bang.end.priority")
def test_if_sheriff_and_last_outlaw_fall_together_the_outlaws_win() -> None:
    match = table(
        "A paul deputy 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy renegade out | E slab outlaw 1/8 a0 | pile 9 | turn A"
    )
    shots(match, B, E)
    assert life(match) == {"A": 9}
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "CE")


@pytest.mark.rule("bang.end.priority", "bang.end.sheriff_dead")
def test_if_sheriff_and_all_others_fall_together_the_renegade_left_wins() -> None:
    match = table(
        "A paul renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw 1/8 a0 "
        "| D willy outlaw 1/8 a0 | E slab deputy 1/8 a0 | pile 9 | turn A"
    )
    gatling(match)
    assert won(match) == ("bang.end.sheriff_dead", "renegade", "A")


@pytest.mark.rule("bang.end.priority")
def test_if_sheriff_and_renegade_fall_together_the_outlaws_win() -> None:
    match = table(
        "A paul deputy 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy outlaw out | E slab renegade 1/8 a0 | pile 9 | turn A"
    )
    shots(match, B, E)
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "CD")


@pytest.mark.rule("bang.end.all_dead")
def test_if_all_fall_together_the_outlaws_win() -> None:
    match = table(
        "A paul sheriff 2/11 a2 | B rose outlaw 2/9 a2 | C lucky outlaw 1/8 a2 "
        "| D willy renegade 2/8 a2 | pile 1 | turn D"
    )
    throw(match, "arrow beer beer beer beer")
    assert life(match) == {}
    assert match.outcome is not None
    assert (match.outcome.side, match.outcome.winners) == ("outlaws", (B, C))


@pytest.mark.rule("bang.end.all_dead")
def test_the_outlaws_win_an_empty_table_even_if_they_left_it_before() -> None:
    match = table(
        "A paul sheriff 4/11 a4 | B rose outlaw out | C lucky outlaw out "
        "| D willy renegade 4/8 a4 | pile 1 | turn D"
    )
    throw(match, "arrow beer beer beer beer")
    assert life(match) == {}
    assert match.outcome is not None
    assert (match.outcome.side, match.outcome.winners) == ("outlaws", (B, C))


EIGHT = (
    "A paul sheriff {sheriff} | B rose renegade 5/9 a0 | C lucky renegade {renegade} "
    "| D sid outlaw {outlaw} | E suzy outlaw out | F willy outlaw out | G kit deputy out "
    "| H bart deputy out | pile 9 | turn B"
)


@pytest.mark.rule("bang.end.two_renegades")
def test_with_both_renegades_living_the_outlaws_win() -> None:
    match = table(EIGHT.format(sheriff="1/11 a0", renegade="5/8 a0", outlaw="out"))
    shots(match, A)
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "DEF")


@pytest.mark.rule("bang.end.two_renegades")
def test_a_renegade_wins_without_the_other_one() -> None:
    match = table(EIGHT.format(sheriff="1/11 a0", renegade="out", outlaw="out"))
    shots(match, A)
    assert won(match) == ("bang.end.sheriff_dead", "renegade", "B")


@pytest.mark.rule("bang.end.two_renegades")
def test_a_renegade_may_fell_the_sheriff_and_the_other_renegade_at_once() -> None:
    match = table(EIGHT.format(sheriff="1/11 a0", renegade="1/8 a0", outlaw="out"))
    shots(match, A, C)
    assert won(match) == ("bang.end.sheriff_dead", "renegade", "B")


@pytest.mark.rule("bang.end.two_renegades", "bang.end.continue")
def test_one_renegades_fall_is_not_the_end_while_the_other_lives() -> None:
    match = table(EIGHT.format(sheriff="5/11 a0", renegade="1/8 a0", outlaw="out"))
    shots(match, C)
    assert match.outcome is None
    assert life(match) == {"A": 5, "B": 5}


@pytest.mark.rule("bang.end.continue")
def test_while_a_renegade_lives_the_game_goes_on_without_outlaws() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw out "
        "| D willy renegade 8/8 a0 | pile 9 | turn A"
    )
    shots(match, B)
    assert match.outcome is None
    assert match.asked() == [D]


@pytest.mark.rule("bang.end.continue")
def test_while_an_outlaw_lives_the_game_goes_on_without_renegade() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose renegade 1/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy outlaw 8/8 a0 | pile 9 | turn A"
    )
    shots(match, B)
    assert match.outcome is None
    assert match.asked() == [C]


@pytest.mark.rule("bang.end.continue")
def test_the_fall_of_a_deputy_ends_nothing() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose deputy 1/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy outlaw 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
    )
    shots(match, B)
    assert match.outcome is None


@pytest.mark.rule("bang.end.law")
def test_the_ghost_renegade_of_six_wins_with_the_law() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw out | D willy outlaw out "
        "| E slab deputy out | F suzy renegade ghost | pile 9 | turn A",
        ghost=True,
    )
    shots(match, B)
    assert won(match) == ("bang.end.law", "law", "AEF")


@pytest.mark.rule("bang.end.sheriff_dead")
def test_the_ghost_renegade_of_five_wins_with_the_outlaws() -> None:
    match = table(
        "A paul outlaw 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy deputy 8/8 a0 | E slab renegade ghost | pile 9 | turn A",
        ghost=True,
    )
    shots(match, B)
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "ACE")


@pytest.mark.rule("bang.end.sheriff_dead")
def test_the_ghost_renegade_of_six_does_not_win_with_the_outlaws() -> None:
    match = table(
        "A paul outlaw 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out | D willy outlaw out "
        "| E slab deputy out | F suzy renegade ghost | pile 9 | turn A",
        ghost=True,
    )
    shots(match, B)
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "ACD")


@pytest.mark.rule("bang.end.law")
def test_the_ghost_is_not_living_so_an_outlaw_ghost_does_not_hold_up_the_law() -> None:
    match = table(
        "A paul sheriff 9/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw ghost "
        "| D willy renegade out | E slab deputy 8/8 a0 | pile 9 | turn A",
        ghost=True,
    )
    shots(match, B)
    assert won(match) == ("bang.end.law", "law", "AE")


@pytest.mark.rule("bang.end.sheriff_dead", "bang.end.law")
def test_the_new_sheriff_counts_after_an_exchange_of_roles() -> None:
    match = table(
        "A paul deputy:good 9/9 a0 | B rose sheriff 5/11 a0 | C lucky outlaw 8/8 a0 "
        "| D willy outlaw 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A",
        special_roles="mixed",
    )
    answer(match, "A", "good")
    while question(match).endswith("Window"):
        for seat in match.asked():
            match.answer(seat, "pass")
    cowboy(match, "A").life = 1
    throw(match, "dyn dyn dyn 1 1")
    while question(match).endswith("Window"):
        for seat in match.asked():
            match.answer(seat, "pass")
    assert won(match) == ("bang.end.sheriff_dead", "outlaws", "CD")
    assert "bang.role.good" in told(match)


@pytest.mark.rule(
    "bang.end.sheriff_dead", "bang.end.law", "bang.end.all_dead", "bang.end.two_renegades"
)
@pytest.mark.parametrize("seats", range(4, 9))
@pytest.mark.parametrize("deal", range(8))
def test_every_match_ends_as_the_table_of_the_rules_says(seats: int, deal: int) -> None:
    options: dict[str, object] = {"saloon_dice": True, "ghost": seats > 4 and deal % 2 == 0}
    chance = Chance.seeded("answers", seats, deal)
    match = Match.unrecorded(GAME, seats, options, chance=Chance.seeded("dice", seats, deal))
    while match.outcome is None:
        seat = match.asked()[0]
        match.answer(seat, chance.pick(match.choice(seat).offers()))
    town = match.state
    everybody = [Seat(number) for number in range(seats)]
    side = {seat: str(town.role(seat)) for seat in everybody}
    living = [side[seat] for seat in town.living()]
    if town.ghost is not None and side[town.ghost] == "renegade":
        side[town.ghost] = {5: "outlaw", 6: "deputy", 7: "outlaw", 8: "deputy"}[seats]
    if "sheriff" in living:
        assert not {"outlaw", "renegade"} & set(living)
        winners = [seat for seat in everybody if side[seat] in ("sheriff", "deputy")]
    elif living == ["renegade"]:
        winners = town.living()
    else:
        winners = [seat for seat in everybody if side[seat] == "outlaw"]
    assert list(match.outcome.winners) == winners
