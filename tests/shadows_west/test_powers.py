"""Weapons, ranks and traits are declared once: rulebook, names and the bot know each of them."""

import re

import pytest

from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.numbers import MENTION
from boomtown.rulebook.wording import Wording
from boomtown.tabletext import table_lines
from shadows_west import GAME
from shadows_west.bot.opinions import THREATS, TRAIT_WORTH
from shadows_west.content.gangs import GANGS, TRAITS, WEAPONS, fired_as
from shadows_west.content.ranks import GRIT, Rank
from shadows_west.content.weapons import CORRIDOR, SHOT, WeaponType
from shadows_west.rules.numbers import prices
from shadows_west.rules.weapons import modes
from shadows_west.state import Gang
from town import fig, town

IN_BRACKETS = re.compile(r"\(([^)]*; [^)]*)\)")
ORDINARY = {"pistol", "carbine", "shotgun", "rifle"}
"""What the paragraph about kinds of models calls ordinary guns."""
STEM = 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_weapon_has_its_rule_and_its_name(language: str) -> None:
    book = rulebook_of(GAME.package).languages[language]
    assert {weapon.rule for weapon in WEAPONS.values()} <= set(book.rules)
    assert set(WEAPONS) <= set(book.names["weapon"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_in_words_calls_every_weapon_and_gang_by_its_name(language: str) -> None:
    wording = Wording(rulebook_of(GAME.package), language)
    told = "\n".join(table_lines(town([fig("a1", 0, 0, weapons=list(WEAPONS))]), wording))
    assert [id for id in WEAPONS if f": {wording.thing('weapon', id)}" not in told] == []
    gangs = [Gang(kind=kind) for kind in GANGS]
    for gang in gangs:
        assert wording.thing("gang", gang.kind) in "\n".join(table_lines(gang, wording))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_carries_what_is_told_as_it_is_declared(language: str) -> None:
    """Each kind of model has its brackets, in order: what it is; what it may carry."""
    book = rulebook_of(GAME.package).languages[language]
    names, text = book.names["weapon"], book.rules["shadows.gang.archetypes"].text
    told = [brackets.partition("; ")[2].split(", ") for brackets in IN_BRACKETS.findall(text)]
    kinds = [kind for gang in GANGS.values() for kind in gang]
    assert len(told) == len(kinds)
    for kind, carried in zip(kinds, told, strict=True):
        basic = set(kind.weapons) >= ORDINARY
        listed = [id for id in kind.weapons if not basic or id not in ORDINARY]
        expected = len(listed) + basic + (kind.dynamite == "may")
        where = f"{language}/weapons.toml: shadows.gang.archetypes, {kind.id}"
        assert len(carried) == expected, where
        short = [word for word in carried if word not in names.values()]
        # A name may be cut: LeMat for the LeMat pistol.
        missing = [
            id
            for id in listed
            if names[id] not in carried and not any(word in names[id] for word in short)
        ]
        assert missing == [], where


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_special_weapon_stands_in_the_paragraph_about_them(language: str) -> None:
    """Languages that decline change the end of a name: its first letters are looked for."""
    book = rulebook_of(GAME.package).languages[language]
    sentence = book.rules["shadows.gang.special"].text.partition(": ")[2].partition(".")[0]
    listed = re.split(", | or | o | или ", sentence.casefold())
    special = [weapon.id for weapon in WEAPONS.values() if weapon.special]
    where = f"{language}/weapons.toml: shadows.gang.special"
    assert len(listed) == len(special), where
    begins = [book.names["weapon"][id].casefold()[:STEM] for id in special]
    assert [stem for stem in begins if not any(stem in one for one in listed)] == [], where


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_price_stands_in_the_list_of_prices(language: str) -> None:
    text = rulebook_of(GAME.package).languages[language].rules["shadows.gang.points"].text
    listed = {name for name, _ in MENTION.findall(text)}
    assert listed == set(prices()), f"{language}/weapons.toml: shadows.gang.points"


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=lambda weapon: weapon.id)
def test_whatever_is_aimed_has_a_jam_die(weapon: WeaponType) -> None:
    """A fire corridor jams by itself; a shot that misses throws the die."""
    assert (weapon.jam == 0) == (weapon.way == CORRIDOR), "jam=0 is for way=CORRIDOR"


def test_the_bot_has_an_opinion_of_every_weapon_and_of_every_trait() -> None:
    assert set(THREATS) == set(WEAPONS), "bot/opinions.py: THREATS"
    assert set(TRAIT_WORTH) == set(TRAITS)


def test_somebody_may_carry_every_weapon() -> None:
    carried = {weapon for gang in GANGS.values() for kind in gang for weapon in kind.weapons}
    assert carried == set(WEAPONS)


def test_every_rank_has_its_grit_in_order() -> None:
    assert set(GRIT) == set(Rank)
    assert [grit.order for grit in GRIT.values()] == [0, 1, 2]


def test_a_second_barrel_is_fired_as_another_weapon() -> None:
    [lemat] = fig("a1", 0, 0, weapons=["lemat"]).weapons
    assert modes(lemat) == [SHOT, CORRIDOR]
    assert fired_as(WEAPONS["lemat"], CORRIDOR) is WEAPONS["sawn_off"]
    lemat.spent = True
    assert modes(lemat) == [SHOT]


def test_what_a_weapon_does_to_dice_and_saves_is_asked_by_band_and_distance() -> None:
    shotgun, bow, buffalo = (WEAPONS[id] for id in ("shotgun", "bow", "buffalo_gun"))
    assert [shotgun.dice(band) for band in ("short", "medium", "long")] == [1, 0, -1]
    assert [bow.save(band, lambda far: True) for band in ("short", "medium", "long")] == [0, 1, 2]
    assert buffalo.save("medium", lambda far: far >= 1000) == -1
    assert buffalo.save("medium", lambda far: far >= 1001) == 0
