"""Translations that have drifted away from the original are found."""

from pathlib import Path

import pytest

from boomtown.rulebook.book import read_rulebook
from boomtown.rulebook.complete import gaps
from boomtown.rulebook.drift import lost_figures

BOOK = """
title = "{title}"
summary = "{title}"
[terms]
arrow = ["{term}"]
[rules."x.y"]
topic = "turn"
title = "{title}"
text = "{text}"
source = "p. 1"
"""


@pytest.mark.parametrize(
    ("english", "other", "code", "lost"),
    [
        ("Take 3 arrows.", "Toma tres flechas.", "es", []),
        ("Take three arrows.", "Возьмите 3 стрелы.", "ru", []),
        ("With 4 players.", "Вчетвером.", "ru", []),
        ("A 10,000 bill.", "Купюра 10\N{NO-BREAK SPACE}000.", "ru", []),
        ("From 0.6 inches on.", "Desde 0,6 pulgadas.", "es", []),
        ("At least half an inch.", "Al menos 0,5 pulgadas.", "es", []),
        ("Take 3 arrows.", "Toma 4 flechas.", "es", ["3", "4"]),
        ("Up to 6 inches.", "Как далеко хватит.", "ru", ["6"]),
    ],
)
def test_figures_may_be_words_but_not_other_ones(
    english: str, other: str, code: str, lost: list[str]
) -> None:
    assert lost_figures(english, "en", other, code) == lost


def test_a_lost_figure_and_a_lost_term_are_gaps(tmp_path: Path) -> None:
    told = {
        "en": ("arrow", "Take 3 arrows."),
        "es": ("flecha", "Toma 2 dardos."),
        "ru": ("стрел", "Возьмите 3 стрелы."),
    }
    for code, (term, text) in told.items():
        written = BOOK.format(title="X", term=term, text=text)
        (tmp_path / f"{code}.toml").write_text(written, encoding="utf-8")
    found = gaps(read_rulebook(tmp_path, "x"))
    assert "x es: rules.x.y.text: 2, 3 in one of the languages only" in found
    assert "x es: rules.x.y.text does not use the term 'arrow'" in found
    assert not [gap for gap in found if gap.startswith("x ru: ")]
