"""The lay-out of the repository, and what its documents promise."""

import hashlib
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from boomtown.cli import boomtown
from boomtown.core import BoomtownError

ROOT = Path(__file__).parent.parent
GAMES = ("bang_dice", "cash_n_guns", "shadows_west")
FOLDERS = (
    "",
    "docs",
    "docs/decisions",
    "docs/tutorial",
    "examples/high_noon",
    "examples/cattle_call",
)
DOCUMENTS = [
    path
    for folder in (*FOLDERS, *(f"games/{game}" for game in GAMES))
    for path in sorted((ROOT / folder).glob("*.md"))
]
STYLES = [
    path
    for folder in ("platform/boomtown/static", *(f"games/{game}/page/static" for game in GAMES))
    for path in sorted((ROOT / folder).rglob("*.css"))
]


RARE = re.compile(r"[\u2316\u232b\u265e\u2715\u2738]")
"""Symbols that many fonts lack: a page has its own icons for them."""


def test_no_page_counts_on_a_symbol_that_fonts_lack() -> None:
    folders = [ROOT / "templates", *(ROOT / "games" / game / "page" for game in GAMES)]
    pages = [path for folder in folders for path in sorted(folder.rglob("*.html"))]
    found = {path.name: RARE.findall(path.read_text()) for path in [*pages, *STYLES]}
    assert {name: rare for name, rare in found.items() if rare} == {}


def test_the_source_root_does_not_hide_the_standard_library() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    code = "import platform, uuid; print(platform.system())"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip()


def test_importing_the_core_loads_neither_site_nor_command_line() -> None:
    code = "import sys, boomtown.core; print({'flask', 'click', 'rich'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_the_lock_pins_every_dependency_with_a_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9.-]+)==", lock, re.MULTILINE))
    for requirement in wanted:
        assert re.match(r"[a-z0-9.-]+", requirement)[0] in pinned  # type: ignore[index]
    assert lock.count("==") <= lock.count("--hash=sha256:")
    assert "http" not in lock


def test_the_example_is_under_200_lines_of_python() -> None:
    package = ROOT / "examples" / "high_noon" / "boomtown_game_high_noon"
    assert sum(len(path.read_text().splitlines()) for path in package.glob("*.py")) < 200


def commands_in(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize(
    "command", [line for line in commands_in("README.md") if line.startswith("boomtown")]
)
def test_every_command_of_the_readme_works(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(command)[1:]
    # The last number counts: the rest of these matches is played often enough elsewhere.
    words += ["--matches", "2"] if words[0] in ("check", "simulate") else []
    monkeypatch.chdir(tmp_path if "new-game" in words else ROOT)
    result = CliRunner().invoke(boomtown, words, input="q\n")
    assert not isinstance(result.exception, BoomtownError), result.exception
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_what_lights_up_under_a_mouse_does_not_stick_under_a_finger(style: Path) -> None:
    for line in style.read_text(encoding="utf-8").splitlines():
        assert ":hover" not in line or line.strip().startswith("@media (hover: hover)"), line


def test_every_make_target_of_the_readme_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [line.split()[1] for line in commands_in("README.md") if line.startswith("make")]
    assert targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_every_link_in_the_documents_leads_somewhere() -> None:
    assert len(DOCUMENTS) > 8
    for document in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            if not link.startswith("http"):
                assert document.parent.joinpath(link).exists(), (document, link)


def test_every_decision_has_a_number_of_its_own_and_stands_on_the_map() -> None:
    told = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for number, page in enumerate(sorted((ROOT / "docs" / "decisions").glob("*.md")), start=1):
        title = page.read_text(encoding="utf-8").partition("\n")[0]
        assert page.name.startswith(f"{number:04}-")
        assert title.startswith(f"# {number}. ")
        assert f"- [{title[2:]}](decisions/{page.name})" in told


def test_files_of_others_are_listed_with_their_licence_and_unchanged() -> None:
    folder = ROOT / "platform" / "boomtown" / "static" / "vendor"
    listed = tomllib.loads((folder / "vendor.toml").read_text(encoding="utf-8"))["file"]
    assert {one["file"] for one in listed} == {path.name for path in folder.glob("*.js")}
    for one in listed:
        assert hashlib.sha256((folder / one["file"]).read_bytes()).hexdigest() == one["sha256"]
        assert one["licence"]
        assert one["version"] in one["file"]


COMMON = {"*", "a", "b", "i", "kbd", "li", "p", "small", "span", "svg"}
"""Names of elements that stand all over a table."""


def selectors(style: str) -> list[str]:
    """All selectors, each without what is inside its brackets."""
    text = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    heads = re.findall(r"([^{};]+)\{", text)
    return [one.strip() for head in heads if "@" not in head for one in head.split(",")]


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_what_depends_on_has_is_found_by_its_class(path: Path) -> None:
    """A browser keeps one list of what may look different when any :has() does. A common name in
    it means that at every change nearly the whole page is styled anew."""
    for selector in selectors(path.read_text(encoding="utf-8")):
        *outer, last = re.split(r"[ >~+]+", selector)
        assert last not in COMMON or ":has" not in "".join(outer), selector


SET_BY_SCRIPTS = {"changed", "chosen", "dim", "lit", "now", "shown", "struck", "target", "told"}
"""Looks that the scripts of the table give to elements of any game."""


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_game_gives_no_look_of_its_own_to_what_the_table_marks(path: Path) -> None:
    """Otherwise it changes parts of the page that it does not know, such as a list of results."""
    if "games" not in path.parts[-5:]:
        return
    for selector in selectors(path.read_text(encoding="utf-8")):
        first = re.split(r"[ >~+:]+", selector)[0]
        assert first.removeprefix(".") not in SET_BY_SCRIPTS, selector
