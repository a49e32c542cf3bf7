"""The deputy: sets and denial, mixed courage, bluffs, empty hands, the desk, and every power."""

from collections import Counter
from typing import Any

from boomtown.bots import RandomBot, play_out
from boomtown.core import Chance, Match, Seat
from boomtown.testing import lone
from cash_n_guns import GAME
from cash_n_guns.bot.cool import CoolBot
from cash_n_guns.bot.deputy import ANSWERS, DeputyBot, boldness, gain_of
from cash_n_guns.bot.powers import OPINIONS
from cash_n_guns.bot.reckoning import Reckoning
from cash_n_guns.bot.sets import (
    another_painting,
    bonus_worth,
    divisions,
    most_diamonds,
    paintings_worth,
    rival_painting,
)
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.rules.powers import POWERS
from cash_n_guns.state import Gang
from hideout import A, B, C, D, E, F, aims, bullets, order, question, stages, table, takes

BANGS, CLICKS = [Bullet.BANG] * 3, [Bullet.CLICK] * 5


def answer(match: Match[Gang], seat: Seat, seed: object = "deputy") -> Any:
    """What the deputy says to the question of a seat."""
    asked = match.question(seat)
    assert asked is not None
    imagine = lambda: match.imagine(seat, Chance.seeded("imagine"))  # noqa: E731
    return DeputyBot(Chance.seeded(seed)).answer(match.view(seat), asked, imagine)


def answers(match: Match[Gang], seat: Seat) -> Counter[Any]:
    """What it says in a hundred moods."""
    return Counter(answer(match, seat, mood) for mood in range(100))


def reckoning(match: Match[Gang], seat: Seat) -> Reckoning:
    return Reckoning(match.view(seat).state, seat)


# --- strength -------------------------------------------------------------------------------------


def test_a_lone_deputy_wins_far_more_than_its_share_among_the_bots_of_before() -> None:
    """A short one; the long ones are in test_gate.py."""
    standing = lone(GAME, DeputyBot, CoolBot, seats=4, matches=40, seed="mended")
    assert standing.interval[0] > 1, standing


def test_it_answers_every_question_with_every_power() -> None:
    for number in range(4):
        seats = 8 - number
        chance = Chance.seeded("questions", number)
        match = Match.unrecorded(GAME, seats, {"powers": True}, chance=chance.another())
        play_out(match, [DeputyBot(chance.another()) for _ in match.all_seats], chance)
        assert match.outcome is not None


def test_it_knows_every_question_of_the_game_and_has_an_opinion_of_every_power() -> None:
    asked = {rule for power in POWERS for rule in power.asks}
    assert asked <= set(ANSWERS), "bot/powers.py: how its questions are answered"
    assert {power.id for power in POWERS} == set(OPINIONS), "bot/powers.py, or AS_WITHOUT"


def test_it_cannot_tell_two_worlds_apart_that_its_seat_cannot() -> None:
    chance = Chance.seeded("worlds")
    match = Match.unrecorded(GAME, 6, {"powers": True}, chance=chance.another())
    bot = RandomBot(chance)
    while match.outcome is None:
        seat = match.asked()[0]
        other = match.imagine(seat, chance)
        assert answer(match, seat, match.number) == answer(other, seat, match.number)
        match.answer(seat, bot.pick(match.choice(seat)))


# --- sets -----------------------------------------------------------------------------------------


def test_a_set_is_worth_what_it_may_still_become() -> None:
    assert paintings_worth(3, 0, 0.25) == 30
    assert another_painting(3, 0, 0.25) == 30
    assert another_painting(0, 0, 0.25) == 4
    assert another_painting(0, 8, 0.25) > 12, "a beginning, while there are paintings to come"
    assert rival_painting(6, 5, 0, 0.25) > rival_painting(2, 5, 0, 0.25)


def test_the_bonus_is_weighed_over_all_hands_that_fit() -> None:
    assert divisions(3, 2) == 4
    assert divisions(3, 2, 2) == 2
    assert most_diamonds(0, 3, 2) == 0
    assert most_diamonds(3, 3, 2) == 0.5, "one of the two others may have all three"
    assert most_diamonds(4, 3, 2) == 1
    assert bonus_worth(4, 3, 0, 2, 0.5) == 60
    assert 0 < bonus_worth(2, 3, 4, 2, 0.5) < 60


def test_it_takes_paintings_for_a_set_diamonds_for_the_bonus_and_a_kit_for_wounds() -> None:
    loot = ["B20", "P", "FA", "B5", "B5", "B5", "D1", "D1"]
    match = table(
        loot=loot,
        A={"loot": ["P", "P", "P"]},
        B={"w": 2, "loot": ["B20"] * 4},
        C={"loot": ["D5", "D10"]},
    )
    stages(match, "CCCC", "----")
    assert answer(match, A) == "P"
    takes(match, "A:P")
    assert answer(match, B) == "FA"
    takes(match, "B:FA")
    assert answer(match, C) == "D1", "a thousand, and the bonus"
    takes(match, "C:D1")
    assert answer(match, D) == "B20"


