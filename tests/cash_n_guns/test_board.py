"""The board: everything on it comes from the view, and nothing that the viewer may not know."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from boomtown.core import Answer, Chance, Help, Match, Seat
from boomtown.core.chance import seed_from
from boomtown.core.step import Waits
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.street.game_pages import page_text
from cash_n_guns import GAME
from cash_n_guns.content import Bullet, Kind, Stage
from cash_n_guns.page import PAGE
from cash_n_guns.page.board import CashBoard, board
from cash_n_guns.page.cards import CARD_RULES
from cash_n_guns.page.ending import OUT, ending
from cash_n_guns.page.seats import Aim, Card, Plate, Stance
from cash_n_guns.page.stages import STAGE_OF_RULE, When, progress
from cash_n_guns.page.wires import DESK, PHONE, Layout, curve
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.powers import POWERS
from cash_n_guns.state import Gang
from hideout import A, B, C, D, aims, bullets, courage, order, question, scored, stages, table

LETTERS = "ABCDEFGH"
TEMPLATES = Path(str(files("cash_n_guns"))) / "page" / "templates" / "cash_n_guns"
TEMPLATE = "".join(one.read_text(encoding="utf-8") for one in TEMPLATES.glob("*.html"))


def seen(match: Match[Gang], seat: Seat | None) -> CashBoard:
    """The board of a seat, or of a spectator."""
    asked = None if seat is None else match.question(seat)
    return board(match.view(seat), asked)


def place(match: Match[Gang], seat: Seat, viewer: Seat | None = None) -> Plate:
    """A place as a viewer sees it."""
    shown = seen(match, viewer)
    plates = [*shown.plates, *([shown.me] if shown.me else [])]
    return next(plate for plate in plates if plate.seat == seat)


def asked(match: Match[Gang], seat: Seat) -> Help:
    """What the board adds to a seat's question."""
    help = seen(match, seat).ask
    assert help is not None
    return help


def loaded() -> Match[Gang]:
    """Everybody has put a card down."""
    match = table()
    bullets(match, "BCCB")
    return match


def aimed(word: str = "BCAA") -> Match[Gang]:
    """Everybody aims, and nobody was ordered."""
    match = loaded()
    aims(match, word)
    order(match)
    return match


# --- secrets -------------------------------------------------------------------------------------


def others(match: Match[Gang], seat: Seat) -> list[bytes]:
    """The boards of everybody but one, and of a spectator."""
    viewers = [None, *(other for other in match.all_seats if other != seat)]
    return [msgspec.json.encode(seen(match, viewer)) for viewer in viewers]


SEALED: list[tuple[str, list[Answer]]] = [
    ("ChooseBullet", ["click", "bang"]),
    ("HoldUp", [A, B, C, D, NOBODY]),
    ("Courage", [STAND, DUCK]),
]


@pytest.mark.rule("cash.online.commit")
@pytest.mark.parametrize(("step", "answers"), SEALED)
def test_a_sealed_choice_shows_that_it_was_made_and_never_what(
    step: str, answers: list[Answer]
) -> None:
    match = {"ChooseBullet": table, "HoldUp": loaded, "Courage": aimed}[step]()
    assert question(match) == step
    before = others(match, A)
    worlds = []
    for answer in answers:
        world = match.clone()
        world.answer(A, answer)
        worlds.append(others(world, A))
        world.answer(A, answers[0])
        assert others(world, A) == worlds[-1], "a change of mind changes nothing for others"
    assert all(world == worlds[0] for world in worlds)
    assert worlds[0] != before
    world.answer(B, answers[0])
    assert (place(world, A).chosen, place(world, B).chosen) == (True, True)
    assert (place(world, C).chosen, place(world, D).chosen) == (False, False)


@pytest.mark.rule("cash.online.commit")
def test_who_was_quicker_is_nowhere() -> None:
    one, other = table(), table()
    for match, quick in ((one, (A, B)), (other, (B, A))):
        for seat in quick:
            match.answer(seat, "click")
    for viewer in (C, D, None):
        assert seen(one, viewer) == seen(other, viewer)


