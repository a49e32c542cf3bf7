"""Choices at once, the clock, and what nobody may know (specification, sections 3.2, 4 and 5)."""

from collections import Counter

import pytest

from boomtown.bots import RandomBot
from boomtown.core import Chance, Match, load, save
from cash_n_guns import GAME
from cash_n_guns.content import Bullet, Loot
from cash_n_guns.state import Gang
from hideout import (
    A,
    B,
    C,
    D,
    aims,
    bullets,
    courage,
    gangster,
    hand,
    loot,
    order,
    question,
    stages,
    table,
    take_all,
    takes,
    told,
)


@pytest.mark.rule("cash.online.commit", "cash.hidden.server_only")
@pytest.mark.parametrize("stage", ["ChooseBullet", "HoldUp", "Courage"])
def test_others_see_that_somebody_has_chosen_but_not_what(stage: str) -> None:
    match = table()
    if stage != "ChooseBullet":
        bullets(match)
    if stage == "Courage":
        aims(match, "BCDA")
        order(match)
    assert question(match) == stage
    first, second = match.clone(), match.clone()
    one, two, *_ = match.choice(A).offers()
    first.answer(A, one)
    second.answer(A, two)
    for observer in (B, None):
        assert first.view(observer) == second.view(observer)
        assert first.log.visible_to(observer) == match.log.visible_to(observer)
    prompt = first.prompt()
    assert prompt is not None
    assert prompt.seats == [B, C, D]


@pytest.mark.rule("cash.online.close", "cash.online.reveal")
def test_a_stage_closes_with_the_last_choice_and_shows_all_at_once() -> None:
    match = table()
    bullets(match)
    for seat, target in ((D, A), (B, C), (A, B)):
        match.answer(seat, target)
        assert all(one.target is None for one in match.view(C).state.gangsters)
        assert told(match, "cash.holdup.aim") == []
    match.time_out(C)
    assert [one.target for one in match.view(None).state.gangsters] == [B, C, None, A]
    assert gangster(match, "C").late


@pytest.mark.rule("cash.online.reveal")
def test_bullet_cards_stay_face_down_when_their_stage_closes() -> None:
    match = table()
    bullets(match, "BCCC")
    cards = [one.bullet for one in match.view(B).state.gangsters]
    assert [card.known for card in cards if card] == [False, True, False, False]


@pytest.mark.rule("cash.online.replace")
def test_a_choice_may_be_replaced_until_the_stage_closes() -> None:
    match = table()
    match.answer(A, "click")
    match.answer(A, "bang")
    bullets(match, "BCCC")
    assert hand(match, "A") == [5, 2]


@pytest.mark.rule("cash.online.no_auto")
def test_a_player_with_one_kind_of_card_is_asked_like_anyone() -> None:
    match = table(round=8, hands=[1, 0])
    assert match.asked() == [A, B, C, D]
    assert list(match.choice(A).offers()) == ["click"]


@pytest.mark.rule("cash.online.timer_off", "cash.online.count")
def test_without_time_limits_no_question_has_a_time() -> None:
    for limits, seconds in ((True, 45), (False, None)):
        options: dict[str, object] = {"time_limits": limits}
        match = Match.unrecorded(GAME, 4, options, chance=Chance.seeded("clock"))
        prompt = match.prompt()
        assert prompt is not None
        assert prompt.seconds == seconds


LIMITS = {
    "HustlerDraws": 20,
    "HustlerGives": 20,
    "ChooseBullet": 45,
    "HoldUp": 10,
    "KidAims": 10,
    "CunningChanges": 20,
    "GiveOrder": 20,
    "ChangeTarget": 15,
    "Courage": 15,
    "SmartChanges": 20,
    "Exchange": 20,
    "TakeShare": 30,
    "Veto": 8,
    "ClipDiscard": 20,
}
"""The times that the rulebook gives; another power says itself how long its question takes."""


