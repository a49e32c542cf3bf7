"""Names and chat as others see them: no tricks with letters."""

from __future__ import annotations

import unicodedata

import pytest

from boomtown.core import Chance
from boomtown.store.codes import GUESTS
from boomtown.store.texts import (
    LONGEST_NAME,
    MOST_MARKS,
    clean_name,
    one_line,
    skeleton,
    told_apart,
)


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  Ann  Lee ", "Ann Lee"),
        ("A\nB\u202eC", "A BC"),
        ("x" * 99, "x" * 24),
        (" \t ", ""),
        ("<b>Ann</b>", "<b>Ann</b>"),  # names are escaped where they are shown
        ("A\u200bn\u00adn\u2060a\ufeff", "Anna"),
        ("\u3164\u115f\u2800\ufe0f", ""),
        ("\ue000\ud800\U000e0041", ""),
        ("e" + "\u0301" * 50, "\u00e9" + "\u0301" * MOST_MARKS),
        ("\u0301\u0302", ""),
        ("Ａｎｎａ", "Anna"),
        ("José Иванов", "José Иванов"),
        ("नीना", "नीना"),
        ("🤠 Bill", "🤠 Bill"),
    ],
)
def test_names_are_one_plain_line(raw: str, name: str) -> None:
    assert clean_name(raw) == name


def test_whatever_is_said_shows_only_what_can_be_seen() -> None:
    chance = Chance.seeded("letters")
    for _ in range(3000):
        raw = "".join(chr(chance.below(0x110000)) for _ in range(chance.below(12)))
        raw += "".join(chr(0x300 + chance.below(0x50)) for _ in range(chance.below(6)))
        for text in (one_line(raw), clean_name(raw)):
            kinds = [unicodedata.category(letter)[0] for letter in text if letter != " "]
            assert not set(kinds) & set("CZ")
            assert "MMM" not in "".join(kinds)
            assert not text or kinds[0] != "M"
            assert text == one_line(text)


@pytest.mark.parametrize("twin", ["anna", "ANNA", "Аnna", "Αnna", "Ánna", "A n n a", "Anna\u0323"])
def test_look_alikes_have_one_skeleton(twin: str) -> None:
    assert skeleton(twin) == skeleton("Anna")


def test_different_names_stay_different() -> None:
    names = ["Anna", "Hanna", "Ann", "Иван", "Ирина", "Bill", "Bella", "Calamity", "Cass"]
    assert told_apart(names) == tuple(names)


def test_the_later_one_gets_a_number_that_nobody_has() -> None:
    assert told_apart(["Anna", "Anna 2", "Аnnа", "anna"]) == ("Anna", "Anna 2", "Аnnа 3", "anna 4")
    long = "x" * LONGEST_NAME
    assert told_apart([long, long])[1] == "x" * (LONGEST_NAME - 2) + " 2"


@pytest.mark.parametrize(
    ("twin", "name"),
    [
        ("ᎪNNᎪ", "Anna"),
        ("ꓮꓠꓠꓮ", "Anna"),
        ("ᴀɴɴᴀ", "Anna"),
        ("Βοηηιε", "Bohhie"),
        ("Сlеm", "Clem"),
        ("Ваrnеу", "Barney"),
        ("B1ll", "Bill"),
        ("Søren", "Soren"),
        ("Łukasz", "Lukasz"),
        ("P@t", "Pat"),
        ("Cornelius", "Comelius"),
        ("Сӏагk", "Clark"),
        ("Օtіѕ", "Otis"),
        ("Æthel", "Aethel"),
        ("𝐀𝓷𝕟𝙖", "Anna"),
    ],
)
def test_look_alikes_of_many_alphabets(twin: str, name: str) -> None:
    assert skeleton(twin) == skeleton(name)


def test_names_of_the_house_do_not_look_like_each_other() -> None:
    assert len({skeleton(name) for name in GUESTS}) == len(GUESTS)
