"""Choices made of choices: several answered together, or exactly one of several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from boomtown.core.chance import Chance
from boomtown.core.choice import OFFER_LIMIT, Answer, Choice, Things, refuses, spread
from boomtown.core.errors import InvalidAnswer, Refusal
from boomtown.core.reading import LONGEST_NAME
from boomtown.core.reasons import Refusals


class Combination(Choice):
    """Several choices answered together. The answer is ``{part: answer}`` with every part.

    A game whose parts depend on each other overrides ``together``.
    """

    kind = "combination"
    parts: Mapping[str, Choice]

    def together(self, answer: dict[str, Answer]) -> Refusal | None:
        """The rule that forbids these parts in combination, each being fine by itself."""
        return None

    def read(self, raw: object) -> dict[str, Answer]:
        if not isinstance(raw, dict):
            raise InvalidAnswer("", "expected an answer for each part")
        if unknown := sorted(str(name) for name in raw if name not in self.parts):
            raise InvalidAnswer(unknown[0][:LONGEST_NAME], "no such part")
        answer: dict[str, Answer] = {}
        for name, choice in self.parts.items():
            if name not in raw:
                raise InvalidAnswer(name, "this part is missing")
            try:
                answer[name] = choice.read(raw[name])
            except InvalidAnswer as error:
                raise error.inside(name) from None
        return answer

    def refusal(self, answer: Answer) -> Refusal | None:
        for name, choice in self.parts.items():
            if refusal := choice.refusal(answer[name]):
                return refusal
        return self.together(answer)

    def complete(self) -> bool:
        return all(choice.complete() for choice in self.parts.values())

    def offers(self) -> Sequence[dict[str, Answer]]:
        names = tuple(self.parts)
        columns = [choice.offers() for choice in self.parts.values()]
        if math.prod(map(len, columns)) <= OFFER_LIMIT:
            answers = [dict(zip(names, row, strict=True)) for row in product(*columns)]
        else:
            answers = _sampled(names, columns)
        return [answer for answer in answers if self.together(answer) is None]

    def pick(self, chance: Chance) -> Answer:
        columns = [choice.offers() for choice in self.parts.values()]
        total = math.prod(map(len, columns))
        if not 0 < total <= OFFER_LIMIT or type(self) is not Combination:
            return Choice.pick(
                self, chance
            )  # parts may depend on each other, or too many are there
        index = chance.below(total)
        answer: dict[str, Answer] = {}
        for name, column in zip(self.parts, columns, strict=True):
            total //= len(column)
            place, index = divmod(index, total)
            answer[name] = column[place]
        return answer

    def default(self) -> Answer:
        if self.preset is not None:
            return self.preset
        answer = {name: choice.default() for name, choice in self.parts.items()}
        return answer if self.together(answer) is None else self.offers()[0]

    def naming(self, things: Things) -> Iterator[object]:
        usual = self.default()
        for name, choice in self.parts.items():
            yield from ({**usual, name: answer} for answer in choice.naming(things))

    def describe(self) -> dict[str, object]:
        parts = {name: choice.describe() for name, choice in self.parts.items()}
        return Choice.describe(self) | {"parts": parts}


def _sampled(names: Sequence[str], columns: list[Sequence[Answer]]) -> list[dict[str, Answer]]:
    """Combinations spread evenly over all that there are."""
    answers: list[dict[str, Answer]] = []
    for index in spread(math.prod(map(len, columns))):
        answer: dict[str, Answer] = {}
        for name, column in zip(names, columns, strict=True):
            index, digit = divmod(index, len(column))
            answer[name] = column[digit]
        answers.append(answer)
    return answers


class Alternatives(Choice):
    """Exactly one of several choices. The answer is ``{name: answer}`` with the one chosen."""

    kind = "alternatives"
    options: Mapping[str, Choice]
    refused: Refusals = {}
    """Alternatives that stand there but may not be chosen now, and the rule that says so."""
    noun: str = ""

    def read(self, raw: object) -> dict[str, Answer]:
        if not isinstance(raw, dict) or len(raw) != 1:
            raise InvalidAnswer("", "expected exactly one of the alternatives")
        [(name, inner)] = raw.items()
        if name not in self.options or refuses(self.refused, name):
            if name in self.refused:
                return {name: None}  # it can be read, so that ``refusal`` names the rule
            raise InvalidAnswer(str(name)[:LONGEST_NAME], "no such alternative")
        try:
            return {name: self.options[name].read(inner)}
        except InvalidAnswer as error:
            raise error.inside(name) from None

    def refusal(self, answer: Answer) -> Refusal | None:
        [(name, inner)] = answer.items()
        if name in self.options and not refuses(self.refused, name):
            return self.options[name].refusal(inner)
        return self.refused[name]

    def complete(self) -> bool:
        return all(
            choice.complete()
            for name, choice in self.options.items()
            if not refuses(self.refused, name)
        )

    def proposed(self) -> list[str]:
        """The alternatives that are offered: all but those that are refused."""
        return [name for name in self.options if not refuses(self.refused, name)]

    def offers(self) -> Sequence[dict[str, Answer]]:
        answers = [
            {name: inner} for name in self.proposed() for inner in self.options[name].offers()
        ]
        return [answers[index] for index in spread(len(answers))]

    def pick(self, chance: Chance) -> Answer:
        names = self.proposed()
        counts = [self.options[name].count() for name in names]
        total = sum(counts)
        if not 0 < total <= OFFER_LIMIT or type(self).offers is not Alternatives.offers:
            return Choice.pick(self, chance)  # too many are there, or others than these
        index = chance.below(total)
        for name, count in zip(names, counts, strict=True):
            if index < count:
                return {name: self.options[name].offer(index)}
            index -= count
        raise IndexError(index)

    def naming(self, things: Things) -> Iterator[object]:
        named = things.get(self.noun, ())
        yield from ({name: None} for name in named if name not in self.options)
        for name, choice in self.options.items():
            yield from ({name: answer} for answer in choice.naming(things))

    def describe(self) -> dict[str, object]:
        own: dict[str, object] = {
            "noun": self.noun,
            "options": {
                name: choice.describe()
                for name, choice in self.options.items()
                if name not in self.refused
            },
            "refused": {name: refusal.describe() for name, refusal in self.refused.items()},
        }
        return Choice.describe(self) | own
