"""Makes things up from a seed: what nobody wants, and what is nearly right."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import quote

from boomtown.core import Chance

T = TypeVar("T")
DEEP = 3000
EXACT = 2**53
"""Beyond it a number is no float any more."""
NESTED = b"[" * 900 + b"]" * 900
"""Deep, but not too deep to be read."""
NASTY = (
    "\x00",
    "a\x00b",
    "\r\nSet-Cookie: x=1",
    "/a\nb",
    "/a\rb",
    "\t//host",
    "/\t/host",
    "/\\host",
    "//host",
    "/%0d%0aX: y",
    "\ud800",
    "\udcff",
    "\u202eevil",
    "\u200b",
    "e" + "\u0301" * 200,
    "\ufffe",
    "🤠" * 50,
    "../../etc/passwd",
    "..%2f..%2f",
    "{{7*7}}",
    "{% for x in y %}",
    "<script>",
    "' OR 1=1 --",
    "%",
    "%00",
    "%ff",
    "%c0%ae",
    "1e999",
    "NaN",
    "-1",
    "9" * 40,
    "9" * 5000,
    "١٢٣",
    "1_000",
    "0x10",
    "1.5",
    "x" * 500,
)
"""Right nowhere."""
HUGE = ("x" * 20_000, "[" * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * DEEP, "é" * 9000)
NUMBERS = (-1, 2**31, 2**63, -(2**63) - 1, 10**400, 1.5, 1e308, -0.0, True, False)
FIELDS = (
    *(
        "name",
        "next",
        "lang",
        "theme",
        "game",
        "seats",
        "seat",
        "clock",
        "bots",
        "thinking",
        "temper",
        "kind",
        "number",
    ),
    *("a", "a.x", "a.y", "text", "key", "on", "contribution", "at", "invite", "o.scenario", "stop"),
    *("moment", "have", "log", "chat", "after", "q", "m", "rule", "part", "panel", "code", "phase"),
    *("left", "right", "games", "show", "answer", "options", "token", "fields", "a.z", "x", "to"),
    *("path", "about", "do", "person", "table", "player", "listed", "csrf_token", "file", "secret"),
)
NOISE_BYTES = 1 << 16


class Nonsense:
    """Makes things up; ``known`` are words that mean something here."""

    def __init__(self, chance: Chance, known: Sequence[str]) -> None:
        self._chance = chance
        self.known = known
        self._noise = hashlib.shake_256(chance.key).digest(NOISE_BYTES)

    def one(self, of: Sequence[T]) -> T:
        """One of several."""
        return of[self._chance.below(len(of))]

    def luck(self, one_in: int) -> bool:
        """True once in so many times."""
        return self._chance.below(one_in) == 0

    def size(self, most: int) -> int:
        """How many of something."""
        return self._chance.below(most + 1)

    def raw(self, most: int = 60, least: int = 0) -> bytes:
        """Bytes that mean nothing."""
        at = self._chance.below(NOISE_BYTES - most - 1)
        return self._noise[at : at + least + self.size(most - least)]

    def nasty(self) -> str:
        """A word that is right nowhere."""
        match self._chance.below(16):
            case 0:
                return self.one(HUGE)
            case 1 | 2:
                return "ÿ" + self.raw(24).decode("utf-16-le", "replace")
            case 3 | 4:
                return self.one(self.known) + self.one(NASTY)
        return self.one(NASTY)

    def text(self) -> str:
        """A word from somewhere else, or one that is right nowhere."""
        return self.one(self.known) if self.luck(3) else self.nasty()

    def value(self, depth: int = 3) -> object:
        """Any JSON."""
        match self._chance.below(7):
            case 0 if depth:
                return [self.value(depth - 1) for _ in range(self.size(3))]
            case 1 if depth:
                return {self.one(FIELDS): self.value(depth - 1) for _ in range(self.size(4))}
            case 2 | 3:
                return self.one(NUMBERS)
            case 4:
                return None
        return self.text()

    def bent(self, value: Any) -> Any:
        """Something right, with one thing about it changed, dropped or doubled."""
        match self._chance.below(6):
            case 0:
                return self.value()
            case 1:
                return [value]
            case 2:
                return {self.one(FIELDS): value}
        match value:
            case dict() if value:
                name = self.one(list(value))
                rest = {key: inner for key, inner in value.items() if key != name}
                if self.luck(3):
                    return rest
                return rest | {self.text() if self.luck(3) else name: self.bent(value[name])}
            case list() | tuple() if value:
                at = self.size(len(value) - 1)
                match self._chance.below(4):
                    case 0:
                        return [*value[:at], *value[at + 1 :]]
                    case 1:
                        return [*value, value[at]]
                return [*value[:at], self.bent(value[at]), *value[at + 1 :]]
            case bool() | None:
                return self.value()
            case int() | float():
                whole = (-1, 1, 7, 10_000, -10_000)
                return value + self.one(whole if abs(value) > EXACT else (*whole, 0.5))
            case str() if self.luck(2):
                return value + self.one(NASTY)
        return self.value()

    def broken(self, whole: bytes) -> bytes:
        """A text in JSON that is none any more, or none that anybody reads."""
        match self._chance.below(6):
            case 0:
                return whole[: self.size(max(0, len(whole) - 1))] + self.raw(3)
            case 1:
                at = self.size(len(whole))
                return whole[:at] + b"\xff" + whole[at + 1 :]
            case 2:
                return self.one((NESTED, b"[" * DEEP, b'{"a":' * DEEP, b'{"text":' + NESTED + b"}"))
            case 3:
                return whole + whole
            case 4:
                return whole.replace(b'"', b"'") + b"\0"
        return self.raw(80, 1)

    def rewired(self, whole: bytes) -> bytes:
        """A body of a form with bytes in it that do not belong there."""
        match self._chance.below(4):
            case 0:
                return whole + b"&" + self.raw(30, 1)
            case 1:
                return whole.replace(b"=", b"%", 1 + self.size(2))
            case 2:
                return whole + b"&%00=%ff%fe&=" + self.raw(6)
        at = self.size(len(whole))
        return whole[:at] + b"%ed%a0%80\xff\x00" + whole[at:]


def quoted(text: str) -> str:
    """For an address or a form, whatever it is."""
    return quote(text.encode("utf-8", "surrogatepass"))


def dumped(value: object) -> bytes:
    """As JSON, also what JSON has no word for."""
    return json.dumps(value).encode()