@pytest.mark.rule("cash.online.reveal")
def test_a_bullet_card_that_lies_face_down_is_the_same_for_others() -> None:
    one, other = table(), table()
    bullets(one, "BCCC")
    bullets(other, "CCCC")
    for step in ("HoldUp", "GiveOrder", "Courage"):
        assert question(one) == step
        assert others(one, A) == others(other, A)
        for match in (one, other):
            if step == "HoldUp":
                aims(match, "BCDA")
            elif step == "GiveOrder":
                order(match)
    assert place(one, A).card is place(other, A).card is Card.DOWN
    courage(one)
    courage(other)
    assert (place(one, A).card, place(other, A).card) == (Card.BANG, Card.CLICK)


@pytest.mark.rule("cash.hidden.snapshot")
def test_of_the_loot_of_others_only_the_number_of_cards_is_there() -> None:
    rich = table(B={"loot": ["B20", "D10", "P"]})
    poor = table(B={"loot": ["B5", "D1", "B5"]})
    assert others(rich, B) == others(poor, B)
    assert place(rich, B).loot == 3
    assert seen(rich, B).own != seen(poor, B).own
    assert seen(rich, None).own is None


@pytest.mark.rule("cash.hidden.server_only")
@pytest.mark.parametrize("seats", range(4, 9))
def test_whatever_is_hidden_can_be_exchanged_and_the_board_stays_the_same(seats: int) -> None:
    match = Match.start(GAME, seats, {"powers": True}, seed=bytes([seats]) * 32)
    for turn in range(60):
        if match.outcome is not None:
            break
        for viewer in [None, *match.all_seats]:
            truth = msgspec.json.encode(board(match.view(viewer), None))
            if viewer is not None:
                imagined = match.imagine(viewer, match.chance.another())
                assert msgspec.json.encode(board(imagined.view(viewer), None)) == truth or (
                    match.prompt() != imagined.prompt()  # sealed answers of others are forgotten
                )
        seat = match.asked()[0]
        offers = match.choice(seat).offers()
        match.answer(seat, offers[turn % len(offers)])


# --- the viewer's own ----------------------------------------------------------------------------


@pytest.mark.rule("cash.online.replace")
def test_the_own_card_lies_beside_the_hand_and_can_be_changed_until_the_last_is_in() -> None:
    match = table()
    match.answer(A, "bang")
    own = seen(match, A).own
    assert own is not None
    assert (own.laid, own.changeable) == ("bang", True)
    assert [(held.card, held.count) for held in own.hand] == [("bang", 2), ("click", 5)]
    match.answer(A, "click")
    own = seen(match, A).own
    assert own is not None
    assert (own.laid, [held.count for held in own.hand]) == ("click", [3, 4])
    for seat in (B, C, D):
        match.answer(seat, "click")
    own = seen(match, A).own
    assert own is not None
    assert (own.laid, own.changeable) == ("click", False)


def test_the_own_aim_and_courage_are_shown_while_others_choose() -> None:
    match = loaded()
    match.answer(A, C)
    own = seen(match, A).own
    assert own is not None
    assert own.aim == "2"
    match.answer(A, NOBODY)
    own = seen(match, A).own
    assert own is not None
    assert own.aim == "nobody"
    match = aimed()
    match.answer(A, DUCK)
    own = seen(match, A).own
    assert own is not None
    assert own.courage == "duck"


@pytest.mark.rule("cash.score.paintings")
def test_the_stash_is_worth_its_bills_diamonds_and_paintings() -> None:
    match = table(A={"loot": ["B20", "P", "P", "D5"]})
    own = seen(match, A).own
    assert own is not None
    assert own.worth == 20_000 + 12_000 + 5_000
    assert [(held.card, held.count) for held in own.stash] == [("B20", 1), ("D5", 1), ("P", 2)]
    match = table(A={"loot": ["P"], "power": "collector"})
    own = seen(match, A).own
    assert own is not None
    assert own.worth == 12_000


# --- stages, aims, stances -----------------------------------------------------------------------


def test_every_question_belongs_to_a_stage() -> None:
    asking = {step.rule for step in GAME.steps if issubclass(step, Waits)}
    assert asking == set(STAGE_OF_RULE)


def test_the_strip_shows_what_is_over_what_is_now_and_what_comes() -> None:
    marks = seen(loaded(), None).stages
    assert [mark.stage for mark in marks] == list(Stage)
    assert [mark.state for mark in marks] == [When.DONE] * 2 + [When.NOW] + [When.LATER] * 4


