"""What the page of a table draws for questions, places and lines of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

import hideout
import saloon
from boomtown.core import Match, Seat
from boomtown.plugins import find_game
from boomtown.testing.plays import Play
from doors import Table
from sites import app_in

SALOON = f"A paul sheriff 6/10 | {saloon.OTHERS} | pile 5 | turn A"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("drawn")) as app:
        yield app


def drawn(app: Flask, match: Match[Any], seat: int = 0) -> tuple[str, str]:
    """The board and the prompt of a seat."""
    options = msgspec.to_builtins(match.options)
    table = Table(app, find_game(match.game.id), Play(match.seats, options, ""), "en")
    table.lay(match)
    board, prompt = table.drawn(Seat(seat)).split('id="part-prompt"')
    return board, prompt


def links(app: Flask, match: Match[Any], key: str) -> list[str]:
    """The rules that lines of the log with a key link to, the newest first."""
    _, prompt = drawn(app, match)
    lines = re.findall(rf'<li data-n="\d+" data-key="{re.escape(key)}".*?</li>', prompt, re.DOTALL)
    return [re.findall(r'data-rule="([^"]+)"', line)[-1] for line in lines]


def test_oneself_is_the_last_target_and_is_marked(app: Flask) -> None:
    match = hideout.table()
    hideout.bullets(match, "CCCC")
    _, prompt = drawn(app, match)
    buttons = re.findall(r'name="a" value=\'(\S+)\'(.*?)</button>', prompt, re.DOTALL)
    assert [value for value, _ in buttons] == ["1", "2", "3", '"nobody"', "0"]
    assert [value for value, label in buttons if "(you)" in label] == ["0"]


def test_bullets_that_others_have_shown_can_be_seen(app: Flask) -> None:
    match = hideout.table()
    hideout.stages(match, "CBCC", "----")
    hideout.take_all(match)
    board, _ = drawn(app, match)
    shown = re.findall(r'<span class="shown"[^>]*>(.*?)</span>', board)
    assert ["card-bang" in one for one in shown] == [True, False, False]
    assert ["card-click" in one for one in shown] == [False, True, True]


def test_a_single_beer_is_poured_by_one_press(app: Flask) -> None:
    match = saloon.table(SALOON)
    saloon.throw(match, "beer gat gat arrow arrow")
    saloon.stop(match)
    _, prompt = drawn(app, match)
    assert (
        len(re.findall(r'<button type="submit" class="act lit" name="a\.\d" value="1"', prompt))
        == 4
    )
    assert 'id="send"' not in prompt


def test_two_beers_are_divided(app: Flask) -> None:
    match = saloon.table(SALOON)
    saloon.throw(match, "beer beer gat arrow arrow")
    saloon.stop(match)
    _, prompt = drawn(app, match)
    assert 'data-amount="2"' in prompt
    assert 'id="send"' in prompt


def test_who_takes_a_share_is_told_of_shares(app: Flask) -> None:
    match = hideout.sharing(hideout.table())
    hideout.takes(match, "A:B20")
    assert links(app, match, "cash.share.must_take") == ["cash.share.order"]


def test_one_wound_is_not_more_than_one_hit(app: Flask) -> None:
    match = hideout.table()
    hideout.stages(match, "BBBC", "CCDA")
    assert links(app, match, "cash.effects.several") == [
        "cash.effects.bang",
        "cash.effects.several",
    ]


def test_dice_thrown_again_are_no_first_throw(app: Flask) -> None:
    match = saloon.table(SALOON)
    saloon.throw(match, "beer gat gat arrow 1")
    saloon.reroll(match, {1: "gat"})
    assert links(app, match, "bang.roll.first.cast") == ["bang.roll.reroll", "bang.roll.first"]


def test_faces_stages_and_roles_say_what_they_are(app: Flask) -> None:
    """A mouse finds it by hovering, a finger by a long press (``title``)."""
    match = saloon.table(SALOON)
    saloon.throw(match, "beer gat gat arrow 1")
    board, _ = drawn(app, match)
    assert len(re.findall(r'class="die [^>]* title="[^"]+"', board)) == 5
    assert len(re.findall(r'<li class="\w+" title="[^"]+"', board)) == 5
    assert board.count("Nobody else knows this role.") == 3
    assert 'class="quiver" data-beat="pile" title="' in board


def test_the_role_card_says_its_goal(app: Flask) -> None:
    match = saloon.table(SALOON)
    board, _ = drawn(app, match, seat=1)
    assert "<small>Wins when the Sheriff is out, unless only a Renegade is left" in board
