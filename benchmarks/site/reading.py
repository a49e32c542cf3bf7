"""What a seat of this site learns from a message, and what it answers."""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct

from .load import Seat, Stuck, Update
from .policy import dice_to_throw


class Offer(Struct):
    """One thing that may be chosen."""

    value: int | str


class Part(Struct):
    """A choice inside a combination: here always one of several."""

    of: list[Offer]


class Choice(Struct):
    """A choice as the API describes it, as far as this game has any."""

    kind: str
    of: list[Offer] = []
    parts: dict[str, Part] = {}
    amount: int = 0


class Faces(Struct):
    faces: list[str] = []


class Question(Struct):
    choice: Choice
    args: Faces


class View(Struct):
    outcome: dict[str, msgspec.Raw] | None


class ViewMessage(Struct):
    """A message to a program."""

    type: str
    number: int
    view: View
    question: Question | None


class PageMessage(Struct):
    """A message to a page."""

    type: str
    moment: int
    parts: dict[str, str]
    mine: bool
    ended: bool


read_view = msgspec.json.Decoder(ViewMessage).decode
read_page = msgspec.json.Decoder(PageMessage).decode
VIEW, PAGE = b'{"type":"view"', b'{"type":"table"'
REFUSALS = (b'{"type":"refused"', b'{"type":"invalid"')
KIND = re.compile(r'data-kind="(\w+)"')
AMOUNT = re.compile(r'data-amount="(\d+)"')
CONTROL = re.compile(r"""name="(a[^"]*)" value='([^']*)'""")


def told_to_program(seat: Seat, message: bytes) -> Update | None:
    """A seat's view as JSON."""
    if not message.startswith(VIEW):
        judge(message)
        return None
    now = read_view(message)
    answer = None
    if now.question is not None:
        picked = picked_from(now.question, seat.number)
        answer = msgspec.json.encode({"do": "answer", "number": now.number, "answer": picked})
    return Update(now.number, answer, now.view.outcome is not None)


def picked_from(question: Question, seat: int) -> object:
    """What the policy answers."""
    choice = question.choice
    match choice.kind:
        case "several":
            return [die + 1 for die in dice_to_throw(question.args.faces)]
        case "combination":
            return {name: part.of[0].value for name, part in choice.parts.items()}
        case "split":
            return {str(seat): choice.amount}
        case _:
            return choice.of[0].value


def told_to_page(seat: Seat, message: bytes) -> Update | None:
    """The parts of a table page that have changed."""
    if not message.startswith(PAGE):
        judge(message)
        return None
    now = read_page(message)
    answer = None
    if now.mine and "prompt" in now.parts:
        fields = fields_of(now.parts["prompt"], seat.number)
        answer = msgspec.json.encode({"do": "answer", "number": now.moment, "fields": fields})
    return Update(now.moment, answer, now.ended)


def judge(message: bytes) -> None:
    """Receipts and chat are nothing to us; a refusal would be a mistake of ours."""
    if message.startswith(REFUSALS):
        raise Stuck(message.decode())


def fields_of(form: str, seat: int) -> list[tuple[str, str]]:
    """The form of the prompt, filled in.

    It does not say which die shows what, so all dice are thrown that may be.
    """
    controls = CONTROL.findall(form)
    match _found(KIND, form):
        case "several":
            return controls
        case "combination":
            return list(dict(reversed(controls)).items())  # the first of each name
        case "split":
            amount = AMOUNT.search(form)  # one alone has a button for everybody who may get it
            return [(f"a.{seat}", amount[1] if amount else "1")]
        case _:
            return controls[:1]


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    if found is None:
        raise ValueError(f"no {pattern.pattern} in {text[:200]}")
    return found[1]
