"""Games side by side: rows, marks, verdicts, filters, exports and the matrix of mechanics."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bang_dice import GAME as BANG
from boomtown.core import Game
from boomtown.core.options import read_options
from boomtown.lab.flow import options_of
from boomtown.rulebook import (
    LANGUAGES,
    TOPICS,
    Comparison,
    compare,
    platform_rulebook,
    questions,
    read_column,
    read_rulebook,
)
from boomtown.rulebook.book import BOTH, Answer, Rulebook
from boomtown.rulebook.columns import Column, UnknownColumn
from boomtown.rulebook.compare import (
    SHOW,
    Row,
    Show,
)
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.values import value_problem
from boomtown_game_high_noon import GAME as NOON
from cash_n_guns import GAME as CASH
from shadows_west import GAME as SHADOWS

GAMES = (BANG, CASH, SHADOWS, NOON)
BOOKS = {game.id: book_of(game) for game in GAMES}
THREE = ("bang_dice", "cash_n_guns", "shadows_west")


def side_by_side(*names: str) -> list[Column]:
    return [read_column(name, BOOKS) for name in names]


@pytest.fixture
def silent(tmp_path: Path) -> Column:
    """A game that answers two questions only, one of which does not arise in it."""
    rule = '[rules."x.y"]\ntopic = "dice"\nsource = "s"\ntitle = "T"\ntext = "Text."\n'
    answers = (
        '[answers."out.when"]\nshort = "S"\nsentence = "T."\nrules = ["x.y"]\nvalue = "wounds"\n'
        '[answers."heal.how"]\nnone = "Nothing heals."\n'
    )
    (tmp_path / "en.toml").write_text(f'title = "X"\nsummary = "S"\n{rule}{answers}')
    return Column("x", read_rulebook(tmp_path, "x"))


def every_answer(question: str, language: str) -> Iterator[Answer]:
    """What all games say to a question, each as it is and with each of its variants."""
    for book in BOOKS.values():
        text = book.languages["en"].answers.get(question)
        for name in ("", *(text.variants if text else ())):
            answer = book.answer(question, language, name.split(BOTH))
            if answer and not answer.none:
                yield answer


def row_of(comparison: Comparison, id: str) -> Row:
    return next(row for row in comparison.rows if row.question.id == id)


class TestColumns:
    @pytest.mark.parametrize(
        "name",
        ["bang_dice", "bang_dice+ghost", "bang_dice+chief+ghost@text_ru", "high_noon"],
    )
    def test_a_column_is_written_as_it_is_read(self, name: str) -> None:
        assert read_column(name, BOOKS).id == name

    def test_the_order_of_variants_does_not_matter(self) -> None:
        one, other = side_by_side("bang_dice@text_ru+ghost+chief", "bang_dice+chief+ghost@text_ru")
        assert one == other

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("poker", "no game is called poker; there are: bang_dice"),
            ("bang_dice+nonsense", "bang_dice has no variant nonsense; there are: saloon_dice"),
            ("high_noon+ghost", "high_noon has no variant ghost; there are: none"),
            ("bang_dice+", "bang_dice has no variant ;"),
        ],
    )
    def test_what_is_unknown_is_told(self, name: str, says: str) -> None:
        with pytest.raises(UnknownColumn, match=says):
            read_column(name, BOOKS)

    def test_its_title_names_the_variants(self) -> None:
        columns = side_by_side("bang_dice+ghost", "bang_dice@text_ru", "shadows_west+no_townsfolk")
        titles = [column.title("en") for column in columns]
        assert titles[0] == "BANG! The Dice Game (Ghost)"
        assert titles[1] == "BANG! The Dice Game (Russian text)"
        assert "without" in titles[2]

    def test_a_module_that_is_usual_can_only_be_left_out(self) -> None:
        variants = BOOKS["shadows_west"].variants
        assert "no_townsfolk" in variants
        assert "townsfolk" not in variants


class TestRows:
    whole = compare(side_by_side(*THREE))

    def test_every_question_is_a_row_in_reading_order(self) -> None:
        assert [row.question for row in self.whole.rows] == list(questions())

    def test_all_differ(self) -> None:
        row = row_of(self.whole, "out.when")
        assert [cell.short for cell in row.cells][:2] == ["At 0 life points", "At 3 wounds"]
        assert row.verdict == "all_different"
        assert [cell.shape for cell in row.cells] == [0, 1, 2]
        assert row.differs
        assert row.words == "All differ"

    def test_some_agree_and_say_which(self) -> None:
        row = row_of(self.whole, "out.together")
        assert row.verdict == "partly_same"
        assert row.agree == [[0, 1]]
        assert [cell.shape for cell in row.cells] == [0, 0, 1]
        assert row.words == "BANG! The Dice Game and Cash 'n Guns agree"

    def test_all_agree(self) -> None:
        row = row_of(self.whole, "hidden.show")
        assert row.verdict == "all_same"
        assert not row.differs
        assert {cell.shape for cell in row.cells} == {0}

    def test_what_does_not_arise_is_a_gap_with_its_reason(self) -> None:
        row = row_of(self.whole, "dice.use")
        none = row.cells[1]
        assert (none.kind, none.shape, none.short) == ("not_arising", None, "")
        assert none.sentence
        assert (row.not_arising, row.unanswered, row.gaps) == (1, 0, 1)

    def test_what_is_not_answered_is_a_gap_without_one(self, silent: Column) -> None:
        row = row_of(compare([silent]), "dice.use")
        assert (row.cells[0].kind, row.cells[0].sentence) == ("unanswered", "")
        assert (row.not_arising, row.unanswered, row.gaps) == (0, 1, 1)
        assert row.verdict == "no_answer"
        assert row_of(compare(side_by_side("high_noon")), "out.when").verdict == "one_answer"

    def test_to_arise_in_one_game_only_is_a_difference(self) -> None:
        row = row_of(compare(side_by_side("bang_dice", "cash_n_guns")), "sealed.what")
        assert [cell.kind for cell in row.cells] == ["not_arising", "answered"]
        assert row.verdict == "arises_once"
        assert row.differs
        assert row.words == "Arises in one only"

    def test_not_to_arise_anywhere_is_no_difference(self) -> None:
        row = row_of(compare(side_by_side("bang_dice", "cash_n_guns")), "move.far")
        assert row.not_arising == 2
        assert not row.differs
        assert row.words == "Arises in none"

    def test_a_missing_answer_is_no_difference(self, silent: Column) -> None:
        row = row_of(compare([*side_by_side("bang_dice"), silent]), "dice.use")
        assert [cell.kind for cell in row.cells] == ["answered", "unanswered"]
        assert not row.differs

    def test_beside_a_gap_the_others_are_spoken_of(self) -> None:
        row = row_of(self.whole, "dice.use")
        assert row.words == "The others differ"

    def test_to_agree_where_it_arises_is_not_to_agree_all(self) -> None:
        for row in compare(side_by_side(*BOOKS)).rows:
            if row.verdict == "all_same":
                assert not row.differs, row.question.id
            if row.verdict == "others_same":
                assert row.differs == (row.not_arising > 0), row.question.id

    def test_an_answer_names_rules_that_exist(self) -> None:
        for row in self.whole.rows:
            for cell in row.cells:
                assert bool(cell.rules) == (cell.kind == "answered"), row.question.id
                assert all(rule.title for rule in cell.rules)

    def test_rulings_are_told_from_printed_rules(self) -> None:
        cells = row_of(self.whole, "out.things").cells
        assert [any(rule.ruling for rule in cell.rules) for cell in cells] == [False, True, True]
        assert not any(rule.ruling for rule in row_of(self.whole, "order.first").cells[2].rules)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_marks_do_not_depend_on_the_language(self, language: str) -> None:
        told = compare(side_by_side(*THREE), language)
        shapes = [[cell.shape for cell in row.cells] for row in told.rows]
        assert shapes == [[cell.shape for cell in row.cells] for row in self.whole.rows]
        assert {cell.language for row in told.rows for cell in row.cells} == {language}

    def test_a_new_plugin_appears_by_its_data_alone(self) -> None:
        both = compare(side_by_side("cash_n_guns", "high_noon"))
        assert row_of(both, "turn.unit").verdict == "all_same"
        assert row_of(both, "out.learn").verdict == "all_different"


class TestVariants:
    def test_with_and_without_a_module(self) -> None:
        both = compare(side_by_side("bang_dice", "bang_dice+ghost"), show="differences")
        changed = {row.question.id for row in both.rows}
        assert {"out.back", "out.play", "dice.number", "order.gap"} <= changed
        assert "out.when" not in changed

    def test_the_spanish_against_the_russian_text(self) -> None:
        both = compare(side_by_side("bang_dice@text_es", "bang_dice@text_ru"), show="differences")
        found = {row.question.id for row in both.rows}
        assert {"turn.nothing", "dice.locked", "react.cost", "target.who", "heal.how"} <= found

    def test_texts_that_come_to_the_same_do_not_differ(self) -> None:
        row = row_of(compare(side_by_side("bang_dice@text_es", "bang_dice@text_ru")), "dice.again")
        assert row.verdict == "all_same"
        assert len({cell.sentence for cell in row.cells}) == 2

    @pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
    def test_where_one_printed_text_is_told_so_is_the_other(self, book: Rulebook) -> None:
        texts = {name for name in book.variants if name.startswith("text_")}
        for id, answer in book.languages["en"].answers.items():
            assert texts & set(answer.variants) in (set(), texts), id

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_same_words_are_the_same_answer(self, language: str) -> None:
        for question in questions():
            keys: dict[str, set[str]] = {}
            for answer in every_answer(question.id, language):
                keys.setdefault(answer.short, set()).add(answer.key)
            assert all(len(same) == 1 for same in keys.values()), (question.id, keys)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_variant_that_says_something_else_is_told(self, language: str) -> None:
        for game, book in BOOKS.items():
            told = {row.question.id: row.cells[0] for row in compare([Column(game, book)]).rows}
            for question, text in book.languages["en"].answers.items():
                first = book.answer(question, language)
                assert first is not None
                for name in text.variants:
                    if BOTH in name:
                        continue  # each of them alone is told
                    then = book.answer(question, language, (name,))
                    assert then is not None
                    if then.short != first.short and not name.startswith("text_"):
                        noted = {change.variant for change in told[question].changes}
                        assert name in noted, (book.package, question, name)

    @pytest.mark.parametrize("order", ["saloon_dice+ghost", "ghost+saloon_dice"])
    def test_two_modules_together_may_say_more_than_each_alone(self, order: str) -> None:
        (column,) = side_by_side(f"bang_dice+{order}")
        cell = row_of(compare([column]), "dice.number").cells[0]
        assert cell.key == "2..6"
        assert {"bang.jose.six", "bang.ghost.dice"} <= {rule.id for rule in cell.rules}
        assert "saloon_dice+ghost" not in column.book.variants

    def test_to_arise_in_one_variant_only_is_a_difference(self) -> None:
        both = compare(side_by_side("bang_dice", "bang_dice+special_roles"))
        row = row_of(both, "sealed.what")
        assert [cell.kind for cell in row.cells] == ["not_arising", "answered"]
        assert row.differs
        assert row.cells[1].changed

    def test_base_rules_are_those_without_usual_modules(self) -> None:
        columns = side_by_side("shadows_west", "shadows_west+no_events")
        base = compare(columns, bare=True)
        left_out = compare(side_by_side("shadows_west+no_townsfolk"))
        [whole, without_events] = row_of(base, "folk.who").cells
        assert whole.short == row_of(left_out, "folk.who").cells[0].short
        assert whole == without_events
        assert not whole.changed
        assert [column.id for column in base.columns] == [column.id for column in columns]
        assert not any(cell.changes for row in base.rows for cell in row.cells)

    def test_base_rules_do_not_rest_on_a_usual_module_alone(self) -> None:
        variants = BOOKS["shadows_west"].variants
        for row in compare(side_by_side("shadows_west"), bare=True).rows:
            usual = [f"no_{rule.module}" in variants for rule in row.cells[0].rules]
            assert not usual or not all(usual), row.question.id

    def test_what_a_module_would_change_stands_in_the_cell(self) -> None:
        [cell] = row_of(compare(side_by_side("bang_dice")), "out.play").cells
        [change] = cell.changes
        assert (change.variant, change.name, change.kind) == ("ghost", "Ghost", "answered")
        assert change.rules
        both = compare(side_by_side("bang_dice", "bang_dice+ghost"))
        assert not any(cell.changes for cell in row_of(both, "out.play").cells)

    def test_without_a_module_that_is_usual(self) -> None:
        both = compare(side_by_side("shadows_west", "shadows_west+no_townsfolk"))
        assert row_of(both, "folk.who").differs


class TestSeats:
    def test_a_number_of_players_is_a_column(self) -> None:
        [column] = side_by_side("bang_dice@3")
        assert (column.id, column.seats) == ("bang_dice@3", 3)
        assert column.title("en") == "BANG! The Dice Game (3 players)"

    def test_it_says_what_is_different_with_so_many(self) -> None:
        both = compare(side_by_side("bang_dice@5", "bang_dice@3"), show="differences")
        changed = {row.question.id for row in both.rows}
        assert {"players.sides", "win.who", "win.together", "hidden.what", "end.when"} <= changed

    def test_a_column_that_cannot_be_played_so_does_not_tell_of_it(self) -> None:
        [ghost, base] = row_of(
            compare(side_by_side("bang_dice+ghost", "bang_dice")), "win.who"
        ).cells
        assert [change.variant for change in ghost.changes] == []
        assert [change.variant for change in base.changes] == ["at_3"]

    @pytest.mark.parametrize("name", ["bang_dice@2", "bang_dice+ghost@3", "bang_dice@3@5"])
    def test_who_cannot_play_it_is_no_column(self, name: str) -> None:
        with pytest.raises(UnknownColumn, match="one number of players"):
            side_by_side(name)

    def test_modules_that_cannot_be_played_by_so_many_are_not_told(self) -> None:
        [cell] = row_of(compare(side_by_side("bang_dice@3")), "goal.change").cells
        assert cell.short == "In the duel"
        assert cell.changes == []

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
    def test_how_many_can_play_with_a_module_is_what_the_game_takes(
        self, game: Game[Any, Any]
    ) -> None:
        for name in (
            "",
            *(module for module in BOOKS[game.id].modules if options_of(game, [module])),
        ):
            column = Column(game.id, BOOKS[game.id], (name,) if name else ())
            options = read_options(game.options, options_of(game, [name]) if name else {})
            allowed = [seats for seats in game.seats if options.refusal(seats) is None]
            assert list(column.playable) == allowed, name


class TestValues:
    def test_every_answer_has_a_value_of_its_question(self) -> None:
        for book in BOOKS.values():
            for question in questions():
                for name in ("", *book.variants):
                    answer = book.answer(question.id, variants=[name])
                    if answer is not None and not answer.none:
                        assert answer.value is not None, (book.package, question.id, name)
                        assert value_problem(question, answer.value) == "", (question.id, name)

    def test_whoever_is_out_is_a_player_in_every_game(self) -> None:
        row = row_of(compare(side_by_side(*THREE)), "out.when")
        assert row.question.unit == "player"
        assert [cell.value for cell in row.cells] == ["no_life", "wounds", "no_figures"]
        figure = row_of(compare(side_by_side(*THREE)), "out.figure")
        assert figure.question.unit == "figure"
        assert [cell.kind for cell in figure.cells] == ["not_arising", "not_arising", "answered"]

    def test_to_duck_is_not_the_same_where_it_only_makes_a_hit_rarer(self) -> None:
        row = row_of(compare(side_by_side("cash_n_guns", "high_noon")), "target.avoid")
        cash, noon = row.cells
        assert (cash.value, noon.value) == (["ducking"], ["power", "ducking"])
        assert row.verdict == "all_different"
        tricks = {"noon.trick.star", "noon.trick.whisky", "noon.trick.shout"}
        assert tricks < {rule.id for rule in noon.rules}

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_few_living_are_all_within_reach_whatever_the_number_of_players(
        self, language: str
    ) -> None:
        answer = BOOKS["bang_dice"].answer("target.who", language)
        assert answer is not None
        assert "bang.shot.two_as_one" in answer.rules
        assert {"en": "three or two", "es": "tres o dos", "ru": "трое или двое"}[
            language
        ] in answer.sentence

    @pytest.mark.parametrize(
        ("game", "question", "rule", "words"),
        [
            ("bang_dice", "players.three", "bang.three.duel", "the last one living wins"),
            ("bang_dice", "react.who", "bang.pedro.discard", "whenever he loses life"),
            ("cash_n_guns", "damage.self", "cash.effects.self", "unless you duck"),
            ("high_noon", "end.long", "noon.end.last", "The last one standing wins"),
            ("high_noon", "power.who", "noon.setup.trick", "Nine tricks"),
            ("shadows_west", "power.end", "shadows.weapon.dynamite", "spent by their use"),
            ("shadows_west", "terrain.danger", "shadows.terrain.explosive_chain", "another blast"),
        ],
    )
    def test_an_answer_for_the_general_case_tells_of_the_others(
        self, game: str, question: str, rule: str, words: str
    ) -> None:
        answer = BOOKS[game].answer(question)
        assert answer is not None
        assert rule in answer.rules
        assert words in answer.sentence

    def test_conditions_are_data(self) -> None:
        [cell] = row_of(compare(side_by_side("bang_dice")), "damage.what").cells
        assert cell.value == 1
        assert [(case.value, case.conditions) for case in cell.cases] == [
            (2, {"character": "slab"})
        ]


class TestFilters:
    columns = side_by_side(*THREE)

    def test_one_topic(self) -> None:
        found = compare(self.columns, topic="elimination")
        assert {row.question.topic for row in found.rows} == {"elimination"}

    @pytest.mark.parametrize(
        ("show", "kept"),
        [
            ("differences", "differs"),
            ("gaps", "gaps"),
            ("not_arising", "not_arising"),
            ("unanswered", "unanswered"),
        ],
    )
    def test_differences_and_gaps(self, show: Show, kept: str, silent: Column) -> None:
        columns = [*side_by_side("bang_dice", "cash_n_guns"), silent]
        whole, found = compare(columns), compare(columns, show=show)
        assert found.rows == [row for row in whole.rows if getattr(row, kept)]
        assert 0 < len(found.rows) < len(whole.rows)

    def test_rows_that_have_some_words(self) -> None:
        found = compare(self.columns, find="dead win").rows
        assert "out.win" in {row.question.id for row in found}
        assert compare(self.columns, "ru", find="мёртв").rows
        assert [row.question.id for row in compare(self.columns, find="cash.elim.limit").rows]
        assert compare(self.columns, find="zeppelin").rows == []

    def test_notes_of_modules_are_searched_like_answers(self) -> None:
        found = {row.question.id for row in compare(self.columns, find="ghost").rows}
        noted = {
            row.question.id
            for row in compare(self.columns).rows
            if any(change.name == "Ghost" for cell in row.cells for change in cell.changes)
        }
        assert noted
        assert noted <= found
        assert compare(self.columns, find="loudmouth").rows

    def test_the_variant_that_changes_an_answer_is_searched_too(self) -> None:
        columns = side_by_side("bang_dice@text_es", "bang_dice@text_ru")
        found = {row.question.id for row in compare(columns, find="russian text").rows}
        whole = compare(columns).rows
        assert found == {row.question.id for row in whole if row.cells[1].changed}

    @pytest.mark.parametrize(
        ("one", "other"),
        [("re-roll", "reroll"), ("ghosts", "ghost"), ("cards", "card"), ("ties", "tied")],
    )
    def test_hyphens_and_plurals_make_no_difference(self, one: str, other: str) -> None:
        found, same = (compare(self.columns, find=words).rows for words in (one, other))
        assert found
        assert found == same

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_name_of_a_topic_finds_its_rows(self, language: str) -> None:
        name = platform_rulebook().languages[language].names["topic"]["ties"]
        found = {row.question.id for row in compare(self.columns, language, find=name).rows}
        about = compare(self.columns, language, topic="ties").rows
        assert {row.question.id for row in about} <= found

    def test_counts_are_of_everything_whatever_is_shown(self) -> None:
        counts = [compare(self.columns, topic="dice", show=show).counts for show in SHOW]
        assert len({tuple(count) for count in counts}) == 1
        assert [count.topic for count in counts[0]] == list(TOPICS)
        assert sum(count.questions for count in counts[0]) == len(questions())
        dice = next(count for count in counts[0] if count.topic == "dice")
        rows = compare(self.columns, topic="dice").rows
        assert dice.differ == sum(row.differs for row in rows)
        assert dice.partly == sum(row.differs and len(row.agree) > 0 for row in rows)
        assert (dice.gaps, dice.not_arising, dice.unanswered) == (
            sum(row.gaps > 0 for row in rows),
            sum(row.not_arising > 0 for row in rows),
            sum(row.unanswered > 0 for row in rows),
        )
