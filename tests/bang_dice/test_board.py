"""The board: everything on it comes from the view, and nothing that the viewer may not know."""

import re
from collections.abc import Iterator
from importlib.resources import files

import msgspec
import pytest

from bang_dice import GAME
from bang_dice.content import Face, RoleCard, Stage
from bang_dice.page import PAGE
from bang_dice.page.board import BangBoard, board, progress
from bang_dice.page.dice import DieState
from bang_dice.page.ending import ending
from bang_dice.page.prompt import SUBS
from bang_dice.page.seats import Side
from bang_dice.rules.characters import CHARACTERS
from bang_dice.state import GhostToken, Town
from boomtown.core import Help, Match, Seat
from boomtown.core.chance import Chance, seed_from
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from saloon import A, B, C, D, E, F, answer, five, load, stop, table, throw

SIX = (
    "A slab sheriff 8/10 a2 | B bart outlaw 5/8 a1 | C jesse outlaw 7/9 a0 "
    "| D gringo deputy 4/7 a0 | E paul renegade 3/9 a1 | F sam outlaw out | pile 5 | turn A"
)


def seen(match: Match[Town], seat: Seat | None) -> BangBoard:
    """The board of a seat, or of a spectator."""
    question = None if seat is None else match.question(seat)
    return board(match.view(seat), question)


def asked(match: Match[Town], seat: Seat) -> Help:
    """What the board adds to a seat's question."""
    help = seen(match, seat).ask
    assert help is not None
    return help


def shooting() -> Match[Town]:
    """A has a 1, a beer for Slab and two arrows; F's chair is empty."""
    match = table(SIX)
    throw(match, "1 2 beer gat gat")
    stop(match)
    return match


# --- secrets -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(4, 9))
def test_a_hidden_role_is_nowhere_in_the_board_of_others(seats: int) -> None:
    options = {"special_roles": "special", "saloon_dice": True, "chief": True}
    match = Match.start(GAME, seats, options, seed=b"r" * 32)
    names = {card.value for card in RoleCard}
    for viewer in [None, *match.all_seats]:
        shown = msgspec.to_builtins(seen(match, viewer))
        plates = [*shown["plates"], *([shown["me"]] if shown["me"] else [])]
        for plate in plates:
            role, told = match.state.cowboys[plate["seat"]].role, plate["shown"]
            assert told["role"] == (role.value if role.public else None)
            assert told["badge"] == "role-hidden" or role.public
            assert told["goal"] == "hidden" or role.public
        own = None if viewer is None else match.state.cowboys[viewer].role
        assert shown["secret"] == (own.value if own is not None and not own.public else None)
        own_card = {"secret": "", "secret_badge": "", "secret_goal": ""}
        everything = {**shown, **own_card, "ask": None, "plates": [], "me": 0}
        assert not names & set(re.findall(r"\w+", str(everything)))


def test_what_lies_at_a_place_is_the_same_to_all_who_look() -> None:
    """It is drawn once for them, so that it must not tell one viewer from another."""
    match = table(five())
    for seat in match.all_seats:
        boards = [seen(match, viewer) for viewer in (None, *match.all_seats)]
        told = [p.shown for b in boards for p in (b.me, *b.plates) if p and p.seat == seat]
        assert len(told) == 6
        assert all(shown == told[0] for shown in told)


def test_an_exchange_of_hidden_roles_changes_no_other_board() -> None:
    match = table(five())
    before = [seen(match, viewer) for viewer in (None, A, D, E)]
    own = seen(match, B)
    match.state.cowboys[B].role.value = RoleCard.RENEGADE
    assert seen(match, B) != own
    assert [seen(match, viewer) for viewer in (None, A, D, E)] == before


def test_a_role_that_lies_open_is_no_secret_any_more() -> None:
    match = table(five())
    sheriff = seen(match, A)
    assert sheriff.secret is None
    assert sheriff.me is not None
    assert sheriff.me.shown.role == "sheriff"
    assert seen(match, B).secret == "outlaw"
    assert seen(match, None).me is None


# --- seats -------------------------------------------------------------------------------------


def test_everybody_sits_clockwise_from_the_viewer() -> None:
    match = table(five())
    assert [plate.seat for plate in seen(match, C).plates] == [D, E, A, B]
    assert [plate.place for plate in seen(match, C).plates] == [1, 2, 3, 4]
    assert [plate.seat for plate in seen(match, None).plates] == [A, B, C, D, E]


