"""A character is one value, and rulebook, page and bot know each of them."""

import pytest

from bang_dice.rules.characters import CHARACTERS, base, old_saloon
from bang_dice.rules.moments import NOBODY, Character
from boomtown.core import Ask, Step, steps_in
from boomtown.rulebook.book import LANGUAGES, rulebook_of

BLOW = (
    "suffers",
    "is_hit",
    "sees_hits",
    "has_lost",
    "others_fell",
    "was_shot",
    "shots_done",
    "gatling_done",
)
"""The moments whose order bang.loss.batch tells."""
QUESTIONS = [step for step in steps_in(base, old_saloon) if issubclass(step, Ask)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", CHARACTERS.values(), ids=lambda who: who.id)
def test_each_has_its_rule_its_name_and_the_line_on_its_card(who: Character, language: str) -> None:
    book = rulebook_of("bang_dice").languages[language]
    assert who.rule in book.rules, f'{language}/rules.toml: [rules."{who.rule}"]'
    assert who.id in book.names["character"], f"{language}/rules.toml: [names.character]"
    assert who.id in book.names["ability"], f"{language}/rules.toml: [names.ability]"


@pytest.mark.parametrize("who", CHARACTERS.values(), ids=lambda who: who.id)
def test_the_rule_of_who_needs_a_module_says_so(who: Character) -> None:
    module = rulebook_of("bang_dice").languages["en"].rules[who.rule].module
    assert module == (who.needs[0] if who.needs else "base"), f"module of {who.rule}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", QUESTIONS, ids=lambda step: step.__name__)
def test_each_question_has_its_sentence_and_its_title(step: type[Step], language: str) -> None:
    book = rulebook_of("bang_dice").languages[language]
    assert step.rule in book.ask, f'{language}/rules.toml: [ask."{step.rule}"]'
    title = f"board.ask.{step.rule}"
    assert title in book.say, f'{language}/rules.toml: "{title}" in [say]'


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_speaks_in_a_blow_is_named_in_the_paragraph_about_its_order(language: str) -> None:
    book = rulebook_of("bang_dice").languages[language]
    text = book.rules["bang.loss.batch"].text
    speak = [
        who.id
        for who in CHARACTERS.values()
        if any(getattr(who, moment) is not getattr(NOBODY, moment) for moment in BLOW)
    ]
    assert {"paul", "molly", "kit"} < set(speak) < set(CHARACTERS)
    missing = [who for who in speak if book.names["character"][who] not in text]
    assert missing == [], f"{language}/rules.toml: bang.loss.batch tells the order of a blow"
