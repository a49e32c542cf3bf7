"""Numbers in texts come from the code: by name, with the right plural, in three languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta

from boomtown.core import Game, Options
from boomtown.rulebook.book import AnswerText, Language, Question, Rulebook, RuleText
from boomtown.rulebook.numbers import book_of, numbers_of, put_in
from boomtown.rulebook.numerals import numeral
from boomtown.rulebook.wording import Wording
from boomtown.testing.numbers import numbers_used, written_out
from boomtown.web.rooms.pages import PLAIN_PAGE
from boomtown.web.words import HtmlWording
from toys import HONEST

PLURALS = {
    "en": {"wound": {"one": "wound", "other": "wounds"}},
    "es": {"wound": {"one": "herida", "other": "heridas"}},
    "ru": {"wound": {"one": "рана", "few": "раны", "many": "ран"}},
}
CODE = '''
DEADLY: Final = 3
HAND = 8

class Die(Step):
    rule = "toy.wound.deadly"
    def run(self, match):
        return match.state.wounds >= DEADLY

def deal(match):
    """No rule is cited here."""
    return HAND
'''


class Deadly(Options):
    wounds: Annotated[int, Meta(ge=1, le=9)] = 3


def deadly(options: Deadly) -> dict[str, int]:
    return {"deadly": options.wounds}


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", 1, "With 1 wound you die; 1!"),
        ("en", 3, "With 3 wounds you die; 3!"),
        ("es", 3, "With 3 heridas you die; 3!"),
        ("ru", 3, "With 3 раны you die; 3!"),
        ("ru", 5, "With 5 ран you die; 5!"),
    ],
)
def test_a_number_has_its_noun_in_the_right_form(language: str, number: int, text: str) -> None:
    told = {"deep": ["With {deadly:wound} you die; {deadly}!"]}
    filled = put_in(told, {"deadly": number}, language, PLURALS[language])
    assert filled == {"deep": [text]}


def test_what_a_sentence_brings_itself_is_left_to_it() -> None:
    told = put_in("{seat:seat} has {n:wound} of {deadly}", {"deadly": 3}, "en", PLURALS["en"])
    assert told == "{seat:seat} has {n:wound} of 3"


def test_a_value_of_a_sentence_comes_before_a_number_of_the_game() -> None:
    sentences = {"fall": "A fall: {save}+. After {turns:turn} it is over; {bonus} at most."}
    told = Language("", "", say=sentences, plurals={"turn": {"one": "turn", "other": "turns"}})
    book = Rulebook("toys", {"en": told}, {"save": 5, "turns": 8, "bonus": 60000})
    said = "A fall: 7+. After 8 turns it is over; 60,000 at most."
    assert Wording(book, "en").say("fall", save=7) == said
    page = HtmlWording(book, "en", (), PLAIN_PAGE)
    assert page.say("fall", save=7) == said


def test_thousands_stand_apart_as_each_language_writes_them() -> None:
    told = [numeral(language, 12000) for language in ("en", "es", "ru")]
    assert told == ["12,000", "12.000", "12\N{NO-BREAK SPACE}000"]


def test_a_table_reads_the_numbers_of_its_own_options() -> None:
    honest: Game[Any, Any] = HONEST
    game = replace(honest, options=Deadly, numbers=deadly)
    assert numbers_of(game) == (("deadly", 3),)
    assert numbers_of(game, Deadly(wounds=5)) == (("deadly", 5),)
    assert book_of(game).ids == book_of(HONEST).ids


def book(text: str, language: str = "en", **more: Any) -> Rulebook:
    rules = {"toy.wound.deadly": RuleText("Death", text, **more)}
    return Rulebook("toys", {"en": Language("", "", rules), language: Language("", "", rules)})


@pytest.fixture
def used(tmp_path: Path) -> dict[str, dict[int, str]]:
    path = tmp_path / "rules.py"
    path.write_text(CODE, encoding="utf-8")
    return numbers_used(HONEST, [path])


def test_the_check_knows_the_numbers_of_the_code_that_cites_a_rule(
    used: dict[str, dict[int, str]],
) -> None:
    assert used["toy.wound.deadly"] == {3: "DEADLY"}
    assert all(8 not in numbers for id, numbers in used.items() if id.startswith("toy."))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("With 3 wounds you die.", "en"),
        ("Three wounds kill.", "en"),
        ("Умирают от трёх ран.", "ru"),
    ],
)
def test_a_number_that_is_written_out_is_found(
    text: str, language: str, used: dict[str, dict[int, str]]
) -> None:
    assert any("DEADLY" in found for found in written_out(book(text, language), used))


def test_answers_and_sentences_about_a_rule_are_read_as_well(
    used: dict[str, dict[int, str]],
) -> None:
    rules = {"toy.wound.deadly": RuleText("Death", "With {deadly:wound} you die.")}
    told = Language(
        "",
        "",
        rules,
        log={"toy.wound.deadly.again": "Three again!"},
        ask={"toy.wound.deadly": Question("The 3rd?", "After 3 wounds.")},
        refuse={"toy.wound.deadly": "You have 2."},
        answers={
            "out.when": AnswerText("Three wounds", rules=["toy.wound.deadly"]),
            "out.back": AnswerText("Never", rules=["toy.wound.deadly"]),
        },
    )
    found = list(written_out(Rulebook("toys", {"en": told}), used))
    assert [one.partition(" (en)")[0] for one in found] == [
        "answers.out.when",
        "log.toy.wound.deadly.again",
        "ask.toy.wound.deadly",
    ]


def test_a_length_in_hundredths_is_found_as_whole_inches(tmp_path: Path) -> None:
    path = tmp_path / "moves.py"
    path.write_text(CODE.replace("DEADLY: Final = 3", "DEADLY: Final = 400"), encoding="utf-8")
    used = numbers_used(HONEST, [path])
    assert used["toy.wound.deadly"] == {400: "DEADLY", 4: "DEADLY"}


@pytest.mark.parametrize(
    "fine", ["With {deadly:wound} you die.", "With 8 cards you live.", "In 1873 you die."]
)
def test_other_numbers_are_none_of_its_business(fine: str, used: dict[str, dict[int, str]]) -> None:
    assert list(written_out(book(fine), used)) == []
    assert list(written_out(book("3 wounds", coincidences=[3]), used)) == []
