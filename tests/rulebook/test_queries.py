"""Games by their answers: wishes, suggestions with reasons, and likeness."""

from __future__ import annotations

import pytest

from boomtown.plugins import installed_games
from boomtown.rulebook import LANGUAGES
from boomtown.rulebook.columns import read_column
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.queries import (
    Suggestion,
    UnknownWish,
    Wish,
    likeness,
    likenesses,
    read_wish,
    suggest,
)

BOOKS = {game.id: book_of(game) for game in installed_games()}


def wanted(*wishes: str, language: str = "en") -> dict[str, Suggestion]:
    return {one.game: one for one in suggest(BOOKS, [read_wish(w) for w in wishes], language)}


class TestWishes:
    def test_how_they_are_written(self) -> None:
        assert read_wish("sealed.what") == Wish("sealed.what")
        assert read_wish("!out.when") == Wish("out.when", without=True)
        assert read_wish("players.number=5") == Wish("players.number", "5")
        assert read_wish("!hidden.what=role") == Wish("hidden.what", "role", True)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("luck", "no question is called 'luck'"),
            ("goal.same=perhaps", "cannot be 'perhaps'; it can be yes, no, depends"),
            ("players.number=many", "cannot be 'many'; it can be a number"),
        ],
    )
    def test_what_cannot_be_wished_for(self, text: str, says: str) -> None:
        with pytest.raises(UnknownWish, match=says):
            read_wish(text)


class TestSuggestions:
    def test_sealed_choices_without_dice(self) -> None:
        found = suggest(BOOKS, [read_wish("sealed.what"), read_wish("!dice.use")])
        assert found[0].game == "cash_n_guns"
        assert found[0].all
        assert [reason.holds for reason in found[0].reasons] == ["yes", "yes"]

    def test_a_module_may_grant_what_the_game_does_not(self) -> None:
        assert wanted("sealed.what")["bang_dice"].column == "bang_dice+special_roles"
        assert wanted("dice.use")["bang_dice"].column == "bang_dice"

    def test_so_many_players_are_a_column(self) -> None:
        found = wanted("players.number=3", "hidden.bluff=yes")
        assert found["bang_dice"].column == "bang_dice@3"
        assert [reason.holds for reason in found["bang_dice"].reasons] == ["yes", "no"]
        assert not found["cash_n_guns"].all

    def test_what_depends_is_granted_sometimes(self) -> None:
        [reason] = wanted("win.together=yes")["cash_n_guns"].reasons
        assert reason.holds == "sometimes"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_reasons_are_in_the_readers_language(self, language: str) -> None:
        [reason] = wanted("out.when", language=language)["cash_n_guns"].reasons
        told = BOOKS["cash_n_guns"].answer("out.when", language)
        assert told is not None
        assert (reason.short, reason.sentence) == (told.short, told.sentence)


class TestLikeness:
    def test_a_game_is_like_itself_and_its_variants(self) -> None:
        bang, ghost, cash = (
            read_column(name, BOOKS) for name in ("bang_dice", "bang_dice+ghost", "cash_n_guns")
        )
        assert likeness(bang, bang).likeness == 1
        assert likeness(bang, cash).likeness < likeness(bang, ghost).likeness < 1

    def test_it_is_the_same_either_way(self) -> None:
        one, other = (read_column(name, BOOKS) for name in ("cash_n_guns", "high_noon"))
        assert likeness(one, other).likeness == likeness(other, one).likeness

    def test_reasons_are_the_questions(self) -> None:
        found = likeness(read_column("bang_dice", BOOKS), read_column("shadows_west", BOOKS))
        apart = [one.question for one in found.apart]
        assert len(found.alike) + len(apart) == found.compared
        assert "move.who" in apart
        assert "out.back" in found.alike
        assert found.apart == sorted(found.apart, key=lambda one: -one.distance)

    def test_every_two_the_most_alike_first(self) -> None:
        columns = [read_column(name, BOOKS) for name in ("bang_dice", "cash_n_guns", "high_noon")]
        found = likenesses(columns)
        assert len(found) == 3
        assert [pair.likeness for pair in found] == sorted(
            (pair.likeness for pair in found), reverse=True
        )
