"""Options of a game: typed, with limits, and able to describe themselves as a form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct, inspect

from boomtown.core.errors import InvalidOption, Refusal

O = TypeVar("O", bound="Options")  # noqa: E741 - the usual letter, next to S for the state


class Options(Struct, kw_only=True, forbid_unknown_fields=True):
    """The options of a game. A game derives from it:

    ``rounds: Annotated[int, Meta(ge=1, le=9)] = 3``  a number with limits;
    ``powers: bool = False``                          a switch;
    ``mode: Literal["short", "long"] = "short"``      one of several.

    Every option has a default. Labels stand in the language files.
    """

    def refusal(self, seats: int) -> Refusal | None:
        """The rule that forbids this combination of options at this number of seats, or None."""
        return None


class OptionField(Struct, frozen=True):
    """One line of the form: what kind of control an option needs."""

    name: str
    kind: str
    """``switch``, ``number`` or ``one``."""
    default: bool | int | str
    least: int | None = None
    most: int | None = None
    of: tuple[str | int, ...] = ()


def form_of(options: type[Options]) -> tuple[OptionField, ...]:
    """The options as a form."""
    return _form_of(options)


@cache
def _form_of(options: type[Options]) -> tuple[OptionField, ...]:
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    fields = tuple(_field(field) for field in info.fields)
    for field in fields:
        if wanted := _not_wanted(field, options, field.default):
            raise InvalidOption(field.name, f"its default must be {wanted}, not {field.default!r}")
    return fields


def _field(field: inspect.Field) -> OptionField:
    match field.type:
        case inspect.BoolType():
            return OptionField(field.name, "switch", field.default)
        case inspect.IntType(ge=least, le=most) if least is not None and most is not None:
            return OptionField(field.name, "number", field.default, least, most)
        case inspect.LiteralType(values=values):
            names = tuple(value for value in values if isinstance(value, (int, str)))
            return OptionField(field.name, "one", field.default, of=names)
        case inspect.EnumType(cls=cls):
            members = tuple(member.value for member in cls)
            return OptionField(field.name, "one", field.default.value, of=members)
    raise InvalidOption(
        field.name, "use bool, a Literal, an enum, or Annotated[int, Meta(ge=…, le=…)]"
    )


def read_options(kind: type[O], values: Mapping[str, object]) -> O:
    """Options from plain data or from text (``rounds=5``, ``powers=true``)."""
    known = {field.name for field in form_of(kind)}
    for name in values:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise InvalidOption(str(name), f"there is no such option (there are: {listed})")
    try:
        return msgspec.convert(dict(values), kind, strict=False)
    except (msgspec.ValidationError, TypeError):
        for field in form_of(kind):
            if field.name in values and (wanted := _not_wanted(field, kind, values[field.name])):
                problem = f"{wanted}, not {values[field.name]!r}"
                raise InvalidOption(field.name, problem) from None
        raise


def _not_wanted(field: OptionField, kind: type[Options], value: object) -> str | None:
    """What an option should be, if this value is not that."""
    try:
        msgspec.convert({field.name: value}, kind, strict=False)
    except (msgspec.ValidationError, TypeError):
        if field.kind == "switch":
            return "true or false"
        if field.kind == "number":
            return f"a whole number from {field.least} to {field.most}"
        return f"one of {', '.join(map(str, field.of))}"
    return None
