"""Reading what somebody sent as an answer: names, numbers and lists of a sensible size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from boomtown.core.errors import InvalidAnswer

Item: TypeAlias = int | str

LARGEST_NUMBER = 2**53
LONGEST_NAME = 200
LONGEST_LIST = 1000


def read_item(raw: object, of: Sequence[Item]) -> Item:
    if isinstance(raw, bool) or not isinstance(raw, (int, str)):
        raise InvalidAnswer("", "expected a name or a whole number")
    try:
        return of[of.index(raw)]
    except ValueError:
        pass
    if isinstance(raw, str) and len(raw) > LONGEST_NAME:
        raise InvalidAnswer("", f"a name has at most {LONGEST_NAME} characters")
    return raw if isinstance(raw, str) else read_number(raw)


def read_number(raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise InvalidAnswer("", "expected a whole number")
    if abs(raw) > LARGEST_NUMBER:
        raise InvalidAnswer("", "the number is too large")
    return raw


def read_list(raw: object) -> list[object]:
    if not isinstance(raw, (list, tuple)):
        raise InvalidAnswer("", "expected a list")
    if len(raw) > LONGEST_LIST:
        raise InvalidAnswer("", f"a list has at most {LONGEST_LIST} items")
    return list(raw)


def read_items(raw: object, of: Sequence[Item]) -> list[Item]:
    items: list[Item] = []
    values = read_list(raw)
    try:
        for value in values:
            items.append(read_item(value, of))
    except InvalidAnswer as error:
        raise error.inside(str(len(items))) from None
    return items