@pytest.mark.rule("cash.online.timer_off", "cash.online.deadline")
@pytest.mark.parametrize("limits", [True, False])
def test_every_question_has_its_time_or_none(limits: bool) -> None:
    seen: dict[str, int | None] = {}
    for number in range(40):
        chance = Chance.seeded("limits", number)
        bot = RandomBot(chance.another())
        options: dict[str, object] = {"powers": True, "time_limits": limits}
        match = Match.unrecorded(GAME, 8, options, chance=chance)
        while match.outcome is None:
            prompt = match.prompt()
            assert prompt is not None
            seen[question(match)] = prompt.seconds
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
    assert LIMITS.keys() <= seen.keys()
    if limits:
        assert seen | LIMITS == seen
        assert None not in seen.values(), "a question needs its `seconds`"
    else:
        assert set(seen.values()) == {None}


@pytest.mark.rule("cash.online.away")
def test_a_seat_that_left_gets_the_defaults_and_is_not_eliminated() -> None:
    match = Match.unrecorded(GAME, 4, {"oldest": 1}, chance=Chance.seeded("away"))
    while match.outcome is None:
        match.time_out(match.asked()[0])
    assert not any(one.out for one in match.state.gangsters)
    assert all(one.loot == [] for one in match.state.gangsters)  # everybody was always late
    assert [len(one.hand) for one in match.state.gangsters] == [0] * 4


@pytest.mark.rule("cash.online.away")
def test_the_defaults_are_a_click_standing_and_no_order() -> None:
    match = table()
    for _ in range(4):
        match.time_out(match.asked()[0])
    assert hand(match, "A") == [4, 3]
    aims(match, "BCDA")
    match.time_out(A)
    assert told(match, "cash.privilege.order.none") == [{"seat": A}]
    for _ in range(4):
        match.time_out(match.asked()[0])
    assert not any(one.ducked for one in match.state.gangsters)


@pytest.mark.rule("cash.online.away")
def test_without_a_click_the_default_is_a_bang() -> None:
    match = table(round=6, hands=[0, 3])
    match.time_out(A)
    bullets(match, "BBBB")
    assert hand(match, "A") == [0, 2]


@pytest.mark.rule("cash.online.random")
def test_the_same_seed_gives_the_same_match_and_another_another() -> None:
    def played(seed: str) -> str:
        chance = Chance.seeded(seed)
        bot = RandomBot(chance.another())
        match = Match.unrecorded(GAME, 6, {"powers": True}, chance=chance)
        while match.outcome is None:
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
        return match.hash()

    assert played("one") == played("one")
    assert played("one") != played("two")


@pytest.mark.rule("cash.online.random")
def test_the_hustler_draws_every_card_of_a_hand_alike() -> None:
    drawn: Counter[str] = Counter()
    for number in range(400):
        match = table(B={"power": "hustler"})
        match.chance = Chance.seeded("hustler", number)
        match.answer(B, D)
        assert match.state.drawn is not None
        drawn[match.state.drawn.value] += 1
    assert 110 < drawn[Bullet.BANG] < 190  # 150 expected


@pytest.mark.rule("cash.hidden.snapshot", "cash.share.face_down")
def test_a_view_shows_how_many_cards_others_own_and_not_which() -> None:
    match = table(B={"loot": ["B20", "P"]})
    stages(match, "CCCC", "----")
    takes(match, "A:B20", "B:D1")
    for seat in (A, C, None):
        cards = match.view(seat).state.gangsters[B].loot
        assert [card.known for card in cards] == [False] * 3
    assert [card.value for card in match.view(B).state.gangsters[B].loot] == ["B20", "P", "D1"]
    assert told(match, "cash.share.must_take")[-1] == {"seat": B, "share": "D1"}


@pytest.mark.rule("cash.hidden.snapshot")
def test_who_took_what_is_read_in_its_round_and_again_after_the_end() -> None:
    match = table()
    stages(match, "CCCC", "----")
    takes(match, "A:B20", "B:D1")

    def takes_read() -> int:
        lines = match.log.visible_to(C)
        return sum(line.rule == "cash.share.must_take" for line in lines)

    assert takes_read() == 2
    take_all(match)
    assert match.state.round == 2
    assert takes_read() == 0
    match.end("cash.end.early", [A])
    assert takes_read() > 2