def test_places_are_counted_among_the_living_both_ways() -> None:
    plates = {plate.seat: plate for plate in seen(table(SIX), A).plates}
    assert [(plates[s].away, plates[s].side) for s in (B, C, D, E)] == [
        (1, Side.LEFT),
        (2, Side.LEFT),
        (2, Side.RIGHT),
        (1, Side.RIGHT),
    ]
    assert plates[F].side is None


def test_halfway_round_is_the_same_distance_either_way() -> None:
    match = table(
        "A paul sheriff 9/11 | B rose outlaw 9/9 | C kit outlaw 7/7 | D willy renegade 8/8 "
        "| pile 9 | turn A"
    )
    assert [plate.side for plate in seen(match, A).plates] == [Side.LEFT, Side.EITHER, Side.RIGHT]


def test_nobody_measures_for_spectators_or_the_fallen() -> None:
    match = table(SIX)
    assert all(plate.side is None for plate in seen(match, None).plates)
    assert all(plate.side is None for plate in seen(match, F).plates)


def test_lost_life_is_drawn_as_empty_bullets() -> None:
    plate = next(plate for plate in seen(table(SIX), A).plates if plate.seat == B)
    shown = plate.shown
    assert (shown.life, shown.cap) == (5, 8)
    assert (shown.full.count("M"), shown.empty.count("M")) == (5, 3)


# --- dice --------------------------------------------------------------------------------------


def test_before_the_throw_the_dice_are_blank() -> None:
    shown = seen(table(five()), A)
    assert [die.state for die in shown.dice] == [DieState.BLANK] * 5
    assert (shown.throw, shown.throws, shown.final) == (0, 3, False)


def test_dynamite_is_locked_and_the_rest_may_be_thrown_again() -> None:
    match = table(five())
    throw(match, "dyn 1 beer gat 2")
    shown = seen(match, A)
    assert [die.state for die in shown.dice] == [DieState.LOCKED] + [DieState.OPEN] * 4
    assert [die.word for die in shown.dice][:2] == ["board.die.locked", "board.die.keep"]
    assert (shown.throw, shown.final) == (1, False)
    assert seen(match, B).dice[1].word == "board.die.lies"


def test_a_saloon_die_has_its_own_colour_and_its_double_a_mark() -> None:
    match = table(five(), saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "dyn 1 beer gat 2x2")
    die = seen(match, A).dice[4]
    assert (die.kind, die.double, die.icon) == ("loudmouth", True, "die-2")
    assert seen(match, A).dice[0].kind is None


@pytest.mark.parametrize(
    ("face", "word"), [("bullet", "board.die.done"), ("arrow", "board.die.taken")]
)
def test_a_die_that_is_dealt_with_says_what_it_was(face: str, word: str) -> None:
    match = table(five(), saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, f"1 1 beer beer {face}")
    stop(match)
    assert seen(match, A).dice[4].word == word


def test_the_stage_being_resolved_is_marked() -> None:
    shown = seen(shooting(), A)
    assert [mark.state for mark in shown.stages] == [
        DieState.DONE,
        DieState.DONE,
        DieState.NOW,
        DieState.LATER,
        DieState.LATER,
    ]
    assert [mark.stage for mark in shown.stages] == list(Stage)
    assert [die.state for die in shown.dice] == [
        DieState.NOW,
        DieState.NOW,
        DieState.LATER,
        DieState.LATER,
        DieState.LATER,
    ]
    assert shown.final


def test_dice_that_the_ghost_has_set_are_marked() -> None:
    match = table(five(), ghost=True)
    throw(match, "1 beer gat 2 2")
    match.state.token = GhostToken(A, Face.ONE, False)
    assert [die.forced for die in seen(match, A).dice] == [True, False, False, False, False]


# --- reach -------------------------------------------------------------------------------------


def test_lines_lead_to_everybody_within_reach_and_past_empty_chairs() -> None:
    lines = {line.seat: line for line in seen(shooting(), A).reach}
    assert set(lines) == {B, C, D, E}
    assert (lines[B].past, lines[E].past, lines[D].past) == ([], [F], [F])
    assert lines[E].line.startswith("M600 830A")
    assert lines[E].line.endswith("876 245")
    assert lines[B].away == 1


