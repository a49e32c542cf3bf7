"""A character is one value, and rulebook, page and bot know each of them."""

import pytest

from bang_dice.rules.characters import CHARACTERS, base, old_saloon
from bang_dice.rules.moments import Character
from boomtown.core import Ask, Step, steps_in
from boomtown.rulebook.book import LANGUAGES, rulebook_of

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