@pytest.mark.rule("cash.holdup.aim")
def test_nobody_aims_before_the_reveal_and_then_everybody_at_once() -> None:
    match = loaded()
    match.answer(A, B)
    assert seen(match, None).wires == []
    for seat, target in ((B, B), (C, NOBODY)):
        match.answer(seat, target)
    match.time_out(D)
    shown = seen(match, None)
    assert [(wire.seat, wire.target) for wire in shown.wires] == [(A, B)]
    assert [place(match, seat).aim for seat in (A, B, C, D)] == [
        Aim.AT,
        Aim.SELF,
        Aim.NOBODY,
        Aim.LATE,
    ]
    assert place(match, B).guns == [A, B]


@pytest.mark.rule("cash.holdup.kid")
def test_the_kid_is_not_waited_for_in_the_hold_up_and_aims_after_it() -> None:
    match = table(D={"power": "kid"})
    bullets(match)
    assert place(match, D).chosen is None
    for seat in (A, B, C):
        match.answer(seat, D)
    assert place(match, D).aim is Aim.HIDDEN
    assert place(match, D).turn
    assert len(seen(match, None).wires) == 3
    match.answer(D, A)
    assert place(match, D).aim is Aim.AT


def test_figures_stand_lie_down_or_are_gone() -> None:
    match = table(B={"w": 1}, D={"w": 2})
    stages(match, "BBCC", "BDAA", "SSDS")
    assert [place(match, seat).stance for seat in (A, B, C, D)] == [
        Stance.STANDING,
        Stance.HIT,
        Stance.DUCKED,
        Stance.OUT,
    ]
    assert (place(match, B).wounds, place(match, B).cap) == (2, 3)
    assert place(match, A).turn
    assert (place(match, A).bangs, place(match, A).clicks) == (1, 0)


# --- pointing lines ------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [DESK, PHONE])
@pytest.mark.parametrize("seats", range(4, 9))
def test_lines_stay_in_the_room_and_two_who_aim_at_each_other_have_a_lane_each(
    layout: Layout, seats: int
) -> None:
    for one in range(seats):
        for other in range(seats):
            if one == other:
                continue
            there, back = curve(layout, seats, one, other), curve(layout, seats, other, one)
            for x, y in there:
                assert 0 < x < 1000
                assert 0 < y < 1000
            assert abs(there[1][0] - back[1][0]) + abs(there[1][1] - back[1][1]) > 20


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.rule("cash.courage.choose")
def test_the_board_says_what_follows_from_courage() -> None:
    match = table(A={"w": 2})
    bullets(match, "BCCC")
    aims(match, "BCAA")
    order(match)
    help = asked(match, A)
    assert (help.title, help.sub and help.sub.key) == (
        "board.ask.courage.several",
        "board.sub.deadly",
    )
    assert help.sub is not None
    assert help.sub.args == {"guns": [C, D], "wounds": 2, "left": 1}
    assert help.hints["courage:stand"].args == {"card": "bang", "target": B}
    assert asked(match, D).title == "board.ask.courage.none"


def boards() -> Iterator[tuple[Match[Gang], Seat | None, CashBoard]]:
    """The boards of everybody at every question of some matches."""
    for number in range(5):
        match = Match.start(GAME, 4 + number % 5, {"powers": True}, seed=seed_from(bytes([number])))
        turn = 0
        while match.outcome is None:
            for viewer in (match.asked()[0], None):
                yield match, viewer, seen(match, viewer)
            seat, turn = match.asked()[0], turn + 1
            offers = match.choice(seat).offers()
            if turn % 11 == 0:
                match.time_out(seat)
            else:
                match.answer(seat, offers[(turn * 7 + number) % len(offers)])
        yield match, Seat(0), seen(match, Seat(0))


def test_every_word_of_the_board_exists_in_every_language() -> None:
    book = book_of(GAME)
    wordings = [Wording(book, language, list(LETTERS)) for language in LANGUAGES]
    for match, _viewer, shown in boards():
        for wording in wordings:
            if shown.ask is not None:
                told = [*shown.ask.parts.values(), *shown.ask.hints.values(), *shown.ask.submit]
                wording.say(shown.ask.title)
                for line in [*told, *([shown.ask.sub] if shown.ask.sub else [])]:
                    wording.say(line.key, **line.args)
            for share in shown.loot:
                wording.name("face", share.share)
                wording.name("sort", share.kind)
            for plate in shown.plates:
                wording.name("stance", plate.stance)
            for mark in shown.stages:
                wording.name("stage", mark.stage)
            for result in ending(match.view(None), []) if match.outcome else []:
                for line in [*(part.label for part in result.sums), result.fate or OUT]:
                    wording.say(line.key, **line.args)
            how_far = progress(match.view(None))
            wording.say(how_far.key, **how_far.args)
    assert [wording.missing for wording in wordings] == [set(), set(), set()]