def test_others_see_no_lines() -> None:
    match = shooting()
    assert seen(match, B).reach == seen(match, None).reach == []


# --- words -------------------------------------------------------------------------------------


def boards() -> Iterator[tuple[Match[Town], Seat | None, BangBoard]]:
    """The boards of everybody at every question of some matches."""
    everything: dict[str, object] = {
        "saloon_dice": True,
        "chief": True,
        "special_roles": "special",
        "new_characters": True,
        "ghost": True,
        "characters": "choose",
    }
    for number, seats in enumerate((5, 6, 8, 3, 7)):
        few: dict[str, object] = {"saloon_dice": True, "chief": True}
        options = everything if seats >= 5 else few
        match = Match.start(GAME, seats, options, seed=seed_from(bytes([number])))
        for turn in range(160):
            if match.outcome is not None:
                break
            asked_now = match.asked()[0]
            for viewer in (asked_now, None):
                yield match, viewer, seen(match, viewer)
            offers = match.choice(asked_now).offers()
            match.answer(asked_now, offers[(turn * 7 + number) % len(offers)])
        yield match, None, seen(match, None)


def test_every_word_of_the_board_exists_in_every_language() -> None:
    book = book_of(GAME)
    wordings = [Wording(book, language, list("ABCDEFGH")) for language in LANGUAGES]
    for match, _viewer, shown in boards():
        for wording in wordings:
            for die in shown.dice:
                wording.say(die.word)
            if shown.ask is not None:
                told = [*shown.ask.parts.values(), *shown.ask.hints.values(), *shown.ask.submit]
                wording.say(shown.ask.title)
                for line in [*told, *([shown.ask.sub] if shown.ask.sub else [])]:
                    wording.say(line.key, **line.args)
            how_far = progress(match.view(None))
            wording.say(how_far.key, **how_far.args)
    assert [wording.missing for wording in wordings] == [set(), set(), set()]


def test_every_rule_that_the_board_cites_is_in_the_book() -> None:
    ids = set(rulebook_of("bang_dice").ids)
    assert {who.rule for who in CHARACTERS.values()} <= ids
    assert PAGE.headings <= ids


def test_every_icon_is_in_the_sprite() -> None:
    sprite = (files("boomtown") / "static" / "sprite.svg").read_text(encoding="utf-8")
    drawn = {f'id="{name}"' for name in PAGE.icons["face"].values()}
    for _match, _viewer, shown in boards():
        names = {die.icon for die in shown.dice if die.face} | {m.icon for m in shown.stages}
        drawn |= {f'id="{name}"' for name in names | {plate.shown.badge for plate in shown.plates}}
    assert not [name for name in drawn if name not in sprite]
    assert set(PAGE.icons["face"]) == {face.value for face in Face}


# --- the end -----------------------------------------------------------------------------------


def test_at_the_end_all_roles_are_told() -> None:
    match = table(
        "A paul sheriff 1/11 | B rose outlaw 9/9 | C kit outlaw 7/7 "
        "| D willy renegade 8/8 | pile 9 | turn B"
    )
    load(match, "")
    throw(match, "1 beer beer gat 2")
    stop(match)
    answer(match, "B", {"1": A, "5": D})
    assert match.outcome is not None
    shown = seen(match, C)
    assert shown.side == "outlaws"
    results = ending(match.view(C), match.log.visible_to(C))
    assert [one.icon for one in results] == [
        f"role-{role}" for role in ("sheriff", "outlaw", "outlaw", "renegade")
    ]
    assert [one.fate is not None for one in results] == [True, False, False, False]
    assert progress(match.view(None)).done == 100


def test_progress_counts_the_living() -> None:
    told = progress(table(SIX).view(None))
    assert (told.args["living"], told.args["seats"]) == (5, 6)
    assert 0 < told.done < 100


def test_with_three_left_nobody_is_told_of_the_next_but_one() -> None:
    """Die 2 offered the neighbours, and the line above it said "the next but one"."""
    table = Match.unrecorded(GAME, 4, chance=Chance.seeded("few")).state
    assert SUBS["bang.shot.one"](table).key == "board.sub.shot"
    table.cowboys[3].out = True
    assert SUBS["bang.shot.one"](table).key == "board.sub.shot.few"
