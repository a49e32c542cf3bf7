"""Nothing that reaches a browser tells a role that is still face down."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from html.parser import HTMLParser

import pytest

from browsers import Player, Visit, Visitor
from clients import Program, call
from sites import Server

ROLE = re.compile("outlaw|renegade|deputy", re.IGNORECASE)
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
KNOWN = re.compile(r"Put out every Outlaw and Renegade|is out\. The role card says: \w+")
"""The goal of the Sheriff, and what is read out when somebody is out: everybody knows these."""


class Node:
    """An element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Node | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.classes = attributes.get("class", "").split()
        self.own = [f"<{tag}", *(f"{name}={value!r}" for name, value in attributes.items())]
        """Everything that stands in this element itself: attributes, texts, comments."""
        self.inner: list[Node] = []

    def all(self) -> list[Node]:
        """This element and everything in it."""
        return [self, *(node for child in self.inner for node in child.all())]

    def words(self) -> str:
        """Everything that stands in it, whether it is shown or not."""
        return " ".join(part for node in self.all() for part in node.own)

    def seat(self) -> str:
        """The number of the seat whose plate this is."""
        return self.attributes.get("data-thing", "").removeprefix("seat:")

    @property
    def is_plate(self) -> bool:
        """Whether this is somebody else's place at the table."""
        return self.tag == "button" and "seat" in self.classes


class Reader(HTMLParser):
    """Reads a page, or a part of one."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self._here = Node("", {}, None)
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self._here)
        self._here.inner.append(node)
        if tag not in VOID:
            self._here = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        node: Node | None = self._here
        while node is not None and node.tag != tag:
            node = node.parent
        if node is not None and node.parent is not None:
            self._here = node.parent

    def handle_data(self, data: str) -> None:
        self._here.own.append(data)

    def handle_comment(self, data: str) -> None:
        self._here.own.append(data)


def may_tell(node: Node, *, seated: bool) -> bool:
    """Where a role may stand: one's own, those of the dead, and the line that turned them up.

    A level of bots has the name of a role: it is chosen before the match begins.
    """
    if node.attributes.get("name") in ("kind", "bots"):
        return True
    if node.tag == "button" and "seat" in node.classes:
        return "out" in node.classes
    if node.tag == "li" and node.attributes.get("data-key") == "bang.out.reveal":
        return True
    if seated and "hope" in node.classes:  # of one's own role, which everybody has seen by then
        return True
    return seated and node.tag == "section" and "me" in node.classes


def leaks(html: str, *, seated: bool) -> list[str]:
    """Every place where a role stands that nobody may know yet."""

    def look(node: Node) -> list[str]:
        if may_tell(node, seated=seated):
            return []
        here = [part for part in node.own if ROLE.search(KNOWN.sub("", part))]
        return here + [leak for child in node.inner for leak in look(child)]

    root = Reader(html).root
    found = look(root)
    for plate in (node for node in root.all() if node.is_plate and "out" not in node.classes):
        badges = set(re.findall(r"#(role-\w+)", plate.words()))
        if not badges <= {"role-hidden", "role-sheriff"} or not badges:
            found.append(f"seat {plate.seat()}: {badges}")
    return found


def parts_of(visitor: Visitor) -> list[str]:
    """All HTML that a visitor was sent before the match was over."""
    visitor.collect()
    html = [body for _, body in visitor.bodies]
    for frame in visitor.frames:
        message = json.loads(frame)
        if message.get("ended"):
            break
        html += message.get("parts", {}).values()
        html.append(message.get("log", {}).get("html", ""))
        html += [str(value) for name, value in message.items() if name not in ("parts", "log")]
    return html


def plain_plates(html: str) -> set[str]:
    """The places of those whose role nobody knows, without what everybody may see of them."""
    plates = [node for node in Reader(html).root.all() if node.is_plate]
    found = set()
    for plate in plates:
        words = plate.words()
        if "role-sheriff" in words:
            continue
        name = next(n for n in plate.all() if "name" in n.classes).own[-1]
        words = words.replace(name, "NAME")
        words = re.sub(r"\bp\d\b|\b\d( away)?,? (to your left|to your right|opposite)", "", words)
        words = re.sub(r"seat[-:]\d|'\d:|(?:about|gone)-\d|\b[A-H]\b", "", words)
        words = re.sub(r"\bto your (left|right)\b|\bopposite\b|\b\d away\b", "", words)
        found.add(" ".join(words.split()))
    return found


def test_a_leak_would_be_noticed() -> None:
    plate = (
        '<button class="seat p1 B" data-thing="seat:1"{}><span class="name">Bill</span>'
        '<svg><use href="/static/sprite.svg#{}"/></svg></button>'
    )
    assert not leaks(plate.format("", "role-hidden"), seated=True)
    assert leaks(plate.format(' data-role="outlaw"', "role-hidden"), seated=True)
    assert leaks(plate.format("", "role-renegade"), seated=True)
    assert leaks(plate.format("", "role-hidden") + "<!-- Bill: Deputy -->", seated=True)
    assert leaks('<section class="me"><b>Outlaw</b></section>', seated=False)
    one, other = (plate.format(more, "role-hidden") for more in ("", " data-r=3"))
    assert len(plain_plates(one + other)) == 2


@pytest.mark.soak
def test_no_browser_is_told_a_role_that_is_face_down(visit: Visit, server: Server) -> None:
    table = {
        "game": "bang_dice",
        "seats": 5,
        "listed": True,
        "name": "Host",
        "options": {"characters": "off"},
    }
    made = call(f"{server.url}/api/tables", table)
    code, host = made["code"], made["token"]
    guest, watcher = visit(keeps=True), visit(keeps=True)
    guest.post(f"/t/{code}/sit", seat="0")
    address = f"{server.url}/api/tables/{code}"
    tokens = [call(f"{address}/seats", {"name": f"P{n}"}, host)["token"] for n in range(1, 5)]
    call(f"{address}/start", {}, host)
    with ExitStack() as stack:
        programs = [
            Program(server.url, code, token, f"secrets {number}")
            for number, token in enumerate(tokens)
        ]
        for program in programs:
            stack.callback(program.close)
        for visitor in (guest, watcher):
            visitor.goto(f"/t/{code}")
            visitor.live()
            plates = plain_plates(visitor.page.content())
            assert len(plates) == 1, f"hidden roles look different: {plates}"
        player = Player(guest, "secrets")
        doms: list[tuple[str, bool]] = []
        for moment in range(20_000):
            if player.over:
                break
            if player.mine:
                player.answer()
            for program in programs:
                program.hear(0.005)
                if program.question is not None:
                    program.answer()
            if moment % 40 == 0:
                for visitor in (guest, watcher):
                    before = visitor.page.content()
                    if 'class="results"' not in before:
                        doms.append((before, visitor is guest))
        assert player.over
    heard = parts_of(guest), parts_of(watcher)
    assert sum(len(parts) for parts in heard) > 40
    assert doms
    for seated, parts in ((True, heard[0]), (False, heard[1])):
        for html in parts:
            assert leaks(html, seated=seated) == []
    for html, seated in doms:
        assert leaks(html, seated=seated) == []
    ending = guest.page.locator(".results").inner_text()
    assert len(ROLE.findall(ending)) == 4, "at the end everybody knows"