def test_a_painting_counts_the_more_the_more_others_may_have() -> None:
    early, late = (
        table(round=8, B={"loot": ["B5"] * cards}, C={"loot": ["B5"] * cards}) for cards in (0, 8)
    )
    assert reckoning(late, A).paintings[0] > reckoning(early, A).paintings[0]
    assert reckoning(late, A).painting > reckoning(early, A).painting > 4


def test_the_desk_is_taken_rather_than_a_small_bill_but_not_in_the_last_round() -> None:
    match = table(loot=["B5"] * 8)
    stages(match, "CCCC", "----")
    takes(match, "A:B5")
    assert answer(match, B) == "NG"
    last = table(round=8, loot=["B5"] * 8)
    stages(last, "CCCC", "----")
    assert answer(last, A) == "B5"


# --- guns -----------------------------------------------------------------------------------------


def test_courage_is_mixed_under_fire_and_certain_without() -> None:
    match = table("ABCDE", round=3)
    bullets(match)
    aims(match, "BCBCC")
    order(match)
    assert answers(match, A) == {"stand": 100}
    two, three = (boldness(reckoning(match, seat)) for seat in (B, C))
    assert 0.05 < two < 0.95
    assert three < two, "three guns are more than two"


def test_it_ducks_from_certain_death_and_fears_no_gun_that_can_only_click() -> None:
    rich = {"w": 2, "loot": ["B20", "P", "P", "P"]}
    match = table(round=7, hands=[0, 2], B=rich)
    for seat in (A, C, D):
        match.state.gangsters[seat].shown = CLICKS
    bullets(match, "BBBB")
    aims(match, "BDBB")
    order(match)
    assert answers(match, B) == {"duck": 100}
    match = table(round=6, hands=[3, 0], B=rich)
    for seat in (A, C, D):
        match.state.gangsters[seat].shown = BANGS
    bullets(match)
    aims(match, "BDBB")
    order(match)
    assert answers(match, B) == {"stand": 100}


def test_in_the_last_round_a_wound_that_does_not_kill_frightens_nobody() -> None:
    match = table(round=8, hands=[0, 1])
    bullets(match, "BBBB")
    aims(match, "BDBC")
    order(match)
    assert answers(match, C) == {"stand": 100}


def test_bang_and_click_are_mixed_and_a_last_bang_is_not_kept() -> None:
    match = table()
    found = answers(match, A)
    assert 10 < found["bang"] < 70
    last = table(round=8, hands=[0, 1])
    assert answers(last, A) == {"bang": 100}


def test_a_click_threatens_somebody_but_a_gun_known_to_be_empty_nobody() -> None:
    match = table()
    bullets(match)
    bluffs = answers(match, A)
    assert "nobody" not in bluffs
    assert len(bluffs) > 1, "nobody can count on not being aimed at"
    empty = table(round=5, hands=[4, 0])
    empty.state.gangsters[A].shown = BANGS
    bullets(empty)
    assert answers(empty, A) == {"nobody": 100}


def test_a_bang_looks_for_the_rich_who_stand_and_for_the_last_wound_of_a_rival() -> None:
    rich = {"loot": ["B20"] * 6}
    match = table(round=6, B=rich, C={"loot": ["B5"]}, D={"loot": ["B5"]})
    bullets(match, "BCCC")
    found = answers(match, A)
    assert found[B] > found[C] + found[D]


def test_the_godfather_is_expected_to_stand_and_worth_most_to_be_kept_from_the_loot() -> None:
    match = table("ABCDEF", round=3)
    bullets(match)
    aims(match, "-ABCDE")
    seen = reckoning(match, F)
    assert seen.stands(A, more=0.5) > seen.stands(E, more=0.5)
    assert seen.loses(A) > seen.loses(B) > 0
    assert seen.freed(A) > 0
    assert seen.shares[A] > seen.shares[E], "the first in the sharing"


def test_as_godfather_it_sends_the_most_dangerous_gun_away() -> None:
    match = table()
    match.state.gangsters[C].shown = BANGS
    bullets(match)
    aims(match, "BCAA")
    assert question(match) == "GiveOrder"
    assert answer(match, A) == D
    safe = table()
    bullets(safe)
    aims(safe, "BCDB")
    assert answer(safe, A) == "nobody"


# --- powers ---------------------------------------------------------------------------------------


