"""Rulebooks: rules and sentences as data, in three languages.

``rulebook/en.toml`` says what there is: every rule with its topic, title, text, source and module.
``es.toml`` and ``ru.toml`` say the same in other words. The same files hold the sentences of the
log, of questions and refusals, and the names of things; the answers to the questions by which games
are compared (``boomtown.rulebook.questions``); what the printed sources disagree about; and what
people type who look for a rule. A large book has a folder for each language
(``rulebook/en/*.toml``), whose files together are what one file would be.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import Struct

from boomtown.core.errors import BoomtownError

LANGUAGES = ("en", "es", "ru")
FIRST_LANGUAGE = "en"
BASE = "base"
WITHOUT = "no_"
"""A variant that leaves out a module which is usually played: ``no_townsfolk``."""
TEXT = "text_"
"""A variant that follows one printed text, by its language: ``text_ru``."""
DOUBT = "?"
AT = "at_"
"""A variant that is a number of players: ``at_3``."""

BOTH = "+"
"""Between variants that are played together: what their names joined by it change comes last."""

Value: TypeAlias = str | int | list[str | int]
"""What an answer comes to: a word of its question, a number, or several of them; of numbers, the
fewest and the most (``[1]`` is one or more)."""


class InvalidRulebook(BoomtownError):
    """A rulebook file that cannot be read; the message says which and where."""


class RuleText(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule as one language tells it. What is not language stands in the first one only."""

    title: str
    text: str
    topic: str = ""
    source: str = ""
    module: str = BASE
    ruling: str = ""
    """Why it was decided so, where the printed rules are silent; empty for a printed rule."""
    unplayable: str = ""
    """Why no match can reach this rule, where none can."""
    mechanics: list[str] = []
    """What kind of play it brings: words of the shared vocabulary."""
    coincidences: list[int] = []
    """Numbers in its text that only happen to equal one of its code."""


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """A question as its seat reads it, and as the others do."""

    you: str
    others: str


class OptionText(Struct, frozen=True, forbid_unknown_fields=True):
    """An option of the game, and the names of its values."""

    label: str
    help: str = ""
    values: dict[str, str] = {}


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on which an answer is another one. Modules and seats are variants instead."""

    value: Value
    character: str = ""
    """A character, role or power: a name of the book."""
    phase: str = ""
    """A rule, while it is carried out."""
    scenario: str = ""

    @property
    def conditions(self) -> dict[str, str]:
        """What it depends on."""
        named = {"character": self.character, "phase": self.phase, "scenario": self.scenario}
        return {kind: name for kind, name in named.items() if name}


class AnswerChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a variant changes in an answer; what it leaves out stays as it is."""

    short: str = ""
    sentence: str = ""
    rules: list[str] = []
    value: Value | None = None
    """Two answers to a question are the same if their values are."""
    cases: list[Case] | None = None
    doubt: bool = False
    """Whether the text that it follows leaves something open."""
    none: str = ""
    """Why the question does not arise in this game, where it does not."""


class AnswerText(AnswerChange, frozen=True, forbid_unknown_fields=True):
    """How a game settles a shared question. Rules and values stand in the first language only."""

    variants: dict[str, AnswerChange] = {}


