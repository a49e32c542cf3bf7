"""Answers that follow from a declaration, and the interview about those that do not."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import boomtown.cli.questions as asking
from boomtown.cli.commands import boomtown
from boomtown.core import Ask, Game, Match, OneOf, Seat
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook import (
    FIRST_LANGUAGE,
    LANGUAGES,
    Rulebook,
    compare,
    gaps,
    mechanics,
    questions,
)
from boomtown.rulebook.columns import Column
from boomtown.rulebook.derive import derived_answers, derived_texts
from boomtown.rulebook.interview import interview, read_value, skeleton, wanted, written
from boomtown.rulebook.numbers import book_of
from boomtown_game_high_noon import GAME as NOON
from boomtown_game_high_noon.rules import AIM, DUCK, Stand
from boomtown_game_high_noon.state import Noon

ASKED = {question.id: question for question in questions()}


def unwritten(game: Game[Any, Any]) -> Rulebook:
    """A rulebook whose author has answered nothing."""
    book = book_of(game)
    told = {code: replace(one, answers={}) for code, one in book.languages.items()}
    return replace(book, languages=told)


class TestFollowing:
    @pytest.mark.parametrize(
        ("question", "value"),
        [
            ("players.number", [2, 6]),
            ("players.sides", "alone"),
            ("goal.same", "yes"),
            ("dice.again", 0),
            ("sealed.change", "yes"),
            ("sealed.see", "that_chosen"),
            ("react.many", "one"),
            ("out.play", "no"),
            ("move.who", "no"),
            ("end.long", "yes"),
            ("online.leave", "bot"),
            ("online.auto", []),
            ("players.pieces", "one_figure"),
            ("order.next", "together"),
            ("order.gap", "passed_over"),
            ("turn.unit", "common_round"),
            ("dice.use", "success"),
            ("hidden.bluff", "yes"),
            ("hidden.open", "partly"),
            ("hidden.asked", "no"),
            ("sealed.single", "yes"),
            ("target.who", "anybody"),
            ("power.who", "yes"),
        ],
    )
    def test_what_high_noon_need_not_write(self, question: str, value: object) -> None:
        answer = unwritten(NOON).answer(question)
        assert answer is not None
        assert (answer.value, answer.derived) == (value, True)

    @pytest.mark.parametrize(
        "question", ["loot.what", "terrain.cover", "folk.who", "heal.how", "players.modules"]
    )
    def test_topics_without_a_rule_do_not_arise(self, question: str) -> None:
        answer = unwritten(NOON).answer(question)
        assert answer is not None
        assert answer.none

    def test_a_kind_of_play_is_told_by_its_definition_and_its_rules(self) -> None:
        answer = unwritten(NOON).answer("hidden.bluff", "es")
        assert answer is not None
        [bluffing] = [one for one in mechanics("es") if one.id == "bluffing"]
        assert (answer.sentence, answer.rules) == (bluffing.text, ["noon.trick.window"])

    def test_what_dice_are_for_is_told_by_the_rule_that_brings_them(self) -> None:
        book = unwritten(NOON)
        answer = book.answer("dice.use", "ru")
        assert answer is not None
        assert answer.sentence == book.rule("noon.shot.dice", "ru").text

    def test_one_question_at_a_time_makes_turns_of_ones_own(self) -> None:
        class Draw(Ask):
            rule = "noon.stand.aim"

            def choice(self, match: Match[Noon], seat: Seat) -> OneOf:
                return OneOf([AIM, DUCK])

            def answered(self, match: Match[Noon], answer: str) -> None:
                match.tell(self.rule)

        game = dataclasses.replace(NOON, steps=(*NOON.steps, Draw))
        found = derived_answers(game, unwritten(NOON))["en"]
        assert {"turn.unit", "order.next"}.isdisjoint(found)

    def test_somebody_without_a_choice_may_be_spared(self) -> None:
        class Known(Stand):
            public = True

        game = dataclasses.replace(NOON, steps=(*NOON.steps, Known))
        found = derived_answers(game, unwritten(NOON))["en"]
        assert "sealed.single" not in found
        assert found["online.auto"].value == ["forced"]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_is_to_be_read_is_told_of_every_game(self, language: str) -> None:
        values = {
            (game.id, name): answer.key
            for game in installed_games()
            for name in ("", *book_of(game).variants)
            if (answer := book_of(game).answer("players.read", language, (name,) if name else ()))
            and (not name or answer.changed)
        }
        assert values == {
            ("bang_dice", ""): "open_texts",
            ("bang_dice", "special_roles"): "open_texts+secret_texts",
            ("cash_n_guns", ""): "none",
            ("cash_n_guns", "powers"): "open_texts",
            ("high_noon", ""): "secret_texts",
            ("shadows_west", ""): "open_texts",
        }

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_family_learns_from_what_age_and_with_what(self, language: str) -> None:
        told = {
            game.id: tuple(
                answer.none or answer.key
                for id in ("players.age", "players.kit", "target.ammo", "win.behind")
                if (answer := book_of(game).answer(id, language))
            )
            for game in installed_games()
        }
        unnamed = derived_texts()[language].none["players.age"]
        assert told == {
            "bang_dice": (unnamed, "dice+cards+tokens", "no", "yes"),
            "cash_n_guns": (unnamed, "cards+tokens+figures+toy_guns", "yes", "yes"),
            "high_noon": (unnamed, "dice+cards", "no", "yes"),
            "shadows_west": (unnamed, "dice+cards+tokens+figures+tape+scenery", *["depends"] * 2),
        }

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_whether_promises_bind_is_settled_by_one_game_only(self, language: str) -> None:
        told = {
            game.id: book_of(game).answer("players.talk", language) for game in installed_games()
        }
        silent = derived_texts()[language].none["players.talk"]
        assert {id: one.none or one.key for id, one in told.items() if one} == {
            "bang_dice": "no",
            "cash_n_guns": silent,
            "high_noon": silent,
            "shadows_west": silent,
        }

    def test_what_a_table_needs_follows_from_the_kinds_of_play(self) -> None:
        derived = unwritten(find_game("shadows_west")).derived["en"]["players.kit"]
        assert derived.value == ["dice", "cards", "figures", "tape", "scenery"]

    def test_without_powers_there_is_nothing_to_read(self) -> None:
        book = unwritten(NOON)
        first = book.languages[FIRST_LANGUAGE]
        rules = {
            id: replace(rule, mechanics=[m for m in rule.mechanics if m != "variable_powers"])
            for id, rule in first.rules.items()
        }
        plain = replace(book, languages={FIRST_LANGUAGE: replace(first, rules=rules)})
        told = derived_answers(NOON, plain)[FIRST_LANGUAGE]["players.read"]
        assert (told.value, told.short) == ([], "Nothing")
        assert "players.read" not in derived_answers(NOON, book)[FIRST_LANGUAGE]

    def test_places_and_sight_limit_the_targets(self) -> None:
        assert "target.who" not in unwritten(find_game("bang_dice")).derived["en"]
        assert "target.who" not in unwritten(find_game("shadows_west")).derived["en"]

    def test_what_the_author_writes_takes_its_place(self) -> None:
        answer = book_of(NOON).answer("heal.rescue")
        assert answer is not None
        assert (answer.value, answer.derived) == ("yes", False)

    def test_an_answer_may_leave_out_a_value_that_follows(self) -> None:
        answer = book_of(find_game("cash_n_guns")).answer("players.number")
        assert answer is not None
        assert (answer.value, answer.derived) == ([4, 8], False)

    @pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
    def test_what_follows_is_what_our_authors_wrote(self, game: Game[Any, Any]) -> None:
        """Where they wrote something else, they meant to: it is listed here."""
        book, corrected = book_of(game), set[str]()
        for id, answer in book.derived[FIRST_LANGUAGE].items():
            said = book.answer(id)
            assert said is not None
            if (answer.none != "") != (said.none != "") or (
                answer.value is not None and said.key != "" and answer.value != said.value
            ):
                corrected.add(id)
        assert corrected == CORRECTED[game.id]

    def test_every_language_has_every_sentence(self) -> None:
        first = derived_texts()[FIRST_LANGUAGE]
        for language in LANGUAGES:
            told = derived_texts()[language]
            assert set(told.answers) == set(first.answers)
            assert set(told.none) == set(first.none)
            assert all(text.endswith(".") for text in (*told.answers.values(), *told.none.values()))
        for key in first.answers:
            question, _, value = (key, "", "") if key in ASKED else key.rpartition(".")
            assert value in ("", "none", *ASKED[question].values), key

    def test_a_reader_of_another_language_reads_it_in_theirs(self) -> None:
        only = replace(unwritten(NOON), languages={"en": unwritten(NOON).languages["en"]})
        [cell] = next(
            row
            for row in compare([Column("high_noon", only)], "ru").rows
            if row.question.id == "loot.what"
        ).cells
        assert (cell.sentence, cell.language, cell.derived) == ("Добычи нет.", "ru", True)

    def test_a_book_without_any_mechanic_says_nothing_by_lacking_one(self) -> None:
        first = unwritten(NOON).languages["en"]
        bare = {id: replace(rule, mechanics=[]) for id, rule in first.rules.items()}
        book = Rulebook(NOON.package, {"en": replace(first, rules=bare)})
        found = derived_answers(NOON, book)["en"]
        assert "hidden.bluff" not in found
        assert "dice.use" not in found
        assert found["loot.what"].none


CORRECTED = {
    # sealed choices come with a module, and characters are cards though nobody plays them; a
    # box has tokens; that claims about roles do not bind is a ruling
    "bang_dice": {
        "cards.use",
        "hidden.open",
        "players.kit",
        "players.talk",
        "sealed.change",
        "sealed.see",
        "sealed.open",
        "sealed.single",
    },
    # being late costs a share, and what is chosen for somebody is seen by all
    "cash_n_guns": {"online.time", "online.auto", "players.kit"},
    # only some of the dead win, and all can count the hands
    "shadows_west": {
        "online.ahead",
        "online.auto",
        "out.win",
        "players.kit",
        "sealed.single",
        "win.set",
    },
    "high_noon": {"heal.rescue"},
}


class TestInterview:
    def test_twenty_answers_are_the_core(self) -> None:
        assert sum(question.core for question in questions()) == 20

    def test_it_knows_what_is_written_what_follows_and_what_is_missing(self) -> None:
        found = {one.question: one.status for one in interview(unwritten(NOON))}
        assert (found["goal.what"], found["players.number"]) == ("missing", "derived")
        assert {one.status for one in interview(book_of(NOON))} == {"written", "derived"}

    def test_a_filled_in_skeleton_is_whole(self, tmp_path: Path) -> None:
        book = unwritten(NOON)
        text = skeleton(book, wanted(book))
        assert tomllib.loads(text) == {}
        filled = "\n".join(
            line.removeprefix("# ") for line in text.split("\n") if not line.endswith(")")
        )
        filled = filled.replace('""', '"T."').replace("value = ", "value = 'x'")
        told = tomllib.loads(filled)["answers"]
        assert set(told) == {question.id for question in wanted(book)}
        assert told["goal.what"]["rules"] == []
        assert told["react.who"]["rules"] == ["noon.trick.window"]

    @pytest.mark.parametrize(
        ("question", "text", "value"),
        [
            ("goal.same", "yes", "yes"),
            ("dice.again", "2", 2),
            ("players.number", "2, 5", [2, 5]),
            ("hidden.what", "", []),
            ("react.who", "power leader", ["power", "leader"]),
        ],
    )
    def test_values_are_read_as_people_type_them(
        self, question: str, text: str, value: object
    ) -> None:
        assert read_value(ASKED[question], text) == value

    @pytest.mark.parametrize(
        ("question", "text"),
        [("goal.same", "perhaps"), ("dice.again", "often"), ("hidden.what", "deck role")],
    )
    def test_what_is_no_value_is_told(self, question: str, text: str) -> None:
        with pytest.raises(ValueError, match="is no answer; it can be"):
            read_value(ASKED[question], text)

    @pytest.fixture
    def own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The file of a game that has no answers yet."""
        own = tmp_path / "rulebook" / "en.toml"
        own.parent.mkdir()
        own.write_text('title = "X"\nsummary = "S"\n')
        monkeypatch.setattr(asking, "files", lambda package: tmp_path)
        monkeypatch.setattr(asking, "book_of", unwritten)
        return own

    def test_the_command_asks_and_writes(self, own: Path) -> None:
        given = ["perhaps", "outlast", "To last", "The last one wins.", "noon.nothing"]
        typed = "\n".join([*given, "noon.end.last", *[""] * 30])
        ran = CliRunner().invoke(boomtown, ["rules", "questions", "high_noon", "--ask"], typed)
        assert ran.exit_code == 0, ran.output
        assert "it can be one of outlast, score" in ran.output
        assert "unknown: noon.nothing" in ran.output
        told = tomllib.loads(own.read_text())
        assert told["title"] == "X"
        assert told["answers"] == {
            "goal.what": {
                "short": "To last",
                "sentence": "The last one wins.",
                "rules": ["noon.end.last"],
                "value": "outlast",
            }
        }

    def test_an_answer_needs_no_words(self, own: Path) -> None:
        typed = "\n".join(["outlast", "", "", "noon.end.last", *[""] * 30])
        ran = CliRunner().invoke(boomtown, ["rules", "questions", "high_noon", "--ask"], typed)
        assert ran.exit_code == 0, ran.output
        told = tomllib.loads(own.read_text())["answers"]
        assert told == {"goal.what": {"rules": ["noon.end.last"], "value": "outlast"}}

    def test_the_command_says_what_is_missing(self) -> None:
        ran = CliRunner().invoke(boomtown, ["rules", "questions", "high_noon"])
        assert "missing of the core: none" in ran.output

    def test_what_is_written_is_read_again(self) -> None:
        answers = {"out.when": {"short": 'At "0"', "rules": ["x.y"], "value": "no_life"}}
        assert tomllib.loads(written(answers))["answers"] == answers


def test_a_book_with_nothing_but_what_follows_has_no_gaps() -> None:
    assert gaps(unwritten(NOON)) == []