@pytest.mark.rule("cash.hidden.snapshot")
def test_a_saved_match_remembers_which_page_is_open() -> None:
    match, bot = Match.unrecorded(GAME, 4, chance=Chance.seeded(1)), RandomBot(Chance.seeded(2))
    while match.state.round < 2:
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
    for again in (match.clone(), load(GAME, save(match))):
        assert again.log.visible_to(None) == match.log.visible_to(None)
    assert len(match.log.visible_to(None)) < len(match.log)


@pytest.mark.rule("cash.hidden.server_only")
def test_nobody_sees_piles_to_come_or_other_hands() -> None:
    match = table()
    for seat in (None, *match.all_seats):
        state = match.view(seat).state
        assert not any(card.known for pile in state.piles for card in pile)
        for other in match.all_seats:
            known = [card.known for card in state.gangsters[other].hand]
            assert known == [other == seat] * 8


@pytest.mark.rule("cash.hidden.server_only")
def test_whether_a_professional_held_a_click_is_known_but_the_card_stays_down() -> None:
    match = table(A={"power": "professional"}, B={"loot": ["B20"]}, C={"power": "smart"})
    stages(match, "CCCC", "BDBA", "SDSS")
    assert question(match) == "SmartChanges"
    card = match.view(D).state.gangsters[A].bullet
    assert card is not None
    assert not card.known


@pytest.mark.rule("cash.hidden.snapshot")
def test_who_knew_a_stolen_card_loses_sight_of_it_when_loot_is_mixed() -> None:
    match = table(
        "ABCDE",
        round=4,
        hands=[3, 2],
        draws=(Loot.B20, Loot.B20),
        A={"power": "vulture"},
        B={"w": 2, "loot": ["B20"]},
        C={"power": "professional"},
    )
    stages(match, "CCCBC", "---B-")
    assert loot(match, "A") == ["B20"]
    take_all(match)
    known = match.view(B).state.gangsters[A].loot[0].known
    assert known
    stages(match, "C.BCC", "-.A--", "D.SSS")
    # The Professional has drawn from a mixed stash: only thief and victim know.
    stolen = match.state.gangsters[C].loot[-1]
    assert [stolen.known_to(seat) for seat in (A, B, C)] == [True, False, True]


@pytest.mark.rule("cash.hidden.server_only")
def test_an_imagined_table_fits_what_everybody_has_seen() -> None:
    chance = Chance.seeded("imagine")
    match = table("ABCD")
    for number in range(3):
        stages(match, "BCCC" if number else "BBCC", "----")
        take_all(match)
    for _ in range(50):
        twin = match.imagine(C, chance)
        assert gangster(twin, "C") == gangster(match, "C")
        assert hand(twin, "A") == [5, 0]  # three Bang! were shown
        assert hand(twin, "B") == [3, 2]
        owned = [card.value for one in twin.state.gangsters for card in one.loot]
        assert not {Loot.CLIP, Loot.FIRST_AID} & set(owned)


@pytest.mark.rule("cash.hidden.server_only")
def test_an_imagined_table_has_the_same_cards() -> None:
    chance = Chance.seeded("cards")
    bot = RandomBot(chance.another())
    match = Match.unrecorded(GAME, 6, {"powers": True}, chance=chance.another())
    while match.outcome is None:
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
        twin = match.imagine(seat, chance)
        assert counted(twin.state) == counted(match.state)
        assert [len(one.hand) for one in twin.state.gangsters] == [
            len(one.hand) for one in match.state.gangsters
        ]


def counted(gang: Gang) -> tuple[Counter[Loot], Counter[Bullet]]:
    """All cards of a table."""
    owned = [card for one in gang.gangsters for card in one.loot]
    piled = [card for pile in gang.piles for card in pile]
    cards = Counter([*gang.loot, *(card.value for card in (*owned, *piled, *gang.removed))])
    held = [card for one in gang.gangsters for card in (*one.hand, one.bullet) if card]
    loose = [*gang.discard, *gang.spent, *([gang.drawn] if gang.drawn else [])]
    return cards, Counter(card.value for card in (*held, *loose))


def test_courage_is_asked_of_all_even_the_late() -> None:
    match = table()
    bullets(match)
    aims(match, "!!!!")
    assert question(match) == "Courage"  # nobody is left to be ordered
    courage(match)
    assert told(match, "cash.share.nobody")
