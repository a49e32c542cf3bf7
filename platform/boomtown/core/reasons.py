"""Why a thing that is visible may not be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from boomtown.core.errors import Refusal

Refusals: TypeAlias = Mapping[Any, Refusal]  # by item; a Mapping is invariant in its keys


class Reasons(Mapping[Any, Refusal]):
    """The reasons for things that are not among the offers, worked out when somebody asks.

    A page, the API and a refused answer ask; a bot that only plays does not, and pays nothing:
    ``OneOf(near, refused=Reasons(too_far, town, seat), noun="seat")``. The function gets the
    arguments, which may be the state but not the match: the match keeps the choice.
    """

    __slots__ = ("_args", "_function", "_known")

    def __init__(self, function: Callable[..., Refusals], *args: Any) -> None:
        self._function = function
        self._args = args
        self._known: Refusals | None = None

    def _all(self) -> Refusals:
        if self._known is None:
            self._known = self._function(*self._args)
        return self._known

    def __getitem__(self, item: Any) -> Refusal:
        return self._all()[item]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
