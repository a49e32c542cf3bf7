"""Why not: what lies on the table and is not offered is refused by a rule, in every language."""

from typing import Any

import pytest

from bang_dice import GAME
from bang_dice.state import Town
from boomtown.core import Match, Refusal, Seat
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.testing import Play, Suite
from saloon import EVERYTHING, A, C, five, stop, table, throw


def why(match: Match[Town], seat: Seat, answer: object) -> Refusal:
    choice = match.choice(seat)
    refusal = choice.refusal(choice.read(answer))
    assert refusal is not None
    return refusal


@pytest.mark.rule("bang.shot.one", "bang.shot.distance")
def test_a_one_aimed_two_seats_away_says_how_far_that_is() -> None:
    match = table(five())
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    refusal = why(match, A, {"1": C})
    assert refusal.rule == "bang.shot.one"
    said = [Wording(book_of(GAME), lang, list("ABCDE")).refusal(refusal) for lang in LANGUAGES]
    assert said[0].startswith("C sits 2 places away")
    assert all("C" in sentence and "2" in sentence for sentence in said)
    described: Any = match.choice(A).describe()
    told = {item["value"]: item.get("refused") for item in described["parts"]["1"]["of"]}
    assert told[C]["rule"] == "bang.shot.one"
    assert [seat for seat in told if told[seat] is None] == [1, 4]


def test_every_refusal_of_a_match_has_its_sentence() -> None:
    """All modules at once: every visible thing is tried, and every reason is read out."""
    everything = {**EVERYTHING, "characters": "choose"}
    plays = [Play(seats, everything, f"why not {seats}") for seats in (5, 6, 7, 8)]
    assert Suite(GAME, plays).run("why not") == []
