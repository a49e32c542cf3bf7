"""A game that somebody has just begun to write: from the scaffold, with a board of its own."""

from __future__ import annotations

from pathlib import Path

from boomtown.newgame import write_game

PAGE = '''"""The board."""

from typing import Any

from boomtown.core import Page, Question, View


def board(view: View[Any], question: Question | None) -> dict[str, object]:
    return {"pans": [digger.pan for digger in view.state.diggers]}


PAGE = Page(board=board, style="field.css", script="field.js")
'''
TEMPLATE = """<main id="part-board" class="board" aria-label="{{ t.title }}">
<h2 class="camp">The camp</h2>
<p class="pans">{% for pan in t.board.pans %}<span>{{ pan }}</span> {% endfor %}</p>
</main>
"""
STYLE = ".camp { color: rgb(1, 2, 3); }\n"
SCRIPT = 'document.body.dataset.claim = "staked";\n'


class Scratch:
    """Its files, and how they are changed."""

    def __init__(self, folder: Path, name: str = "gold_rush") -> None:
        self.folder = write_game(name, folder)
        self.package = self.folder / f"boomtown_game_{name}"
        page = self.package / "page"
        for path, text in {
            "__init__.py": PAGE,
            f"templates/{name}/board.html": TEMPLATE,
            "static/field.css": STYLE,
            "static/field.js": SCRIPT,
        }.items():
            (page / path).parent.mkdir(parents=True, exist_ok=True)
            (page / path).write_text(text, encoding="utf-8")
        page_named = f'page="{self.package.name}.page:PAGE",\n    numbers='
        self.change("__init__.py", "numbers=", page_named)
        self._first = self._read()

    def _read(self) -> dict[Path, str]:
        paths = [path for path in self.package.rglob("*.*") if path.suffix != ".pyc"]
        return {path: path.read_text(encoding="utf-8") for path in paths if path.is_file()}

    def restore(self) -> list[Path]:
        """Takes all changes back; the files that it has written."""
        now = self._read()
        changed = [path for path, text in self._first.items() if now.get(path) != text]
        for path in changed:
            path.write_text(self._first[path], encoding="utf-8")
        return changed

    def keep(self) -> None:
        """From here on changes are taken back to how it is now."""
        self._first = self._read()

    def change(self, name: str, old: str, new: str) -> Path:
        """Writes something else into a file; where."""
        path = self.package / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path
