"""The manual as a folder of plain pages, for any server of files or none."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from boomtown.manual.manual import Manual

STYLES = ("tokens.css", "site.css", "manual/manual.css")
PLAIN = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
    """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{{ title }} · Boomtown</title>
{% for style in styles %}
  <link rel="stylesheet" href="{{ up }}{{ style }}">
{% endfor %}
</head>
<body>
  <main class="page">
    <p class="crumbs"><a href="{{ up }}index.html">Boomtown: documentation</a></p>
    <div class="manual">
      <nav class="manual-side" aria-label="On this page">
        <ul>
{% for section in sections %}
          <li class="level-{{ section.level }}">
            <a href="#{{ section.anchor }}">{{ section.title }}</a>
          </li>
{% endfor %}
        </ul>
      </nav>
      <article>
{{ html }}
      </article>
    </div>
  </main>
</body>
</html>
"""
)


def write_manual(manual: Manual, folder: Path) -> list[Path]:
    """All pages, an index and the style sheets; the pages that were written."""
    static = files("boomtown") / "static"
    for style in STYLES:
        target = folder / Path(style).name
        target.parent.mkdir(parents=True, exist_ok=True)
        with as_file(static / style) as source:
            shutil.copyfile(source, target)
    written = [_write(folder / "index.html", "", "Documentation", _index(manual), ())]
    for name in manual.names:
        page = manual.as_file(name)
        up = "../" * name.count("/")
        file = folder / f"{name}.html"
        written.append(_write(file, up, page.title, Markup(page.html), page.sections))
    return written


def _write(file: Path, up: str, title: str, html: Markup, sections: object) -> Path:
    styles = [Path(style).name for style in STYLES]
    text = PLAIN.render(up=up, title=title, html=html, sections=sections, styles=styles)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def _index(manual: Manual) -> Markup:
    parts = [Markup("<h1>Documentation</h1>")]
    for part in manual.parts:
        links = [Markup('<li><a href="{}.html">{}</a></li>').format(*page) for page in part.pages]
        parts.append(Markup("<h2>{}</h2><ul>{}</ul>").format(part.title, Markup("").join(links)))
    return Markup("\n").join(parts)