def test_every_sentence_is_said_somewhere() -> None:
    template = TEMPLATE
    page = Path(str(files("cash_n_guns"))) / "page"
    code = "".join(module.read_text(encoding="utf-8") for module in page.glob("*.py"))
    made = {
        "board.ask.",
        "board.hint.",
        "board.sub.",
        "board.part.",
        "board.aim.",
        "board.seat.card.",
        "hint.",
        "story.",
    }
    for key in rulebook_of("cash_n_guns").languages["en"].say:
        assert key in template or key in code or any(key.startswith(part) for part in made), key


def test_every_card_leads_to_its_rule() -> None:
    assert set(CARD_RULES) == {*Bullet, *Kind}
    assert set(CARD_RULES.values()) <= set(rulebook_of("cash_n_guns").ids)
    shown = seen(table(), A)
    assert shown.own is not None
    assert {one.card: one.rule for one in shown.own.hand} == {
        "bang": "cash.effects.bang",
        "click": "cash.effects.click",
    }
    assert {one.rule for one in shown.loot} <= set(CARD_RULES.values())


def test_every_rule_that_the_page_cites_is_in_the_book() -> None:
    ids = set(rulebook_of("cash_n_guns").ids)
    template = TEMPLATE
    assert set(re.findall(r'rule\("(cash[a-z._]+[a-z])"', template)) <= ids
    assert {power.rule for power in POWERS} <= ids
    assert PAGE.headings <= ids
    for language in LANGUAGES:
        page = page_text("cash_n_guns", language)
        assert page is not None
        assert {first.rule for first in page.first} <= ids


def test_every_icon_is_in_the_sprite() -> None:
    sprite = (files("boomtown") / "static" / "sprite.svg").read_text(encoding="utf-8")
    drawn = set()
    for _match, _viewer, shown in boards():
        drawn |= {mark.icon for mark in shown.stages} | {share.icon for share in shown.loot}
        if shown.own is not None:
            drawn |= {held.icon for held in [*shown.own.hand, *shown.own.stash]}
    assert not [name for name in drawn if f'id="{name}"' not in sprite]


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("cash.score.sum")
def test_the_count_adds_up_item_by_item() -> None:
    match = scored(
        A={"loot": ["B20", "P", "P", "P"]},
        B={"loot": ["D1", "D1", "B5"]},
        C={"loot": ["D10", "P"]},
        D={"alive": False},
    )
    counted = {
        result.seat: [(part.label.key, part.points) for part in result.sums]
        for result in ending(match.view(None), [])
    }
    assert counted == {
        A: [("ending.bills", 20_000), ("ending.paintings", 30_000)],
        B: [("ending.bills", 5_000), ("ending.diamonds", 2_000), ("ending.bonus", 60_000)],
        C: [("ending.paintings", 4_000), ("ending.diamonds", 10_000)],
        D: [],
    }
    assert [one.seat for one in ending(match.view(None), []) if one.fate is OUT] == [D]


def test_every_count_agrees_with_the_score() -> None:
    for match, viewer, _shown in boards():
        if match.outcome is not None:
            results = ending(match.view(viewer), [])
            assert [result.seat for result in results] == match.all_seats
            for result in results:
                score = match.outcome.scores[result.seat]
                assert sum(part.points for part in result.sums) == score
            assert progress(match.view(None)).done == 100


def test_progress_counts_rounds() -> None:
    told = progress(table().view(None))
    assert told.args == {"round": 1, "rounds": 8}
    assert 0 <= told.done < 10


def test_a_place_is_the_same_to_all_who_look() -> None:
    """It is drawn once for them, so that it must not tell one viewer from another."""
    match = Match.unrecorded(GAME, 4, chance=Chance.seeded("places"))
    for seat in match.all_seats:
        told = [place(match, seat, viewer) for viewer in (None, *match.all_seats)]
        assert all(one == told[0] for one in told)
