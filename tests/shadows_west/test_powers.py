"""Weapons, ranks and traits are declared once: rulebook, names and the bot know each of them."""

import pytest

from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.numbers import MENTION
from shadows_west import GAME
from shadows_west.bot.opinions import THREATS, TRAIT_WORTH
from shadows_west.content.gangs import GANGS, TRAITS, WEAPONS, fired_as
from shadows_west.content.ranks import GRIT, Rank
from shadows_west.content.weapons import CORRIDOR, SHOT, WeaponType
from shadows_west.rules.numbers import prices
from shadows_west.rules.weapons import modes
from town import fig


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_weapon_has_its_rule_and_its_name(language: str) -> None:
    book = rulebook_of(GAME.package).languages[language]
    assert {weapon.rule for weapon in WEAPONS.values()} <= set(book.rules)
    assert set(WEAPONS) <= set(book.names["weapon"])


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