def bold(power: str, aim: str, **own: Any) -> float:
    """How likely B stands with a power, if all guns may hold a Bang!."""
    match = table("ABCDE", round=5, B={"power": power, **own})
    bullets(match)
    aims(match, aim)
    order(match)
    return boldness(reckoning(match, B))


def test_the_doctor_and_the_stealthy_duck_for_what_it_brings() -> None:
    assert bold("doctor", "BDEAA", w=2) < bold("vulture", "BDEAA", w=2)
    assert bold("doctor", "BDEAA") == bold("vulture", "BDEAA"), "nothing to heal"
    assert bold("stealthy", "BDEAA") < bold("vulture", "BDEAA")


def test_three_guns_do_not_frighten_the_lucky_man_as_much() -> None:
    assert bold("lucky_man", "BDBBA") > bold("vulture", "BDBBA")
    assert bold("lucky_man", "BDBEA") == bold("vulture", "BDBEA"), "two do as much as ever"


def test_the_unbreakable_fears_the_third_wound_less() -> None:
    assert bold("unbreakable", "BDEAA", w=2) > bold("vulture", "BDEAA", w=2)


def test_the_cute_stands_for_a_bill_more() -> None:
    assert bold("cute", "BDEAA") > bold("vulture", "BDEAA")


def test_the_smart_and_the_professional_shoot_more_often() -> None:
    found = {
        power: answers(table(A={"power": power}), A)["bang"]
        for power in ("smart", "professional", "vulture")
    }
    assert found["smart"] > found["vulture"]
    assert found["professional"] > found["vulture"]


def test_the_professional_and_the_vulture_see_cards_in_other_stashes() -> None:
    for power, wounds in (("professional", 0), ("vulture", 2)):
        found = {}
        for own in (power, "kid"):
            match = table(
                round=6,
                A={"power": own},
                B={"w": wounds, "loot": ["B5"] * 4},
                C={"w": wounds},
                D={"loot": ["B20"] * 3},
            )
            bullets(match, "BCCC")
            aims(match, "-CDC")
            seen = reckoning(match, A)
            found[own] = gain_of(seen, B) - gain_of(seen, C)
        assert found[power] > found["kid"], power


def test_the_smart_takes_a_bang_back_and_the_cunning_saves_one() -> None:
    match = table(A={"power": "smart"})
    stages(match, "BCCC", "BCDA", "SDSS")
    assert answer(match, A) == "click"
    match = table(A={"power": "cunning"}, B={"w": 2})
    bullets(match, "BCCC")
    aims(match, "BCBB")
    assert answer(match, A) == "click"


def test_the_hustler_looks_for_bangs_and_pays_with_a_click() -> None:
    match = table(draws=("bang",), A={"power": "hustler"})
    for seat in (B, C):
        match.state.gangsters[seat].shown = [Bullet.BANG] * 2
    assert answer(match, A) == D
    match.answer(A, D)
    assert answer(match, A) == "click"


def test_the_greedy_takes_two_where_many_share_and_one_where_few_do() -> None:
    many = table("ABCDEFGH", A={"power": "greedy"})
    stages(many, "C" * 8, "-" * 8)
    assert "two" in answer(many, A)
    few = table(A={"power": "greedy"})
    stages(few, "CCCC", "----", "SDDD")
    assert "one" in answer(few, A)


def test_the_dictator_forbids_the_only_good_card_if_it_comes_round() -> None:
    match = table(round=8, loot=["B20", "B5", "B5", "CL"], B={"power": "dictator"})
    stages(match, "CCCC", "----")
    match.answer(A, "B20")
    assert answer(match, B) == "forbid"
    plenty = table(loot=["B20"] * 8, B={"power": "dictator"})
    stages(plenty, "CCCC", "----")
    plenty.answer(A, "B20")
    assert answer(plenty, B) == "allow"


def test_the_junk_dealer_gives_junk_only() -> None:
    match = table(A={"power": "junk_dealer", "loot": ["B20", "B5"]})
    stages(match, "CCCC", "----")
    assert answer(match, A) == "B5"
    rich = table(A={"power": "junk_dealer", "loot": ["B20", "B20"]})
    stages(rich, "CCCC", "----")
    assert answer(rich, A) == "decline"


def test_the_collector_counts_a_painting_more() -> None:
    collector, other = (table(A={"power": power, "loot": ["P"]}) for power in ("collector", "kid"))
    assert reckoning(collector, A).own_paintings == reckoning(other, A).own_paintings + 1
    assert reckoning(collector, A).fortune > reckoning(other, A).fortune


def test_the_good_friend_leaves_clips_to_others() -> None:
    worth = {}
    for power in ("good_friend", "kid"):
        match = table(round=3, A={"power": power}, discard=[2, 2])
        worth[power] = reckoning(match, A).worth(Loot.CLIP)
    assert worth["good_friend"] < worth["kid"]
