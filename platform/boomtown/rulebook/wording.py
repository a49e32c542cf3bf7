"""From data to sentences, in the reader's language.

A template mentions values by name, and says what kind of thing each one is:
``{shooter:seat} hits {target:seat} and takes {n:life}``. The kind is ``seat``, a group of
``names`` or a group of ``plurals``; without one the value stands as it is. In a group of names,
``*`` is the template for everything that has no name of its own. Three kinds need no group:
``{value:hundredths}`` is 3.84 for 384, ``{value:numeral}`` 12,000 for 12000, and
``{value:capitals}`` A3 for ``a3``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter

from boomtown.core.chapter import BEGUN
from boomtown.core.errors import Refusal
from boomtown.core.log import Entry
from boomtown.core.seats import Seat
from boomtown.core.view import Prompt, Question
from boomtown.rulebook.book import FIRST_LANGUAGE, Language, Rulebook, platform_rulebook
from boomtown.rulebook.numerals import HUNDREDTHS, NUMERAL, hundredths, numeral, plural_form

SEAT = "seat"
CAPITALS = "capitals"
ANYTHING = "*"
UNTOLD = f"{BEGUN}.untold"
LESSON = "boomtown.lesson.other"
"""The rule by which a lesson waits for one answer."""


class Wording:
    """Speaks one language about one game.

    Where a sentence is missing, the first language speaks; where that is silent too, the key
    itself is shown, and noted in ``missing``. A line of the log may be of an earlier version, whose
    sentences are gone: it says so.
    """

    def __init__(self, book: Rulebook, language: str, players: Sequence[str] = ()) -> None:
        self.language = language
        self.players = players
        self.missing: set[str] = set()
        self._numbers = book.numbers
        self.title = book.languages.get(language, book.languages[FIRST_LANGUAGE]).title
        known = [book.languages, platform_rulebook().languages]
        self._spoken: list[tuple[str, Language]] = [
            (code, languages[code])
            for code in (language, FIRST_LANGUAGE)
            for languages in known
            if code in languages
        ]
        self._told = [told for _, told in self._spoken]

    def entry(self, entry: Entry) -> str:
        """A line of the log."""
        for told in self._told:
            if entry.key in told.log:
                return self.fill(told.log[entry.key], entry.args)
        self._nothing(f"log.{entry.key}")
        return self.fill(next(told.log[UNTOLD] for told in self._told if UNTOLD in told.log), {})

    def refusal(self, refusal: Refusal) -> str:
        """Why something is not allowed; a lesson says it in its own words."""
        if refusal.rule == LESSON and refusal.reason is not None:
            return self.taught(*refusal.reason.split(".", 1), **refusal.args)
        for told in self._told:
            if refusal.key in told.refuse:
                return self.fill(told.refuse[refusal.key], refusal.args)
        return self._nothing(f"refuse.{refusal.key}")

    def question(self, question: Question) -> str:
        """A question as the seat that must answer reads it."""
        for told in self._told:
            if question.key in told.ask:
                return self.fill(told.ask[question.key].you, question.args)
        return self._nothing(f"ask.{question.key}.you")

    def prompt(self, prompt: Prompt) -> str:
        """A question as everybody else reads it; ``{seats:seat}`` is who must answer."""
        for told in self._told:
            if prompt.key in told.ask:
                args = {**prompt.args, "seats": prompt.seats}
                return self.fill(told.ask[prompt.key].others, args)
        return self._nothing(f"ask.{prompt.key}.others")

    def say(self, key: str, **args: object) -> str:
        """A sentence of the program itself."""
        for told in self._told:
            if key in told.say:
                return self.fill(told.say[key], args)
        return self._nothing(f"say.{key}")

    def has(self, key: str) -> bool:
        """Whether there is such a sentence of the program itself."""
        return any(key in told.say for told in self._told)

    def lesson(self, name: str) -> tuple[str, str]:
        """What a lesson is called, and what it is about."""
        for told in self._told:
            if name in told.lessons:
                return told.lessons[name].title, told.lessons[name].about
        return self._nothing(f"lessons.{name}"), ""

    def taught(self, name: str, key: str, /, **args: object) -> str:
        """A text of a lesson."""
        for told in self._told:
            if name in told.lessons and key in told.lessons[name].say:
                return self.fill(told.lessons[name].say[key], args)
        return self._nothing(f"lessons.{name}.say.{key}")

    def name(self, noun: str, value: object) -> str:
        """The name of a thing: a card, a face, a seat."""
        if noun == SEAT and isinstance(value, int):
            return self.seat(Seat(value))
        if noun == HUNDREDTHS and isinstance(value, int):
            return hundredths(self.language, value)
        if noun == NUMERAL and isinstance(value, int):
            return numeral(self.language, value)
        if noun == CAPITALS:
            return str(value).upper()
        for told in self._told:
            group = told.names.get(noun, {})
            if str(value) in group:
                return group[str(value)]
            if ANYTHING in group:
                return self.fill(group[ANYTHING], {"value": value})
        return str(value) if not noun else self._nothing(f"names.{noun}.{value}")

    def field(self, name: str, of: str = "") -> str:
        """The name of a field of the table; its own, where no language file has one.

        Where two kinds of things have fields of one name, ``Kind.name`` tells them apart.
        """
        for told in self._told:
            names = told.names.get("field", {})
            for key in (f"{of}.{name}", name):
                if key in names:
                    return names[key]
        return name.replace("_", " ")

    def thing(self, noun: str, value: object) -> str:
        """A value of the table: by its name, where there is one for this noun."""
        for told in self._told:
            if str(value) in told.names.get(noun, {}):
                return told.names[noun][str(value)]
        return str(value)

    def seat(self, seat: Seat) -> str:
        """The player's name, or the number of the seat."""
        if seat < len(self.players):
            return self.players[seat]
        return self.name("player", seat + 1)

    def count(self, noun: str, number: int) -> str:
        """A number with its noun in the right form."""
        for code, told in self._spoken:
            form = plural_form(code, number)
            if form in told.plurals.get(noun, {}):
                return f"{numeral(self.language, number)} {told.plurals[noun][form]}"
        form = plural_form(self.language, number)
        return f"{number} {self._nothing(f'plurals.{noun}.{form}')}"

    def option(self, name: str) -> tuple[str, str]:
        """Label and help of a game's option."""
        for told in self._told:
            if name in told.options:
                return told.options[name].label, told.options[name].help
        return self._nothing(f"options.{name}"), ""

    def option_value(self, name: str, value: object) -> str:
        """The name of an option's value; a number needs none."""
        for told in self._told:
            if name in told.options and str(value) in told.options[name].values:
                return told.options[name].values[str(value)]
        if isinstance(value, str):
            self.missing.add(f"options.{name}.values.{value}")
        return str(value)

    def fill(self, template: str, args: Mapping[str, object]) -> str:
        """A template with its values."""
        parts: list[str] = []
        for literal, field, spec, _conversion in Formatter().parse(template):
            parts.append(literal)
            if field is not None:
                told = self._mentioned(field, spec or "", args)
                parts.append(
                    self._nothing(f"{{{field}}} in {template!r}") if told is None else told
                )
        return "".join(parts)

    def _mentioned(self, field: str, noun: str, args: Mapping[str, object]) -> str | None:
        """A value of the sentence or else a number of the game; None where it is neither."""
        if field in args:
            return self._value(args[field], noun)
        number = self._numbers.get(field)
        if number is None:
            return None
        return self._value(number, noun or NUMERAL)

    def _value(self, value: object, noun: str) -> str:
        if isinstance(value, (list, tuple)):
            return self._joined([self._value(item, noun) for item in value])
        if noun and isinstance(value, int) and any(noun in told.plurals for told in self._told):
            return self.count(noun, value)
        return self.name(noun, value)

    def _joined(self, words: Sequence[str]) -> str:
        """A list in running text. Numbers are dice and the like: they need no "and"."""
        if len(words) < 2 or all(word.isdigit() for word in words):
            return ", ".join(words) or self.name("joined", "nobody")
        return f"{', '.join(words[:-1])} {self.name('joined', 'and')} {words[-1]}"

    def _nothing(self, key: str) -> str:
        self.missing.add(key)
        return key


def placeholders(template: str) -> set[str]:
    """The values that a template mentions."""
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}
