"""Choices: what may be answered. One judge for buttons, bots, the API and the server.

A choice reads an answer (``read``), judges it (``refusal``: the rule that forbids it, or None),
offers answers (``offers``: all of them, or good samples where there are too many to list), has an
answer for absent players (``default``) and describes itself as JSON (``describe``). Where answers
cannot be listed, ``offers`` is a help and ``refusal`` is the law.

Answers are plain JSON values. A ``noun`` names the kind of thing that is chosen, so that the
language files can label it: ``OneOf(cards, noun="card")`` is labelled by ``names.card``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, islice
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from boomtown.core.chance import Chance
from boomtown.core.errors import GameFault, InvalidAnswer, Refusal
from boomtown.core.reading import (
    LONGEST_LIST,
    LONGEST_NAME,
    Item,
    read_item,
    read_items,
    read_number,
)
from boomtown.core.reasons import Reasons, Refusals

Answer: TypeAlias = Any
"""What a seat gives to a question: each kind of choice has its own type, always plain JSON."""
Things: TypeAlias = Mapping[str, Sequence[Item]]
"""What is visible on a table, by the noun of choices."""

OFFER_LIMIT = 256
"""The most answers that a choice lists; beyond it, ``offers`` gives an even sample."""
CACHED = 4096
PLAIN = frozenset({int, str})


class Choice(Struct, kw_only=True, gc=False):
    """What a seat may answer. Each kind below says what its answers look like."""

    kind: ClassVar[str]
    preset: Answer = None
    """The answer for an absent player; without one, the first offer."""

    def read(self, raw: object) -> Answer:
        """The answer in its one proper form, or ``InvalidAnswer`` with the field."""
        return raw

    def refusal(self, answer: Answer) -> Refusal | None:
        """The rule that forbids this (readable) answer, or None."""
        return None

    def offers(self) -> Sequence[Answer]:
        """Answers that are allowed: all of them up to ``OFFER_LIMIT``, else a good sample."""
        return []

    def complete(self) -> bool:
        """Whether there is nothing to answer beside the offers, as long as they are few."""
        return True

    def only(self) -> list[Answer]:
        """The one legal answer, alone in a list; nothing where there are several, or may be."""
        offers = self.offers() if self.complete() else ()
        return list(offers) if len(offers) == 1 else []

    def count(self) -> int:
        """How many offers there are."""
        return len(self.offers())

    def offer(self, index: int) -> Answer:
        """One of the offers, made without the others where that is less work."""
        return self.offers()[index]

    def pick(self, chance: Chance) -> Answer:
        """Any of the offers. Where all but one would be made in vain, only that one is made."""
        offers = self.offers()
        if not offers:
            raise GameFault(f"a question without a legal answer: {self}")
        return offers[chance.below(len(offers))]

    def default(self) -> Answer:
        """The answer for an absent player."""
        return self.offers()[0] if self.preset is None else self.preset

    def naming(self, things: Things) -> Iterator[object]:
        """Answers that name what is visible, one thing each, offered or not: each is judged."""
        return iter(())

    def describe(self) -> dict[str, object]:
        """The choice as JSON, for pages and outside clients."""
        return {"kind": self.kind, "default": self.default()}


def _item_refusal(item: Item, of: Sequence[Item], refused: Refusals) -> Refusal | None:
    if item in of and not refuses(refused, item):
        return None
    return refused.get(item) or Refusal("boomtown.choice.offered", value=item)


def refuses(refused: Refusals, offered: Item) -> bool:
    """Whether a thing that stands there is refused. ``Reasons`` never are for such, nor asked."""
    if type(refused) is dict:  # nearly always; to ask whether it is a Mapping takes longer
        return offered in refused
    return not isinstance(refused, Reasons) and offered in refused


def _allowed(of: Sequence[Item], refused: Refusals) -> Sequence[Item]:
    """What may be chosen of what stands there."""
    if type(refused) is not dict and isinstance(refused, Reasons):
        return of
    if not refused:
        return of
    return [item for item in of if item not in refused]


def _describe_items(of: Sequence[Item], refused: Refusals, noun: str) -> dict[str, object]:
    shown: list[dict[str, object]] = []
    for item in [*of, *(item for item in refused if item not in of)]:
        refusal = refused.get(item)
        shown.append({"value": item} if refusal is None else _refused_item(item, refusal))
    return {"noun": noun, "of": shown}


def _refused_item(item: Item, refusal: Refusal) -> dict[str, object]:
    return {"value": item, "refused": refusal.describe()}


def spread(total: int) -> Iterator[int]:
    """Indices that cover 0 … total - 1 evenly: all of them, or ``OFFER_LIMIT`` of them."""
    if total <= OFFER_LIMIT:
        yield from range(total)
        return
    stride = max(1, total * 618 // 1000)  # near the golden section, so that no digit repeats
    while math.gcd(stride, total) != 1:
        stride += 1
    yield from sorted(index * stride % total for index in range(OFFER_LIMIT))


class OneOf(Choice):
    """One of the given items. The answer is the item."""

    kind = "one"
    of: Sequence[Item]
    refused: Refusals = {}
    """What is visible but may not be chosen now, and the rule that says so."""
    noun: str = ""

    def read(self, raw: object) -> Item:
        return read_item(raw, self.of)

    def refusal(self, answer: Answer) -> Refusal | None:
        return _item_refusal(answer, self.of, self.refused)

    def offers(self) -> Sequence[Item]:
        return _allowed(self.of, self.refused)

    def naming(self, things: Things) -> Iterator[object]:
        yield from things.get(self.noun, ())

    def describe(self) -> dict[str, object]:
        return Choice.describe(self) | _describe_items(self.of, self.refused, self.noun)


@cache
def _subsets(size: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Index sets with least to most members, small ones first; a sample if there are too many."""
    lengths = range(least, most + 1)
    if sum(math.comb(size, length) for length in lengths) <= OFFER_LIMIT:
        return tuple(s for length in lengths for s in combinations(range(size), length))
    share = max(1, OFFER_LIMIT // len(lengths))
    chosen: list[tuple[int, ...]] = []
    for length in lengths:
        every = max(1, math.comb(size, length) // share)
        chosen += islice(combinations(range(size), length), 0, every * share, every)
    return tuple(chosen[:OFFER_LIMIT])


@lru_cache(maxsize=CACHED)
def _sublists(items: tuple[Item, ...], least: int, most: int) -> tuple[list[Item], ...]:
    """The same dice are offered again and again. Nobody writes into an offer: answers are read."""
    return tuple([items[index] for index in chosen] for chosen in _subsets(len(items), least, most))


class Several(Choice):
    """Some of the given items, each at most once. The answer is a list, in the items' order."""

    kind = "several"
    of: Sequence[Item]
    refused: Refusals = {}
    least: int = 0
    most: int | None = None
    noun: str = ""

    def read(self, raw: object) -> list[Item]:
        if type(raw) is list and PLAIN.issuperset(map(type, raw)):
            chosen = [item for item in self.of if item in raw]
            if len(chosen) == len(raw):
                return chosen  # the usual case: everything is offered, and nothing twice
        items = read_items(raw, self.of)
        places = {item: place for place, item in enumerate(self.of)}
        return sorted(items, key=lambda item: places.get(item, len(places)))

    def refusal(self, answer: Answer) -> Refusal | None:
        for item in answer:
            if refusal := _item_refusal(item, self.of, self.refused):
                return refusal
        if len(set(answer)) < len(answer):
            return Refusal("boomtown.choice.twice")
        most = len(self.of) if self.most is None else self.most
        if not self.least <= len(answer) <= most:
            exact = "exact" if self.least == most else None
            return Refusal(
                "boomtown.choice.count", exact, least=self.least, most=most, count=len(answer)
            )
        return None

    def offers(self) -> Sequence[list[Item]]:
        items = tuple(_allowed(self.of, self.refused))
        most = len(items) if self.most is None else min(self.most, len(items))
        return _sublists(items, self.least, most)

    def naming(self, things: Things) -> Iterator[object]:
        for thing in things.get(self.noun, ()):
            yield [thing]

    def describe(self) -> dict[str, object]:
        most = len(self.of) if self.most is None else self.most
        bounds: dict[str, object] = {"least": self.least, "most": most}
        return Choice.describe(self) | _describe_items(self.of, self.refused, self.noun) | bounds


class Ordered(Several):
    """Some of the given items in an order of the player's. The answer is a list."""

    kind = "ordered"

    def read(self, raw: object) -> list[Item]:
        return read_items(raw, self.of)

    def offers(self) -> Sequence[list[Item]]:
        items = tuple(_allowed(self.of, self.refused))
        lengths, counts = self._kinds(len(items))
        return [_ordering(items, lengths, counts, index) for index in spread(sum(counts))]

    def count(self) -> int:
        return min(OFFER_LIMIT, sum(self._kinds(len(_allowed(self.of, self.refused)))[1]))

    def offer(self, index: int) -> list[Item]:
        items = tuple(_allowed(self.of, self.refused))
        lengths, counts = self._kinds(len(items))
        total = sum(counts)
        if total > OFFER_LIMIT:
            index = list(spread(total))[index]
        return _ordering(items, lengths, counts, index)

    def pick(self, chance: Chance) -> list[Item]:
        count = self.count()
        if not count:
            raise GameFault(f"a question without a legal answer: {self}")
        return self.offer(chance.below(count))

    def _kinds(self, items: int) -> tuple[range, list[int]]:
        """The lengths that are allowed, and how many arrangements each has."""
        most = items if self.most is None else min(self.most, items)
        lengths = range(self.least, most + 1)
        return lengths, [math.perm(items, length) for length in lengths]


def _ordering(
    items: Sequence[Item], lengths: Sequence[int], counts: Sequence[int], index: int
) -> list[Item]:
    """The arrangement with this index, of all lengths, short ones first."""
    for length, count in zip(lengths, counts, strict=True):
        if index < count:
            return _arrangement(items, length, index)
        index -= count
    raise IndexError(index)


def _arrangement(items: Sequence[Item], length: int, index: int) -> list[Item]:
    """The arrangement of some items with this index, of all arrangements of that length."""
    rest = list(items)
    chosen: list[Item] = []
    for place in range(length):
        digit, index = divmod(index, math.perm(len(rest) - 1, length - place - 1))
        chosen.append(rest.pop(digit))
    return chosen


class Number(Choice):
    """A whole number from least to most. The answer is the number."""

    kind = "number"
    least: int
    most: int
    refused: Refusals = {}
    noun: str = ""

    def read(self, raw: object) -> int:
        return read_number(raw)

    def refusal(self, answer: Answer) -> Refusal | None:
        if answer in self.refused:
            return self.refused[answer]
        if not self.least <= answer <= self.most:
            return Refusal("boomtown.choice.range", value=answer, least=self.least, most=self.most)
        return None

    def offers(self) -> Sequence[int]:
        numbers = (self.least + index for index in spread(self.most - self.least + 1))
        return [number for number in numbers if number not in self.refused]

    def naming(self, things: Things) -> Iterator[object]:
        yield from things.get(self.noun, ())

    def describe(self) -> dict[str, object]:
        refused = [_refused_item(number, why) for number, why in self.refused.items()]
        own = {"noun": self.noun, "least": self.least, "most": self.most, "refused": refused}
        return Choice.describe(self) | own


class Split(Choice):
    """An amount divided over targets. The answer is ``{target: amount}`` without the zeros.

    The whole amount must be given out, or, with ``least``, at least so much of it. ``caps``
    limits single targets.
    """

    kind = "split"
    amount: int
    over: Sequence[Item]
    caps: Mapping[Any, int] = {}  # by target; a Mapping is invariant in its keys
    least: int | None = None
    refused: Refusals = {}
    noun: str = ""

    def _cap(self, target: Item) -> int:
        if refuses(self.refused, target):
            return 0
        return min(self.amount, self.caps.get(target, self.amount))

    def read(self, raw: object) -> dict[Item, int]:
        if not isinstance(raw, dict):
            raise InvalidAnswer("", "expected an amount for each target")
        if len(raw) > LONGEST_LIST:
            raise InvalidAnswer("", f"at most {LONGEST_LIST} targets")
        targets = {str(target): target for target in self.over}  # JSON has only text as keys
        amounts: dict[Item, int] = {}
        for name, amount in raw.items():
            try:
                given = read_number(amount)
            except InvalidAnswer as error:
                raise error.inside(str(name)[:LONGEST_NAME]) from None
            if given:
                key = str(name)[:LONGEST_NAME]
                if key not in targets:  # then it is refused, and is to be known by its refusal
                    targets |= {str(target): target for target in self.refused}
                amounts[targets.get(key, key)] = given
        ordered = {target: amounts.pop(target) for target in self.over if target in amounts}
        return ordered | amounts

    def refusal(self, answer: Answer) -> Refusal | None:
        for target, amount in answer.items():
            if refusal := _item_refusal(target, self.over, self.refused):
                return refusal
            if not 0 <= amount <= self._cap(target):
                return Refusal(
                    "boomtown.choice.cap", target=target, amount=amount, most=self._cap(target)
                )
        total = sum(answer.values())
        least = self.amount if self.least is None else self.least
        if not least <= total <= self.amount:
            exact = "exact" if least == self.amount else None
            return Refusal(
                "boomtown.choice.total", exact, total=total, least=least, most=self.amount
            )
        return None

    def offers(self) -> Sequence[dict[Item, int]]:
        allowed = _allowed(self.over, self.refused)
        if self.caps or len(allowed) < len(self.over):
            caps = tuple(self._cap(target) for target in self.over)
        else:
            caps = (self.amount,) * len(self.over)
        least = self.amount if self.least is None else self.least
        return _shares(tuple(self.over), caps, least, self.amount)

    def naming(self, things: Things) -> Iterator[object]:
        for thing in things.get(self.noun, ()):
            yield {thing: 1}

    def describe(self) -> dict[str, object]:
        own: dict[str, object] = {
            "amount": self.amount,
            "least": self.amount if self.least is None else self.least,
            "caps": {str(target): self._cap(target) for target in self.over},
        }
        return Choice.describe(self) | _describe_items(self.over, self.refused, self.noun) | own


@lru_cache(maxsize=CACHED)
def _shares(
    over: tuple[Item, ...], caps: tuple[int, ...], least: int, amount: int
) -> tuple[dict[Item, int], ...]:
    """The ways to divide an amount; nobody writes into an offer."""
    answers: list[dict[Item, int]] = []
    for index in spread(_ways(caps, least, amount)):
        amounts = zip(over, _share(caps, least, amount, index), strict=True)
        answers.append({target: share for target, share in amounts if share})
    return tuple(answers)


@cache
def _ways(caps: tuple[int, ...], least: int, most: int) -> int:
    """How many ways there are to give out least to most over targets with these caps."""
    if not caps:
        return 1 if least <= 0 <= most else 0
    return sum(_ways(caps[1:], least - n, most - n) for n in range(min(caps[0], most) + 1))


def _share(caps: tuple[int, ...], least: int, most: int, index: int) -> list[int]:
    """The way with this index."""
    amounts: list[int] = []
    while caps:
        for amount in range(min(caps[0], most) + 1):
            ways = _ways(caps[1:], least - amount, most - amount)
            if index < ways:
                break
            index -= ways
        amounts.append(amount)
        caps, least, most = caps[1:], least - amount, most - amount
    return amounts
