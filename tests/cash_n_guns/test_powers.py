"""A power is one value, and whoever deals with powers reads it."""

import ast
import re
from pathlib import Path

import pytest

import cash_n_guns
from boomtown.core import Ask, steps_in
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from cash_n_guns.bot import opinions, powers
from cash_n_guns.page.stages import STAGE_OF_RULE
from cash_n_guns.rules.moments import NO_POWER, Power
from cash_n_guns.rules.powers import MODULES, POWERS

ABOUT_ALL = {"cash.power.public"}
ROOM = Path(cash_n_guns.__file__).parent


def source_of(module: str) -> str:
    return ROOM.parent.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")


def test_each_has_a_name_and_a_card_of_its_own() -> None:
    assert len({power.id for power in POWERS}) == len(POWERS)
    assert sorted(power.card for power in POWERS) == list(range(1, len(POWERS) + 1))


def test_every_paragraph_about_powers_belongs_to_one() -> None:
    ids = set(rulebook_of("cash_n_guns").ids)
    theirs = {rule for power in POWERS for rule in power.rules}
    assert theirs <= ids
    assert {rule for rule in ids if rule.startswith("cash.power.")} - ABOUT_ALL <= theirs
    assert NO_POWER.rule in ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_named_in_every_language(language: str) -> None:
    names = rulebook_of("cash_n_guns").languages[language].names["power"]
    assert set(names) == {power.id for power in POWERS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_that_is_used_up_is_named_among_the_used_ones(language: str) -> None:
    """The table in words shows ``gang.used``."""
    used = {
        str(getattr(module, name).id)
        for module in MODULES
        for name in re.findall(r"\.used\.append\((\w+)\.id\)", source_of(module.__name__))
    }
    names = rulebook_of("cash_n_guns").languages[language].names
    assert set(names["used"]) == used, f"{language}/rules.toml: [names.used]"
    assert {id: names["power"][id] for id in used} == names["used"]


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power.id)
def test_both_bots_have_an_opinion_of_each_and_an_answer_to_its_questions(power: Power) -> None:
    assert power.id in opinions.OPINIONS, "bot/opinions.py: the cool bot's, or AS_WITHOUT"
    assert power.id in powers.OPINIONS, "bot/powers.py: the deputy's, or AS_WITHOUT"
    assert set(opinions.OPINIONS[power.id].answers) == set(power.asks)


@pytest.mark.parametrize(
    ("rule", "moments"),
    [
        ("cash.courage.sequence", ("courage_shown",)),
        ("cash.effects.order", ("suffers", "another_fell")),
    ],
)
def test_a_paragraph_about_an_order_names_all_powers_that_speak_in_it(
    rule: str, moments: tuple[str, ...]
) -> None:
    """In English, which does not decline; the check names translations of what has changed."""
    book = rulebook_of("cash_n_guns").languages["en"]
    speak = [
        power.id
        for power in POWERS
        if any(getattr(power, moment) is not getattr(NO_POWER, moment) for moment in moments)
    ]
    assert 1 < len(speak) < len(POWERS)
    text = book.rules[rule].text
    missing = [id for id in speak if book.names["power"][id].removeprefix("The ") not in text]
    assert missing == [], f"rules.toml: {rule}"


def test_the_questions_of_powers_are_known_to_the_page() -> None:
    asked = {step.rule for step in steps_in(*MODULES) if issubclass(step, Ask)}
    assert asked == {rule for power in POWERS for rule in power.asks}
    assert asked <= set(STAGE_OF_RULE)


def test_nobody_else_knows_a_power_by_name() -> None:
    ids = {power.id for power in POWERS}
    for module in ROOM.rglob("*.py"):
        # Examples name powers, as people do; a temper of bots is called like one.
        if {"powers", "notation", "tempers.py"} & set(module.parts):
            continue
        tree = ast.parse(module.read_text(encoding="utf-8"))
        named = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} & ids
        assert not named, f"{module.relative_to(ROOM)} knows {named}"
