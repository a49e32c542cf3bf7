"""matplotlib's plots as the pages of the site can take them: SVG that the style sheet paints.

The site forbids styles inside a page, so what matplotlib writes as styles becomes attributes, and
the site's style sheet paints by them: a plot has the colours and letters of its page.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

INK, FAINT = "#3a2c1f", "#b9a78c"
SEAT_COLOURS = (
    *("#8e1f1a", "#2b4a6b", "#3f6034", "#8a5a00"),
    *("#5b3a7a", "#1f6b6b", "#8a3c6b", "#4a4a4a"),
)
"""Of the seats by day, as the style sheets have them."""
SVG = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}href"
MENTIONED = re.compile(r"#([\w-]+)")
FONT_SIZE = re.compile(r"([\d.]+)px")
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "boomtown",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "text.parse_math": False,  # a name with dollars is no formula
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def written(canvas: Canvas, chart: str) -> str:
    """A plot as an SVG element."""
    file = io.BytesIO()
    canvas.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    ET.register_namespace("", SVG)
    root = ET.fromstring(file.getvalue())
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{SVG}}}style", f"{{{SVG}}}metadata"):
                parent.remove(child)
    for element in root.iter():
        _unstyled(element)
    _rename(root, chart)
    root.attrib.pop("width", None)
    root.attrib.pop("height", None)
    root.set("stroke-linejoin", "round")
    # Every point has its line in the table beside the plot, with the same link.
    root.set("aria-hidden", "true")
    root.set("focusable", "false")
    return ET.tostring(root, encoding="unicode")


def _unstyled(element: ET.Element) -> None:
    """Styles become attributes, and links those of the page."""
    for part in element.attrib.pop("style", "").split(";"):
        name, _, value = (text.strip() for text in part.partition(":"))
        if name == "font":
            size = FONT_SIZE.search(value)
            element.set("font-size", size[1] if size else "10")
        elif name and name != "font-family":
            element.set(name, value.removesuffix("px"))
    if LINK in element.attrib:
        target = element.attrib.pop(LINK)
        element.set("href", target)
        if element.tag == f"{{{SVG}}}a":
            element.attrib.pop("target", None)
            element.set("tabindex", "-1")


def _rename(root: ET.Element, chart: str) -> None:
    """Several plots stand on one page: what is mentioned has a name of its own, the rest none."""
    mentioned = {
        name
        for element in root.iter()
        for value in element.attrib.values()
        for name in MENTIONED.findall(value)
    }
    for element in root.iter():
        if "id" in element.attrib:
            name = element.attrib.pop("id")
            if name in mentioned:
                element.set("id", f"{chart}-{name}")
        for key, value in element.attrib.items():
            if key in ("href", "clip-path"):
                element.set(key, MENTIONED.sub(lambda found: f"#{chart}-{found[1]}", value))
