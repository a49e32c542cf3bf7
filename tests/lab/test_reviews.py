"""Reviews: a planted blunder is found, luck adds up, and what nobody could know counts nowhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from boomtown.bots import answer_of, make_bot
from boomtown.bots.kinds import DEPUTY
from boomtown.core import Answer, By, Chance, Match, Seat, seed_from
from boomtown.core.game import WHOLE
from boomtown.core.record import plain
from boomtown.lab.reviews.curve import chances, luck_of_dice
from boomtown.lab.reviews.decisions import judged, tried_again
from boomtown.lab.reviews.figures import Choices, Curve, Decision, Effort, Point, turnings_of
from boomtown.lab.reviews.reviewing import draw_on, judge_on, pieces, stages
from boomtown.plugins import find_game
from boomtown.web.replays.timeline import Beginning
from boomtown.web.reviews.dear import PlayedMatch, in_words, plot

SMALL = Effort(first=36, second=60)
PLANTED = 2
"""A match in which such a deputy has somebody else to shoot at."""
HASTY = Effort(far=2, near=2, luck=2, deals=2, first=24, second=24)
_pack = msgspec.msgpack.encode


def played(
    game: str,
    seats: int,
    seed: object,
    mine: Seat,
    plant: Callable[[Match[Any], Answer], Answer] = lambda _, answer: answer,
) -> Match[Any]:
    """A match of deputies, in which a person at one seat answers as ``plant`` says."""
    match = Match.start(find_game(game), seats, seed=seed_from("review", seed))
    chance = Chance.seeded("review of", game, seed)
    bots = [make_bot(match.game, DEPUTY, chance.another()) for _ in range(seats)]
    while match.outcome is None:
        seat = match.asked()[0]
        answer = answer_of(bots[seat], match, seat, chance)
        own = seat == mine
        answer = plant(match, answer) if own else answer
        match.answer(seat, answer, by=By.PLAYER if own else By.BOT)
    return match


def past_of(match: Match[Any], id: str = "a match") -> PlayedMatch:
    record = match.record
    assert record is not None
    beginning = Beginning(record.heading, record.seed, None)
    return PlayedMatch(id, match.game.id, _pack(beginning), _pack(record.lines))


def no_words(match: Match[Any], seat: Seat, one: Decision) -> dict[str, Any]:
    return {}


@cache
def noon() -> PlayedMatch:
    """A short match of a game that nobody here has written, and that says nothing of its tables."""
    return past_of(played("high_noon", 3, 1, Seat(0)))


# --- decisions ------------------------------------------------------------------------------------


def test_a_planted_blunder_is_one_of_the_three_largest_decisions() -> None:
    """A deputy of BANG!, who wins with the Sheriff alone, shoots at the Sheriff all at once."""
    planted: list[int] = []
    match = Match.start(find_game("bang_dice"), 5, seed=seed_from("review", PLANTED))
    roles = [cowboy.role.value for cowboy in match.state.cowboys]
    deputy, sheriff = (Seat(roles.index(role)) for role in ("deputy", "sheriff"))

    def shoot_the_sheriff(now: Match[Any], answer: Answer) -> Answer:
        offers = now.choice(deputy).offers()
        at_him = [one for one in offers if set(targets(one)) == {sheriff}]
        if now.waits().rule != "bang.shot.one" or not at_him or len(at_him) == len(offers):
            return answer
        planted.append(now.number)
        return at_him[0]

    past = past_of(played("bang_dice", 5, PLANTED, deputy, shoot_the_sheriff))
    found, done = judge_on(past, Choices(deputy), 0, SMALL, 1e9, no_words)
    assert done == pieces(past, deputy)
    assert len(found.decisions) > 3
    largest = found.largest()[:3]
    assert planted[0] in [one.line for one in largest]
    blunder = next(one for one in largest if one.line == planted[0])
    assert blunder.sure
    assert set(targets(blunder.given)) == {sheriff}
    assert sheriff not in targets(blunder.best)


def targets(answer: Any) -> list[int]:
    told = plain(answer)
    return list(told.values()) if isinstance(told, dict) else []


@pytest.mark.parametrize(
    ("game", "seats", "seat"),
    [("high_noon", 3, Seat(2)), ("bang_dice", 5, Seat(1)), ("cash_n_guns", 4, Seat(2))],
)
def test_a_seats_review_does_not_depend_on_what_it_could_not_know(
    game: str, seats: int, seat: Seat
) -> None:
    """At several decisions of a match the hidden values are exchanged, the dice are others, and the
    answers that others have sealed already are gone: the figures are the same."""
    match = Match.start(find_game(game), seats, seed=seed_from("leak"))
    bot = make_bot(match.game, "random", Chance.seeded("leak", game))
    looked, hidden, openly = 0, 0, 0
    while looked < 3:
        asked = match.asked()[-1 if seat in match.asked() else 0]
        own = seat if seat in match.asked() else asked
        answer = answer_of(bot, match, own, Chance.seeded("any"))
        if own == seat and len(match.choice(seat).offers()) > 1:
            looked += 1
            other = match.clone()
            other.redraw(seat, Chance.seeded("other", looked))
            other.chance = Chance.seeded("other dice", looked)
            other.number += 7
            for step in other.agenda:
                if hasattr(step, "forget"):
                    step.forget(seat)
            first, second = (judged(one, seat, answer, 5, HASTY, "x") for one in (match, other))
            assert first == second
            assert first is not None
            again = [tried_again(one, seat, first, HASTY, "x") for one in (match, other)]
            assert again[0] == again[1]
            hidden += match.state != other.state
            far = Effort(far=12)
            known = [chances(one, far, Chance.seeded("known"), far=True) for one in (match, other)]
            openly += known[0] != known[1]
        match.answer(own, answer)
    if game != "high_noon":
        assert hidden, "the worlds are the same"
        assert openly, "whoever knows everything would have seen the difference"


def test_an_answer_that_was_the_best_costs_nothing() -> None:
    past = noon()
    found, _ = judge_on(past, Choices(Seat(0)), 0, HASTY, 1e9, in_words)
    assert found.decisions
    for one in found.decisions:
        if one.given == one.best:
            assert (one.gain, one.error) == (0, 0)
            assert not one.sure
        assert set(one.words) == {"en", "es", "ru"}
        assert all(words.question and words.given and words.best for words in one.words.values())


def test_decisions_can_be_judged_in_pieces_with_the_same_result() -> None:
    whole, done = judge_on(noon(), Choices(Seat(0)), 0, HASTY, 1e9, no_words)
    pieced, so_far = Choices(Seat(0)), 0
    while so_far < pieces(noon(), Seat(0)):
        stored = msgspec.json.encode(pieced)
        pieced, now = judge_on(
            noon(), msgspec.json.decode(stored, type=Choices), so_far, HASTY, 0.0, no_words
        )
        assert now == so_far + 1
        so_far = now
    assert so_far == done
    assert msgspec.to_builtins(pieced) == msgspec.to_builtins(whole)


# --- the curve ------------------------------------------------------------------------------------


def test_a_curve_ends_with_the_result_and_is_the_same_in_pieces() -> None:
    past = noon()
    whole = draw_on(past, Curve(3), HASTY, 1e9)
    pieced = Curve(3)
    while len(pieced.points) < len(stages(past)):
        before = len(pieced.points)
        pieced = draw_on(
            past, msgspec.json.decode(msgspec.json.encode(pieced), type=Curve), HASTY, 0.0
        )
        assert len(pieced.points) == before + 1
    assert msgspec.to_builtins(pieced) == msgspec.to_builtins(whole)
    over = past.at(whole.points[-1].line).outcome
    assert over is not None
    won = [WHOLE if seat in over.winners else 0 for seat in range(3)]
    assert whole.points[-1].worth == won
    assert whole.deal is not None
    assert whole.rolls > 0
    for point in whole.points:
        assert all(0 <= worth <= WHOLE for worth in point.worth)


def test_luck_is_what_came_against_what_could_have_come() -> None:
    """All that can come is drawn the same way, so luck is nobody's on the average; and where the
    answer decides alone, there is none."""
    past = noon()
    lines = dict(past.standing)
    curve = draw_on(past, Curve(3), HASTY, 1e9)
    rolled = [point.line for point in curve.points if point.luck is not None]
    before, after = past.at(rolled[0] - 1), past.at(rolled[0])
    given = lines[rolled[0] - 1]
    total = [0, 0, 0]
    for number in range(12):
        other = before.clone()
        other.chance = Chance.seeded("another roll", number)
        other.answer(given.seat, given.answer)
        luck = luck_of_dice(before, given, other, Effort(luck=40), Chance.seeded("luck", number))
        total = [a + b for a, b in zip(total, luck.change, strict=True)]
    assert max(abs(one) for one in total) / 12 < WHOLE / 8
    assert after.chance.drawn != before.chance.drawn
    assert all(
        past.at(point.line).chance.drawn == past.at(point.line - 1).chance.drawn
        for point in curve.points[1:]
        if point.luck is None
    )


def test_turning_points_are_the_largest_steps_and_no_noise() -> None:
    def point(line: int, worth: int, error: int = 100) -> Point:
        return Point(line, [worth, WHOLE - worth], [error, error])

    points = [point(1, 5000), point(2, 5300), point(3, 8000), point(5, 7000), point(6, 0, 0)]
    found = turnings_of(points)
    assert [(before.line, after.line) for before, after in found] == [(2, 3), (3, 5), (5, 6)]
    noisy = [point(1, 5000, 900), point(2, 7000, 900)]
    assert turnings_of(noisy) == []


def test_names_are_drawn_as_they_are_written() -> None:
    points = [Point(0, [10, 20], [0, 0]), Point(1, [9000, 1000], [0, 0])]
    found = msgspec.json.encode(Curve(2, points=points)).decode()
    drawn = plot(found, "/matches/x", [r"$\frac{$", "_<b>$ & Co"], "en")
    assert r"A $\frac{$" in drawn
    assert "B _&lt;b&gt;$ &amp; Co" in drawn


def test_those_who_win_together_have_one_line() -> None:
    curve = Curve(3, points=[Point(0, [10, 20, 10], [0] * 3), Point(1, [30, 5, 30], [0] * 3)])
    assert curve.together() == [[0, 2], [1]]
