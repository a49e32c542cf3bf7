"""The manual: every page is there, every link leads somewhere, and it can be written as files."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from boomtown.cli import boomtown
from boomtown.manual import Manual, manual
from boomtown.manual.manual import NoPage
from boomtown.manual.markdown import anchor_of, rendered
from boomtown.rulebook import LANGUAGES
from boomtown.rulebook.topics import TOPICS
from boomtown.testing.teaching import HINTS
from sites import app_in

ROOT = Path(__file__).parents[2]
CONCEPTS = ("concepts/bots", "concepts/comparison", "concepts/rulebook", "concepts/table-page")
NOT_IN_A_WHEEL = re.compile(r"examples/(?:high_noon|cattle_call)|tests/\w+/|platform/boomtown")
LINK = re.compile(r'href="([^"]+)"')


def test_every_document_stands_in_the_contents() -> None:
    written = {
        str(path.relative_to(ROOT / "docs")).removesuffix(".md")
        for path in (ROOT / "docs").rglob("*.md")
    }
    assert written == set(manual().names)
    assert len(manual().names) == len(written)


def test_pages_that_are_made_of_files_are_as_the_files_are_now() -> None:
    for name, page in runpy.run_path(str(ROOT / "tools" / "pages.py"))["PAGES"].items():
        text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        assert text == "".join(page()), f"{name} is old: run `python tools/pages.py`"


def test_the_topics_of_rulebooks_are_listed() -> None:
    page = (ROOT / "docs/concepts/rulebook.md").read_text(encoding="utf-8")
    listed = page.split("in which a rulebook is read:")[1].split("```")[1].removeprefix("text")
    assert tuple(" ".join(listed.split()).split(", ")) == TOPICS


def test_authors_are_sent_to_no_file_that_they_do_not_have() -> None:
    """A plugin's author has the manual and the installed package, and none of the source."""
    for name in ("plugins", "copy-this", "lessons", "board-kit", *CONCEPTS):
        text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        found = NOT_IN_A_WHEEL.findall(text)
        assert not found, f"{name} sends to {found[0]}"


def test_every_link_leads_to_a_heading_that_is_there() -> None:
    for name in manual().names:
        page = manual().page(name)
        for link in LINK.findall(page.html):
            path, _, anchor = link.partition("#")
            if path.startswith(("http", "/api")):
                continue
            target = page if not path else manual().page(path.removeprefix("/docs/"))
            if anchor:
                assert f'id="{anchor}"' in target.html, (name, link)


def test_files_become_pages_and_sources_are_only_named() -> None:
    text = "# A\n\n[b](../b.md#in-b) and [`code`](../../platform/x.py), [out](https://example.org)"
    html, _ = rendered(text, "decisions/a", lambda name: f"/docs/{name}" if name == "b" else None)
    assert '<a href="/docs/b#in-b">b</a> and <code>code</code>' in html
    assert '<a href="https://example.org">out</a>' in html


def test_headings_are_linked_to_as_in_a_repository() -> None:
    assert anchor_of("Versions of `boomtown check`: how?") == "versions-of-boomtown-check-how"
    html, sections = rendered("# A\n\n## In `b`\n\n### c", "a", lambda _: None)
    assert [(one.level, one.anchor, one.title) for one in sections] == [
        (2, "in-b", "In b"),
        (3, "c", "c"),
    ]
    assert '<h2 id="in-b">' in html


def test_what_looks_like_html_is_text() -> None:
    html, _ = rendered("# A\n\n<script>x</script>\n\n```nonsense\n<b>\n```", "a", lambda _: None)
    assert "<script>" not in html
    assert "<b>" not in html


def test_code_stands_under_the_name_of_its_file() -> None:
    html, _ = rendered("# A\n\n```python page/<b>.py\nx = 1\n```", "a", lambda _: None)
    assert "<figcaption>page/&lt;b&gt;.py</figcaption><pre" in html


def test_a_page_that_is_not_there_is_named() -> None:
    with pytest.raises(NoPage, match="'poker'"):
        manual().page("poker")


def test_contents_that_name_no_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "contents.toml").write_text('[[parts]]\ntitle = "A"\npages = ["gone"]\n')
    with pytest.raises(FileNotFoundError, match="gone"):
        Manual(tmp_path)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield app.test_client()


def test_all_pages_answer(client: FlaskClient) -> None:
    for name in manual().names:
        page = client.get(f"/docs/{name}")
        assert page.status_code == 200
        assert page.text.count("<h1") == 1, name
    assert client.get("/docs/poker").status_code == 404
    assert client.get("/docs/../README").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_frame_speaks_three_languages_and_says_that_the_text_does_not(
    client: FlaskClient, language: str
) -> None:
    contents = client.get("/docs/", headers={"Accept-Language": language}).text
    assert f'<html lang="{language}"' in contents
    page = client.get("/docs/plugins", headers={"Accept-Language": language}).text
    assert '<article lang="en">' in page


def test_it_can_be_written_as_files_that_link_to_each_other(tmp_path: Path) -> None:
    ran = CliRunner().invoke(boomtown, ["docs", str(tmp_path / "out")])
    assert ran.exit_code == 0, ran.output
    pages = list((tmp_path / "out").rglob("*.html"))
    assert len(pages) == len(manual().names) + 1
    for page in pages:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path = link.partition("#")[0]
            if path and not path.startswith(("http", "/api")):
                assert (page.parent / path).is_file(), (page, link)


def test_what_the_check_recommends_to_read_is_there() -> None:
    for hint in HINTS.values():
        page, _, anchor = hint.read.partition("#")
        assert not anchor or f'id="{anchor}"' in manual().page(page).html, hint
        assert page in manual().names, hint


def test_folders_that_are_recommended_are_there() -> None:
    text = (ROOT / "docs" / "copy-this.md").read_text(encoding="utf-8")
    folders = re.findall(r"`((?:games|examples)/[^`]*)`", text)
    assert len(folders) > 10
    for folder in folders:
        assert (ROOT / folder).exists(), folder
