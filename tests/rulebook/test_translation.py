"""What a language lacks, and the file in which it is filled in."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from boomtown.rulebook.book import Rulebook, read_rulebook
from boomtown.rulebook.complete import gaps
from boomtown.rulebook.translation import (
    AGES,
    FILE,
    missing_texts,
    originals,
    outdated,
    to_fill_in,
    unnoted,
)

ENGLISH = """
title = "Gold"
summary = "Dig."
[rules."gold.dig"]
topic = "turn"
title = "Digging"
text = "One digs."
source = "ruling"
ruling = "Nobody said so."
[log]
"gold.dig.found" = '{seat} finds "gold"'
[names.tool]
pan = "a pan"
[plurals.nugget]
one = "{n} nugget"
other = "{n} nuggets"
[options.mode]
label = "Mode"
help = "How long."
values = { short = "short" }
"""


def book_in(folder: Path) -> Rulebook:
    (folder / "en.toml").write_text(ENGLISH, encoding="utf-8")
    (folder / "ru.toml").write_text('title = "Золото"\nsummary = ""\n', encoding="utf-8")
    return read_rulebook(folder, "gold")


def test_every_text_of_the_first_language_is_wanted(tmp_path: Path) -> None:
    missing = {one.path: one for one in missing_texts(book_in(tmp_path), "ru")}
    assert ("title",) not in missing
    assert missing["summary",].about == "the summary of the game"
    assert missing["log", "gold.dig.found"].about == "log gold.dig.found: Digging"
    assert missing["names", "tool", "pan"].about == "a name: tool"
    assert missing["options", "mode", "values", "short"].text == "short"
    assert {path[-1] for path in missing if path[0] == "plurals"} == {"one", "few", "many"}
    assert missing["plurals", "nugget", "one"].text == "{n} nugget"
    assert missing["plurals", "nugget", "few"].text == "{n} nuggets"


def test_values_in_a_rule_are_shown_as_they_must_be_written(tmp_path: Path) -> None:
    book_in(tmp_path)
    english = ENGLISH.replace("One digs.", "Throw {dice:die}.")
    (tmp_path / "en.toml").write_text(english, encoding="utf-8")
    book = read_rulebook(tmp_path, "gold")
    missing = {one.path: one.text for one in missing_texts(book, "ru")}
    assert missing["rules", "gold.dig", "text"] == "Throw {dice:die}."


def test_the_file_filled_in_leaves_no_gap(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    missing = missing_texts(book, "ru")
    written = to_fill_in(book, "ru")
    assert '# en: {seat} finds "gold"' in written
    (tmp_path / "ru").mkdir()
    path = tmp_path / "ru" / FILE
    (tmp_path / "ru.toml").write_text('title = "Золото"\n', encoding="utf-8")
    path.write_text(written, encoding="utf-8")
    empty = read_rulebook(tmp_path, "gold")
    assert missing_texts(empty, "ru") == missing, "an empty place is still a gap"
    texts = {one.path[-1]: one.text for one in missing}
    filled = re.sub(
        r'^"(.*)" = ""$', lambda at: f"\"{at[1]}\" = '{texts[at[1]]}'", written, flags=re.M
    )
    path.write_text(filled, encoding="utf-8")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["names"]["tool"]["pan"] == "a pan"
    whole = read_rulebook(tmp_path, "gold")
    assert missing_texts(whole, "ru") == []
    assert [gap for gap in gaps(whole) if " ru: " in gap] == []


def test_what_was_begun_is_kept_when_the_file_is_written_again(tmp_path: Path) -> None:
    book = book_in(tmp_path)
    begun = to_fill_in(book, "ru").replace('"pan" = ""', '"pan" = "лоток \\"А\\""')
    (tmp_path / "ru").mkdir()
    (tmp_path / "ru.toml").write_text('title = "Золото"\n', encoding="utf-8")
    (tmp_path / "ru" / FILE).write_text(f'{begun}\n[say]\n"old" = "Старое."\n', encoding="utf-8")
    again = to_fill_in(
        read_rulebook(tmp_path, "gold"), "ru", (tmp_path / "ru" / FILE).read_text(encoding="utf-8")
    )
    told = tomllib.loads(again)
    assert told["names"]["tool"]["pan"] == 'лоток "А"'
    assert told["say"]["old"] == "Старое."
    assert "# en: a pan" in again
    assert '""' in again, "the gaps that are left"


def test_a_text_that_has_changed_since_is_outdated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gold_mine" / "rulebook"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    (folder / "en.toml").write_text(ENGLISH, encoding="utf-8")
    book = read_rulebook(folder, "gold_mine")
    assert outdated(book) == unnoted(book) == [], "nobody keeps it yet"
    (folder / AGES).write_text(json.dumps(originals(book)), encoding="utf-8")
    assert outdated(book) == unnoted(book) == []
    changed = ENGLISH.replace("One digs.", "Two dig.").replace(
        "[names.tool]", '[names.tool]\nax = "an ax"'
    )
    (folder / "en.toml").write_text(changed, encoding="utf-8")
    book = read_rulebook(folder, "gold_mine")
    assert outdated(book) == ["rules.gold.dig.text"]
    assert unnoted(book) == ["names.tool.ax"]
