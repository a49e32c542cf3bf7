"""The page about threats cites tests and files; they must be there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
FOLDERS = ("tests", "platform", "deploy", "docs", "templates", "games")
CITED = sorted(set(re.findall(rf"`((?:{'|'.join(FOLDERS)})/[^`\s]+)`", PAGE)))
ROW = re.compile(r"^\| \d+\.\d+(?:\.\d+)?[^|]*\|[^|]*\| *([^|]+?) *\| *([^|]+?) *\|$", re.MULTILINE)
VERDICTS = ("met", "partly", "not met", "does not apply", "for the operator")


def names_in(path: Path) -> set[str]:
    """The tests of a file, and its classes: ``test_it``, ``TestThat``, ``TestThat::test_it``."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}::{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)
            }
    return found


@pytest.mark.parametrize("cited", CITED)
def test_everything_that_is_cited_is_there(cited: str) -> None:
    file, _, name = cited.partition("::")
    assert (ROOT / file).exists()
    if name:
        assert name in names_in(ROOT / file)


def test_every_line_of_the_standard_has_a_verdict_and_evidence() -> None:
    rows = ROW.findall(PAGE)
    assert len(rows) > 80
    assert len(rows) == len(re.findall(r"^\| \d+\.\d+", PAGE, re.MULTILINE))
    for verdict, evidence in rows:
        assert verdict.startswith(VERDICTS), verdict
        assert any(f"`{cited}`" in evidence for cited in CITED), evidence
