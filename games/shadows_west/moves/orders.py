"""The order for a Move: how it is read and written (section 7, shadows.ui.move).

An order comes as JSON, ``{"steps": [["walk", 1000, 1300, 0]], "face": [0, 1000], "do": [[1,
"loot"]], "charge": [], "fight": null}``, or as text, ``walk 1000 1300 0; face 0 1000; do 1 loot``.
It is a wish: what it means, and whether it is allowed, is judged in ``paths``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from boomtown.core import InvalidAnswer
from shadows_west.content import MOST_STEPS

MODES: Final = ("walk", "climb", "stairs", "drop", "jump", "mount", "dismount", "leap")
VERBS: Final = {
    "seize": ("id",),
    "attack": ("id",),
    "release": (),
    "drag": ("id",),
    "loot": (),
    "drop": (),
    "place": ("x", "y", "z"),
    "unjam": ("id",),
    "call": (),
    "hold": ("x", "y"),
    "exit": (),
}
"""What may be done at the end of a step, and what has to be said with it."""
LONGEST_TEXT: Final = 2000
LONGEST_ID: Final = 40
FARTHEST: Final = 100_000
MOST_DEEDS: Final = 24
MOST_CHARGED: Final = 12
STAY: Final = "stay"

Step = tuple[str, int, int, int]
"""A mode and where it leads to."""


class MoveOrder(Struct):
    """A path of at most 12 steps, and what is done on the way."""

    steps: list[Step] = []
    face: tuple[int, int] | None = None
    """Where the model looks in the end; None keeps its facing."""
    do: list[list[int | str]] = []
    """``[step, verb, …]``: what happens at the end of a step; 0 is before the first."""
    charge: list[str] = []
    """The enemies that are charged."""
    fight: str | None = None
    """The one of them that is fought at once."""


def plain_order(order: MoveOrder) -> dict[str, object]:
    """The order as JSON."""
    return {
        "steps": [list(step) for step in order.steps],
        "face": None if order.face is None else list(order.face),
        "do": [list(deed) for deed in order.do],
        "charge": list(order.charge),
        "fight": order.fight,
    }


def write_order(order: MoveOrder) -> str:
    """The order as text; ``stay`` if nothing is ordered."""
    clauses = [" ".join(map(str, step)) for step in order.steps]
    if order.face is not None:
        clauses.append("face {} {}".format(*order.face))
    clauses += ["do " + " ".join(map(str, deed)) for deed in order.do]
    if order.charge:
        clauses.append(" ".join(["charge", *order.charge]))
    if order.fight is not None:
        clauses.append(f"fight {order.fight}")
    return "; ".join(clauses) or STAY


def read_order(raw: object, z: int = 0) -> MoveOrder:
    """The order in JSON or text, or ``InvalidAnswer`` with the field that cannot be read.

    A step without a height stays on the height of the step before, the first one on ``z``.
    """
    if isinstance(raw, MoveOrder):
        raw = plain_order(raw)
    if isinstance(raw, str):
        raw = _from_text(raw)
    if not isinstance(raw, dict):
        raise InvalidAnswer("", "expected a move")
    for name in raw:
        if name not in ("t", "model", "steps", "face", "do", "charge", "fight"):
            raise InvalidAnswer(str(name)[:LONGEST_ID], "no such part of a move")
    fight = raw.get("fight")
    return MoveOrder(
        steps=_steps(raw.get("steps", []), z),
        face=_face(raw.get("face")),
        do=[_deed(deed, f"do.{n}") for n, deed in enumerate(_list(raw.get("do", []), "do"))],
        charge=_charge(raw.get("charge", [])),
        fight=None if fight is None else _id(fight, "fight"),
    )


def _from_text(text: str) -> dict[str, object]:
    if len(text) > LONGEST_TEXT:
        raise InvalidAnswer("", f"a move has at most {LONGEST_TEXT} characters")
    steps: list[object] = []
    deeds: list[object] = []
    charge: list[object] = []
    found: dict[str, object] = {"steps": steps, "do": deeds, "charge": charge}
    for clause in text.split(";"):
        words = clause.split()
        if not words or words == [STAY]:
            continue
        values: list[object] = [_number_or_word(word) for word in words[1:]]
        if words[0] in MODES:
            steps.append([words[0], *values])
        elif words[0] == "do":
            deeds.append(values)
        elif words[0] == "charge":
            charge += words[1:]
        elif words[0] == "fight" and len(words) == 2:
            found["fight"] = words[1]
        elif words[0] == "face":
            found["face"] = values
        else:
            raise InvalidAnswer("", f"cannot read {clause.strip()[:LONGEST_ID]!r}")
    return found


def _number_or_word(word: str) -> int | str:
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 10 else word


def _list(raw: object, field: str, most: int = MOST_DEEDS) -> Sequence[object]:
    if not isinstance(raw, (list, tuple)):
        raise InvalidAnswer(field, "expected a list")
    if len(raw) > most:
        raise InvalidAnswer(field, f"at most {most}")
    return raw


def _number(raw: object, field: str) -> int:
    # shadows.geo.no_float: anything but a whole number is turned down, never rounded.
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise InvalidAnswer(field, "expected a whole number")
    if abs(raw) > FARTHEST:
        raise InvalidAnswer(field, "the number is too large")
    return raw


def _id(raw: object, field: str) -> str:
    if not isinstance(raw, str) or not raw or len(raw) > LONGEST_ID or not raw.isprintable():
        raise InvalidAnswer(field, "expected a name")
    if ";" in raw or " " in raw:
        raise InvalidAnswer(field, "expected a single name")
    return raw


def _steps(raw: object, z: int) -> list[Step]:
    steps: list[Step] = []
    for n, given in enumerate(_list(raw, "steps", MOST_STEPS)):
        field = f"steps.{n}"
        values = _list(given, field, 4)
        if len(values) < 3:
            raise InvalidAnswer(field, "expected a mode, x, y and z")
        mode = values[0]
        if mode not in MODES:
            raise InvalidAnswer(f"{field}.0", "no such mode")
        x, y = _number(values[1], f"{field}.1"), _number(values[2], f"{field}.2")
        z = _number(values[3], f"{field}.3") if len(values) == 4 else z
        steps.append((str(mode), x, y, z))
    return steps


def _face(raw: object) -> tuple[int, int] | None:
    """A facing is a whole vector, not (0, 0), each part from -1000 to 1000 (shadows.geo.facing)."""
    if raw is None:
        return None
    values = _list(raw, "face", 2)
    if len(values) != 2:
        raise InvalidAnswer("face", "expected two numbers")
    fx, fy = _number(values[0], "face.0"), _number(values[1], "face.1")
    if (fx, fy) == (0, 0) or max(abs(fx), abs(fy)) > 1000:
        raise InvalidAnswer("face", "each part is from -1000 to 1000, and one is not 0")
    return fx, fy


def _deed(raw: object, field: str) -> list[int | str]:
    values = _list(raw, field, 5)
    if len(values) < 2:
        raise InvalidAnswer(field, "expected a step and what is done")
    step, verb = _number(values[0], f"{field}.0"), values[1]
    if not isinstance(verb, str) or verb not in VERBS:
        raise InvalidAnswer(f"{field}.1", "no such thing to do")
    wanted = VERBS[verb]
    if len(values) != 2 + len(wanted):
        raise InvalidAnswer(field, f"{verb} takes {len(wanted)} more")
    deed: list[int | str] = [step, verb]
    for n, (name, value) in enumerate(zip(wanted, values[2:], strict=True), 2):
        place = f"{field}.{n}"
        deed.append(_id(value, place) if name == "id" else _number(value, place))
    return deed


def _charge(raw: object) -> list[str]:
    ids = [_id(value, f"charge.{n}") for n, value in enumerate(_list(raw, "charge", MOST_CHARGED))]
    if len(set(ids)) < len(ids):
        raise InvalidAnswer("charge", "somebody is named twice")
    return ids
