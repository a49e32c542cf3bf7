"""A comparison as a file, and as a matrix."""

import csv
import io
import json

import pytest

from boomtown.plugins import installed_games
from boomtown.rulebook import (
    TOPICS,
    Comparison,
    compare,
    matrix,
    read_column,
)
from boomtown.rulebook.columns import Column
from boomtown.rulebook.compare import (
    Row,
    as_csv,
    as_json,
)
from boomtown.rulebook.numbers import book_of

BOOKS = {game.id: book_of(game) for game in installed_games()}
THREE = ("bang_dice", "cash_n_guns", "shadows_west")


def side_by_side(*names: str) -> list[Column]:
    return [read_column(name, BOOKS) for name in names]


def row_of(comparison: Comparison, id: str) -> Row:
    return next(row for row in comparison.rows if row.question.id == id)


class TestExports:
    comparison = compare(side_by_side(*THREE), topic="elimination")

    def test_csv(self) -> None:
        rows = list(csv.DictReader(io.StringIO(as_csv(self.comparison))))
        assert len(rows) == len(self.comparison.rows)
        first = rows[0]
        assert first["id"] == "out.when"
        assert (first["differs"], first["verdict"]) == ("yes", "all_different")
        assert first["verdict in words"] == "All differ"
        bang, cash, shadows = (
            f"{column.title} [{column.id}]" for column in self.comparison.columns
        )
        assert cash == "Cash 'n Guns [cash_n_guns]"
        assert first[f"{cash} status"] == "answered"
        assert first[f"{cash} answer"] == "At 3 wounds"
        assert first[f"{cash} rules"] == "cash.elim.limit"
        assert [first[f"{game} mark"] for game in (bang, cash, shadows)] == ["A", "B", "C"]
        assert first[f"{cash} value"] == "wounds"
        figure = next(row for row in rows if row["id"] == "out.figure")
        assert figure[f"{cash} status"] == "not_arising"
        assert (figure[f"{cash} answer"], figure[f"{cash} mark"]) == ("", "")
        assert figure[f"{cash} sentence"]

    def test_csv_tells_rulings_and_what_modules_change(self) -> None:
        rows = {row["id"]: row for row in csv.DictReader(io.StringIO(as_csv(self.comparison)))}
        name = "BANG! The Dice Game [bang_dice]"
        assert rows["out.play"][f"{name} variants"].startswith("Ghost: One of them, as Ghost. ")
        ruled = rows["out.turn"]
        assert ruled[f"{name} rulings"]
        assert set(ruled[f"{name} rulings"].split()) <= set(ruled[f"{name} rules"].split())

    def test_json(self) -> None:
        data = json.loads(as_json(self.comparison))
        assert [column["id"] for column in data["columns"]] == list(THREE)
        assert data["topic"] == "elimination"
        row = data["rows"][0]
        assert row["question"]["id"] == "out.when"
        assert {cell["kind"] for cell in row["cells"]} == {"answered"}
        assert (row["not_arising"], row["unanswered"]) == (0, 0)
        assert (row["verdict"], row["words"]) == ("all_different", "All differ")
        assert row["cells"][1]["rules"][0]["id"] == "cash.elim.limit"
        assert {count["topic"] for count in data["counts"]} == set(TOPICS)


class TestMatrix:
    rows = {row.mechanic.id: row for row in matrix(side_by_side(*THREE))}

    @pytest.mark.parametrize(
        ("mechanic", "kinds"),
        [
            ("dice", ["base", "none", "base"]),
            ("hidden_roles", ["base", "none", "none"]),
            ("simultaneous_choice", ["module", "base", "base"]),
            ("variable_powers", ["base", "module", "base"]),
            ("set_collection", ["none", "base", "none"]),
            ("line_of_sight", ["none", "none", "base"]),
            ("bystanders", ["none", "none", "module"]),
            ("play_after_death", ["module", "none", "none"]),
            ("winning_dead", ["base", "none", "base"]),
        ],
    )
    def test_where_a_mechanic_is(self, mechanic: str, kinds: list[str]) -> None:
        assert [cell.kind for cell in self.rows[mechanic].cells] == kinds

    def test_what_is_left_out_does_not_count(self) -> None:
        both = matrix(side_by_side("shadows_west", "shadows_west+no_events"))
        events = next(row for row in both if row.mechanic.id == "random_events")
        assert [cell.kind for cell in events.cells] == ["module", "none"]

    def test_a_module_is_named_and_so_are_the_rules(self) -> None:
        cell = self.rows["play_after_death"].cells[0]
        assert cell.modules == ["ghost"]
        assert "bang.ghost.who" in cell.rules
        base = self.rows["dice"].cells[0]
        assert base.modules == []
        assert "bang.roll.first" in base.rules
        assert "bang.saloon.choose" not in base.rules