class DifferenceText(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the printed sources of a game differ, and what was decided."""

    about: str
    texts: dict[str, str]
    """What each source says, in our own words; by the language of the source."""
    decided: str
    rules: list[str] = []


class LessonText(Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson is called and says, by the keys that its file uses."""

    title: str
    about: str
    say: dict[str, str]


class MechanicText(Struct, frozen=True, forbid_unknown_fields=True):
    """A word for a kind of play, and what it means."""

    name: str
    text: str


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """One language file."""

    title: str
    summary: str
    rules: dict[str, RuleText] = {}
    log: dict[str, str] = {}
    ask: dict[str, Question] = {}
    refuse: dict[str, str] = {}
    names: dict[str, dict[str, str]] = {}
    plurals: dict[str, dict[str, str]] = {}
    options: dict[str, OptionText] = {}
    say: dict[str, str] = {}
    """Sentences of the program itself."""
    lessons: dict[str, LessonText] = {}
    answers: dict[str, AnswerText] = {}
    differences: dict[str, DifferenceText] = {}
    terms: dict[str, list[str]] = {}
    """How the words of the printed rules begin: a rule that uses one uses it in all languages."""
    search: dict[str, list[str]] = {}
    """What people type who look for a rule, by its id: words that its texts do not have.

    ``title`` has further names of the game, ``options.NAME`` words for an option and
    ``mechanics.NAME`` for a mechanic of its own.
    """
    mechanics: dict[str, MechanicText] = {}
    """Kinds of play that the shared vocabulary has no word for."""


class Rule(Struct, frozen=True):
    """A rule in one language, with what is the same in all of them."""

    id: str
    topic: str
    title: str
    text: str
    source: str
    module: str
    ruling: str
    unplayable: str
    language: str
    """The language it is really told in: the first one, where a translation is missing."""
    mechanics: list[str] = []


class Answer(Struct, frozen=True):
    """A game's answer to a shared question, as one language tells it."""

    question: str
    short: str
    sentence: str
    rules: list[str]
    value: Value | None
    cases: list[Case]
    """On what conditions it is another one."""
    none: str
    """Why the question does not arise; empty where it is answered."""
    changed: bool
    """Whether one of the variants asked for makes it what it is."""
    language: str
    derived: bool = False
    """Whether nobody wrote it: it follows from how the game is declared."""
    doubt: bool = False
    """Whether the printed text that it follows leaves something open."""

    @property
    def key(self) -> str:
        """The value in one word, by which answers are told apart; empty where there is none."""
        return "" if self.value is None else key_of(self.value) + DOUBT * self.doubt


class Difference(Struct, frozen=True):
    """A difference between the printed sources, as one language tells it."""

    id: str
    about: str
    texts: dict[str, str]
    decided: str
    rules: list[str]
    language: str


class Rulebook(Struct, frozen=True):
    """The rulebook of one game."""

    package: str
    languages: dict[str, Language]
    numbers: dict[str, int] = {}
    """The numbers that its sentences mention by name, as a table plays it."""
    derived: dict[str, dict[str, AnswerText]] = {}
    """By language, the answers that follow from how the game is declared."""

    @property
    def ids(self) -> list[str]:
        """All rule ids, in the order of the book."""
        return list(self.languages[FIRST_LANGUAGE].rules)

    def rule(self, id: str, language: str = FIRST_LANGUAGE) -> Rule:
        """A rule in a language; in the first one where that language lacks it."""
        first = self.languages[FIRST_LANGUAGE].rules[id]
        told = self.languages[language].rules.get(id) if language in self.languages else None
        text = told or first
        return Rule(
            id,
            first.topic,
            text.title,
            text.text,
            first.source,
            first.module,
            text.ruling,
            first.unplayable,
            language if told else FIRST_LANGUAGE,
            first.mechanics,
        )

    def rules(self, language: str = FIRST_LANGUAGE, topic: str | None = None) -> list[Rule]:
        """The rules of a topic, or all of them."""
        told = [self.rule(id, language) for id in self.ids]
        return [rule for rule in told if topic in (None, rule.topic)]

    @property
    def modules(self) -> list[str]:
        """The modules that its rules belong to, without the base game."""
        rules = self.languages[FIRST_LANGUAGE].rules.values()
        return [name for name in dict.fromkeys(rule.module for rule in rules) if name != BASE]

    @property
    def variants(self) -> list[str]:
        """The ways to play it that can be compared: with a module, or as answers tell apart."""
        answers = self.languages[FIRST_LANGUAGE].answers.values()
        joined = (name for answer in answers for name in answer.variants)
        told = list(dict.fromkeys(one for name in joined for one in name.split(BOTH)))
        added = [module for module in self.modules if WITHOUT + module not in told]
        return list(dict.fromkeys((*added, *told)))

    def played(self, variants: Collection[str] = ()) -> set[str]:
        """The modules that belong to a game with these variants, the base game among them."""
        known = self.variants
        usual = {module for module in self.modules if WITHOUT + module in known}
        left_out = {name.removeprefix(WITHOUT) for name in variants if name.startswith(WITHOUT)}
        return {BASE, *(usual - left_out), *variants}

    def mechanics(self, variants: Collection[str] = ()) -> set[str]:
        """The kinds of play that the rules of a game with these variants bring."""
        played = self.played(variants)
        rules = self.languages[FIRST_LANGUAGE].rules.values()
        return {word for rule in rules if rule.module in played for word in rule.mechanics}

    def answer(
        self, question: str, language: str = FIRST_LANGUAGE, variants: Collection[str] = ()
    ) -> Answer | None:
        """How the game settles a question; None where its book has no answer to it."""
        first = self.languages[FIRST_LANGUAGE].answers.get(question)
        follows = self.derived.get(FIRST_LANGUAGE, {}).get(question)
        derived = first is None
        if first is None:
            told = self.derived.get(language, {}).get(question)
            first = follows
        else:
            answers = self.languages[language].answers if language in self.languages else {}
            told = answers.get(question)
        if first is None:
            return None
        text = told or first
        value = first.value
        if value is None and follows is not None and not first.none:
            value = follows.value
        answer = Answer(
            question,
            text.short,
            text.sentence,
            first.rules,
            plain_value(value),
            first.cases or [],
            text.none,
            False,
            language if told else FIRST_LANGUAGE,
            derived,
        )
        for name, change in first.variants.items():
            if set(name.split(BOTH)) <= set(variants):
                answer = _changed(answer, change, text.variants.get(name, change))
        return answer

    def differences(self, language: str = FIRST_LANGUAGE) -> list[Difference]:
        """What the printed sources disagree about, in the order of the book."""
        told = self.languages[language].differences if language in self.languages else {}
        return [
            Difference(
                id,
                told.get(id, first).about,
                told.get(id, first).texts,
                told.get(id, first).decided,
                first.rules,
                language if id in told else FIRST_LANGUAGE,
            )
            for id, first in self.languages[FIRST_LANGUAGE].differences.items()
        ]

    def sentence_keys(self) -> set[str]:
        """The keys of log lines, questions and refusals: a rule, or a rule and a word."""
        first = self.languages[FIRST_LANGUAGE]
        return {*first.log, *first.ask, *first.refuse}

    def own_values(self, language: str) -> dict[str, str]:
        """What it calls the values of answers, where that says more than the shared words."""
        return self.languages[language].names.get("value", {}) if language in self.languages else {}

    def prefixes(self) -> set[str]:
        """How this book's rule ids begin: ``noon`` in ``noon.shot.dice``."""
        return {id.split(".")[0] for id in self.ids}


def _changed(answer: Answer, first: AnswerChange, told: AnswerChange) -> Answer:
    """An answer as a variant has it; with one, the question arises after all."""
    return Answer(
        answer.question,
        told.short or answer.short,
        told.sentence or answer.sentence,
        first.rules or answer.rules,
        answer.value if first.value is None else plain_value(first.value),
        answer.cases if first.cases is None else first.cases,
        told.none,
        True,
        answer.language,
        doubt=first.doubt,
    )


def key_of(value: Value) -> str:
    """A value in one word.

    >>> key_of("yes"), key_of([3, 8]), key_of([1]), key_of(["role", "power"]), key_of([])
    ('yes', '3..8', '1..', 'role+power', 'none')
    """
    if not isinstance(value, list):
        return str(value)
    if not value:
        return "none"
    if isinstance(value[0], int):
        return f"{value[0]}.." if len(value) == 1 else f"{value[0]}..{value[-1]}"
    return "+".join(map(str, value))


def plain_value(value: Value | None) -> Value | None:
    """A value whose numbers are numbers, also where a text with a number's name had them."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value if value is None else _plain(value)


def _plain(one: str | int) -> str | int:
    return int(one) if isinstance(one, str) and one.isdecimal() else one


def read_rulebook(folder: Traversable, package: str) -> Rulebook:
    """The rulebook in a folder. At least the first language must be there."""
    languages: dict[str, Language] = {}
    for language in LANGUAGES:
        name = f"{package}/rulebook/{language}"
        paths: dict[str, Traversable] = {}
        if (folder / f"{language}.toml").is_file():
            paths[f"{name}.toml"] = folder / f"{language}.toml"
        if (folder / language).is_dir():
            found = sorted((folder / language).iterdir(), key=lambda path: path.name)
            paths |= {f"{name}/{one.name}": one for one in found if one.name.endswith(".toml")}
        if paths:
            place = name if len(paths) > 1 else next(iter(paths))
            languages[language] = _read_language(paths, place)
    if FIRST_LANGUAGE not in languages:
        raise InvalidRulebook(f"{package}/rulebook/{FIRST_LANGUAGE}.toml is missing")
    return Rulebook(package, languages)


def _read_language(paths: dict[str, Traversable], place: str) -> Language:
    whole: dict[str, Any] = {}
    told: dict[str, dict[str, Any]] = {}
    for name, path in paths.items():
        try:
            told[name] = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InvalidRulebook(f"{name}: {error}") from None
        _merge(whole, told[name], name)
    try:
        return msgspec.convert(whole, Language)
    except msgspec.ValidationError as error:
        raise InvalidRulebook(_culprit(told) or f"{place}: {error}") from None


def _culprit(told: dict[str, dict[str, Any]]) -> str:
    """Which entry of which file is not as it should be, and what it may have."""
    tables = {field.name: field.type for field in msgspec.structs.fields(Language)}
    for name, data in told.items():
        for table, entries in data.items():
            if table not in tables:
                return f"{name}: there is no table {table!r}; there are: {', '.join(tables)}"
            kind = get_args(tables[table])[-1:] or (tables[table],)
            named = entries.items() if isinstance(entries, dict) else [("", entries)]
            for key, entry in named:
                try:
                    msgspec.convert(entry, kind[0])
                except msgspec.ValidationError as error:
                    has = getattr(kind[0], "__struct_fields__", ())
                    fields = f" (it may have: {', '.join(has)})" if has else ""
                    return f"{name}: {table}.{key}: {error}{fields}"
    return ""


def _merge(whole: dict[str, Any], data: dict[str, Any], name: str) -> None:
    """Adds what one file says to what the others said; nothing may be said twice."""
    for key, value in data.items():
        if isinstance(value, dict) and isinstance(whole.setdefault(key, {}), dict):
            _merge(whole[key], value, f"{name}: {key}")
        elif key not in whole:
            whole[key] = value
        else:
            raise InvalidRulebook(f"{name}: {key} stands in another file, too")


@cache
def rulebook_of(package: str) -> Rulebook:
    """The rulebook of an installed game as it is written, with names where numbers will stand.

    ``boomtown.rulebook.numbers.book_of`` is the one to be read out.
    """
    return read_rulebook(files(package) / "rulebook", package)


@cache
def platform_rulebook() -> Rulebook:
    """Boomtown's own rules: answering, taking back, and the names that all games share."""
    return read_rulebook(files("boomtown.rulebook") / "platform_book", "boomtown")
